//! What is defined twice.
//!
//! Takes the name of an item as it is expanded; guarantees that one of which it is said that it was there before makes
//! an error of rustc's with the earlier one, which was expanded too: both stand in the same braces of one file, in no
//! macro's, and neither they nor what is around them have an attribute that could put them elsewhere or leave them
//! out. Where the file does not say this plainly, nothing was there before. So the expansion of a program that rustc
//! accepts does not depend on what is found here.

use std::path::PathBuf;

use proc_macro2::LineColumn;
use quote::quote;

use super::{CRATE, braces, has_word, in_comment, is_declared, words};

/// What was expanded: its name with what else has to be equal, and where the name stands.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Expanded {
    key: String,
    file: PathBuf,
    at: (usize, usize),
}

/// What defines a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::front) enum Defines {
    Function,
    /// A function of an `impl`, of which there may be several.
    Method,
    Type,
    Trait,
    /// An `impl` of a trait.
    Implementation,
}

/// Whether an item of this name was expanded before, which rustc refuses. What else has to be equal for that is in the
/// key. From now on this one was.
pub(in crate::front) fn is_again(key: String, name: &syn::Ident, what: Defines) -> bool {
    let Some(file) = name.span().local_file() else { return false };
    // What a macro gives may differ where its words are the same.
    if key.contains('!') {
        return false;
    }
    let start = name.span().start();
    let this = Expanded { key, file, at: (start.line, start.column) };
    CRATE.with_borrow_mut(|known| {
        let earlier = known.expanded.iter().filter(|other| other.key == this.key && other.file == this.file);
        let earlier: Vec<_> = earlier.filter(|other| other.at != this.at).map(|other| other.at).collect();
        let found = !earlier.is_empty()
            && (known.sources.text)(&this.file).is_some_and(|text| {
                let name = name.to_string();
                let scope = |at| scope(&text, at, &name, what);
                let own = scope(this.at);
                own.is_some() && earlier.into_iter().any(|at| scope(at) == own)
            });
        if !known.expanded.contains(&this) {
            known.expanded.push(this);
        }
        found
    })
}

