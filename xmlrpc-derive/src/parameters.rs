//! The parameters of the trait, in the words of each place that repeats them. A plain trait has none, and all of them are
//! empty.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    ConstParam, GenericParam, Generics, Ident, ItemTrait, TypeParam, TypeParamBound,
    WherePredicate, visit::Visit as _,
};

use crate::{
    associated::Associated,
    types::{SelfSearch, bare},
};

/// Each list ends with a comma, so that the parameters of a generated type can follow.
#[derive(Default)]
pub(crate) struct Parameters {
    /// As an impl and a function have them.
    pub(crate) bounded: TokenStream,
    /// Without their bounds, as a type has them.
    pub(crate) free: TokenStream,
    /// The same with their defaults, for a type whose other parameters have some.
    pub(crate) defaulted: TokenStream,
    /// As arguments.
    pub(crate) arguments: TokenStream,
    /// What the trait asks of them in its `where` clause, which functions and impls of ours have to repeat.
    pub(crate) conditions: TokenStream,
    /// What stands behind the trait's name: its own parameters, and what its associated types are.
    pub(crate) of_trait: TokenStream,
    /// The same where one of its functions is named.
    pub(crate) of_path: TokenStream,
    types: Vec<Ident>,
}

impl Parameters {
    /// Those of this trait. One that is refused asks nothing of them: no impl of ours calls it.
    pub(crate) fn of(item: &ItemTrait, associated: &Associated, sound: bool) -> Self {
        let mut parameters = Parameters::default();
        let mut own = TokenStream::new();
        for parameter in &item.generics.params {
            let ident = match parameter {
                GenericParam::Type(parameter) => {
                    parameters.add_type(parameter, &item.generics);
                    &parameter.ident
                }
                GenericParam::Const(parameter) => {
                    parameters.add_const(parameter);
                    &parameter.ident
                }
                GenericParam::Lifetime(_) => continue,
            };
            own.extend(quote!(#ident,));
        }
        if !own.is_empty() {
            parameters.of_path = quote!(::<#own>);
        }
        for (ident, parameter) in associated.iter() {
            parameters.add_type(parameter, &Generics::default());
            let given = &parameter.ident;
            own.extend(quote!(#ident = #given,));
        }
        if !own.is_empty() {
            parameters.of_trait = quote!(<#own>);
        }
        if !sound {
            parameters.bounded = parameters.free.clone();
        } else if let (Some(clause), false) = (&item.generics.where_clause, parameters.is_empty()) {
            let mut clause = clause.clone();
            associated.name_in_clause(&mut clause);
            // What is asked of `Self` the impls repeat, and nothing else has one.
            let others = clause.predicates.iter().filter(|predicate| !names_self(predicate));
            parameters.conditions = quote!(#(#others,)*);
        }
        parameters
    }

    fn add_type(&mut self, parameter: &TypeParam, generics: &Generics) {
        let (ident, default) = (&parameter.ident, &parameter.default);
        let bounds = (!parameter.bounds.is_empty()).then_some(&parameter.bounds).into_iter();
        self.bounded.extend(quote!(#ident #(: #bounds)*,));
        let maybe = unsized_bound(parameter, generics).into_iter();
        let free = quote!(#ident #(: #maybe)*);
        self.free.extend(quote!(#free,));
        let default = default.iter().map(|(equals, ty)| quote!(#equals #ty));
        self.defaulted.extend(quote!(#free #(#default)*,));
        self.arguments.extend(quote!(#ident,));
        self.types.push(ident.clone());
    }

    fn add_const(&mut self, parameter: &ConstParam) {
        let ConstParam { ident, ty, default, .. } = parameter;
        let free = quote!(const #ident: #ty);
        self.bounded.extend(quote!(#free,));
        self.free.extend(quote!(#free,));
        let default = default.iter().map(|(equals, value)| quote!(#equals #value));
        self.defaulted.extend(quote!(#free #(#default)*,));
        self.arguments.extend(quote!(#ident,));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// The parameters of an impl that has no others.
    pub(crate) fn of_impl(&self) -> TokenStream {
        self.unless_empty(|Parameters { bounded, .. }| quote!(<#bounded>))
    }

    /// The arguments of a type that has no others.
    pub(crate) fn of_type(&self) -> TokenStream {
        self.unless_empty(|Parameters { arguments, .. }| quote!(<#arguments>))
    }

    /// The arguments of a function that has these parameters, and the ones that follow.
    pub(crate) fn turbofish(&self, more: &TokenStream) -> TokenStream {
        self.unless_empty(|Parameters { arguments, .. }| quote!(::<#arguments #more>))
    }

    /// The conditions of an impl that has no others.
    pub(crate) fn clause(&self) -> TokenStream {
        let conditions = &self.conditions;
        if conditions.is_empty() { TokenStream::new() } else { quote!(where #conditions) }
    }

    /// A field's type that names all of them, for a struct whose fields do not; it holds nothing. Each is behind a marker
    /// of its own, since it may have no size.
    pub(crate) fn marker(&self, private: &TokenStream) -> TokenStream {
        let types = &self.types;
        quote!(#private::PhantomData<fn() -> (#(#private::PhantomData<#types>,)*)>)
    }

    /// That none of them borrows.
    pub(crate) fn are_static(&self) -> TokenStream {
        let types = &self.types;
        quote!(#(#types: 'static,)*)
    }

    pub(crate) fn unless_empty(&self, print: impl FnOnce(&Self) -> TokenStream) -> TokenStream {
        if self.is_empty() { TokenStream::new() } else { print(self) }
    }
}

/// The `?Sized` of a type parameter, wherever it is written: no type can take what it does not say itself.
fn unsized_bound<'a>(
    parameter: &'a TypeParam,
    generics: &'a Generics,
) -> Option<&'a TypeParamBound> {
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let conditions = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => match bare(&predicate.bounded_ty) {
            syn::Type::Path(path) if path.path.is_ident(&parameter.ident) => {
                Some(&predicate.bounds)
            }
            _ => None,
        },
        _ => None,
    });
    parameter
        .bounds
        .iter()
        .chain(conditions.flatten())
        .find(|bound| matches!(bound, TypeParamBound::Trait(bound) if bound.maybe.is_some()))
}

fn names_self(predicate: &WherePredicate) -> bool {
    SelfSearch::first(|search| search.visit_where_predicate(predicate)).is_some()
}
