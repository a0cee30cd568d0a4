//! The user's crate, and what is asked about it.
//!
//! A token is named by some text that the program has once, and the token in that text.

use crate::workspace::Result;
use serde_json::{Value, json};
use std::fmt;

/// A right program. It has only ASCII, so that a byte is a column.
pub const PROGRAM: &str = "//! Particles in motion.

use kiln::prelude::*;

/// A thing that moves.
#[derive(Clone, Copy, KernelType)]
struct Particle {
    position: f32,
    speed: f32,
}

#[device]
trait Shape {
    /// In square meters.
    fn area(&self) -> f32;
}

#[device]
impl Particle {
    /// Where it is later.
    fn after(&self, time: f32) -> f32 {
        let way = time * self.speed;
        self.position + way
    }
}

#[device]
impl Shape for Particle {
    fn area(&self) -> f32 {
        let side = self.position;
        side * side
    }
}

/// A shifted value.
#[device]
fn offset(value: f32, shift: f32) -> f32 {
    let doubled = shift * 2.0;
    value + doubled
}

#[device]
fn larger<T: Num>(a: T, b: T) -> T {
    let first = a;
    if first > b { first } else { b }
}

/// Moves all particles.
#[kernel]
fn drift(time: f32, particles: &[Particle], out: &mut [f32]) {
    let i = global_id();
    if i < out.len() && i < particles.len() {
        let particle = particles[i];
        let scaled = time * 0.5;
        let moved = particle.after(scaled);
        let shifted = offset(moved, scaled);
        let area = particle.area();
        out[i] = larger(shifted, area) + particle.speed;
    }
}

#[kernel(tile)]
fn add<const N: usize>(x: &Tensor1<f32>, y: &Tensor1<f32>, z: &mut Tensor1<f32>) {
    let at = tile_id(0);
    let sum = x.load::<N>(at) + y.load::<N>(at);
    z.store(at, sum);
}

fn main() -> kiln::Result<()> {
    let stream = Device::best()?.stream();
    let particles = stream.upload(&[Particle { position: 1.0, speed: 2.0 }; 100])?;
    let mut out = stream.upload(&[0.0f32; 100])?;
    drift(0.5, &particles, &mut out).threads(100).launch(&stream)?;
    let x = Tensor1::from_slice(&stream, &[1.0f32; 100])?;
    let mut z = Tensor1::zeros(&stream, 100)?;
    add::<64>(&x, &x, &mut z).launch(&stream)?;
    Ok(())
}
";

/// A token: text that the program has once, and the token where that text first has it.
#[derive(Clone, Copy)]
pub struct Place {
    text: &'static str,
    token: &'static str,
}

