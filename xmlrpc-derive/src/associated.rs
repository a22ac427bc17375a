//! Associated types: what each of them is, a stub cannot know of itself. So each is a type parameter of all that is
//! generated, and stands in the impls under the name of that.

use quote::format_ident;
use syn::{
    Ident, ItemTrait, Path, Signature, Token, TraitItem, TypeParam, TypeParamBound, WhereClause,
    punctuated::Punctuated,
    visit_mut::{self, VisitMut},
};

/// The associated types of a trait, each with its parameter.
#[derive(Default)]
pub(crate) struct Associated(Vec<(Ident, TypeParam)>);

impl Associated {
    pub(crate) fn of(item: &ItemTrait) -> Self {
        let types = item.items.iter().filter_map(|item| match item {
            TraitItem::Type(item) => Some(item),
            _ => None,
        });
        let parameters = types.map(|item| {
            let parameter = TypeParam {
                attrs: Vec::new(),
                // A type of the user's may have the plain name.
                ident: format_ident!("__{}", item.ident),
                colon_token: item.colon_token,
                bounds: item.bounds.clone(),
                default: None,
            };
            (item.ident.clone(), parameter)
        });
        let mut associated = Associated(parameters.collect());
        let mut named = associated.0.clone();
        for (_, parameter) in &mut named {
            Name(&associated).visit_type_param_mut(parameter);
        }
        associated.0 = named;
        associated
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Ident, TypeParam)> {
        self.0.iter()
    }

    /// Writes the parameters for the associated types in a signature.
    pub(crate) fn name_in_signature(&self, sig: &mut Signature) {
        Name(self).visit_signature_mut(sig);
    }

    /// Writes the parameters for the associated types in bounds.
    pub(crate) fn name_in_bounds(&self, bounds: &mut Punctuated<TypeParamBound, Token![+]>) {
        for bound in bounds {
            Name(self).visit_type_param_bound_mut(bound);
        }
    }

    /// Writes the parameters for the associated types in conditions.
    pub(crate) fn name_in_clause(&self, clause: &mut WhereClause) {
        Name(self).visit_where_clause_mut(clause);
    }
}

/// Writes the parameter for each `Self::Item`.
struct Name<'a>(&'a Associated);

impl VisitMut for Name<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let mut segments = path.segments.iter();
        let (Some(first), Some(second)) = (segments.next(), segments.next()) else { return };
        if path.leading_colon.is_some() || first.ident != "Self" {
            return;
        }
        let Some((_, parameter)) = self.0.0.iter().find(|(ident, _)| second.ident == *ident) else {
            return;
        };
        let mut named = parameter.ident.clone();
        named.set_span(second.ident.span());
        // What follows is of the type itself: `Self::Item::Part`.
        let rest = segments.cloned();
        path.segments = std::iter::once(named.into()).chain(rest).collect();
    }
}
