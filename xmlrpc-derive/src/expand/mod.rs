//! Prints what a service consists of. All of it is thin: the work is done by generic functions of the core.

mod batch;
mod call;
mod client;
mod dispatch;
mod forward;
mod proxy;
mod service;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{GenericParam, Ident, Token, parse_quote, punctuated::Punctuated};

use crate::{
    fallback,
    model::{Kind, Method, Service},
    parameters::Parameters,
    signature::is_forwardable,
};

pub(crate) fn service(model: &Service) -> TokenStream {
    let item = &model.item;
    let cfgs = model.cfgs();
    let mut types = TokenStream::new();
    let mut impls = TokenStream::new();
    if model.attrs.client {
        types.extend(client::types(model));
        types.extend(proxy::types(model));
        types.extend(batch::types(model));
        impls.extend(client::impls(model));
        impls.extend(proxy::impls(model));
        impls.extend(batch::impls(model));
    }
    if model.attrs.server {
        types.extend(service::types(model));
        impls.extend(service::impls(model));
    }
    impls.extend(forward::impls(model));
    let methods = call::methods(model);
    let dispatch = dispatch::function(model);
    let (allowed, private) = (allowed(model), model.private());
    // The methods' constants and the impls stand in a scope of their own, so that no name of theirs is seen outside.
    quote! {
        #item
        #types
        #(#cfgs)*
        #allowed
        const _: () = {
            use #private;
            #methods
            #dispatch
            #impls
        };
    }
}

/// What no lint shall say of the impls, whatever the user's crate denies. It is no more than may be needed, because where
/// a crate forbids a lint, allowing it is a mistake.
fn allowed(model: &Service) -> TokenStream {
    let users = model.item.attrs.iter().filter(|attr| attr.path().is_ident("allow"));
    let deprecated = model.has_deprecated().then(|| quote!(deprecated,));
    // What supertraits the stub has does not depend on a parameter.
    let trivial_bounds = (!model.item.supertraits.is_empty()).then(|| quote!(trivial_bounds,));
    let fallback = model.has_mistakes().then(fallback::lints);
    quote! {
        #(#users)*
        // A program needs not all that it could call.
        #[allow(dead_code, #deprecated #trivial_bounds #fallback)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
    }
}

/// What an impl of the trait is written for.
struct Implementor {
    /// The parameters of the impl.
    parameters: TokenStream,
    ty: TokenStream,
    bounds: TokenStream,
    /// Whether what calls are handed on to has a size.
    sized: bool,
}

/// An impl of the trait whose methods are each made by `body`; `None` leaves a provided method with its default body.
fn implement(
    model: &Service,
    implementor: &Implementor,
    body: impl Fn(&Method, &[Ident]) -> Option<TokenStream>,
) -> TokenStream {
    let Implementor { parameters, ty, bounds, sized } = implementor;
    let item = &model.item;
    let name = &item.ident;
    let mut generics = item.generics.clone();
    let associated = model.associated.iter().map(|(_, parameter)| parameter.clone());
    generics.params.extend(associated.map(GenericParam::Type));
    generics.params.extend::<Punctuated<GenericParam, Token![,]>>(parse_quote!(#parameters));
    let (generics, ..) = generics.split_for_impl();
    let (_, arguments, _) = item.generics.split_for_impl();
    let (unsafety, on_self) = (&item.unsafety, model.on_self());
    let items = if model.sound {
        let types = model.associated.iter().map(|(ident, parameter)| {
            let parameter = &parameter.ident;
            quote!(type #ident = #parameter;)
        });
        types.collect()
    } else {
        fallback::items(item)
    };
    let methods = model.methods.iter().filter_map(|method| {
        let cfgs = &method.cfgs;
        let (sig, params) = method.named();
        let body = match method.kind {
            Kind::Broken => fallback::body(&sig),
            Kind::Exported(_) => body(method, &params)?,
            Kind::Provided
                if model.sound && is_forwardable(&method.sig, *sized, model.is_async) =>
            {
                body(method, &params)?
            }
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
        #unsafety impl #generics #name #arguments for #ty
        where
            #bounds
            #on_self
        {
            #items
            #(#methods)*
        }
    }
}

/// The path that is rarely taken, as a function of its own: the other one then needs no stack frame, and costs nothing but
/// the test.
///
/// `on` makes it of what it is given.
fn cold(
    model: &Service,
    method: &Method,
    params: &[Ident],
    Implementor { parameters, ty, bounds, .. }: &Implementor,
    on: impl Fn(TokenStream) -> TokenStream,
) -> TokenStream {
    if !matches!(method.kind, Kind::Exported(_)) {
        // A provided method may name `Self`, which a function inside of it cannot.
        return on(quote!(self));
    }
    let (sig, _) = method.named();
    let (lifetimes, output) = (sig.generics.params.iter(), &sig.output);
    let typed = sig.inputs.iter().skip(1);
    let given = local("__given");
    let body = on(quote!(#given));
    let Parameters { bounded, conditions, .. } = &model.parameters;
    let turbofish = model.parameters.turbofish(parameters);
    quote! {{
        #[cold]
        #[inline(never)]
        fn __cold<#(#lifetimes,)* #bounded #parameters>(#given: &#ty, #(#typed),*) #output
        where
            #conditions
            #bounds
        {
            #body
        }
        __cold #turbofish (self, #(#params),*)
    }}
}

/// What is awaited on the path that is rarely taken: boxed, so that the other one's future is no larger for it.
fn awaited(body: TokenStream) -> TokenStream {
    let private = private();
    quote!(#private::cold(move || #private::boxed(async move { #body })).await)
}

/// What the impls name, by the short name that it has among them.
fn private() -> TokenStream {
    quote!(__private)
}

/// A local variable of a method that has the user's parameters beside it.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The same call on another implementor.
fn on(model: &Service, method: &Method, receiver: TokenStream, params: &[Ident]) -> TokenStream {
    let (name, of_path) = (&model.item.ident, &model.parameters.of_path);
    let ident = &method.sig.ident;
    let generics = &method.sig.generics;
    let types = generics.type_params().map(|parameter| &parameter.ident);
    let consts = generics.const_params().map(|parameter| &parameter.ident);
    let turbofish: Vec<_> = types.chain(consts).collect();
    let turbofish = (!turbofish.is_empty()).then(|| quote!(::<#(#turbofish),*>));
    quote!(#name #of_path::#ident #turbofish (#receiver, #(#params),*))
}
