//! Type parameters that travel without saying so. The compiler would tell it once for each place that needs it.

use syn::{
    FnArg, GenericArgument, Ident, ItemTrait, PathArguments, TraitItem, Type, TypeParamBound,
    visit::Visit,
};

use crate::{
    errors::Errors,
    signature::{awaited, returned},
    types::bare,
};

/// Refuses type parameters and associated types that are sent as they are, and of whose bounds none could say that.
pub(crate) fn travelling(item: &ItemTrait, errors: &mut Errors) {
    let parameters = item.generics.type_params().map(|ty| (&ty.ident, &ty.bounds));
    let associated = item.items.iter().filter_map(|item| match item {
        TraitItem::Type(item) => Some((&item.ident, &item.bounds)),
        _ => None,
    });
    for (name, bounds) in parameters.chain(associated) {
        if bounds.iter().all(says_nothing) && !in_conditions(item, name) && travels(item, name) {
            errors.on(
                name,
                format!(
                    "`{name}` travels in calls, so it has to say what that takes: write `{name}: Serialize + DeserializeOwned`"
                ),
            );
        }
    }
}

/// Whether this bound has nothing to do with serde, as far as its text tells.
fn says_nothing(bound: &TypeParamBound) -> bool {
    const OTHERS: [&str; 14] = [
        "Send",
        "Sync",
        "Sized",
        "Unpin",
        "Clone",
        "Copy",
        "Debug",
        "Display",
        "Default",
        "PartialEq",
        "Eq",
        "PartialOrd",
        "Ord",
        "Hash",
    ];
    match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| OTHERS.iter().any(|other| last.ident == other))
        }
        TypeParamBound::Lifetime(_) => true,
        _ => false,
    }
}

/// Whether the `where` clause says anything of it.
fn in_conditions(item: &ItemTrait, name: &Ident) -> bool {
    struct Search<'a>(&'a Ident, bool);
    impl Visit<'_> for Search<'_> {
        fn visit_ident(&mut self, ident: &Ident) {
            self.1 |= ident == self.0;
        }
    }
    let mut search = Search(name, false);
    if let Some(clause) = &item.generics.where_clause {
        search.visit_where_clause(clause);
    }
    search.1
}

/// Whether it is a parameter or a result of a method that is called remotely.
fn travels(item: &ItemTrait, name: &Ident) -> bool {
    item.items.iter().any(|item| match item {
        TraitItem::Fn(function) if function.default.is_none() => {
            let mut params = function.sig.inputs.iter().filter_map(|input| match input {
                FnArg::Typed(typed) => Some(&*typed.ty),
                FnArg::Receiver(_) => None,
            });
            let result = awaited(&function.sig).or_else(|| returned(&function.sig));
            params.any(|ty| holds(ty, name)) || result.is_some_and(|ty| holds(ty, name))
        }
        _ => false,
    })
}

/// Whether this type is, or holds, the named one. Types that are not well known may have it as a mark only.
fn holds(ty: &Type, name: &Ident) -> bool {
    const HOLDERS: [&str; 8] =
        ["Option", "Vec", "Result", "Box", "HashMap", "BTreeMap", "HashSet", "BTreeSet"];
    match bare(ty) {
        Type::Reference(reference) => holds(&reference.elem, name),
        Type::Slice(slice) => holds(&slice.elem, name),
        Type::Array(array) => holds(&array.elem, name),
        Type::Tuple(tuple) => tuple.elems.iter().any(|ty| holds(ty, name)),
        Type::Path(path) => {
            let segments = &path.path.segments;
            let is_named = |index: usize| segments.get(index).is_some_and(|it| it.ident == *name);
            let of_self = segments.first().is_some_and(|first| first.ident == "Self");
            match segments.last() {
                _ if segments.len() == 1 && is_named(0) => true,
                _ if segments.len() == 2 && of_self && is_named(1) => true,
                Some(last) if HOLDERS.iter().any(|holder| last.ident == holder) => {
                    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                        return false;
                    };
                    arguments.args.iter().any(|argument| match argument {
                        GenericArgument::Type(ty) => holds(ty, name),
                        _ => false,
                    })
                }
                _ => false,
            }
        }
        _ => false,
    }
}
