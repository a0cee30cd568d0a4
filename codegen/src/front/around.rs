//! What stands around an item, which its tokens do not say: whether it is in an `impl` or a trait, whether the
//! crate has another use for a name than to call a method or a function, which functions of a name it declares, what
//! else a name may be, and which functions a trait provides.
//!
//! Takes the texts of files; guarantees of the first an answer only where the item's own file says it plainly, and
//! that of the second to the fourth `false` is right of all that the crate's files spell out; of the last what the
//! files say of the only trait that has the name. What is in a macro's braces is not looked at for the first, since
//! the macro may put it elsewhere.

mod again;
mod braces;
mod functions;
mod names;
mod traits;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use proc_macro2::LineColumn;

use crate::collections::Map;

use braces::{braces, comment, heads, literal};

pub(super) use again::{Defines, is_again, is_defined_again, is_implemented_again, is_kernel_here};
pub(super) use functions::{
    Declared, Of, Said, called_with, functions, has_marked, is_field_only, is_function_alone,
    is_only_function, is_unread, is_without_parameters, may_be_before, may_be_method, may_be_of,
    may_have_own, written_out,
};
pub(super) use names::{
    declares_constant, declares_trait, declares_type, is_only_trait, may_be_called, may_be_constant,
    may_be_type,
};
pub(super) use traits::{asks_for_more, before_by_traits, is_marked_in_trait, is_unmarked_trait};

/// What gives the texts: the compiler itself reads no files.
#[derive(Clone, Copy)]
pub struct Sources {
    /// The text of a file.
    pub text: fn(&Path) -> Option<String>,
    /// The files of the crate, and maybe others; none where they are not known.
    pub files: fn() -> Vec<PathBuf>,
}

impl Sources {
    /// Of a crate of which nothing is known.
    pub const NONE: Sources = Sources { text: |_| None, files: Vec::new };
}

/// The crate's texts, once asked for, and what was found in them.
struct Crate {
    sources: Sources,
    texts: Option<Vec<String>>,
    found: Map<String, bool>,
    declared: Map<String, Vec<Declared>>,
    /// The file that was asked for last, and its text.
    last: Option<(PathBuf, String)>,
    /// What was expanded so far.
    expanded: Vec<again::Expanded>,
}

impl Crate {
    /// The texts, which are read once, and what was found.
    fn texts(&mut self) -> (&[String], &mut Map<String, bool>) {
        let Crate { sources, texts, found, .. } = self;
        let read = || (sources.files)().iter().filter_map(|file| (sources.text)(file)).collect();
        (texts.get_or_insert_with(read), found)
    }

    /// The text of a file, which the next question is likely to be of, too.
    fn file(&mut self, file: PathBuf) -> Option<&str> {
        if self.last.as_ref().is_none_or(|(last, _)| *last != file) {
            let text = (self.sources.text)(&file)?;
            self.last = Some((file, text));
        }
        self.last.as_ref().map(|(_, text)| text.as_str())
    }
}

thread_local! {
    static CRATE: RefCell<Crate> =
        const { RefCell::new(Crate { sources: Sources::NONE, texts: None, found: Map::new(), declared: Map::new(), last: None, expanded: Vec::new() }) };
}

/// Says where to look.
pub(super) fn look_in(sources: Sources) {
    CRATE.with_borrow_mut(|known| known.sources = sources);
}

/// Whether the crate may have something of this name: whether its files have the word elsewhere than behind a dot.
pub(super) fn may_have(name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        if texts.is_empty() {
            return true;
        }
        *found.or_insert_with(name.to_owned(), || texts.iter().any(|text| has_word(text, name)))
    })
}

/// Whether a text has the word for something else.
fn has_other_use(text: &str, name: &str) -> bool {
    words(text, name).any(|(before, after)| {
        let named = before.strip_suffix("r#").unwrap_or(before).trim_end();
        if in_comment(before) || named.ends_with('.') || named.ends_with("::") {
            return false;
        }
        let is_plain = is_declared(before) || after.trim_start().starts_with('(');
        let statement = named.rsplit([';', '{', '}']).next().unwrap_or_default();
        let in_macro = ["!(", "! (", "![", "! ["].iter().any(|open| statement.contains(open));
        !is_plain || in_macro || heads(before).iter().any(|head| head.contains('!'))
    })
}

/// Whether what stands in front of a word declares a function of that name.
fn is_declared(before: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let named = before.strip_suffix("r#").unwrap_or(before);
    let rest = named.trim_end().strip_suffix("fn").filter(|_| named.ends_with(char::is_whitespace));
    rest.is_some_and(|rest| !rest.ends_with(is_part))
}

