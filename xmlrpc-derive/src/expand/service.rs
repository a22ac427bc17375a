//! `XService<S>`: the dispatcher.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{
    Implementor, call,
    client::{constant, outcome},
    implement, private,
};
use crate::model::{Passing, Service};

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
    let (vis, private, trait_name) = (&item.vis, private(), &item.ident);
    let implementing = model.implementing(&quote!(__S));
    let entries = model.exported().map(|(method, exported)| {
        let (cfgs, constant) = (&method.cfgs, constant(exported));
        quote!(#(#cfgs)* &#constant)
    });
    // Named from outside the code that stands on a type, which in a macro may see other names than ours.
    let reader = quote!(__params);
    let arms = model.exported().map(|(method, exported)| {
        let (cfgs, ordinal, ident) = (&method.cfgs, exported.ordinal, &method.sig.ident);
        let mut reads = TokenStream::new();
        let mut passed = Vec::new();
        for (index, param) in exported.params.iter().enumerate() {
            let (held, ty) = (format_ident!("__p{index}"), &param.ty);
            let take = quote_spanned!(ty.span()=> <#ty as #private::ByValue>);
            let lend = quote_spanned!(ty.span()=> <#ty as #private::Lend>);
            let (read, pass) = match param.passing {
                Passing::Value => (quote_spanned!(ty.span()=> #take::read_param), quote!(#held)),
                Passing::Ref => (
                    quote_spanned!(ty.span()=> #lend::read_param),
                    quote_spanned!(ty.span()=> #lend::lent(&#held)),
                ),
                Passing::OptionalRef => (
                    quote_spanned!(ty.span()=> #lend::read_optional_param),
                    quote_spanned!(ty.span()=> #lend::lent_optional(&#held)),
                ),
            };
            // What is wrong with a type is told on the type, and only once if all of it stands there.
            reads.extend(quote_spanned!(ty.span()=> let #held = #read(&mut #reader)?;));
            passed.push(pass);
        }
        let outcome = outcome(method);
        quote! {
            #(#cfgs)*
            #ordinal => {
                #reads
                #reader.finish()?;
                #outcome::respond(#trait_name::#ident(__service, #(#passed),*), __response)
            }
        }
    });
    let forward = implement(
        model,
        &Implementor {
            parameters: quote!(__S),
            ty: quote!(#service<__S>),
            bounds: quote!(#implementing),
            sized: true,
        },
        |method, params| Some(call(model, method, quote!(&self.service), params)),
    );
    let name = service.to_string();
    let dispatch = quote! {
        static __METHODS: &[&#private::Method] = &[#(#entries),*];

        fn __dispatch<__S: ?#private::Sized>(
            __service: &__S,
            __method: &#private::Method,
            mut #reader: #private::CallReader<'_>,
            __response: &mut #private::ResponseWriter<'_>,
        ) -> #private::Result<(), #private::Error>
        where
            #implementing
        {
            match __method.ordinal {
                #(#arms)*
                _ => #private::unknown(__method),
            }
        }

        #[automatically_derived]
        impl<__S: #private::Send + #private::Sync> #private::Service for #service<__S>
        where
            #implementing
        {
            fn methods(&self) -> &'static [&'static #private::Method] {
                __METHODS
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
