//! Kernels that the proof of freedom from races accepts are run, and none of them races.
//!
//! Each number is the seed of a kernel that [`programs`] makes up: loops with jumps, counters, parts of slices, shared
//! memory and barriers, arrays among the arguments, closures, and indices of all sorts. What the compiler accepts is
//! run by the watched executor for grids, blocks and arguments that fulfill the kernel's conditions, and a race there
//! is a hole in the proof. `KILN_RACES` says how many kernels there are, and `KILN_RACES_SEED` the first number.

mod programs;

use kiln_codegen::check::precondition::{Preconditions, Quantity};
use kiln_codegen::check::races;
use kiln_codegen::front;
use kiln_codegen::ir::{FunctionKind, Module, SiteId, parse};
use kiln_runtime::cpu::sanitize::Found;
use kiln_runtime::cpu::{CpuArg, Observer, Program};

use programs::{Kernel, Random};

/// What became of the kernels.
#[derive(Debug, Default)]
struct Count {
    /// They do not compile, whether or not they race.
    wrong: u64,
    refused: u64,
    accepted: u64,
    /// Accepted ones of which no launch fulfilled the conditions.
    idle: u64,
    launches: u64,
    /// Launches in which a check failed.
    failed: u64,
    /// Accepted, and open.
    open: u64,
}

/// The arguments of a launch, in the order of the kernel's parameters.
struct Given {
    n: u64,
    m: u64,
    d: [u32; 3],
    w: [[u16; 2]; 2],
    len: u64,
    grid: [u32; 3],
    block: [u32; 3],
}

impl Given {
    fn random(random: &mut Random, grid: [u32; 3], block: [u32; 3], [n, m]: [u64; 2], len: u64) -> Given {
        let d = std::array::from_fn(|_| random.pick(&[0, 1, 2, 3, 4, 8, 16, 64, 300, 1 << 16, u32::MAX]));
        let w = std::array::from_fn(|_| std::array::from_fn(|_| random.pick(&[0, 1, 2, 4, 5, 32, u16::MAX])));
        Given { n, m, d, w, len, grid, block }
    }

    fn value(&self, quantity: Quantity) -> i128 {
        match quantity {
            Quantity::Param(0, _) => self.n.into(),
            Quantity::Param(..) => self.m.into(),
            Quantity::Field(field) if field.of == 2 => self.d[field.offset as usize / 4].into(),
            Quantity::Field(field) => self.w.as_flattened()[field.offset as usize / 2].into(),
            Quantity::Len(_) => self.len.into(),
            Quantity::Extent(..) => unreachable!("kernels of threads take no tensors"),
            Quantity::Block(axis) => self.block[usize::from(axis)].into(),
            Quantity::Grid(axis) => self.grid[usize::from(axis)].into(),
        }
    }

    fn fulfils(&self, conditions: &Preconditions) -> bool {
        let extents = self.block.into_iter().chain(self.grid).enumerate();
        let several = extents.fold(0u8, |bits, (axis, extent)| bits | u8::from(extent != 1) << axis);
        several & conditions.single == 0 && conditions.rest.iter().all(|one| one.holds(&|of| self.value(of)))
    }

    /// What the executor finds; whether a check failed where it finds nothing.
    fn run(&self, program: &Program) -> Result<bool, Box<Found>> {
        let memory = || (0..=self.len / 2).map(|i| (i % 7) | ((i * 3 % 11) << 32)).collect::<Vec<u64>>();
        let (mut y, mut x) = (memory(), memory());
        let slice = |of: &mut Vec<u64>| CpuArg::Slice { pointer: of.as_mut_ptr().cast(), len: self.len };
        let args = [
            CpuArg::Scalar(self.n),
            CpuArg::Scalar(self.m),
            CpuArg::Bytes { pointer: self.d.as_ptr().cast(), len: size_of_val(&self.d) },
            CpuArg::Bytes { pointer: self.w.as_ptr().cast(), len: size_of_val(&self.w) },
            slice(&mut y),
            slice(&mut x),
        ];
        // SAFETY: both slices have as many elements as they say, the arrays live as long as the run, and what else
        // may be wrong the sanitizer finds before it happens.
        let found = unsafe { program.run_watched(self.grid, self.block, 0, &args) };
        found.map(|failure| failure.is_some())
    }
}

