//! What a name may be by the crate's files: a type's, a trait's, a constant's, or that of something that is called.
//!
//! Takes a name; guarantees that `false` of what it may be is right of all that the files spell out. What is in scope
//! where the name stands is rustc's to say.

use super::functions::may_be_made;
use super::{CRATE, globs, has_word, heads, in_comment, words};

/// Whether the crate's files declare a constant of this name, or call something else so.
pub(in crate::front) fn declares_constant(name: &str) -> bool {
    declares(&["const", "static", "as"], name.trim_start_matches("r#"))
}

/// Whether the crate's files declare a trait of this name.
pub(in crate::front) fn declares_trait(name: &str) -> bool {
    declares(&["trait"], name)
}

/// Whether a name is that of a trait in the crate's files, and of nothing else there.
pub(in crate::front) fn is_only_trait(name: &str) -> bool {
    declares_trait(name)
        && !declares(&["struct", "enum", "union", "type", "const", "static", "fn", "as"], name)
        && CRATE.with_borrow_mut(|known| {
            let (texts, found) = known.texts();
            // A variant may have its name, too.
            *found.or_insert_with(format!("trait {name}"), || {
                let is_variant = |(before, _): (&str, &str)| {
                    heads(before).last().is_some_and(|head| has_word(head, "enum"))
                };
                !texts.iter().any(|text| words(text, name).any(is_variant))
            })
        })
}

/// Whether the crate's files seem to declare something of this name that can be called, or to import it.
pub(in crate::front) fn may_be_called(name: &str) -> bool {
    may_be_one_of(&["fn", "const", "static", "struct", "enum", "as"], name)
}

/// Whether the crate's files have the name behind one of these words, or import it, or a macro may make one of it.
fn may_be_one_of(items: &[&str], name: &str) -> bool {
    let plain = name.trim_start_matches("r#");
    declares(items, plain) || may_be_made(plain) || is_imported(plain)
}

/// Whether the crate's files import what has this name.
fn is_imported(name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        *found.or_insert_with(format!("{name} imported"), || {
            texts.iter().any(|text| {
                let is_imported = |(before, _): (&str, &str)| {
                    has_word(before.rsplit(';').next().unwrap_or_default(), "use") && !in_comment(before)
                };
                words(text, name).any(is_imported)
            })
        })
    })
}

/// Whether a name may be a type's: whether the crate's files declare or import something of it, or bring all names of
/// another crate, or a macro may make one.
pub(in crate::front) fn may_be_type(name: &str) -> bool {
    may_be_one_of(&["struct", "enum", "union", "type"], name)
        || CRATE.with_borrow_mut(|known| {
            let (texts, found) = known.texts();
            let is_own = |first| ["kiln", "std", "core", "crate", "self", "super", "Self"].contains(&first);
            *found.or_insert_with("::*".to_owned(), || texts.iter().any(|text| !globs(text).all(is_own)))
        })
}

/// Whether a name may be a constant's, a variant's or that of a type without fields: whether the crate's files declare
/// or import something of it, or bring names that they do not say from elsewhere than the crate's modules, or a macro
/// may make one.
pub(in crate::front) fn may_be_constant(name: &str) -> bool {
    may_be_one_of(&["const", "static", "struct", "as"], name)
        || CRATE.with_borrow_mut(|known| {
            let (texts, found) = known.texts();
            *found.or_insert_with("use *".to_owned(), || {
                let brings = |(before, rest): (&str, &str)| {
                    let path = rest.split(';').next().unwrap_or_default().trim();
                    path.contains('*') && !is_all_of_module(path) && !in_comment(before)
                };
                let is_open = |text: &String| text.contains("include!") || words(text, "use").any(brings);
                texts.is_empty() || texts.iter().any(is_open)
            })
        })
}

/// Whether a path says all names of a module of the crate's or of Kiln's.
fn is_all_of_module(path: &str) -> bool {
    let Some(module) = path.strip_suffix("::*") else { return false };
    let is_module = |word: &str| !word.contains(|c: char| !c.is_lowercase() && !c.is_numeric() && c != '_');
    let first = module.split("::").next().unwrap_or_default();
    ["kiln", "crate", "self", "super"].contains(&first) && module.split("::").all(is_module)
}

/// Whether the crate's files declare a type of this name.
pub(in crate::front) fn declares_type(name: &str) -> bool {
    declares(&["struct", "enum"], name)
}

/// Whether the crate's files have the name behind one of these words.
pub(super) fn declares(items: &[&str], name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        *found.or_insert_with(format!("{items:?} {name}"), || {
            texts.iter().any(|text| {
                words(text, name).any(|(before, _)| {
                    let before = before.trim_end();
                    items.iter().any(|word| before.ends_with(word))
                })
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_of_the_crate_bring_no_names_that_its_files_do_not_say() {
        for path in ["super::*", "crate::shapes::*", "kiln::prelude::*", "self::a_2::*"] {
            assert!(is_all_of_module(path), "{path}");
        }
        for path in ["Side::*", "self::Side::*", "std::u32::*", "other::*", "crate::{a, b::*}", "super::a"] {
            assert!(!is_all_of_module(path), "{path}");
        }
    }
}
