//! Generated attempts to misuse Kiln from safe code: each must not compile.
//!
//! A class has items that its attempts share, and programs of one line: those that are right, which must compile all
//! together, and those that are wrong. Many attempts are compiled as one program, in which rustc must report an error
//! on the line of each. An attempt without one, which an error of an earlier phase may hide, is compiled alone.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::{Compiler, Failed, compiler};

/// The least number of attempts.
const LEAST: usize = 500;

const TYPES: [&str; 10] = ["u8", "i8", "bool", "u32", "i32", "f32", "u64", "f64", "Color", "Pair"];

const PRELUDE: &str = "#![allow(unused, non_camel_case_types)]
use kiln::prelude::*;
#[derive(Clone, Copy, KernelType)] #[repr(u8)] enum Color { Red, Green }
#[derive(Clone, Copy, KernelType)] struct Pair { a: u32, b: u32 }
fn any<T>() -> T { unimplemented!() }
fn main() {}
";

struct Class {
    name: &'static str,
    /// What the attempts use.
    items: String,
    right: Vec<String>,
    wrong: Vec<String>,
}

impl Class {
    fn new(name: &'static str, items: &str) -> Class {
        Class { name, items: items.to_owned(), right: Vec::new(), wrong: Vec::new() }
    }

    fn add(&mut self, is_right: bool, attempt: String) {
        assert!(!attempt.contains('\n'), "an attempt is one line: {attempt}");
        if is_right { self.right.push(attempt) } else { self.wrong.push(attempt) }
    }
}

/// Runs the attempts.
pub fn attempts() -> Result<(), Failed> {
    let (compiler, mut all, mut accepted) = (compiler()?, 0, String::new());
    for class in [arguments(), aliases(), impls(), borrows()] {
        let name = class.name;
        let printed = Batch { class: &class, attempts: &class.right }.compile(compiler)?;
        if let Some(printed) = printed {
            return Err(format!("{name}: rustc refuses what is right\n{printed}").into());
        }
        for attempts in class.wrong.chunks(100) {
            for attempt in (Batch { class: &class, attempts }).without_error(compiler)? {
                let alone = Batch { class: &class, attempts: std::slice::from_ref(&attempt) };
                if alone.compile(compiler)?.is_none() {
                    let _ = writeln!(accepted, "{name}: rustc accepts {attempt}");
                }
            }
        }
        all += class.wrong.len();
    }
    if all < LEAST {
        return Err(format!("{all} attempts are fewer than {LEAST}").into());
    }
    println!("{all} attempts of safe code");
    if accepted.is_empty() { Ok(()) } else { Err(accepted.into()) }
}

struct Batch<'a> {
    class: &'a Class,
    attempts: &'a [String],
}

impl Batch<'_> {
    /// What rustc prints, if it refuses the program.
    fn compile(&self, compiler: &Compiler) -> Result<Option<String>, Failed> {
        let mut program = format!("{PRELUDE}{}\n", self.class.items);
        for (number, attempt) in self.attempts.iter().enumerate() {
            let _ = writeln!(program, "mod attempt_{number} {{ use super::*; {attempt} }}");
        }
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let path = path.join(format!("attempts.{}.{}.rs", self.class.name, std::process::id()));
        fs::write(&path, program)?;
        let (compiles, printed) = compiler.check(&path, &format!("attempts.{}", self.class.name))?;
        fs::remove_file(&path)?;
        Ok((!compiles).then_some(printed))
    }

    /// The attempts on whose lines there is no error.
    fn without_error(&self, compiler: &Compiler) -> Result<Vec<String>, Failed> {
        let Some(printed) = self.compile(compiler)? else { return Ok(self.attempts.to_vec()) };
        let first = PRELUDE.lines().count() + self.class.items.lines().count() + 1;
        let mut found = BTreeSet::new();
        let mut is_error = false;
        for line in printed.lines() {
            match line.split_once("--> ") {
                Some((_, place)) if is_error && place.contains("attempts.") => {
                    let number = place.split(':').nth(1).and_then(|line| line.parse::<usize>().ok());
                    found.extend(number.and_then(|number| number.checked_sub(first)));
                }
                Some(_) => {}
                None if line.starts_with("error") => is_error = true,
                None if line.starts_with("warning") => is_error = false,
                None => {}
            }
        }
        let missing = self.attempts.iter().enumerate().filter(|(number, _)| !found.contains(number));
        Ok(missing.map(|(_, attempt)| attempt.clone()).collect())
    }
}

