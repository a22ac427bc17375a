//! The trait as the expansions see it.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{
    Attribute, FnArg, Ident, ItemTrait, Meta, Signature, Token, Type, TypeParamBound,
    punctuated::Punctuated, visit::Visit as _,
};

use crate::{
    associated::Associated,
    attr,
    parameters::Parameters,
    signature::{bounds_on_self, is_dispatchable, name_param},
    types::SelfSearch,
};

pub(crate) struct Service {
    pub(crate) attrs: attr::Service,
    /// The trait as it is emitted: without `#[rpc]`, and otherwise untouched.
    pub(crate) item: ItemTrait,
    pub(crate) client: Ident,
    pub(crate) service: Ident,
    pub(crate) proxy: Ident,
    pub(crate) batch: Ident,
    pub(crate) associated: Associated,
    /// The trait's own parameters.
    pub(crate) parameters: Parameters,
    pub(crate) methods: Vec<Method>,
    /// Whether its methods wait.
    pub(crate) is_async: bool,
    /// Whether the trait itself is one that a service can be. If not, no method of it is exported.
    pub(crate) sound: bool,
}

pub(crate) struct Method {
    /// As the trait has it. One that waits returns a future here, however it was written.
    pub(crate) sig: Signature,
    /// What it returns, or what its future gives.
    pub(crate) output: Option<Type>,
    pub(crate) is_async: bool,
    /// Its `#[cfg]`s, which are repeated on all that is generated for it.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) deprecated: bool,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    /// Answered over the wire.
    Exported(Box<Exported>),
    /// A local helper with a body of its own.
    Provided,
    /// Refused. What is generated has it all the same, so that one mistake gives one message.
    Broken,
}

pub(crate) struct Exported {
    pub(crate) wire_name: String,
    pub(crate) ordinal: u32,
    pub(crate) help: String,
    pub(crate) rpc: attr::Rpc,
    pub(crate) params: Vec<Param>,
}

pub(crate) struct Param {
    pub(crate) passing: Passing,
    /// The type behind the reference, with every lifetime left open.
    pub(crate) ty: Type,
    /// What it is when a caller does not send it.
    pub(crate) absent: Option<attr::Absent>,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Passing {
    Value,
    Ref,
    OptionalRef,
}

impl Service {
    /// The `#[cfg]`s of the trait itself.
    pub(crate) fn cfgs(&self) -> Vec<Attribute> {
        cfgs(&self.item.attrs)
    }

    /// The attributes of the trait that hold for the types beside it too.
    pub(crate) fn type_attrs(&self) -> impl Iterator<Item = &Attribute> {
        let same = ["cfg", "deprecated", "allow"];
        self.item.attrs.iter().filter(move |attr| {
            same.iter().any(|same| attr.path().is_ident(same)) || is_doc_hidden(attr)
        })
    }

    /// Whether it names what must not be named any more.
    pub(crate) fn has_deprecated(&self) -> bool {
        is_deprecated(&self.item.attrs) || self.methods.iter().any(|method| method.deprecated)
    }

    /// Whether anything of it was refused.
    pub(crate) fn has_mistakes(&self) -> bool {
        !self.sound || self.methods.iter().any(|method| matches!(method.kind, Kind::Broken))
    }

