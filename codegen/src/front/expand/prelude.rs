//! Whether the functions of kernels are in scope. Where they are not, rustc reports each name that it does not find,
//! and none of its errors says what brings them all.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::Path;

use crate::front::lower::Assumed;
use crate::front::typed;

/// Functions that most kernels call, without generic arguments, so that a name alone has a type.
const FUNCTIONS: [&str; 9] = [
    "global_id",
    "global_id_2d",
    "thread_idx",
    "block_idx",
    "block_dim",
    "grid_dim",
    "sync_threads",
    "tile_id",
    "tile_count",
];

/// Asserts of one of those that something in scope has its name: else it stands for what a glob import has
/// (`kiln::calls::prelude`), which a macro of the name lets the import of the name be.
pub(super) fn assertion(library: &[Assumed], krate: &Path) -> TokenStream {
    let called = library.iter().find_map(|(users, _)| {
        let name = syn::parse2::<syn::Ident>(users.tokens.clone()).ok()?;
        FUNCTIONS.iter().any(|known| name == known).then_some((users, name))
    });
    let Some((users, name)) = called else { return TokenStream::new() };
    let span = name.span();
    let krate = typed::standing_at(krate, span);
    let alias = syn::Ident::new("what_is_in_scope", span);
    // A function of its own: what stands around may be a constant.
    users.around(quote_spanned!(span=> {
        #[allow(dead_code, unused_imports, unused_macros)]
        fn functions_of_kernels() {
            macro_rules! #name { () => {} }
            use #krate::calls::namesakes::{Found, Otherwise as _};
            use #krate::calls::prelude::*;
            use #name as #alias;
            #krate::calls::prelude::in_scope(Found(#alias).own());
        }
    }))
}
