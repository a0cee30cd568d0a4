//! The functions of a name that the crate's files declare, and what those are of.
//!
//! Takes a name; guarantees that what is said of it is right of all that the files spell out: what a macro makes counts
//! as another use of the name. Leaves paths to rustc: a name is the same wherever it stands, except that of a trait,
//! for which its own file is asked first.

use crate::front::lower::macros::is_known;
use crate::ir::Scalar;

use super::names::{declares, declares_constant, declares_type, may_be_type};
use super::{CRATE, Crate, has_other_use, has_word, heads, in_comment, is_declared, is_impl, words};

/// A function in the crate's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::front) struct Declared {
    pub(in crate::front) of: Of,
    /// Whether what it is of has `#[device]`.
    pub(in crate::front) is_marked: bool,
    pub(in crate::front) takes: Takes,
    /// Whether it has parameters of its own, or takes an `impl`.
    pub(in crate::front) has_parameters: bool,
    pub(in crate::front) asks: Option<Asks>,
    /// What its own parameters say of what it takes behind `self`, and of what it gives.
    pub(in crate::front) own: Said,
    /// The same of those of what it is of too, with `self`.
    pub(in crate::front) all: Said,
}

/// What parameters say of what a function takes and gives: a bit for each input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::front) struct Said {
    /// How many inputs there are.
    pub(in crate::front) count: usize,
    /// In whose type one stands.
    pub(in crate::front) within: u64,
    /// Whose type is a reference, or one of a function's: what is given may be made one.
    pub(in crate::front) with_references: u64,
    /// Whose type is one of them.
    pub(in crate::front) alone: u64,
    /// What is called.
    pub(in crate::front) called: u64,
    /// Whether one stands in the type of what it gives.
    pub(in crate::front) gives: bool,
    /// How many parameters of its own there are, but lifetimes.
    pub(in crate::front) parameters: usize,
}

/// The input of a function whose type its parameters say, or those of what it is of, where one has such a type and no
/// more: of a type that lacks what is asked of it, rustc points there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::front) struct Asks {
    /// Which it is, counted from behind `self`.
    pub(in crate::front) at: usize,
    /// Whether it is a function, or a closure.
    pub(in crate::front) is_called: bool,
}

/// What a function is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::front) enum Of {
    Type,
    TypeByTrait,
    Trait,
    /// Nothing that has methods: a module or another function.
    Nothing,
    /// What a macro makes of it.
    Macro,
}

/// What a function makes of `self`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::front) enum Takes {
    Nothing,
    Value,
    Reference,
    Mutable,
}

/// The functions of this name that the crate's files spell out.
pub(in crate::front) fn functions(name: &str) -> Vec<Declared> {
    let plain = name.trim_start_matches("r#");
    CRATE.with_borrow_mut(|known| {
        let Crate { declared, .. } = known;
        if let Some(found) = declared.get(plain) {
            return found.clone();
        }
        let found: Vec<_> = known.texts().0.iter().flat_map(|text| declared_in(text, plain)).collect();
        known.declared.insert(plain.to_owned(), found.clone());
        found
    })
}

/// The functions of this name in a text.
fn declared_in(text: &str, name: &str) -> Vec<Declared> {
    let mut all = Vec::new();
    for (before, after) in words(text, name) {
        if !is_declared(before) || in_comment(before) {
            continue;
        }
        let heads = heads(before);
        let (of, is_marked) = match heads.split_last() {
            _ if heads.iter().any(|head| head.contains('!')) => (Of::Macro, false),
            Some((last, _)) if is_impl(last) => {
                let of = if has_word(last, "trait") {
                    Of::Trait
                } else if has_word(last, "for") {
                    Of::TypeByTrait
                } else {
                    Of::Type
                };
                (of, has_word(last, "device"))
            }
            _ => (Of::Nothing, false),
        };
        let rest = after.trim_start();
        let inside = rest.split_once('(').map_or("", |(_, inside)| inside).trim_start();
        let ends = inside.find(['{', ';']).unwrap_or(inside.len());
        let has_parameters = !rest.starts_with('(') || has_word(&inside[..ends], "impl");
        let head = heads.last().map_or("", String::as_str);
        let signature = Signature::of(rest);
        let outer: Vec<_> = generics(of_impl(head)).map(|(name, _)| name).collect();
        let (own, of_all, asks) = (signature.said(None), signature.said(Some(&outer)), signature.asks(head));
        all.push(Declared { of, is_marked, takes: takes(inside), has_parameters, asks, own, all: of_all });
    }
    all
}

