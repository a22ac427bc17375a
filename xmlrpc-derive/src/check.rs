//! The rules: what a service may look like, one function a rule.
//!
//! Each message stands on the piece of code that is meant, and says what to write instead.

use syn::{
    FnArg, Ident, ItemTrait, LitStr, Pat, ReceiverKind, Signature, TraitItem, Type, visit::Visit,
};

use crate::{
    attr, bounds,
    errors::Errors,
    model::{Method, Service},
    signature::{awaited, is_plain_ref_self, is_send, returned},
    types::{
        bare, find_self, first_borrow, first_reference, has_impl_iterator, has_impl_trait,
        option_of_ref,
    },
};

/// Checks the trait itself. `false` if what is generated could not implement it.
pub(crate) fn item(item: &ItemTrait, errors: &mut Errors) -> bool {
    let found = errors.count();
    for lifetime in item.generics.lifetimes() {
        errors.on(
            lifetime,
            "a service cannot have lifetime parameters: what is read from a call lives as long as the call; \
             write the lifetime on the method, or leave it out",
        );
    }
    if let Some(token) = item.unsafety {
        errors.on(
            token,
            "a service cannot be an unsafe trait: a remote server could not keep its promise; write a plain `trait`",
        );
    }
    for item in &item.items {
        match item {
            TraitItem::Fn(_) => {}
            TraitItem::Type(item) if item.generics.params.is_empty() => {}
            TraitItem::Type(item) => errors.on(
                &item.generics,
                "an associated type of a service cannot be generic: a stub has one type for it; \
                 leave the parameters out, or write the type itself in the methods",
            ),
            TraitItem::Const(item) => errors.on(
                &item.ident,
                "a service cannot have associated constants: a remote caller could not read them; write a method",
            ),
            other => errors.on(
                other,
                "a service has methods only, and `#[service]` sees none that a macro writes: write them out",
            ),
        }
    }
    if errors.count() == found {
        bounds::travelling(item, errors);
    }
    errors.count() == found
}

/// Whether the methods of a trait wait. Either all that are answered over the wire do, or none: the first decides.
pub(crate) struct Waiting {
    pub(crate) is_async: bool,
    first: Option<Ident>,
}

impl Waiting {
    pub(crate) fn of(item: &ItemTrait) -> Self {
        let first = item.items.iter().find_map(|item| match item {
            TraitItem::Fn(function) if function.default.is_none() => Some(&function.sig),
            _ => None,
        });
        Waiting { is_async: first.is_some_and(waits), first: first.map(|sig| sig.ident.clone()) }
    }

    fn check(&self, sig: &Signature, errors: &mut Errors) {
        if waits(sig) == self.is_async {
            if awaited(sig).is_some() && !is_send(sig) {
                errors.on(
                    &sig.output,
                    "this future has to be one that threads may hand on: write `async fn`, or add `+ Send`",
                );
            }
        } else if let Some(first) = &self.first {
            let (does, others, write) = if self.is_async {
                ("does not wait", "does", "async fn")
            } else {
                ("waits", "does not", "fn")
            };
            errors.on(
                &sig.ident,
                format!(
                    "`{}` {does}, and `{first}` {others}: write `{write}`, or move it to a trait of its own",
                    sig.ident
                ),
            );
        }
    }
}

fn waits(sig: &Signature) -> bool {
    sig.asyncness.is_some() || awaited(sig).is_some()
}

/// Checks a method with a body, which stays a local helper.
pub(crate) fn provided(rpc: &attr::Rpc, sig: &Signature, errors: &mut Errors) {
    if let Some(argument) = &rpc.exporting {
        errors.on(
            argument,
            format!(
                "`{argument}` has no effect here: `{}` has a body, and so is a local helper that is not exported; \
                 remove the body or the attribute",
                sig.ident
            ),
        );
    }
}

/// Checks a method that is answered over the wire.
pub(crate) fn exported(sig: &Signature, rpc: &attr::Rpc, waiting: &Waiting, errors: &mut Errors) {
    if let Some(span) = rpc.skip {
        errors.at(
            span,
            "a method that is skipped needs a body: remote callers have nothing else to run",
        );
        return;
    }
    qualifiers(sig, errors);
    waiting.check(sig, errors);
    receiver(sig, errors);
    generics(sig, errors);
    for input in &sig.inputs {
        if let FnArg::Typed(input) = input {
            for attr in &input.attrs {
                errors.on(
                    attr,
                    "a parameter of a service has no attributes but `#[rpc(default)]`: write them on the method",
                );
            }
            pattern(&input.pat, errors);
            param(&input.ty, errors);
        }
    }
    result(sig, errors);
}

