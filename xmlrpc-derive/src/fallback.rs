//! What a service with mistakes is made into, so that the code that uses it is checked all the same: nothing of this
//! is ever run, and one mistake gives one message.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{
    FnArg, ItemTrait, ReturnType, Signature, TraitItem, Type, TypeParamBound, parse_quote,
    spanned::Spanned as _, visit_mut::VisitMut,
};

use crate::{
    signature::{is_dispatchable, name_param},
    types::has_impl_trait,
};

/// Takes out of a refused method what the compiler would refuse too, and what would take the trait its `dyn` type.
pub(crate) fn soften(sig: &mut Signature) {
    sig.constness = None;
    sig.variadic = None;
    for (index, input) in sig.inputs.iter_mut().enumerate() {
        match input {
            FnArg::Receiver(receiver) => {
                if matches!(receiver.kind, syn::ReceiverKind::Value) {
                    receiver.mutability = None;
                }
            }
            FnArg::Typed(typed) => {
                name_param(index, &mut typed.pat);
            }
        }
    }
    if !is_dispatchable(sig) {
        sig.generics.make_where_clause().predicates.push(parse_quote!(Self: Sized));
    }
}

/// The body of a refused method.
pub(crate) fn body(sig: &Signature) -> TokenStream {
    match &sig.output {
        ReturnType::Type(_, ty) if has_impl_trait(ty) => {
            let mut ty = ty.clone();
            Concrete.visit_type_mut(&mut ty);
            // A body that never ends has no type, and the compiler wants one that is what was promised.
            quote_spanned!(ty.span()=> let __never: #ty = loop {}; __never)
        }
        _ => quote!(loop {}),
    }
}

/// What a body that never ends would be warned of.
pub(crate) fn lints() -> TokenStream {
    quote!(unreachable_code, unused_variables,)
}

/// Items that no impl of ours could know.
pub(crate) fn items(item: &ItemTrait) -> TokenStream {
    item.items
        .iter()
        .map(|item| match item {
            TraitItem::Type(item) if item.default.is_none() => {
                let (ident, (generics, _, clause)) = (&item.ident, item.generics.split_for_impl());
                quote!(type #ident #generics = () #clause;)
            }
            TraitItem::Const(item) if item.default.is_none() => {
                let (ident, ty) = (&item.ident, &item.ty);
                quote!(const #ident: #ty = loop {};)
            }
            _ => TokenStream::new(),
        })
        .collect()
}

/// Writes a boxed `dyn Trait` for every `impl Trait`.
struct Concrete;

impl VisitMut for Concrete {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        syn::visit_mut::visit_type_mut(self, ty);
        let Type::ImplTrait(opaque) = ty else { return };
        let bounds = &opaque.bounds;
        let is_future = bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(bound) => {
                bound.path.segments.last().is_some_and(|segment| segment.ident == "Future")
            }
            _ => false,
        });
        let boxed = quote!(::std::boxed::Box<dyn #bounds>);
        *ty = if is_future { parse_quote!(::std::pin::Pin<#boxed>) } else { parse_quote!(#boxed) };
    }
}
