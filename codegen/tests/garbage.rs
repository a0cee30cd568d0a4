//! The macro's entry on nonsense: whatever tokens stand below `#[kernel]`, the front end answers with tokens, and never
//! panics, overflows its stack or goes round for ever.
//!
//! Each stream is a kernel, a device function, an impl or trait of these, or a type of kernels, of the fixtures,
//! the examples or the run tests, changed at one to six places:
//! tokens deleted, repeated, swapped, replaced, pieces of other programs put in, delimiters changed, literals that
//! are too large, names from other alphabets, nesting without end. The changes follow from the stream's number
//! alone, so that a number in a report makes the same stream again: `KILN_GARBAGE=17 cargo test -p kiln-codegen
//! --features front --test garbage` tries that one and prints it. What is answered holds an error, or is Rust if
//! the stream was.
#![cfg(feature = "front")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use kiln_codegen::front;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::Visit;

/// How many streams are tried with `KILN_DEPTH=nightly`.
const STREAMS: u64 = 100_000;

/// How many of them are tried otherwise. `cargo xtask test` chooses which by the commit, in `KILN_SAMPLE`.
const SAMPLE: u64 = 10_000;

/// The numbers of the streams to try.
fn streams() -> std::ops::Range<u64> {
    if std::env::var("KILN_DEPTH").is_ok_and(|depth| depth == "nightly") {
        return 0..STREAMS;
    }
    let sample: u64 = std::env::var("KILN_SAMPLE").ok().and_then(|number| number.parse().ok()).unwrap_or(0);
    let first = sample % (STREAMS / SAMPLE) * SAMPLE;
    println!("streams {first} to {}; KILN_DEPTH=nightly tries all {STREAMS}", first + SAMPLE);
    first..first + SAMPLE
}

/// The stack of the thread on which rustc runs macros. That of rust-analyzer is as large.
const STACK: usize = 8 << 20;

/// Tokens that programs seldom have, and some that they have in other places.
const ODD: &str = r##"
    kernel device fn unsafe extern "C" async const static mut ref move dyn impl trait struct enum union type use mod pub
    crate self Self super where as in if else match loop while for break continue return let true false await try yield
    macro_rules! r#fn r#match _ __kiln_callee ñandú 変数 ß_ℵ 'a 'static '_ 'x' b'\xff' "text" "{x} {} {:?} {0:>1$}" b"bytes"
    c"c" r#"raw"# 0 1 1u8 255u8 256u8 1_000_000_000_000_000_000_000_000_000_000_000_000_000_000u128 99999999999999999999999
    0xffff_ffff_ffff_ffff_ffff 0b11111111_11111111_11111111_11111111_11111111_11111111_11111111_11111111_1 1e999 1e-999f32
    1f16 1.5bf16 0.1f128 1e5i32 18446744073709551615 18446744073709551616 9223372036854775808i64 1.0.0 1..2 ..= ... .. . , ;
    : :: -> => = == != < > <= >= << >> <<= >>= + - * / % ^ ! & | && || += -= *= /= %= ^= &= |= @ # $ ? ~
    () {} [] (,) [;] {;} #[cfg(x)] #![x] #[a = 1] <T> <T: Num, const N: usize> ::<f32, 4> <'a> &mut &&x -1 !x *x x? x.y x.0
    x.0.1 x[0] x[..] x[1..2] f() f::<u8>(1) a as u8 a as *const u8 |a| a || 1 async {} unsafe {} 'a: {} let x = 1;
    let Some(x) = y else { return };
    if let 1 = 2 {} while let x = y {} match x { 0 | 1..=2 => 3, n if n > 4 => 5, _ => 6 } for i in 0..n {} loop { break 1 }
    return 1; break 'a 2; assert!(x > 1, "{}", x); panic!(); vec![1; 2] println!("{}", 1) x.iter().map(|v| v * 2)
    shared::<[f32; 256]>() thread_idx().x global_id_2d() tile_id(0) sync_threads() Ordering::Relaxed AtomicU32 f32::MAX
    S { a: 1, ..b } (1, 2) [1; 2] [1, 2] x.fetch_add(1, Ordering::Relaxed) u128 str Vec<f32> &[T] &mut [T] *mut f32 dyn Fn()
    impl Fn() fn(u8) -> u8 [[f32; 4]; 4] (f32, u32) Tile2<f32, 8, 8> Tensor2<f32> block = 256 tile strict_fp unchecked
    warps = 3 crate = a::b instances(f32, f64)
