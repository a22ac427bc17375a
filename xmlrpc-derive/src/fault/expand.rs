//! What `derive(Fault)` writes.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Ident, Path, Type, spanned::Spanned as _};

use crate::{fallback, model::is_deprecated};

use super::{Kind, Model, Text, Variant};

pub(super) fn impls(model: &Model<'_>, krate: &Path) -> TokenStream {
    let private = quote!(__private);
    let (name, generics) = (&model.item.ident, &model.item.generics);
    let (generics, types, clause) = generics.split_for_impl();
    let bodies = match model.call {
        Some(call) => bodies(model, call, &private),
        // With mistakes it gets the impls all the same, so that the code that uses it is checked.
        None => Bodies {
            from_error: quote!(loop {}),
            to_fault: quote!(loop {}),
            display: quote!(loop {}),
        },
    };
    let fallback = model.call.is_none().then(fallback::lints);
    let deprecated = is_deprecated(&model.item.attrs)
        || model.variants.iter().any(|variant| is_deprecated(variant.attrs));
    let deprecated = deprecated.then(|| quote!(deprecated,));
    let Bodies { from_error, to_fault, display } = bodies;
    // What the trait asks for, `Debug`, is asked of the enum and not of the macro.
    let error =
        quote_spanned!(name.span()=> impl #generics #private::StdError for #name #types #clause {});
    quote! {
        #[allow(#deprecated #fallback clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            use #krate::__private;

            #[automatically_derived]
            impl #generics #private::From<#private::Error> for #name #types #clause {
                fn from(error: #private::Error) -> Self {
                    #from_error
                }
            }

            #[automatically_derived]
            impl #generics #private::From<&#name #types> for #private::Fault #clause {
                fn from(error: &#name #types) -> Self {
                    #to_fault
                }
            }

            #[automatically_derived]
            impl #generics #private::fmt::Display for #name #types #clause {
                fn fmt(&self, f: &mut #private::fmt::Formatter<'_>) -> #private::fmt::Result {
                    #display
                }
            }

            #[automatically_derived]
            #error
        };
    }
}

struct Bodies {
    from_error: TokenStream,
    to_fault: TokenStream,
    display: TokenStream,
}

fn bodies(model: &Model<'_>, (call, ty): (&Ident, &Type), private: &TokenStream) -> Bodies {
    let enum_name = &model.item.ident;
    let mut from_code = TokenStream::new();
    let mut to_fault = TokenStream::new();
    let mut display = TokenStream::new();
    // Named from outside the code that stands on the type, which in a macro may see other names than ours.
    let (error, formatter) = (quote!(error), quote!(f));
    for Variant { name, kind, .. } in &model.variants {
        match kind {
            Kind::Coded { code, text: Text::Constant(text) } => {
                let code = code.number;
                from_code.extend(quote!(#code => return Self::#name,));
                to_fault.extend(quote!(#enum_name::#name => #private::Fault::new(#code, #text),));
                display.extend(quote!(Self::#name => f.write_str(#text),));
            }
            Kind::Coded { code, text: Text::Carried } => {
                let code = code.number;
                let clone = quote!(#private::Clone::clone);
                from_code.extend(quote!(#code => return Self::#name(#clone(&fault.message)),));
                to_fault.extend(
                    quote!(#enum_name::#name(text) => #private::Fault::new(#code, #clone(text)),),
                );
                display.extend(quote!(Self::#name(text) => f.write_str(text),));
            }
            Kind::Call(_) => {
                to_fault.extend(
                    quote_spanned!(ty.span()=> #enum_name::#name(error) => <#ty as #private::ServiceError>::to_fault(error),),
                );
                display.extend(
                    quote_spanned!(ty.span()=> Self::#name(error) => <#ty as #private::fmt::Display>::fmt(error, #formatter),),
                );
            }
        }
    }
    let other = quote_spanned!(ty.span()=> Self::#call(<#ty as #private::ServiceError>::from_error(#error)));
    Bodies {
        from_error: quote! {
            if let #private::Option::Some(fault) = error.fault() {
                match fault.code {
                    #from_code
                    _ => {}
                }
            }
            #other
        },
        to_fault: quote!(match error { #to_fault }),
        display: quote!(match self { #display }),
    }
}
