//! The services: what the makers of XML-RPC agreed on to try each other's servers.

use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{Base64, DateTime, Error, Fault, Server, Value, service};

/// Three numbers by the names that UserLand gave them.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Stooges {
    pub moe: i32,
    pub larry: i32,
    pub curly: i32,
}

/// How often each character stands in a text that markup has another word for.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entities {
    pub ct_left_angle_brackets: i32,
    pub ct_right_angle_brackets: i32,
    pub ct_ampersands: i32,
    pub ct_apostrophes: i32,
    pub ct_quotes: i32,
}

/// A number by three others.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Times {
    pub times10: i32,
    pub times100: i32,
    pub times1000: i32,
}

/// One value of each simple type.
type ManyTypes = (i32, bool, String, f64, DateTime, Base64);

/// UserLand's validator1.
#[service(namespace = "validator1", rename_all = "camelCase")]
pub trait Validator {
    /// The sum of all that are called curly.
    #[rpc(read_only)]
    fn array_of_structs_test(&self, structs: &[Stooges]) -> Result<i32, Error>;
    /// How often each of `<`, `>`, `&`, `'` and `"` stands in the text.
    #[rpc(read_only)]
    fn count_the_entities(&self, text: &str) -> Result<Entities, Error>;
    /// The sum of moe, larry and curly.
    #[rpc(read_only)]
    fn easy_struct_test(&self, stooges: &Stooges) -> Result<i32, Error>;
    /// The struct as it came.
    #[rpc(read_only)]
    fn echo_struct_test(&self, it: Value) -> Result<Value, Error>;
    /// The six values as they came, in an array.
    #[rpc(read_only)]
    fn many_types_test(
        &self,
        number: i32,
        boolean: bool,
        string: String,
        double: f64,
        date: DateTime,
        bytes: Base64,
    ) -> Result<ManyTypes, Error>;
    /// The first and the last of the strings, put together.
    #[rpc(read_only)]
    fn moderate_size_array_check(&self, strings: &[String]) -> Result<String, Error>;
    /// The sum of moe, larry and curly on the first of April 2000 in a calendar of years, months and days.
    #[rpc(read_only)]
    fn nested_struct_test(&self, calendar: Value) -> Result<i32, Error>;
    /// The number ten times, a hundred times and a thousand times.
    #[rpc(read_only)]
    fn simple_struct_return_test(&self, number: i32) -> Result<Times, Error>;
}

/// The echo tests of the SOAP builders, as XML-RPC servers took them over.
#[service(namespace = "interopEchoTests", rename_all = "camelCase")]
pub trait InteropEchoTests {
    #[rpc(read_only)]
    fn echo_string(&self, it: String) -> Result<String, Error>;
    #[rpc(read_only)]
    fn echo_string_array(&self, it: Vec<String>) -> Result<Vec<String>, Error>;
    #[rpc(read_only)]
    fn echo_integer(&self, it: i32) -> Result<i32, Error>;
    #[rpc(read_only)]
    fn echo_integer_array(&self, it: Vec<i32>) -> Result<Vec<i32>, Error>;
    #[rpc(read_only)]
    fn echo_float(&self, it: f64) -> Result<f64, Error>;
    #[rpc(read_only)]
    fn echo_float_array(&self, it: Vec<f64>) -> Result<Vec<f64>, Error>;
    #[rpc(read_only)]
    fn echo_struct(&self, it: Value) -> Result<Value, Error>;
    #[rpc(read_only)]
    fn echo_struct_array(&self, it: Vec<Value>) -> Result<Vec<Value>, Error>;
    #[rpc(read_only)]
    fn echo_base64(&self, it: Base64) -> Result<Base64, Error>;
    #[rpc(read_only)]
    fn echo_date(&self, it: DateTime) -> Result<DateTime, Error>;
    #[rpc(read_only)]
    fn echo_boolean(&self, it: bool) -> Result<bool, Error>;
    #[rpc(read_only)]
    fn echo_value(&self, it: Value) -> Result<Value, Error>;
    /// Takes nothing and returns nothing.
    #[rpc(read_only)]
    fn echo_void(&self) -> Result<(), Error>;
}

/// The example of the specification.
#[service(namespace = "examples", rename_all = "camelCase")]
pub trait Examples {
    /// The name of a state of the United States, by its number in the order of the alphabet, from 1.
    #[rpc(read_only)]
    fn get_state_name(&self, number: i32) -> Result<String, Error>;
}

/// What the conformance cases call.
#[service]
pub trait Echo {
    /// Its one parameter as it came.
    #[rpc(read_only)]
    fn echo(&self, it: Value) -> Result<Value, Error>;
}

/// Answers them all.
pub struct Answers;

impl Validator for Answers {
    fn array_of_structs_test(&self, structs: &[Stooges]) -> Result<i32, Error> {
        sum(structs.iter().map(|it| it.curly))
    }

    fn count_the_entities(&self, text: &str) -> Result<Entities, Error> {
        let count = |wanted| sum(text.matches(wanted).map(|_: &str| 1));
        Ok(Entities {
            ct_left_angle_brackets: count('<')?,
            ct_right_angle_brackets: count('>')?,
            ct_ampersands: count('&')?,
            ct_apostrophes: count('\'')?,
            ct_quotes: count('"')?,
        })
    }