"##;

/// Numbers that look random and follow from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, or 0.
    fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.next() % end as u64) as usize }
    }

    /// A number up to `most`, small ones far more often.
    fn few(&mut self, most: usize) -> usize {
        self.below(most + 1).min(self.below(most + 1)).min(self.below(most + 1))
    }
}

type Tokens = Vec<TokenTree>;

/// Which macro a stream is given to.
#[derive(Clone, Copy, PartialEq)]
enum Entry {
    Kernel,
    Device,
    Derive,
}

/// An item with one of Kiln's attributes: its arguments, and the rest.
struct Program {
    entry: Entry,
    attr: Tokens,
    item: Tokens,
}

/// The functions of a file, wherever they stand in it.
struct Functions(Vec<Program>);

impl Functions {
    /// Keeps an item if it has one of Kiln's attributes.
    fn keep(
        &mut self,
        attrs: &mut Vec<syn::Attribute>,
        item: impl FnOnce(Vec<syn::Attribute>) -> TokenStream,
    ) -> bool {
        let entry = |attr: &syn::Attribute| match attr.path().segments.last()?.ident.to_string().as_str() {
            "kernel" => Some(Entry::Kernel),
            "device" => Some(Entry::Device),
            "derive" => attr.to_token_stream().to_string().contains("KernelType").then_some(Entry::Derive),
            _ => None,
        };
        let Some((at, entry)) = attrs.iter().enumerate().find_map(|(at, attr)| Some((at, entry(attr)?)))
        else {
            return false;
        };
        let attr = match attrs.remove(at).meta {
            syn::Meta::List(list) if entry != Entry::Derive => list.tokens,
            _ => TokenStream::new(),
        };
        let item = item(std::mem::take(attrs)).into_iter().collect();
        self.0.push(Program { entry, attr: attr.into_iter().collect(), item });
        true
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let with = |attrs| syn::ItemFn { attrs, ..item.clone() }.to_token_stream();
        if !self.keep(&mut item.attrs.clone(), with) {
            syn::visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.keep(&mut item.attrs.clone(), |attrs| syn::ItemImpl { attrs, ..item.clone() }.to_token_stream());
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.keep(&mut item.attrs.clone(), |attrs| {
            syn::ItemTrait { attrs, ..item.clone() }.to_token_stream()
        });
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.keep(&mut item.attrs.clone(), |attrs| {
            syn::ItemStruct { attrs, ..item.clone() }.to_token_stream()
        });
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.keep(&mut item.attrs.clone(), |attrs| syn::ItemEnum { attrs, ..item.clone() }.to_token_stream());
    }
}

/// Everything that streams are made from.
struct Pool {
    programs: Vec<Program>,
    odd: Tokens,
}

impl Pool {
    fn read() -> Pool {
        let codegen = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = [
            codegen.join("tests/fixtures"),
            codegen.join("tests/fixtures/lowered"),
            codegen.join("tests/fixtures/refused"),
            codegen.join("../examples"),
            codegen.join("../tests/run"),
            codegen.join("../tests/ui/pass"),
        ];
        let mut functions = Functions(Vec::new());
        for folder in folders {
            let mut paths: Vec<PathBuf> =
                std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            paths.sort();
            for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
                let source = std::fs::read_to_string(path).unwrap();
                functions.visit_file(&syn::parse_file(&source).unwrap());
            }
        }
        let odd: TokenStream = ODD.parse().unwrap();
        Pool { programs: functions.0, odd: odd.into_iter().collect() }
    }