/// What functions of this name call an input with, counted from behind `self`: the types, if the crate's files say the
/// same of all of them.
pub(in crate::front) fn called_with(name: &str, at: usize) -> Option<Vec<String>> {
    let plain = name.trim_start_matches("r#");
    CRATE.with_borrow_mut(|known| {
        let declared = known.texts().0.iter().flat_map(|text| words(text, plain));
        let declared = declared.filter(|(before, _)| is_declared(before) && !in_comment(before));
        let mut said = declared.map(|(_, after)| Signature::of(after).called_with(at));
        let first = said.next()??;
        said.all(|other| other.as_ref() == Some(&first)).then_some(first)
    })
}

/// A function's signature, behind its name.
pub(super) struct Signature<'a> {
    /// The generic parameters.
    own: &'a str,
    inputs: Vec<&'a str>,
    output: &'a str,
    /// All of it.
    text: &'a str,
}

impl<'a> Signature<'a> {
    pub(super) fn of(text: &'a str) -> Signature<'a> {
        let text = text.trim_start();
        let own =
            if text.starts_with('<') { text.get(..within(text).len() + 2).unwrap_or_default() } else { "" };
        let behind = text[own.len()..].trim_start();
        let inside = within(behind);
        let rest = behind.get(inside.len() + 2..).unwrap_or_default();
        let (mut depth, mut before) = (0, ' ');
        let end = rest.find(|c| {
            let is_end = depth == 0 && matches!(c, '{' | ';');
            depth += depth_of(before, c);
            before = c;
            is_end
        });
        let rest = &rest[..end.unwrap_or(rest.len())];
        let output = words(rest, "where").next().map_or(rest, |(before, _)| before);
        let output = output.trim_start().strip_prefix("->").unwrap_or_default().trim();
        let inputs = parts(inside).map(str::trim).filter(|input| !input.is_empty()).collect();
        Signature {
            own,
            inputs,
            output,
            text: text.get(..text.len() - behind.len() + inside.len() + 2 + rest.len()).unwrap_or(text),
        }
    }

    /// The input whose type parameters say, those of this head included.
    fn asks(&self, head: &str) -> Option<Asks> {
        let params = generics(of_impl(head)).chain(generics(self.own));
        let params: Vec<_> =
            params.filter_map(|(name, is_constant)| (!is_constant).then_some(name)).collect();
        let is_called = |ty: &str| {
            words(ty, "impl").any(|(_, after)| is_function(after))
                || params.iter().any(|param| has_word(ty, param) && self.is_function(param))
        };
        let is_said = |ty: &str| has_word(ty, "impl") || params.iter().any(|param| has_word(ty, param));
        let inputs = self.inputs.iter().map(|input| input.split_once(':').unwrap_or((input, "")));
        let types = inputs.filter(|(name, _)| !has_word(name, "self")).map(|(_, ty)| ty);
        let mut said = types.enumerate().filter(|(_, ty)| is_said(ty));
        match (said.next(), said.next()) {
            (Some((at, ty)), None) => Some(Asks { at, is_called: is_called(ty) }),
            _ => None,
        }
    }

    /// What its own parameters are to have, `where` included, and their names.
    pub(super) fn bounds(&self) -> (String, Vec<String>) {
        let clause = words(self.text, "where").next().map_or("", |(_, clause)| clause);
        let names = generics(self.own).map(|(name, _)| name.to_owned());
        (format!("{} {clause}", self.own), names.collect())
    }

    /// What an input is called with, counted from behind `self`.
    fn called_with(&self, at: usize) -> Option<Vec<String>> {
        let mut inputs = self.inputs.iter().map(|input| input.split_once(':').unwrap_or((input, "")));
        let ty = inputs.by_ref().filter(|(name, _)| !has_word(name, "self")).nth(at)?.1.trim();
        let bound = match ty.strip_prefix("impl ") {
            Some(bound) => bound,
            None => words(self.text, ty).find_map(|(_, after)| {
                after.trim_start().strip_prefix(':').filter(|bound| is_function(bound))
            })?,
        };
        let given = bound.trim_start().strip_prefix("Fn")?;
        let given = given.trim_start_matches("Mut").trim_start_matches("Once");
        let given = given.starts_with('(').then(|| parts(within(given)))?;
        Some(given.map(|ty| ty.trim().to_owned()).filter(|ty| !ty.is_empty()).collect())
    }

    /// Whether a parameter is bounded as what is called is.
    fn is_function(&self, param: &str) -> bool {
        words(self.text, param)
            .any(|(_, after)| after.trim_start().strip_prefix(':').is_some_and(is_function))
    }

    /// What the function's own parameters say, and with these, which are those of what it is of, also what they do.
    fn said(&self, outer: Option<&[&str]>) -> Said {
        let own: Vec<_> = generics(self.own).map(|(name, _)| name).collect();
        let named: Vec<_> = outer.unwrap_or_default().iter().chain(&own).copied().collect();
        let is_within = |ty: &str| {
            has_word(ty, "impl")
                || outer.is_some() && has_word(ty, "Self")
                || named.iter().any(|param| has_word(ty, param))
        };
        let is_called = |ty: &str| {
            is_function(ty)
                || ty.strip_prefix("impl ").is_some_and(is_function)
                || named.iter().any(|param| ty == *param && self.is_function(param))
        };
        // A value of `&mut T`, or of an array behind a reference, may be given for it.
        let is_made = |ty: &str| ty.contains('&') || has_word(ty, "fn") || is_called(ty);
        let impls = self.inputs.iter().filter(|input| has_word(input, "impl")).count();
        let mut said = Said { parameters: own.len() + impls, ..Said::default() };
        for input in &self.inputs {
            let (name, ty) = input.split_once(':').unwrap_or((input, ""));
            let bit = 1u64.checked_shl(said.count as u32).unwrap_or_default();
            let is_self = has_word(name, "self");
            if is_self && outer.is_none() {
                continue;
            }
            said.within |= if is_self || is_within(ty) { bit } else { 0 };
            said.with_references |= if is_self || is_made(ty.trim()) { bit } else { 0 };
            said.alone |= if named.contains(&ty.trim()) || ty.trim().starts_with("impl ") { bit } else { 0 };
            said.called |= if is_called(ty.trim()) { bit } else { 0 };
            said.count += 1;
        }
        said.gives = is_within(self.output);
        said
    }
}

/// Whether a bound is that of what is called.
fn is_function(text: &str) -> bool {
    ["Fn", "FnMut", "FnOnce"].iter().any(|name| text.trim_start().starts_with(name))
}

/// The parameters of an `impl`, and what follows them.
fn of_impl(head: &str) -> &str {
    head.split_once("impl").map_or("", |(_, rest)| rest).trim_start()
}

/// The names of the generic parameters that a text begins with, but lifetimes, and whether each is a constant.
fn generics(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let text = if text.starts_with('<') { within(text) } else { "" };
    parts(text).filter_map(|param| {
        let param = param.trim();
        let (param, is_constant) = match param.strip_prefix("const ") {
            Some(param) => (param.trim_start(), true),
            None => (param, false),
        };
        let name = param.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (!name.is_empty()).then_some((name, is_constant))
    })
}

/// What is between the bracket that a text begins with and the one that closes it.
fn within(text: &str) -> &str {
    let (mut depth, mut before) = (0, ' ');
    let end = text.find(|c| {
        depth += depth_of(before, c);
        before = c;
        depth == 0
    });
    end.and_then(|end| text.get(1..end)).unwrap_or_default()
}

/// What commas part, between brackets only where these do.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut before) = (0, ' ');
    text.split(move |c| {
        depth += depth_of(before, c);
        before = c;
        depth == 0 && c == ','
    })
}

