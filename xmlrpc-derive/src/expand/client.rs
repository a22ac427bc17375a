//! `XClient<T>`: the stub.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, ReturnType, spanned::Spanned as _};

use super::{Implementor, implement, local, private};
use crate::model::{Exported, Kind, Method, Passing, Service};

pub(super) fn types(model: &Service) -> TokenStream {
    let Service { client, item, .. } = model;
    let (vis, attrs, private) = (&item.vis, model.type_attrs(), model.private());
    let doc = format!(
        "Calls [`{0}`] over XML-RPC, through any transport. It implements [`{0}`], as the service itself does.",
        item.ident
    );
    quote! {
        #(#attrs)*
        #[doc = #doc]
        #vis struct #client<__T = #private::Remote> {
            transport: __T,
        }
    }
}

/// One constant for each exported method.
pub(super) fn methods(model: &Service) -> TokenStream {
    let private = private();
    let constants = model.exported().map(|(method, exported)| {
        let cfgs = &method.cfgs;
        let constant = constant(exported);
        let Exported { wire_name, ordinal, help, rpc, .. } = exported;
        let head = format!("<?xml version=\"1.0\"?><methodCall><methodName>{}</methodName><params>", escaped(wire_name));
        let help = (!help.is_empty()).then(|| quote!(.help(#help)));
        let timeout = rpc.timeout.map(|nanoseconds| quote!(.timeout(#nanoseconds)));
        let read_only = rpc.read_only.then(|| quote!(.read_only()));
        let idempotent = rpc.idempotent.then(|| quote!(.idempotent()));
        let signature = model.attrs.server.then(|| signature(method, exported));
        quote! {
            #(#cfgs)*
            static #constant: #private::Method =
                #private::Method::new(#wire_name, #ordinal, #head) #help #signature #timeout #idempotent #read_only;
        }
    });
    quote!(#(#constants)*)
}

/// What a server tells of the method's types. They are asked only when somebody wants to know.
fn signature(method: &Method, exported: &Exported) -> TokenStream {
    let private = private();
    let outcome = outcome(method);
    let params = exported.params.iter().map(|param| {
        let ty = &param.ty;
        match param.passing {
            Passing::Value => quote_spanned!(ty.span()=> <#ty as #private::ByValue>::param_type),
            Passing::Ref => quote_spanned!(ty.span()=> <#ty as #private::Lend>::param_type),
            Passing::OptionalRef => {
                quote_spanned!(ty.span()=> <#ty as #private::Lend>::optional_param_type)
            }
        }
    });
    quote!(.signature(#private::Signature::new(#outcome::result_type, &[#(#params),*])))
}

pub(super) fn constant(method: &Exported) -> Ident {
    format_ident!("__METHOD_{}", method.ordinal)
}

pub(super) fn impls(model: &Service) -> TokenStream {
    let Service { client, item, .. } = model;
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
            let (constant, call) = (constant(exported), local("__call"));
            let writes = exported.params.iter().zip(params).map(|(param, name)| {
                let ty = &param.ty;
                // What is wrong with a type is told on the type, and only once if all of it stands there.
                match param.passing {
                    Passing::Value => quote_spanned! {ty.span()=>
                        <#ty as #private::ByValue>::write_param(&#name, &mut #call);
                    },
                    Passing::Ref => quote_spanned! {ty.span()=>
                        <#ty as #private::Lend>::write_param(#name, &mut #call);
                    },
                    Passing::OptionalRef => quote_spanned! {ty.span()=>
                        <#ty as #private::Lend>::write_optional_param(#name, &mut #call);
                    },
                }
            });
            let outcome = outcome(method);
            Some(quote! {
                let mut #call = #private::Outgoing::to(&#constant, &self.transport);
                #(#writes)*
                #outcome::receive(#call, &self.transport)
            })
        },
    );
    let name = client.to_string();
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
                #client { transport }
            }
        }

        #[automatically_derived]
        impl #private::Stub for #client {
            const CONNECT: #private::Option<#private::ConnectFn> = #private::CONNECT;

            fn from_transport(transport: #private::Remote) -> Self {
                #client { transport }
            }
        }

        #[automatically_derived]
        impl<__T: #private::Clone> #private::Clone for #client<__T> {
            fn clone(&self) -> Self {
                #client { transport: #private::Clone::clone(&self.transport) }
            }
        }

        #[automatically_derived]
        impl<__T: #private::Transport> #private::fmt::Debug for #client<__T> {
            fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                #private::fmt_stub(f, #name, &self.transport)
            }
        }

        #implementation
    }
}

/// The method's return type, as what can be received and responded.
pub(super) fn outcome(method: &Method) -> TokenStream {
    let private = private();
    match &method.sig.output {
        ReturnType::Type(_, ty) => quote_spanned!(ty.span()=> <#ty as #private::Outcome>),
        ReturnType::Default => quote!(<() as #private::Outcome>),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
