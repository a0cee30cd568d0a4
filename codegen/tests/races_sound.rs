//! What the proof of freedom from races accepts, does not race: random kernels that write at random indices, of
//! which those that are accepted are run thread by thread for launches that fulfill their conditions. `KILN_RACES`
//! says how many there are.
#![cfg(feature = "front")]

use std::collections::HashMap;

use kiln_codegen::check::precondition::{Preconditions, Quantity};
use kiln_codegen::check::races;
use kiln_codegen::front;
use kiln_codegen::ir::{FunctionKind, parse};

/// An index or a part of one, with a thread's values.
#[derive(Clone, Debug)]
enum Index {
    /// A name, and what it stands for.
    Name(&'static str),
    Number(u64),
    Binary(&'static str, Box<Index>, Box<Index>),
}

/// Where a thread is, what the launch gives, and the turn of the loop.
struct Thread {
    names: HashMap<&'static str, u64>,
}

struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.next(of.len() as u64) as usize]
    }
}

const NAMES: [&str; 10] = ["x", "y", "i", "j", "tx", "ty", "bx", "by", "n", "m"];

impl Index {
    fn random(random: &mut Random, depth: u32) -> Index {
        if depth == 0 || random.next(5) == 0 {
            return match random.next(4) {
                0 => Index::Number(random.next(7)),
                _ => Index::Name(random.pick(&NAMES)),
            };
        }
        let op = random.pick(&["+", "+", "+", "*", "*", "-", "/", "%", "^", "min", "max", "<<", ">>", "&"]);
        let left = Index::random(random, depth - 1);
        let right = match op {
            "/" | "%" => Index::Binary("max", Box::new(Index::random(random, 0)), Box::new(Index::Number(1))),
            "<<" | ">>" => Index::Number(random.next(4)),
            "&" => Index::Number(random.pick(&[1, 3, 7])),
            _ => Index::random(random, depth - 1),
        };
        Index::Binary(op, Box::new(left), Box::new(right))
    }

    fn text(&self) -> String {
        match self {
            Index::Name(name) => (*name).to_owned(),
            Index::Number(number) => format!("{number}usize"),
            Index::Binary(op @ ("min" | "max"), a, b) => format!("({}).{op}({})", a.text(), b.text()),
            Index::Binary(op, a, b) => format!("({} {op} {})", a.text(), b.text()),
        }
    }

    /// `None` for a division by zero, where the thread ends.
    fn value(&self, thread: &Thread) -> Option<u64> {
        Some(match self {
            Index::Name(name) => thread.names[name],
            Index::Number(number) => *number,
            Index::Binary(op, a, b) => {
                let (a, b) = (a.value(thread)?, b.value(thread)?);
                match *op {
                    "+" => a.wrapping_add(b),
                    "*" => a.wrapping_mul(b),
                    "-" => a.wrapping_sub(b),
                    "/" => a.checked_div(b)?,
                    "%" => a.checked_rem(b)?,
                    "^" => a ^ b,
                    "min" => a.min(b),
                    "max" => a.max(b),
                    "<<" => a.wrapping_shl(b as u32),
                    ">>" => a.wrapping_shr(b as u32),
                    "|" => a | b,
                    _ => a & b,
                }
            }
        })
    }
}