    fn easy_struct_test(&self, it: &Stooges) -> Result<i32, Error> {
        sum([it.moe, it.larry, it.curly])
    }

    fn echo_struct_test(&self, it: Value) -> Result<Value, Error> {
        the_struct(it)
    }

    fn many_types_test(
        &self,
        number: i32,
        boolean: bool,
        string: String,
        double: f64,
        date: DateTime,
        bytes: Base64,
    ) -> Result<ManyTypes, Error> {
        Ok((number, boolean, string, double, date, bytes))
    }

    fn moderate_size_array_check(&self, strings: &[String]) -> Result<String, Error> {
        match strings {
            [] => Err(wrong("expected at least one string")),
            [first, .., last] => Ok(format!("{first}{last}")),
            [only] => Ok(format!("{only}{only}")),
        }
    }

    fn nested_struct_test(&self, calendar: Value) -> Result<i32, Error> {
        let day = &calendar["2000"]["04"]["01"];
        let number = |name: &str| {
            let number = day[name].as_i64().and_then(|it| i32::try_from(it).ok());
            number.ok_or_else(|| wrong("expected moe, larry and curly on 2000, 04, 01"))
        };
        sum([number("moe")?, number("larry")?, number("curly")?])
    }

    fn simple_struct_return_test(&self, number: i32) -> Result<Times, Error> {
        let times = |factor| number.checked_mul(factor).ok_or_else(too_large);
        Ok(Times { times10: times(10)?, times100: times(100)?, times1000: times(1000)? })
    }
}

impl InteropEchoTests for Answers {
    fn echo_string(&self, it: String) -> Result<String, Error> {
        Ok(it)
    }
    fn echo_string_array(&self, it: Vec<String>) -> Result<Vec<String>, Error> {
        Ok(it)
    }
    fn echo_integer(&self, it: i32) -> Result<i32, Error> {
        Ok(it)
    }
    fn echo_integer_array(&self, it: Vec<i32>) -> Result<Vec<i32>, Error> {
        Ok(it)
    }
    fn echo_float(&self, it: f64) -> Result<f64, Error> {
        Ok(it)
    }
    fn echo_float_array(&self, it: Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(it)
    }
    fn echo_struct(&self, it: Value) -> Result<Value, Error> {
        the_struct(it)
    }
    fn echo_struct_array(&self, it: Vec<Value>) -> Result<Vec<Value>, Error> {
        it.into_iter().map(the_struct).collect()
    }
    fn echo_base64(&self, it: Base64) -> Result<Base64, Error> {
        Ok(it)
    }
    fn echo_date(&self, it: DateTime) -> Result<DateTime, Error> {
        Ok(it)
    }
    fn echo_boolean(&self, it: bool) -> Result<bool, Error> {
        Ok(it)
    }
    fn echo_value(&self, it: Value) -> Result<Value, Error> {
        Ok(it)
    }
    fn echo_void(&self) -> Result<(), Error> {
        Ok(())
    }
}

impl Examples for Answers {
    fn get_state_name(&self, number: i32) -> Result<String, Error> {
        let name =
            usize::try_from(number).ok().and_then(|number| STATES.get(number.checked_sub(1)?));
        name.map(|name| (*name).to_owned()).ok_or_else(|| wrong("expected a number from 1 to 50"))
    }
}

impl Echo for Answers {
    fn echo(&self, it: Value) -> Result<Value, Error> {
        Ok(it)
    }
}

/// The server with all of them.
pub fn mount(server: Server) -> Server {
    // None of them waits for anything.
    server
        .mount(ValidatorService::new(Answers).inline())
        .mount(InteropEchoTestsService::new(Answers).inline())
        .mount(ExamplesService::new(Answers).inline())
        .mount(EchoService::new(Answers).inline())
}

fn the_struct(it: Value) -> Result<Value, Error> {
    if it.as_struct().is_some() { Ok(it) } else { Err(wrong("expected a struct")) }
}

fn sum(numbers: impl IntoIterator<Item = i32>) -> Result<i32, Error> {
    numbers.into_iter().try_fold(0_i32, i32::checked_add).ok_or_else(too_large)
}

fn wrong(what: &str) -> Error {
    Fault::new(Fault::WRONG_PARAMS, what).into()
}

fn too_large() -> Error {
    wrong("the result is no 32-bit integer")
}

const STATES: [&str; 50] = [
    "Alabama",
    "Alaska",
    "Arizona",
    "Arkansas",
    "California",
    "Colorado",
    "Connecticut",
    "Delaware",
    "Florida",
    "Georgia",
    "Hawaii",
    "Idaho",
    "Illinois",
    "Indiana",
    "Iowa",
    "Kansas",
    "Kentucky",
    "Louisiana",
    "Maine",
    "Maryland",
    "Massachusetts",
    "Michigan",
    "Minnesota",
    "Mississippi",
    "Missouri",
    "Montana",
    "Nebraska",
    "Nevada",
    "New Hampshire",
    "New Jersey",
    "New Mexico",
    "New York",
    "North Carolina",
    "North Dakota",
    "Ohio",
    "Oklahoma",
    "Oregon",
    "Pennsylvania",
    "Rhode Island",
    "South Carolina",
    "South Dakota",
    "Tennessee",
    "Texas",
    "Utah",
    "Vermont",
    "Virginia",
    "Washington",
    "West Virginia",
    "Wisconsin",
    "Wyoming",
];
