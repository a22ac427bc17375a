//! From the trait as it is written to the model of it.

use quote::format_ident;
use syn::{
    Attribute, FnArg, Ident, ItemTrait, Pat, Signature, TraitItem, Type, ext::IdentExt as _,
    visit_mut::VisitMut,
};

use crate::{
    associated::Associated,
    attr, check,
    errors::Errors,
    fallback,
    model::{Exported, Kind, Method, Param, Passing, Service, cfgs, is_deprecated},
    parameters::Parameters,
    signature,
    types::{bare, option_of_ref},
};

/// Reads the trait; what breaks a rule is refused, and goes into the model as something that can be printed all the same.
pub(crate) fn service(attrs: attr::Service, mut item: ItemTrait, errors: &mut Errors) -> Service {
    let sound = check::item(&item, errors);
    let waiting = check::Waiting::of(&item);
    let is_async = waiting.is_async;
    let associated = Associated::of(&item);
    let mut methods = Vec::new();
    let mut ordinal = 0;
    for trait_item in &mut item.items {
        let TraitItem::Fn(function) = trait_item else { continue };
        let found = errors.count();
        let rpc = attr::Rpc::take(&mut function.attrs, errors);
        if is_async {
            signature::desugar(function);
        }
        let absent = absent(&mut function.sig, errors);
        let mut sig = function.sig.clone();
        associated.name_in_signature(&mut sig);
        let kind = if function.default.is_some() {
            check::provided(&rpc, &sig, errors);
            check::no_defaults(&sig, &absent, errors);
            Kind::Provided
        } else {
            check::exported(&sig, &rpc, &waiting, errors);
            check::defaults(&sig, &absent, errors);
            if sound && errors.count() == found {
                Kind::Exported(Box::new(Exported {
                    wire_name: wire_name(&attrs, &rpc, &function.sig.ident),
                    ordinal,
                    help: help(&function.attrs),
                    params: params(&sig, absent),
                    rpc,
                }))
            } else {
                fallback::soften(&mut function.sig);
                sig = function.sig.clone();
                if sound {
                    associated.name_in_signature(&mut sig);
                }
                Kind::Broken
            }
        };
        ordinal += 1;
        let awaited = signature::awaited(&sig).filter(|_| is_async);
        methods.push(Method {
            output: awaited.or_else(|| signature::returned(&sig)).cloned(),
            is_async: awaited.is_some(),
            sig,
            cfgs: cfgs(&function.attrs),
            deprecated: is_deprecated(&function.attrs),
            kind,
        });
    }
    // Those of a trait that is refused have no parameter: nothing of ours would tell what it is.
    let associated = if sound { associated } else { Associated::default() };
    let parameters = Parameters::of(&item, &associated, sound);
    let name = item.ident.unraw();
    let model = Service {
        client: format_ident!("{name}Client", span = item.ident.span()),
        service: format_ident!("{name}Service", span = item.ident.span()),
        proxy: format_ident!("{name}Proxy", span = item.ident.span()),
        batch: format_ident!("{name}Batch", span = item.ident.span()),
        attrs,
        item,
        associated,
        parameters,
        methods,
        is_async,
        sound,
    };
    check::names(&model, errors);
    model
}

/// Takes what parameters are by default off a signature, in their order.
fn absent(sig: &mut Signature, errors: &mut Errors) -> Vec<Option<attr::Absent>> {
    let typed = sig.inputs.iter_mut().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    typed.map(|typed| attr::Absent::take(&mut typed.attrs, errors)).collect()
}

fn params(sig: &Signature, absent: Vec<Option<attr::Absent>>) -> Vec<Param> {
    let mut params = Vec::new();
    let typed = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    for (typed, absent) in typed.zip(absent) {
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
        params.push(Param { passing, ty, absent });
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
