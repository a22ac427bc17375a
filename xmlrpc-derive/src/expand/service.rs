//! `XService<S>`: the dispatcher.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{
    call,
    client::{constant, outcome},
    implement,
};
use crate::model::{Passing, Service};

pub(super) fn types(model: &Service) -> TokenStream {
    let Service { service, item, .. } = model;
    let (vis, cfgs) = (&item.vis, model.cfgs());
    let doc = format!(
        "Answers calls with an implementation of [`{0}`]: mount it on a server or a router. It implements [`{0}`] too.",
        item.ident
    );
    quote! {
        #(#cfgs)*
        #[doc = #doc]
        #vis struct #service<__S> {
            service: __S,
            inline: bool,
        }
    }
}

pub(super) fn impls(model: &Service) -> TokenStream {
    let Service { service, item, .. } = model;
    let (vis, private, trait_name) = (&item.vis, model.private(), &item.ident);
    let entries = model.exported().map(|(method, exported)| {
        let (cfgs, constant) = (&method.cfgs, constant(exported));
        quote!(#(#cfgs)* &#constant)
    });
    let arms = model.exported().map(|(method, exported)| {
        let (cfgs, ordinal, ident) = (&method.cfgs, exported.ordinal, &method.sig.ident);
        let mut reads = TokenStream::new();
        let mut passed = Vec::new();
        for (index, param) in exported.params.iter().enumerate() {
            let (held, ty) = (format_ident!("__p{index}"), &param.ty);
            let lend = quote_spanned!(ty.span()=> <#ty as #private::Lend>);
            let borrow = quote_spanned!(ty.span()=> #private::Borrow::<#ty>::borrow);
            let (read, pass) = match param.passing {
                Passing::Value => (quote!(#lend::read), quote!(#held)),
                Passing::Ref => (quote!(#lend::read), quote!(#borrow(&#held))),
                Passing::OptionalRef => (
                    quote!(#lend::read_optional),
                    quote!(#private::Option::map(#private::Option::as_ref(&#held), #borrow)),
                ),
            };
            reads.extend(quote!(let #held = #read(&mut __params)?;));
            passed.push(pass);
        }
        let outcome = outcome(model, method);
        quote! {
            #(#cfgs)*
            #ordinal => {
                #reads
                __params.finish()?;
                #outcome::respond(#trait_name::#ident(__service, #(#passed),*), __response)
            }
        }
    });
    let forward = implement(
        model,
        quote!(__S),
        quote!(#service<__S>),
        quote!(__S: #trait_name,),
        |method, params| Some(call(model, method, quote!(&self.service), params)),
    );
    let name = service.to_string();
    let dispatch = model.supported.then(|| quote! {
        static __METHODS: &[&#private::Method] = &[#(#entries),*];

        fn __dispatch<__S: #trait_name + ?#private::Sized>(
            __service: &__S,
            __method: &#private::Method,
            mut __params: #private::CallReader<'_>,
            __response: &mut #private::ResponseWriter<'_>,
        ) -> #private::Result<(), #private::Error> {
            match __method.ordinal {
                #(#arms)*
                _ => #private::unknown(__method),
            }
        }

        #[automatically_derived]
        impl<__S: #trait_name + #private::Send + #private::Sync> #private::Service for #service<__S> {
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

            fn is_inline(&self) -> bool {
                self.inline
            }
        }

        #[automatically_derived]
        impl<__S: #trait_name + #private::Send + #private::Sync + 'static> #private::From<#service<__S>>
            for #private::Route
        {
            fn from(service: #service<__S>) -> Self {
                #private::Route::new(service)
            }
        }
    });
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
