//! The text of one kernel's body as it grows: registers, instructions, labels.
//!
//! Takes instructions in order; gives them back as text, with the registers that they use declared. What depends on
//! nothing that changes is computed once: an instruction without effects is looked up by its text before it is
//! written, in the blocks around it, and in a loop that changes none of its operands it stands before the loop.
//! Registers that are assigned more than once never take part in that.

use super::vectors;
use crate::collections::{Map, Set};
use crate::compact::List;
use std::fmt;
use std::fmt::Write as _;

/// How wide a register is. PTX's untyped registers serve every type of their width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Width {
    Pred,
    B16,
    B32,
    B64,
}

impl Width {
    /// The name of such registers, their type in a declaration and in a move.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Width::Pred => ("%p", "pred"),
            Width::B16 => ("%h", "b16"),
            Width::B32 => ("%r", "b32"),
            Width::B64 => ("%d", "b64"),
        }
    }

    /// `b32` and its like, as instructions name a type by its width.
    pub(super) fn bits(self) -> &'static str {
        self.names().1
    }
}

/// A virtual register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Reg {
    pub(super) width: Width,
    number: u32,
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.width.names().0, self.number)
    }
}

/// A place to jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Label(u32);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "$L{}", self.0)
    }
}

pub(super) enum Line {
    /// `op dst, operands;`
    Set {
        op: String,
        dst: Reg,
        operands: String,
    },
    Text(String),
    Label(Label),
}

/// How control comes to a block, and so what of it may stand before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The whole body.
    Always,
    /// By a jump before it: nothing may.
    Jump,
    /// By a jump in it: addresses may, which others share then, but in a long loop.
    Guard,
    /// Again and again: what depends on nothing in it.
    Loop,
    /// The same, with so much in it that registers are few: addresses are computed in each turn.
    LongLoop,
    /// Once, if at all: behind a jump that stands before it, or as a whole before the blocks that need it. What is
    /// in it may stand before it too.
    Once,
}

/// What may be computed before it is known that it is needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cheap {
    No,
    /// Parts of addresses, which are short. Of registers they take many.
    Address,
    /// What is the same in each thread of a block: it takes registers of its own, of which there are enough.
    Uniform,
}

/// Most parts of addresses that a long loop uses from before it. Measured on products, whose accumulators leave
/// registers for about so many.
const MOST_KEPT: usize = 14;

/// A block as it is written.
struct Scope {
    way: Way,
    lines: Vec<Line>,
    /// What is known in it, by instruction.
    known: Map<String, Reg>,
    /// Tests that have passed.
    passed: Vec<String>,
}

impl Scope {
    fn new(way: Way) -> Scope {
        Scope { way, lines: Vec::new(), known: Map::new(), passed: Vec::new() }
    }
}

/// What is being written before the blocks that need it.
pub(super) struct Whole {
    /// Whether it depends on nothing that is assigned again.
    fixed: bool,
    /// The block that it stands in, and the one that knows of it.
    place: usize,
    known: usize,
    /// The blocks that it stands before.
    inside: Vec<Scope>,
}

/// Where instructions go.
#[derive(Default)]
pub(super) struct Asm {
    /// What stands before everything else: parameters, the thread's place.
    head: Vec<Line>,
    /// The blocks around, outermost first.
    scopes: Vec<Scope>,
    /// In how many blocks a register is set.
    depths: Map<Reg, usize>,
    /// How many registers there are of each width.
    registers: Map<Width, u32>,
    /// Registers that are assigned more than once.
    changing: Set<Reg>,
    /// Registers that are the same in each thread of a block.
    uniform: Set<Reg>,
    /// Registers that hold what a launch brings, or what is computed of it: no assembler knows their values.
    brought: Set<Reg>,
    /// Parts of addresses from before the long loop that is written, which it uses.
    kept: Set<Reg>,
    /// What addresses are multiples of, where it is more than 4.
    aligned: Map<String, i64>,
    labels: u32,
}

impl Asm {
    pub(super) fn new() -> Asm {
        Asm { scopes: vec![Scope::new(Way::Always)], ..Asm::default() }
    }

    /// A register that is assigned once.
    pub(super) fn register(&mut self, width: Width) -> Reg {
        let count = self.registers.or_default(width);
        let register = Reg { width, number: *count };
        *count += 1;
        self.depths.insert(register, self.scopes.len().saturating_sub(1));
        register
    }

    /// In how many blocks a register is set.
    pub(super) fn depth(&self, register: Reg) -> usize {
        self.depths.get(&register).copied().unwrap_or(0)
    }