/// Whether a text ends in a comment of a line.
fn in_comment(text: &str) -> bool {
    text.rsplit('\n').next().is_some_and(|line| line.contains("//"))
}

/// Where a word stands in a text: what is before it, and what is behind.
fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let found = text.match_indices(word).map(|(at, _)| (&text[..at], &text[at + word.len()..]));
    found.filter(move |(before, after)| !before.ends_with(is_part) && !after.starts_with(is_part))
}

/// Whether the crate's files are known to have a function of this name.
pub(super) fn has_function(name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        *found.or_insert_with(format!("fn {name}"), || {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            texts.iter().any(|text| {
                text.match_indices(name).any(|(at, _)| {
                    let (before, after) = (&text[..at], &text[at + name.len()..]);
                    before.ends_with("fn ") && !after.starts_with(is_part)
                })
            })
        })
    })
}

/// Whether the crate's files have functions of this name, of which none is `pub`.
pub(super) fn is_private(name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        *found.or_insert_with(format!("{name} private"), || {
            let declared =
                |text| words(text, name).filter(|(before, _)| is_declared(before) && !in_comment(before));
            let mut all = texts.iter().flat_map(|text| declared(text)).peekable();
            all.peek().is_some() && all.all(|(before, _)| !has_word(&braces(before).head, "pub"))
        })
    })
}

/// Whether the crate's files are known to have the name nowhere but where something of the name is called.
pub(super) fn is_only_called(name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        let is_known = !texts.is_empty();
        *found.or_insert_with(format!("{name} called"), || {
            is_known && texts.iter().all(|text| has_only_calls(text, name))
        })
    })
}

/// The same of the file in which the name stands, or of all where that is not known.
pub(super) fn is_only_called_here(name: &syn::Ident) -> bool {
    let (file, word) = (name.span().local_file(), name.to_string());
    let here = file.and_then(|file| {
        let start = name.span().start();
        CRATE.with_borrow_mut(|known| {
            known
                .file(file)
                .map(|text| has_only_calls(text, &word) || has_only_calls_in_module(text, &word, start))
        })
    });
    here.unwrap_or_else(|| is_only_called(&word))
}

/// Whether the crate's files are known to have the name nowhere but where a macro of the name is called, and to bring
/// no macros of other crates without their names.
pub(super) fn is_only_called_as_a_macro(name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        let is_known = !texts.is_empty();
        *found.or_insert_with(format!("{name}!"), || {
            let is_called = |text: &String| {
                words(text, name).all(|(before, after)| after.starts_with('!') || in_comment(before))
            };
            is_known
                && texts.iter().all(is_called)
                && !texts.iter().any(|text| has_word(text, "macro_use"))
                && texts.iter().flat_map(|text| globs(text)).all(|first| {
                    let module = format!("mod {first}");
                    ["kiln", "std", "core", "crate", "self", "super", "Self"].contains(&first)
                        || first.starts_with(char::is_uppercase)
                        || texts.iter().any(|text| text.contains(&module))
                })
        })
    })
}

/// Whether a name that heads an `impl` is known to be no trait's: its file says it nowhere but there.
pub(super) fn is_no_trait(name: &syn::Ident) -> bool {
    let Some(file) = name.span().local_file() else { return false };
    CRATE
        .with_borrow_mut(|known| known.file(file).is_some_and(|text| has_only_heads(text, &name.to_string())))
}

/// Whether the file of a name imports it from another package, other than std and Kiln, and under no other name.
pub(super) fn is_of_another_package(name: &syn::Ident) -> bool {
    let (Some(file), name) = (name.span().local_file(), name.to_string()) else { return false };
    CRATE.with_borrow_mut(|known| {
        let first = known.file(file).and_then(|text| imported_from(text, &name)).map(str::to_owned);
        first.is_some_and(|first| {
            let module = format!("mod {first}");
            !["kiln", "std", "core", "alloc", "crate", "self", "super", "Self"].contains(&&*first)
                && !known.texts().0.iter().any(|text| text.contains(&module))
        })
    })
}