/// Arguments of other types, and shared ones for memory that is written.
fn arguments() -> Class {
    let mut items = String::new();
    for ty in TYPES {
        let _ = writeln!(
            items,
            "#[kernel] fn reads_{ty}(x: &[{ty}]) {{}} #[kernel] fn writes_{ty}(x: &mut [{ty}]) {{}} \
             #[kernel] fn takes_{ty}(x: {ty}) {{}}"
        );
    }
    let mut class = Class::new("arguments", &items);
    for expected in TYPES {
        for given in TYPES {
            let same = expected == given;
            for (is_right, kernel, argument) in
                [(same, "reads", "&x"), (same, "writes", "&mut x"), (false, "writes", "&x")]
            {
                let line = format!(
                    "fn f() {{ let mut x: Buffer<{given}> = any(); {kernel}_{expected}({argument}).threads(1); }}"
                );
                class.add(is_right, line);
            }
            class.add(same, format!("fn f() {{ let x: {given} = any(); takes_{expected}(x).threads(1); }}"));
        }
    }
    class
}

/// Types under the names of others: the tokens say one type, and rustc another.
fn aliases() -> Class {
    let mut class = Class::new("aliases", "");
    let numbers = &TYPES[..8];
    for name in numbers {
        for ty in numbers {
            let line = format!(
                "type {name} = ::core::primitive::{ty}; #[kernel] fn k(v: {name}, x: &mut [{name}]) {{ let i = global_id(); \
                 if i < x.len() {{ x[i] = v; }} }}"
            );
            class.add(name == ty, line);
        }
    }
    class
}

/// Impls of the traits by which kernels know types, arguments and functions.
fn impls() -> Class {
    let items = "use kiln::__private::*; use kiln::calls::{Constant, Describe};";
    let mut class = Class::new("impls", items);
    let argument = "fn into_arg(self) -> Arg<'a> { any() }";
    let answer = "fn instance() -> Answer { any() }";
    let traits = [
        ("<'a>", "AsSlice<'a, u32>", argument),
        ("<'a>", "AsSliceMut<'a, u32>", argument),
        ("<'a>", "AsAtomic<'a, AtomicU32>", argument),
        ("<'a>", "AsTensor<'a, u32, 1>", argument),
        ("<'a>", "AsTensorMut<'a, u32, 2>", argument),
        ("", "Describe", "fn describe() -> Type { any() }"),
        ("", "SharedElement", "fn on_host() -> Self { any() }"),
        ("", "DeviceFunction", answer),
        ("", "DeviceMethod<3>", answer),
    ];
    let types = [
        "struct Own;",
        "struct Own(*mut u32);",
        "struct Own { a: u32 }",
        "enum Own {}",
        "enum Own { A, B }",
        "union Own { a: u32, b: f32 }",
    ];
    for (generics, of_trait, items) in traits {
        for ty in types {
            for word in ["", "unsafe "] {
                class.add(
                    !word.is_empty(),
                    format!("{ty} {word}impl{generics} {of_trait} for Own {{ {items} }}"),
                );
            }
        }
    }
    class
}

/// One buffer lent twice, of which once to be written, and a buffer that is used while a launch has it.
fn borrows() -> Class {
    let items = "#[kernel] fn two(a: &mut [u32], b: &[u32]) {} #[kernel] fn both(a: &mut [u32], b: &mut [u32]) {} \
                 #[kernel] fn one(a: &mut [u32]) {} #[kernel] fn look(a: &[u32]) {}";
    let mut class = Class::new("borrows", items);
    let shared = ["&NAME", "&NAME.slice(0..2).unwrap()", "NAME.slice(2..).unwrap()"];
    let written = ["&mut NAME", "&mut NAME.slice_mut(0..2).unwrap()", "NAME.slice_mut(2..).unwrap()"];
    for first in written {
        let second = shared.iter().map(|second| ("two", *second));
        for (kernel, second) in second.chain(written.iter().map(|second| ("both", *second))) {
            for name in ["x", "y"] {
                let (first, second) = (first.replace("NAME", "x"), second.replace("NAME", name));
                let line = format!(
                    "fn f(mut x: Buffer<u32>, mut y: Buffer<u32>, s: &Stream) {{ {kernel}({first}, {second}).threads(4).launch(s).unwrap(); }}"
                );
                class.add(name == "y", line);
            }
        }
    }
    let uses = [
        "drop(NAME);",
        "NAME = any();",
        "s.download(&NAME).unwrap();",
        "one(&mut NAME).threads(4).launch(s).unwrap();",
        "look(&NAME).threads(4).launch(s).unwrap();",
        "let moved = NAME;",
        "let _ = &mut NAME;",
        "std::mem::take(&mut vec![&mut NAME]);",
        "std::thread::spawn(move || drop(NAME));",
    ];
    for lent in ["&mut NAME", "NAME.slice_mut(2..).unwrap()", "NAME.split_at_mut(2).unwrap().0"] {
        for usage in uses {
            for name in ["x", "y"] {
                let (lent, usage) = (lent.replace("NAME", "x"), usage.replace("NAME", name));
                let line = format!(
                    "fn f(mut x: Buffer<u32>, mut y: Buffer<u32>, s: &Stream) {{ let launch = one({lent}).threads(4); {usage} launch.launch(s).unwrap(); }}"
                );
                class.add(name == "y", line);
            }
        }
    }
    class
}
