//! What the compiler refuses, the sanitizer finds at run time: each kernel of `codegen/tests/fixtures/races`, and
//! each that K0303, K0304 and K0305 refuse, is compiled as an `unsafe fn` and run by the watched executor. A spoiled
//! one must be found out, for the right reason and with both lines that its refusal names; its clean twin must run
//! to the end with nothing found.
//!
//! [`launch`] holds what a kernel is launched with where its signature does not suggest it, [`first`] where the
//! first two accesses that meet are others than those which the refusal names, and [`hidden`] whose fault no run
//! shows, each with a reason.
//!
//! Left out are K0301 and K0302, whose kernels are of tiles and have no threads to watch, and K0306, which is a
//! rule about functions: what such a function does to shared memory is a race as any other.

use std::path::PathBuf;

use kiln_codegen::front;
use kiln_codegen::ir::{FunctionKind, Module, Scalar, SiteId, Type, parse};
use kiln_runtime::cpu::sanitize::Found;
use kiln_runtime::cpu::{CpuArg, Observer, Program};

/// A function of a fixture.
struct Fixture {
    name: String,
    /// What stands in the brackets of `#[kernel(..)]`.
    attr: String,
    /// The function, made `unsafe`, behind as many empty lines as there are lines above it.
    source: String,
    /// The lines of each mark and of what it names, and the mark's code.
    marks: Vec<(String, [u32; 2])>,
}

fn fixtures(file: &str) -> Vec<Fixture> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../codegen/tests/fixtures").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let mut all: Vec<Fixture> = Vec::new();
    let (mut attr, mut last, mut inside) = (None, 0, false);
    for (number, line) in (1..).zip(text.lines()) {
        let mark =
            line.trim_start().strip_prefix("//").and_then(|rest| rest.trim_start().strip_prefix("^ K"));
        if let Some(mark) = mark {
            let code = format!("K{}", &mark[..4]);
            let named = mark.split(" in line ").nth(1).map(|rest| {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                digits.parse().unwrap()
            });
            all.last_mut().unwrap().marks.push((code, [last, named.unwrap_or(last)]));
        } else {
            last = number;
        }
        if let Some(rest) = line.strip_prefix("#[kernel") {
            attr = Some(rest.trim_end_matches(']').trim_matches(['(', ')']).to_owned());
            // `(32, 8)` has brackets of its own.
            if let Some(attr) = attr.as_mut().filter(|attr| attr.contains('(')) {
                attr.push(')');
            }
        } else if let Some(rest) = line.strip_prefix("fn ") {
            inside = attr.is_some();
            if let Some(attr) = attr.take() {
                let name = rest.split('(').next().unwrap().to_owned();
                let source = format!("{}unsafe fn {rest}\n", "\n".repeat(number as usize - 1));
                all.push(Fixture { name, attr, source, marks: Vec::new() });
            }
        } else if inside {
            let source = &mut all.last_mut().unwrap().source;
            source.push_str(line);
            source.push('\n');
            inside = line != "}";
        }
    }
    all
}

/// The grid, the block and the arguments of a launch.
#[derive(Clone, Copy)]
struct Launch {
    grid: [u32; 3],
    /// Of a kernel that declares none.
    block: [u32; 3],
    /// The integers among the parameters, in their order; the rest are 16.
    integers: &'static [u64],
    /// How many elements each slice has, in their order; the rest have as many as the last.
    lens: &'static [u64],
    /// How many elements of each slice are zero; the others are their index modulo 7.
    zeros: u64,
}

