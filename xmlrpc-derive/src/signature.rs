//! What the text of a method's signature tells.

use proc_macro2::Span;
use quote::{format_ident, quote, quote_spanned};
use syn::{
    FnArg, GenericArgument, Generics, Ident, Pat, PathArguments, PredicateType, Receiver,
    ReceiverKind, ReturnType, Safety, Signature, TraitItemFn, Type, TypeParamBound, WherePredicate,
    parse_quote, visit::Visit as _,
};

use crate::types::{SelfSearch, bare, find_self, first_borrow, has_impl_trait};

/// Whether this is `&self`, with or without a lifetime.
pub(crate) fn is_plain_ref_self(receiver: &Receiver) -> bool {
    matches!(&receiver.kind, ReceiverKind::Reference(_, _, None))
}

/// The bounds that a `where` clause puts on `Self`.
pub(crate) fn bounds_on_self(generics: &Generics) -> impl Iterator<Item = &TypeParamBound> {
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    predicates.filter_map(of_self).flat_map(|predicate| &predicate.bounds)
}

/// The predicate, if it is one on `Self`.
fn of_self(predicate: &WherePredicate) -> Option<&PredicateType> {
    match predicate {
        WherePredicate::Type(predicate) => {
            let is_self = matches!(bare(&predicate.bounded_ty), Type::Path(path) if path.path.is_ident("Self"));
            is_self.then_some(predicate)
        }
        _ => None,
    }
}

fn is_self_sized(predicate: &WherePredicate) -> bool {
    of_self(predicate).is_some_and(|predicate| {
        predicate.bounds.len() == 1 && predicate.bounds.iter().any(is_sized)
    })
}

fn is_self_sync(predicate: &WherePredicate) -> bool {
    of_self(predicate).is_some_and(|predicate| {
        predicate.bounds.iter().all(|bound| {
            matches!(bound, TypeParamBound::Trait(bound) if bound.path.segments.last().is_some_and(|segment| segment.ident == "Sync"))
        })
    })
}

fn is_sized(bound: &TypeParamBound) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if bound.path.segments.last().is_some_and(|segment| segment.ident == "Sized"))
}

/// Whether the trait keeps its `dyn` type with this method: it can be called on it, or says `where Self: Sized`.
pub(crate) fn is_dispatchable(sig: &Signature) -> bool {
    if bounds_on_self(&sig.generics).any(is_sized) {
        return true;
    }
    let generics = &sig.generics;
    let types = || typed(sig).chain(returned(sig));
    sig.receiver().is_some()
        && sig.asyncness.is_none()
        && generics.type_params().next().is_none()
        && generics.const_params().next().is_none()
        && !types().any(|ty| has_impl_trait(ty) || find_self(ty).is_some())
}

/// The types of the parameters after the receiver.
fn typed(sig: &Signature) -> impl Iterator<Item = &Type> {
    sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    })
}

/// The type that is returned, if one is written.
pub(crate) fn returned(sig: &Signature) -> Option<&Type> {
    match &sig.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(ty),
    }
}

/// What the future gives that a method returns, if it returns one.
pub(crate) fn awaited(sig: &Signature) -> Option<&Type> {
    let Type::ImplTrait(opaque) = bare(returned(sig)?) else { return None };
    opaque.bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let segment = bound.path.segments.last().filter(|segment| segment.ident == "Future")?;
        let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(output) if output.ident == "Output" => Some(&output.ty),
            _ => None,
        })
    })
}

/// Whether a future that is returned may be sent to another thread.
pub(crate) fn is_send(sig: &Signature) -> bool {
    let Some(Type::ImplTrait(opaque)) = returned(sig).map(bare) else { return false };
    opaque.bounds.iter().any(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|segment| segment.ident == "Send")
        }
        _ => false,
    })
}