    /// The stream of a number: the attribute's arguments, and the item.
    fn stream(&self, number: u64) -> (Entry, TokenStream, TokenStream) {
        let random = &mut Random(number);
        let program = &self.programs[random.below(self.programs.len())];
        let (mut attr, mut item) = (program.attr.clone(), program.item.clone());
        // Half of the streams stay near to Rust, so that they come farther than the parser.
        let alike = random.below(2) == 0;
        for _ in 0..=random.few(5) {
            let tokens = if random.below(16) == 0 { &mut attr } else { &mut item };
            self.change(tokens, alike, random);
        }
        // Now and then another macro than the one that was meant.
        let entries = [Entry::Kernel, Entry::Device, Entry::Derive];
        let entry = if random.below(8) == 0 { entries[random.below(3)] } else { program.entry };
        (entry, attr.into_iter().collect(), item.into_iter().collect())
    }

    /// Changes a stream, or with luck one of those inside it.
    fn change(&self, tokens: &mut Tokens, alike: bool, random: &mut Random) {
        let groups: Vec<usize> = (0..tokens.len()).filter(|at| group(&tokens[*at]).is_some()).collect();
        if random.below(6) != 0
            && let Some(at) = groups.get(random.below(groups.len())).copied()
            && let Some(inner) = group(&tokens[at])
        {
            let mut inside: Tokens = inner.stream().into_iter().collect();
            self.change(&mut inside, alike, random);
            tokens[at] = enclosed(inner.delimiter(), inside, inner);
            return;
        }
        if alike {
            return self.exchange(tokens, random);
        }
        let at = random.below(tokens.len());
        let until = (at + 1 + random.few(6)).min(tokens.len());
        match random.below(14) {
            0 | 1 => drop(tokens.drain(at..until)),
            2 => {
                let copy: Tokens = tokens[at..until].to_vec();
                tokens.splice(at..at, copy);
            }
            3 if !tokens.is_empty() => {
                let other = random.below(tokens.len());
                tokens.swap(at, other);
            }
            4..6 => {
                let odd = self.odd(random);
                tokens.splice(at..until, odd);
            }
            6..8 => {
                let odd = self.odd(random);
                tokens.splice(at..at, odd);
            }
            8 => {
                let piece = self.piece(random);
                tokens.splice(at..until, piece);
            }
            9 => {
                let piece = self.piece(random);
                tokens.splice(at..at, piece);
            }
            10 => {
                for token in tokens.iter_mut() {
                    if let Some(inner) = group(token).filter(|_| random.below(3) == 0) {
                        *token = enclosed(delimiter(random), inner.stream(), inner);
                    }
                }
            }
            11 if !tokens.is_empty() => nest(tokens, at, until, random),
            12 => {
                // A chain: `- - - x`, `x + y + y + y`, `if a {} else if a {} else if a {}`.
                let link = if random.below(2) == 0 { self.odd(random) } else { tokens[at..until].to_vec() };
                let long = [10, 100, 1000, 20_000][random.few(3)] / link.len().max(1);
                tokens.splice(at..at, std::iter::repeat_n(link, long).flatten());
            }
            _ => tokens.truncate(at),
        }
    }

    /// Puts a token in the place of one of its sort, or a statement in that of another.
    fn exchange(&self, tokens: &mut Tokens, random: &mut Random) {
        let (at, other) = (random.below(tokens.len()), self.tokens(random));
        if random.below(3) == 0 {
            let (old, new) = (statements(tokens), statements(&other));
            if let (Some(old), Some(new)) =
                (old.get(random.below(old.len())).cloned(), new.get(random.below(new.len())).cloned())
            {
                tokens.splice(old, other[new].iter().cloned());
            }
            return;
        }
        let Some(old) = tokens.get(at) else { return };
        let source = if random.below(4) == 0 { &self.odd } else { &other };
        let alike: Vec<&TokenTree> = source.iter().filter(|new| are_alike(old, new)).collect();
        if let Some(new) = alike.get(random.below(alike.len())) {
            tokens[at] = (*new).clone();
        }
    }

    /// A few of the odd tokens that stand side by side.
    fn odd(&self, random: &mut Random) -> Tokens {
        let at = random.below(self.odd.len());
        self.odd[at..(at + 1 + random.few(6)).min(self.odd.len())].to_vec()
    }

