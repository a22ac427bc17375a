//! A client made by `#[service]` asks a real WordPress: users and passwords in each call, and values as PHP knows them.
#![cfg(all(feature = "client", feature = "derive"))]
#![allow(missing_docs, clippy::expect_used)]

mod peers;

use std::collections::BTreeMap;

use peers::post::post;
use serde::{Deserialize, Serialize};
use xmlrpc_proxy::{
    Base64, Config, DateTime, Error, Fault, Result, Value, service, value, wire::Dialect,
};

#[service(rename_all = "camelCase", namespace = "wp", only = "client")]
trait WordPress {
    #[rpc(read_only)]
    fn get_users_blogs(&self, user: &str, password: &str) -> Result<Vec<Blog>>;
    fn new_post(&self, blog: i32, user: &str, password: &str, post: &Value) -> Result<String>;
    #[rpc(read_only)]
    fn get_post(&self, blog: i32, user: &str, password: &str, post: &str) -> Result<Post>;
    #[rpc(read_only)]
    fn get_users(&self, blog: i32, user: &str, password: &str) -> Result<Vec<User>>;
    fn upload_file(&self, blog: i32, user: &str, password: &str, file: &File) -> Result<Media>;
    fn no_such_method(&self) -> Result<()>;
}

#[service(rename_all = "camelCase", namespace = "demo", only = "client")]
trait Demo {
    fn add_two_numbers(&self, a: i64, b: i64) -> Result<i64>;
    fn say_hello(&self) -> Result<String>;
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Blog {
    is_admin: bool,
    /// Numbers of rows are texts, all of them.
    blogid: String,
    blog_name: String,
}

#[derive(Debug, Deserialize, Serialize)]
struct Post {
    post_id: String,
    post_title: String,
    post_content: String,
    post_date: DateTime,
    sticky: bool,
    menu_order: i32,
    /// A picture, or an empty array.
    post_thumbnail: Thumbnail,
    terms: Vec<BTreeMap<String, Value>>,
}

#[derive(Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct Thumbnail {
    attachment_id: Option<String>,
    metadata: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize, Serialize)]
struct User {
    username: String,
    registered: DateTime,
    roles: Vec<String>,
}

#[derive(Debug, Deserialize, Serialize)]
struct File {
    name: String,
    r#type: String,
    bits: Base64,
}

#[derive(Debug, Deserialize, Serialize)]
struct Media {
    id: String,
    file: String,
    url: String,
}

const ME: (&str, &str) = ("ada", "p:w");

fn code(error: &Error) -> Option<i32> {
    error.fault().map(|fault| fault.code)
}