/// `left op right`.
type Guard = (Index, &'static str, Index);

fn holds(guard: &Guard, thread: &Thread) -> Option<bool> {
    let (a, b) = (guard.0.value(thread)?, guard.2.value(thread)?);
    Some(match guard.1 {
        "<" => a < b,
        "<=" => a <= b,
        "==" => a == b,
        "!=" => a != b,
        _ => a >= b,
    })
}

fn guard(random: &mut Random) -> Guard {
    let op = random.pick(&["<", "<", "<", "<=", "==", "!=", ">="]);
    (Index::random(random, 1), op, Index::random(random, 1))
}

/// The length of a row: an argument, a part of one, or what a window leaves of it.
fn extent(random: &mut Random) -> Index {
    let binary = |op, a: Index, b: Index| Index::Binary(op, Box::new(a), Box::new(b));
    let (n, m) = random.pick(&[("n", "m"), ("m", "n")]);
    let (n, m) = (Index::Name(n), Index::Name(m));
    match random.next(6) {
        0 => binary("/", n, Index::Number(2)),
        1 => binary("+", binary("/", binary("-", n, m), Index::Number(2)), Index::Number(1)),
        2 => binary("/", n, binary("max", m, Index::Number(1))),
        3 => binary("+", n, Index::Number(1)),
        _ => n,
    }
}

/// Digits of a number, put together again in another order, or not quite: an index, and what may guard it.
fn digits(random: &mut Random) -> (Index, Vec<Guard>) {
    let binary = |op, a: Index, b: Index| Index::Binary(op, Box::new(a), Box::new(b));
    let name = Index::Name;
    let of = name(random.pick(&["i", "i", "x", "j"]));
    let extents =
        [name("n"), name("m"), Index::Number(2 + random.next(3)), binary("*", name("n"), name("m"))];
    let extent = |random: &mut Random| extents[[0, 0, 1, 1, 2, 3][random.next(6) as usize]].clone();
    let (a, b) = (extent(random), extent(random));
    let last = binary("%", of.clone(), a.clone());
    let rest = binary("/", of.clone(), a.clone());
    let (middle, first) = match random.next(3) {
        // Of a sum of two digits.
        0 => (Index::Number(0), rest),
        1 => (binary("%", rest.clone(), b.clone()), binary("/", rest, b.clone())),
        _ => (binary("%", rest, b.clone()), binary("/", of.clone(), binary("*", a.clone(), b.clone()))),
    };
    let mut all = vec![(first, extent(random)), (middle, b.clone()), (last, a.clone())];
    for at in [2, 1] {
        all.swap(at, random.next(at as u64 + 1) as usize);
    }
    // One of the extents may be another's.
    if random.next(3) == 0 {
        let at = random.next(3) as usize;
        all[at].1 = extent(random);
    }
    let mut guards = Vec::new();
    if random.next(2) == 0 {
        guards.push((of, "<", binary("*", extent(random), binary("*", a, b))));
    }
    let mut sum: Option<Index> = None;
    for (digit, extent) in all {
        if random.next(3) == 0 {
            guards.push((digit.clone(), random.pick(&["<", "<", "<="]), extent.clone()));
        }
        sum = Some(match sum {
            None => digit,
            Some(sum) => binary("+", binary("*", sum, extent), digit),
        });
    }
    let sum = sum.unwrap_or(Index::Number(0));
    (if random.next(4) == 0 { binary("+", sum, Index::Number(1 + random.next(2))) } else { sum }, guards)
}

/// Threads that differ in bits: two indices, and what may be asked of the bits.
fn bits(random: &mut Random) -> ([Index; 2], Vec<Guard>) {
    let binary = |op, a: Index, b: Index| Index::Binary(op, Box::new(a), Box::new(b));
    let name = Index::Name;
    let of = name(random.pick(&["i", "i", "x", "tx"]));
    let power = |by: Index| binary("<<", Index::Number(1), by);
    let masks = [
        name("n"),
        name("m"),
        Index::Number(1 + random.next(6)),
        power(name("j")),
        power(binary("+", name("j"), Index::Number(1))),
        power(name("n")),
        binary("*", Index::Number(2), power(name("j"))),
    ];
    let which = random.next(masks.len() as u64) as usize;
    let mask = |random: &mut Random| {
        let other = random.next(6) == 0;
        masks[if other { random.next(masks.len() as u64) as usize } else { which }].clone()
    };
    let number = |random: &mut Random| {
        if random.next(6) == 0 { binary("/", of.clone(), Index::Number(2)) } else { of.clone() }
    };
    let mut guards = Vec::new();
    for _ in 0..random.next(5).min(2) {
        let (a, m) = (number(random), mask(random));
        let last = |sum: Index| binary("&", sum, Index::Number(1));
        guards.push(match random.next(7) {
            0 | 1 => (binary("&", a, m), "==", Index::Number(0)),
            2 => (binary("&", a, m), "!=", Index::Number(0)),
            3 => (binary("&", a, m.clone()), "==", m),
            4 => (last(binary(">>", a, name("j"))), random.pick(&["==", "!="]), Index::Number(0)),
            5 => (binary("^", a.clone(), m), random.pick(&["<", ">=", "!="]), a),
            _ => {
                let quotient = binary("/", a, binary("max", m, Index::Number(1)));
                (binary("%", quotient, Index::Number(2)), "==", Index::Number(random.next(2)))
            }
        });
    }
    let index = |random: &mut Random| {
        let (a, m) = (number(random), mask(random));
        match random.next(6) {
            0 | 1 => a,
            2 => binary("^", a, m),
            3 => binary("|", a, m),
            4 => binary("+", a, m),
            _ if random.next(2) == 0 => binary("-", a, m),
            _ => {
                let low = binary("&", a.clone(), binary("-", m, Index::Number(1)));
                let more = Index::Number(random.next(2));
                let high = binary("<<", binary(">>", a, name("j")), binary("+", name("j"), more));
                binary(random.pick(&["|", "+", "^"]), high, low)
            }
        }
    };
    ([index(random), index(random)], guards)
}

/// A kernel that writes one element, and reads another, in each turn of a loop where its guards hold.
struct Kernel {
    turns: u64,
    step: u64,
    guards: Vec<Guard>,
    /// `||` between the first two.
    either: bool,
    write: Index,
    read: Option<Index>,
}

impl Kernel {
    fn random(random: &mut Random) -> Kernel {
        // Most of them look like what people write.
        let extent = extent(random);
        if random.next(3) == 0 {
            let (write, guards) = digits(random);
            let read = (random.next(4) == 0).then(|| digits(random).0);
            return Kernel { turns: 1 + random.next(2), step: 1, guards, either: false, write, read };
        }
        if random.next(3) == 0 {
            let ([write, read], guards) = bits(random);
            let read = (random.next(2) == 0).then_some(read);
            return Kernel { turns: 1 + random.next(3), step: 1, guards, either: false, write, read };
        }
        let write = if random.next(2) == 0 {
            let name = |name| Box::new(Index::Name(name));
            let (major, minor) = random.pick(&[("y", "x"), ("x", "y"), ("i", "j"), ("by", "tx"), ("x", "j")]);
            let product = Index::Binary("*", name(major), Box::new(extent.clone()));
            Index::Binary("+", Box::new(product), name(minor))
        } else {
            Index::random(random, 3)
        };
        let read = (random.next(3) == 0).then(|| Index::random(random, 2));
        let guards = (0..random.next(4))
            .map(|_| match random.next(2) {
                0 => (
                    Index::Name(random.pick(&["x", "y", "j", "i"])),
                    "<",
                    if random.next(2) == 0 { extent.clone() } else { Index::Name(random.pick(&["n", "m"])) },
                ),
                _ => guard(random),
            })
            .collect();
        Kernel {
            turns: 1 + random.next(4),
            step: 1 + random.next(3),
            guards,
            either: random.next(4) == 0,
            write,
            read,
        }
    }

    fn text(&self) -> String {
        let guards: Vec<String> =
            self.guards.iter().map(|(a, op, b)| format!("({} {op} {})", a.text(), b.text())).collect();
        let condition = match guards.as_slice() {
            [] => "true".to_owned(),
            [a, b, rest @ ..] if self.either => {
                let mut all = vec![format!("({a} || {b})")];
                all.extend(rest.iter().cloned());
                all.join(" && ")
            }
            all => all.join(" && "),
        };
        let read =
            self.read.as_ref().map_or_else(|| "1u32".to_owned(), |read| format!("out[{}]", read.text()));
        format!(
            "fn k(n: usize, m: usize, out: &mut [u32]) {{
                 let (x, y) = global_id_2d();
                 let (tx, ty) = (thread_idx().x, thread_idx().y);
                 let (bx, by) = (block_idx().x, block_idx().y);
                 let i = x + y * grid_dim().x * block_dim().x;
                 for j in (0..{}usize).step_by({}) {{
                     if {condition} {{ out[{}] = {read}; }}
                 }}
             }}",
            self.turns,
            self.step,
            self.write.text()
        )
    }

    /// Whether the guards hold; `None` where one divides by zero before that is known.
    fn passes(&self, thread: &Thread) -> Option<bool> {
        let mut guards = self.guards.as_slice();
        if let ([a, b, rest @ ..], true) = (guards, self.either) {
            if !holds(a, thread)? && !holds(b, thread)? {
                return Some(false);
            }
            guards = rest;
        }
        for guard in guards {
            if !holds(guard, thread)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Two threads of a launch that touch one element, one of them writing.
    fn race(&self, block: [u64; 2], grid: [u64; 2], n: u64, m: u64, len: u64) -> Option<u64> {
        let mut writers: HashMap<u64, u64> = HashMap::new();
        let mut readers: HashMap<u64, Vec<u64>> = HashMap::new();
        let mut number = 0;
        for by in 0..grid[1] {
            for bx in 0..grid[0] {
                for ty in 0..block[1] {
                    for tx in 0..block[0] {
                        number += 1;
                        let (x, y) = (bx * block[0] + tx, by * block[1] + ty);
                        let i = x + y * grid[0] * block[0];
                        let all = [x, y, i, 0, tx, ty, bx, by, n, m];
                        let mut thread = Thread { names: NAMES.into_iter().zip(all).collect() };
                        for j in (0..self.turns).step_by(self.step as usize) {
                            thread.names.insert("j", j);
                            match self.passes(&thread) {
                                Some(true) => {}
                                Some(false) => continue,
                                None => break,
                            }
                            // The value is read before the element is written; who reads or writes out of bounds ends.
                            if let Some(read) = &self.read {
                                let Some(at) = read.value(&thread).filter(|at| *at < len) else { break };
                                readers.entry(at).or_default().push(number);
                            }
                            let Some(at) = self.write.value(&thread).filter(|at| *at < len) else { break };
                            if writers.insert(at, number).is_some_and(|other| other != number) {
                                return Some(at);
                            }
                        }
                    }
                }
            }
        }
        writers.into_iter().find_map(|(at, writer)| {
            let others = readers.get(&at).is_some_and(|all| all.iter().any(|reader| *reader != writer));
            others.then_some(at)
        })
    }
}

fn fulfils(conditions: &Preconditions, block: [u64; 2], grid: [u64; 2], n: u64, m: u64, len: u64) -> bool {
    let whole = |extent: [u64; 2]| [extent[0] as u32, extent[1] as u32, 1];
    let value = |quantity: Quantity| {
        i128::from(match quantity {
            Quantity::Param(0, _) => n,
            Quantity::Param(..) => m,
            Quantity::Field(_) | Quantity::Extent(..) => 0,
            Quantity::Len(_) => len,
            Quantity::Block(axis) => block.get(usize::from(axis)).copied().unwrap_or(1),
            Quantity::Grid(axis) => grid.get(usize::from(axis)).copied().unwrap_or(1),
        })
    };
    let extents = whole(block).into_iter().chain(whole(grid)).enumerate();
    let broken = extents.fold(0u8, |bits, (axis, extent)| bits | u8::from(extent != 1) << axis);
    broken & conditions.single == 0 && conditions.rest.iter().all(|condition| condition.holds(&value))
}

#[test]
fn what_is_accepted_does_not_race() {
    let count = std::env::var("KILN_RACES").ok().and_then(|count| count.parse().ok()).unwrap_or(150);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut accepted, mut launches) = (0, 0);
    for number in 0..count {
        let kernel = Kernel::random(&mut random);
        let text = kernel.text();
        let tokens = text.parse().unwrap();
        let Ok(ir) = front::lower_to_text(FunctionKind::Kernel, proc_macro2::TokenStream::default(), tokens)
        else {
            continue;
        };
        let module = parse(&ir).unwrap();
        let Ok(conditions) = races::check(module.entry().unwrap(), &module.sites) else { continue };
        accepted += 1;
        let conditions = Preconditions::leak(conditions);
        let sizes =
            [([1, 1], [1, 1]), ([4, 1], [3, 1]), ([3, 2], [2, 2]), ([2, 3], [1, 3]), ([5, 1], [1, 2])];
        for (block, grid) in sizes {
            for (n, m) in [
                (0, 0),
                (1, 1),
                (2, 5),
                (6, 4),
                (8, 6),
                (16, 16),
                (40, 3),
                (3, 40),
                (1 << 63, 4),
                (u64::MAX, 7),
            ] {
                for len in [7, 64, 1 << 20] {
                    if fulfils(&conditions, block, grid, n, m, len) {
                        launches += 1;
                        let race = kernel.race(block, grid, n, m, len);
                        assert_eq!(
                            race, None,
                            "kernel {number}, block {block:?}, grid {grid:?}, n {n}, m {m}, length {len}:\n{text}\n{conditions:#?}"
                        );
                    }
                }
            }
        }
    }
    assert!(accepted * 20 > count && launches > 10 * accepted, "{accepted} accepted, {launches} launches");
}
