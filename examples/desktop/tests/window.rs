//! Clicks and types in the contents of the window; no window is opened.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong here fails the test")]

use std::{
    fs,
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use desktop::{
    app::App,
    data::SqliteDb,
    desk::{Connect, Desk, connect},
    people::{People as _, PeopleClient, PeopleService},
    sharing::Way,
};
use eframe::egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::{Harness, kittest::Queryable as _};
use xmlrpc_proxy::{Auth, Config, Error, Remote, Request, Response, Running, Server, Transport};

type Window = Harness<'static, App>;

fn people() -> Arc<SqliteDb> {
    Arc::new(SqliteDb::open(None, 500).unwrap())
}

fn window_with(people: Arc<SqliteDb>, connect: Connect) -> Window {
    let desk = Desk::new(people, connect, || {}).unwrap();
    let window = Harness::builder().with_size((1000.0, 700.0));
    let mut window =
        window.build_ui_state(|ui, app: &mut App| app.show(ui), App::new(desk, |_, _| {}));
    window.step();
    window
}

fn window() -> Window {
    window_with(people(), connect)
}

fn field(window: &mut Window, name: &str, text: &str) {
    let role = if name == "Token" { Role::PasswordInput } else { Role::TextInput };
    window.get_by_role_and_label(role, name).click();
    window.step();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(role, name).type_text(text);
    window.step();
    window.step();
}

fn click(window: &mut Window, name: &str) {
    window.get_by_role_and_label(Role::Button, name).click();
    window.step();
    window.step();
}

/// Frames are made until this is so.
fn until(window: &mut Window, what: &str, done: impl Fn(&Window) -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !done(window) {
        assert!(Instant::now() < end, "{what} did not happen: {}", state(window));
        thread::sleep(Duration::from_millis(2));
        window.step();
    }
}

fn state(window: &Window) -> String {
    let desk = &window.state().desk;
    format!("{:?} {:?} {:?} {:?}", desk.trouble, desk.file_trouble, desk.refused, desk.note)
}

fn shows(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

fn serve(people: &Arc<SqliteDb>) -> Running {
    let service = PeopleService::new(people.clone());
    Server::bind("127.0.0.1:0").unwrap().mount(service).spawn().unwrap()
}

#[test]
fn typing_filters_the_list() {
    let mut window = window();
    window.step();
    assert!(shows(&window, "500 people"));
    field(&mut window, "Search", "ada er");
    let desk = &window.state().desk;
    assert!(!desk.ids.is_empty() && desk.ids.len() < 500, "{}", desk.ids.len());
    let count = format!("{} people with “ada er”", desk.ids.len());
    assert!(shows(&window, &count), "{count}");
    assert!(window.query_all_by_label_contains("Ada ").count() >= window.state().desk.ids.len());
    assert!(!shows(&window, "Bruno "), "who does not match is gone");
}

#[test]
fn a_person_is_changed_on_either_path() {
    let (here, there) = (people(), people());
    let server = serve(&there);
    let mut window = window_with(here.clone(), connect);
    field(&mut window, "Search", "greta");
    let id = window.state().desk.ids[0];
    let name = here.get_person(id).unwrap().name;

    window.get_all_by_label_contains(&name).next().unwrap().click();
    window.run_steps(2);
    field(&mut window, "Name", "Greta Here");
    field(&mut window, "Born", "1990-02-30");
    click(&mut window, "Save");
    assert!(shows(&window, "is no day"));
    field(&mut window, "Born", "1990-02-28");
    click(&mut window, "Save");
    assert!(shows(&window, "Greta Here is saved"));
    assert_eq!(here.get_person(id).unwrap().name, "Greta Here");

    field(&mut window, "Endpoint", server.url());
    click(&mut window, "Remote");
    field(&mut window, "Name", "  ");
    click(&mut window, "Save");
    until(&mut window, "the refusal", |window| shows(window, "a name has"));
    field(&mut window, "Name", "Greta There");
    click(&mut window, "Save");
    until(&mut window, "the save", |window| shows(window, "Greta There is saved"));
    assert_eq!(there.get_person(id).unwrap().name, "Greta There");
    assert_eq!(here.get_person(id).unwrap().name, "Greta Here");
    server.stop();
}

#[test]
fn the_switch_changes_the_path_and_what_is_wrong_goes_when_the_server_is_back() {
    let there = Arc::new(SqliteDb::open(None, 7).unwrap());
    let server = serve(&there);
    let (url, addr) = (server.url().to_owned(), server.addr());
    let mut window = window();
    assert!(window.state().desk.is_local());
    field(&mut window, "Endpoint", &url);
    click(&mut window, "Remote");
    until(&mut window, "the remote list", |window| window.state().desk.ids.len() == 7);
    assert!(!window.state().desk.is_local());
    let first = there.get_person(window.state().desk.ids[0]).unwrap().name;
    until(&mut window, "its rows", |window| shows(window, &first));
    until(&mut window, "both paths in the plot", |window| {
        let times = &window.state().desk.times;
        times.local.last().is_some() && times.remote.last().is_some()
    });

    server.stop();
    until(&mut window, "the trouble", |window| window.state().desk.trouble.is_some());
    assert_eq!(window.state().desk.ids.len(), 7, "what was known stays on the screen");
    let service = PeopleService::new(there.clone());
    let server = Server::bind(addr).unwrap().mount(service).spawn().unwrap();
    until(&mut window, "the end of it", |window| window.state().desk.trouble.is_none());

    click(&mut window, "Local");
    assert!(window.state().desk.is_local());
    until(&mut window, "the list of here", |window| window.state().desk.ids.len() == 500);
    server.stop();
}

#[test]
fn what_is_no_endpoint_is_told_and_the_path_stays() {
    let mut window = window();
    field(&mut window, "Endpoint", "nonsense");
    click(&mut window, "Remote");
    assert!(window.state().desk.refused.is_some());
    assert!(window.state().desk.is_local());
}

/// A server that takes calls and answers none before the test ends, and by which threads it was called.
#[derive(Default)]
struct Dead {
    callers: Mutex<Vec<ThreadId>>,
    ended: Mutex<bool>,
    bell: Condvar,
}

impl Dead {
    fn end(&self) {
        *self.ended.lock().unwrap() = true;
        self.bell.notify_all();
    }
}

static DEAD: std::sync::LazyLock<Arc<Dead>> = std::sync::LazyLock::new(Arc::default);

struct ToDead;

impl Transport for ToDead {
    fn call(&self, _: &Request<'_>) -> Result<Response, Error> {
        DEAD.callers.lock().unwrap().push(thread::current().id());
        let mut ended = DEAD.ended.lock().unwrap();
        while !*ended {
            ended = DEAD.bell.wait(ended).unwrap();
        }
        Ok(Response::new(Vec::new()))
    }
    fn describe(&self) -> String {
        "dead".to_owned()
    }
}

#[test]
fn with_a_dead_endpoint_typing_goes_on_and_no_remote_call_is_made_by_this_thread() {
    static CONNECTED: AtomicU32 = AtomicU32::new(0);
    let mut window = window_with(people(), |_, _| {
        CONNECTED.fetch_add(1, Ordering::Relaxed);
        Ok(Remote::new(ToDead))
    });
    let known = window.state().desk.ids.len();
    click(&mut window, "Remote");
    assert_eq!(CONNECTED.load(Ordering::Relaxed), 1);
    until(&mut window, "a call", |_| !DEAD.callers.lock().unwrap().is_empty());

    let mut longest = Duration::ZERO;
    window.get_by_role_and_label(Role::TextInput, "Search").click();
    window.step();
    for letter in "greta b".chars() {
        window.get_by_role_and_label(Role::TextInput, "Search").type_text(&letter.to_string());
        for _ in 0..5 {
            let begin = Instant::now();
            window.step();
            longest = longest.max(begin.elapsed());
        }
    }
    assert_eq!(window.state().desk.words, "greta b");
    assert_eq!(window.state().desk.ids.len(), known, "nobody answered");
    // The calls are still under way: a frame that waited for one would never have ended.
    assert!(longest < Duration::from_secs(2), "{longest:?}");
    // What is under way is given up by a turn.
    click(&mut window, "Local");
    window.step();
    assert!(window.state().desk.is_local());
    assert!(window.state().desk.ids.len() < known, "what was typed is found here");

    let callers = DEAD.callers.lock().unwrap().clone();
    let own = callers.iter().filter(|caller| **caller == thread::current().id()).count();
    assert_eq!((own, callers.is_empty()), (0, false));
    DEAD.end();
}

#[test]
fn the_file_turns_the_switch() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("practice.toml");
    let there = Arc::new(SqliteDb::open(None, 7).unwrap());
    let server = serve(&there);
    let mut window = window();
    window.state_mut().desk.follow(file.clone()).expect("a thread");
    until(&mut window, "the complaint", |window| window.state().desk.file_trouble.is_some());

    let write = |text: &str| {
        let beside = file.with_extension("new");
        fs::write(&beside, text).unwrap();
        fs::rename(beside, &file).unwrap();
    };
    write("people = \"local\"\n");
    until(&mut window, "its end", |window| window.state().desk.file_trouble.is_none());
    write(&format!("people = {{ endpoint = \"{}\", timeout = \"2s\" }}\n", server.url()));
    until(&mut window, "the remote list", |window| window.state().desk.ids.len() == 7);
    assert!(shows(&window, "the file turned the switch to remote"), "{}", state(&window));
    assert_eq!(window.state().desk.endpoint.url, server.url());

    write("people = 7\n");
    until(&mut window, "the complaint", |window| window.state().desk.file_trouble.is_some());
    assert!(!window.state().desk.is_local(), "the last good state stays");
    write("people = \"local\"\n");
    until(&mut window, "the local list", |window| window.state().desk.ids.len() == 500);
    assert!(shows(&window, "the file turned the switch to local"), "{}", state(&window));
    assert_eq!(window.state().desk.file_trouble, None);
    server.stop();
}

#[cfg(unix)]
#[test]
fn what_is_shared_is_called_over_the_socket() {
    let mut window = window();
    click(&mut window, "Share on this machine");
    let url = window.state().desk.sharing.as_ref().unwrap().url().to_owned();
    assert!(url.starts_with("http+unix://") && shows(&window, &url), "{url}");
    let client = PeopleClient::connect(url.as_str()).unwrap();
    assert_eq!(client.find("").unwrap().len(), 500);

    // The window follows what others save.
    let mut person = client.get_person(window.state().desk.ids[0]).unwrap();
    person.name = "A Name From Afar".to_owned();
    client.save(&person).unwrap();
    window.step();
    assert!(shows(&window, "A Name From Afar"));

    // It is offered as an endpoint, to be tried at once.
    click(&mut window, "Remote");
    until(&mut window, "the list", |window| {
        !window.state().desk.is_local() && window.state().desk.ids.len() == 500
    });
    click(&mut window, "Local");
    click(&mut window, "Stop sharing");
    until(&mut window, "the end", |_| client.find("").is_err());
}

#[test]
fn a_shared_port_asks_for_the_token_that_is_shown_once() {
    let mut window = window();
    window.state_mut().desk.way = Way::Token;
    click(&mut window, "Share on this machine");
    let sharing = window.state().desk.sharing.as_ref().unwrap();
    let (url, token) = (sharing.url().to_owned(), sharing.token.clone().unwrap());
    assert!(shows(&window, &token));
    click(&mut window, "Noted: do not show it again");
    assert!(!shows(&window, &token));

    let without = PeopleClient::connect(url.as_str()).unwrap();
    assert!(without.find("").is_err());
    let config = Config::new(&url).unwrap().auth(Auth::bearer(&token).unwrap());
    assert_eq!(PeopleClient::connect(config).unwrap().find("").unwrap().len(), 500);
}
