//! Which methods have `#[device]`, as far as their impls were met, and which lack it: kernels find those of a trait by
//! the trait, and so an impl of one without it is refused.

use std::cell::RefCell;

use syn::{ImplItem, ItemImpl, Path};

use crate::collections::Set;
use crate::diagnostic::Code;
use crate::front::around;
use crate::front::report::{Report, spot};

thread_local! {
    /// The names of methods that were marked in this crate before, and take a reference.
    static MARKED: RefCell<Set<String>> = const { RefCell::new(Set::new()) };
}

/// Whether a method of this name may be marked and take a reference, and another one have no mark and come before it:
/// whether one was, in the order of the source, or the crate's files have a method of the name, and another that Rust
/// may take first. Where both are of other crates, or the one without a mark is and the crate marks the name
/// itself, nobody looks.
pub(in crate::front) fn may_be_marked(name: &str) -> bool {
    let plain = name.trim_start_matches("r#");
    (MARKED.with_borrow(|marked| marked.contains(name)) || around::may_be_method(plain))
        && around::may_be_before(plain)
}

/// Remembers a method that is marked and takes a reference.
pub(super) fn remember(method: &syn::Ident) {
    MARKED.with_borrow_mut(|marked| marked.insert(method.to_string()));
}

thread_local! {
    /// The traits that were told of, and their functions.
    static TOLD: RefCell<(Set<String>, Set<String>)> = const { RefCell::new((Set::new(), Set::new())) };
}

/// Whether a function is one of a trait that was told of: what calls it is not wrong too.
pub(in crate::front) fn is_told(function: &syn::Ident) -> bool {
    TOLD.with_borrow(|(_, functions)| functions.contains(&function.to_string()))
}

/// Whether an impl is one of a trait in its file that has no `#[device]`. That is the trait's one mistake,
/// told of at the first of its impls.
pub(super) fn is_refused(item: &ItemImpl, path: &Path, report: &mut Report) -> bool {
    let Some(name) = path.segments.last().map(|last| &last.ident) else { return false };
    let functions = item.items.iter().filter_map(|inner| match inner {
        ImplItem::Fn(function) => Some(&function.sig.ident),
        _ => None,
    });
    if !functions.clone().next().is_some_and(|function| around::is_unmarked_trait(name, function)) {
        return false;
    }
    let is_first = TOLD.with_borrow_mut(|(traits, told)| {
        told.extend(functions.map(ToString::to_string));
        traits.insert(name.to_string())
    });
    if is_first {
        report.error(
            spot(path),
            Code::Implementation,
            format!("this `impl` has `#[device]`, and `trait {name}` has not"),
            format!("write `#[device]` above `trait {name}` too"),
        );
    }
    true
}