    /// What stands in some group of a program.
    fn tokens(&self, random: &mut Random) -> Tokens {
        let mut tokens = self.programs[random.below(self.programs.len())].item.clone();
        while random.below(8) != 0 {
            let groups: Vec<&Group> = tokens.iter().filter_map(group).collect();
            let Some(inner) = groups.get(random.below(groups.len())) else { break };
            tokens = inner.stream().into_iter().collect();
        }
        tokens
    }

    /// A piece of a program.
    fn piece(&self, random: &mut Random) -> Tokens {
        let tokens = self.tokens(random);
        let at = random.below(tokens.len());
        tokens[at..(at + 1 + random.few(24)).min(tokens.len())].to_vec()
    }
}

fn group(token: &TokenTree) -> Option<&Group> {
    match token {
        TokenTree::Group(group) => Some(group),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    }
}

/// Where statements stand that end with `;`.
fn statements(tokens: &Tokens) -> Vec<std::ops::Range<usize>> {
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';');
    let ends = tokens.iter().enumerate().filter(|(_, token)| is_end(token)).map(|(at, _)| at + 1);
    ends.scan(0, |start, end| Some(std::mem::replace(start, end)..end)).collect()
}

/// Whether two tokens are of one sort.
fn are_alike(a: &TokenTree, b: &TokenTree) -> bool {
    match (a, b) {
        (TokenTree::Group(a), TokenTree::Group(b)) => a.delimiter() == b.delimiter(),
        (TokenTree::Punct(a), TokenTree::Punct(b)) => a.spacing() == b.spacing(),
        (TokenTree::Ident(_), TokenTree::Ident(_)) | (TokenTree::Literal(_), TokenTree::Literal(_)) => true,
        (
            TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Literal(_),
            TokenTree::Group(_) | TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Literal(_),
        ) => false,
    }
}

fn delimiter(random: &mut Random) -> Delimiter {
    [Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None][random.below(4)]
}

/// A group with the span of another.
fn enclosed(delimiter: Delimiter, inside: impl IntoIterator<Item = TokenTree>, like: &Group) -> TokenTree {
    let mut group = Group::new(delimiter, inside.into_iter().collect());
    group.set_span(like.span());
    TokenTree::Group(group)
}

/// Puts groups in groups around some tokens.
fn nest(tokens: &mut Tokens, at: usize, until: usize, random: &mut Random) {
    let mut inside: Tokens = tokens[at..until].to_vec();
    let span = inside[0].span();
    let delimiter = delimiter(random);
    for _ in 0..[3, 30, 100, 300, 5000][random.few(4)] {
        let mut group = Group::new(delimiter, inside.into_iter().collect());
        group.set_span(span);
        inside = vec![TokenTree::Group(group)];
    }
    tokens.splice(at..until, inside);
}

/// Whether there is an error of Kiln's in tokens, told at once or by a constant.
fn complains(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => complains(group.stream()),
        TokenTree::Ident(ident) => ident == "compile_error" || ident == "panic",
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// How many groups stand in each other.
fn nests(tokens: &TokenStream) -> usize {
    let inside = |token: TokenTree| group(&token).map_or(0, |group| 1 + nests(&group.stream()));
    tokens.clone().into_iter().map(inside).max().unwrap_or(0)
}

/// How many groups an answer may have in each other to be parsed here. The stack of rustc's parser grows, and this
/// one's does not: a chain of 250 operators of a type of the user's has two groups for each.
const PARSED: usize = 300;

/// What is wrong with what the front end makes of a stream.
fn wrong(entry: Entry, attr: &TokenStream, item: &TokenStream, number: u64) -> Option<String> {
    let expand = || match entry {
        Entry::Kernel => front::kernel(attr.clone(), item.clone()),
        Entry::Device => front::device(attr.clone(), item.clone()),
        Entry::Derive => front::derive_kernel_type(item.clone()),
    };
    match catch_unwind(AssertUnwindSafe(expand)) {
        Ok(answer) => {
            // Parsing the answers takes as long as making them: every fourth has to do.
            if !number.is_multiple_of(4)
                || complains(answer.clone())
                || nests(&answer) > PARSED
                || syn::parse2::<syn::File>(answer).is_ok()
            {
                return None;
            }
            // Of what is not Rust, rustc has told the user.
            let rust = syn::parse2::<syn::Item>(item.clone()).is_ok();
            rust.then(|| "no error, and not Rust".to_owned())
        }
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            Some(text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned())
        }
    }
}

