//! The documents that every peer reads, and that ours writes to the byte.

use std::fmt::Write;

/// Structs in the list.
pub const RELEASES: u32 = 266;

/// Items in the arrays of numbers.
pub const NUMBERS: usize = 100_000;

/// Bytes of the binary.
pub const BYTES: usize = 10_000_000;

/// The call of the smallest service.
pub const HELLO: &str = "<?xml version=\"1.0\"?><methodCall><methodName>hello</methodName><params><param>\
    <value><string>Greg</string></value></param></params></methodCall>";

const HEAD: &str = "<?xml version=\"1.0\"?><methodResponse><params><param>";
const END: &str = "</param></params></methodResponse>";

/// Numbers that look random and are the same on every run.
struct Numbers(u64);

impl Iterator for Numbers {
    type Item = u64;

    // SplitMix64.
    fn next(&mut self) -> Option<u64> {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some(mixed ^ (mixed >> 31))
    }
}

/// A response like that of `release.listLatestReleases`: a list of structs of 4 strings, 2 ints, a double and a date. One string in
/// 32 holds references.
#[must_use]
pub fn list() -> String {
    releases(RELEASES)
}

/// The same with so many structs.
#[must_use]
pub fn releases(count: u32) -> String {
    let mut out = format!("{HEAD}<value><array><data>");
    for (number, random) in (0..count).zip(Numbers(1)) {
        let of = |modulus: u64| random % modulus;
        let notes = if number % 8 == 0 {
            "Fixes the &lt;?xml?&gt; prolog &amp; names"
        } else {
            "Fixes the encoding of names"
        };
        let date = format!(
            "{}{:02}{:02}T{:02}:{:02}:{:02}",
            2000 + of(20),
            1 + of(12),
            1 + of(28),
            of(24),
            of(60),
            of(59)
        );
        let string = |name: &str, text: &str| {
            format!("<member><name>{name}</name><value><string>{text}</string></value></member>")
        };
        let typed = |name: &str, kind: &str, text: &str| {
            format!("<member><name>{name}</name><value><{kind}>{text}</{kind}></value></member>")
        };
        let members = [
            string("package", &format!("Package_{number}_{:x}", of(0x1_0000))),
            string("version", &format!("{}.{}.{}", of(5), of(17), of(31))),
            string("summary", &format!("Reads and writes what {number} needs")),
            string("notes", notes),
            typed("downloads", "int", &of(2_000_000).to_string()),
            typed("maintainer", "int", &of(900).to_string()),
            typed("rating", "double", &format!("{}.{}", of(5), 1 + of(9))),
            typed("released", "dateTime.iso8601", &date),
        ];
        let _ = write!(out, "<value><struct>{}</struct></value>", members.concat());
    }
    out + "</data></array></value>" + END
}

fn array(kind: &str, items: impl Iterator<Item = String>) -> String {
    let mut out = format!("{HEAD}<value><array><data>");
    for item in items.take(NUMBERS) {
        let _ = write!(out, "<value><{kind}>{item}</{kind}></value>");
    }
    out + "</data></array></value>" + END
}

/// Integers of every length.
#[must_use]
pub fn ints() -> String {
    array("int", Numbers(2).map(|random| ((random as i32) >> (random >> 32 & 31)).to_string()))
}

/// Doubles: every other one is as long as a double can be, the rest are like prices.
#[must_use]
pub fn doubles() -> String {
    let double = |random: u64| {
        let fraction = (random >> 11) as f64 / (1u64 << 53) as f64;
        if random & 1 == 0 { 1000.0 * fraction } else { (10_000.0 * fraction).round() / 100.0 }
    };
    // What is whole bears `.0`, as ours writes it.
    array("double", Numbers(3).map(|random| format!("{:?}", double(random) + 0.01)))
}

/// Bytes that look random.
#[must_use]
pub fn bytes() -> Vec<u8> {
    Numbers(4).flat_map(u64::to_le_bytes).take(BYTES).collect()
}

/// The text of [`bytes`], on one line.
#[must_use]
pub fn base64_text() -> String {
    use base64::{Engine, engine::general_purpose::STANDARD};
    STANDARD.encode(bytes())
}

/// A response of [`bytes`].
#[must_use]
pub fn base64() -> String {
    format!("{HEAD}<value><base64>{}</base64></value>{END}", base64_text())
}
