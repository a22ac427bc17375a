//! `XProxy<L, S>`: both paths, and the switch between them.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    Implementor,
    call::{constant, outcome, written},
    cold, implement, on, private,
};
use crate::{
    model::{Kind, Service, is_deprecated},
    signature::returns_borrowed,
};

pub(super) fn types(model: &Service) -> TokenStream {
    let Service { proxy, client, item, .. } = model;
    let (vis, attrs, private, name) = (&item.vis, model.type_attrs(), model.private(), &item.ident);
    let doc = format!(
        "Calls [`{0}`] directly or over XML-RPC, as its switch says. It implements [`{0}`], and derefs to \
         the core's `Proxy`, which has the switch.",
        item.ident
    );
    let allow_default = is_deprecated(&item.attrs).then(|| quote!(#[allow(deprecated)]));
    let default = if model.has_dyn() {
        quote!(= #private::Arc<dyn #name + #private::Send + #private::Sync>)
    } else if !model.sound {
        // A `dyn` type would be one more mistake, and none at all another where the type is used.
        quote!(= ())
    } else {
        TokenStream::new()
    };
    quote! {
        #(#attrs)*
        #allow_default
        #[doc = #doc]
        #[repr(transparent)]
        #vis struct #proxy<__L #default, __S = #private::Switch>(#private::Proxy<__L, #client, __S>);
    }
}

pub(super) fn impls(model: &Service) -> TokenStream {
    let Service { proxy, client, item, .. } = model;
    let (vis, private) = (&item.vis, private());
    let stub_extends = model.stub_extends();
    let implementing = model.implementing(&quote!(__L));
    let implementor = Implementor {
        parameters: quote!(__L, __S),
        ty: quote!(#proxy<__L, __S>),
        bounds: quote!(#implementing __S: #private::Borrow<#private::Switch>, #stub_extends),
        sized: true,
    };
    let implementation = implement(model, &implementor, |method, params| {
        if returns_borrowed(&method.sig) {
            // It could not borrow from a stub that lives no longer than the call.
            return None;
        }
        let picked = super::local("__local");
        let local = on(model, method, quote!(#picked), params);
        let other = match &method.kind {
            // It gets the proxy and not its switch: what is at hand already costs no instruction.
            Kind::Exported(exported) => cold(method, params, &implementor, |this| {
                let (constant, outcome) = (constant(exported), outcome(method));
                let (detour, written_call) = (super::local("__detour"), super::local("__call"));
                let call = written(exported, &quote!(#detour.call()), params);
                quote! {
                    let #detour = #this.0.detour(&#constant);
                    let #written_call = #call;
                    #outcome::detour(#detour, #written_call, |#picked| #local)
                }
            }),
            // In the process it runs as the implementation has it.
            _ => {
                let stub = super::local("__stub");
                let helper = on(model, method, quote!(self.0.implementation()), params);
                let remote = on(model, method, quote!(&#stub), params);
                quote! {
                    match self.0.stub() {
                        #private::Option::None => #helper,
                        #private::Option::Some(#stub) => #remote,
                    }
                }
            }
        };
        Some(quote! {
            match self.0.pick() {
                #private::Option::Some(#picked) => #local,
                #private::Option::None => #other,
            }
        })
    });
    quote! {
        impl<__L> #proxy<__L> {
            /// A proxy over this implementation, in local mode.
            #vis fn local(local: __L) -> Self {
                #proxy(#private::Proxy::local(local))
            }
        }

        impl #proxy<#client<#private::Missing>> {
            /// A proxy without an implementation: it calls this endpoint, and can be turned to others.
            ///
            /// # Errors
            ///
            /// Kind `Endpoint` when the text is no URL, or says `local`.
            #vis fn remote(endpoint: impl #private::Resolve) -> #private::Result<Self, #private::Error> {
                #private::Result::map(
                    #private::Proxy::remote(#client::new(#private::Missing), endpoint),
                    #proxy,
                )
            }
        }

        impl<__L> #proxy<#private::Lazy<__L>> {
            /// A proxy in local mode whose implementation is opened by the first call that needs it.
            #vis fn lazy<__E: #private::fmt::Display>(
                open: impl #private::Fn() -> #private::Result<__L, __E> + #private::Send + #private::Sync + 'static,
            ) -> Self {
                #proxy(#private::Proxy::lazy(open))
            }

            /// A proxy in the mode that a configuration says: `local`, or a URL. `open` makes the implementation: at once in
            /// local mode, else only if the switch is ever turned to local.
            ///
            /// # Errors
            ///
            /// Kind `Endpoint` when the configuration names none; kind `Open` when `open` failed.
            #vis fn from_config<__E: #private::fmt::Display>(
                config: &(impl #private::Resolve + ?#private::Sized),
                open: impl #private::Fn() -> #private::Result<__L, __E> + #private::Send + #private::Sync + 'static,
            ) -> #private::Result<Self, #private::Error> {
                #private::Result::map(#private::Proxy::from_config(config, open), #proxy)
            }
        }

        impl<__L, __S: #private::Borrow<#private::Switch>> #proxy<__L, __S> {
            /// A proxy that follows this switch: `Arc<Switch>` for one that others follow too.
            #vis fn with_switch(local: __L, switch: __S) -> Self {
                #proxy(#private::Proxy::with_switch(local, switch))
            }
        }

        #[automatically_derived]
        impl<__L, __S> #private::Deref for #proxy<__L, __S> {
            type Target = #private::Proxy<__L, #client, __S>;
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        #[automatically_derived]
        impl<__L, __S: #private::Borrow<#private::Switch>> #private::fmt::Debug for #proxy<__L, __S> {
            fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                #private::fmt::Debug::fmt(&self.0, f)
            }
        }

        #implementation
    }
}