fn launch(fixture: &Fixture) -> Launch {
    let line = Launch { grid: [2, 1, 1], block: [64, 1, 1], integers: &[], lens: &[1024], zeros: 0 };
    let plain = if fixture.source.contains("global_id_3d") {
        Launch { grid: [2, 2, 2], block: [4, 4, 4], ..line }
    } else if fixture.source.contains("global_id_2d") || fixture.source.contains("thread_idx().y") {
        Launch { grid: [2, 2, 1], block: [8, 8, 1], ..line }
    } else {
        line
    };
    let integers = |integers| Launch { integers, ..plain };
    let lens = |lens| Launch { lens, ..plain };
    match &*fixture.name {
        "spoiled_reverse_divergent" => lens(&[300]),
        "transpose_shared" | "spoiled_transpose_shared_output" => {
            Launch { integers: &[64, 64], lens: &[4096], ..plain }
        }
        "spoiled_matmul_second_barrier" => integers(&[32]),
        "ping_pong" | "spoiled_ping_pong" | "stencil_3d" => lens(&[4096]),
        // One warp has nothing above zero, and two blocks choose the same.
        "spoiled_barrier_under_a_vote" | "spoiled_chosen_thread_index" => Launch { zeros: 32, ..plain },
        "spoiled_reversed_in_place" | "spoiled_swapped_ends" => lens(&[128]),
        "spoiled_halves" => lens(&[129]),
        "spoiled_stencil_guard_too_wide" => integers(&[8, 16]),
        "spoiled_stencil_wrong_guard" | "spoiled_transpose" | "spoiled_rows_by_i32" => integers(&[4, 16]),
        "spoiled_transposed" | "spoiled_by_i32" => integers(&[16, 4]),
        "spoiled_stencil_3d_planes_too_small" => integers(&[4, 8, 8]),
        "spoiled_planes" => integers(&[4, 8, 4]),
        "columns" | "spoiled_columns" => integers(&[4, 16]),
        "strided_conv" | "spoiled_strided_conv_smaller" => integers(&[32, 32, 4, 2]),
        "spoiled_rows_by_length" => lens(&[64, 256, 1024]),
        "height_by_length" | "spoiled_height_by_length" => lens(&[128]),
        "spoiled_by_u32" => Launch { grid: [2, 1, 1], block: [16, 16, 1], integers: &[32, 16], ..plain },
        "spoiled_alternative_to_a_division" | "spoiled_tickets_of_none" => integers(&[0]),
        "bounded_once" | "spoiled_bounded_once" | "spoiled_steps" => integers(&[300]),
        "channels_last" | "channels_first" | "heads_in_steps_of_the_grid" => {
            Launch { integers: &[3, 4, 5], lens: &[120], ..plain }
        }
        "spoiled_channels_last_rows"
        | "spoiled_channels_last_divisor"
        | "spoiled_channels_last_one_image"
        | "spoiled_channels_last_in_place"
        | "spoiled_channels_first"
        | "spoiled_heads_in_steps_of_a_block" => Launch { integers: &[3, 4, 5], lens: &[120, 1024], ..plain },
        // One row too many of one element is the first of the next plane.
        "axes_reversed" => integers(&[4, 5, 6]),
        "spoiled_axes_reversed" => integers(&[4, 5, 1]),
        "transposed_from_below" => integers(&[16]),
        "transposed_by_number" | "spoiled_transposed_by_number" => integers(&[11]),
        "listed_halves" | "spoiled_listed_halves" | "spoiled_listed_and_changed" => integers(&[64]),
        "stockham" | "spoiled_stockham" => integers(&[256, 4]),
        "butterfly_of_a_bit"
        | "spoiled_butterfly_of_a_bit"
        | "spoiled_by_any_mask"
        | "spoiled_bits_and_quotients"
        | "pairs_of_a_bit_of_an_argument"
        | "spoiled_pairs_of_a_bit_of_an_argument" => integers(&[3]),
        "in_steps_of_the_grid" | "spoiled_in_steps_of_a_block" => integers(&[256, 8]),
        "spoiled_pitched_by_a_guard" | "spoiled_other_guard_in_bounds" => integers(&[16, 16, 8]),
        "spoiled_step_by_any" => integers(&[3]),
        "ring_of_any" => integers(&[8]),
        "spoiled_barrier_in_another_branch" => integers(&[0]),
        "spoiled_barrier_of_no_turns" | "spoiled_barrier_of_both" => integers(&[16, 0]),
        "spoiled_sign_of_a_bit" => integers(&[31]),
        "spoiled_barrier_by_another_condition" => integers(&[1]),
        "spoiled_narrowed" => Launch { grid: [5, 1, 1], ..plain },
        "sums" => integers(&[256]),
        "spoiled_red_and_black_corner" | "spoiled_red_and_black_edge" => integers(&[16, 16, 0]),
        "repeated" | "spoiled_repeated" => lens(&[1024, 2048]),
        "kept_in_8_bits" => lens(&[1024, 1 << 15]),
        "toggled_by_xor"
        | "toggled_by_difference"
        | "by_remainder_of_the_next"
        | "by_remainder_of_the_turn"
        | "offset_of_a_half"
        | "three_stages"
        | "by_a_flag" => lens(&[4096]),
        "rows_of_an_array" | "rows_of_a_copy" => lens(&[2048]),
        "spoiled_rows_of_another_copy" => Launch { integers: &[16, 4], lens: &[2048], ..plain },
        "spoiled_rows_of_any" => Launch { integers: &[4, 16], lens: &[2048], ..plain },
        // A block and a half of warps.
        "spoiled_row_of_a_warp_any_block" => Launch { block: [48, 1, 1], ..plain },
        "spoiled_hunted_u8_guard"
        | "spoiled_hunted_u8_below"
        | "spoiled_hunted_u8_below_too_wide"
        | "spoiled_hunted_reversed_bits"
        | "spoiled_hunted_at_u8" => Launch { grid: [5, 1, 1], ..plain },
        // As few turns, or as little of a condition, as leave the barrier out.
        "spoiled_hunted_sh_zero_turns"
        | "spoiled_hunted_sh_if_barrier"
        | "spoiled_hunted_sh_if_else_barrier"
        | "spoiled_hunted_sh_and_barrier"
        | "spoiled_hunted_sh_closure_barrier" => integers(&[0]),
        "spoiled_hunted_sh_match_barrier" => integers(&[2]),
        "spoiled_hunted_sh_labeled_ok_then_race" => integers(&[3]),
        "spoiled_hunted_lo_stride_n" => integers(&[300, 16]),
        // Two coordinates, and one thread along each axis that the index does not have.
        "written_of_another_axis" | "three_names" => line,
        "batches" => Launch { grid: [2, 2, 1], block: [8, 8, 1], ..plain },
        _ => plain,
    }
}

