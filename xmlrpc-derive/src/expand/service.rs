//! `XService<S>`: the dispatcher.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Implementor, call::answered, implement, on, private};
use crate::{model::Service, parameters::Parameters};

pub(super) fn types(model: &Service) -> TokenStream {
    let Service { service, item, .. } = model;
    let (vis, attrs, private) = (&item.vis, model.type_attrs(), model.private());
    let doc = format!(
        "Answers calls with an implementation of [`{0}`]: mount it on a server or a router. It implements [`{0}`] too.",
        item.ident
    );
    let inline = (!model.is_async).then(|| quote!(inline: #private::bool,));
    let free = &model.parameters.free;
    let marker = model.parameters.unless_empty(|parameters| {
        let marker = parameters.marker(&private);
        quote!(marker: #marker,)
    });
    quote! {
        #(#attrs)*
        #[doc = #doc]
        #vis struct #service<#free __S> {
            service: __S,
            #inline
            #marker
        }
    }
}

pub(super) fn impls(model: &Service) -> TokenStream {
    let Service { service, item, .. } = model;
    let (vis, private) = (&item.vis, private());
    let implementing = model.implementing(&quote!(__S));
    let parameters = &model.parameters;
    let Parameters { bounded, free, arguments, conditions, .. } = parameters;
    let (turbofish, are_static) = (parameters.turbofish(&quote!(__S)), parameters.are_static());
    let forward = implement(
        model,
        &Implementor {
            parameters: quote!(__S),
            ty: quote!(#service<#arguments __S>),
            bounds: quote!(#implementing),
            sized: true,
        },
        |method, params| Some(on(model, method, quote!(&self.service), params)),
    );
    let (name, answered) = (service.to_string(), answered(model));
    let answer = if model.is_async {
        quote! {
            fn call(
                &self,
                method: &#private::Method,
                _: #private::CallReader<'_>,
                _: &mut #private::ResponseWriter<'_>,
            ) -> #private::Result<(), #private::Error> {
                #private::waits(method)
            }

            fn call_async<'__a>(
                &'__a self,
                method: &'__a #private::Method,
                params: #private::CallReader<'__a>,
                response: &'__a mut #private::ResponseWriter<'_>,
            ) -> #private::BoxFuture<'__a, #private::Result<(), #private::Error>> {
                #private::boxed(__dispatch #turbofish (&self.service, method, params, response))
            }

            fn is_async(&self) -> #private::bool {
                true
            }
        }
    } else {
        quote! {
            fn call(
                &self,
                method: &#private::Method,
                params: #private::CallReader<'_>,
                response: &mut #private::ResponseWriter<'_>,
            ) -> #private::Result<(), #private::Error> {
                __dispatch #turbofish (&self.service, method, params, response)
            }

            fn is_inline(&self) -> #private::bool {
                self.inline
            }
        }
    };
    let dispatch = quote! {
        #[automatically_derived]
        impl<#bounded __S: #private::Send + #private::Sync> #private::Service for #service<#arguments __S>
        where
            #conditions
            #implementing
        {
            fn methods(&self) -> &'static [&'static #private::Method] {
                #answered
            }

            #answer
        }

        #[automatically_derived]
        impl<#bounded __S: #private::Send + #private::Sync + 'static> #private::From<#service<#arguments __S>> for #private::Route
        where
            #conditions
            #are_static
            #implementing
        {
            fn from(service: #service<#arguments __S>) -> Self {
                #private::Route::new(service)
            }
        }
    };
    let marker = parameters.unless_empty(|_| {
        let comma = (!model.is_async).then(|| quote!(,));
        quote!(#comma marker: #private::PhantomData)
    });
    // One that waits stalls nobody anyway.
    let inline = (!model.is_async).then(|| {
        quote! {
            /// Declares that every method returns so soon that it may run on the thread that reads and writes; one that
            /// waits would stall other connections.
            #[must_use]
            #vis fn inline(self) -> Self {
                #service { service: self.service, inline: true #marker }
            }
        }
    });
    let which = model.implementing_which(&quote!(__S));
    let set = (!model.is_async).then(|| quote!(inline: false));
    quote! {
        impl<#bounded __S> #service<#arguments __S> #which {
            /// A dispatcher for this implementation.
            #vis const fn new(service: __S) -> Self {
                #service { service, #set #marker }
            }

            #inline
        }

        #[automatically_derived]
        impl<#free __S> #private::fmt::Debug for #service<#arguments __S> {
            fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                f.write_str(#name)
            }
        }

        #dispatch
        #forward
    }
}