/// By how much a character goes into brackets, behind another: an arrow's is none.
fn depth_of(before: char, c: char) -> i32 {
    match c {
        '(' | '[' | '{' | '<' => 1,
        '>' if before == '-' => 0,
        ')' | ']' | '}' | '>' => -1,
        _ => 0,
    }
}

/// What the parameters that a text begins with make of `self`.
pub(super) fn takes(text: &str) -> Takes {
    let first = text.split([',', ')']).next().unwrap_or_default();
    let Some((before, after)) = first.split_once("self") else { return Takes::Nothing };
    // With a type that is written out.
    let is_reference = before.contains('&') || after.contains('&');
    match (is_reference, has_word(before, "mut") && before.contains('&') || after.contains("mut")) {
        (false, _) => Takes::Value,
        (true, false) => Takes::Reference,
        (true, true) => Takes::Mutable,
    }
}

/// Whether the crate may have a method of this name without `#[device]` that Rust takes before a marked one which
/// takes a reference: `false` where no macro may make one, and what has no `#[device]` takes what the marked ones take,
/// or later: then Rust finds both, and says so.
pub(in crate::front) fn may_be_before(name: &str) -> bool {
    let found = functions(name);
    let marked = || found.iter().filter(|found| found.is_marked);
    let is_mutable = marked().next().is_none() || marked().any(|found| found.takes == Takes::Mutable);
    may_be_made(name)
        || found.iter().any(|found| match found.takes {
            _ if found.is_marked || found.of == Of::Nothing => false,
            Takes::Value => true,
            Takes::Reference => is_mutable,
            Takes::Mutable | Takes::Nothing => false,
        })
}

