//! Exit codes, help, and what happens where nobody reads.

#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use std::{
    io::{Read as _, Write as _},
    process::Stdio,
};

use common::{command, file, response, xmlrpc, xmlrpc_with};

#[test]
fn a_wrong_command_line_is_2_and_prints_nothing() {
    for args in [
        &[][..],
        &["no-such-command"],
        &["decode"],
        &["decode", "--no-such-option", "x.xml"],
        &["decode", "--call", "--response", "x.xml"],
        &["decode", "--tree", "--json", "x.xml"],
        &["decode", "--json", "--typed-json", "x.xml"],
        &["decode", "--max-body", "much", "x.xml"],
        &["encode", "--call", "--response"],
        &["encode", "--json"],
    ] {
        let run = xmlrpc(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(!run.err.is_empty(), "{args:?}");
    }
}

#[test]
fn help_tells_options_and_exit_codes() {
    for (args, words) in [
        (&["--help"][..], &["call", "decode", "encode", "Exit codes:"][..]),
        (&["call", "--help"], &["--timeout", "i/5", "kind", "Exit codes:"]),
        (&["decode", "--help"], &["--typed-json", "--max-body", "kind", "Exit codes:"]),
        (
            &["list", "--help"],
            &["--json", "http+unix:", "XMLRPC_USER", "--insecure", "Exit codes:"],
        ),
        (&["help", "--help"], &["\"signatures\"", "--header", "Exit codes:"]),
        (&["bench", "--help"], &["--reconnecting", "p99.9", "Exit codes:"]),
        (&["tap", "--help"], &["--public", "Accept-Encoding", "LISTEN", "Exit codes:"]),
        (&["generate", "--help"], &["--prefix", "--async", "--only", "Exit codes:"]),
        (&["encode", "-h"], &["--call", "\"datetime\"", "Exit codes:"]),
        (&["--version"], &[env!("CARGO_PKG_VERSION")]),
    ] {
        let help = xmlrpc(args).good();
        for word in words {
            assert!(help.contains(word), "{word} in {help}");
        }
        assert!(help.lines().all(|line| line.len() <= 120), "{help}");
    }
}

#[test]
fn help_is_asked_for_as_other_commands_have_it() {
    assert_eq!(xmlrpc(&["help", "call"]).good(), xmlrpc(&["call", "--help"]).good());
    let run = xmlrpc(&["help", "http://127.0.0.1:1"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("which method?"), "{}", run.err);
}

#[test]
fn shells_and_man_are_told_of_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let text = xmlrpc(&["completions", shell]).good();
        for word in ["generate", "reconnecting", "password-file"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(xmlrpc(&["completions", "sh"]).code, Some(2));
    let page = xmlrpc(&["man"]).good();
    assert!(page.contains(".TH xmlrpc") && page.contains("tap"), "{page}");
    let page = xmlrpc(&["man", "call"]).good();
    assert!(page.contains(".TH xmlrpc-call") && page.contains("METHOD"), "{page}");
    assert_eq!(xmlrpc(&["man", "nothing"]).code, Some(2));
}

#[test]
fn a_reader_that_goes_away_ends_the_command_quietly() {
    let large = file("broken-pipe.xml", response(&"x".repeat(4 << 20)));
    for args in
        [&["decode", "--typed-json", &large][..], &["decode", &large], &["encode"], &["--help"]]
    {
        let mut child = command()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        let _ = writeln!(input, "{{\"value\":{{\"string\":\"x\"}}}}");
        drop(input);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_1() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let small = file("full.xml", response("x"));
    let output = command().args(["decode", &small]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("xmlrpc: cannot write: "));
}

#[test]
fn names_that_look_like_options_are_files_after_two_hyphens() {
    let run = xmlrpc_with(&["decode", "--json", "--", "--call", "-"], response("x").as_bytes());
    assert_eq!(run.code, Some(1));
    let lines = run.lines();
    assert_eq!(lines[0]["error"]["file"], "--call");
    assert_eq!(lines[1]["value"], "x");
}