/// The lines of the two accesses that meet first, where the refusal names a third.
fn first(name: &str) -> Option<[&'static str; 2]> {
    Some(match name {
        "spoiled_odd_even_sort" => ["let (a, b) = (s[i], s[i + 1]);", "s[i] = b;"],
        "spoiled_bitonic_step" => ["let (a, b) = (data[i], data[other]);", "data[i] = b;"],
        "spoiled_exchanged_by_two_blocks" => ["x[base + t] = t as f32;", "x[base + t] = other;"],
        "spoiled_step_by_any" => ["let a = x[i];", "x[i] = x[j];"],
        "spoiled_transposed_by_number" => ["a[r * n + c] = a[c * n + r];"; 2],
        "spoiled_butterfly_of_a_bit" => ["let (a, b) = (x[t], x[t + stride]);", "x[t] = a + b;"],
        "spoiled_pairs" => ["x[2 * i] = a + b;", "x[2 * i + 2] = a - b;"],
        _ => return None,
    })
}

/// Why a run of a refused kernel shows nothing, or something else first.
fn hidden(name: &str) -> Option<&'static str> {
    Some(match name {
        "spoiled_n_body_tiles_return" | "shift" => {
            "a barrier is for the threads that are left: no machine waits for one that has ended"
        }
        "spoiled_turns_that_differ" => {
            "the argument sends all threads one way, which the proof does not follow into that loop"
        }
        "spoiled_halved_from_below" => "no number that kernels are given here is negative",
        "spoiled_by_float" => "the first two threads that meet are 16,777,216 and the next",
        _ => return None,
    })
}