#[test]
fn posts_pictures_and_what_php_makes_of_values() {
    let Some(running) = peers::wordpress::WordPress::start("wordpress") else { return };
    let config = Config::new(&running.url).expect("a URL");
    let wordpress = WordPressClient::connect(&config).expect("a client");
    let (user, password) = ME;

    let blogs = peers::until_it_answers(|| wordpress.get_users_blogs(user, password));
    assert!(blogs[0].is_admin);
    assert_eq!((blogs[0].blogid.as_str(), blogs[0].blog_name.as_str()), ("1", "A blog"));
    let error = wordpress.get_users_blogs(user, "wrong").expect_err("another password");
    assert_eq!(code(&error), Some(403), "{error}");

    let title = "<é & 中 😀> ]]> \"x\" 'y'";
    let day = DateTime::new(2001, 2, 3, 4, 5, 6).expect("a day");
    let content = value!({
        "post_title": title,
        "post_content": "a\n\n  b",
        "post_date": day,
        "post_status": "publish",
        "terms_names": { "post_tag": ["é", "b"] },
    });
    let id = wordpress.new_post(1, user, password, &content).expect("a post");
    let seen = wordpress.get_post(1, user, password, &id).expect("the same post");
    assert_eq!((seen.post_title.as_str(), seen.post_content.as_str()), (title, "a\n\n  b"));
    assert_eq!((seen.post_id, seen.post_date), (id.clone(), day));
    assert_eq!(seen.post_thumbnail, Thumbnail::default());
    assert_eq!(seen.terms.len(), 3);
    assert!(!seen.sticky && seen.menu_order == 0);

    // The smallest picture there is, as a thumbnail: then it is a struct.
    let bits = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x01D\0;";
    let file =
        File { name: "é.gif".into(), r#type: "image/gif".into(), bits: bits.to_vec().into() };
    let media = wordpress.upload_file(1, user, password, &file).expect("kept");
    assert!(media.url.ends_with(".gif"), "{media:?}");
    let thumbnail: i32 = media.id.parse().expect("a number");
    let content = value!({ "post_title": "x", "post_thumbnail": thumbnail });
    let other = wordpress.new_post(1, user, password, &content).expect("a post");
    let seen = wordpress.get_post(1, user, password, &other).expect("the same post");
    assert_eq!(seen.post_thumbnail.attachment_id, Some(media.id));

    // White space at the ends of texts is gone.
    let content = value!({ "post_title": " x\n", "post_content": "\n y " });
    let trimmed = wordpress.new_post(1, user, password, &content).expect("a post");
    assert_eq!(wordpress.get_post(1, user, password, &trimmed).expect("a post").post_title, "x");

    let users = wordpress.get_users(1, user, password).expect("two");
    let of = |name: &str| users.iter().find(|user| user.username == name).expect("a user");
    assert!(of("ada").registered.year() > 2000);
    assert_eq!(of("ada").roles, ["administrator"]);
    assert_eq!(of("bo").registered.to_string(), "0000-00-00T00:00:00Z");

    // Types that it does not know are passed over: a call with one has a parameter less.
    let demo = DemoClient::connect(&config).expect("a client");
    assert_eq!(demo.say_hello().expect("a greeting"), "Hello!");
    assert_eq!(demo.add_two_numbers(1, 2).expect("three"), 3);
    assert_eq!(demo.add_two_numbers(1 << 40, 2).expect("a sum of nothing"), 0);
    let strict = DemoClient::connect(config.dialect(Dialect::specification())).expect("a client");
    assert!(strict.add_two_numbers(1 << 40, 2).expect_err("not sent").is_unsent());

    let error = wordpress.no_such_method().expect_err("there is none");
    assert!(error.fault().is_some_and(Fault::is_no_such_method), "{error}");

    let mut batch = wordpress.batch();
    let (two, none) = (batch.get_users(1, user, password), batch.no_such_method());
    let (good, wrong) = (batch.get_post(1, user, password, &id), batch.get_users_blogs(user, "p"));
    let after = batch.get_users_blogs(user, password);
    let answers = batch.send().expect("an answer");
    assert_eq!(answers.take(two).expect("users").len(), 2);
    let error = answers.take(none).expect_err("there is none");
    assert!(error.fault().is_some_and(Fault::is_no_such_method), "{error}");
    assert_eq!(answers.take(good).expect("the post").post_title, title);
    assert_eq!(code(&answers.take(wrong).expect_err("another password")), Some(403));
    // After a wrong password the right one is wrong, too, until the batch ends.
    assert_eq!(code(&answers.take(after).expect_err("too late")), Some(403));

    // Faults are escaped once more in batches.
    let plain = post(&running.url, "a&amp;b", "");
    assert!(plain.contains("requested method a&amp;b does not"), "{plain}");
    let calls = "<array><data><value><struct><member><name>methodName</name><value>a&amp;b</value></member>\
                 <member><name>params</name><value><array><data></data></array></value></member></struct></value></data></array>";
    let inside = post(&running.url, "system.multicall", calls);
    assert!(inside.contains("requested method a&amp;amp;b does not"), "{inside}");

    peers::table::record(peers::table::Row {
        peer: "WordPress",
        version: &running.version,
        direction: "we call it",
        score: None,
        special: "user and password in each call; ids are texts; a struct without members is an array; `00000000T00:00:00Z` for no date; passes over `i8` and `nil`, and white space at the ends of texts; batches, in which a wrong password makes the right one wrong, and faults are escaped twice",
    });
}