/// Writes an `async fn` as what it is: a function that returns a future, which says here that threads may hand it on.
pub(crate) fn desugar(function: &mut TraitItemFn) {
    let sig = &mut function.sig;
    let Some(token) = sig.asyncness.take() else { return };
    let output = match &sig.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => quote!(#ty),
    };
    let span = token.span;
    let future =
        quote_spanned!(span=> impl ::core::future::Future<Output = #output> + ::core::marker::Send);
    sig.output = parse_quote!(-> #future);
    if let Some(body) = &mut function.default {
        // Its future holds the service, which others call meanwhile.
        sig.generics.make_where_clause().predicates.push(parse_quote!(Self: ::core::marker::Sync));
        *body = parse_quote!({ async move #body });
    }
}

/// Whether a provided method can be handed on to another implementation of the trait: it means the same there.
/// One for `Self: Sized` can be only where the other implementation is of a known size.
pub(crate) fn is_forwardable(sig: &Signature, sized: bool, is_async: bool) -> bool {
    let mut sig = sig.clone();
    if let Some(clause) = &mut sig.generics.where_clause {
        let others = std::mem::take(&mut clause.predicates).into_iter();
        let keeps =
            |other: &WherePredicate| !(sized && is_self_sized(other) || is_self_sync(other));
        clause.predicates = others.filter(keeps).collect();
    }
    sig.receiver().is_some_and(is_plain_ref_self)
        && sig.asyncness.is_none()
        && matches!(sig.safety, Safety::Default)
        && (is_async && awaited(&sig).is_some_and(|output| !has_impl_trait(output))
            || !returned(&sig).is_some_and(has_impl_trait))
        && SelfSearch::first(|search| search.visit_signature(&sig)).is_none()
}

/// Whether what is returned borrows from the receiver or a parameter.
pub(crate) fn returns_borrowed(sig: &Signature) -> bool {
    returned(sig).is_some_and(|ty| first_borrow(ty).is_some())
}

/// A name for a parameter that has none.
pub(crate) fn name_param(index: usize, pat: &mut Pat) -> Ident {
    let name = match pat {
        Pat::Ident(pat) if pat.subpat.is_none() => pat.ident.clone(),
        _ => format_ident!("__p{index}", span = Span::mixed_site()),
    };
    *pat = parse_quote!(#name);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_which_methods_a_dyn_type_has() {
        let kept: [Signature; 4] = [
            parse_quote!(fn f(&self) -> &str),
            parse_quote!(fn f<'a>(&'a mut self, text: &'a str)),
            parse_quote!(fn f<T>(&self) -> impl Sized where Self: Sized),
            parse_quote!(fn f() -> Self where Self: ::core::marker::Sized),
        ];
        for sig in kept {
            assert!(is_dispatchable(&sig), "{}", quote!(#sig));
        }
        let lost: [Signature; 7] = [
            parse_quote!(fn f()),
            parse_quote!(fn f<T>(&self)),
            parse_quote!(fn f<const N: usize>(&self)),
            parse_quote!(fn f(&self, map: impl Fn())),
            parse_quote!(fn f(&self) -> Option<impl Sized>),
            parse_quote!(fn f(&self, other: &Self)),
            parse_quote!(async fn f(&self)),
        ];
        for sig in lost {
            assert!(!is_dispatchable(&sig), "{}", quote!(#sig));
        }
    }

    #[test]
    fn hands_on_what_means_the_same_on_another_implementation() {
        let always: [Signature; 2] = [
            parse_quote!(fn f<T: Clone>(&self, map: impl Fn(T)) -> &str),
            parse_quote!(fn f<'a, T>(&'a self, text: &'a mut T) where T: Copy),
        ];
        for sig in always {
            assert!(is_forwardable(&sig, false, false));
        }
        let sized: Signature = parse_quote!(fn f<T>(&self, with: T) where Self: Sized);
        assert!(is_forwardable(&sized, true, false));
        assert!(!is_forwardable(&sized, false, false));
        let never: [Signature; 7] = [
            parse_quote!(fn f(self)),
            parse_quote!(fn f(&mut self)),
            parse_quote!(fn f(self: &Self)),
            parse_quote!(fn f(&self) -> impl Sized),
            parse_quote!(fn f(&self, other: &Self)),
            parse_quote!(fn f<T: From<Self>>(&self, with: T)),
            parse_quote!(fn f(&self) where Self: Sized + Clone),
        ];
        for sig in never {
            assert!(!is_forwardable(&sig, true, false));
        }
    }
}
