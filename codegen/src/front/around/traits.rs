//! What the crate's files say of a trait and a function of it: whether one of the name is there, and which have
//! `#[device]`.

use super::functions::{Declared, Of, Signature, Takes, functions, may_be_made, takes};
use super::names::declares;
use super::{CRATE, has_word, heads, in_comment, is_declared, is_impl, words};

/// Whether the function of a trait that is named here has `#[device]`; `None` where it is not known that this is a
/// trait's name, or where there are several traits of it with that function, and one is not marked. What the name's own
/// file says comes first.
pub(in crate::front) fn is_marked_in_trait(of_trait: &syn::Ident, name: &syn::Ident) -> Option<bool> {
    let said = said_in_files(of_trait, name);
    match (said.marked, said.unmarked) {
        _ if said.is_type => None,
        (true, true) => None,
        (false, false) => said.is_trait.then_some(false),
        (marked, _) => Some(marked),
    }
}

/// Whether the trait that is named here has the function, and no `#[device]`.
pub(in crate::front) fn is_unmarked_trait(of_trait: &syn::Ident, name: &syn::Ident) -> bool {
    let said = said_in_files(of_trait, name);
    said.unmarked && !said.declared && !said.is_type
}

/// What the crate's files say of a trait with a function: the name's own file, or else all.
fn said_in_files(of_trait: &syn::Ident, name: &syn::Ident) -> SaidOfTrait {
    let (file, of_trait, name) = (of_trait.span().local_file(), of_trait.to_string(), name.to_string());
    let name = name.trim_start_matches("r#");
    CRATE.with_borrow_mut(|known| {
        let own = file.and_then(|file| known.file(file).map(|text| said_of_a_trait(text, &of_trait, name)));
        let own = own.unwrap_or_default();
        if own != SaidOfTrait::default() {
            return own;
        }
        let all = known.texts().0.iter().map(|text| said_of_a_trait(text, &of_trait, name));
        all.fold(own, |all, said| SaidOfTrait {
            is_type: all.is_type || said.is_type,
            is_trait: all.is_trait || said.is_trait,
            marked: all.marked || said.marked,
            declared: all.declared || said.declared,
            unmarked: all.unmarked || said.unmarked,
        })
    })
}

/// What a text says of a name as that of a trait with a function.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each may be true beside the others.
struct SaidOfTrait {
    /// Whether a type has the name.
    is_type: bool,
    is_trait: bool,
    /// Whether a marked trait of the name has the function, or a marked impl of it.
    marked: bool,
    /// Whether such a trait has it.
    declared: bool,
    /// Whether a trait without a mark has it.
    unmarked: bool,
}

fn said_of_a_trait(text: &str, of_trait: &str, name: &str) -> SaidOfTrait {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut said = SaidOfTrait::default();
    for (before, _) in words(text, of_trait).filter(|(before, _)| !in_comment(before)) {
        let before = before.trim_end();
        let follows = |word| before.strip_suffix(word).is_some_and(|rest: &str| !rest.ends_with(is_part));
        said.is_type |= ["struct", "enum", "type"].into_iter().any(follows);
        said.is_trait |= follows("trait");
    }
    for (before, _) in words(text, name).filter(|(before, _)| is_declared(before) && !in_comment(before)) {
        let heads = heads(before);
        let Some(head) = heads.last().filter(|head| is_impl(head)) else { continue };
        let (is_declared, is_marked) = (has_word(head, "trait"), has_word(head, "device"));
        // A trait of another crate is known by the impls that are marked.
        let named = if is_declared {
            head.split_once("trait ").map_or("", |(_, rest)| rest.split(':').next().unwrap_or_default())
        } else {
            head.rsplit_once(" for ").map_or("", |(named, _)| named)
        };
        if has_word(named, of_trait) {
            said.marked |= is_marked;
            said.declared |= is_declared && is_marked;
            said.unmarked |= is_declared && !is_marked;
        }
    }
    said
}

/// The traits by which the crate's files have methods of this name that Rust takes before a marked one which takes a
/// reference, each with whether they take the value; `None` where these may have others, or be called otherwise: a
/// type's own, what a macro makes, traits with parameters, and names that something else has too; and, where they are
/// not only to be in scope, those that are bounds or other crates'.
pub(in crate::front) fn before_by_traits(name: &str, by_bounds: bool) -> Option<Vec<(String, bool)>> {
    let comes_first = |found: &&Declared| {
        !found.is_marked && found.of != Of::Nothing && matches!(found.takes, Takes::Value | Takes::Reference)
    };
    let found = functions(name);
    let is_of_traits = |found: &Declared| matches!(found.of, Of::Trait | Of::TypeByTrait);
    if may_be_made(name) || !found.iter().filter(comes_first).all(is_of_traits) {
        return None;
    }
    let plain = name.trim_start_matches("r#");
    let mut traits = CRATE.with_borrow_mut(|known| {
        let all = known.texts().0.iter().flat_map(|text| unmarked_traits_with(text, plain));
        all.collect::<Option<Vec<_>>>()
    })?;
    traits.sort();
    traits.dedup();
    let other = ["struct", "enum", "union", "type", "const", "static", "fn", "mod", "as"];
    let is_known = |(name, _): &(String, bool)| {
        let is_plain = !declares(&other, name) && !may_be_made(name) && !is_renamed(name);
        is_plain && (!by_bounds || declares(&["trait"], name) && !is_bound(name))
    };
    traits.iter().all(is_known).then_some(traits)
}