/// The first word of the paths of the imports that say a name, if all have the same and none says it as another's.
fn imported_from<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let imports = words(text, "use").filter_map(|(before, rest)| {
        let path = rest.split(';').next().unwrap_or_default();
        (!in_comment(before) && has_word(path, name)).then_some(path)
    });
    let mut from = imports.map(|path| {
        let is_renamed = words(path, name).any(|(before, after)| {
            before.split_whitespace().last() == Some("as") || after.trim_start().starts_with("as ")
        });
        let path = path.trim_start().trim_start_matches("::");
        let first = path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        (!is_renamed && !first.is_empty()).then_some(first)
    });
    let first = from.next()??;
    from.all(|other| other == Some(first)).then_some(first)
}

/// Whether a text says a name nowhere but in front of `impl`s and in comments, brings no names that it does not say but
/// Kiln's, and has no macro's items.
fn has_only_heads(text: &str, name: &str) -> bool {
    let is_head = |(before, after): (&str, &str)| {
        let named = before.trim_end();
        in_comment(before)
            || named.ends_with("impl")
            || named.ends_with('>') && after.trim_start().starts_with(['<', 'f']) && {
                let statement = named.rsplit([';', '{', '}']).next().unwrap_or_default();
                has_word(statement, "impl")
            }
    };
    let is_glob = |(before, rest): (&str, &str)| {
        let path = rest.split(';').next().unwrap_or_default();
        !in_comment(before) && path.contains('*') && path.trim() != "kiln::prelude::*"
    };
    let is_macro = |line: &str| {
        let called = line.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':'));
        called.len() < line.len() && called.starts_with('!')
    };
    words(text, name).all(is_head)
        && !words(text, "use").any(is_glob)
        && !["macro_use", "macro_rules"].iter().any(|word| has_word(text, word))
        && !text.lines().any(is_macro)
}

/// The first words of the paths of which a text brings all names.
fn globs(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    text.match_indices("::*").map(move |(at, _)| {
        let path = text[..at].rsplit(|c| !is_part(c)).next().unwrap_or_default();
        path.trim_start_matches("::").split("::").next().unwrap_or_default()
    })
}

/// Whether a name stands in a text only in front of arguments, behind a dot, or as a method's.
fn has_only_calls(text: &str, name: &str) -> bool {
    words(text, name).all(|(before, after)| is_only_called_at(before, after))
}

fn is_only_called_at(before: &str, after: &str) -> bool {
    let is_of_impl = || heads(before).last().is_some_and(|head| is_impl(head));
    before.trim_end().ends_with('.')
        || after.trim_start().starts_with("::<")
        || after.trim_start().starts_with('(') && (!is_declared(before) || is_of_impl())
}

/// The same of the module alone in which the name stands here, if that imports no names that it does not say but
/// those of a prelude.
fn has_only_calls_in_module(text: &str, name: &str, at: LineColumn) -> bool {
    let Some(call) = offset(text, at).filter(|call| text.is_char_boundary(*call)) else { return false };
    let own = module_of(&text[..call]);
    let is_glob = |rest: &str| {
        let path = rest.split(';').next().unwrap_or_default();
        path.contains('*') && !path.contains("prelude")
    };
    let mut imports = words(text, "use").filter(|(before, _)| !in_comment(before));
    own.is_some()
        && !imports.any(|(before, rest)| is_glob(rest) && module_of(before) == own)
        && words(text, name).all(|(before, after)| {
            let module = module_of(before);
            module.is_some() && module != own || is_only_called_at(before, after)
        })
}

/// The braces of the modules in which a text ends; `None` in those of a macro, or of a module in a function.
fn module_of(text: &str) -> Option<Vec<usize>> {
    let around = braces(text).around;
    let count = around.iter().take_while(|(_, head)| has_word(head, "mod")).count();
    let (modules, inside) = around.split_at(count);
    let is_plain = !around.iter().any(|(_, head)| head.contains('!'));
    let is_last = !inside.iter().any(|(_, head)| has_word(head, "mod"));
    (is_plain && is_last).then(|| modules.iter().map(|(at, _)| *at).collect())
}

/// Whether the crate's files are known.
pub(super) fn has_texts() -> bool {
    CRATE.with_borrow_mut(|known| !known.texts().0.is_empty())
}

/// Whether the crate's files are known to have the word elsewhere than behind a dot.
pub(super) fn has(name: &str) -> bool {
    has_texts() && may_have(name)
}

/// What the files say of a trait.
#[derive(Default)]
pub(super) struct Trait {
    /// The functions that it provides, but those with parameters of their own.
    pub(super) provided: Vec<String>,
    /// Whether it has `#[device]`.
    pub(super) is_marked: bool,
}