/// Whether a type has had a function of this name before, from an impl in the same words.
pub(in crate::front) fn is_defined_again(item: &syn::ItemImpl, name: &syn::Ident) -> bool {
    let (of_type, generics) = (&item.self_ty, &item.generics);
    let clause = &generics.where_clause;
    let key = quote!(impl #generics #of_type #clause { #name }).to_string();
    item.trait_.is_none() && is_again(key, name, Defines::Method)
}

/// Whether a type has had this trait before, in the same words.
pub(in crate::front) fn is_implemented_again(
    item: &syn::ItemImpl,
    path: &syn::Path,
    last: &syn::PathSegment,
) -> bool {
    let (of_type, generics) = (&item.self_ty, &item.generics);
    let clause = &generics.where_clause;
    let key = quote!(impl #generics #path for #of_type #clause).to_string();
    is_again(key, &last.ident, Defines::Implementation)
}

/// Whether a name or a path in a function is a kernel's that stands in the function's file for all to see. The name is
/// no device function's then, and what calls it is wrong.
pub(in crate::front) fn is_kernel_here(path: &syn::Path) -> bool {
    let mut segments: Vec<&syn::Ident> = path.segments.iter().map(|segment| &segment.ident).collect();
    let Some(name) = segments.pop() else { return false };
    let Some(file) = name.span().local_file() else { return false };
    let (word, start) = (name.to_string(), name.span().start());
    let (mut above, mut below) = (Some(0), Vec::new());
    for segment in segments.into_iter().map(ToString::to_string) {
        match &*segment {
            "self" => {}
            "super" => above = above.map(|count| count + 1),
            "crate" if is_root(&file) => above = None,
            "crate" | "Self" => return false,
            _ => below.push(segment),
        }
    }
    let place = Place { above, below };
    path.leading_colon.is_none()
        && CRATE.with_borrow_mut(|known| {
            known.file(file).is_some_and(|text| kernel_here(text, &word, start, &place))
        })
}

/// Where a path leads from the module that it stands in.
struct Place {
    /// How many modules up; `None` is the file's.
    above: Option<usize>,
    /// And through which modules down.
    below: Vec<String>,
}

/// Whether a file is a crate's first, by its name.
fn is_root(file: &std::path::Path) -> bool {
    file.file_name().is_some_and(|name| name == "lib.rs" || name == "main.rs")
}

/// Whether the name of a path, which stands here, is a kernel's where the path leads.
fn kernel_here(text: &str, name: &str, at: LineColumn, place: &Place) -> bool {
    let Some(call) = super::offset(text, at).filter(|call| text.is_char_boundary(*call)) else {
        return false;
    };
    let around = braces(&text[..call]).around;
    let modules = around.iter().take_while(|(_, head)| has_word(head, "mod")).count();
    let (modules, inside) = around.split_at(modules);
    let functions = inside.iter().filter(|(_, head)| has_word(head, "fn")).count();
    if functions != 1 || inside.iter().any(|(_, head)| has_word(head, "mod")) {
        return false;
    }
    let Some(depth) = place.above.map_or(Some(0), |above| modules.len().checked_sub(above)) else {
        return false;
    };
    let mut modules: Vec<usize> = modules.iter().take(depth).map(|(at, _)| *at).collect();
    for module in &place.below {
        let Some(brace) = module_in(text, module, &modules) else { return false };
        modules.push(brace);
    }
    let defined = words(text, name).filter(|(before, _)| is_declared(before) && !in_comment(before));
    let beside: Vec<_> = defined
        .filter(|(before, _)| {
            scope_at(text, before.len(), name, Defines::Function).as_ref() == Some(&modules)
        })
        .collect();
    let is_kernel = |before: &str| {
        let head: String = braces(before).head.split_whitespace().collect();
        let paths = ["#[kernel]", "#[kernel(", "#[kiln::kernel]", "#[kiln::kernel("];
        paths.iter().any(|path| head.contains(path))
    };
    matches!(beside.as_slice(), [(before, _)] if is_kernel(before))
}

/// The brace of the one module of this name in others.
fn module_in(text: &str, name: &str, around: &[usize]) -> Option<usize> {
    let mut found = words(text, name).filter(|(before, after)| {
        let is_declared = before.trim_end().ends_with("mod") && after.trim_start().starts_with('{');
        is_declared && !in_comment(before) && {
            let braces = braces(before).around;
            braces.iter().map(|(at, _)| *at).eq(around.iter().copied())
        }
    });
    let (before, after) = found.next()?;
    let brace = before.len() + name.len() + after.find('{')? + 1;
    found.next().is_none().then_some(brace)
}

/// The braces in which an item stands whose name is here, and which it shares with all others of that name; `None`
/// where the text does not say so plainly.
fn scope(text: &str, (line, column): (usize, usize), name: &str, what: Defines) -> Option<Vec<usize>> {
    scope_at(text, super::offset(text, LineColumn { line, column })?, name, what)
}

fn scope_at(text: &str, offset: usize, name: &str, what: Defines) -> Option<Vec<usize>> {
    let behind = text.get(offset..)?.strip_prefix(name)?;
    if behind.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let open = braces(&text[..offset]);
    let all_plain = open.around.iter().all(|(_, head)| is_plain(head));
    if open.brackets != 0 || !all_plain || !defines(without_attributes(&open.head, &[])?, what) {
        return None;
    }
    let mut around: Vec<usize> = open.around.iter().map(|(at, _)| *at).collect();
    if what == Defines::Method {
        around.pop()?;
    }
    Some(around)
}

/// Whether what stands in front of a brace keeps together what is in it: what leaves a module out leaves out both.
fn is_plain(head: &str) -> bool {
    // Attributes in front of a constant in braces, as of `Pair<{ 1 }>`, are not in this head.
    without_attributes(head, &["cfg", "test"])
        .is_some_and(|rest| !rest.contains('!') && !rest.starts_with(['>', ',']))
}

/// Whether what stands in front of a name makes it that of an item.
fn defines(before: &str, what: Defines) -> bool {
    let last = before.split_whitespace().next_back();
    let is_it = match what {
        Defines::Function | Defines::Method => last == Some("fn"),
        Defines::Type => matches!(last, Some("struct" | "enum" | "union")),
        Defines::Trait => last == Some("trait"),
        Defines::Implementation => before
            .strip_prefix("impl")
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')),
    };
    is_it && !before.starts_with(['>', ',']) && !before.contains(['!', '=', '|'])
}

/// What is behind the attributes in front of an item; `None` where one may be a macro, or leaves the item out. Others
/// may be there too.
fn without_attributes<'a>(head: &'a str, others: &[&str]) -> Option<&'a str> {
    #[rustfmt::skip]
    const INERT: [&str; 19] = [
        "allow", "automatically_derived", "cold", "deny", "derive", "device", "doc", "expect", "forbid", "inline",
        "kernel", "kiln::device", "kiln::kernel", "must_use", "non_exhaustive", "repr", "rustfmt::skip",
        "track_caller", "warn",
    ];
    let mut head = head.trim_start();
    while let Some(attribute) = head.strip_prefix('#') {
        let attribute = attribute.trim_start();
        let inner = attribute.strip_prefix('!').unwrap_or(attribute).trim_start().strip_prefix('[')?;
        let mut depth = 1;
        let end = inner.find(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth == 0
        })?;
        let path = inner[..end].split(['(', '=', '{', '[']).next().unwrap_or_default();
        let path: String = path.split_whitespace().collect();
        let path = path.trim_start_matches("::");
        if !INERT.contains(&path) && !others.contains(&path) {
            return None;
        }
        head = inner[end + 1..].trim_start();
    }
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_known_where_it_certainly_stands_beside_its_caller() {
        let is_found_at = |text: &str, place: &Place| {
            let call = text.find("f(1)").expect("a call");
            let line = text[..call].matches('\n').count() + 1;
            let column = text[..call].rsplit('\n').next().expect("a line").chars().count();
            kernel_here(text, "f", LineColumn { line, column }, place)
        };
        let text = "#[kernel]\nfn f() {}\nmod a { mod b { fn f() {} fn g() { f(1) }\nmod c { #[kernel] fn f() {} } } }";
        for (above, below, expected) in [
            (Some(0), "", false),
            (Some(1), "", false),
            (Some(2), "", true),
            (Some(3), "", false),
            (None, "", true),
            (Some(0), "c", true),
            (Some(1), "c", false),
            (Some(1), "b", false),
            (Some(0), "d", false),
        ] {
            let below = Some(below.to_owned()).filter(|name| !name.is_empty()).into_iter().collect();
            assert_eq!(is_found_at(text, &Place { above, below }), expected, "{above:?}");
        }
        let is_found = |text: &str| is_found_at(text, &Place { above: Some(0), below: Vec::new() });
        for text in [
            "#[kernel]\nfn f() {}\n#[device]\nfn g() { f(1) }",
            "fn g() { if a { f(1) } }\n/// A kernel.\n#[kiln::kernel(tile)]\npub unsafe fn f<T>() {}",
            "mod a {\n    #[kernel]\n    fn f() {}\n    impl A { fn g() { f(1) } }\n}\nfn f() {}",
        ] {
            assert!(is_found(text), "{text}");
        }
        for text in [
            "#[device]\nfn f() {}\nfn g() { f(1) }",
            "#[cfg(a)]\n#[kernel]\nfn f() {}\nfn g() { f(1) }",
            "#[kernel]\nfn f() {}\nmod a { fn g() { f(1) } }",
            "mod a { #[kernel]\nfn f() {} }\nfn g() { f(1) }",
            "#[kernel]\nfn f() {}\nfn h() { fn f() {} fn g() { f(1) } }",
            "#[kernel]\nfn f() {}\nfn f() {}\nfn g() { f(1) }",
            "other! { #[kernel]\nfn f() {} }\nfn g() { f(1) }",
            "// #[kernel]\nfn f() {}\nfn g() { f(1) }",
        ] {
            assert!(!is_found(text), "{text}");
        }
    }

    /// Of the two functions `f` of each text, whether they are found to stand in one scope.
    #[test]
    fn only_what_certainly_stands_in_one_scope_does() {
        let cases = [
            ("#[device]\nfn f() {}\n/// More.\n#[device]\npub fn f() {}", true),
            (
                "#![allow(x)]\n#[kiln :: kernel(grid = \"]\")]\nfn f() {}\n#[allow(dead_code)]\nunsafe fn f() {}",
                true,
            ),
            ("#[cfg(test)]\nmod tests {\n    fn f() {}\n    // }\n    fn f() {}\n}", true),
            ("fn g() -> u8 {\n    fn f() {}\n    fn f() {}\n    1\n}", true),
            ("mod a {\n    fn f() {}\n}\nmod b {\n    fn f() {}\n}", false),
            ("fn f() {}\nmod b {\n    fn f() {}\n}", false),
            ("fn g() {\n    if X { fn f() {} } else { fn f() {} }\n}", false),
            ("#[cfg(a)]\nfn f() {}\n#[cfg(not(a))]\nfn f() {}", false),
            ("#[device]\n#[cfg_attr(a, b)]\nfn f() {}\nfn f() {}", false),
            ("#[renamed]\nfn f() {}\nfn f() {}", false),
            ("#[moved]\nmod a {\n    fn f() {}\n    fn f() {}\n}", false),
            ("cfg! {\n    fn f() {}\n    fn f() {}\n}", false),
            ("cfg!(fn f() {});\nother!(fn f() {});", false),
            ("fn foo() {}\nfn f() {}\nfn f2() {}\nf()", false),
            ("struct f() {}\nfn f() {}", false),
            ("#[moved]\nfn g() -> A<{ 1 }> {\n    fn f() {}\n    fn f() {}\n}", false),
            ("macro_rules! m {\n    () => {\n        fn f() {}\n        fn f() {}\n    };\n}", false),
        ];
        for (text, expected) in cases {
            let places: Vec<_> = text
                .match_indices("f()")
                .map(|(at, _)| {
                    let line = text[..at].matches('\n').count() + 1;
                    (line, text[..at].rsplit('\n').next().expect("a line").chars().count())
                })
                .collect();
            let [one, other] = places.as_slice() else { panic!("two functions: {text}") };
            let scopes = [one, other].map(|at| scope(text, *at, "f", Defines::Function));
            assert_eq!(scopes[0].is_some() && scopes[0] == scopes[1], expected, "{text}");
        }
        let impls = "impl A { fn f() {} }\n#[cfg(a)]\nimpl A { fn f() {} }\nmod b { impl A { fn f() {} } }";
        let of = |line, column| scope(impls, (line, column), "f", Defines::Method);
        assert!(
            of(1, 12).is_some() && of(1, 12) == of(3, 12) && of(1, 12) != of(4, 20) && of(4, 20).is_some()
        );
        let traits = "impl A for B {}\nimpl<T> c::A for B {}\nx.A";
        let of = |line, column| scope(traits, (line, column), "A", Defines::Implementation).is_some();
        assert!(of(1, 5) && of(2, 11) && !of(3, 2));
    }
}