/// Whether the crate may have a method of this name: whether its files declare one, or a macro may make one.
pub(in crate::front) fn may_be_method(name: &str) -> bool {
    functions(name).iter().any(|found| found.of != Of::Nothing) || may_be_made(name)
}

/// Whether a macro may make something of this name: whether the crate's files have the word in the brackets of one that
/// is none of std's.
pub(super) fn may_be_made(name: &str) -> bool {
    let plain = name.trim_start_matches("r#");
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        let is_known = !texts.is_empty();
        *found.or_insert_with(format!("{plain} made"), || {
            !is_known || texts.iter().any(|text| is_in_macro(text, plain))
        })
    })
}

/// Whether a text has a word in the brackets of a macro.
fn is_in_macro(text: &str, name: &str) -> bool {
    words(text, name).any(|(before, _)| {
        let statement = || before.rsplit([';', '{', '}']).next().is_some_and(names_macro);
        !in_comment(before) && (statement() || heads(before).iter().any(|head| names_macro(head)))
    })
}

/// Whether code has the name of a macro that may declare something.
fn names_macro(code: &str) -> bool {
    code.match_indices('!').any(|(at, _)| {
        let word = code[..at].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        !word.is_empty() && !code[at + 1..].starts_with('=') && !is_known(word)
    })
}

/// Whether a type may have a function of this name of its own without `#[device]`: `false` where the crate's files
/// declare the type, and have the name for nothing else than marked functions, what traits have, and calls.
pub(in crate::front) fn may_have_own(of_type: &str, name: &str) -> bool {
    let is_own = |found: &Declared| found.of == Of::Type && !found.is_marked;
    !declares_type(of_type) || has_other_uses(name) || functions(name).iter().any(is_own)
}

/// Whether a path `Type::name` may name something: `false` where the crate's files have the name for nothing else than
/// functions and calls, and no trait has such a function, nor an `impl` that says the type. Of `Self`, a number and a
/// type parameter no `impl` has it then; another crate's type may.
pub(in crate::front) fn may_be_of(of_type: &str, name: &str) -> bool {
    let plain = name.trim_start_matches("r#");
    if has_other_uses(plain) {
        return true;
    }
    if !declares_type(of_type) {
        let is_parameter = of_type.len() == 1 && !declares(&["trait"], of_type);
        let is_known = of_type == "Self" || is_parameter || Scalar::from_name(of_type).is_some();
        return !is_known || !functions(plain).is_empty();
    }
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        *found.or_insert_with(format!("{of_type}::{plain}"), || {
            texts.iter().any(|text| is_declared_of(text, of_type, plain))
        })
    })
}