/// The traits without `#[device]` by which a text has methods of this name that take the value or a reference, and
/// whether they take the value; nothing is said of one with parameters.
fn unmarked_traits_with(text: &str, name: &str) -> Vec<Option<(String, bool)>> {
    let declared = words(text, name).filter(|(before, _)| is_declared(before) && !in_comment(before));
    let each = declared.filter_map(|(before, after)| {
        let heads = heads(before);
        let head = heads.last().filter(|head| is_impl(head) && !has_word(head, "device"))?;
        let inside = after.split_once('(').map_or("", |(_, inside)| inside).trim_start();
        let takes_value = match takes(inside) {
            Takes::Value => true,
            Takes::Reference => false,
            Takes::Mutable | Takes::Nothing => return None,
        };
        let path = if has_word(head, "trait") {
            let named = head.split_once("trait ").map_or("", |(_, rest)| rest);
            named.split([':', ' ', '\n']).next().unwrap_or_default()
        } else {
            let named = head.rsplit_once(" for ").map_or("", |(named, _)| named).trim_end();
            named.rsplit([' ', '>', '\n']).next().unwrap_or_default()
        };
        let last = path.rsplit("::").next().unwrap_or_default();
        let is_plain = !last.is_empty() && last.chars().all(|c| c.is_alphanumeric() || c == '_');
        Some(is_plain.then(|| (last.to_owned(), takes_value)))
    });
    each.collect()
}

/// Whether the crate's files say a name where bounds and supertraits stand.
fn is_bound(name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        *found.or_insert_with(format!(": {name}"), || {
            let is_said = |(before, _): (&str, &str)| {
                let before = before.trim_end();
                before.ends_with('+') || before.ends_with(':') && !before.ends_with("::")
            };
            texts.iter().any(|text| words(text, name).any(is_said))
        })
    })
}

/// Whether the crate's files give what has this name another.
fn is_renamed(name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        *found.or_insert_with(format!("{name} as"), || {
            let is_given = |(_, after): (&str, &str)| after.trim_start().starts_with("as ");
            texts.iter().any(|text| words(text, name).any(is_given))
        })
    })
}

/// Whether a function of an impl asks that parameters of its own are numbers, where the trait of this name, which the
/// crate's files have, does not: rustc says so of the impl. Where the trait asks for what is no trait of Kiln's or of
/// std's, nothing is said.
pub(in crate::front) fn asks_for_more(
    of_trait: &str,
    name: &str,
    sig: &str,
    is_known: impl Fn(&str) -> bool,
) -> bool {
    let plain = name.trim_start_matches("r#");
    let said = CRATE.with_borrow_mut(|known| {
        let mut all = known.texts().0.iter().flat_map(|text| bounds_in_trait(text, of_trait, plain));
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    });
    let Some((bounds, params)) = said else { return false };
    let mut asked =
        identifiers(&bounds).filter(|word| !params.iter().any(|param| param == word) && *word != "where");
    let says = |text: &str, names: &[&str]| names.iter().any(|name| has_word(text, name));
    asked.all(is_known)
        && (["Float", "Int"].iter().any(|of| says(sig, &[of]) && !says(&bounds, &[of]))
            || says(sig, &["Num"]) && !says(&bounds, &["Num", "Float", "Int"]))
}

/// What the function of a trait asks of its own parameters, in a text, and what their names are.
fn bounds_in_trait(text: &str, of_trait: &str, name: &str) -> Vec<(String, Vec<String>)> {
    let declared = words(text, name).filter(|(before, _)| is_declared(before) && !in_comment(before));
    let of_this = declared.filter(|(before, _)| {
        let heads = heads(before);
        let head = heads.last().and_then(|head| head.split_once("trait "));
        head.is_some_and(|(_, rest)| identifiers(rest).next() == Some(of_trait))
    });
    of_this.map(|(_, after)| Signature::of(after.trim_start()).bounds()).collect()
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'');
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_traits_bounds_are_found() {
        let text = "use a::*;\n#[device]\ntrait Field { fn at<U: Num>(&self, place: U) -> f32; fn of(&self, x: f32) -> f32; }\n";
        assert_eq!(bounds_in_trait(text, "Field", "at"), [("<U: Num> ".to_owned(), vec!["U".to_owned()])]);
    }
}
