//! `contract!`: calls that must give the same directly and through the codec, each as a test of its own.

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Attribute, Expr, Ident, Path, PathArguments, Token, braced,
    ext::IdentExt as _,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token::Paren,
};

/// What stands in `contract!`, after the path of the crate that the macro of the facade puts before it.
pub(crate) struct Contract {
    krate: TokenStream,
    /// What makes a test of an `async fn`; without it, the test's own thread waits.
    attrs: Vec<Attribute>,
    is_async: bool,
    service: Path,
    make: Expr,
    calls: Vec<Call>,
}

const NO_CALLS: &str =
    "a contract needs calls: write for example `, { get_person(\"1\"); find(&[], None) }`";

const NOT_ASYNC: &str =
    "an attribute here says what runs the tests of `async fn`s: write `async` before the trait";

struct Call {
    method: Ident,
    args: Punctuated<Expr, Token![,]>,
}

impl Parse for Contract {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut krate = TokenStream::new();
        while !input.peek(Token![;]) {
            krate.extend([input.parse::<TokenTree>()?]);
        }
        input.parse::<Token![;]>()?;
        let attrs = input.call(Attribute::parse_outer)?;
        let is_async = input.parse::<Option<Token![async]>>()?.is_some();
        if let (Some(attr), false) = (attrs.first(), is_async) {
            return Err(syn::Error::new_spanned(attr, NOT_ASYNC));
        }
        let service = input.parse()?;
        input.parse::<Token![,]>()?;
        let make: Expr = input.parse()?;
        if !input.peek(Token![,]) {
            return Err(syn::Error::new_spanned(make, NO_CALLS));
        }
        input.parse::<Token![,]>()?;
        let content;
        let braces = braced!(content in input);
        let mut calls = Vec::new();
        while !content.is_empty() {
            calls.push(content.parse()?);
            if !content.is_empty() {
                content.parse::<Token![;]>()?;
            }
        }
        input.parse::<Option<Token![,]>>()?;
        if calls.is_empty() {
            return Err(syn::Error::new(braces.span.join(), NO_CALLS));
        }
        Ok(Contract { krate, attrs, is_async, service, make, calls })
    }
}

impl Parse for Call {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let method = input.call(Ident::parse_any)?;
        if !input.peek(Paren) {
            let message = "a call is a method's name and its arguments: `find(&[], None)`";
            return Err(syn::Error::new(method.span(), message));
        }
        let content;
        syn::parenthesized!(content in input);
        Ok(Call { method, args: Punctuated::parse_terminated(&content)? })
    }
}

/// One test for each call.
pub(crate) fn tests(contract: &Contract) -> TokenStream {
    let Contract { krate, attrs, is_async, service, make, calls } = contract;
    let Some(last) = service.segments.last() else { return TokenStream::new() };
    let (mut service, mut proxy) = (service.clone(), service.clone());
    for segment in &mut service.segments {
        // As an expression has them.
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token.get_or_insert_default();
        }
    }
    if let Some(segment) = proxy.segments.last_mut() {
        // The implementation tells which types are meant.
        segment.arguments = PathArguments::None;
        segment.ident = format_ident!("{}Proxy", last.ident.unraw(), span = last.ident.span());
    }
    let prefix = snake(&last.ident.unraw().to_string());
    let tests = calls.iter().zip(1..).map(|(Call { method, args }, number)| {
        let name = format_ident!("{prefix}_{}_{number}", method.unraw(), span = method.span());
        let shown = format!("{method}({})", quote!(#args));
        let call = quote_spanned!(method.span()=> #service::#method);
        let awaited = is_async.then(|| quote!(.await));
        let body = quote! {
            let __make = #make;
            let __local = #proxy::local(__make());
            let __loopback = #proxy::local(__make());
            #krate::__private::turn_to_loopback(__loopback.switch());
            #krate::__private::agree(
                #shown,
                #call(&__local, #args) #awaited,
                #call(&__loopback, #args) #awaited,
            );
        };
        match (is_async, attrs.is_empty()) {
            (false, _) => quote!(#[test] fn #name() { #body }),
            (true, true) => quote! {
                #[test]
                fn #name() {
                    #krate::__private::wait(async { #body });
                }
            },
            (true, false) => quote!(#(#attrs)* async fn #name() { #body }),
        }
    });
    quote!(#(#tests)*)
}

/// The name of a trait in lower case, with its words apart.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (place, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && place > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
