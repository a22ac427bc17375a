//! The trait as the expansions see it.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::{
    Attribute, FnArg, Ident, ItemTrait, Pat, PathArguments, ReturnType, Safety, Signature,
    TraitItem, Type, TypeParamBound, ext::IdentExt as _, visit::Visit, visit_mut::VisitMut,
};

use crate::{attr, check, errors::Errors};

pub(crate) struct Service {
    pub(crate) attrs: attr::Service,
    /// The trait as it is emitted: without `#[rpc]`, and otherwise untouched.
    pub(crate) item: ItemTrait,
    pub(crate) client: Ident,
    pub(crate) service: Ident,
    pub(crate) proxy: Ident,
    pub(crate) methods: Vec<Method>,
    /// Whether the trait can be implemented by what is generated at all: it has no items that would have to be invented.
    pub(crate) supported: bool,
}

pub(crate) struct Method {
    pub(crate) sig: Signature,
    /// Its `#[cfg]`s, which are repeated on all that is generated for it.
    pub(crate) cfgs: Vec<Attribute>,
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
        let supported = check::item(&item, errors);
        let mut methods = Vec::new();
        let mut ordinal = 0;
        for trait_item in &mut item.items {
            let TraitItem::Fn(function) = trait_item else { continue };
            let found = errors.count();
            let rpc = attr::Rpc::take(&mut function.attrs, errors);
            let provided = function.default.is_some();
            let kind = if provided {
                check::provided(&rpc, &function.sig, errors);
                Kind::Provided
            } else {
                check::exported(&function.sig, &rpc, errors);
                let params = params(&function.sig);
                if errors.count() == found {
                    Kind::Exported(Box::new(Exported {
                        wire_name: wire_name(&attrs, &rpc, &function.sig.ident),
                        ordinal,
                        help: help(&function.attrs),
                        rpc,
                        params,
                    }))
                } else {
                    Kind::Broken
                }
            };
            ordinal += 1;
            methods.push(Method { sig: function.sig.clone(), cfgs: cfgs(&function.attrs), kind });
        }
        let name = item.ident.unraw();
        Service {
            client: format_ident!("{name}Client", span = item.ident.span()),
            service: format_ident!("{name}Service", span = item.ident.span()),
            proxy: format_ident!("{name}Proxy", span = item.ident.span()),
            attrs,
            item,
            methods,
            supported,
        }
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

    /// Whether there is a `dyn` type of the trait, as far as its text tells.
    pub(crate) fn has_dyn(&self) -> bool {
        let sized_only =
            ["Sized", "Clone", "Copy", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
        let bound_ok = |bound: &TypeParamBound| match bound {
            TypeParamBound::Trait(bound) => {
                let name = bound.path.segments.last().map(|segment| segment.ident.to_string());
                !name.is_some_and(|name| sized_only.contains(&name.as_str()))
            }
            _ => true,
        };
        self.supported
            && self.item.supertraits.iter().all(bound_ok)
            && self.methods.iter().all(|method| method.is_sized_only() || method.is_dispatchable())
    }
}

impl Method {
    /// Whether it can be called on a `dyn` type.
    fn is_dispatchable(&self) -> bool {
        let generics = &self.sig.generics;
        self.sig.receiver().is_some()
            && self.sig.asyncness.is_none()
            && generics.type_params().next().is_none()
            && generics.const_params().next().is_none()
            && !self.sig.inputs.iter().any(|input| has_impl_trait(input))
            && !returns_impl_trait(&self.sig)
    }

    /// Whether it says `where Self: Sized`.
    pub(crate) fn is_sized_only(&self) -> bool {
        self.sig.generics.where_clause.as_ref().is_some_and(|clause| {
            clause.predicates.iter().any(|predicate| {
                let text = predicate.to_token_stream().to_string();
                text.starts_with("Self :") && text.contains("Sized")
            })
        })
    }

    /// Whether a provided method can be handed on to another implementation of the trait.
    pub(crate) fn is_forwardable(&self) -> bool {
        self.sig.receiver().is_some_and(check::is_plain_ref_self)
            && self.sig.asyncness.is_none()
            && matches!(self.sig.safety, Safety::Default)
            && !self.is_sized_only()
            && !returns_impl_trait(&self.sig)
    }

    /// The signature with a name for every parameter, and these names.
    pub(crate) fn named(&self) -> (Signature, Vec<Ident>) {
        let mut sig = self.sig.clone();
        let mut names = Vec::new();
        for (index, input) in sig.inputs.iter_mut().enumerate() {
            if let FnArg::Typed(typed) = input {
                let name = match &*typed.pat {
                    Pat::Ident(pat) if pat.subpat.is_none() => pat.ident.clone(),
                    _ => format_ident!("__p{index}"),
                };
                typed.attrs.clear();
                *typed.pat = syn::parse_quote!(#name);
                names.push(name);
            }
        }
        (sig, names)
    }
}

pub(crate) fn has_impl_trait(node: &FnArg) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_fn_arg(node);
    search.0
}

pub(crate) fn returns_impl_trait(sig: &Signature) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_return_type(&sig.output);
    search.0
}

/// Whether what is returned borrows from the receiver or a parameter.
pub(crate) fn returns_borrowed(sig: &Signature) -> bool {
    match &sig.output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => first_borrow(ty).is_some(),
    }
}

/// The first lifetime or reference in a type that is not `'static`.
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

impl Service {
    /// The `#[cfg]`s of the trait itself.
    pub(crate) fn cfgs(&self) -> Vec<Attribute> {
        cfgs(&self.item.attrs)
    }
}
