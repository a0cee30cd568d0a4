//! Random statements.
//!
//! Every loop takes a few turns: its counter is the loop's alone, and is moved before anything can `continue`. What a
//! block costs is counted, so that calls inside nested loops stay cheap.

use super::program::Body;
use super::scope::{Frame, FrameKind, Function, Pass, Shape};
use super::types::{INTS, Ty, literal};

/// The most turns that any loop takes.
const MOST_TURNS: usize = 8;
/// How deep loops nest.
const MOST_NESTING: usize = MOST_TURNS * MOST_TURNS;

impl Body<'_> {
    /// So many statements; false where the last one does not come back.
    pub(super) fn statements(&mut self, count: usize, depth: u32) -> bool {
        for _ in 0..count {
            self.cost += self.turns;
            if !self.statement(depth) {
                return false;
            }
        }
        true
    }

    /// One statement. `depth` is how many blocks may still nest in it.
    fn statement(&mut self, depth: u32) -> bool {
        let nested = usize::from(depth > 0);
        let loops = nested * usize::from(self.turns <= MOST_NESTING / MOST_TURNS);
        let jumps = usize::from(!self.frames.is_empty());
        let weights = [
            20,
            22,
            6,
            3,
            3,
            2,
            4 * nested,
            14 * nested,
            9 * loops,
            7 * loops,
            6 * loops,
            4 * nested,
            3 * nested,
            3 * nested,
            6 * jumps,
            8,
            1,
            8 * nested,
            5 * nested,
            3,
            3 * loops,
            4,
            3,
            8 * loops,
            4,
            3,
            9,
            4,
            3,
            4 * nested,
            3,
            4 * loops,
            3,
            8 * nested,
            8 * nested,
            3,
        ];
        match self.random.weighted(&weights) {
            0 => self.declare(),
            1 => self.assign(),
            2 => self.array(),
            3 => self.pairs(),
            4 => self.shadow(),
            5 => self.deferred(),
            6 => self.value_block(depth),
            7 => self.branch(depth),
            8 => self.for_loop(depth),
            9 => self.while_loop(depth),
            10 => self.value_loop(depth),
            11 => self.value_branch(depth),
            12 => self.labeled_block(depth),
            13 => self.bare_block(depth),
            14 => return self.jump(),
            15 => self.special_call(),
            16 => self.early_return(),
            17 => self.match_statement(depth),
            18 => self.if_let(depth),
            19 => self.let_else(),
            20 => self.while_let(depth),
            21 => self.part(),
            22 => self.reference(),
            23 => self.each(depth),
            24 => self.closure(),
            25 => self.changing_closure(),
            26 => self.declare_struct(),
            27 => self.assign_struct(),
            28 => self.destructure(),
            29 => self.match_struct(depth),
            30 => self.array_of_structs(),
            31 => self.each_struct(depth),
            32 => self.enumerated(),
            33 => self.change_variant(depth),
            34 => self.ask_variant(depth),
            _ => self.carry(),
        }
        true
    }

    /// A name that is not in use.
    pub(super) fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn scalar(&mut self, name: &str, ty: Ty, mutable: bool) {
        self.scopes.add(name, Shape::Scalar(ty), mutable);
    }

    /// `let`, with or without type.
    pub(super) fn declare(&mut self) {
        let ty = self.some_type();
        let value = self.expr(ty, 3);
        let name = self.fresh();
        let mutable = self.random.chance(70);
        let word = if mutable { "mut " } else { "" };
        let typed = if self.random.chance(40) { format!(": {}", self.spelt(ty)) } else { String::new() };
        self.line(format!("let {word}{name}{typed} = {value};"));
        self.scalar(&name, ty, mutable);
    }

    /// A name again, for another value. Constants cannot be hidden.
    fn shadow(&mut self) {
        // What is borrowed, or has fields, is known by its name.
        let plain = |var: &super::scope::Var| {
            matches!(var.shape, Shape::Scalar(_))
                && var.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        let Some(old) = self.scopes.some(self.random, plain) else { return self.declare() };
        let ty = self.some_type();
        let value = self.expr(ty, 2);
        self.line(format!("let mut {} = {value};", old.name));
        self.scalar(&old.name, ty, true);
    }

    /// Declared here, given a value in both branches below.
    fn deferred(&mut self) {
        let ty = self.some_type();
        let name = self.fresh();
        let typed = if self.random.chance(50) { format!(": {}", ty.name()) } else { String::new() };
        let (condition, a, b) = (self.expr(Ty::Bool, 2), self.expr(ty, 2), self.expr(ty, 2));
        self.line(format!("let {name}{typed};"));
        self.line(format!("if {condition} {{ {name} = {a}; }} else {{ {name} = {b}; }}"));
        self.scalar(&name, ty, false);
    }

    fn array(&mut self) {
        let ty = self.some_type();
        let name = self.fresh();
        let whole = |var: &super::scope::Var| matches!(var.shape, Shape::Array(..));
        if self.random.chance(15)
            && let Some(other) = self.scopes.some(self.random, whole)
        {
            // A copy: changes of one are not seen in the other.
            self.line(format!("let mut {name} = {};", other.name));
            return self.scopes.add(name, other.shape, true);
        }
        let len = self.random.pick(&[2, 3, 4, 4, 5, 8]);
        if self.random.chance(15) {
            let value = self.expr(ty, 1);
            let of = ty.name();
            self.line(format!("let mut {name}: [[{of}; {len}]; 2] = [[{value}; {len}]; 2];"));
            return self.scopes.add(name, Shape::Nested(ty, 2, len), true);
        }
        let typed = if self.random.chance(30) { format!(": [{}; {len}]", ty.name()) } else { String::new() };
        if self.random.chance(50) {
            let value = self.expr(ty, 2);
            let spelt = if len == 4 && self.random.chance(30) { "FOUR".to_owned() } else { len.to_string() };
            self.line(format!("let mut {name}{typed} = [{value}; {spelt}];"));
        } else {
            let values: Vec<String> = (0..len).map(|_| self.expr(ty, 1)).collect();
            self.line(format!("let mut {name}{typed} = [{}];", values.join(", ")));
        }
        self.scopes.add(name, Shape::Array(ty, len), true);
    }

    /// `let (a, b) = (x, y);`.
    fn pairs(&mut self) {
        let (one, two) = (self.some_type(), self.some_type());
        let (first, second) = (self.expr(one, 2), self.expr(two, 2));
        let (a, b) = (self.fresh(), self.fresh());
        self.line(format!("let (mut {a}, {b}) = ({first}, {second});"));
        self.scalar(&a, one, true);
        self.scalar(&b, two, false);
    }

    /// An assignment, plain or compound, to a variable or element.
    fn assign(&mut self) {
        let assignable = |var: &super::scope::Var| var.mutable && !matches!(var.shape, Shape::Struct(_));
        let Some(var) = self.scopes.some(self.random, assignable) else { return self.declare() };
        let ty = var.shape.element();
        if self.random.chance(35) {
            let value = self.expr(ty, 3);
            let place = self.place(&var);
            return self.line(format!("{place} = {value};"));
        }
        // Trait operators borrow the place before the value is found; the language's own look at the place last.
        let before = self.pure;
        self.pure |= ty.is_overloaded();
        let (op, value) = match ty {
            Ty::Bool => (self.random.pick(&["&=", "|=", "^="]), self.expr(ty, 2)),
            Ty::F32 | Ty::F64 | Ty::F16 | Ty::Bf16 => {
                (self.random.pick(&["+=", "-=", "*=", "/=", "%="]), self.expr(ty, 2))
            }
            Ty::Param(_) => (self.random.pick(&["+=", "-=", "*="]), self.expr(ty, 2)),
            _ => match self.random.below(10) {
                0 | 1 => {
                    let by = self.random.pick(&INTS);
                    (self.random.pick(&["<<=", ">>="]), self.expr(by, 2))
                }
                2 | 3 => (self.random.pick(&["/=", "%="]), self.divisor(ty)),
                _ => (self.random.pick(&["+=", "-=", "*=", "&=", "|=", "^="]), self.expr(ty, 2)),
            },
        };
        let place = self.place(&var);
        self.pure = before;
        // The type decides which of the two comes first, so a kernel must say it where one may change what the other
        // reads: by an assignment, or by a method of a type that only rustc knows.
        let may_change = |text: &str| text.contains(" = ") || text.contains('.');
        if let Some((_, index)) = place.split_once('[')
            && index.contains(|c: char| c.is_alphabetic())
            && (may_change(index) || may_change(&value))
        {
            let name = self.fresh();
            self.line(format!("let {name} = {value};"));
            return self.line(format!("{place} {op} {name};"));
        }
        self.line(format!("{place} {op} {value};"));
    }

    /// `let x = { ..; value };`.
    fn value_block(&mut self, depth: u32) {
        let ty = self.some_type();
        let name = self.fresh();
        let head = self.open(format!("let mut {name} = {{"));
        if !self.tail(ty, depth - 1) {
            // Nothing else says the type of what never gets a value.
            self.insert(head, " = {", &format!(": {}", ty.name()));
        }
        self.close("};");
        self.scalar(&name, ty, true);
    }

    /// Statements and a value, in a scope of their own; false where the value is never reached.
    fn tail(&mut self, ty: Ty, depth: u32) -> bool {
        self.scopes.enter();
        let count = 1 + self.random.below(2);
        let reached = self.statements(count, depth);
        if reached {
            let value = self.expr(ty, 2);
            self.line(value);
        }
        self.scopes.leave();
        reached
    }

    pub(super) fn inner(&mut self, count: usize, depth: u32) {
        self.scopes.enter();
        self.statements(count, depth);
        self.scopes.leave();
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.expr(Ty::Bool, 3);
        self.open(format!("if {condition} {{"));
        let count = 1 + self.random.below(3);
        self.inner(count, depth - 1);
        for _ in 0..self.random.below(2) {
            let condition = self.expr(Ty::Bool, 2);
            self.reopen(&format!("}} else if {condition} {{"));
            self.inner(1, depth - 1);
        }
        if self.random.chance(60) {
            self.reopen("} else {");
            let count = 1 + self.random.below(2);
            self.inner(count, depth - 1);
        }
        self.close("}");
    }

    /// `let x = if .. { ..; a } else { ..; b };`, a branch of which may not come back.
    fn value_branch(&mut self, depth: u32) {
        let ty = self.some_type();
        let name = self.fresh();
        let condition = self.expr(Ty::Bool, 2);
        self.open(format!("let mut {name} = if {condition} {{"));
        if self.random.chance(20) {
            self.scopes.enter();
            let left = self.leave();
            self.line(left);
            self.scopes.leave();
        } else {
            self.tail(ty, depth - 1);
        }
        self.reopen("} else {");
        let value = self.expr(ty, 2);
        self.line(value);
        self.close("};");
        self.scalar(&name, ty, true);
    }

    fn bare_block(&mut self, depth: u32) {
        self.open("{");
        let count = 1 + self.random.below(3);
        self.inner(count, depth - 1);
        self.close("}");
    }

    fn label(&mut self) -> String {
        self.names += 1;
        format!("'l{}", self.names)
    }

    /// `'a: { ..; break 'a value; .. }`.
    fn labeled_block(&mut self, depth: u32) {
        let ty = self.some_type();
        let (name, label) = (self.fresh(), self.label());
        self.open(format!("let mut {name} = {label}: {{"));
        self.scopes.enter();
        self.frames.push(Frame { label: Some(label.clone()), kind: FrameKind::Block(ty) });
        self.statements(1, depth - 1);
        let (condition, early) = (self.expr(Ty::Bool, 2), self.expr(ty, 2));
        self.line(format!("if {condition} {{ break {label} {early}; }}"));
        let count = 1 + self.random.below(2);
        if self.statements(count, depth - 1) {
            let value = self.expr(ty, 2);
            self.line(value);
        }
        self.frames.pop();
        self.scopes.leave();
        self.close("};");
        self.scalar(&name, ty, true);
    }

    /// A loop's head and body, which takes at most `turns` turns.
    pub(super) fn body(&mut self, kind: FrameKind, label: Option<String>, turns: usize, depth: u32) {
        let outer = self.turns;
        self.turns *= turns;
        self.frames.push(Frame { label, kind });
        let count = 1 + self.random.below(3);
        self.inner(count, depth - 1);
        self.frames.pop();
        self.turns = outer;
    }

    pub(super) fn maybe_label(&mut self) -> (Option<String>, String) {
        if self.random.chance(40) {
            let label = self.label();
            let head = format!("{label}: ");
            (Some(label), head)
        } else {
            (None, String::new())
        }
    }

    fn for_loop(&mut self, depth: u32) {
        let ty = self.random.pick(&INTS);
        let name = ty.name();
        let small = self.expr(ty, 1);
        let (low, high) = (self.random.below(3), 3 + self.random.below(5));
        let array = self.scopes.some(self.random, |var| matches!(var.shape, Shape::Array(..)));
        let (range, turns, ty) = match self.random.below(12) {
            0 => (format!("{low}..{high}{name}"), high, ty),
            1 => (format!("{low}{name}..({small} & 7)"), 7, ty),
            2 => (format!("({small} & 3)..=5"), 6, ty),
            // The counter must not run past the type's end.
            3 => (format!("({name}::MAX - ({small} & 3))..={name}::MAX"), 4, ty),
            4 if ty.is_signed() => (format!("-2..({small} & 3)"), 5, ty),
            5 => (format!("({low}{name}..({small} & 7)).rev()"), 7, ty),
            6 => (format!("({low}{name}..100).step_by({})", 17 + self.random.below(20)), 6, ty),
            7 => {
                let step = self.expr(Ty::Usize, 1);
                (format!("(0{name}..=120).step_by(({step} & 15) + 20)"), 7, ty)
            }
            // The last step would leave the type.
            8 => (format!("(0{name}..={name}::MAX).step_by({})", step(ty)), 5, ty),
            9 if matches!(ty, Ty::U8 | Ty::I8 | Ty::U16 | Ty::I16 | Ty::U32 | Ty::I32 | Ty::Usize) => {
                (format!("({low}{name}..({small} & 31)).step_by(7).rev()"), 5, ty)
            }
            10 | 11 if array.is_some() => {
                let name = array.map(|var| var.name).unwrap_or_default();
                (format!("0..{name}.len()"), 8, Ty::Usize)
            }
            _ => (format!("0..({small} & 3)"), 3, ty),
        };
        let (label, head) = self.maybe_label();
        let counter = if self.random.chance(8) { "_".to_owned() } else { self.fresh() };
        let word = if counter != "_" && self.random.chance(10) { "mut " } else { "" };
        self.open(format!("{head}for {word}{counter} in {range} {{"));
        self.scopes.enter();
        if counter != "_" {
            self.scalar(&counter, ty, word == "mut ");
        }
        self.body(FrameKind::Plain, label, turns, depth);
        self.scopes.leave();
        self.close("}");
    }

    fn while_loop(&mut self, depth: u32) {
        let ty = self.random.pick(&INTS);
        let name = ty.name();
        let counter = self.fresh();
        let start = self.expr(ty, 2);
        let extra =
            if self.random.chance(40) { format!(" && {}", self.expr(Ty::Bool, 2)) } else { String::new() };
        let (start, condition, change) = match self.random.below(4) {
            0 => (format!("{start} & 7"), format!("{counter} > 0{extra}"), format!("{counter} -= 1;")),
            1 => (format!("{start} & 127"), format!("{counter} != 0{extra}"), format!("{counter} >>= 1;")),
            2 => {
                let limit = 3 + self.random.below(4);
                (format!("0{name}"), format!("{counter} < {limit}{extra}"), format!("{counter} += 1;"))
            }
            _ => {
                let by = self.expr(ty, 1);
                let change = format!("{counter} += ({by} & 3) + 9;");
                (format!("{start} & 15"), format!("{counter} < 60{extra}"), change)
            }
        };
        let (label, head) = self.maybe_label();
        self.line(format!("let mut {counter} = {start};"));
        self.open(format!("{head}while {condition} {{"));
        self.line(change);
        self.scopes.enter();
        self.scalar(&counter, ty, false);
        self.body(FrameKind::Plain, label, MOST_TURNS, depth);
        self.scopes.leave();
        self.close("}");
        self.scalar(&counter, ty, true);
    }

    /// `let x = loop { .. break value; .. };`.
    fn value_loop(&mut self, depth: u32) {
        let ty = self.some_type();
        let (name, counter) = (self.fresh(), self.fresh());
        let (label, head) = self.maybe_label();
        let limit = 2 + self.random.below(4);
        self.line(format!("let mut {counter} = 0u32;"));
        self.open(format!("let mut {name} = {head}loop {{"));
        self.line(format!("{counter} += 1;"));
        self.scopes.enter();
        self.scalar(&counter, Ty::U32, false);
        let (condition, value) = (self.expr(Ty::Bool, 2), self.expr(ty, 2));
        self.line(format!("if {counter} > {limit} || {condition} {{ break {value}; }}"));
        self.body(FrameKind::Loop(ty), label, limit, depth);
        self.scopes.leave();
        self.close("};");
        self.scalar(&name, ty, true);
    }

    /// A way out of here: `return`, or `break` and `continue` of some loop or block around.
    pub(super) fn leave(&mut self) -> String {
        let frame =
            (!self.frames.is_empty() && self.random.chance(80)).then(|| self.random.below(self.frames.len()));
        // Inside a labeled block, and of one, every `break` must name its target.
        let innermost = match self.frames.last() {
            Some(Frame { kind: FrameKind::Plain | FrameKind::Loop(_), .. }) => Some(self.frames.len() - 1),
            Some(Frame { kind: FrameKind::Block(_), .. }) | None => None,
        };
        if let Some((at, frame)) = frame.and_then(|at| self.frames.get(at).cloned().map(|frame| (at, frame)))
        {
            let label = match &frame.label {
                Some(label) if innermost != Some(at) || self.random.chance(50) => Some(format!(" {label}")),
                _ if innermost == Some(at) => Some(String::new()),
                _ => None,
            };
            if let Some(label) = label {
                let again = self.random.chance(50);
                return match frame.kind {
                    FrameKind::Plain | FrameKind::Loop(_) if again => format!("continue{label};"),
                    FrameKind::Plain => format!("break{label};"),
                    FrameKind::Loop(ty) | FrameKind::Block(ty) => {
                        format!("break{label} {};", self.expr(ty, 2))
                    }
                };
            }
        }
        format!("return {};", self.result_value(2))
    }

    fn jump(&mut self) -> bool {
        if self.random.chance(12) {
            let left = self.leave();
            self.line(left);
            return false;
        }
        let condition = self.expr(Ty::Bool, 2);
        self.open(format!("if {condition} {{"));
        self.scopes.enter();
        if self.random.chance(50) {
            self.assign();
        }
        let left = self.leave();
        self.line(left);
        self.scopes.leave();
        self.close("}");
        true
    }

    fn early_return(&mut self) {
        let (condition, value) = (self.expr(Ty::Bool, 2), self.result_value(2));
        self.line(format!("if {condition} {{ return {value}; }}"));
    }

    /// A call of a function that takes references or arrays, whose operands are made ready first.
    fn special_call(&mut self) {
        let room = self.room();
        let fits = |function: &&Function| !function.is_plain() && function.cost <= room;
        let found: Vec<_> = self.library.functions.iter().filter(fits).cloned().collect();
        if found.is_empty() {
            return self.assign();
        }
        let function = found[self.random.below(found.len())].clone();
        self.cost += function.cost * self.turns;
        let mut args = Vec::new();
        for pass in &function.params {
            let arg = match *pass {
                Pass::Value(ty) => {
                    // A variable of its own: the other operands may be borrowed.
                    let value = self.expr(ty, 2);
                    let name = self.fresh();
                    self.line(format!("let {name} = {value};"));
                    self.scalar(&name, ty, false);
                    name
                }
                Pass::Mut(ty) => {
                    let value = self.expr(ty, 1);
                    let name = self.fresh();
                    self.line(format!("let mut {name} = {value};"));
                    self.scalar(&name, ty, true);
                    format!("&mut {name}")
                }
                Pass::Array(ty) | Pass::Slice(ty) | Pass::SliceMut(ty) => {
                    let len = if matches!(pass, Pass::Array(_)) { 4 } else { 2 + self.random.below(5) };
                    let found = self
                        .scopes
                        .some(self.random, |var| var.shape == Shape::Array(ty, len) && var.mutable);
                    let name = match found {
                        Some(var) if args.is_empty() => var.name,
                        _ => {
                            let values: Vec<String> = (0..len).map(|_| self.expr(ty, 1)).collect();
                            let name = self.fresh();
                            self.line(format!("let mut {name} = [{}];", values.join(", ")));
                            self.scopes.add(name.clone(), Shape::Array(ty, len), true);
                            name
                        }
                    };
                    match pass {
                        Pass::Slice(_) => format!("&{name}"),
                        Pass::SliceMut(_) => format!("&mut {name}"),
                        Pass::Array(_)
                        | Pass::Value(_)
                        | Pass::Mut(_)
                        | Pass::Struct(_)
                        | Pass::StructRef(_)
                        | Pass::StructMut(_) => name,
                    }
                }
                Pass::Struct(number) | Pass::StructRef(number) | Pass::StructMut(number) => {
                    // One that is there already is lent only where nothing else is.
                    let whole = |var: &super::scope::Var| {
                        var.shape == Shape::Struct(number) && var.mutable && !var.name.starts_with('(')
                    };
                    let found = self.scopes.some(self.random, whole);
                    let name = match found {
                        Some(var) if args.is_empty() => var.name,
                        _ => {
                            let (name, value) = (self.fresh(), self.struct_value(number, 1));
                            self.line(format!("let mut {name} = {value};"));
                            self.add_struct(&name, &name, number, true);
                            name
                        }
                    };
                    match pass {
                        Pass::StructRef(_) if !function.method || !args.is_empty() => format!("&{name}"),
                        Pass::StructMut(_) if !function.method || !args.is_empty() => format!("&mut {name}"),
                        _ => name,
                    }
                }
            };
            args.push(arg);
        }
        let instance = (!function.instances.is_empty()).then(|| self.random.pick(function.instances));
        let generics = self.generics(&function, instance);
        let name = self.fresh();
        let call = if function.method {
            format!("{}.{}({})", args[0], function.name, args[1..].join(", "))
        } else {
            format!("{}{generics}({})", function.name, args.join(", "))
        };
        self.line(format!("let mut {name} = {call};"));
        self.bind_shape(&name, function.result, true);
    }

    /// A value of the function's result.
    fn result_value(&mut self, depth: u32) -> String {
        match self.result {
            Shape::Struct(number) => self.struct_value(number, depth),
            result => self.expr(result.element(), depth),
        }
    }

    /// A fold of what is in scope, so that no difference is lost on the way out.
    pub(super) fn outcome(&mut self) -> String {
        let value = self.result_value(3);
        let Shape::Scalar(ty) = self.result else { return value };
        if !ty.is_int() && !ty.is_float() {
            return value;
        }
        let name = "mix";
        self.line(format!("let mut {name}: {} = {value};", ty.name()));
        let visible = self.scopes.visible().into_iter();
        let visible = visible.filter(|var| !matches!(var.shape, Shape::Struct(_)));
        let visible: Vec<_> = visible.take(7).cloned().collect();
        for var in visible {
            let of = var.shape.element();
            let place = match var.shape {
                Shape::Array(_, len) => format!("{}[{}]", var.name, len - 1),
                Shape::Nested(..) => format!("{}[1][0]", var.name),
                Shape::Scalar(_) | Shape::Slice(_) | Shape::Struct(_) | Shape::Hidden => self.place(&var),
            };
            let number = match of {
                Ty::F32 | Ty::F64 | Ty::F16 | Ty::Bf16 => {
                    format!("(bits_{}({place}) as {})", of.name(), ty.name())
                }
                Ty::Bool if ty.is_float() => format!("({place} as u8 as {})", ty.name()),
                Ty::Param(_) => continue,
                _ => format!("({place} as {})", ty.name()),
            };
            if ty.is_float() {
                self.line(format!("{name} = {name} * 0.75 + {number};"));
            } else {
                let by = 1 + self.random.below(6);
                self.line(format!("{name} = {name}.rotate_left({by}) ^ {number};"));
            }
        }
        name.to_owned()
    }

    pub(super) fn constant_item(&mut self) {
        let ty = self.random.pick(&INTS);
        self.names += 1;
        let name = format!("LOCAL_{}", self.names);
        let value = literal(ty, self.random);
        self.line(format!("const {name}: {} = {value};", ty.name()));
        self.scopes.add(name, Shape::Scalar(ty), false);
    }
}

/// A step that fits the type and reaches its end in five turns.
fn step(ty: Ty) -> String {
    let bits = if ty.is_signed() { ty.bits() - 1 } else { ty.bits() };
    (u64::MAX >> (64 - bits)).div_euclid(5).saturating_add(3).to_string()
}
