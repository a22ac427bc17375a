//! The macros of `xmlrpc-proxy`: `#[service]` and `derive(Fault)`. Their documentation is there, beside what they
//! generate code for.

mod attr;
mod case;
mod check;
mod errors;
mod expand;
mod fallback;
mod fault;
mod model;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as TokenStream2;
use syn::{DeriveInput, ItemTrait, parse_macro_input};

use errors::Errors;

/// Makes a service of a trait: a stub, a dispatcher and a proxy beside it, all of which implement it.
#[proc_macro_attribute]
pub fn service(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attrs = attr::Service::parse(args.into(), &mut errors);
    let tokens = TokenStream2::from(item);
    let item = match syn::parse2::<ItemTrait>(tokens.clone()) {
        Ok(item) => item,
        Err(error) => {
            errors.at(error.span(), format!("`#[service]` stands on a trait: {error}"));
            // What it is instead is for the compiler to read.
            return errors.before(tokens).into();
        }
    };
    let model = model::Service::new(attrs, item, &mut errors);
    check::names(&model, &mut errors);
    let expanded = expand::service(&model);
    errors.before(expanded).into()
}

/// Makes the error of a service of an enum: each variant travels as a fault, and comes back as itself.
#[proc_macro_derive(Fault, attributes(fault))]
pub fn fault(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    let mut errors = Errors::default();
    let expanded = fault::derive(&item, &mut errors);
    errors.before(expanded).into()
}
