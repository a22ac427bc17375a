//! The trait for what holds or opens an implementation of it: `&T`, `Box<T>`, `Arc<T>` and `Lazy<T>`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{call, cold, implement};
use crate::model::{Service, returns_borrowed};

pub(super) fn impls(model: &Service) -> TokenStream {
    let (name, client, private) = (&model.item.ident, &model.client, model.private());
    let pointers = [quote!(&__T), quote!(#private::Box<__T>), quote!(#private::Arc<__T>)]
        .into_iter()
        .map(|pointer| {
            implement(
                model,
                quote!(__T),
                pointer,
                quote!(__T: #name + ?#private::Sized,),
                |method, params| Some(call(model, method, quote!(&**self), params)),
            )
        });
    // What cannot be opened is a stub that fails, so that provided methods work on it too.
    let lazy = model.attrs.client.then(|| {
        implement(
            model,
            quote!(__L),
            quote!(#private::Lazy<__L>),
            quote!(__L: #name,),
            |method, params| {
                if returns_borrowed(&method.sig) {
                    return None;
                }
                let opened = call(model, method, quote!(__local), params);
                let lazy = (quote!(self), quote!(&#private::Lazy<__L>));
                let unopened = cold(method, params, quote!(__L: #name), lazy, |lazy| {
                    let opened = call(model, method, quote!(__local), params);
                    let failed =
                        call(model, method, quote!(&#private::failed::<#client>(__error)), params);
                    quote! {
                        match #lazy.get() {
                            #private::Result::Ok(__local) => #opened,
                            #private::Result::Err(__error) => #failed,
                        }
                    }
                });
                Some(quote! {
                    match self.opened() {
                        #private::Option::Some(__local) => #opened,
                        #private::Option::None => #unopened,
                    }
                })
            },
        )
    });
    quote!(#(#pointers)* #lazy)
}
