//! validator1 by the client that `#[service]` made, against whichever server.

use std::fmt::Debug;

use xmlrpc_proxy::{Base64, DateTime, Error, Struct, Value, value};

use crate::services::{Entities, Stooges, Times, Validator as _, ValidatorClient};

/// What is wrong: the name of the method, and what came.
pub type Wrong = Vec<(&'static str, String)>;

/// Calls all eight methods; the result has those that are not as they must be.
pub fn check(validator: &ValidatorClient) -> Wrong {
    let mut wrong = Wrong::new();
    let stooges = |moe, larry, curly| Stooges { moe, larry, curly };

    let structs = [stooges(1, 2, -4), stooges(0, -1, i32::MAX), stooges(3, 3, -2_147_483_640)];
    let got = validator.array_of_structs_test(&[]);
    compare(&mut wrong, "arrayOfStructsTest", got, &0);
    let got = validator.array_of_structs_test(&structs);
    compare(&mut wrong, "arrayOfStructsTest", got, &3);

    for (text, counts) in [("", [0; 5]), ("<<>&'\"\" ]]> é 😀\n", [2, 2, 1, 1, 2])] {
        let [left, right, ampersands, apostrophes, quotes] = counts;
        let expected = Entities {
            ct_left_angle_brackets: left,
            ct_right_angle_brackets: right,
            ct_ampersands: ampersands,
            ct_apostrophes: apostrophes,
            ct_quotes: quotes,
        };
        compare(&mut wrong, "countTheEntities", validator.count_the_entities(text), &expected);
    }

    let got = validator.easy_struct_test(&stooges(-1, -2_147_483_640, 5));
    compare(&mut wrong, "easyStructTest", got, &-2_147_483_636);

    let date = DateTime::new(1998, 7, 17, 14, 8, 55).expect("a day");
    let bytes: Vec<u8> = (0..=255).collect();
    let all = value!({
        "": "", "a <&> é": {}, "list": [[], -1, true, 0.1, { "deep": [{ "k": "😀" }] }], "date": date,
        "bytes": Base64::from(bytes.clone()), "space": " \t\n ",
    });
    for sent in [value!({}), all] {
        compare(&mut wrong, "echoStructTest", validator.echo_struct_test(sent.clone()), &sent);
    }

    let text = "<&>\"' ]]> é 中 😀".to_owned();
    for (number, boolean, text, double, bytes) in
        [(i32::MIN, false, String::new(), -12.5, bytes), (5, true, text, 0.1, vec![])]
    {
        let bytes = Base64::from(bytes);
        let expected = (number, boolean, text.clone(), double, date, bytes.clone());
        let got = validator.many_types_test(number, boolean, text, double, date, bytes);
        compare(&mut wrong, "manyTypesTest", got, &expected);
    }

    let mut strings = vec![String::new(); 200];
    strings[0].push_str("😀 & ");
    strings[199].push_str(" <é>");
    let got = validator.moderate_size_array_check(&strings);
    compare(&mut wrong, "moderateSizeArrayCheck", got, &"😀 &  <é>".to_owned());

    let numbered = |last: i32, value: &dyn Fn(i32) -> Value| {
        Struct::from_iter((1..=last).map(|number| (format!("{number:02}"), value(number))))
    };
    let day = |number: i32| value!({ "moe": (-number), "larry": 5, "curly": (10 * number) });
    let month = Value::from(numbered(31, &day));
    let year = numbered(12, &|_| month.clone());
    let got = validator.nested_struct_test(Value::from(Struct::from_iter([("2000", year)])));
    compare(&mut wrong, "nestedStructTest", got, &14);

    let expected = Times { times10: -70, times100: -700, times1000: -7000 };
    compare(
        &mut wrong,
        "simpleStructReturnTest",
        validator.simple_struct_return_test(-7),
        &expected,
    );
    wrong
}

fn compare<T: PartialEq + Debug>(
    wrong: &mut Wrong,
    name: &'static str,
    got: Result<T, Error>,
    expected: &T,
) {
    match got {
        Ok(got) if got == *expected => {}
        _ if wrong.iter().any(|(before, _)| *before == name) => {}
        other => wrong.push((name, format!("{other:?}"))),
    }
}
