//! `derive(Fault)`: an error enum whose variants travel as faults.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Attribute, Data, DeriveInput, Expr, ExprLit, ExprUnary, Fields, Ident, Lit, LitInt, LitStr,
    Meta, Path, Type, UnOp, ext::IdentExt as _, parse_quote, spanned::Spanned as _,
};

use crate::{attr, errors::Errors, model::bare};

/// A variant that can be printed.
struct Variant {
    name: Ident,
    kind: Kind,
}

enum Kind {
    /// The text is the variant's own, or that of the fault.
    Coded { code: i32, span: Span, text: Text },
    /// Holds every other error of a call; the type is what the user wrote.
    Call(Type),
}

enum Text {
    Constant(String),
    Carried,
}

#[derive(Default)]
struct VariantAttrs {
    code: Option<(i32, Span)>,
    message: Option<LitStr>,
    call: Option<Span>,
}

pub(crate) fn derive(item: DeriveInput, errors: &mut Errors) -> TokenStream {
    let krate = container_attrs(&item.attrs, errors);
    let Data::Enum(data) = &item.data else {
        errors.on(
            &item.ident,
            "`derive(Fault)` is for an enum: one variant for each fault, and one for all else",
        );
        return TokenStream::new();
    };
    let mut variants = Vec::new();
    let mut broken = false;
    for variant in &data.variants {
        let found = errors.count();
        let kind = self::variant(variant, errors);
        match kind {
            Some(kind) if errors.count() == found => {
                variants.push(Variant { name: variant.ident.clone(), kind })
            }
            _ => broken = true,
        }
    }
    let call = check_set(&item.ident, &variants, broken, errors);
    expand(&item, &krate, &variants, broken, call)
}

/// `#[fault(crate = "...")]` on the enum.
fn container_attrs(attrs: &[Attribute], errors: &mut Errors) -> Path {
    let mut krate: Path = parse_quote!(::xmlrpc_proxy);
    for (key, arg) in
        attr::arguments(lists(attrs, errors), "on the enum, `#[fault]` takes `crate`", errors)
    {
        if key == "crate" {
            if let Some(path) = attr::path(&arg, errors) {
                krate = path;
            }
        } else {
            errors.on(
                &arg,
                format!("unknown argument `{key}`: on the enum, `#[fault]` takes `crate`"),
            );
        }
    }
    krate
}

fn lists(attrs: &[Attribute], errors: &mut Errors) -> Vec<TokenStream> {
    let mut lists = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("fault")) {
        match &attr.meta {
            Meta::List(list) => lists.push(list.tokens.clone()),
            other => {
                errors.on(other, "this needs arguments: `#[fault(code = 404)]` or `#[fault(call)]`")
            }
        }
    }
    lists
}

impl VariantAttrs {
    const TAKES: &str = "on a variant, `#[fault]` takes `code`, `message` and `call`";

    fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let mut parsed = VariantAttrs::default();
        for (key, arg) in attr::arguments(lists(attrs, errors), Self::TAKES, errors) {
            match key.to_string().as_str() {
                "code" => parsed.code = code(&arg, errors),
                "message" => parsed.message = attr::string(&arg, errors).cloned(),
                "call" => parsed.call = attr::flag(&arg, errors).then(|| key.span()),
                _ => errors.on(&arg, format!("unknown argument `{key}`: {}", Self::TAKES)),
            }
        }
        parsed
    }
}

/// The number of `code = 404`, which may be negative.
fn code(arg: &Meta, errors: &mut Errors) -> Option<(i32, Span)> {
    let value = match arg {
        Meta::NameValue(pair) => Some(&pair.value),
        _ => None,
    };
    let int = |expr: &Expr| match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => Some(int.clone()),
        _ => None,
    };
    let parse = |int: LitInt, sign: &str| format!("{sign}{}", int.base10_digits()).parse().ok();
    let number = match value {
        Some(Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. })) => {
            int(expr).and_then(|int| parse(int, "-"))
        }
        Some(expr) => int(expr).and_then(|int| parse(int, "")),
        None => None,
    };
    match number {
        Some(number) => Some((number, arg.span())),
        None => {
            errors.on(arg, "a fault's code is a number of 32 bits: `code = 404`");
            None
        }
    }
}

