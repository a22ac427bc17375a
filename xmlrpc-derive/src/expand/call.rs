//! What all that calls and answers has in common: each method as a constant, and its parameters written to a call.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, ReturnType, spanned::Spanned as _};

use super::private;
use crate::model::{Exported, Method, Passing, Service};

/// One constant for each exported method, and one function that writes its parameters.
pub(super) fn methods(model: &Service) -> TokenStream {
    let private = private();
    let constants = model.exported().map(|(method, exported)| {
        let cfgs = &method.cfgs;
        let constant = constant(exported);
        let Exported { wire_name, ordinal, help, rpc, .. } = exported;
        let head = head(wire_name);
        let aliases = aliases(method, exported);
        let help = (!help.is_empty()).then(|| quote!(.help(#help)));
        let timeout = rpc.timeout.map(|nanoseconds| quote!(.timeout(#nanoseconds)));
        let read_only = rpc.read_only.then(|| quote!(.read_only()));
        let idempotent = rpc.idempotent.then(|| quote!(.idempotent()));
        let signature = signature(method, exported);
        let writer = model.attrs.client.then(|| writer(exported));
        quote! {
            #(#cfgs)*
            static #constant: #private::Method =
                #private::Method::new(#wire_name, #ordinal, #head) #help #signature #timeout #idempotent #read_only;
            #(#cfgs)*
            #writer
            #aliases
        }
    });
    let entries = model.exported().map(|(method, exported)| {
        let (cfgs, constant) = (&method.cfgs, constant(exported));
        quote!(#(#cfgs)* &#constant)
    });
    quote! {
        #(#constants)*
        static __METHODS: &[&#private::Method] = &[#(#entries),*];
    }
}

/// One constant more for each other name of a method: its text in place of the name is all that differs.
fn aliases(method: &Method, exported: &Exported) -> TokenStream {
    let (private, cfgs, constant) = (private(), &method.cfgs, constant(exported));
    let aliases = exported.rpc.aliases.iter().enumerate().map(|(index, alias)| {
        let (name, head) = (alias_constant(exported, index), head(&alias.value()));
        quote! {
            #(#cfgs)*
            static #name: #private::Method = #constant.named(#alias, #head);
        }
    });
    aliases.collect()
}

/// All that the service answers to: its methods, under each of their names.
pub(super) fn answered(model: &Service) -> TokenStream {
    if model.exported().all(|(_, exported)| exported.rpc.aliases.is_empty()) {
        return quote!(__METHODS);
    }
    let private = private();
    let entries = model.exported().flat_map(|(method, exported)| {
        let aliases = (0..exported.rpc.aliases.len()).map(|index| alias_constant(exported, index));
        [constant(exported)].into_iter().chain(aliases).map(|constant| {
            let cfgs = &method.cfgs;
            quote!(#(#cfgs)* &#constant)
        })
    });
    quote! {{
        static __ANSWERED: &[&#private::Method] = &[#(#entries),*];
        __ANSWERED
    }}
}

fn alias_constant(method: &Exported, index: usize) -> Ident {
    format_ident!("__METHOD_{}_{index}", method.ordinal)
}

/// The text of a call up to its first parameter.
fn head(wire_name: &str) -> String {
    let name = wire_name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<?xml version=\"1.0\"?><methodCall><methodName>{name}</methodName><params>")
}

/// What a server tells of the method's types. They are asked only when somebody wants to know.
fn signature(method: &Method, exported: &Exported) -> TokenStream {
    let private = private();
    let outcome = outcome(method);
    let params = exported.params.iter().map(|param| {
        let ty = &param.ty;
        let optional = param.absent.is_some() || param.passing == Passing::OptionalRef;
        let asked = if optional { quote!(optional_param_type) } else { quote!(param_type) };
        match param.passing {
            Passing::Value => quote_spanned!(ty.span()=> <#ty as #private::ByValue>::#asked),
            Passing::Ref | Passing::OptionalRef => {
                quote_spanned!(ty.span()=> <#ty as #private::Lend>::#asked)
            }
        }
    });
    quote!(.signature(#private::Signature::new(#outcome::result_type, &[#(#params),*])))
}

/// The function that writes the parameters of a method to a call.
fn writer(exported: &Exported) -> TokenStream {
    let (private, name) = (private(), writer_name(exported));
    let call = quote!(__call);
    let (mut params, mut writes) = (TokenStream::new(), TokenStream::new());
    for (index, param) in exported.params.iter().enumerate() {
        let (given, ty) = (format_ident!("__p{index}"), &param.ty);
        // What is wrong with a type is told on the type, and only once if all of it stands there.
        let (taken, write) = match param.passing {
            Passing::Value => (
                quote_spanned!(ty.span()=> &#ty),
                quote_spanned!(ty.span()=> <#ty as #private::ByValue>::write_param(#given, &mut #call);),
            ),
            Passing::Ref => (
                quote_spanned!(ty.span()=> &#ty),
                quote_spanned!(ty.span()=> <#ty as #private::Lend>::write_param(#given, &mut #call);),
            ),
            Passing::OptionalRef => (
                quote_spanned!(ty.span()=> #private::Option<&#ty>),
                quote_spanned! {ty.span()=>
                    <#ty as #private::Lend>::write_optional_param(#given, &mut #call);
                },
            ),
        };
        params.extend(quote!(, #given: #taken));
        writes.extend(write);
    }
    let mutable = (!exported.params.is_empty()).then(|| quote!(mut));
    quote! {
        fn #name(#mutable #call: #private::Outgoing #params) -> #private::Outgoing {
            #writes
            #call
        }
    }
}

/// This call with the method's parameters written to it.
pub(super) fn written(exported: &Exported, call: &TokenStream, params: &[Ident]) -> TokenStream {
    let name = writer_name(exported);
    let given = exported.params.iter().zip(params).map(|(param, name)| match param.passing {
        Passing::Value => quote!(&#name),
        Passing::Ref | Passing::OptionalRef => quote!(#name),
    });
    quote!(#name(#call #(, #given)*))
}

fn writer_name(method: &Exported) -> Ident {
    format_ident!("__call_{}", method.ordinal)
}

pub(super) fn constant(method: &Exported) -> Ident {
    format_ident!("__METHOD_{}", method.ordinal)
}

/// The method's return type, as what can be received and responded.
pub(super) fn outcome(method: &Method) -> TokenStream {
    let private = private();
    match &method.sig.output {
        ReturnType::Type(_, ty) => quote_spanned!(ty.span()=> <#ty as #private::Outcome>),
        ReturnType::Default => quote!(<() as #private::Outcome>),
    }
}
