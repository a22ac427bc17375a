//! The trait as the expansions see it.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{
    Attribute, FnArg, Generics, Ident, ItemTrait, Pat, PathArguments, PredicateType, ReturnType,
    Safety, Signature, TraitItem, Type, TypeParamBound, WherePredicate, ext::IdentExt as _,
    parse_quote, visit::Visit, visit_mut::VisitMut,
};

use crate::{attr, check, errors::Errors, fallback};

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
        self.item
            .attrs
            .iter()
            .filter(move |attr| same.iter().any(|same| attr.path().is_ident(same)))
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
        let (client, bounds) = (&self.client, &self.item.supertraits);
        if self.sound && !bounds.is_empty() {
            quote!(#client: #bounds,)
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
            && !self.item.supertraits.iter().any(forbids_dyn)
            && !bounds_on_self(&self.item.generics).any(forbids_dyn)
            && self.methods.iter().all(|method| is_dispatchable(&method.sig))
    }
}

/// The bounds that a `where` clause puts on `Self`.
fn bounds_on_self(generics: &Generics) -> impl Iterator<Item = &TypeParamBound> {
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

/// A name for a parameter that has none.
pub(crate) fn name_param(index: usize, pat: &mut Pat) -> Ident {
    let name = match pat {
        Pat::Ident(pat) if pat.subpat.is_none() => pat.ident.clone(),
        _ => format_ident!("__p{index}", span = Span::mixed_site()),
    };
    *pat = parse_quote!(#name);
    name
}

impl Method {
    /// Whether a provided method can be handed on to another implementation of the trait: it means the same there.
    /// One for `Self: Sized` can be only where the other implementation is of a known size.
    pub(crate) fn is_forwardable(&self, sized: bool) -> bool {
        let mut sig = self.sig.clone();
        if let (true, Some(clause)) = (sized, &mut sig.generics.where_clause) {
            let others = std::mem::take(&mut clause.predicates).into_iter();
            clause.predicates = others.filter(|other| !is_self_sized(other)).collect();
        }
        sig.receiver().is_some_and(check::is_plain_ref_self)
            && sig.asyncness.is_none()
            && matches!(sig.safety, Safety::Default)
            && !returned(&sig).is_some_and(has_impl_trait)
            && SelfSearch::first(|search| search.visit_signature(&sig)).is_none()
    }

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

/// The first `Self` in a type.
pub(crate) fn find_self(ty: &Type) -> Option<Span> {
    SelfSearch::first(|search| search.visit_type(ty))
}

struct SelfSearch(Option<Span>);

impl SelfSearch {
    fn first(visit: impl FnOnce(&mut Self)) -> Option<Span> {
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

/// Whether what is returned borrows from the receiver or a parameter.
pub(crate) fn returns_borrowed(sig: &Signature) -> bool {
    returned(sig).is_some_and(|ty| first_borrow(ty).is_some())
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

pub(crate) fn is_deprecated(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("deprecated"))
}