    /// A register that may be assigned again.
    pub(super) fn variable(&mut self, width: Width) -> Reg {
        let register = self.register(width);
        self.changing.insert(register);
        register
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels)
    }

    /// Whether a register keeps its value.
    pub(super) fn is_fixed(&self, register: Reg) -> bool {
        !self.changing.contains(&register)
    }

    /// Whether a register holds what no assembler can know: it comes from memory, or from the thread's place.
    pub(super) fn is_brought(&self, register: Reg) -> bool {
        self.brought.contains(&register)
    }

    /// Says what an address is a multiple of.
    pub(super) fn align(&mut self, register: Reg, to: i64) {
        if to > 4 && self.is_fixed(register) {
            self.aligned.insert(register.to_string(), to);
        }
    }

    /// Begins a block that may not be reached: what is known in it is forgotten after it.
    #[inline(never)]
    pub(super) fn enter(&mut self) {
        self.scopes.push(Scope::new(Way::Jump));
    }

    /// The same, where the jump past it is yet to come, in it.
    pub(super) fn enter_guarded(&mut self) {
        self.scopes.push(Scope::new(Way::Guard));
    }

    /// Begins a loop.
    pub(super) fn enter_loop(&mut self, long: bool) {
        if long {
            self.kept = Set::new();
        }
        self.scopes.push(Scope::new(if long { Way::LongLoop } else { Way::Loop }));
    }

    /// Begins what a jump before it passes, and which may be computed before that jump.
    pub(super) fn enter_once(&mut self) {
        self.scopes.push(Scope::new(Way::Once));
    }

    #[inline(never)]
    pub(super) fn leave(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            self.lines().extend(scope.lines);
        }
    }

    /// The lines of the innermost block.
    fn lines(&mut self) -> &mut Vec<Line> {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::new(Way::Always));
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last].lines
    }

    /// Whether a test has passed on every way to here; it has from now on.
    pub(super) fn passes(&mut self, test: String) -> bool {
        if self.scopes.iter().any(|scope| scope.passed.contains(&test)) {
            return true;
        }
        if let Some(innermost) = self.scopes.last_mut() {
            innermost.passed.push(test);
        }
        false
    }

    /// The result of an instruction that depends on its operands only, of which `uses` are registers.
    pub(super) fn pure(&mut self, op: &str, width: Width, operands: String, uses: &[Reg]) -> Reg {
        let fixed = uses.iter().all(|register| self.is_fixed(*register));
        let key = format!("{op} {operands}");
        let address = matches!(op, "add.s64" | "sub.s64" | "shl.b64" | "mul.lo.s64" | "mul.wide.u32");
        let uniform = uses.iter().all(|register| self.uniform.contains(register));
        let known = if address && !uniform { self.known_near(&key) } else { self.known(&key) };
        if let Some(known) = known.filter(|_| fixed) {
            return known;
        }
        let dst = self.register(width);
        let innermost = self.scopes.len() - 1;
        // A read stays where its index is known to be in bounds; a number is cheaper than a register, and
        // predicates are few.
        let stays = !fixed || op.starts_with("ld.") || op.starts_with("mov.") || width == Width::Pred;
        if uniform {
            self.uniform.insert(dst);
        }
        if op.starts_with("ld.") || uses.iter().any(|register| self.brought.contains(register)) {
            self.brought.insert(dst);
        }
        let cheap = matches!(op, "min.u64" | "max.u64" | "shr.u64") || address;
        let (place, known) = if stays {
            (innermost, innermost)
        } else if uniform && cheap {
            self.before(uses, Cheap::Uniform)
        } else {
            self.before(uses, if address { Cheap::Address } else { Cheap::No })
        };
        self.depths.insert(dst, place);
        if fixed {
            self.scopes[known].known.insert(key, dst);
        }
        self.scopes[place].lines.push(Line::Set { op: op.to_owned(), dst, operands });
        dst
    }

    /// The outermost block in which what depends on these registers only can be computed, and the one that knows of
    /// it then.
    fn before(&self, uses: &[Reg], cheap: Cheap) -> (usize, usize) {
        let innermost = self.scopes.len() - 1;
        let (mut place, mut known) = (innermost, innermost);
        let least = uses.iter().map(|register| self.depth(*register)).max().unwrap_or(0);
        let long = self.scopes.iter().any(|scope| scope.way == Way::LongLoop);
        while place > least {
            let clean = match self.scopes[place].way {
                Way::Guard if cheap == Cheap::Uniform || cheap == Cheap::Address && !long => true,
                Way::Loop | Way::Once => false,
                Way::LongLoop if cheap != Cheap::Address => false,
                Way::Always | Way::Jump | Way::Guard | Way::LongLoop => break,
            };
            // Behind a jump past the block, only the block knows of it.
            if clean && known == place {
                known -= 1;
            }
            place -= 1;
        }
        (place, known)
    }

    /// The same, of a part of an address: one from before a long loop keeps its register throughout, which few may.
    fn known_near(&mut self, key: &str) -> Option<Reg> {
        let Some(long) = self.scopes.iter().rposition(|scope| scope.way == Way::LongLoop) else {
            return self.known(key);
        };
        let (before, inside) = self.scopes.split_at(long);
        let find = |scopes: &[Scope]| scopes.iter().find_map(|scope| scope.known.get(key)).copied();
        if let Some(known) = find(inside) {
            return Some(known);
        }
        let known = find(before)?;
        if self.kept.len() < MOST_KEPT {
            self.kept.insert(known);
        }
        self.kept.contains(&known).then_some(known)
    }

    /// What is known by this name.
    pub(super) fn known(&self, key: &str) -> Option<Reg> {
        self.scopes.iter().find_map(|scope| scope.known.get(key)).copied()
    }

    /// Begins what depends on these registers only and may have jumps of its own: it stands before the loops that
    /// do not change them, all of it.
    pub(super) fn enter_whole(&mut self, uses: &[Reg]) -> Whole {
        let innermost = self.scopes.len() - 1;
        let fixed = uses.iter().all(|register| self.is_fixed(*register));
        let (place, known) = if fixed { self.before(uses, Cheap::No) } else { (innermost, innermost) };
        let inside = self.scopes.split_off(place + 1);
        if place < innermost {
            self.scopes.push(Scope::new(Way::Once));
        }
        Whole { fixed, place, known, inside }
    }

    /// Ends it: this is its result, by this name.
    pub(super) fn leave_whole(&mut self, whole: Whole, key: String, result: Option<Reg>) {
        let Whole { fixed, place, known, inside } = whole;
        let own = if inside.is_empty() { None } else { self.scopes.pop() };
        self.scopes.extend(inside);
        if let Some(Scope { lines, known: parts, .. }) = own {
            self.scopes[place].lines.extend(lines);
            for (part, register) in parts {
                if let Some(depth) = self.depths.get_mut(&register) {
                    *depth = place.min(*depth);
                }
                self.scopes[known].known.or_insert(part, register);
            }
        }
        if let Some(result) = result.filter(|result| fixed && self.is_fixed(*result)) {
            if let Some(depth) = self.depths.get_mut(&result) {
                *depth = place.min(*depth);
            }
            self.scopes[known].known.insert(key, result);
        }
    }

    /// The same of an instruction that stands before everything else.
    #[inline(never)]
    pub(super) fn first(&mut self, op: &str, width: Width, operands: &str, uses: &[Reg]) -> Reg {
        let key = format!("{op} {operands}");
        if let Some(known) = self.scopes[0].known.get(&key) {
            return *known;
        }
        let dst = self.register(width);
        self.depths.insert(dst, 0);
        // A thread's place in its block and in its warp is its own, and its memory.
        let own = ["%tid", "%laneid", "kiln$local"].iter().any(|name| operands.starts_with(name));
        if !own && uses.iter().all(|register| self.uniform.contains(register)) {
            self.uniform.insert(dst);
        }
        self.brought.insert(dst);
        self.head.push(Line::Set { op: op.to_owned(), dst, operands: operands.to_owned() });
        self.scopes[0].known.insert(key, dst);
        dst
    }

    /// A new register that an instruction sets.
    #[inline(never)]
    pub(super) fn set(&mut self, op: &str, width: Width, operands: String) -> Reg {
        let dst = self.register(width);
        if op.starts_with("ld.global") || op.starts_with("ld.shared") {
            self.brought.insert(dst);
        }
        self.lines().push(Line::Set { op: op.to_owned(), dst, operands });
        dst
    }

    /// The same of an instruction without operands.
    pub(super) fn set_alone(&mut self, op: &str, width: Width) -> Reg {
        let dst = self.register(width);
        self.lines().push(Line::Text(format!("{op} {dst}")));
        dst
    }

    /// Gives a variable the value of a register or of an immediate.
    #[inline(never)]
    pub(super) fn assign(&mut self, variable: Reg, value: &str) {
        let op = format!("mov.{}", variable.width.bits());
        self.lines().push(Line::Set { op, dst: variable, operands: value.to_owned() });
    }

    /// An instruction without a result, or with one of its own making.
    #[inline(never)]
    pub(super) fn line(&mut self, text: impl Into<String>) {
        self.lines().push(Line::Text(text.into()));
    }

    pub(super) fn place(&mut self, label: Label) {
        self.lines().push(Line::Label(label));
    }

    /// The body: declarations of registers, the head, the instructions.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for width in [Width::Pred, Width::B16, Width::B32, Width::B64] {
            if let Some(count) = self.registers.get(&width).filter(|count| **count > 0) {
                let (name, ty) = width.names();
                let _ = writeln!(text, "\t.reg .{ty} {name}<{count}>;");
            }
        }
        text.push('\n');
        let all: Vec<&Line> =
            self.head.iter().chain(self.scopes.iter().flat_map(|scope| &scope.lines)).list();
        let mut rest = &all[..];
        while let [line, others @ ..] = rest {
            if let Some((joined, count)) =
                vectors::joined(rest, |base| self.aligned.get(base).copied().unwrap_or(4))
            {
                let _ = writeln!(text, "\t{joined};");
                rest = &rest[count..];
                continue;
            }
            rest = others;
            let _ = match line {
                Line::Set { op, dst, operands } => writeln!(text, "\t{op} {dst}, {operands};"),
                Line::Text(line) if matches!(line.as_str(), "{" | "}") || line.starts_with(".loc") => {
                    writeln!(text, "\t{line}")
                }
                Line::Text(line) => writeln!(text, "\t{line};"),
                Line::Label(label) => writeln!(text, "{label}:"),
            };
        }
        text
    }
}
