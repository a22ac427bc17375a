//! The arguments of `#[service(...)]` and `#[rpc(...)]`.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{
    Attribute, Expr, ExprLit, Ident, Lit, LitStr, Meta, Path, Token, parse::ParseStream,
    parse::Parser as _, parse_quote,
};

use crate::{case::Case, errors::Errors};

/// `#[service(...)]` on the trait.
pub(crate) struct Service {
    pub(crate) namespace: Option<String>,
    pub(crate) rename_all: Case,
    /// The path of the facade crate.
    pub(crate) krate: Path,
    pub(crate) client: bool,
    pub(crate) server: bool,
}

/// `#[rpc(...)]` on a method.
#[derive(Default)]
pub(crate) struct Rpc {
    pub(crate) name: Option<LitStr>,
    /// Whole names, without the namespace.
    pub(crate) aliases: Vec<LitStr>,
    /// In nanoseconds.
    pub(crate) timeout: Option<u64>,
    pub(crate) read_only: bool,
    pub(crate) idempotent: bool,
    pub(crate) skip: Option<Span>,
    /// An argument other than `skip`, which makes no sense on a method that is not exported.
    pub(crate) exporting: Option<Ident>,
}

impl Service {
    const TAKES: &str = "`#[service]` takes `namespace`, `rename_all`, `crate` and `only`";

    pub(crate) fn parse(args: TokenStream, errors: &mut Errors) -> Self {
        let mut attrs = Service {
            namespace: None,
            rename_all: Case::default(),
            krate: parse_quote!(::xmlrpc_proxy),
            client: true,
            server: true,
        };
        for (key, arg) in arguments([args], Self::TAKES, errors) {
            match key.to_string().as_str() {
                "namespace" => {
                    if let Some(text) = string(&arg, errors).filter(|text| wire_name(text, errors))
                    {
                        attrs.namespace = Some(text.value());
                    }
                }
                "rename_all" => {
                    if let Some(text) = string(&arg, errors) {
                        match Case::parse(&text.value()) {
                            Some(case) => attrs.rename_all = case,
                            None => errors.on(text, format!("this is none of {}", Case::ALLOWED)),
                        }
                    }
                }
                "crate" => {
                    if let Some(path) = path(&arg, errors) {
                        attrs.krate = path;
                    }
                }
                "only" => {
                    if let Some(text) = string(&arg, errors) {
                        match text.value().as_str() {
                            "client" => attrs.server = false,
                            "server" => attrs.client = false,
                            _ => errors.on(text, "`only` is \"client\" or \"server\""),
                        }
                    }
                }
                _ => errors.on(&arg, format!("unknown argument `{key}`: {}", Self::TAKES)),
            }
        }
        attrs
    }
}

impl Rpc {
    const TAKES: &str =
        "`#[rpc]` takes `name`, `alias`, `read_only`, `idempotent`, `timeout` and `skip`";

    /// Takes the `#[rpc]` attributes off a method and reads them.
    pub(crate) fn take(attrs: &mut Vec<Attribute>, errors: &mut Errors) -> Self {
        let mut rpc = Rpc::default();
        let mut lists = Vec::new();
        attrs.retain(|attr| {
            if hides_rpc(attr) {
                errors.on(
                    &attr.meta,
                    "`#[rpc]` cannot stand inside `cfg_attr`, which is read too late: write the method twice, each under a `cfg`",
                );
                return false;
            }
            if !attr.path().is_ident("rpc") {
                return true;
            }
            lists.extend(list(&attr.meta, Self::TAKES, errors));
            false
        });
        for (key, arg) in arguments(lists, Self::TAKES, errors) {
            let text = key.to_string();
            if text != "skip" {
                rpc.exporting.get_or_insert_with(|| key.clone());
            }
            match text.as_str() {
                "name" => {
                    rpc.name = string(&arg, errors).filter(|text| wire_name(text, errors)).cloned();
                }
                "alias" => {
                    let text = string(&arg, errors).filter(|text| wire_name(text, errors));
                    rpc.aliases.extend(text.cloned());
                }
                "timeout" => {
                    if let Some(text) = string(&arg, errors) {
                        rpc.timeout = duration(&text.value());
                        if rpc.timeout.is_none() {
                            errors.on(
                                text,
                                "a time-out is a number above 0 and a unit, `us`, `ms`, `s`, `m` or `h`: \"500ms\", \"2s\"",
                            );
                        }
                    }
                }
                "read_only" => rpc.read_only = flag(&arg, errors),
                "idempotent" => rpc.idempotent = flag(&arg, errors),
                "skip" => rpc.skip = flag(&arg, errors).then(|| key.span()),
                _ => errors.on(&arg, format!("unknown argument `{key}`: {}", Self::TAKES)),
            }
        }
        rpc
    }
}

/// `#[rpc(default)]` on a parameter: what it is when a caller does not send it.
pub(crate) enum Absent {
    /// What `Default` makes.
    Default,
    Value(Expr),
}

impl Absent {
    const TAKES: &str = "`#[rpc]` on a parameter takes `default` or `default = EXPRESSION`";

