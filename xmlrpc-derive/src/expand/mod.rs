//! Prints what a service consists of. All of it is thin: the work is done by generic functions of the core.

mod client;
mod forward;
mod proxy;
mod service;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::model::{Kind, Method, Service};

pub(crate) fn service(model: &Service) -> TokenStream {
    let item = &model.item;
    let cfgs = model.cfgs();
    let mut types = TokenStream::new();
    let mut impls = TokenStream::new();
    if model.attrs.client {
        types.extend(client::types(model));
        types.extend(proxy::types(model));
        impls.extend(client::impls(model));
        impls.extend(proxy::impls(model));
    }
    if model.attrs.server {
        types.extend(service::types(model));
        impls.extend(service::impls(model));
    }
    impls.extend(forward::impls(model));
    let methods = client::methods(model);
    // The methods' constants and the impls stand in a scope of their own, so that no name of theirs is seen outside.
    quote! {
        #item
        #types
        #(#cfgs)*
        #[allow(deprecated, dead_code, unused_variables, unreachable_code, clippy::all, clippy::pedantic)]
        const _: () = {
            #methods
            #impls
        };
    }
}

/// An impl of the trait whose methods are each made by `body`; `None` leaves a provided method with its default body.
fn implement(
    model: &Service,
    generics: TokenStream,
    implementor: TokenStream,
    bounds: TokenStream,
    body: impl Fn(&Method, &[Ident]) -> Option<TokenStream>,
) -> TokenStream {
    if !model.supported {
        return TokenStream::new();
    }
    let name = &model.item.ident;
    let on_self = model.on_self();
    let methods = model.methods.iter().filter_map(|method| {
        let cfgs = &method.cfgs;
        let (sig, params) = method.named();
        let body = match method.kind {
            Kind::Broken => quote!(loop {}),
            Kind::Exported(_) => body(method, &params)?,
            Kind::Provided if method.is_forwardable() => body(method, &params)?,
            Kind::Provided => return None,
        };
        Some(quote! {
            #(#cfgs)*
            #[inline]
            #sig { #body }
        })
    });
    quote! {
        #[automatically_derived]
        impl<#generics> #name for #implementor
        where
            #bounds
            #on_self
        {
            #(#methods)*
        }
    }
}

/// The path that is rarely taken, as a function of its own: the other one then needs no stack frame, and a call on it costs
/// nothing but the test.
///
/// It is called with `given`, which it knows as `as_what`. A provided method may name `Self` and is left as it stands.
fn cold(
    method: &Method,
    params: &[Ident],
    generics: TokenStream,
    (given, as_what): (TokenStream, TokenStream),
    body: impl Fn(TokenStream) -> TokenStream,
) -> TokenStream {
    if !matches!(method.kind, Kind::Exported(_)) {
        return body(given);
    }
    let (sig, _) = method.named();
    let output = &sig.output;
    let typed = sig.inputs.iter().skip(1);
    let lifetimes = sig.generics.params.iter();
    let body = body(quote!(__given));
    quote! {{
        #[cold]
        #[inline(never)]
        fn __cold<#(#lifetimes,)* #generics>(__given: #as_what, #(#typed),*) #output {
            #body
        }
        __cold(#given, #(#params),*)
    }}
}

/// The same call on another implementor.
fn call(model: &Service, method: &Method, on: TokenStream, params: &[Ident]) -> TokenStream {
    let name = &model.item.ident;
    let ident = &method.sig.ident;
    let generics = &method.sig.generics;
    let types = generics.type_params().map(|parameter| &parameter.ident);
    let consts = generics.const_params().map(|parameter| &parameter.ident);
    let turbofish: Vec<_> = types.chain(consts).collect();
    let turbofish = (!turbofish.is_empty()).then(|| quote!(::<#(#turbofish),*>));
    quote!(#name::#ident #turbofish (#on, #(#params),*))
}