/// Memory for every parameter, and what the executor is told of it.
fn arguments(module: &Module, launch: Launch, memory: &mut Vec<Vec<u64>>) -> Vec<CpuArg> {
    let entry = module.entry().unwrap();
    let (mut integers, mut slices) = (launch.integers.iter(), 0);
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let types: Vec<&Type> = entry.params.iter().map(|param| &entry.local(*param).ty).collect();
    let mut args = Vec::new();
    for ty in types {
        args.push(match ty {
            Type::Slice { element, .. } => {
                let len = launch.lens[slices.min(launch.lens.len() - 1)];
                slices += 1;
                let (Type::Scalar(scalar) | Type::Atomic(scalar)) = **element else { panic!("{element:?}") };
                // Counters begin at 0.
                let counts = matches!(**element, Type::Atomic(_));
                let value = |i: u64| if counts || i < launch.zeros { 0 } else { i % 7 };
                let bits = |i| match scalar {
                    Scalar::F32 => u64::from((value(i) as f32).to_bits()),
                    _ => value(i),
                };
                let bytes: Vec<u8> =
                    (0..len).flat_map(|i| bits(i).to_le_bytes()[..scalar.size()].to_vec()).collect();
                memory.push(bytes.chunks(8).map(word).collect());
                CpuArg::Slice { pointer: memory.last_mut().unwrap().as_mut_ptr().cast(), len }
            }
            Type::Scalar(Scalar::F32) => CpuArg::Scalar(u64::from(1.5f32.to_bits())),
            Type::Scalar(scalar) if scalar.is_int() => CpuArg::Scalar(integers.next().copied().unwrap_or(16)),
            Type::Array(..) => {
                let mut element = ty;
                while let Type::Array(inner, _) = element {
                    element = inner;
                }
                let size = element.size().unwrap() as usize;
                let many = ty.size().unwrap() as usize / size;
                let of = integers.by_ref().copied().chain(std::iter::repeat(16)).take(many);
                let bytes: Vec<u8> = of.flat_map(|bits| bits.to_le_bytes()[..size].to_vec()).collect();
                let words = bytes.chunks(8).map(word).collect::<Vec<u64>>();
                memory.push(words);
                CpuArg::Bytes { pointer: memory.last().unwrap().as_ptr().cast(), len: bytes.len() }
            }
            other => panic!("no argument for {other:?}"),
        });
    }
    args
}

