//! All mistakes of an item, told at once.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};

#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.0.push(syn::Error::new(span, message));
    }

    /// A mistake that covers all tokens of this piece of code.
    pub(crate) fn on(&mut self, tokens: impl quote::ToTokens, message: impl Display) {
        self.0.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The mistakes as compile errors, before the code that was made in spite of them.
    pub(crate) fn before(self, code: TokenStream) -> TokenStream {
        let mut tokens: TokenStream = self.0.iter().map(syn::Error::to_compile_error).collect();
        tokens.extend(code);
        tokens
    }
}
