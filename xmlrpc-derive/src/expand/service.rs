//! `XService<S>`: the dispatcher.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Implementor, call::answered, implement, on, private};
use crate::model::Service;

pub(super) fn types(model: &Service) -> TokenStream {
    let Service { service, item, .. } = model;
    let (vis, attrs, private) = (&item.vis, model.type_attrs(), model.private());
    let doc = format!(
        "Answers calls with an implementation of [`{0}`]: mount it on a server or a router. It implements [`{0}`] too.",
        item.ident
    );
    quote! {
        #(#attrs)*
        #[doc = #doc]
        #vis struct #service<__S> {
            service: __S,
            inline: #private::bool,
        }
    }
}

pub(super) fn impls(model: &Service) -> TokenStream {
    let Service { service, item, .. } = model;
    let (vis, private) = (&item.vis, private());
    let implementing = model.implementing(&quote!(__S));
    let forward = implement(
        model,
        &Implementor {
            parameters: quote!(__S),
            ty: quote!(#service<__S>),
            bounds: quote!(#implementing),
            sized: true,
        },
        |method, params| Some(on(model, method, quote!(&self.service), params)),
    );
    let (name, answered) = (service.to_string(), answered(model));
    let dispatch = quote! {
        #[automatically_derived]
        impl<__S: #private::Send + #private::Sync> #private::Service for #service<__S>
        where
            #implementing
        {
            fn methods(&self) -> &'static [&'static #private::Method] {
                #answered
            }

            fn call(
                &self,
                method: &#private::Method,
                params: #private::CallReader<'_>,
                response: &mut #private::ResponseWriter<'_>,
            ) -> #private::Result<(), #private::Error> {
                __dispatch(&self.service, method, params, response)
            }

            fn is_inline(&self) -> #private::bool {
                self.inline
            }
        }

        #[automatically_derived]
        impl<__S: #private::Send + #private::Sync + 'static> #private::From<#service<__S>> for #private::Route
        where
            #implementing
        {
            fn from(service: #service<__S>) -> Self {
                #private::Route::new(service)
            }
        }
    };
    quote! {
        impl<__S> #service<__S> {
            /// A dispatcher for this implementation.
            #vis const fn new(service: __S) -> Self {
                #service { service, inline: false }
            }

            /// Declares that every method returns so soon that it may run on the thread that reads and writes; one that
            /// waits would stall other connections.
            #[must_use]
            #vis fn inline(self) -> Self {
                #service { service: self.service, inline: true }
            }
        }

        #[automatically_derived]
        impl<__S> #private::fmt::Debug for #service<__S> {
            fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                f.write_str(#name)
            }
        }

        #dispatch
        #forward
    }
}
