//! The trait as the expansions see it.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{
    Attribute, FnArg, Ident, ItemTrait, Meta, Pat, Signature, TraitItem, Type, TypeParamBound,
    ext::IdentExt as _, visit::Visit as _, visit_mut::VisitMut,
};

use crate::{
    attr, check,
    errors::Errors,
    fallback,
    signature::{bounds_on_self, is_dispatchable, name_param},
    types::{SelfSearch, bare, option_of_ref},
};

pub(crate) struct Service {
    pub(crate) attrs: attr::Service,
    /// The trait as it is emitted: without `#[rpc]`, and otherwise untouched.
    pub(crate) item: ItemTrait,
    pub(crate) client: Ident,
    pub(crate) service: Ident,
    pub(crate) proxy: Ident,
    pub(crate) methods: Vec<Method>,
    /// Whether the trait itself is one that a service can be. If not, no method of it is exported.
    pub(crate) sound: bool,
}

pub(crate) struct Method {
    pub(crate) sig: Signature,
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
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Passing {
    Value,
    Ref,
    OptionalRef,
}

impl Service {
    pub(crate) fn new(attrs: attr::Service, mut item: ItemTrait, errors: &mut Errors) -> Self {
        let sound = check::item(&item, errors);
        let mut methods = Vec::new();
        let mut ordinal = 0;
        for trait_item in &mut item.items {
            let TraitItem::Fn(function) = trait_item else { continue };
            let found = errors.count();
            let rpc = attr::Rpc::take(&mut function.attrs, errors);
            let kind = if function.default.is_some() {
                check::provided(&rpc, &function.sig, errors);
                Kind::Provided
            } else {
                check::exported(&function.sig, &rpc, errors);
                if sound && errors.count() == found {
                    Kind::Exported(Box::new(Exported {
                        wire_name: wire_name(&attrs, &rpc, &function.sig.ident),
                        ordinal,
                        help: help(&function.attrs),
                        params: params(&function.sig),
                        rpc,
                    }))
                } else {
                    fallback::soften(&mut function.sig);
                    Kind::Broken
                }
            };
            ordinal += 1;
            methods.push(Method {
                sig: function.sig.clone(),
                cfgs: cfgs(&function.attrs),
                deprecated: is_deprecated(&function.attrs),
                kind,
            });
        }
        let name = item.ident.unraw();
        Service {
            client: format_ident!("{name}Client", span = item.ident.span()),
            service: format_ident!("{name}Service", span = item.ident.span()),
            proxy: format_ident!("{name}Proxy", span = item.ident.span()),
            attrs,
            item,
            methods,
            sound,
        }
    }

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

    /// The trait's supertraits and conditions on `Self`, as predicates: every generated impl repeats them.
    pub(crate) fn on_self(&self) -> TokenStream {
        let bounds = &self.item.supertraits;
        let own = (!bounds.is_empty()).then(|| quote!(Self: #bounds,));
        let clause = self.item.generics.where_clause.as_ref();
        let predicates = clause.map(|clause| &clause.predicates);
        quote!(#own #predicates)
    }

    /// What asks of the stub that it is what the trait extends. It stands on the supertraits, where a user reads that
    /// an impl is missing.
    pub(crate) fn stub_extends(&self) -> TokenStream {
        let client = &self.client;
        // `Self` would be another type here.
        let bounds = self.item.supertraits.iter().filter(|bound| !names_self(bound));
        let bounds: Vec<_> = bounds.collect();
        if self.sound && !bounds.is_empty() {
            quote!(#client: #(#bounds)+*,)
        } else {
            TokenStream::new()
        }
    }

    /// What asks of a type parameter that it implements the trait.
    pub(crate) fn implementing(&self, parameter: &TokenStream) -> TokenStream {
        let name = &self.item.ident;
        // Nothing calls on to an implementation of a trait that is refused.
        if self.sound { quote!(#parameter: #name,) } else { TokenStream::new() }
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
            && !self.item.supertraits.iter().any(|bound| forbids_dyn(bound) || names_self(bound))
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

fn params(sig: &Signature) -> Vec<Param> {
    let mut params = Vec::new();
    for input in &sig.inputs {
        let FnArg::Typed(typed) = input else { continue };
        // A pattern was refused already.
        if !matches!(&*typed.pat, Pat::Ident(_)) {
            continue;
        }
        let ty = bare(&typed.ty);
        let (passing, ty) = match (ty, option_of_ref(ty)) {
            (Type::Reference(reference), _) => (Passing::Ref, &*reference.elem),
            (_, Some(reference)) => (Passing::OptionalRef, &*reference.elem),
            (ty, None) => (Passing::Value, ty),
        };
        let mut ty = ty.clone();
        OpenLifetimes.visit_type_mut(&mut ty);
        params.push(Param { passing, ty });
    }
    params
}

/// Writes `'_` for every lifetime: those of the signature have no name in the dispatcher.
struct OpenLifetimes;

impl VisitMut for OpenLifetimes {
    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if lifetime.ident != "static" {
            lifetime.ident = Ident::new("_", lifetime.ident.span());
        }
    }
}

fn wire_name(attrs: &attr::Service, rpc: &attr::Rpc, ident: &Ident) -> String {
    let name = match &rpc.name {
        Some(name) => name.value(),
        None => attrs.rename_all.apply(&ident.unraw().to_string()),
    };
    match &attrs.namespace {
        Some(namespace) => format!("{namespace}.{name}"),
        None => name,
    }
}

/// The doc comment, without the space that follows the slashes.
fn help(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc")).filter_map(|attr| {
        let value = &attr.meta.require_name_value().ok()?.value;
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = value else {
            return None;
        };
        let text = text.value();
        Some(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned())
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect()
}

fn is_doc_hidden(attr: &Attribute) -> bool {
    attr.path().is_ident("doc")
        && matches!(&attr.meta, Meta::List(list) if list.tokens.to_string() == "hidden")
}

pub(crate) fn is_deprecated(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("deprecated"))
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn tells_help_without_the_space_after_the_slashes() {
        let item: ItemTrait = parse_quote! {
            /// First.
            ///
            ///   Indented.
            #[other]
            trait Text {}
        };
        assert_eq!(help(&item.attrs), "First.\n\n  Indented.");
    }
}