/// What a run comes to.
enum Outcome {
    Clean,
    /// The code of the refusal that it stands for, if there is one, and the lines of both sides.
    Found(&'static str, [u32; 2]),
    /// A check failed, so that what is behind it was not run.
    Failed,
}

fn module(fixture: &Fixture) -> Module {
    let attr = fixture.attr.parse().unwrap();
    let text = front::lower_to_text(FunctionKind::Kernel, attr, fixture.source.parse().unwrap());
    parse(&text.unwrap_or_else(|found| panic!("{}: {found:?}", fixture.name))).unwrap()
}

/// The outcome, and what there is to say of it.
fn run(fixture: &Fixture, module: &Module) -> (Outcome, String) {
    let program = Program::observed(module, Observer::Sanitizer)
        .unwrap_or_else(|error| panic!("{}: {error:?}", fixture.name));
    let launch = launch(fixture);
    let mut memory = Vec::new();
    let args = arguments(module, launch, &mut memory);
    // SAFETY: every slice has as many elements as it says, and what else may be wrong the sanitizer finds before it
    // happens.
    let found =
        unsafe { program.run_watched(launch.grid, program.block().unwrap_or(launch.block), 0, &args) };
    let line = |site: u32| module.site(SiteId(site)).map_or(0, |site| site.line);
    let found = match found {
        Ok(None) => return (Outcome::Clean, "nothing is found".to_owned()),
        Ok(Some(failure)) => return (Outcome::Failed, format!("it fails in line {}", line(failure.site))),
        Err(found) => found,
    };
    let (code, lines) = match &*found {
        Found::Race { element, first, second } => {
            let code = if element.shared { "K0304" } else { "K0303" };
            (code, [line(first.0.site), line(second.0.site)])
        }
        Found::Divergent { who, parted, .. } => ("K0305", [line(who.site), parted.map_or(0, line)]),
        _ => ("", [0, 0]),
    };
    (Outcome::Found(code, lines), format!("lines {lines:?}, {found:?}"))
}

fn sorted(mut lines: [u32; 2]) -> [u32; 2] {
    lines.sort_unstable();
    lines
}

/// What is wrong with what a run came to.
fn mistake(fixture: &Fixture, (outcome, said): (Outcome, String)) -> Option<String> {
    let refused = fixture.marks.iter().any(|(code, lines)| match &outcome {
        Outcome::Found(found, at) => found == code && sorted(*at) == sorted(*lines),
        _ => false,
    });
    let names =
        |line: u32, text: &str| fixture.source.lines().nth(line as usize - 1).map(str::trim) == Some(text);
    let meets = |at: [u32; 2], [one, other]: [&str; 2]| {
        names(at[0], one) && names(at[1], other) || names(at[0], other) && names(at[1], one)
    };
    let right = match (outcome, hidden(&fixture.name), first(&fixture.name)) {
        (Outcome::Clean, None, None) => fixture.marks.is_empty(),
        (_, Some(_), None) => !fixture.marks.is_empty() && !refused,
        (Outcome::Found(code, at), None, Some(lines)) => {
            !refused && fixture.marks.iter().any(|(marked, _)| marked == code) && meets(at, lines)
        }
        (_, None, None) => refused,
        _ => false,
    };
    (!right).then(|| format!("{}: {said}, and its marks say {:?}", fixture.name, fixture.marks))
}

#[test]
fn what_is_refused_is_found_and_its_clean_twin_runs() {
    let files = [
        "bits",
        "blocks",
        "digits",
        "elementwise",
        "grids",
        "hunted",
        "jumps",
        "kept",
        "numbers",
        "opaque",
        "parts",
        "shapes",
        "sides",
        "turns",
    ];
    let races = files.iter().map(|file| format!("races/{file}.rs"));
    let refused = ["K0303", "K0304", "K0305"].iter().map(|file| format!("refused/{file}.rs"));
    let (mut wrong, mut clean, mut spoiled, mut unseen, mut open) = (Vec::new(), 0, 0, 0, 0);
    for file in races.chain(refused) {
        for fixture in fixtures(&file) {
            let module = module(&fixture);
            // It calls functions of `block::`, which are beside it in programs alone: tests/run has such kernels.
            if module.entry().is_some_and(|kernel| !kernel.captures.is_empty()) {
                open += 1;
                continue;
            }
            if fixture.marks.is_empty() {
                clean += 1;
            } else if hidden(&fixture.name).is_some() {
                unseen += 1;
            } else {
                spoiled += 1;
            }
            wrong.extend(
                mistake(&fixture, run(&fixture, &module)).map(|mistake| format!("{file}, {mistake}")),
            );
        }
    }
    let way =
        "a kernel may need arguments of its own in `launch`, or hides for a reason that `hidden` has to say";
    assert!(wrong.is_empty(), "{}\n{way}", wrong.join("\n"));
    // What is tried, so that no fixture is lost on the way here.
    assert!(
        clean >= 60 && spoiled >= 200 && unseen <= 6 && open <= 6,
        "{clean} clean, {spoiled} spoiled, {unseen} that hide, {open} that call the library"
    );
}