/// The crate's trait of this name; nothing is said where it has none, or several.
pub(super) fn trait_of(name: &str) -> Trait {
    CRATE.with_borrow_mut(|known| {
        let mut found = known.texts().0.iter().flat_map(|text| traits(text, name));
        match (found.next(), found.next()) {
            (Some(found), None) => found,
            _ => Trait::default(),
        }
    })
}

/// The traits of this name in a text.
fn traits(text: &str, name: &str) -> Vec<Trait> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut all = Vec::new();
    for (at, word) in text.match_indices("trait") {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        let rest = &text[at + word.len()..];
        if line.ends_with(is_part) || line.contains("//") || !rest.starts_with(char::is_whitespace) {
            continue;
        }
        let rest = rest.trim_start().strip_prefix(name).filter(|rest| !rest.starts_with(is_part));
        let Some(provided) = rest.and_then(bodies) else { continue };
        let above = text[..at - line.len()].lines().rev().take_while(|line| !line.trim().is_empty());
        let is_marked = above
            .take_while(|line| !line.starts_with('}'))
            .any(|line| line.trim().starts_with("#[") && has_word(line, "device"));
        all.push(Trait { provided, is_marked });
    }
    all
}

/// The functions with a body in the first braces of a text, but those with parameters of their own.
fn bodies(text: &str) -> Option<Vec<String>> {
    let (mut functions, mut waiting) = (Vec::new(), None);
    // Braces, and of other brackets what is open within those.
    let (mut depth, mut inner) = (0, 0);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(len) = comment(rest).or_else(|| literal(rest)) {
            rest = &rest[len..];
            continue;
        }
        let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if len > 0 {
            if depth == 1 && inner == 0 && &rest[..len] == "fn" {
                let named = rest[len..].trim_start();
                let named = named.strip_prefix("r#").unwrap_or(named);
                let end = named.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(named.len());
                waiting = named[end..].trim_start().starts_with('(').then(|| named[..end].to_owned());
            }
            rest = &rest[len..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '(' | '[' => inner += 1,
            ')' | ']' => inner -= 1,
            '{' if inner > 0 => inner += 1,
            '}' if inner > 0 => inner -= 1,
            '{' => {
                if depth == 1 {
                    functions.extend(waiting.take());
                }
                depth += 1;
            }
            '}' => {
                depth -= 1;
                if depth <= 0 {
                    return Some(functions);
                }
            }
            ';' if inner == 0 && depth == 0 => return None,
            ';' if inner == 0 && depth == 1 => waiting = None,
            _ => {}
        }
    }
    None
}

/// Whether a word stands in a text, elsewhere than behind a dot.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part) && !before.trim_end().ends_with('.')
    })
}

/// Whether the function of this name stands directly in an `impl` or a trait.
pub(super) fn is_of_an_impl(text: &str, at: LineColumn, name: &str) -> bool {
    if !may_be(text, at) {
        return false;
    }
    let Some(offset) = offset(text, at) else { return false };
    text.get(offset..).is_some_and(|rest| rest.starts_with(name))
        && heads(&text[..offset])
            .split_last()
            .is_some_and(|(last, outer)| !outer.iter().any(|head| head.contains('!')) && is_impl(last))
}

/// Where a place stands in a text.
fn offset(text: &str, at: LineColumn) -> Option<usize> {
    let line: usize = text.split_inclusive('\n').take(at.line.checked_sub(1)?).map(str::len).sum();
    Some(line + text.get(line..)?.chars().take(at.column).map(char::len_utf8).sum::<usize>())
}

/// Whether the function of this name is known to stand in a module, or in a function, and in nothing else.
pub(super) fn is_free(name: &syn::Ident) -> bool {
    let Some(file) = name.span().local_file() else { return false };
    let start = name.span().start();
    CRATE.with_borrow_mut(|known| {
        known.file(file).is_some_and(|text| {
            let Some(open) = offset(text, start).and_then(|at| text.get(..at)).map(braces) else {
                return false;
            };
            let is_plain = |head: &str| {
                !head.contains('!') && (has_word(head, "mod") || has_word(head, "fn")) && !is_impl(head)
            };
            open.brackets == 0 && open.around.iter().all(|(_, head)| is_plain(head))
        })
    })
}

/// Whether the type of this name seems to derive `Copy`, by the text above it.
pub(super) fn derives_copy(name: &syn::Ident) -> bool {
    let Some(file) = name.span().local_file() else { return false };
    let start = name.span().start();
    CRATE.with_borrow_mut(|known| {
        known.file(file).is_some_and(|text| {
            let before = offset(text, start).and_then(|at| text.get(..at));
            before.is_some_and(|before| has_word(&braces(before).head, "Copy"))
        })
    })
}