/// Checks the parameters that may be left out: no caller can leave out one and send a later one.
pub(crate) fn defaults(sig: &Signature, absent: &[Option<attr::Absent>], errors: &mut Errors) {
    let typed: Vec<_> = typed(sig).zip(absent).collect();
    for (index, (param, absent)) in typed.iter().enumerate() {
        if absent.is_none() {
            continue;
        }
        if option_of_ref(bare(&param.ty)).is_some() {
            errors.on(
                &param.ty,
                "this has a default already: an `Option` that a caller leaves out is `None`; remove `#[rpc(default)]`",
            );
        }
        let needed = typed[index + 1..]
            .iter()
            .find(|(later, absent)| absent.is_none() && !is_option(bare(&later.ty)));
        if let Some((later, _)) = needed {
            errors.on(
                &param.pat,
                format!(
                    "no caller can leave this out, since `{}` follows, which has no default: give it one, or move it to the front",
                    name_of(&later.pat)
                ),
            );
        }
    }
}

/// Checks that the parameters of a helper have no defaults.
pub(crate) fn no_defaults(sig: &Signature, absent: &[Option<attr::Absent>], errors: &mut Errors) {
    for (param, _) in typed(sig).zip(absent).filter(|(_, absent)| absent.is_some()) {
        errors.on(
            &param.pat,
            format!(
                "`default` has no effect here: `{}` has a body, and so is a local helper that is not exported; remove the attribute",
                sig.ident
            ),
        );
    }
}

fn typed(sig: &Signature) -> impl Iterator<Item = &syn::PatType> {
    sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    })
}

fn name_of(pat: &Pat) -> String {
    match pat {
        Pat::Ident(pat) => pat.ident.to_string(),
        _ => "another parameter".to_owned(),
    }
}

fn is_option(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "Option"))
}

fn qualifiers(sig: &Signature, errors: &mut Errors) {
    if let Some(token) = &sig.constness {
        errors.on(token, "a method of a service cannot be `const`: what it does happens when it is called; write a plain `fn`");
    }
    if let syn::Safety::Unsafe(token) = &sig.safety {
        errors.on(
            token,
            "a method of a service cannot be `unsafe`: a remote caller could not keep its promise; write a plain `fn`",
        );
    }
    if let Some(abi) = &sig.abi {
        errors
            .on(abi, "a method of a service has Rust's own calling convention: write a plain `fn`");
    }
    if let Some(variadic) = &sig.variadic {
        errors
            .on(variadic, "a method of a service has a fixed number of parameters: take a `&[T]`");
    }
}

fn receiver(sig: &Signature, errors: &mut Errors) {
    match sig.receiver() {
        None => errors.on(
            &sig.ident,
            format!(
                "`{}` needs `&self` as its first parameter: it is called on a service",
                sig.ident
            ),
        ),
        Some(receiver) if is_plain_ref_self(receiver) => {}
        Some(receiver) => {
            let advice = match &receiver.kind {
                ReceiverKind::Reference(_, _, Some(_)) => {
                    "a method of a service takes `&self`, since many callers share it: \
                     keep what changes in a `Mutex` or an atomic"
                }
                ReceiverKind::Value => {
                    "a method of a service takes `&self`: a remote caller cannot give the service away"
                }
                _ => {
                    "a method of a service takes `&self`, written so: a remote caller has no other pointer to the service"
                }
            };
            errors.on(receiver, advice);
        }
    }
}

fn generics(sig: &Signature, errors: &mut Errors) {
    for parameter in &sig.generics.params {
        if !matches!(parameter, syn::GenericParam::Lifetime(_)) {
            errors.on(
                parameter,
                "a method of a service cannot be generic: the wire has no type parameters; write the type itself, \
                 or `xmlrpc_proxy::Value` for any",
            );
        }
    }
    if let Some(clause) = &sig.generics.where_clause {
        errors.on(clause, "a method of a service has no conditions, since every caller can call it: give it a body, or leave them out");
    }
}

fn pattern(pat: &Pat, errors: &mut Errors) {
    match pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
            if let Some(token) = pat.mutability {
                errors.on(
                    token,
                    "a parameter is `mut` where the method has its body: leave it out here",
                );
            }
        }
        Pat::Wild(_) => errors.on(pat, "a parameter of a service needs a name: write `name: Type`"),
        _ => errors.on(
            pat,
            "a parameter of a service is a plain name: write `name: Type` and take it apart inside",
        ),
    }
}

