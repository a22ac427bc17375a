//! From a call that came to the method of an implementation.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{call::outcome, private};
use crate::{
    attr::Absent,
    model::{Passing, Service},
    parameters::Parameters,
};

/// A function over everything that implements the trait: the dispatcher uses it, and the proxy for what stays in the
/// process.
pub(super) fn function(model: &Service) -> TokenStream {
    let private = private();
    let (trait_name, of_path) = (&model.item.ident, &model.parameters.of_path);
    let Parameters { bounded, conditions, .. } = &model.parameters;
    let implementing = model.shared(&quote!(__S));
    let (asyncness, awaited) =
        if model.is_async { (quote!(async), quote!(.await)) } else { Default::default() };
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
            let absent = param.absent.as_ref().map(|absent| match absent {
                Absent::Value(value) => quote!(|| #value),
                Absent::Default if param.passing == Passing::Value => {
                    quote_spanned!(ty.span()=> <#ty as #private::Default>::default)
                }
                Absent::Default => quote_spanned!(ty.span()=> #private::default_held::<#ty>),
            });
            if let Some(absent) = absent {
                let (read, pass) = match param.passing {
                    Passing::Value => (quote!(value_or), quote!(#held)),
                    _ => (
                        quote!(held_or),
                        quote_spanned!(ty.span()=> #private::lent_or::<#ty, _>(&#held)),
                    ),
                };
                reads.extend(quote_spanned! {ty.span()=>
                    let #held = #private::#read::<#ty, _>(&mut #reader, #absent)?;
                });
                passed.push(pass);
                continue;
            }
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
                #outcome::respond(&#trait_name #of_path::#ident(__service, #(#passed),*)#awaited, __response)
            }
        }
    });
    quote! {
        #asyncness fn __dispatch<#bounded __S: ?#private::Sized>(
            __service: &__S,
            __method: &#private::Method,
            mut #reader: #private::CallReader<'_>,
            __response: &mut #private::ResponseWriter<'_>,
        ) -> #private::Result<(), #private::Error>
        where
            #conditions
            #implementing
        {
            match __method.ordinal {
                #(#arms)*
                _ => #private::unknown(__method),
            }
        }
    }
}
