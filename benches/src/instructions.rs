//! Instructions to read and to write the list once.

use crate::callgrind;

/// The work, and how many instructions ours may take for it: what it took when this was written, and a tenth.
const LIST: [(&str, u64); 2] = [("decode", 1_520_000), ("encode", 525_000)];

/// Prints the table. Whether all is within its limit.
pub fn judge() -> Result<bool, String> {
    let mut good = true;
    println!("{:<14} {:>12} {:>12} {:>12} {:>12}", "list", "ours", "limit", "quick-xml", "dxr");
    for (work, limit) in LIST {
        let count = |who| callgrind::instructions("instructions", &format!("{work}_{who}"));
        let (ours, quick_xml, dxr) = (count("ours")?, count("quick_xml")?, count("dxr")?);
        good &= ours <= limit;
        println!("{work:<14} {ours:>12} {limit:>12} {quick_xml:>12} {dxr:>12}");
        let ratio = |other: u64| format!("{:.1}x", other as f64 / ours as f64);
        println!("{:<14} {:>12} {:>12} {:>12} {:>12}", "", "", "", ratio(quick_xml), ratio(dxr));
    }
    Ok(good)
}
