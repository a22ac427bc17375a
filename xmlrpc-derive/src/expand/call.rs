//! What all that calls and answers has in common: each method as a constant, and its parameters written to a call.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::{Ident, spanned::Spanned as _};

use super::private;
use crate::{
    model::{Exported, Method, Passing, Service},
    parameters::Parameters,
};

/// One constant for each exported method, and one function that writes its parameters.
pub(super) fn methods(model: &Service) -> TokenStream {
    let private = private();
    let constants = model.exported().map(|(method, exported)| {
        let cfgs = &method.cfgs;
        let constant = constant(exported);
        let Exported { wire_name, ordinal, help, rpc, .. } = exported;
        let head = head(wire_name);
        let aliases = aliases(model, method, exported);
        let help = (!help.is_empty()).then(|| quote!(.help(#help)));
        let timeout = rpc.timeout.map(|nanoseconds| quote!(.timeout(#nanoseconds)));
        let read_only = rpc.read_only.then(|| quote!(.read_only()));
        let idempotent = rpc.idempotent.then(|| quote!(.idempotent()));
        let signature = signature(method, exported);
        let value = quote! {
            #private::Method::new(#wire_name, #ordinal, #head) #help #signature #timeout #idempotent #read_only
        };
        let constant = define(model, &constant, &value);
        let writer = model.attrs.client.then(|| writer(model, exported));
        (quote!(#(#cfgs)* #constant), quote!(#(#cfgs)* #writer), aliases)
    });
    let entries = model.exported().map(|(method, exported)| {
        let (cfgs, constant) = (&method.cfgs, reference(model, &constant(exported)));
        quote!(#(#cfgs)* #constant)
    });
    let list = quote!(&[#(#entries),*]);
    let Parameters { free, conditions, .. } = &model.parameters;
    if model.parameters.is_empty() {
        let constants =
            constants.map(|(constant, writer, aliases)| quote!(#constant #writer #aliases));
        return quote! {
            #(#constants)*
            static __METHODS: &[&#private::Method] = #list;
        };
    }
    let (mut items, mut writers) = (TokenStream::new(), TokenStream::new());
    for (constant, writer, aliases) in constants {
        items.extend(quote!(#constant #aliases));
        writers.extend(writer);
    }
    let (of_impl, of_type) = (model.parameters.of_impl(), model.parameters.of_type());
    let marker = model.parameters.marker(&private);
    let answered = has_aliases(model).then(|| {
        let list = every_name(model);
        quote!(const __ANSWERED: &'static [&'static #private::Method] = #list;)
    });
    // A static has no parameters, and a constant of a type that has them can.
    quote! {
        struct __Methods<#free>(#marker);

        impl #of_impl __Methods #of_type
        where
            #conditions
        {
            #items
            const __METHODS: &'static [&'static #private::Method] = #list;
            #answered
        }

        #writers
    }
}

/// The item that holds a method.
fn define(model: &Service, name: &Ident, value: &TokenStream) -> TokenStream {
    let private = private();
    if model.parameters.is_empty() {
        quote!(static #name: #private::Method = #value;)
    } else {
        quote!(const #name: &'static #private::Method = &#value;)
    }
}

/// What such an item holds, borrowed for ever.
fn reference(model: &Service, name: &Ident) -> TokenStream {
    if model.parameters.is_empty() {
        quote!(&#name)
    } else {
        let turbofish = model.parameters.turbofish(&TokenStream::new());
        quote!(__Methods #turbofish::#name)
    }
}

/// The method as it is called.
pub(super) fn called(model: &Service, exported: &Exported) -> TokenStream {
    reference(model, &constant(exported))
}

/// All methods, each under its own name.
pub(super) fn all(model: &Service) -> TokenStream {
    if model.parameters.is_empty() {
        quote!(__METHODS)
    } else {
        reference(model, &format_ident!("__METHODS"))
    }
}

/// One constant more for each other name of a method: its text in place of the name is all that differs.
fn aliases(model: &Service, method: &Method, exported: &Exported) -> TokenStream {
    let (cfgs, mut constant) = (&method.cfgs, constant(exported).into_token_stream());
    if !model.parameters.is_empty() {
        constant = quote!(Self::#constant);
    }
    let aliases = exported.rpc.aliases.iter().enumerate().map(|(index, alias)| {
        let (name, head) = (alias_constant(exported, index), head(&alias.value()));
        let alias = define(model, &name, &quote!(#constant.named(#alias, #head)));
        quote!(#(#cfgs)* #alias)
    });
    aliases.collect()
}

/// All that the service answers to: its methods, under each of their names.
pub(super) fn answered(model: &Service) -> TokenStream {
    if !has_aliases(model) {
        return all(model);
    }
    if !model.parameters.is_empty() {
        return reference(model, &format_ident!("__ANSWERED"));
    }
    let (private, list) = (private(), every_name(model));
    quote! {{
        static __ANSWERED: &[&#private::Method] = #list;
        __ANSWERED
    }}
}

fn has_aliases(model: &Service) -> bool {
    model.exported().any(|(_, exported)| !exported.rpc.aliases.is_empty())
}

fn every_name(model: &Service) -> TokenStream {
    let entries = model.exported().flat_map(|(method, exported)| {
        let aliases = (0..exported.rpc.aliases.len()).map(|index| alias_constant(exported, index));
        [constant(exported)].into_iter().chain(aliases).map(|constant| {
            let (cfgs, constant) = (&method.cfgs, reference(model, &constant));
            quote!(#(#cfgs)* #constant)
        })
    });
    quote!(&[#(#entries),*])
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
fn writer(model: &Service, exported: &Exported) -> TokenStream {
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
    let (of_impl, clause) = (model.parameters.of_impl(), model.parameters.clause());
    let mutable = (!exported.params.is_empty()).then(|| quote!(mut));
    quote! {
        fn #name #of_impl(#mutable #call: #private::Outgoing #params) -> #private::Outgoing
        #clause
        {
            #writes
            #call
        }
    }
}

/// This call with the method's parameters written to it.
pub(super) fn written(
    model: &Service,
    exported: &Exported,
    call: &TokenStream,
    params: &[Ident],
) -> TokenStream {
    let (name, turbofish) =
        (writer_name(exported), model.parameters.turbofish(&TokenStream::new()));
    let given = exported.params.iter().zip(params).map(|(param, name)| match param.passing {
        Passing::Value => quote!(&#name),
        Passing::Ref | Passing::OptionalRef => quote!(#name),
    });
    quote!(#name #turbofish(#call #(, #given)*))
}

fn writer_name(method: &Exported) -> Ident {
    format_ident!("__call_{}", method.ordinal)
}

fn constant(method: &Exported) -> Ident {
    format_ident!("__METHOD_{}", method.ordinal)
}

/// The method's return type, as what can be received and responded.
pub(super) fn outcome(method: &Method) -> TokenStream {
    let private = private();
    match &method.output {
        Some(ty) => quote_spanned!(ty.span()=> <#ty as #private::Outcome>),
        None => quote!(<() as #private::Outcome>),
    }
}