/// Whether the lines above look like it, or the line itself, which is quickly seen.
fn may_be(text: &str, at: LineColumn) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = text.lines().take(at.line).collect();
    let Some((own, above)) = lines.split_last() else { return false };
    let before: String = own.chars().take(at.column).collect();
    if has_word(&before, "impl") || has_word(&before, "trait") {
        return true;
    }
    let outer = above.iter().rev().find(|line| {
        let code = line.trim_start();
        let goes_on = ["#", "//", "where", "{", ")", ">"].iter().any(|start| code.starts_with(start));
        !code.is_empty() && !goes_on && indent(line) < indent(own)
    });
    outer.is_some_and(|line| line.contains("impl") || line.contains("trait"))
}

/// Whether what stands in front of a brace says that it is that of an `impl` or a trait.
fn is_impl(head: &str) -> bool {
    let mut head = head.trim_start();
    while let Some(attribute) = head.strip_prefix('#') {
        let mut depth = 0;
        let end = attribute.find(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            c == ']' && depth == 0
        });
        let Some(end) = end else { return false };
        head = attribute[end + 1..].trim_start();
    }
    let words = head.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let before = ["pub", "crate", "super", "in", "self", "unsafe", "const", "default"];
    let first = words.into_iter().find(|word| !before.contains(word));
    matches!(first, Some("impl" | "trait"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_say_where_names_are_from() {
        let of = |text| imported_from(text, "Extent");
        assert_eq!(of("use other::{Extent, Span};"), Some("other"));
        assert_eq!(of("pub use ::other::shapes::Extent;\nfn f() {}"), Some("other"));
        assert_eq!(of("use crate::Extent;"), Some("crate"));
        assert_eq!(of("use other::Extent;\nmod a { use other::{Extent as _, Extent}; }"), None);
        assert_eq!(of("use other::Extent;\nmod a { use other::{Extent}; }"), Some("other"));
        for text in [
            "",
            "fn f<T: Extent>() {}",
            "use other::Extents;",
            "use other::Shape as Extent;",
            "use other::Extent as Shape;",
            "// use other::Extent;",
            "mod a { use other::Extent; }\nmod b { use third::Extent; }",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn names_that_only_head_impls() {
        let texts = [
            ("use kiln::prelude::*;\n#[device]\nimpl Add for X { }", true),
            ("// Add\nimpl<T: Num> Add<T> for Pair<T> where T: Copy {}\nimpl Add for Y {}", true),
            ("use std::ops::Add;\nimpl Add for X {}", false),
            ("use std::ops::*;\nimpl Add for X {}", false),
            ("use std::ops::{self, *};\nimpl Add for X {}", false),
            ("use super::*;\nimpl Add for X {}", false),
            ("imports!();\nimpl Add for X {}", false),
            ("    macro_rules! of { () => { impl Add for X {} } }", false),
            ("trait Add {}\nimpl Add for X {}", false),
            ("mod ops { pub use std::ops::Add; }\nuse ops::{Add};\nimpl Add for X {}", false),
        ];
        for (text, expected) in texts {
            assert_eq!(has_only_heads(text, "Add"), expected, "{text}");
        }
    }

    #[test]
    fn words_are_found_but_where_methods_are_called() {
        for text in ["area", "fn area(self)", "x.y(area)", "r#area", "{area}", "x.area() + area"] {
            assert!(has_word(text, "area"), "{text}");
        }
        for text in ["x.area()", "x\n    . area()", "areas", "an_area", "", "are a"] {
            assert!(!has_word(text, "area"), "{text}");
        }
    }

    #[test]
    fn what_is_only_called_has_no_other_use() {
        for text in [
            "area(x)",
            "area::<u8>(x)",
            "x.area",
            "areas",
            "{ area(1) + an_area }",
            "impl A { fn area(self) {} }",
        ] {
            assert!(has_only_calls(text, "area"), "{text}");
        }
        for text in ["fn area(x)", "use a::area;", "m!(area, x)", "mod a { fn area(x) {} }", "let area = 1;"]
        {
            assert!(!has_only_calls(text, "area"), "{text}");
        }
    }

    #[test]
    fn what_another_module_has_is_only_called_where_nothing_imports_it() {
        let is_found = |text: &str| {
            let call = text.find("area(1)").expect("a call");
            let line = text[..call].matches('\n').count() + 1;
            let column = text[..call].rsplit('\n').next().expect("a line").chars().count();
            has_only_calls_in_module(text, "area", LineColumn { line, column })
        };
        for text in [
            "fn area() {}\nmod a {\n    use kiln::prelude::*;\n    fn f() { area(1) }\n}",
            "mod a { pub fn area() {} }\nfn f() { area(1) }",
            "use b::area;\nmod a { use b::*; }\nmod c { fn f() { area(1) } }",
        ] {
            assert!(is_found(text), "{text}");
        }
        for text in [
            "fn area() {}\nfn f() { area(1) }",
            "fn area() {}\nmod a { use super::*; fn f() { area(1) } }",
            "fn area() {}\nmod a { use super::{b, area}; fn f() { area(1) } }",
            "m! { fn area() {} }\nfn f() { area(1) }",
        ] {
            assert!(!is_found(text), "{text}");
        }
    }

    #[test]
    fn functions_are_told_from_other_uses_of_their_names() {
        let plain = "#[device]\nimpl A for B {\n    fn area(&self) {}\n}\n// the area\nfn f() { x.area() + area(x) }\nuse a::area;";
        assert!(!has_other_use(plain, "area"));
        for other in [
            "let area = 1;",
            "struct A { area: f32 }",
            "m! { fn area(&self) {} }",
            "m!(area(self));",
            "{area}",
        ] {
            assert!(has_other_use(&format!("{plain}\n{other}"), "area"), "{other}");
        }
    }

    #[test]
    fn what_traits_provide_is_found() {
        let text = "/// A trait A {\npub trait A<T>: B where [u8; { 2 }]: C {\n const D: u8 = { 1 };\n fn a(&self);\n // fn b() {}\n \
                    fn c(self) -> [u8; 3] { fn d() {} x({ 1 }) }\n fn e<T>() {}\n fn r#f(&self) where Self: B {}\n}\n\
                      trait AB { fn g() {} }\n#[device]\n  trait H { }\ntrait K;";
        let text = format!("#[device]\n#[allow(x)]\n{text}");
        let found = |name| traits(&text, name).into_iter().map(|found| (found.provided, found.is_marked));
        assert!(found("A").eq([(vec!["c".to_owned(), "f".to_owned()], true)]));
        assert!(found("AB").eq([(vec!["g".to_owned()], false)]));
        assert!(found("H").eq([(Vec::new(), true)]));
        assert_eq!(found("K").count(), 0);
        assert!(traits("portrait A { fn a() {} }", "A").is_empty());
    }

    /// Of the function `f` of each text, whether it is found to be in an `impl` or a trait.
    #[test]
    fn impls_are_told_from_modules_and_functions() {
        let cases = [
            ("impl A {\n    fn f() {}\n}", true),
            (
                "struct A;\n#[cfg(a = \"}\")]\npub(crate) unsafe impl<const N: usize> B<[u8; { N }]> for A {\n    // }\n    #[x]\n    pub fn f() {}\n}",
                true,
            ),
            (
                "mod a {\n    impl A\n    where\n        A: B,\n    {\n        const C: &str = r#\"}\"{\"#;\n        fn g<'a>(x: &'a u8) -> u8 { b'}' }\n        fn f() {}\n    }\n}",
                true,
            ),
            ("trait A {\n    /* { /* } */ */\n    fn f();\n}", true),
            ("impl A { fn g() {} fn f() {} }", true),
            ("mod implied { fn g(a: impl B) {} fn f() {} }", false),
            ("mod a {\n    fn f() {}\n}", false),
            ("impl A {\n    fn g() {\n        fn f() {}\n    }\n}", false),
            ("impl A {}\nmod implied {\n    fn f() {}\n}", false),
            ("fn g() -> impl Fn() {\n    fn f() {}\n}", false),
            ("moved! {\n    impl A {\n        fn f() {}\n    }\n}", false),
            (
                "macro_rules! m {\n    () => {\n        impl A {\n            fn f() {}\n        }\n    };\n}",
                false,
            ),
        ];
        for (text, expected) in cases {
            let at = text.find("f()").expect("a function");
            let before = &text[..at];
            let line = before.lines().count();
            let column = before.rsplit('\n').next().expect("a line").chars().count();
            assert_eq!(is_of_an_impl(text, LineColumn { line, column }, "f"), expected, "{text}");
            assert!(!is_of_an_impl(text, LineColumn { line, column: column + 1 }, "f"));
        }
        // What is no longer there.
        assert!(!is_of_an_impl("impl A {\n", LineColumn { line: 7, column: 3 }, "f"));
    }
}
