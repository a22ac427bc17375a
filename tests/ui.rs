//! What the macros accept, and what they refuse with which message.

#[cfg(feature = "derive")]
#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.pass("tests/ui/hygiene/*.rs");
    for folder in ["attr", "args", "returns", "receiver", "fault", "contract"] {
        cases.compile_fail(format!("tests/ui/{folder}/*.rs"));
    }
}
