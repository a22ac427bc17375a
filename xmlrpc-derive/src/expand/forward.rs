//! The trait for what holds or opens an implementation of it: `&T`, `Box<T>`, `Arc<T>` and `Lazy<T>`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Implementor, awaited, cold, implement, local, on, private};
use crate::{model::Service, signature::returns_borrowed};

pub(super) fn impls(model: &Service) -> TokenStream {
    let (client, private) = (&model.client, private());
    let of_client = model.parameters.of_type();
    let pointers = [quote!(&__T), quote!(#private::Box<__T>), quote!(#private::Arc<__T>)]
        .into_iter()
        .map(|pointer| {
            let implementor = Implementor {
                parameters: quote!(__T: ?#private::Sized),
                ty: pointer,
                bounds: model.implementing(&quote!(__T)),
                sized: false,
            };
            implement(model, &implementor, |method, params| {
                Some(on(model, method, quote!(&**self), params))
            })
        });
    // What cannot be opened is a stub that fails, so that provided methods work on it too.
    let lazy = model.attrs.client.then(|| {
        let (implementing, stub_extends) = (model.shared(&quote!(__L)), model.stub_extends());
        // Its future holds it.
        let send = model.is_async.then(|| quote!(__L: #private::Send,));
        let implementor = Implementor {
            parameters: quote!(__L),
            ty: quote!(#private::Lazy<__L>),
            bounds: quote!(#implementing #send #stub_extends),
            sized: true,
        };
        implement(model, &implementor, |method, params| {
            if returns_borrowed(&method.sig) {
                return None;
            }
            let (opened, error) = (local("__local"), local("__error"));
            let on_opened = on(model, method, quote!(#opened), params);
            if method.is_async {
                let on_failed = on(
                    model,
                    method,
                    quote!(&#private::failed::<#client #of_client>(#error)),
                    params,
                );
                let unopened = awaited(quote! {
                    match #private::Lazy::get(self) {
                        #private::Result::Ok(#opened) => #on_opened.await,
                        #private::Result::Err(#error) => #on_failed.await,
                    }
                });
                return Some(quote! {
                    async move {
                        match #private::Lazy::opened(self) {
                            #private::Option::Some(#opened) => #on_opened.await,
                            #private::Option::None => #unopened,
                        }
                    }
                });
            }
            let unopened = cold(model, method, params, &implementor, |this| {
                let on_failed = on(
                    model,
                    method,
                    quote!(&#private::failed::<#client #of_client>(#error)),
                    params,
                );
                quote! {
                    match #private::Lazy::get(#this) {
                        #private::Result::Ok(#opened) => #on_opened,
                        #private::Result::Err(#error) => #on_failed,
                    }
                }
            });
            Some(quote! {
                match #private::Lazy::opened(self) {
                    #private::Option::Some(#opened) => #on_opened,
                    #private::Option::None => #unopened,
                }
            })
        })
    });
    quote!(#(#pointers)* #lazy)
}
