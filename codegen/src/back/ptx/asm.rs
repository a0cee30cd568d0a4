//! The text of one kernel's body as it grows: registers, instructions, labels.
//!
//! Takes instructions in order; gives them back as text, with the registers that they use declared. What depends on nothing that
//! changes is computed once: an instruction without effects is looked up by its text before it is written, in the blocks around
//! it. Registers that are assigned more than once never take part in that.

use std::collections::{HashMap, HashSet};
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

enum Line {
    /// `op dst, operands;`
    Set {
        op: String,
        dst: Reg,
        operands: String,
    },
    Text(String),
    Label(Label),
}

/// Where instructions go.
#[derive(Default)]
pub(super) struct Asm {
    /// What stands before everything else: parameters, the thread's place.
    head: Vec<Line>,
    lines: Vec<Line>,
    /// How many registers there are of each width.
    registers: HashMap<Width, u32>,
    /// Registers that are assigned more than once.
    changing: HashSet<Reg>,
    labels: u32,
    /// What is known in the blocks around, outermost first, by instruction.
    known: Vec<HashMap<String, Reg>>,
    /// Tests that have passed there.
    passed: Vec<Vec<String>>,
}

impl Asm {
    pub(super) fn new() -> Asm {
        Asm { known: vec![HashMap::new()], passed: vec![Vec::new()], ..Asm::default() }
    }

    /// A register that is assigned once.
    pub(super) fn register(&mut self, width: Width) -> Reg {
        let count = self.registers.entry(width).or_default();
        let number = *count;
        *count += 1;
        Reg { width, number }
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

    /// Begins a block that may not be reached: what is known in it is forgotten after it.
    pub(super) fn enter(&mut self) {
        self.known.push(HashMap::new());
        self.passed.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        self.known.pop();
        self.passed.pop();
    }

    /// Whether a test has passed on every way to here; it has from now on.
    pub(super) fn passes(&mut self, test: String) -> bool {
        if self.passed.iter().any(|known| known.contains(&test)) {
            return true;
        }
        if let Some(innermost) = self.passed.last_mut() {
            innermost.push(test);
        }
        false
    }

    /// The result of an instruction that depends on its operands only, of which `uses` are registers.
    pub(super) fn pure(&mut self, op: &str, width: Width, operands: String, uses: &[Reg]) -> Reg {
        let fixed = uses.iter().all(|register| self.is_fixed(*register));
        let key = format!("{op} {operands}");
        if fixed && let Some(known) = self.known.iter().find_map(|block| block.get(&key)) {
            return *known;
        }
        let dst = self.register(width);
        if fixed && let Some(innermost) = self.known.last_mut() {
            innermost.insert(key, dst);
        }
        self.lines.push(Line::Set { op: op.to_owned(), dst, operands });
        dst
    }

    /// The same of an instruction that stands before everything else.
    pub(super) fn first(&mut self, op: &str, width: Width, operands: &str) -> Reg {
        let key = format!("{op} {operands}");
        if let Some(known) = self.known[0].get(&key) {
            return *known;
        }
        let dst = self.register(width);
        self.head.push(Line::Set { op: op.to_owned(), dst, operands: operands.to_owned() });
        self.known[0].insert(key, dst);
        dst
    }

    /// A new register that an instruction sets.
    pub(super) fn set(&mut self, op: &str, width: Width, operands: String) -> Reg {
        let dst = self.register(width);
        self.lines.push(Line::Set { op: op.to_owned(), dst, operands });
        dst
    }

    /// The same of an instruction without operands.
    pub(super) fn set_alone(&mut self, op: &str, width: Width) -> Reg {
        let dst = self.register(width);
        self.lines.push(Line::Text(format!("{op} {dst}")));
        dst
    }

    /// Gives a variable the value of a register or of an immediate.
    pub(super) fn assign(&mut self, variable: Reg, value: &str) {
        let op = format!("mov.{}", variable.width.bits());
        self.lines.push(Line::Set { op, dst: variable, operands: value.to_owned() });
    }

    /// An instruction without a result, or with one of its own making.
    pub(super) fn line(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Text(text.into()));
    }

    pub(super) fn place(&mut self, label: Label) {
        self.lines.push(Line::Label(label));
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
        for line in self.head.iter().chain(&self.lines) {
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
