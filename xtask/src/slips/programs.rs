//! Programs of one kernel each, cut out of the run tests: the kernel, and of its file what it names.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::HashSet;
use std::ops::Range;

/// A program's text, and where a slip may stand in it.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) file: String,
    pub(super) kernel: String,
    pub(super) text: String,
    /// The attributes that make kernels and device functions of what follows them. Without them rustc alone judges.
    pub(super) attributes: Vec<Range<usize>>,
    /// The words, numbers and operators of kernels, device functions and types of kernels.
    pub(super) leaves: Vec<Leaf>,
}

/// A token that holds no others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) place: Range<usize>,
    pub(super) is_word: bool,
}

struct Item {
    place: Range<usize>,
    keyword: String,
    /// What it defines; of an `impl` the words of its head, of which it is a part.
    names: Vec<String>,
    words: HashSet<String>,
    attributes: Vec<(Range<usize>, String)>,
    leaves: Vec<Leaf>,
}

impl Item {
    fn is_marked(&self) -> bool {
        self.attributes.iter().any(|(_, text)| is_mark(text) || text.contains("KernelType"))
    }

    fn is_kernel(&self) -> bool {
        self.keyword == "fn"
            && self.attributes.iter().any(|(_, text)| is_mark(text) && text.contains("kernel"))
    }

    /// What stands for itself in every program of its file.
    fn is_import(&self) -> bool {
        self.keyword == "use" && !self.words.contains("super") && !self.words.contains("crate")
    }

    fn is_left_out(&self) -> bool {
        let of_tests = |(_, text): &(_, String)| text == "test" || text.starts_with("cfg");
        matches!(self.keyword.as_str(), "use" | "mod" | "") || self.attributes.iter().any(of_tests)
    }
}

/// Whether an attribute's text is `kernel`, `device`, or one of these with options or by its path.
fn is_mark(text: &str) -> bool {
    let path = text.split('(').next().unwrap_or_default();
    matches!(path.rsplit(':').next().unwrap_or_default().trim(), "kernel" | "device")
}

/// The programs of a file, one for each of its kernels; none where it is no Rust.
pub(super) fn programs(file: &str, text: &str) -> Vec<Program> {
    let Ok(tokens) = text.parse::<TokenStream>() else { return Vec::new() };
    let items = items(tokens, text);
    let kernels = items.iter().enumerate().filter(|(_, item)| item.is_kernel() && !item.is_left_out());
    kernels.map(|(at, item)| program(file, text, &items, at, &item.names)).collect()
}

/// One kernel with all that it names, in the order of the file.
fn program(file: &str, source: &str, items: &[Item], kernel: usize, names: &[String]) -> Program {
    let mut taken = vec![false; items.len()];
    taken[kernel] = true;
    let mut grew = true;
    while grew {
        grew = false;
        let words: HashSet<&String> =
            items.iter().zip(&taken).filter(|(_, taken)| **taken).flat_map(|(item, _)| &item.words).collect();
        for (item, taken) in items.iter().zip(&mut taken) {
            let named = item.names.iter().any(|name| words.contains(name));
            if !*taken && !item.is_left_out() && named {
                (*taken, grew) = (true, true);
            }
        }
    }
    let mut program = Program {
        file: file.to_owned(),
        kernel: names.concat(),
        text: "#![allow(warnings)]\n".to_owned(),
        attributes: Vec::new(),
        leaves: Vec::new(),
    };
    for (item, taken) in items.iter().zip(taken) {
        if !taken && !item.is_import() {
            continue;
        }
        let start = program.text.len();
        let moved = |place: &Range<usize>| {
            place.start - item.place.start + start..place.end - item.place.start + start
        };
        program.text.push_str(&source[item.place.clone()]);
        program.text.push_str("\n\n");
        program
            .attributes
            .extend(item.attributes.iter().filter(|(_, text)| is_mark(text)).map(|(at, _)| moved(at)));
        if item.is_marked() {
            let leaves = item.leaves.iter().map(|leaf| Leaf { place: moved(&leaf.place), ..leaf.clone() });
            program.leaves.extend(leaves);
        }
    }
    program
}

/// A file's items: each ends with its braces, or with a semicolon where such items have no other end.
fn items(tokens: TokenStream, source: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut trees: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        let ends = match &tree {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => {
                let inner = trees.len() == 2 && is_inner(&trees);
                inner || group.delimiter() == Delimiter::Brace && !ends_with_semicolon(&keyword(&trees).0)
            }
            _ => false,
        };
        trees.push(tree);
        if ends {
            let trees = std::mem::take(&mut trees);
            if !is_inner(&trees) {
                items.push(item(&trees, source));
            }
        }
    }
    items
}

/// Whether these are the first tokens of `#![..]`.
fn is_inner(trees: &[TokenTree]) -> bool {
    trees.len() > 1 && trees[0].to_string() == "#" && trees[1].to_string() == "!"
}

fn ends_with_semicolon(keyword: &str) -> bool {
    matches!(keyword, "const" | "static" | "use" | "type")
}