/// Whether methods and functions of types that have this name seem to have none of their own parameters, and to be
/// marked: `false` where a macro may make others.
pub(in crate::front) fn is_without_parameters(name: &str) -> bool {
    let found = functions(name);
    let mut of_types = found.iter().filter(|found| found.of != Of::Nothing).peekable();
    of_types.peek().is_some()
        && of_types.all(|found| found.is_marked && !found.has_parameters)
        && !has_other_uses(name)
}

/// Whether a type or a trait in the crate's files has a method of this name that kernels may call.
pub(in crate::front) fn has_marked(name: &str) -> bool {
    functions(name).iter().any(|found| found.of == Of::Macro || found.of != Of::Nothing && found.is_marked)
}

/// Whether a name is that of a function in the crate's files, and of nothing else there that has a value.
pub(in crate::front) fn is_only_function(name: &str) -> bool {
    declares_function(name) && !declares_constant(name)
}

/// Whether the crate's files declare a function of this name that is no method, and no macro makes one.
fn declares_function(name: &str) -> bool {
    let found = functions(name);
    found.iter().any(|found| found.of == Of::Nothing) && found.iter().all(|found| found.of != Of::Macro)
}

/// Whether a name is that of a function in the crate's files, and of no type.
pub(in crate::front) fn is_function_alone(name: &str) -> bool {
    declares_function(name) && !may_be_type(name)
}

/// Whether a struct in the crate's files of which this function may be a method (`Type_method`) has a field of this
/// name, and no constant there has it.
pub(in crate::front) fn is_field_only(name: &str, method: &str) -> bool {
    let plain = name.trim_start_matches("r#");
    !declares(&["const", "static"], plain)
        && CRATE.with_borrow_mut(|known| {
            let (texts, found) = known.texts();
            *found.or_insert_with(format!("{method} {plain}:"), || {
                texts.iter().any(|text| has_field(text, plain, method))
            })
        })
}

/// Whether such a struct in a text has such a field.
fn has_field(text: &str, name: &str, method: &str) -> bool {
    words(text, "struct").filter(|(before, _)| !in_comment(before)).any(|(_, after)| {
        let Some(at) = after.find(['{', ';', '(']) else { return false };
        let of_type = after.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next();
        let is_method = of_type
            .and_then(|of_type| method.strip_prefix(of_type))
            .is_some_and(|rest| rest.starts_with('_'));
        let fields = within(&after[at..]);
        let is_field = |(before, after): (&str, &str)| {
            !in_comment(before) && after.starts_with(':') && !after.starts_with("::")
        };
        is_method && after[at..].starts_with('{') && words(fields, name).any(is_field)
    })
}

/// Whether the crate's files have a struct of this name that is no Rust: rustc takes it for one without fields.
pub(in crate::front) fn is_unread(name: &str) -> bool {
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        *found.or_insert_with(format!("struct {name}"), || texts.iter().any(|text| has_unread(text, name)))
    })
}

/// Whether such a struct is in a text.
fn has_unread(text: &str, name: &str) -> bool {
    words(text, name).any(|(before, after)| {
        let is_declared = before.trim_end().ends_with("struct") && !in_comment(before);
        let fields = after.find(['{', ';', '(']).filter(|at| after[*at..].starts_with('{'));
        is_declared
            && fields.is_some_and(|at| {
                let whole = format!("struct {name}{}{{{}}}", &after[..at], within(&after[at..]));
                syn::parse_str::<syn::ItemStruct>(&whole).is_err()
            })
    })
}

/// What the crate's files write out in calls of this name, between the brackets.
pub(in crate::front) fn written_out(name: &str) -> Vec<String> {
    CRATE.with_borrow_mut(|known| {
        let written =
            known.texts().0.iter().flat_map(|text| words(text, name)).filter_map(|(before, after)| {
                let written = after.trim_start().strip_prefix("::")?.trim_start().strip_prefix('<')?;
                let mut depth = 1;
                let end = written.find(|c| {
                    depth += i32::from(c == '<') - i32::from(c == '>');
                    depth == 0
                })?;
                (!in_comment(before)).then(|| written[..end].to_owned())
            });
        written.collect()
    })
}

