//! `XClient<T>`: the stub.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    Implementor,
    call::{all, called, outcome, written},
    implement, private,
};
use crate::{
    model::{Kind, Service},
    parameters::Parameters,
};

pub(super) fn types(model: &Service) -> TokenStream {
    let Service { client, item, .. } = model;
    let (vis, attrs, private) = (&item.vis, model.type_attrs(), model.private());
    let doc = format!(
        "Calls [`{0}`] over XML-RPC, through any transport. It implements [`{0}`], as the service itself does, and \
         derefs to the core's `Client`.",
        item.ident
    );
    let (defaulted, of_type) = (&model.parameters.defaulted, model.parameters.of_type());
    // That its stub has them is not enough: it is its own.
    let marker = model.parameters.unless_empty(|parameters| {
        let marker = parameters.marker(&private);
        quote!(, #marker)
    });
    quote! {
        #(#attrs)*
        #[doc = #doc]
        #vis struct #client<#defaulted __T = #private::Remote>(#private::Client<__T, #client #of_type> #marker);
    }
}

pub(super) fn impls(model: &Service) -> TokenStream {
    let Service { client, batch, proxy, item, .. } = model;
    let (vis, private) = (&item.vis, private());
    let Parameters { bounded, free, arguments, conditions, .. } = &model.parameters;
    let parameters = &model.parameters;
    let (of_impl, of_type, clause) =
        (parameters.of_impl(), parameters.of_type(), parameters.clause());
    let implementation = implement(
        model,
        &Implementor {
            parameters: quote!(__T),
            ty: quote!(#client<#arguments __T>),
            bounds: if model.is_async {
                quote!(__T: #private::Transport + #private::Sync,)
            } else {
                quote!(__T: #private::Transport,)
            },
            sized: true,
        },
        |method, params| {
            let Kind::Exported(exported) = &method.kind else { return None };
            let (called, outcome) = (called(model, exported), outcome(method));
            let call = quote!(#private::Outgoing::to(#called, self.0.transport()));
            let call = written(model, exported, &call, params);
            let receive = if method.is_async { quote!(receive_async) } else { quote!(receive) };
            Some(quote!(#outcome::#receive(#call, self.0.transport())))
        },
    );
    let (name, implementing) = (client.to_string(), model.shared(&quote!(__L)));
    let turbofish = parameters.turbofish(&quote!(__L));
    let methods = all(model);
    let marker = parameters.unless_empty(|_| quote!(, #private::PhantomData));
    let more = parameters.unless_empty(|Parameters { arguments, .. }| quote!(, #arguments));
    let serve = if model.is_async {
        quote! {
            fn serve(
                _: &__L,
                method: &#private::Method,
                _: #private::CallReader<'_>,
                _: &mut #private::ResponseWriter<'_>,
            ) -> #private::Result<(), #private::Error> {
                #private::waits(method)
            }

            fn serve_async<'__a>(
                local: &'__a __L,
                method: &'__a #private::Method,
                params: #private::CallReader<'__a>,
                response: &'__a mut #private::ResponseWriter<'_>,
            ) -> #private::BoxFuture<'__a, #private::Result<(), #private::Error>> {
                #private::boxed(__dispatch #turbofish (local, method, params, response))
            }
        }
    } else {
        quote! {
            fn serve(
                local: &__L,
                method: &#private::Method,
                params: #private::CallReader<'_>,
                response: &mut #private::ResponseWriter<'_>,
            ) -> #private::Result<(), #private::Error> {
                __dispatch #turbofish (local, method, params, response)
            }
        }
    };
    quote! {
        impl #of_impl #client #of_type #clause {
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

        impl<#free __T: #private::Transport> #client<#arguments __T> {
            /// A stub over this transport.
            #vis const fn new(transport: __T) -> Self {
                #client(#private::Client::new(transport) #marker)
            }
        }

        #[automatically_derived]
        impl<#free __T> #private::Deref for #client<#arguments __T> {
            type Target = #private::Client<__T, #client #of_type>;
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        #[automatically_derived]
        impl #of_impl #private::Stub for #client #of_type #clause {
            const CONNECT: #private::Option<#private::ConnectFn> = #private::CONNECT;

            type Batch<'__a> = #batch<'__a #more>;

            type Proxy<__L> = #proxy<#arguments __L>;

            fn methods() -> &'static [&'static #private::Method] {
                #methods
            }

            fn from_transport(transport: #private::Remote) -> Self {
                #client(#private::Client::new(transport) #marker)
            }
        }

        #[automatically_derived]
        impl<#bounded __L: ?#private::Sized> #private::Serve<__L> for #client #of_type
        where
            #conditions
            #implementing
        {
            #serve
        }

        #[automatically_derived]
        impl<#free __T: #private::Clone> #private::Clone for #client<#arguments __T> {
            fn clone(&self) -> Self {
                #client(#private::Clone::clone(&self.0) #marker)
            }
        }

        #[automatically_derived]
        impl<#free __T: #private::Transport> #private::fmt::Debug for #client<#arguments __T> {
            fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                f.debug_tuple(#name).field(&self.0).finish()
            }
        }

        #implementation
    }
}
