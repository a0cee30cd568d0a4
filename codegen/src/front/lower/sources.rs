//! How rustc is asked for what the tokens do not say.

use proc_macro2::{Span, TokenStream};
use quote::quote;

/// How rustc is asked for a capture.
pub(in crate::front) enum Source {
    /// `<TOKENS as KernelType>`.
    Type(Ask),
    /// The value of a constant expression.
    Const(Ask),
    /// The value of an expression that the host evaluates, of a type that rustc finds in the body.
    Value(Ask),
    /// A call in the body, replaced by a tap with this capture's number.
    Function,
    /// The same of a call that may be a conversion of std's, and where it stands.
    Conversion(Span),
    /// Nobody is asked: the text says it.
    Said,
    /// A value of the body whose type only rustc finds: where it stands, and the type's name where it is made by that.
    Local(Span, Option<String>),
}

impl Source {
    /// Whether the two ask for the same tokens.
    pub(super) fn asks_as(&self, other: &Source) -> bool {
        match (self, other) {
            (Source::Type(a), Source::Type(b)) | (Source::Const(a), Source::Const(b)) => a == b,
            (
                Source::Type(_)
                | Source::Const(_)
                | Source::Value(_)
                | Source::Function
                | Source::Conversion(_)
                | Source::Local(..)
                | Source::Said,
                _,
            ) => false,
        }
    }

    /// Whether a constant's name looks like a variable's: rustc may report that nothing has it.
    pub(in crate::front) fn names_nothing(&self) -> bool {
        let Source::Const(ask) = self else { return false };
        syn::parse2::<syn::Ident>(ask.tokens.clone())
            .is_ok_and(|name| name.to_string().starts_with(char::is_lowercase))
    }

    /// The tokens of a type that is written.
    pub(in crate::front) fn written_type(&self) -> Option<String> {
        match self {
            Source::Type(ask) => Some(ask.tokens.to_string()),
            Source::Const(_)
            | Source::Value(_)
            | Source::Function
            | Source::Conversion(_)
            | Source::Local(..)
            | Source::Said => None,
        }
    }
}

/// Tokens of the body that are said again outside it, with the items around them that they may name.
pub(in crate::front) struct Ask {
    pub(in crate::front) tokens: TokenStream,
    /// `const`, `use` and `type` items of the blocks around, outermost first.
    pub(super) scopes: Vec<TokenStream>,
    /// Whether the tokens are those of a generic argument: of a type that nothing has, rustc says more there.
    pub(in crate::front) is_argument: bool,
}

impl Ask {
    /// Tokens that name nothing of the body.
    pub(in crate::front) fn plain(tokens: TokenStream) -> Ask {
        Ask { tokens, scopes: Vec::new(), is_argument: false }
    }

    /// Whether the tokens mean outside the body what they mean in it.
    pub(in crate::front) fn is_plain(&self) -> bool {
        self.scopes.is_empty()
    }

    /// Whether the tokens stand as a length, if their value is to be one, and not for that of something, and rustc
    /// has hardly more to say than that they are none.
    pub(in crate::front) fn is_length(&self) -> bool {
        matches!(syn::parse2(self.tokens.clone()), Ok(syn::Expr::Lit(_) | syn::Expr::Call(_)))
    }

    /// An expression with these tokens, behind the items that they may name.
    pub(in crate::front) fn around(&self, expr: TokenStream) -> TokenStream {
        self.scopes.iter().rev().fold(expr, |inner, items| quote!({ #items #inner }))
    }
}

impl PartialEq for Ask {
    fn eq(&self, other: &Ask) -> bool {
        let same = |a: &TokenStream, b: &TokenStream| a.to_string() == b.to_string();
        same(&self.tokens, &other.tokens)
            && self.scopes.len() == other.scopes.len()
            && self.scopes.iter().zip(&other.scopes).all(|(a, b)| same(a, b))
    }
}