/// The word that says what an item is, and where it stands.
fn keyword(trees: &[TokenTree]) -> (String, usize) {
    let known = ["fn", "struct", "enum", "trait", "impl", "static", "type", "use", "mod", "macro_rules"];
    let words: Vec<_> = trees
        .iter()
        .map(|tree| if let TokenTree::Ident(word) = tree { word.to_string() } else { String::new() })
        .collect();
    let found = words.iter().position(|word| known.contains(&word.as_str()));
    let found = found.or_else(|| words.iter().position(|word| word == "const"));
    // `const` may begin a function; what a constant's value holds is behind its own word.
    let constant = words
        .iter()
        .position(|word| word == "const")
        .filter(|at| words.get(at + 1).is_none_or(|next| next != "fn"));
    match constant.filter(|at| found.is_none_or(|found| *at < found)).or(found) {
        Some(at) => (words[at].clone(), at),
        None => (String::new(), 0),
    }
}

fn item(trees: &[TokenTree], source: &str) -> Item {
    let place = trees[0].span().byte_range().start..trees[trees.len() - 1].span().byte_range().end;
    let (keyword, at) = keyword(trees);
    let mut item = Item {
        place,
        keyword,
        names: Vec::new(),
        words: HashSet::new(),
        attributes: Vec::new(),
        leaves: Vec::new(),
    };
    let word =
        |tree: &TokenTree| if let TokenTree::Ident(word) = tree { Some(word.to_string()) } else { None };
    let mut behind = trees[at..].iter().skip(1).filter_map(word);
    item.names = if item.keyword == "impl" {
        behind
            .filter(|word| word != "for" && word.starts_with(char::is_uppercase) && word.len() > 1)
            .collect()
    } else {
        behind.next().into_iter().collect()
    };
    item.read(trees.iter().cloned().collect(), source);
    item
}

impl Item {
    /// Collects words, leaves and attributes; no slip stands in an attribute.
    fn read(&mut self, tokens: TokenStream, source: &str) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < trees.len() {
            let start = trees[at].span().byte_range().start;
            match (&trees[at], trees.get(at + 1)) {
                (TokenTree::Punct(punct), Some(TokenTree::Group(group)))
                    if punct.as_char() == '#' && group.delimiter() == Delimiter::Bracket =>
                {
                    let place = start..group.span().byte_range().end;
                    self.attributes.push((place, group.stream().to_string()));
                    at += 1;
                }
                (TokenTree::Group(group), _) => self.read(group.stream(), source),
                (TokenTree::Punct(_), _) => {
                    // `<=` is one token, and so is `'a`.
                    let mut end = trees[at].span().byte_range().end;
                    while let Some(TokenTree::Punct(_) | TokenTree::Ident(_)) = trees.get(at + 1)
                        && matches!(&trees[at], TokenTree::Punct(punct) if punct.spacing() == proc_macro2::Spacing::Joint)
                        && trees[at + 1].span().byte_range().start == end
                    {
                        at += 1;
                        end = trees[at].span().byte_range().end;
                    }
                    self.leaves.push(Leaf { place: start..end, is_word: false });
                }
                (TokenTree::Ident(word), _) => {
                    self.words.insert(word.to_string());
                    let place = word.span().byte_range();
                    let is_word = !is_reserved(&source[place.clone()]);
                    self.leaves.push(Leaf { place, is_word });
                }
                (TokenTree::Literal(literal), _) => {
                    self.leaves.push(Leaf { place: literal.span().byte_range(), is_word: false });
                }
            }
            at += 1;
        }
    }
}

fn is_reserved(word: &str) -> bool {
    let words = "as break const continue crate else enum fn for if impl in let loop match mod mut pub ref return self \
                 Self static struct super trait true false type unsafe use where while";
    words.split(' ').any(|reserved| reserved == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
//! A file.
#![allow(unused)]
use kiln::prelude::*;
use super::close;

const SIDE: usize = { 4 };
const OTHER: usize = 5;

/// A pair.
#[derive(Clone, Copy, KernelType)]
struct Pair {
    a: f32,
}

#[device]
impl Pair {
    fn twice(self) -> f32 {
        self.a * 2.0
    }
}

#[kernel(block = 4)]
fn one(x: &mut [f32]) {
    let pair = Pair { a: 1.0 };
    if thread_idx().x <= SIDE { x[0] = pair.twice(); }
}

#[kernel]
fn two(x: &mut [f32]) {}

#[test]
fn one_is_run() {}
";

    #[test]
    fn a_program_holds_what_its_kernel_names() {
        let programs = programs("a.rs", FILE);
        let [one, two] = &programs[..] else { panic!("{programs:?}") };
        assert_eq!((one.kernel.as_str(), two.kernel.as_str()), ("one", "two"));
        for part in ["use kiln", "SIDE", "struct Pair", "impl Pair", "fn one"] {
            assert!(one.text.contains(part), "{part}: {}", one.text);
        }
        for part in ["OTHER", "close", "fn two", "one_is_run"] {
            assert!(!one.text.contains(part), "{part}: {}", one.text);
        }
        assert!(!two.text.contains("Pair"));
    }

    #[test]
    fn slips_stand_outside_of_attributes_and_operators_are_whole() {
        let program = &programs("a.rs", FILE)[0];
        let leaves: Vec<&str> = program.leaves.iter().map(|leaf| &program.text[leaf.place.clone()]).collect();
        assert!(leaves.contains(&"<=") && leaves.contains(&"twice") && leaves.contains(&"1.0"));
        assert!(!leaves.contains(&"derive") && !leaves.contains(&"block") && !leaves.contains(&"4"));
        let marks: Vec<&str> = program.attributes.iter().map(|place| &program.text[place.clone()]).collect();
        assert_eq!(marks, ["#[device]", "#[kernel(block = 4)]"]);
    }
}
