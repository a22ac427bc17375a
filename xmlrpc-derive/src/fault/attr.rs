//! The arguments of `#[fault(...)]`, on the enum and on its variants.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::{
    Attribute, Expr, ExprLit, ExprUnary, Lit, LitInt, LitStr, Meta, Path, UnOp, parse_quote,
};

use super::Code;
use crate::{
    attr::{arguments, flag, list, path, string, ungrouped},
    errors::Errors,
};

const ENUM_TAKES: &str = "on the enum, `#[fault]` takes `crate`";
const VARIANT_TAKES: &str = "on a variant, `#[fault]` takes `code`, `message` and `call`";

/// `#[fault(...)]` on a variant.
#[derive(Default)]
pub(super) struct Variant {
    pub(super) code: Option<Code>,
    pub(super) message: Option<LitStr>,
    pub(super) call: Option<Span>,
}

/// The path of the facade crate: `#[fault(crate = "...")]` on the enum.
pub(super) fn krate(attrs: &[Attribute], errors: &mut Errors) -> Path {
    let mut krate: Path = parse_quote!(::xmlrpc_proxy);
    for (key, arg) in arguments(lists(attrs, ENUM_TAKES, errors), ENUM_TAKES, errors) {
        if key == "crate" {
            if let Some(path) = path(&arg, errors) {
                krate = path;
            }
        } else {
            errors.on(&arg, format!("unknown argument `{key}`: {ENUM_TAKES}"));
        }
    }
    krate
}

impl Variant {
    pub(super) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut parsed = Variant::default();
        for (key, arg) in arguments(lists(attrs, VARIANT_TAKES, errors), VARIANT_TAKES, errors) {
            match key.to_string().as_str() {
                "code" => parsed.code = code(&arg, errors),
                "message" => parsed.message = string(&arg, errors).cloned(),
                "call" => parsed.call = flag(&arg, errors).then(|| key.span()),
                _ => errors.on(&arg, format!("unknown argument `{key}`: {VARIANT_TAKES}")),
            }
        }
        parsed
    }
}

fn lists(attrs: &[Attribute], takes: &str, errors: &mut Errors) -> Vec<TokenStream> {
    let attrs = attrs.iter().filter(|attr| attr.path().is_ident("fault"));
    attrs.filter_map(|attr| list(&attr.meta, takes, errors)).collect()
}

/// The number of `code = 404`, which may be negative.
fn code(arg: &Meta, errors: &mut Errors) -> Option<Code> {
    let number = match arg {
        Meta::NameValue(pair) => match ungrouped(&pair.value) {
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => {
                integer(expr).and_then(|int| format!("-{}", int.base10_digits()).parse().ok())
            }
            expr => integer(expr).and_then(|int| int.base10_digits().parse().ok()),
        },
        _ => None,
    };
    if number.is_none() {
        errors.on(arg, "a fault's code is a number of 32 bits: `code = 404`");
    }
    number.map(|number| Code { number, arg: arg.to_token_stream() })
}

fn integer(expr: &Expr) -> Option<&LitInt> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => Some(int),
        _ => None,
    }
}