/// The kernel as a module, and what its launches must fulfill; `None` where the compiler refuses it.
fn compiled(kernel: &Kernel, count: &mut Count) -> Option<(Module, Preconditions)> {
    let lowered = |source: String| {
        let attr = kernel.block.map_or_else(String::new, |block| format!("block = {block}"));
        front::lower_to_text(FunctionKind::Kernel, attr.parse().unwrap(), source.parse().unwrap())
    };
    let Ok(text) = lowered(format!("unsafe {}", kernel.source)) else {
        count.wrong += 1;
        return None;
    };
    if lowered(kernel.source.clone()).is_err() {
        count.refused += 1;
        return None;
    }
    let module = parse(&text).unwrap();
    // A method of what no declaration has the type of is rustc's to find, and rustc isn't here.
    if module.entry().is_some_and(|kernel| !kernel.captures.is_empty()) {
        count.open += 1;
        return None;
    }
    let conditions = races::check(module.entry().unwrap(), &module.sites);
    let conditions = conditions.unwrap_or_else(|_| panic!("it is accepted and refused"));
    Some((module, Preconditions::leak(conditions)))
}

/// What is wrong with a kernel that is accepted.
fn race(kernel: &Kernel, random: &mut Random, count: &mut Count) -> Option<String> {
    let (module, conditions) = compiled(kernel, count)?;
    count.accepted += 1;
    let program = Program::observed(&module, Observer::Sanitizer).unwrap();
    let sizes: &[([u32; 3], [u32; 3])] = if kernel.two {
        &[
            ([2, 2, 1], [8, 8, 1]),
            ([3, 2, 1], [4, 4, 1]),
            ([1, 1, 1], [16, 4, 1]),
            ([2, 1, 1], [32, 1, 1]),
            ([1, 3, 1], [1, 16, 1]),
        ]
    } else {
        &[([2, 1, 1], [64, 1, 1]), ([1, 1, 1], [128, 1, 1]), ([3, 1, 1], [48, 1, 1]), ([5, 1, 1], [32, 1, 1])]
    };
    let numbers =
        [[16, 16], [0, 0], [1, 1], [2, 3], [64, 8], [8, 64], [5, 128], [128, 5], [300, 7], [31, 33]];
    let numbers = numbers.into_iter().chain([[1 << 40, 3], [3, u64::MAX]]);
    let mut launches = 0;
    for (grid, block) in sizes {
        let block = program.block().unwrap_or(*block);
        for pair in numbers.clone() {
            // It would not end.
            if pair.iter().any(|one| *one > 5000) && kernel.source.contains("< n as") {
                continue;
            }
            for len in [20_000, 100, (grid[0] * block[0] * grid[1] * block[1]).into()] {
                let given = Given::random(random, *grid, block, pair, len);
                // The first that may be launched, and some of the others.
                if !given.fulfils(&conditions) || launches > 0 && !random.one_of(8) {
                    continue;
                }
                launches += 1;
                match given.run(&program) {
                    Ok(failed) => count.failed += u64::from(failed),
                    Err(found) => match *found {
                        // That is no race, and what such memory holds is not known.
                        Found::Unwritten { .. } => {
                            count.launches += launches;
                            return None;
                        }
                        Found::Race { first, second, .. } => {
                            let line = |site| module.site(SiteId(site)).map_or(0, |site| site.line);
                            let lines = [line(first.0.site), line(second.0.site)];
                            let Given { n, m, d, w, .. } = given;
                            return Some(format!(
                                "lines {lines:?}; n {n}, m {m}, d {d:?}, w {w:?}, {len} elements, grid {grid:?}, \
                                 block {block:?}"
                            ));
                        }
                        other => return Some(format!("{other:?}")),
                    },
                }
            }
        }
    }
    count.idle += u64::from(launches == 0);
    count.launches += launches;
    None
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn what_is_accepted_does_not_race() {
    let (first, many) = (number("KILN_RACES_SEED", 400), number("KILN_RACES", 100));
    let mut count = Count::default();
    let mut holes = Vec::new();
    for seed in first..first + many {
        let mut random = Random::of(seed);
        let kernel = Kernel::random(&mut random);
        // A panic of the compiler is told with its kernel.
        let told = std::panic::AssertUnwindSafe(|| race(&kernel, &mut random, &mut count));
        let found = std::panic::catch_unwind(told).unwrap_or_else(|_| Some("a panic".to_owned()));
        if let Some(found) = found {
            let hole = format!("kernel {seed}, {found}\n{}", kernel.source);
            eprintln!("{hole}");
            holes.push(hole);
        }
    }
    println!("{count:?}, {} holes", holes.len());
    assert!(holes.is_empty(), "{}", holes.join("\n"));
    // What is tried, so that the kernels neither become nonsense nor too simple.
    let Count { wrong, accepted, idle, launches, .. } = count;
    assert!(
        wrong * 20 <= many && accepted * 8 > many && idle * 4 < accepted && launches > accepted,
        "{count:?}"
    );
}
