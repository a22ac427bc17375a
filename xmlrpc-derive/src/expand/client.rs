//! `XClient<T>`: the stub.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    Implementor,
    call::{constant, outcome, written},
    implement, private,
};
use crate::model::{Kind, Service};

pub(super) fn types(model: &Service) -> TokenStream {
    let Service { client, item, .. } = model;
    let (vis, attrs, private) = (&item.vis, model.type_attrs(), model.private());
    let doc = format!(
        "Calls [`{0}`] over XML-RPC, through any transport. It implements [`{0}`], as the service itself does, and \
         derefs to the core's `Client`.",
        item.ident
    );
    quote! {
        #(#attrs)*
        #[doc = #doc]
        #vis struct #client<__T = #private::Remote>(#private::Client<__T, #client>);
    }
}

pub(super) fn impls(model: &Service) -> TokenStream {
    let Service { client, batch, item, .. } = model;
    let (vis, private) = (&item.vis, private());
    let implementation = implement(
        model,
        &Implementor {
            parameters: quote!(__T),
            ty: quote!(#client<__T>),
            bounds: quote!(__T: #private::Transport,),
            sized: true,
        },
        |method, params| {
            let Kind::Exported(exported) = &method.kind else { return None };
            let (constant, outcome) = (constant(exported), outcome(method));
            let call = quote!(#private::Outgoing::to(&#constant, self.0.transport()));
            let call = written(exported, &call, params);
            Some(quote!(#outcome::receive(#call, self.0.transport())))
        },
    );
    let (name, implementing) = (client.to_string(), model.implementing(&quote!(__L)));
    quote! {
        impl #client {
            /// A stub that calls this endpoint: a URL, a configuration, or a connected transport. The first call opens the
            /// connection.
            ///
            /// # Errors
            ///
            /// Kind `Endpoint` when the text is no URL, or says `local`.
            #vis fn connect(endpoint: impl #private::Resolve) -> #private::Result<Self, #private::Error> {
                #private::connect(endpoint)
            }
        }

        impl<__T: #private::Transport> #client<__T> {
            /// A stub over this transport.
            #vis const fn new(transport: __T) -> Self {
                #client(#private::Client::new(transport))
            }
        }

        #[automatically_derived]
        impl<__T> #private::Deref for #client<__T> {
            type Target = #private::Client<__T, #client>;
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        #[automatically_derived]
        impl #private::Stub for #client {
            const CONNECT: #private::Option<#private::ConnectFn> = #private::CONNECT;

            type Batch<'__a> = #batch<'__a>;

            fn methods() -> &'static [&'static #private::Method] {
                __METHODS
            }

            fn from_transport(transport: #private::Remote) -> Self {
                #client(#private::Client::new(transport))
            }
        }

        #[automatically_derived]
        impl<__L: ?#private::Sized> #private::Serve<__L> for #client
        where
            #implementing
        {
            fn serve(
                local: &__L,
                method: &#private::Method,
                params: #private::CallReader<'_>,
                response: &mut #private::ResponseWriter<'_>,
            ) -> #private::Result<(), #private::Error> {
                __dispatch(local, method, params, response)
            }
        }

        #[automatically_derived]
        impl<__T: #private::Clone> #private::Clone for #client<__T> {
            fn clone(&self) -> Self {
                #client(#private::Clone::clone(&self.0))
            }
        }

        #[automatically_derived]
        impl<__T: #private::Transport> #private::fmt::Debug for #client<__T> {
            fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                f.debug_tuple(#name).field(&self.0).finish()
            }
        }

        #implementation
    }
}
