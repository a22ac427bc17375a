//! What a configuration file says of documents: limits, tolerance and dialect as tables.

use serde::{Deserialize, Deserializer};
use xmlrpc_core::wire;

/// `{ depth = 16, values = 1000 }`
pub(crate) fn limits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<wire::Limits, D::Error> {
    let mut limits = wire::Limits::default();
    let table = Limits::deserialize(deserializer)?;
    for (given, limit) in [
        (table.decoded, &mut limits.decoded),
        (table.depth, &mut limits.depth),
        (table.values, &mut limits.values),
        (table.members, &mut limits.members),
        (table.string, &mut limits.string),
    ] {
        *limit = given.unwrap_or(*limit);
    }
    Ok(limits)
}

/// `{ non_finite = true }`
pub(crate) fn tolerance<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<wire::Tolerance, D::Error> {
    let table = Tolerance::deserialize(deserializer)?;
    Ok(wire::Tolerance::default()
        .non_finite(table.non_finite)
        .empty_dates(table.empty_dates)
        .trimmed_names(table.trimmed_names)
        .surroundings(table.surroundings)
        .lossy(table.lossy))
}

/// `{ i8 = "never", nil = "never", date = "extended", prefixed = false }`
pub(crate) fn dialect<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<wire::Dialect, D::Error> {
    let table = Dialect::deserialize(deserializer)?;
    Ok(wire::Dialect::default()
        .i8(match table.i8 {
            I8Use::WhereNeeded => wire::I8Use::WhereNeeded,
            I8Use::Always => wire::I8Use::Always,
            I8Use::Never => wire::I8Use::Never,
        })
        .nil(match table.nil {
            NilUse::Allowed => wire::NilUse::Allowed,
            NilUse::Never => wire::NilUse::Never,
        })
        .prefixed(table.prefixed)
        .date(match table.date {
            DateForm::Basic => wire::DateForm::Basic,
            DateForm::Extended => wire::DateForm::Extended,
        }))
}

/// The bytes of an answer are `max_response`, and there are no multicalls in answers.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Limits {
    decoded: Option<usize>,
    depth: Option<usize>,
    values: Option<usize>,
    members: Option<usize>,
    string: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Tolerance {
    non_finite: bool,
    empty_dates: bool,
    trimmed_names: bool,
    surroundings: bool,
    lossy: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Dialect {
    i8: I8Use,
    nil: NilUse,
    prefixed: bool,
    date: DateForm,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum I8Use {
    #[default]
    WhereNeeded,
    Always,
    Never,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum NilUse {
    #[default]
    Allowed,
    Never,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DateForm {
    #[default]
    Basic,
    Extended,
}
