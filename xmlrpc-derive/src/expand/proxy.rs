//! `XProxy<L, S>`: both paths, and the switch between them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::{
    Implementor, awaited,
    call::{called, outcome, written},
    cold, implement, on, private,
};
use crate::{
    model::{Kind, Method, Service, is_deprecated},
    parameters::Parameters,
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
    let Parameters { free, defaulted, of_trait, .. } = &model.parameters;
    let of_type = model.parameters.of_type();
    let default = if model.has_dyn() {
        quote!(= #private::Arc<dyn #name #of_trait + #private::Send + #private::Sync>)
    } else if !model.sound {
        // A `dyn` type would be one more mistake, and none at all another where the type is used.
        quote!(= ())
    } else {
        TokenStream::new()
    };
    // None may follow one that has a default, and have none.
    let first = if default.is_empty() { free } else { defaulted };
    quote! {
        #(#attrs)*
        #allow_default
        #[doc = #doc]
        #[repr(transparent)]
        #vis struct #proxy<#first __L #default, __S = #private::Switch>(#private::Proxy<__L, #client #of_type, __S>);
    }
}

/// The body of a method that waits. Where it goes is chosen when its future is first polled; one that stays in the process is
/// the implementation's own, inside of ours.
fn waiting(model: &Service, method: &Method, params: &[Ident]) -> TokenStream {
    let (private, picked) = (private(), super::local("__local"));
    let local = on(model, method, quote!(#picked), params);
    let other = match &method.kind {
        Kind::Exported(exported) => {
            let (called, outcome) = (called(model, exported), outcome(method));
            let (detour, written_call) = (super::local("__detour"), super::local("__call"));
            let call = written(model, exported, &quote!(#detour.call()), params);
            awaited(quote! {
                let #detour = self.0.detour(#called);
                let #written_call = #call;
                #outcome::detour_async(#detour, #written_call, move |#picked| #local).await
            })
        }
        _ => {
            let stub = super::local("__stub");
            let helper = on(model, method, quote!(self.0.implementation()), params);
            let remote = on(model, method, quote!(&#stub), params);
            awaited(quote! {
                match self.0.if_remote() {
                    #private::Option::None => #helper.await,
                    #private::Option::Some(#stub) => #remote.await,
                }
            })
        }
    };
    quote! {
        async move {
            match self.0.if_local() {
                #private::Option::Some(#picked) => #local.await,
                #private::Option::None => #other,
            }
        }
    }
}

pub(super) fn impls(model: &Service) -> TokenStream {
    let Service { proxy, client, item, .. } = model;
    let (vis, private) = (&item.vis, private());
    let Parameters { bounded, free, arguments, .. } = &model.parameters;
    let (of_impl, of_type, clause) =
        (model.parameters.of_impl(), model.parameters.of_type(), model.parameters.clause());
    let which = model.implementing_which(&quote!(__L));
    let stub_extends = model.stub_extends();
    let implementing = model.shared(&quote!(__L));
    let sync = model.is_async.then(|| quote!(+ #private::Sync));
    let implementor = Implementor {
        parameters: quote!(__L, __S),
        ty: quote!(#proxy<#arguments __L, __S>),
        bounds: quote!(#implementing __S: #private::Borrow<#private::Switch> #sync, #stub_extends),
        sized: true,
    };
    let implementation = implement(model, &implementor, |method, params| {
        if returns_borrowed(&method.sig) {
            // It could not borrow from a stub that lives no longer than the call.
            return None;
        }
        let picked = super::local("__local");
        let local = on(model, method, quote!(#picked), params);
        if method.is_async {
            return Some(waiting(model, method, params));
        }
        let other = match &method.kind {
            // It gets the proxy and not its switch: what is at hand already costs no instruction.
            Kind::Exported(exported) => cold(model, method, params, &implementor, |this| {
                let (called, outcome) = (called(model, exported), outcome(method));
                let (detour, written_call) = (super::local("__detour"), super::local("__call"));
                let call = written(model, exported, &quote!(#detour.call()), params);
                quote! {
                    let #detour = #this.0.detour(#called);
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
                    match self.0.if_remote() {
                        #private::Option::None => #helper,
                        #private::Option::Some(#stub) => #remote,
                    }
                }
            }
        };
        Some(quote! {
            match self.0.if_local() {
                #private::Option::Some(#picked) => #local,
                #private::Option::None => #other,
            }
        })
    });
    quote! {
        impl<#bounded __L> #proxy<#arguments __L> #which {
            /// A proxy over this implementation, in local mode.
            #vis fn local(local: __L) -> Self {
                #proxy(#private::Proxy::local(local))
            }
        }

        impl #of_impl #proxy<#arguments #client<#arguments #private::Missing>> #clause {
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

        impl<#bounded __L> #proxy<#arguments #private::Lazy<__L>> #which {
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

        impl<#bounded __L, __S: #private::Borrow<#private::Switch>> #proxy<#arguments __L, __S> #which {
            /// A proxy that follows this switch: `Arc<Switch>` for one that others follow too.
            #vis fn with_switch(local: __L, switch: __S) -> Self {
                #proxy(#private::Proxy::with_switch(local, switch))
            }
        }

        #[automatically_derived]
        impl<#free __L> #private::From<#private::Proxy<__L, #client #of_type>> for #proxy<#arguments __L> {
            fn from(proxy: #private::Proxy<__L, #client #of_type>) -> Self {
                #proxy(proxy)
            }
        }

        #[automatically_derived]
        impl<#free __L, __S> #private::Deref for #proxy<#arguments __L, __S> {
            type Target = #private::Proxy<__L, #client #of_type, __S>;
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        #[automatically_derived]
        impl<#free __L, __S: #private::Borrow<#private::Switch>> #private::fmt::Debug for #proxy<#arguments __L, __S> {
            fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                #private::fmt::Debug::fmt(&self.0, f)
            }
        }

        #implementation
    }
}