/// Runs on a stack like that of a macro.
fn on_a_macros_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.unwrap().join().unwrap()
    })
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    if let Some(number) = std::env::var("KILN_GARBAGE").ok().and_then(|text| text.parse::<u64>().ok()) {
        on_a_macros_stack(|| {
            let (entry, attr, item) = Pool::read().stream(number);
            println!("#[({attr})]\n{item}");
            println!("{:?}", wrong(entry, &attr, &item, number));
        });
        return;
    }
    let streams = streams();
    let next = AtomicU64::new(streams.start);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = || {
        let pool = Pool::read();
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= streams.end || found.len() > 20 {
                break found;
            }
            let (entry, attr, item) = pool.stream(number);
            if let Some(what) = wrong(entry, &attr, &item, number) {
                found.push(format!("stream {number}: {what}"));
            }
        }
    };
    let found: Vec<String> = std::thread::scope(|scope| {
        let spawned: Vec<_> = (0..threads)
            .map(|_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, workers).unwrap())
            .collect();
        spawned.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Ways to nest: what stands around all, what opens a level, what is innermost, what closes a level, and the rest.
const NESTED: &[&str] = &[
    "§(§x§)§",
    "§[§x§]§",
    "§{§x§}§",
    "§{ let z = x; §x§}§",
    "§(§x§ + 1)§",
    "§f(§x§)§",
    "§f32::max(1.0, §x§)§",
    "§x[§0§]§",
    "§(1, §x§)§",
    "§S { a: §x§}§",
    "§if c { §x§} else { x }§",
    "§if c { x } else { §x§}§",
    "§if c { x } else §{ x }§§",
    "§if §c§ { x } else { x }§",
    "§if let Some(a) = §c§ { x } else { x }§",
    "§match c { _ => §x§}§",
    "§match §c§{ _ => 1 }§",
    "§for i in 0..9 { §x;§}§",
    "§while c { §x;§}§",
    "§loop { §break;§}§",
    "§'a: { §x§}§",
    "§unsafe { §x§}§",
    "§|a| §x§§",
    "§|a| { §x§}§",
    "§|a: f32| -> f32 { §x§}§",
    "§async { §x§}§",
    "§-§x§§",
    "§!§x§§",
    "§*§x§§",
    "§&§x§§",
    "§&mut §x§§",
    "§return §x§§",
    "§break §x§§",
    "§x = §x§§",
    "§x += §x§§",
    "§1 + §x§§",
    "§1 * 2 + §x§§",
    "§c && c || §c§§",
    "§§G§ * 10§",
    "§1 << §x§§",
    "§1 < §x§§",
    "§1 .. §x§§",
    "§§x§.y§",
    "§§x§.0§",
    "§§x§?§",
    "§§x§[0]§",
    "§§x§()§",
    "§§x§.abs()§",
    "§§x§.max(1.0)§",
    "§§x§.await§",
    "§§x§ as f32§",
    "§let §x§ = 1;§",
    "§assert!(§x§)§",
    "x as §Vec<§f32§>§",
    "x as §A<f32, §f32§>§",
    "x as §A<{ §1§}>§",
    "x as §A<B = §f32§>§",
    "x as §dyn Fn(§f32§)§",
    "x as §dyn Fn() -> §f32§§",
    "x as §fn() -> §f32§§",
    "x as §&§f32§§",
    "x as §*const §f32§§",
    "x as §(§f32§)§",
    "x as §[§f32§; 2]§",
    "§f::<§f32§>(x)§",
    "§<f32 as A<§f32§>>::B§",
    "§<§f32§ as A>::B§",
    "§f::<[§f32§; 2]>(x)§",
    "§f::<Vec<§f32§>>(x)§",
    "{ let §(§y§)§ = x; }",
    "{ let §&§y§§ = x; }",
    "{ let §y @ §y§§ = x; }",
    "{ let §[y, §y§]§ = x; }",
    "{ let §S { y: §y§}§ = x; }",
    "§{ fn f() { §x;§} }§",
    "§{ mod m { fn f() { §x;§} } }§",
    "§{ #[a(§x§)] let y = 1; }§",
    "{ use §a::§x§§; }",
    "{ use §a::{§x§}§; }",
    "{ struct S<T: §A<§B§>§>(T); }",
    "§{ macro_rules! m { §x§ } }§",
];

#[test]
fn what_is_not_refused_for_its_depth_fits_the_stack_of_a_macro() {
    on_a_macros_stack(|| {
        for kind in NESTED {
            let parts: Vec<&str> = kind.split('§').collect();
            let [before, open, inner, close, after] = parts[..] else { panic!("{kind}") };
            for levels in [1, 8, 30, 60, 120, 240, 480, 960, 4000] {
                let (open, close) = (open.repeat(levels), close.repeat(levels));
                let function = format!(
                    "fn f(x: f32, c: bool, y: &mut [f32]) {{ y[0] = {before}{open}{inner}{close}{after}; }}"
                );
                for (entry, text) in [
                    (Entry::Kernel, function.clone()),
                    (Entry::Device, format!("impl Flat {{ {function} }}")),
                    (Entry::Device, format!("impl Shape for Flat {{ {function} }}")),
                    (Entry::Device, format!("trait Shape {{ {function} }}")),
                ] {
                    let Ok(item) = text.parse::<TokenStream>() else { panic!("{text}") };
                    assert_eq!(wrong(entry, &TokenStream::new(), &item, 1), None, "{kind} {levels}: {text}");
                }
            }
        }
    });
}

/// A field's value whose type rustc is asked for, of operators that it is asked for too: each is written in the next.
#[test]
fn long_chains_of_operators_in_fields_fit_the_stack_of_a_macro() {
    for operators in [30, 60, 90, 120, 150, 200, 250, 400] {
        let chain = "o.re * ".repeat(operators);
        let item = format!(
            "impl<T: Float> Mul for Complex<T> {{ type Output = Self; \
             fn mul(self, o: Self) -> Self {{ Complex {{ re: self.re, im: {chain} o.im }} }} }}"
        );
        let found =
            on_a_macros_stack(|| wrong(Entry::Device, &TokenStream::new(), &item.parse().unwrap(), 1));
        assert_eq!(found, None, "{operators} operators");
    }
}

/// A closure's type that names itself, of which rustc says what is wrong.
#[test]
fn types_that_name_themselves_come_to_an_end() {
    let item = "impl Flat { fn of<F>(self, f: F) -> f32 where F: Fn(Held<F>) -> f32 { f(self.0) } }";
    let answer = on_a_macros_stack(|| front::device(TokenStream::new(), item.parse().unwrap()).to_string());
    assert!(answer.contains("__kiln_method_of"), "{answer}");
}

/// A field of which only `_` is said has no name to compare by: rustc refuses the struct.
#[test]
fn a_field_without_a_name_is_left_to_rustc() {
    let item = "#[derive(Clone, Copy, PartialEq, PartialOrd)] struct Point { x: f32, _: f32 }";
    let answer = front::device(TokenStream::new(), item.parse().unwrap()).to_string();
    assert!(answer.contains("struct Point"), "{answer}");
}

/// Each link of a chain is looked at for the next one, and those before it for each: a long one took for ever.
#[test]
fn a_long_chain_is_read_at_once() {
    for link in
        [".insert(1).0", ".flatten()[0]", ".inspect(y).x", ".map(|v| v).0", ".then(|| 1).0", ".unwrap().0"]
    {
        let item = format!("fn f(x: f32, y: &mut [f32]) {{ let a = x{}; }}", link.repeat(20));
        let answer =
            on_a_macros_stack(move || front::kernel(TokenStream::new(), item.parse().unwrap()).to_string());
        assert!(answer.contains("fn f"), "{answer}");
    }
}
