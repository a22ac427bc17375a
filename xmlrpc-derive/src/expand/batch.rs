//! `XBatch`: the methods of the trait, each as a call that is made later.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{FnArg, ReceiverKind, spanned::Spanned as _};

use super::{
    call::{called, written},
    local, private,
};
use crate::{
    model::{Exported, Method, Service},
    parameters::Parameters,
};

pub(super) fn types(model: &Service) -> TokenStream {
    let Service { batch, item, .. } = model;
    let (vis, attrs, private) = (&item.vis, model.type_attrs(), model.private());
    let doc = format!(
        "Collects calls of [`{0}`], to make them all at once: each method gives a ticket for what the call will give. It \
         derefs to the core's `Batch`, which has `send()`.",
        item.ident
    );
    let parameters = &model.parameters;
    let more = parameters.unless_empty(|Parameters { defaulted, .. }| quote!(, #defaulted));
    let marker = parameters.unless_empty(|parameters| {
        let marker = parameters.marker(&private);
        quote!(, #marker)
    });
    quote! {
        #(#attrs)*
        #[doc = #doc]
        #vis struct #batch<'__a #more>(#private::Batch<'__a> #marker);
    }
}

pub(super) fn impls(model: &Service) -> TokenStream {
    let Service { batch, .. } = model;
    let private = private();
    let methods = model.exported().map(|(method, exported)| add(model, method, exported));
    let parameters = &model.parameters;
    let (of_impl, clause) = (parameters.of_impl(), parameters.clause());
    let free = parameters.unless_empty(|Parameters { free, .. }| quote!(, #free));
    let of_free = parameters.unless_empty(|Parameters { free, .. }| quote!(<#free>));
    let more = parameters.unless_empty(|Parameters { arguments, .. }| quote!(, #arguments));
    let marker = parameters.unless_empty(|_| quote!(, #private::PhantomData));
    quote! {
        impl #of_impl #batch<'_ #more> #clause {
            #(#methods)*
        }

        #[automatically_derived]
        impl<'__a #free> #private::From<#private::Batch<'__a>> for #batch<'__a #more> {
            fn from(batch: #private::Batch<'__a>) -> Self {
                #batch(batch #marker)
            }
        }

        #[automatically_derived]
        impl<'__a #free> #private::Deref for #batch<'__a #more> {
            type Target = #private::Batch<'__a>;
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        #[automatically_derived]
        impl #of_free #private::DerefMut for #batch<'_ #more> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }

        #[automatically_derived]
        impl #of_free #private::fmt::Debug for #batch<'_ #more> {
            fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                #private::fmt::Debug::fmt(&self.0, f)
            }
        }
    }
}

/// The method that adds a call of this one.
fn add(model: &Service, method: &Method, exported: &Exported) -> TokenStream {
    let (private, vis, cfgs) = (private(), &model.item.vis, &method.cfgs);
    let (mut sig, params) = method.named();
    if let Some(FnArg::Receiver(receiver)) = sig.inputs.first_mut()
        && let ReceiverKind::Reference(_, _, mutability) = &mut receiver.kind
    {
        *mutability = Some(syn::Token![mut](receiver.self_token.span));
    }
    let (ident, generics, inputs) = (&sig.ident, &sig.generics, &sig.inputs);
    let output = method.output.as_ref().map(|ty| quote_spanned!(ty.span()=> #private::Ticket<#ty>));
    let (called, call) = (called(model, exported), local("__call"));
    let written = written(model, exported, &quote!(#call), &params);
    let doc = format!("Adds a call of `{ident}`.");
    quote! {
        #(#cfgs)*
        #[doc = #doc]
        #vis fn #ident #generics(#inputs) -> #output {
            let #call = self.0.begin(#called);
            self.0.push(#written)
        }
    }
}