fn param(ty: &Type, errors: &mut Errors) {
    if let Some(span) = find_self(ty) {
        errors.at(span, "`Self` has no form on the wire: write the type itself");
        return;
    }
    let ty = bare(ty);
    match (ty, option_of_ref(ty)) {
        (Type::Reference(reference), _) | (_, Some(reference)) => {
            if let Some(token) = reference.mutability {
                errors.on(
                    token,
                    "a parameter cannot be `&mut`: a remote callee gets a copy, and changes to it stay there; \
                     take a value and return the new one",
                );
                return;
            }
            if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") {
                errors.on(
                    &reference.lifetime,
                    "a parameter cannot be `&'static`: what is read from a call lives as long as the call; \
                     leave the lifetime out",
                );
                return;
            }
            inner(&reference.elem, errors);
        }
        (ty, None) => inner(ty, errors),
    }
}

/// Checks the type behind a parameter's own reference.
fn inner(ty: &Type, errors: &mut Errors) {
    struct Search<'a>(&'a mut Errors);
    impl Visit<'_> for Search<'_> {
        fn visit_type_reference(&mut self, reference: &syn::TypeReference) {
            self.0.on(
                reference,
                format!(
                    "a reference inside a parameter cannot be made from a call: write {} here",
                    owned(&reference.elem)
                ),
            );
        }
        fn visit_type_impl_trait(&mut self, ty: &syn::TypeImplTrait) {
            self.0.on(
                ty,
                "a parameter cannot be `impl Trait`: the wire has no type parameters; write the type itself",
            );
        }
        fn visit_type_trait_object(&mut self, ty: &syn::TypeTraitObject) {
            self.0.on(ty, "a parameter cannot be a trait object: it has no form on the wire; write a type that has");
        }
        fn visit_type_fn_ptr(&mut self, ty: &syn::TypeFnPtr) {
            self.0.on(ty, "a function has no form on the wire: write a type that has");
        }
        fn visit_type_ptr(&mut self, ty: &syn::TypePtr) {
            self.0.on(ty, "a pointer has no form on the wire: write a type that has");
        }
    }
    Search(errors).visit_type(ty);
}

/// What to write in place of a reference to this type.
fn owned(ty: &Type) -> String {
    match ty {
        Type::Path(path) if path.path.is_ident("str") => "`String`".to_owned(),
        Type::Slice(slice) => match &*slice.elem {
            Type::Path(path) => match path.path.get_ident() {
                Some(item) => format!("`Vec<{item}>`"),
                None => "a `Vec`".to_owned(),
            },
            _ => "a `Vec`".to_owned(),
        },
        Type::Path(path) => match path.path.get_ident() {
            Some(name) => format!("`{name}`"),
            None => "the type itself".to_owned(),
        },
        _ => "the type itself".to_owned(),
    }
}

fn result(sig: &Signature, errors: &mut Errors) {
    let Some(ty) = awaited(sig).or_else(|| returned(sig)) else {
        errors.on(
            &sig.ident,
            format!(
                "`{}` must return a `Result`, since a remote call can fail: write `-> Result<()>`",
                sig.ident
            ),
        );
        return;
    };
    if let Some(span) = find_self(ty) {
        errors.at(span, "`Self` has no form on the wire: write the type itself");
    } else if has_impl_iterator(ty) {
        errors.on(ty, "a method of a service cannot return an iterator: an answer is sent whole; return a `Vec`, made with `collect()`");
    } else if has_impl_trait(ty) {
        errors.on(ty, "a method of a service cannot return `impl Trait`: return a `Vec`, or another type that travels");
    } else if let Some(span) = first_reference(ty).or_else(|| first_borrow(ty)) {
        errors.at(
            span,
            "a method of a service cannot return a borrow: a remote result is made anew for the caller; \
             return an owned type, such as `String` for `&str`",
        );
    }
}

/// No two methods have one name on the wire. Those under a `cfg` may be alternatives.
pub(crate) fn names(model: &Service, errors: &mut Errors) {
    let mut seen: Vec<(String, &Method)> = Vec::new();
    for (method, exported) in model.exported() {
        let span = exported.rpc.name.as_ref().map_or(method.sig.ident.span(), LitStr::span);
        let own = [(exported.wire_name.clone(), span)];
        let aliases = exported.rpc.aliases.iter().map(|alias| (alias.value(), alias.span()));
        let names: Vec<_> = own.into_iter().chain(aliases).collect();
        for (name, span) in names {
            let clash = seen.iter().find(|(other_name, other)| {
                let alternatives =
                    method.cfgs != other.cfgs && !method.cfgs.is_empty() && !other.cfgs.is_empty();
                name == *other_name && !alternatives
            });
            match clash {
                Some((_, other)) if other.sig.ident == method.sig.ident => {
                    errors.at(span, format!("`{name}` is a name of this method already"));
                }
                Some((_, other)) => errors.at(
                    span,
                    format!(
                        "`{}` and `{}` are both called \"{name}\" on the wire: give one of them another `name`, or a trait of its own",
                        other.sig.ident, method.sig.ident
                    ),
                ),
                None => seen.push((name, method)),
            }
        }
    }
}
