//! Names that mean functions of the library.
//!
//! A macro sees a name, not what it stands for: `lane_id` is taken for Kiln's by its spelling, and rustc is asked
//! whether it is.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::Lower;
use crate::intrinsics;

/// The module of Kiln's whose functions are what the library's do on the host: there they stand for intrinsics.
const HOST: &str = "__host";

/// Whether a function is one of the library's own: its body calls what it does on the host.
pub(in crate::front) fn is_the_librarys(function: &syn::ItemFn) -> bool {
    let tokens = function.block.stmts.first().map(ToTokens::to_token_stream).unwrap_or_default();
    tokens.to_string().contains(HOST)
}

/// Whether a name by itself is taken for a function of the library.
pub(in crate::front) fn is_of_the_library(name: &str) -> bool {
    const MADE_OF_SEVERAL: [&str; 11] = [
        "shared",
        "dynamic_shared",
        "tile_id",
        "tile_count",
        "mma",
        "thread_idx",
        "block_idx",
        "block_dim",
        "grid_dim",
        "global_id_2d",
        "global_id_3d",
    ];
    MADE_OF_SEVERAL.contains(&name) || intrinsics::free(name).is_some()
}

impl Lower<'_> {
    /// The name that a path has in the library, if it can mean something of the library: `lane_id`, `warp::all`.
    pub(super) fn library_name(&self, path: &syn::ExprPath) -> Option<String> {
        if path.qself.is_some() {
            return None;
        }
        let names = |path: &syn::Path| path.segments.iter().map(|s| s.ident.to_string()).collect::<Vec<_>>();
        let (segments, krate) = (names(&path.path), names(self.krate));
        // The library's own name for a function of std.
        if let [.., module, name] = segments.as_slice()
            && module == "atomic"
            && name == "fence"
        {
            return Some(name.clone());
        }
        let inside = segments.strip_prefix(krate.as_slice()).or_else(|| match segments.split_first() {
            Some((first, rest)) if first == "kiln" => Some(rest),
            _ => None,
        });
        let inside = match inside.unwrap_or(&segments) {
            [first, rest @ ..] if first == "prelude" || first == HOST => rest,
            all => all,
        };
        match inside {
            [name] => Some(name.clone()),
            [module, name] if matches!(module.as_str(), "warp" | "cluster" | "grid") => {
                Some(format!("{module}::{name}"))
            }
            _ => None,
        }
    }

    /// Remembers that a path was taken for the library's function `name`: rustc says whether it is.
    pub(super) fn library(&mut self, path: &syn::ExprPath, name: &str, generics: Option<&str>) {
        if path.path.segments.first().is_some_and(|first| first.ident == HOST) {
            return;
        }
        let krate = self.krate.to_token_stream();
        self.assume(path, &krate, name, generics);
    }

    /// Remembers that a path was taken for the function `name` of `root`, with these generic arguments.
    pub(super) fn assume(
        &mut self,
        path: &syn::ExprPath,
        root: &TokenStream,
        name: &str,
        generics: Option<&str>,
    ) {
        let mut users = path.path.clone();
        if let Some(last) = users.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        let generics: TokenStream =
            generics.and_then(|generics| format!("::<{generics}>").parse().ok()).unwrap_or_default();
        let name: TokenStream = name.parse().unwrap_or_default();
        // The generic arguments of the user's are inferred from those of the library's.
        let assumed = (self.ask(quote!(#users)), (quote!(#root::#name), generics));
        if !self.taps.library.iter().any(|(known, _)| *known == assumed.0) {
            self.taps.library.push(assumed);
        }
    }
}