const fn place(text: &'static str, token: &'static str) -> Place {
    Place { text, token }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` in `{}`", self.token, self.text.trim())
    }
}

impl Place {
    /// Where the token begins and ends.
    pub fn range(self, program: &str) -> Result<Value> {
        let (start, end) = self.offsets(program)?;
        Ok(json!({ "start": position(program, start), "end": position(program, end) }))
    }

    /// Where the token begins, which is where an editor's cursor is.
    pub fn position(self, program: &str) -> Result<Value> {
        Ok(position(program, self.offsets(program)?.0))
    }

    fn offsets(self, program: &str) -> Result<(usize, usize)> {
        let mut found = program.match_indices(self.text);
        let inside = self.text.find(self.token);
        match (found.next(), found.next(), inside) {
            (Some((start, _)), None, Some(inside)) => Ok((start + inside, start + inside + self.token.len())),
            _ => Err(format!("the program must have {self} once")),
        }
    }
}

fn position(program: &str, offset: usize) -> Value {
    let before = &program[..offset];
    let line = before.matches('\n').count();
    json!({ "line": line, "character": offset - before.rfind('\n').map_or(0, |at| at + 1) })
}

/// The line of a range, and its token.
pub fn spelled(program: &str, range: &Value) -> String {
    let number = |end: &str, key: &str| range[end][key].as_u64().unwrap_or_default() as usize;
    let (line, start, end) =
        (number("start", "line"), number("start", "character"), number("end", "character"));
    let text = program.lines().nth(line).unwrap_or_default();
    let token = text.get(start..end).unwrap_or_default();
    format!("{}:{} `{token}` in `{}`", line + 1, start + 1, text.trim())
}

/// Where a token is used, and where it is defined.
pub const DEFINITIONS: &[(Place, Place)] = &[
    // Local variables.
    (place("particle.after(scaled)", "scaled"), place("let scaled", "scaled")),
    (place("value + doubled", "doubled"), place("let doubled", "doubled")),
    (place("self.position + way", "way"), place("let way", "way")),
    (place("side * side", "side"), place("let side", "side")),
    (place("if first > b", "first"), place("let first", "first")),
    (place("z.store(at, sum)", "sum"), place("let sum", "sum")),
    // Functions and methods.
    (place("offset(moved, scaled)", "offset"), place("fn offset", "offset")),
    (place("larger(shifted, area)", "larger"), place("fn larger", "larger")),
    (place("particle.after(scaled)", "after"), place("fn after", "after")),
    (place("particle.area()", "area"), place("fn area(&self) -> f32 {", "area")),
    (place("drift(0.5, ", "drift"), place("fn drift", "drift")),
    (place("add::<64>", "add"), place("fn add", "add")),
    // Fields.
    (place("+ particle.speed", "speed"), place("    speed: f32,", "speed")),
    (place("time * self.speed", "speed"), place("    speed: f32,", "speed")),
    // Parameters.
    (place("time * 0.5", "time"), place("drift(time: f32", "time")),
    (place("value + doubled", "value"), place("offset(value: f32", "value")),
    (place("time * self.speed", "time"), place("after(&self, time: f32", "time")),
    (place("let first = a;", "a"), place("(a: T, b: T)", "a")),
    (place("x.load::<N>", "x"), place("(x: &Tensor1", "x")),
    // Types.
    (place("particles: &[Particle]", "Particle"), place("struct Particle", "Particle")),
];

/// What is renamed, and every place that this changes.
pub const RENAMES: &[(Place, &[Place])] = &[
    (
        place("let scaled", "scaled"),
        &[
            place("let scaled", "scaled"),
            place("particle.after(scaled)", "scaled"),
            place("offset(moved, scaled)", "scaled"),
        ],
    ),
    (
        place("value + doubled", "doubled"),
        &[place("let doubled", "doubled"), place("value + doubled", "doubled")],
    ),
    (
        place("after(&self, time", "time"),
        &[place("after(&self, time", "time"), place("time * self.speed", "time")],
    ),
    (place("fn offset", "offset"), &[place("fn offset", "offset"), place("offset(moved, scaled)", "offset")]),
    (
        place("particle.after(scaled)", "after"),
        &[place("fn after", "after"), place("particle.after(scaled)", "after")],
    ),
];

/// What is hovered over, and what that shows.
pub const HOVERS: &[(Place, &str)] = &[
    (place("let scaled", "scaled"), "let scaled: f32"),
    (place("particle.after(scaled)", "scaled"), "let scaled: f32"),
    (place("let moved", "moved"), "let moved: f32"),
    (place("let shifted", "shifted"), "let shifted: f32"),
    (place("let area", "area"), "let area: f32"),
    (place("let particle ", "particle"), "let particle: Particle"),
    (place("let doubled", "doubled"), "let doubled: f32"),
    (place("let way", "way"), "let way: f32"),
    (place("let first", "first"), "let first: T"),
    (place("let sum", "sum"), "let sum: Tile1<f32"),
    (place("fn offset", "offset"), "fn offset(value: f32, shift: f32) -> f32"),
    (place("offset(moved, scaled)", "offset"), "fn offset(value: f32, shift: f32) -> f32"),
    (place("larger(shifted, area)", "larger"), "fn larger<T"),
    (place("fn after", "after"), "fn after(&self, time: f32) -> f32"),
    (place("particle.after(scaled)", "after"), "fn after(&self, time: f32) -> f32"),
    (place("particle.area()", "area"), "fn area(&self) -> f32"),
    (place("time * 0.5", "time"), "time: f32"),
    (place("+ particle.speed", "speed"), "speed: f32"),
];

/// What a user types: text behind some text that the program has once.
pub struct Edit {
    where_to: &'static str,
    behind: &'static str,
    typed: &'static str,
}

const fn edit(where_to: &'static str, behind: &'static str, typed: &'static str) -> Edit {
    Edit { where_to, behind, typed }
}

/// A program with what was typed, and where that ends.
pub struct Edited {
    pub text: String,
    pub line: usize,
    column: usize,
}

impl Edited {
    pub fn position(&self) -> Value {
        json!({ "line": self.line, "character": self.column })
    }
}

impl Edit {
    pub fn name(&self) -> String {
        match (self.typed, self.typed.trim()) {
            ("", _) => format!("`{}` in {}", self.behind, self.where_to),
            (_, "") => format!("a new line in {}", self.where_to),
            (_, typed) => format!("`{typed}` in {}", self.where_to),
        }
    }

    /// The program after the edit.
    pub fn typed(&self) -> Edited {
        let (before, after) = PROGRAM.split_once(self.behind).unwrap_or((PROGRAM, ""));
        let before = format!("{before}{}{}", self.behind, self.typed);
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        Edited { text: before + after, line, column }
    }
}

/// A mistake on a line of its own.
pub const MISTAKE: Edit = edit("a kernel", "let scaled = time * 0.5;", "\n        let wrong: u32 = scaled;");

/// What is typed, and what of the user's is then listed.
pub struct Completion {
    pub edit: Edit,
    pub listed: &'static [&'static str],
}

const fn lists(edit: Edit, listed: &'static [&'static str]) -> Completion {
    Completion { edit, listed }
}

const KERNEL: &str = "let moved = particle.after(scaled);";
const FUNCTION: &str = "let doubled = shift * 2.0;";
const GENERIC: &str = "let first = a;";
const METHOD: &str = "let way = time * self.speed;";
const OF_TRAIT: &str = "let side = self.position;";
const TILE: &str = "let sum = x.load::<N>(at) + y.load::<N>(at);";
const HOST: &str = "let stream = Device::best()?.stream();";

const OF_PARTICLE: &[&str] = &["position", "speed", "after", "area"];
const IN_KERNEL: &[&str] = &["scaled", "particle", "time", "offset", "larger", "Particle"];

pub const COMPLETIONS: &[Completion] = &[
    // While a line is being written, the function is no Rust.
    lists(edit("a kernel", KERNEL, "\n        scaled."), &["sqrt", "abs"]),
    lists(edit("a kernel", KERNEL, "\n        particle."), OF_PARTICLE),
    lists(edit("a kernel", KERNEL, "\n        "), IN_KERNEL),
    lists(edit("a kernel", KERNEL, "\n        m"), IN_KERNEL),
    lists(edit("a kernel", KERNEL, "\n        let next = "), IN_KERNEL),
    lists(edit("a kernel", KERNEL, "\n        let next = p"), IN_KERNEL),
    lists(edit("a device function", FUNCTION, "\n    doubled."), &["sqrt", "abs"]),
    lists(edit("a device function", FUNCTION, "\n    d"), &["doubled", "value", "larger"]),
    lists(edit("a generic device function", GENERIC, "\n    f"), &["first", "offset"]),
    lists(edit("a device method", METHOD, "\n        self."), OF_PARTICLE),
    lists(edit("a device method", METHOD, "\n        w"), &["way", "time", "offset"]),
    lists(edit("a method of a device trait", OF_TRAIT, "\n        self."), OF_PARTICLE),
    lists(edit("a method of a device trait", OF_TRAIT, "\n        s"), &["side", "offset"]),
    lists(edit("a tile kernel", TILE, "\n    sum."), &["sqrt", "cast"]),
    lists(edit("a tile kernel", TILE, "\n    s"), &["sum", "at", "tile_id"]),
    // The same where the function is Rust.
    lists(edit("a right kernel", "let shifted = offset(moved, scaled", ""), IN_KERNEL),
    lists(edit("a right kernel", "larger(shifted, area) + particle.speed", ""), OF_PARTICLE),
    lists(edit("a right device function", "value + doubled", ""), &["doubled", "value", "larger"]),
    lists(edit("a right device method", "self.position + way", ""), &["way", "time", "offset"]),
    lists(edit("a right tile kernel", "z.store(at, sum", ""), &["sum", "at", "tile_id"]),
    // What the macros put beside the functions.
    lists(edit("main", HOST, "\n    s"), &["stream", "drift", "offset", "Particle"]),
    lists(edit("main", HOST, "\n    Particle::"), &["after"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_and_edit_is_in_the_program_once() {
        assert!(PROGRAM.is_ascii());
        let places = DEFINITIONS.iter().flat_map(|(token, defined)| [token, defined]);
        let renamed = RENAMES.iter().flat_map(|(token, changed)| changed.iter().chain([token]));
        for place in places.chain(renamed).chain(HOVERS.iter().map(|(token, _)| token)) {
            assert_eq!(place.offsets(PROGRAM).err(), None);
        }
        for edit in COMPLETIONS.iter().map(|completion| &completion.edit).chain([&MISTAKE]) {
            assert_eq!(PROGRAM.matches(edit.behind).count(), 1, "{}", edit.behind);
        }
    }

    #[test]
    fn positions_count_from_zero_and_are_spelled_from_one() {
        let program = "fn f() {\n    g(1);\n}\n";
        let range = place("g(1)", "1").range(program).expect("it is there");
        assert_eq!(
            range,
            json!({ "start": { "line": 1, "character": 6 }, "end": { "line": 1, "character": 7 } })
        );
        assert_eq!(spelled(program, &range), "2:7 `1` in `g(1);`");
        assert!(place("h(1)", "1").range(program).is_err());
    }

    #[test]
    fn an_edit_ends_where_the_cursor_is() {
        let edited = edit("main", "/// A thing that moves.\n", "x.").typed();
        assert!(edited.text.contains("moves.\nx.#[derive"));
        assert_eq!(edited.position(), json!({ "line": 5, "character": 2 }));
    }
}
