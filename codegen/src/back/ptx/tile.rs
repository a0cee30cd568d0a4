//! What lowered tile code asks of the machine: vector moves, asynchronous copies, fragments of matrices and their
//! products.

use super::asm::{Reg, Width};
use super::local::{Space, Storage, Writer};
use super::memory::{Address, Located};
use super::value::{Val, is_half, is_narrow, width};
use crate::compact::List;
use crate::intrinsics::{Cpu, FactorShape, Machine, Turns, WgmmaShape, factor_name, sum_name};
use crate::ir::{Block, Callee, Expr, ExprKind, LocalId, Scalar, Stmt, StmtKind};

/// Consecutive elements.
enum Elements {
    /// Of a local, from its element with this number.
    Registers {
        local: LocalId,
        first: usize,
        all: Vec<Reg>,
    },
    Memory(Address),
}

impl Writer<'_> {
    /// The elements that a reference to the first of so many means, and their type.
    fn elements(&mut self, arg: &Expr, count: impl Fn(Scalar) -> usize) -> Option<(Elements, Scalar)> {
        let ExprKind::Ref(place) = &arg.kind else { return None };
        let scalar = place.ty.referent().scalar()?;
        let elements = match self.locate(place) {
            Located::Element { array, first } => {
                let Storage::Registers(all) = &self.storage[array.0 as usize] else { return None };
                let all = all.get(first..first + count(scalar))?.to_vec();
                Elements::Registers { local: array, first, all }
            }
            Located::Variable(local, register) => {
                Elements::Registers { local, first: 0, all: vec![register] }
            }
            Located::Memory(address) => Elements::Memory(address),
            Located::Value(_) | Located::Never => return None,
        };
        Some((elements, scalar))
    }

    /// The same of elements that are set.
    fn targets(&mut self, arg: &Expr, count: impl Fn(Scalar) -> usize) -> Option<(Elements, Scalar)> {
        let (elements, scalar) = self.elements(arg, count)?;
        if let Elements::Registers { local, first, all } = &elements {
            self.now.forget(*local, *first, all.len());
        }
        Some((elements, scalar))
    }

    /// Copies so many bytes of consecutive elements, at once.
    pub(super) fn moved(&mut self, bytes: usize, target: &Expr, source: &Expr) -> Option<()> {
        let count = |scalar: Scalar| bytes / scalar.size();
        let (source, scalar) = self.elements(source, count)?;
        // What the elements are now, since those of the target may be the same.
        let source = match source {
            Elements::Registers { local, first, all } => {
                let now = |(number, register): (usize, &Reg)| {
                    self.now.get(local, first + number).and_then(Val::register).unwrap_or(*register)
                };
                Elements::Registers { local, first, all: all.iter().enumerate().map(now).list() }
            }
            memory @ Elements::Memory(_) => memory,
        };
        let (target, own) = self.targets(target, count)?;
        // What is as wide as a word is read to where it goes.
        if let (Elements::Memory(address), Elements::Registers { all, .. }, 4 | 8) =
            (&source, &target, own.size())
        {
            self.load_words(address, all, None);
            return Some(());
        }
        let words = match source {
            Elements::Memory(address) => self.loaded(&address, bytes, scalar),
            Elements::Registers { all, .. } => self.gathered(&all, scalar),
        };
        match target {
            Elements::Memory(address) => self.stored(&address, &words),
            Elements::Registers { all, .. } => self.scattered(&words, &all, own),
        }
        Some(())
    }

    /// `if condition { move }`, of elements narrower than a word from global memory to registers, without a jump: words
    /// begin as what the elements are now. Else each load would be unpacked, and so waited for, before the next begins.
    pub(super) fn moved_where(&mut self, condition: &Expr, then: &Block) -> Option<()> {
        let [Stmt { kind: StmtKind::Eval(Expr { kind: ExprKind::Call { callee, args, .. }, .. }), .. }] =
            &then.0[..]
        else {
            return None;
        };
        let (Callee::Intrinsic(row), [target, source]) = (callee, &args[..]) else { return None };
        let Cpu::Machine(Machine::Move(bytes)) = row.cpu else { return None };
        let [to, from] = [target, source].map(Expr::place);
        let narrow = to?.ty.referent().scalar().is_some_and(|scalar| scalar.size() < 4);
        if !narrow || !self.is_in_register(to?) || from?.is_checked() || !self.is_straight(condition) {
            return None;
        }
        let count = |scalar: Scalar| usize::from(bytes) / scalar.size();
        let (Elements::Registers { local, first, all }, own) = self.elements(target, count)? else {
            return None;
        };
        let (Elements::Memory(address @ Address { space: Space::Global { .. }, .. }), _) =
            self.elements(source, count)?
        else {
            return None;
        };
        let Val::Reg(condition) = self.value(condition) else { return None };
        let now = |(number, register): (usize, &Reg)| {
            self.now.get(local, first + number).and_then(Val::register).unwrap_or(*register)
        };
        let now = all.iter().enumerate().map(now).list();
        let mut words = self.gathered(&now, own);
        for word in &mut words {
            let loaded = self.asm.variable(word.width);
            self.asm.assign(loaded, &word.to_string());
            *word = loaded;
        }
        self.load_words(&address, &words, Some(condition));
        self.now.forget(local, first, all.len());
        self.scattered(&words, &all, own);
        Some(())
    }

    /// Words from memory, in one instruction.
    fn loaded(&mut self, address: &Address, bytes: usize, scalar: Scalar) -> Vec<Reg> {
        let wide = if scalar.size() == 8 { Width::B64 } else { Width::B32 };
        let count = bytes / if wide == Width::B64 { 8 } else { 4 };
        let words: Vec<Reg> = (0..count).map(|_| self.asm.register(wide)).list();
        self.load_words(address, &words, None);
        words
    }

    /// Loads words where the condition holds, if there is one.
    fn load_words(&mut self, address: &Address, words: &[Reg], condition: Option<Reg>) {
        let space = match address.space {
            Space::Global { constant: true } => "global.nc",
            Space::Global { constant: false } => "global",
            Space::Shared => "shared",
            Space::Local => "local",
            Space::Param => "param",
        };
        let Some(first) = words.first() else { return };
        let (count, bits) = (words.len(), first.width.bits());
        let guard = condition.map_or(String::new(), |condition| format!("@{condition} "));
        let (vector, words) = (vector(count), list(words));
        self.asm.line(format!("{guard}ld.{space}{vector}.{bits} {words}, {}", address.at(0)));
    }

    fn stored(&mut self, address: &Address, words: &[Reg]) {
        let space = match address.space {
            Space::Global { .. } => "global",
            Space::Shared => "shared",
            Space::Local | Space::Param => "local",
        };
        let Some(first) = words.first() else { return };
        let (count, bits) = (words.len(), first.width.bits());
        self.asm.line(format!("st.{space}{}.{bits} {}, {}", vector(count), address.at(0), list(words)));
    }

    /// The words that consecutive elements are.
    fn gathered(&mut self, elements: &[Reg], scalar: Scalar) -> Vec<Reg> {
        let mut words = Vec::new();
        match scalar.size() {
            // A copy of each, since what follows may assign them.
            4 | 8 => {
                let wide = width(scalar);
                let op = format!("mov.{}", wide.bits());
                words.extend(elements.iter().map(|element| self.asm.set(&op, wide, element.to_string())));
            }
            size => {
                for part in elements.chunks(4 / size) {
                    words.push(self.gathered_word(part, scalar));
                }
            }
        }
        words
    }

    fn gathered_word(&mut self, part: &[Reg], scalar: Scalar) -> Reg {
        if let ([low, high], true) = (part, is_half(scalar)) {
            // Two that have just been rounded are rounded together, in one instruction.
            if let Some(word) = self.rounded_together(*low, *high) {
                return self.register(word, Scalar::U32);
            }
            return self.asm.set("mov.b32", Width::B32, format!("{{{low}, {high}}}"));
        }
        let bits = scalar.bits();
        let mut word: Option<Reg> = None;
        for (number, element) in part.iter().enumerate() {
            let element = match scalar {
                Scalar::Bool => self.asm.set("selp.b32", Width::B32, format!("1, 0, {element}")),
                _ => *element,
            };
            let at = bits * number as u32;
            word = Some(match word {
                None => self.asm.set("bfe.u32", Width::B32, format!("{element}, 0, {bits}")),
                Some(word) => self.asm.set("bfi.b32", Width::B32, format!("{element}, {word}, {at}, {bits}")),
            });
        }
        word.unwrap_or_else(|| self.asm.register(Width::B32))
    }

    /// Sets consecutive elements from words.
    fn scattered(&mut self, words: &[Reg], elements: &[Reg], scalar: Scalar) {
        match scalar.size() {
            4 | 8 => {
                for (word, element) in words.iter().zip(elements) {
                    self.asm.line(format!("mov.{} {element}, {word}", word.width.bits()));
                }
            }
            2 if is_half(scalar) => {
                for (word, pair) in words.iter().zip(elements.chunks(2)) {
                    if let [low, high] = pair {
                        self.asm.line(format!("mov.b32 {{{low}, {high}}}, {word}"));
                    }
                }
            }
            size => {
                let per = 4 / size;
                let sign = if is_narrow(scalar) && scalar.is_signed_int() { "s32" } else { "u32" };
                for (number, element) in elements.iter().enumerate() {
                    let Some(word) = words.get(number / per) else { continue };
                    let bits = scalar.bits();
                    let at = bits * (number % per) as u32;
                    if scalar == Scalar::Bool {
                        let byte = self.asm.set("bfe.u32", Width::B32, format!("{word}, {at}, {bits}"));
                        self.asm.line(format!("setp.ne.u32 {element}, {byte}, 0"));
                    } else {
                        self.asm.line(format!("bfe.{sign} {element}, {word}, {at}, {bits}"));
                    }
                }
            }
        }
    }

    /// Begins to copy so many bytes to shared memory; of these so many are read, the rest is zeros.
    pub(super) fn async_copy(
        &mut self,
        bytes: usize,
        target: &Expr,
        source: &Expr,
        read: &Expr,
    ) -> Option<()> {
        let read = self.value(read);
        let read = self.text(read, Scalar::U32);
        let (Elements::Memory(source), _) = self.elements(source, |_| 0)? else { return None };
        let (Elements::Memory(target), _) = self.elements(target, |_| 0)? else { return None };
        // Past the first-level cache, where the machine can: what goes to shared memory is not read from there a
        // second time.
        let cache = if bytes == 16 { "cg" } else { "ca" };
        let (to, from) = (target.at(0), source.at(0));
        self.asm.line(format!("cp.async.{cache}.shared.global {to}, {from}, {bytes}, {read}"));
        Some(())
    }

    /// Asks for the line of an element to be fetched into the second-level cache. What a device function was given of
    /// shared memory or of the thread's own is near already.
    pub(super) fn prefetch(&mut self, element: &Expr) {
        let ExprKind::Ref(place) = &element.kind else { return };
        if let Located::Memory(address) = self.locate(place)
            && let Space::Global { .. } = address.space
        {
            self.asm.line(format!("prefetch.global.L2 {}", address.at(0)));
        }
    }

    /// Four 8×8 matrices from shared memory to registers.
    pub(super) fn load_matrix(&mut self, transposed: bool, target: &Expr, source: &Expr) -> Option<()> {
        let (Elements::Memory(source), _) = self.elements(source, |_| 0)? else { return None };
        let (target, _) = self.targets(target, |_| 4)?;
        let words: Vec<Reg> = match &target {
            Elements::Registers { all, .. } => all.clone(),
            Elements::Memory(_) => (0..4).map(|_| self.asm.register(Width::B32)).list(),
        };
        let trans = if transposed { ".trans" } else { "" };
        self.asm.line(format!(
            "ldmatrix.sync.aligned.m8n8.x4{trans}.shared.b16 {}, {}",
            list(&words),
            source.at(0)
        ));
        if let Elements::Memory(address) = target {
            self.stored(&address, &words);
        }
        Some(())
    }

    /// Adds a product of fragments of these types to an accumulator.
    pub(super) fn product(
        &mut self,
        [one, other]: [Scalar; 2],
        sum: &Expr,
        left: &Expr,
        right: &Expr,
    ) -> Option<()> {
        let left = self.fragment(left, 16)?;
        let right = self.fragment(right, 8)?;
        let (target, scalar) = self.targets(sum, |_| 4)?;
        let old = match &target {
            Elements::Registers { all, .. } => all.clone(),
            Elements::Memory(address) => {
                let load = |this: &mut Self, at: i64| {
                    let bits = width(scalar).bits();
                    this.asm.set(&format!("ld.local.{bits}"), width(scalar), address.at(at))
                };
                (0..4).map(|k| load(self, k * scalar.size() as i64)).list()
            }
        };
        // In place: copies of accumulators would stay in the machine code.
        let new = old.clone();
        let multiply = |this: &mut Self, shape: &str, parts: [&[Reg]; 3]| {
            let [sum, left, right] = parts.map(braced);
            let of = sum_name(scalar);
            let [ty, by] = [one, other].map(factor_name);
            this.asm.line(format!(
                "mma.sync.aligned.{shape}.row.col.{of}.{ty}.{by}.{of} {sum}, {left}, {right}, {sum}"
            ));
        };
        match (one, left.as_slice()) {
            // The upper and the lower half by themselves where one instruction does not do both.
            (Scalar::F64, [upper, lower]) if self.target.arch < 90 => {
                multiply(self, "m8n8k4", [&new[..2], &[*upper], &right]);
                multiply(self, "m8n8k4", [&new[2..], &[*lower], &right]);
            }
            _ => {
                let shape = format!("m16n8k{}", 32 / one.size());
                multiply(self, &shape, [&new, &left, &right]);
            }
        }
        if let Elements::Memory(address) = target {
            for (k, word) in new.iter().enumerate() {
                let (bits, at) = (word.width.bits(), address.at((k * scalar.size()) as i64));
                self.asm.line(format!("st.local.{bits} {at}, {word}"));
            }
        }
        Some(())
    }

    /// Begins the product of a warpgroup.
    pub(super) fn wgmma(
        &mut self,
        scalars: [Scalar; 2],
        args: &[Expr],
        sum: &Expr,
        [left, right]: [&Expr; 2],
    ) -> Option<()> {
        let shape = WgmmaShape::of(args)?;
        let left = match shape.left {
            Some(lies) => self.wgmma_factor(left, lies)?.to_string(),
            None => braced(&self.fragment(left, 16)?),
        };
        let right = self.wgmma_factor(right, shape.right)?;
        // The instruction takes an accumulator in registers only.
        let (Elements::Registers { all, .. }, _) = self.targets(sum, |_| shape.columns as usize / 2)? else {
            return None;
        };
        let (sum, name) = (braced(&all), shape.instruction(scalars));
        self.asm.line(format!("{name} {sum}, {left}, {right}, {}", shape.flags(scalars[0])));
        Some(())
    }

    /// Barriers 1 and 2 of a block of two warpgroups, each for the one to wait at and the other to arrive.
    pub(super) fn take_turns(&mut self, turns: Turns, group: &Expr) -> Option<()> {
        let group = self.value(group);
        let group = self.text(group, Scalar::U32);
        match turns {
            Turns::Begin => {
                let later = self.asm.set("setp.ne.u32", Width::Pred, format!("{group}, 0"));
                self.asm.line(format!("@{later} bar.arrive 1, 256"));
            }
            Turns::Take => {
                let own = self.asm.set("add.u32", Width::B32, format!("{group}, 1"));
                self.asm.line(format!("bar.sync {own}, 256"));
            }
            Turns::Pass => {
                let other = self.asm.set("sub.u32", Width::B32, format!("2, {group}"));
                self.asm.line(format!("bar.arrive {other}, 256"));
            }
            Turns::End => {
                let first = self.asm.set("setp.eq.u32", Width::Pred, format!("{group}, 0"));
                self.asm.line(format!("@{first} bar.sync 1, 256"));
            }
        }
        Some(())
    }

    /// The descriptor of a factor that begins at an element.
    fn wgmma_factor(&mut self, first: &Expr, lies: FactorShape) -> Option<Reg> {
        let (Elements::Memory(address), _) = self.elements(first, |_| 0)? else { return None };
        let at = self.pointer(&address);
        let at = self.asm.set("and.b32", Width::B32, format!("{at}, 0x3ffff"));
        let at = self.asm.set("shr.u32", Width::B32, format!("{at}, 4"));
        let at = self.asm.set("cvt.u64.u32", Width::B64, at.to_string());
        Some(self.asm.set("or.b64", Width::B64, format!("{at}, {:#x}", lies.descriptor())))
    }

    fn fragment(&mut self, arg: &Expr, bytes: usize) -> Option<Vec<Reg>> {
        let (elements, scalar) = self.elements(arg, |scalar| bytes / scalar.size())?;
        Some(match elements {
            Elements::Registers { all, .. } => all,
            Elements::Memory(address) => self.loaded(&address, bytes, scalar),
        })
    }
}

/// `.v4`.
fn vector(count: usize) -> String {
    if count > 1 { format!(".v{count}") } else { String::new() }
}

fn list(registers: &[Reg]) -> String {
    match registers {
        [one] => one.to_string(),
        all => braced(all),
    }
}

fn braced(registers: &[Reg]) -> String {
    let names: Vec<String> = registers.iter().map(ToString::to_string).list();
    format!("{{{}}}", names.join(", "))
}