    /// The path of what the expansions name.
    pub(crate) fn private(&self) -> TokenStream {
        let krate = &self.attrs.krate;
        quote!(#krate::__private)
    }

    pub(crate) fn exported(&self) -> impl Iterator<Item = (&Method, &Exported)> {
        self.methods.iter().filter_map(|method| match &method.kind {
            Kind::Exported(exported) => Some((method, &**exported)),
            _ => None,
        })
    }

    /// The traits that it extends. Of an associated type they name the parameter: an impl whose conditions name what it
    /// says itself has no end.
    fn supertraits(&self) -> Punctuated<TypeParamBound, Token![+]> {
        let mut bounds = self.item.supertraits.clone();
        self.associated.name_in_bounds(&mut bounds);
        bounds
    }

    /// The trait's supertraits and conditions on `Self`, as predicates: every generated impl repeats them.
    pub(crate) fn on_self(&self) -> TokenStream {
        let bounds = self.supertraits();
        let own = (!bounds.is_empty()).then(|| quote!(Self: #bounds,));
        let mut clause = self.item.generics.where_clause.clone();
        if let Some(clause) = &mut clause {
            self.associated.name_in_clause(clause);
        }
        let predicates = clause.map(|clause| clause.predicates);
        quote!(#own #predicates)
    }

    /// What asks of the stub that it is what the trait extends. It stands on the supertraits, where a user reads that
    /// an impl is missing.
    pub(crate) fn stub_extends(&self) -> TokenStream {
        let client = &self.client;
        // `Self` would be another type here.
        let bounds = self.supertraits().into_iter().filter(|bound| !names_self(bound));
        let bounds: Vec<_> = bounds.collect();
        if self.sound && !bounds.is_empty() {
            let arguments = self.parameters.of_type();
            quote!(#client #arguments: #(#bounds)+*,)
        } else {
            TokenStream::new()
        }
    }

    /// What asks of a type parameter that it implements the trait, and that calls of it may wait side by side.
    pub(crate) fn shared(&self, parameter: &TokenStream) -> TokenStream {
        let implementing = self.implementing(parameter);
        if self.is_async {
            let krate = &self.attrs.krate;
            quote!(#implementing #parameter: #krate::__private::Sync,)
        } else {
            implementing
        }
    }

    /// Where a generic trait is implemented, for what only holds the implementation: which of the trait's types are meant
    /// is then known from it.
    pub(crate) fn implementing_which(&self, parameter: &TokenStream) -> TokenStream {
        self.parameters.unless_empty(|Parameters { conditions, .. }| {
            let implementing = self.implementing(parameter);
            quote!(where #conditions #implementing)
        })
    }

    /// What asks of a type parameter that it implements the trait.
    pub(crate) fn implementing(&self, parameter: &TokenStream) -> TokenStream {
        let (name, arguments) = (&self.item.ident, &self.parameters.of_trait);
        // Nothing calls on to an implementation of a trait that is refused.
        if self.sound { quote!(#parameter: #name #arguments,) } else { TokenStream::new() }
    }

    /// Whether there is a `dyn` type of the trait, as far as its text tells.
    pub(crate) fn has_dyn(&self) -> bool {
        let sized_only =
            ["Sized", "Clone", "Copy", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
        let forbids_dyn = |bound: &TypeParamBound| match bound {
            TypeParamBound::Trait(bound) => {
                let name = bound.path.segments.last().map(|segment| segment.ident.to_string());
                name.is_some_and(|name| sized_only.contains(&name.as_str()))
            }
            _ => false,
        };
        self.sound
            && !self.supertraits().iter().any(|bound| forbids_dyn(bound) || names_self(bound))
            && !bounds_on_self(&self.item.generics).any(forbids_dyn)
            && self.methods.iter().all(|method| is_dispatchable(&method.sig))
    }
}

fn names_self(bound: &TypeParamBound) -> bool {
    SelfSearch::first(|search| search.visit_type_param_bound(bound)).is_some()
}

impl Method {
    /// The signature with a name for every parameter, and these names.
    pub(crate) fn named(&self) -> (Signature, Vec<Ident>) {
        let mut sig = self.sig.clone();
        let mut names = Vec::new();
        for (index, input) in sig.inputs.iter_mut().enumerate() {
            match input {
                // The body is ours, and `self` in it too: that of a `macro_rules` would be another one.
                FnArg::Receiver(receiver) => receiver.self_token.span = Span::call_site(),
                FnArg::Typed(typed) => {
                    typed.attrs.clear();
                    names.push(name_param(index, &mut typed.pat));
                }
            }
        }
        (sig, names)
    }
}

pub(crate) fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect()
}

fn is_doc_hidden(attr: &Attribute) -> bool {
    attr.path().is_ident("doc")
        && matches!(&attr.meta, Meta::List(list) if list.tokens.to_string() == "hidden")
}

pub(crate) fn is_deprecated(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("deprecated"))
}
