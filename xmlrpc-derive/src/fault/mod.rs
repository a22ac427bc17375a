//! `derive(Fault)`: an error enum whose variants travel as faults.

mod attr;
mod expand;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Type, ext::IdentExt as _};

use crate::{errors::Errors, types::bare};

/// The enum as the expansion sees it.
struct Model<'a> {
    item: &'a DeriveInput,
    variants: Vec<Variant<'a>>,
    /// The variant that holds every other error of a call, and the type in it. None if anything is wrong.
    call: Option<(&'a Ident, &'a Type)>,
}

struct Variant<'a> {
    attrs: &'a [Attribute],
    name: &'a Ident,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Coded { code: Code, text: Text },
    Call(&'a Type),
}

/// The number of a fault, and the argument that says it.
struct Code {
    number: i32,
    arg: TokenStream,
}

/// The text of a fault.
enum Text {
    /// The variant's own.
    Constant(String),
    /// In the `String` of the variant.
    Carried,
}

pub(crate) fn derive(item: &DeriveInput, errors: &mut Errors) -> TokenStream {
    let found = errors.count();
    let krate = attr::krate(&item.attrs, errors);
    let variants = variants(item, errors);
    // A variant that was refused may have been meant as the `call` variant.
    let whole = errors.count() == found;
    check_set(&item.ident, &variants, whole, errors);
    let mut calls = variants.iter().filter_map(|variant| match variant.kind {
        Kind::Call(ty) => Some((variant.name, ty)),
        Kind::Coded { .. } => None,
    });
    let call = calls.next().filter(|_| errors.count() == found);
    expand::impls(&Model { item, call, variants }, &krate)
}

fn variants<'a>(item: &'a DeriveInput, errors: &mut Errors) -> Vec<Variant<'a>> {
    let Data::Enum(data) = &item.data else {
        errors.on(
            &item.ident,
            "`derive(Fault)` is for an enum: one variant for each fault, and one for all else",
        );
        return Vec::new();
    };
    let variants = data.variants.iter();
    variants
        .filter_map(|variant| {
            Some(Variant {
                attrs: &variant.attrs,
                name: &variant.ident,
                kind: kind(variant, errors)?,
            })
        })
        .collect()
}

fn kind<'a>(variant: &'a syn::Variant, errors: &mut Errors) -> Option<Kind<'a>> {
    let found = errors.count();
    let attrs = attr::Variant::parse(&variant.attrs, errors);
    if errors.count() > found {
        return None;
    }
    if let Some(span) = attrs.call {
        if attrs.code.is_some() || attrs.message.is_some() {
            errors.at(span, "the `call` variant has no code or message: it holds the error of a call as it came");
            return None;
        }
        return match &variant.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                Some(Kind::Call(&fields.unnamed[0].ty))
            }
            _ => {
                let (name, fields) = (&variant.ident, &variant.fields);
                errors.on(quote!(#name #fields), "the `call` variant holds the error of a call: write `Call(xmlrpc_proxy::Error)`");
                None
            }
        };
    }
    let Some(code) = attrs.code else {
        errors.on(
            &variant.ident,
            "this variant needs a code, by which a caller knows it: write `#[fault(code = 404)]` above it, or \
             `#[fault(call)]` if it holds all other errors of a call",
        );
        return None;
    };
    let text = match (&variant.fields, attrs.message) {
        (Fields::Unit, Some(message)) => Text::Constant(message.value()),
        (Fields::Unit, None) => Text::Constant(words(&variant.ident.unraw().to_string())),
        (Fields::Unnamed(fields), message)
            if fields.unnamed.len() == 1 && is_string(&fields.unnamed[0].ty) =>
        {
            if let Some(message) = message {
                errors.on(
                    message,
                    "this variant carries its message in the `String`: remove one of the two",
                );
                return None;
            }
            Text::Carried
        }
        (fields, _) => {
            errors.on(
                fields,
                "this data cannot travel: a fault carries a code and one text; write `Name` or `Name(String)`",
            );
            return None;
        }
    };
    Some(Kind::Coded { code, text })
}

/// Checks what the variants say together.
fn check_set(name: &Ident, variants: &[Variant<'_>], whole: bool, errors: &mut Errors) {
    let is_call = |variant: &Variant<'_>| matches!(variant.kind, Kind::Call(_));
    for (index, variant) in variants.iter().enumerate() {
        let before = &variants[..index];
        match &variant.kind {
            Kind::Call(_) if before.iter().any(is_call) => errors
                .on(variant.name, "there is a `call` variant already: one holds all other errors"),
            Kind::Call(_) => {}
            Kind::Coded { code, .. } => {
                let same = before.iter().find(
                    |other| matches!(&other.kind, Kind::Coded { code: other, .. } if other.number == code.number),
                );
                if let Some(same) = same {
                    errors.on(
                        &code.arg,
                        format!(
                            "`{}` has this code already: a caller could not tell the two apart",
                            same.name
                        ),
                    );
                }
            }
        }
    }
    if whole && !variants.iter().any(is_call) {
        errors.on(
            name,
            "a remote call can fail in ways of its own, and this enum has no variant for them: \
             add `#[fault(call)] Call(xmlrpc_proxy::Error)`",
        );
    }
}

/// Whether this is a `String`, by whatever path.
fn is_string(ty: &Type) -> bool {
    match bare(ty) {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|segment| segment.ident == "String")
        }
        _ => false,
    }
}

/// `NotFound` as `not found`.
fn words(name: &str) -> String {
    let mut words = String::new();
    let mut before = None::<char>;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        // An abbreviation is one word: its last capital is the first of the next word.
        let starts = before.is_some_and(|before| !before.is_uppercase())
            || chars.peek().is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && starts && before.is_some() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
        before = Some(c);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn names_a_variant_in_words() {
        assert_eq!(words("NotFound"), "not found");
        assert_eq!(words("Gone"), "gone");
        assert_eq!(words("HTTPError"), "http error");
        assert_eq!(words("NoSuchID2Yet"), "no such id2 yet");
    }
}
