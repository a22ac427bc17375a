//! What the text of a type tells.

use proc_macro2::Span;
use syn::{Ident, PathArguments, Type, visit::Visit};

pub(crate) fn has_impl_trait(ty: &Type) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// Whether a type is, or holds, an `impl Iterator`.
pub(crate) fn has_impl_iterator(ty: &Type) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_type_impl_trait(&mut self, ty: &syn::TypeImplTrait) {
            self.0 |= ty.bounds.iter().any(|bound| match bound {
                syn::TypeParamBound::Trait(bound) => {
                    let name = bound.path.segments.last().map(|segment| segment.ident.to_string());
                    name.is_some_and(|name| name.ends_with("Iterator"))
                }
                _ => false,
            });
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// The first `Self` in a type.
pub(crate) fn find_self(ty: &Type) -> Option<Span> {
    SelfSearch::first(|search| search.visit_type(ty))
}

/// Finds the first `Self` in a piece of code.
pub(crate) struct SelfSearch(Option<Span>);

impl SelfSearch {
    pub(crate) fn first(visit: impl FnOnce(&mut Self)) -> Option<Span> {
        let mut search = SelfSearch(None);
        visit(&mut search);
        search.0
    }
}

impl Visit<'_> for SelfSearch {
    fn visit_ident(&mut self, ident: &Ident) {
        if ident == "Self" {
            self.0.get_or_insert(ident.span());
        }
    }
}

/// The first lifetime in a type that is not `'static`, or reference with one.
pub(crate) fn first_borrow(ty: &Type) -> Option<Span> {
    struct Search(Option<Span>);
    impl Visit<'_> for Search {
        fn visit_type_reference(&mut self, reference: &syn::TypeReference) {
            match &reference.lifetime {
                None => {
                    self.0.get_or_insert(reference.and_token.span);
                }
                Some(lifetime) => self.visit_lifetime(lifetime),
            }
            syn::visit::visit_type(self, &reference.elem);
        }
        fn visit_lifetime(&mut self, lifetime: &syn::Lifetime) {
            if lifetime.ident != "static" {
                self.0.get_or_insert(lifetime.apostrophe);
            }
        }
        fn visit_path_segment(&mut self, segment: &syn::PathSegment) {
            syn::visit::visit_path_segment(self, segment);
            // The one well-known type that is written without the lifetime that it has.
            if segment.ident == "Cow" && !names_lifetime(&segment.arguments) {
                self.0.get_or_insert(segment.ident.span());
            }
        }
    }
    let mut search = Search(None);
    search.visit_type(ty);
    search.0
}

fn names_lifetime(arguments: &PathArguments) -> bool {
    let PathArguments::AngleBracketed(arguments) = arguments else { return false };
    arguments.args.iter().any(|argument| matches!(argument, syn::GenericArgument::Lifetime(_)))
}

/// The first reference in a type.
pub(crate) fn first_reference(ty: &Type) -> Option<Span> {
    struct Search(Option<Span>);
    impl Visit<'_> for Search {
        fn visit_type_reference(&mut self, reference: &syn::TypeReference) {
            self.0.get_or_insert(reference.and_token.span);
        }
    }
    let mut search = Search(None);
    search.visit_type(ty);
    search.0
}

/// The type without the parentheses, and the invisible groups that other macros leave.
pub(crate) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        ty => ty,
    }
}

/// The `U` of an `Option<&U>`.
pub(crate) fn option_of_ref(ty: &Type) -> Option<&syn::TypeReference> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match (segment.ident == "Option", arguments.args.first()) {
        (true, Some(syn::GenericArgument::Type(ty))) => match bare(ty) {
            Type::Reference(reference) => Some(reference),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse_quote;

    use super::*;

    #[test]
    fn finds_what_borrows() {
        let borrows: [Type; 5] = [
            parse_quote!(&str),
            parse_quote!(Result<Vec<&[u8]>, Error>),
            parse_quote!(Ref<'_, i32>),
            parse_quote!(&'static &'a str),
            parse_quote!(Option<Cow<str>>),
        ];
        for ty in borrows {
            assert!(first_borrow(&ty).is_some(), "{}", quote!(#ty));
        }
        let owns: [Type; 3] = [
            parse_quote!(Result<String>),
            parse_quote!(&'static str),
            parse_quote!(Cow<'static, str>),
        ];
        for ty in owns {
            assert!(first_borrow(&ty).is_none(), "{}", quote!(#ty));
        }
    }
}