    /// Takes the `#[rpc]` attributes off a parameter and reads them.
    pub(crate) fn take(attrs: &mut Vec<Attribute>, errors: &mut Errors) -> Option<Self> {
        let mut lists = Vec::new();
        attrs.retain(|attr| {
            if !attr.path().is_ident("rpc") {
                return true;
            }
            lists.extend(list(&attr.meta, Self::TAKES, errors));
            false
        });
        let mut absent = None;
        for (key, arg) in arguments(lists, Self::TAKES, errors) {
            match (key == "default", arg) {
                (true, Meta::Path(_)) => absent = Some(Absent::Default),
                (true, Meta::NameValue(pair)) => absent = Some(Absent::Value(pair.value)),
                (_, arg) => errors.on(arg, format!("unknown argument `{key}`: {}", Self::TAKES)),
            }
        }
        absent
    }
}

/// Whether this is a `cfg_attr` around an `rpc`.
fn hides_rpc(attr: &Attribute) -> bool {
    let Meta::List(list) = &attr.meta else { return false };
    let is_rpc = |token| matches!(token, TokenTree::Ident(ident) if ident == "rpc");
    attr.path().is_ident("cfg_attr") && list.tokens.clone().into_iter().any(is_rpc)
}

/// The arguments of an attribute that means nothing without them.
pub(crate) fn list(meta: &Meta, takes: &str, errors: &mut Errors) -> Option<TokenStream> {
    match meta {
        Meta::List(list) if !list.tokens.is_empty() => Some(list.tokens.clone()),
        other => {
            errors.on(other, format!("this needs arguments: {takes}"));
            None
        }
    }
}

/// Splits lists into their arguments, each at most once over all of them, but for aliases.
pub(crate) fn arguments(
    lists: impl IntoIterator<Item = TokenStream>,
    takes: &str,
    errors: &mut Errors,
) -> Vec<(Ident, Meta)> {
    let mut arguments: Vec<(Ident, Meta)> = Vec::new();
    for list in lists {
        let mut metas = Vec::new();
        let parsed = (|input: ParseStream<'_>| {
            // What stands before a mistake counts.
            while !input.is_empty() {
                metas.push(input.parse::<Meta>()?);
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        })
        .parse2(list);
        if let Err(error) = parsed {
            errors.at(error.span(), format!("{error}: {takes}"));
        }
        for meta in metas {
            match meta.path().get_ident() {
                Some(key) if key != "alias" && arguments.iter().any(|(other, _)| other == key) => {
                    errors.on(&meta, format!("`{key}` is given twice"));
                }
                Some(key) => arguments.push((key.clone(), meta)),
                None => errors.on(&meta, format!("unknown argument: {takes}")),
            }
        }
    }
    arguments
}

/// The text of `key = "text"`.
pub(crate) fn string<'a>(arg: &'a Meta, errors: &mut Errors) -> Option<&'a LitStr> {
    if let Meta::NameValue(pair) = arg
        && let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = ungrouped(&pair.value)
    {
        return Some(text);
    }
    let key = arg.path().get_ident();
    errors.on(
        arg,
        format!("this is written `{} = \"...\"`", key.map(Ident::to_string).unwrap_or_default()),
    );
    None
}

/// The expression without the invisible groups in which a `macro_rules` hands on what it was given.
pub(crate) fn ungrouped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => ungrouped(&group.expr),
        expr => expr,
    }
}

/// The path of `crate = "path"`.
pub(crate) fn path(arg: &Meta, errors: &mut Errors) -> Option<Path> {
    let text = string(arg, errors)?;
    match text.parse_with(Path::parse_mod_style) {
        Ok(path) => Some(path),
        Err(_) => {
            errors
                .on(text, "this is no path of a crate: write for example `crate = \"::renamed\"`");
            None
        }
    }
}

/// A word that stands alone.
pub(crate) fn flag(arg: &Meta, errors: &mut Errors) -> bool {
    if let Meta::Path(_) = arg {
        return true;
    }
    let key = arg.path().get_ident();
    errors.on(arg, format!("`{}` takes no value", key.map(Ident::to_string).unwrap_or_default()));
    false
}

/// Whether a method can be called that: a name may hold anything but white space and control characters.
fn wire_name(text: &LitStr, errors: &mut Errors) -> bool {
    let name = text.value();
    if name.is_empty() {
        errors.on(text, "a name on the wire cannot be empty");
    } else if name.contains(|c: char| c.is_whitespace() || c.is_control()) {
        errors.on(text, "a name on the wire cannot hold white space or control characters");
    } else {
        return true;
    }
    false
}

/// Nanoseconds of a text like `500ms`.
fn duration(text: &str) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let unit: u64 = match unit.trim_start() {
        "us" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    number.parse::<u64>().ok().filter(|&number| number > 0)?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn reads_durations() {
        assert_eq!(duration("2s"), Some(2_000_000_000));
        assert_eq!(duration("500 ms"), Some(500_000_000));
        for wrong in ["", "s", "2", "2 parsecs", "-1s", "0s", "1.5s", "99999999999h"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }
}