fn variant(variant: &syn::Variant, errors: &mut Errors) -> Option<Kind> {
    let found = errors.count();
    let attrs = VariantAttrs::parse(&variant.attrs, errors);
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
                Some(Kind::Call(fields.unnamed[0].ty.clone()))
            }
            _ => {
                errors.on(variant, "the `call` variant holds the error of a call: write `Call(xmlrpc_proxy::Error)`");
                None
            }
        };
    }
    let Some((code, span)) = attrs.code else {
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
    Some(Kind::Coded { code, span, text })
}

/// Checks what the variants say together. The name of the `call` variant and its type.
fn check_set<'a>(
    name: &Ident,
    variants: &'a [Variant],
    broken: bool,
    errors: &mut Errors,
) -> Option<(&'a Ident, &'a Type)> {
    let mut call = None;
    for (index, variant) in variants.iter().enumerate() {
        match &variant.kind {
            Kind::Call(ty) => {
                if call.is_some() {
                    errors.on(
                        &variant.name,
                        "there is a `call` variant already: one holds all other errors",
                    );
                }
                call.get_or_insert((&variant.name, ty));
            }
            Kind::Coded { code, span, .. } => {
                let same = variants[..index].iter().find(
                    |other| matches!(&other.kind, Kind::Coded { code: other, .. } if other == code),
                );
                if let Some(same) = same {
                    errors.at(
                        *span,
                        format!(
                            "`{}` has this code already: a caller could not tell the two apart",
                            same.name
                        ),
                    );
                }
            }
        }
    }
    if call.is_none() && !broken {
        errors.on(
            name,
            "a remote call can fail in ways of its own, and this enum has no variant for them: \
             add `#[fault(call)] Call(xmlrpc_proxy::Error)`",
        );
    }
    call
}

fn expand(
    item: &DeriveInput,
    krate: &Path,
    variants: &[Variant],
    broken: bool,
    call: Option<(&Ident, &Type)>,
) -> TokenStream {
    let private = quote!(#krate::__private);
    let enum_name = &item.ident;
    let (generics, types, clause) = item.generics.split_for_impl();
    let call = call.filter(|_| !broken);

    let mut from_code = TokenStream::new();
    let mut to_fault = TokenStream::new();
    let mut display = TokenStream::new();
    for Variant { name, kind } in variants {
        match kind {
            Kind::Coded { code, text: Text::Constant(text), .. } => {
                from_code.extend(quote!(#code => return Self::#name,));
                to_fault.extend(quote!(#enum_name::#name => #private::Fault::new(#code, #text),));
                display.extend(quote!(Self::#name => f.write_str(#text),));
            }
            Kind::Coded { code, text: Text::Carried, .. } => {
                from_code.extend(
                    quote!(#code => return Self::#name(#private::Clone::clone(&fault.message)),),
                );
                to_fault.extend(
                    quote!(#enum_name::#name(text) => #private::Fault::new(#code, #private::Clone::clone(text)),),
                );
                display.extend(quote!(Self::#name(text) => f.write_str(text),));
            }
            Kind::Call(ty) => {
                to_fault.extend(quote_spanned!(ty.span()=> #enum_name::#name(error) => #private::From::<&#private::Error>::from(error),));
                display
                    .extend(quote!(Self::#name(error) => #private::fmt::Display::fmt(error, f),));
            }
        }
    }
    // An enum with mistakes gets the impls all the same, so that the code that uses it is checked.
    let (from_error, to_fault, display) = match call {
        Some((call, ty)) => (
            quote_spanned! {ty.span()=>
                if let #private::Option::Some(fault) = error.fault() {
                    match fault.code {
                        #from_code
                        _ => {}
                    }
                }
                Self::#call(error)
            },
            quote!(match error { #to_fault }),
            quote!(match self { #display }),
        ),
        None => (quote!(loop {}), quote!(loop {}), quote!(loop {})),
    };
    quote! {
        #[allow(unreachable_patterns, unused_variables, deprecated, clippy::all)]
        const _: () = {
            #[automatically_derived]
            impl #generics #private::From<#private::Error> for #enum_name #types #clause {
                fn from(error: #private::Error) -> Self {
                    #from_error
                }
            }

            #[automatically_derived]
            impl #generics #private::From<&#enum_name #types> for #private::Fault #clause {
                fn from(error: &#enum_name #types) -> Self {
                    #to_fault
                }
            }

            #[automatically_derived]
            impl #generics #private::fmt::Display for #enum_name #types #clause {
                fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                    #display
                }
            }

            #[automatically_derived]
            impl #generics #private::StdError for #enum_name #types #clause {}
        };
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
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}