/// Whether a text declares such a function in a trait, in an `impl` that says the type, or in a macro.
fn is_declared_of(text: &str, of_type: &str, name: &str) -> bool {
    words(text, name).filter(|(before, _)| is_declared(before) && !in_comment(before)).any(|(before, _)| {
        let heads = heads(before);
        let is_of = |head: &String| is_impl(head) && (has_word(head, "trait") || has_word(head, of_type));
        heads.last().is_some_and(is_of) || heads.iter().any(|head| head.contains('!'))
    })
}

/// Whether the crate may have another use for a name than to declare functions and to call them: a macro may make a
/// function of it.
fn has_other_uses(name: &str) -> bool {
    let plain = name.trim_start_matches("r#");
    CRATE.with_borrow_mut(|known| {
        let (texts, found) = known.texts();
        let is_known = !texts.is_empty();
        *found.or_insert_with(format!("{plain} used"), || {
            !is_known || texts.iter().any(|text| has_other_use(text, plain))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_with_what_they_are_of() {
        let found = |text| {
            let of = |found: &Declared| (found.of, found.is_marked, found.takes, found.has_parameters);
            declared_in(text, "f").iter().map(of).collect::<Vec<_>>()
        };
        let of = |of, is_marked, takes, has_parameters| vec![(of, is_marked, takes, has_parameters)];
        assert_eq!(
            found("#[device]\ntrait A { fn f(&self); }"),
            of(Of::Trait, true, Takes::Reference, false)
        );
        assert_eq!(found("trait A { fn f(mut self, x: &u8) {} }"), of(Of::Trait, false, Takes::Value, false));
        assert_eq!(
            found("impl A for B { fn r#f<T>(&'a mut self) {} }"),
            of(Of::TypeByTrait, false, Takes::Mutable, true)
        );
        assert_eq!(
            found("#[device] impl A { fn f(self: &Self) {} }"),
            of(Of::Type, true, Takes::Reference, false)
        );
        assert_eq!(
            found("#[device] impl A { fn f(x: impl Fn()) {} }"),
            of(Of::Type, true, Takes::Nothing, true)
        );
        assert_eq!(found("fn f() {}"), of(Of::Nothing, false, Takes::Nothing, false));
        assert_eq!(found("m! { impl A { fn f(self) {} } }"), of(Of::Macro, false, Takes::Value, false));
        assert!(found("// fn f() {}\nfn ff() {} f(1);").is_empty());
    }

    #[test]
    fn what_parameters_say_of_a_signature_is_found() {
        let said = |text| {
            let Declared { own, all, .. } = declared_in(text, "f")[0];
            let of = |said: Said| {
                (said.count, said.within, said.alone, said.with_references, said.gives, said.parameters)
            };
            (of(own), of(all))
        };
        let alike = |said| (said, said);
        assert_eq!(said("fn f<T: A<B>>(k: u32, t: T) -> T {"), alike((2, 2, 2, 0, true, 1)));
        assert_eq!(said("fn f<'a, T>(t: &'a [T; 3],) -> [T; 2] where T: A {"), alike((1, 1, 0, 1, true, 1)));
        assert_eq!(said("fn f<F: Fn(f32) -> f32, T>(f: F, t: T) -> f32;"), alike((2, 3, 3, 1, false, 2)));
        assert_eq!(said("fn f(t: impl A, f: impl Fn(f32) -> f32) {"), alike((2, 3, 3, 2, false, 2)));
        assert_eq!(said("fn f<const N: usize>(t: [f32; N]) {"), alike((1, 1, 0, 0, false, 1)));
        assert_eq!(
            said("impl<T> A<T> { fn f<U>(&self, t: T, u: U) -> Self {} }"),
            ((2, 2, 2, 0, false, 1), (3, 7, 6, 1, true, 1))
        );
        assert_eq!(said("fn f"), alike((0, 0, 0, 0, false, 0)));
    }

    #[test]
    fn the_input_is_found_whose_type_a_parameter_says() {
        let asks = |text| declared_in(text, "f")[0].asks;
        let value = |at| Some(Asks { at, is_called: false });
        let called = |at| Some(Asks { at, is_called: true });
        assert_eq!(asks("fn f<T: Float>(x: T) -> T {}"), value(0));
        assert_eq!(asks("fn f<'a, F: Fn(f32) -> f32, const N: usize>(x: [f32; N], f: F) {}"), called(1));
        assert_eq!(asks("fn f<F>(x: f32, f: F) where F: FnOnce() -> f32 {}"), called(1));
        assert_eq!(asks("fn f(x: (f32, u32), f: impl Fn(f32, f32) -> f32) {}"), called(1));
        assert_eq!(asks("impl<T: Float> A<T> { fn f(&self, x: u32, y: &[T]) {} }"), value(1));
        assert_eq!(asks("impl A<T> { fn f(mut self: &Self, x: u32, y: T) {} }"), None);
        assert_eq!(asks("fn f<T>(x: T, y: T) {}"), None);
        assert_eq!(asks("fn f<T>() -> T {}"), None);
        assert_eq!(asks("fn f"), None);
    }

    #[test]
    fn fields_are_those_of_structs() {
        for text in [
            "struct A { x: f32 }",
            "struct A<T> {\n    /// One, two.\n    pub a: [T; 3],\n    pub(crate) x: T,\n}",
        ] {
            assert!(has_field(text, "x", "A_f"), "{text}");
            assert!(!has_field(text, "x", "B_f") && !has_field(text, "x", "AB_f"), "{text}");
        }
        for text in [
            "struct A(f32);",
            "fn f(x: f32) {}",
            "struct A { // x: f32\n y: x::Y }",
            "struct A { x",
            "struct",
        ] {
            assert!(!has_field(text, "x", "A_f"), "{text}");
        }
    }

    #[test]
    fn functions_of_a_type_are_those_of_impls_that_say_it_of_traits_and_of_macros() {
        let of_a = |text| is_declared_of(text, "A", "f");
        assert!(of_a("impl A { fn f() {} }"));
        assert!(of_a("impl<T> B for A<T> { fn f() {} }"));
        assert!(of_a("trait B { fn f(); }"));
        assert!(of_a("m! { impl B { fn f() {} } }"));
        assert!(!of_a("impl B { fn f() { A::f() } }"));
        assert!(!of_a("fn f() { A::f() }"));
        assert!(!of_a("impl A { // fn f() {}\n fn g() {} }"));
    }

    #[test]
    fn what_an_input_is_called_with_is_found() {
        let called = |text, at| Signature::of(text).called_with(at);
        let with = |types: &[&str]| Some(types.iter().map(|ty| (*ty).to_owned()).collect::<Vec<_>>());
        assert_eq!(called("<F: Fn(f32, [u8; 2]) -> f32>(&self, x: u32, f: F)", 1), with(&["f32", "[u8; 2]"]));
        assert_eq!(called("<F>(f: F) where F: FnOnce() -> f32 {}", 0), with(&[]));
        assert_eq!(called("(f: impl FnMut(u32), x: u32)", 0), with(&["u32"]));
        assert_eq!(called("(f: impl FnMut(u32), x: u32)", 1), None);
        assert_eq!(called("<T: Float>(x: T)", 0), None);
        assert_eq!(called("", 0), None);
    }

    #[test]
    fn structs_that_are_no_rust_are_found() {
        assert!(has_unread("struct A { : u8, g: u8 }", "A"));
        assert!(has_unread("pub struct A<T> {\n    a: T\n    b: T,\n}", "A"));
        for text in
            ["struct A { a: u8 }", "struct A;", "struct A(u8);", "struct B { : u8 }", "// struct A { : }"]
        {
            assert!(!has_unread(text, "A"), "{text}");
        }
    }

    #[test]
    fn macros_that_may_declare_something_are_told_from_stds_and_from_negations() {
        for code in ["m!(f", "m! { x f", "macro_rules! m"] {
            assert!(names_macro(code), "{code}");
        }
        for code in ["assert!(f", "if a != b", "if !a", "kprintln!(\"{}\", f"] {
            assert!(!names_macro(code), "{code}");
        }
    }
}
