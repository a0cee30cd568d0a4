//! Random kernels of ordinary statements, whose indices often come close to each thread's own.
//!
//! Every kernel has the same parameters: two numbers, two arrays, a slice to read and one to write.

/// Xorshift.
pub struct Random(u64);

impl Random {
    pub fn of(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..4 {
            random.below(2);
        }
        random
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize].clone()
    }

    pub fn one_of(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}

pub struct Kernel {
    pub source: String,
    /// It looks at two axes.
    pub two: bool,
    /// The threads of a block, where it says so.
    pub block: Option<u32>,
}

impl Kernel {
    pub fn random(random: &mut Random) -> Kernel {
        let two = random.one_of(4);
        let shared = !two && random.one_of(3);
        let source = Text::of(random, two, shared).kernel();
        Kernel { source, two, block: shared.then_some(64) }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Ty {
    Usize,
    U32,
    I32,
    U8,
}

use Ty::{I32, U8, U32, Usize};

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Usize => "usize",
            U32 => "u32",
            I32 => "i32",
            U8 => "u8",
        }
    }
}

#[derive(Clone)]
struct Variable {
    name: String,
    ty: Ty,
    mutable: bool,
}

/// What of a kernel has been written, and what is in scope.
struct Text<'r> {
    random: &'r mut Random,
    out: String,
    two: bool,
    shared: bool,
    variables: Vec<Variable>,
    /// Pairs and arrays of two, which are mutable.
    pairs: Vec<Variable>,
    arrays: Vec<Variable>,
    closures: Vec<Variable>,
    /// Labels of the loops around that may be left.
    labels: Vec<String>,
    /// Loops around in which `break` and `continue` may stand.
    loops: u32,
    /// The arrays among the parameters have been taken apart.
    apart: bool,
    names: u32,
    depth: usize,
    writes: u32,
}

impl<'r> Text<'r> {
    fn of(random: &'r mut Random, two: bool, shared: bool) -> Text<'r> {
        Text {
            random,
            out: String::new(),
            two,
            shared,
            variables: Vec::new(),
            pairs: Vec::new(),
            arrays: Vec::new(),
            closures: Vec::new(),
            labels: Vec::new(),
            loops: 0,
            apart: false,
            names: 0,
            depth: 1,
            writes: 0,
        }
    }

    fn kernel(mut self) -> String {
        let head = "fn k(n: usize, m: usize, d: [u32; 3], w: [[u16; 2]; 2], y: &[u32], x: &mut [u32]) {\n";
        self.out.push_str(head);
        if self.two {
            self.line("let (i, j) = global_id_2d();");
            self.line("let (t, ty) = (thread_idx().x, thread_idx().y);");
            self.line("let (b, by) = (block_idx().x, block_idx().y);");
        } else {
            self.line("let (i, t, b) = (global_id(), thread_idx().x, block_idx().x);");
        }
        self.line("let (bd, gd) = (block_dim().x, grid_dim().x);");
        self.apart = self.one_of(3);
        if self.apart {
            self.line("let [d0, d1, _] = d;");
            self.line("let row = w[1];");
        }
        if self.shared {
            self.line("let s = shared::<[u32; 64]>();");
            self.line("s[t] = 0;");
            if self.one_of(2) {
                self.line("sync_threads();");
            }
        }
        let count = self.below(7);
        if count == 0 {
            self.bounded();
        }
        self.statements(2, count);
        if self.writes == 0 {
            self.access();
        }
        if self.shared && self.one_of(2) {
            self.line("x[i] = s[t];");
        }
        self.out.push_str("}\n");
        self.out
    }

    fn below(&mut self, end: u64) -> u64 {
        self.random.below(end)
    }

    fn one_of(&mut self, many: u64) -> bool {
        self.random.one_of(many)
    }

    fn word(&mut self, of: &[&'static str]) -> &'static str {
        self.random.pick(of)
    }

    fn line(&mut self, line: impl AsRef<str>) {
        self.out.push_str(&"    ".repeat(self.depth));
        self.out.push_str(line.as_ref());
        self.out.push('\n');
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn declared(&mut self, name: &str, ty: Ty, mutable: bool) {
        self.variables.push(Variable { name: name.to_owned(), ty, mutable });
    }

    /// The names of a type, of one of the lists.
    fn names_of(list: &[Variable], ty: Ty) -> Vec<String> {
        list.iter().filter(|one| one.ty == ty).map(|one| one.name.clone()).collect()
    }

    fn number(&mut self, ty: Ty) -> u64 {
        match ty {
            U8 => self.random.pick(&[0, 1, 2, 3, 5, 7, 16, 31, 64, 128, 255]),
            Usize | U32 | I32 => {
                self.random.pick(&[0, 1, 1, 2, 2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 63, 64, 100, 256, 65536])
            }
        }
    }

    /// What a thread is told of itself and the launch.
    fn told(&mut self) -> &'static str {
        if self.two {
            self.word(&["t", "i", "j", "ty", "b", "by", "bd", "gd", "n", "m", "i", "j", "t"])
        } else {
            self.word(&["t", "i", "i", "b", "bd", "gd", "n", "m", "t"])
        }
    }

    fn variable(&mut self, ty: Ty) -> String {
        let pairs = Self::names_of(&self.pairs, ty);
        if !pairs.is_empty() && self.one_of(4) {
            return format!("{}.{}", self.random.pick(&pairs), self.below(2));
        }
        let arrays = Self::names_of(&self.arrays, ty);
        if !arrays.is_empty() && self.one_of(4) {
            let array = self.random.pick(&arrays);
            return if self.one_of(2) {
                format!("{array}[{}]", self.below(2))
            } else {
                let at = self.value(Usize, 0);
                format!("{array}[({at}) & 1]")
            };
        }
        let own = Self::names_of(&self.variables, ty);
        if !own.is_empty() && !self.one_of(6) {
            return self.random.pick(&own);
        }
        if self.one_of(8) {
            let given = if self.apart {
                self.word(&["d0", "d1", "row[0]", "row[1]", "d[0]", "w[0][1]"])
            } else {
                self.word(&["d[0]", "d[1]", "d[2]", "w[0][0]", "w[0][1]", "w[1][0]", "d[n % 3]"])
            };
            return format!("({given} as {})", ty.name());
        }
        match ty {
            Usize => self.told().to_owned(),
            U32 | I32 | U8 => format!("({} as {})", self.told(), ty.name()),
        }
    }

    fn value(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 {
            return if self.one_of(4) {
                format!("{}{}", self.number(ty), ty.name())
            } else {
                self.variable(ty)
            };
        }
        match self.below(17) {
            0..=6 => self.operation(ty, depth),
            7 => {
                let (left, right) = (self.value(ty, depth - 1), self.value(ty, 0));
                let method = self.word(&[
                    "min",
                    "max",
                    "wrapping_add",
                    "wrapping_sub",
                    "wrapping_mul",
                    "saturating_sub",
                    "saturating_add",
                ]);
                format!("({left}).{method}({right})")
            }
            8 => {
                let condition = self.condition(1);
                let (then, otherwise) = (self.value(ty, depth - 1), self.value(ty, 0));
                format!("(if {condition} {{ {then} }} else {{ {otherwise} }})")
            }
            9 => {
                let from = self.random.pick(&[Usize, U32, I32, U8]);
                format!("(({}) as {})", self.value(from, depth - 1), ty.name())
            }
            10 => {
                let closures = Self::names_of(&self.closures, ty);
                if closures.is_empty() {
                    self.variable(ty)
                } else {
                    let closure = self.random.pick(&closures);
                    format!("{closure}({})", self.value(ty, depth - 1))
                }
            }
            11 => {
                let [of, a, b, c] = std::array::from_fn(|_| self.value(ty, 0));
                let first = self.word(&["0", "0 | 3"]);
                format!("(match {of} {{ {first} => {a}, 1..=2 => {b}, _ => {c} }})")
            }
            12 if ty == U32 && self.shared && self.one_of(2) => format!("s[{}]", self.shared_index()),
            12 if ty == U32 => format!("y[{}]", self.index(1)),
            12 if ty == Usize => {
                let of = self.value(U32, 0);
                format!("({of}.{}() as usize)", self.word(&["count_ones", "leading_zeros", "trailing_zeros"]))
            }
            13 => {
                let of = self.value(ty, 0);
                let method = self.word(&["rotate_left", "wrapping_shl", "wrapping_shr"]);
                format!("({of}).{method}({})", self.below(5))
            }
            14 => format!("({{ let q = {}; q + {} }})", self.value(ty, 0), self.value(ty, 0)),
            // The smaller or the greater of two, or what looks like it.
            15 => {
                let (a, b) = (self.value(ty, depth - 1), self.value(ty, 0));
                let op = self.word(&["<", "<=", ">", ">="]);
                let both = if self.one_of(4) { [&b, &a] } else { [&a, &b] };
                format!("(if {a} {op} {b} {{ {} }} else {{ {} }})", both[0], both[1])
            }
            _ => self.variable(ty),
        }
    }

    fn operation(&mut self, ty: Ty, depth: u32) -> String {
        let left = self.value(ty, depth - 1);
        let op = self.word(&["+", "+", "+", "-", "*", "*", "/", "%", "^", "&", "|", "<<", ">>"]);
        let right = match op {
            "<<" | ">>" if self.one_of(4) => self.value(U32, 0),
            "<<" | ">>" => self.below(6).to_string(),
            "/" | "%" if self.one_of(2) => self.word(&["2", "3", "4", "8", "32", "64"]).to_owned(),
            "/" | "%" => format!("({}).max(1)", self.value(ty, 0)),
            _ if self.one_of(2) => self.number(ty).to_string(),
            _ => self.value(ty, depth - 1),
        };
        format!("({left} {op} {right})")
    }

    fn condition(&mut self, depth: u32) -> String {
        if depth > 0 && self.one_of(4) {
            let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
            return format!("({left} {} {right})", self.word(&["&&", "||"]));
        }
        match self.below(15) {
            0 => "i < n".to_owned(),
            1 => format!("t < {}", self.number(Usize)),
            2 => "t == 0".to_owned(),
            3 => "i < x.len()".to_owned(),
            4 => format!("{} & {} == 0", self.word(&["t", "i"]), self.word(&["1", "2", "4", "8", "16"])),
            5 => format!("{} % {} == 0", self.variable(Usize), self.word(&["2", "3", "4"])),
            6 => "n > m".to_owned(),
            7 => "i == n".to_owned(),
            8 if self.two => "i < n && j < m".to_owned(),
            8 => "i < n && i < m".to_owned(),
            9 => {
                let of = self.variable(Usize);
                format!("({of} ^ {}) > {of}", self.number(Usize))
            }
            10 => {
                let (of, op) = (self.value(U8, 1), self.word(&["<", "==", ">="]));
                format!("({of}) {op} {}", self.number(U8))
            }
            11 => format!("!({})", self.condition(0)),
            12 => format!("y[{}] % 3 == 0", self.told()),
            _ => {
                let ty = self.random.pick(&[Usize, Usize, U32, I32]);
                let (left, right) = (self.value(ty, 1), self.value(ty, 0));
                format!("({left}) {} ({right})", self.word(&["<", "<", "==", "!=", ">=", "<="]))
            }
        }
    }

    /// What often is a thread's own number.
    fn own(&mut self) -> String {
        match self.below(4) {
            0 | 1 => "i".to_owned(),
            2 if self.two => "(j * (bd * gd) + i)".to_owned(),
            2 => "(b * bd + t)".to_owned(),
            _ => self.variable(Usize),
        }
    }

    fn index(&mut self, depth: u32) -> String {
        let (own, other) = (self.own(), self.variable(Usize));
        let by = self.word(&["1", "2", "3", "4", "8", "32", "64"]);
        match self.below(21) {
            0..=5 => own,
            6 => format!("{own} + {other}"),
            7 => format!("{own} * {by} + {other}"),
            8 => format!("{own} ^ {by}"),
            9 => format!("{own} * {by}"),
            10 => format!("({own} << 1) | ({other} & 1)"),
            11 => format!("{own} / {by} * {by} + {own} % {by}"),
            12 => format!("x.len() - 1 - {own}"),
            13 => format!("{own} + {by}"),
            14 => format!("({} * n + {own})", if self.two { "j" } else { "b" }),
            15 => format!("({}) as usize", self.variable(U32)),
            16 => format!("{other} * n + {own}"),
            17 => format!("{own} % n.max(1)"),
            18 => format!("{} as usize", self.variable(U8)),
            19 => format!("{own} * {} as usize + {other}", if self.apart { "d0" } else { "d[0]" }),
            _ => self.value(Usize, 1 + depth),
        }
    }

    fn shared_index(&mut self) -> String {
        let other = self.variable(Usize);
        let by = self.word(&["1", "2", "4", "8", "16", "32"]);
        match self.below(10) {
            0..=3 => "t".to_owned(),
            4 => format!("t ^ {by}"),
            5 => format!("t + {by}"),
            6 => "63 - t".to_owned(),
            7 => format!("(t + {other}) % 64"),
            8 => format!("t * 2 + ({other} & 1)"),
            _ => other,
        }
    }

    /// Reads or writes what threads share.
    fn access(&mut self) {
        self.writes += 1;
        let value = self.value(U32, 1);
        if self.shared && self.one_of(2) {
            let at = self.shared_index();
            match self.below(4) {
                0 => self.line(format!("s[{at}] += {value};")),
                1 => {
                    let name = self.fresh();
                    self.line(format!("let {name} = s[{at}];"));
                    self.declared(&name, U32, false);
                }
                _ => self.line(format!("s[{at}] = {value};")),
            }
            return;
        }
        let at = self.index(0);
        match self.below(12) {
            0 => self.line(format!("x[{at}] += {value};")),
            1 => {
                let (name, mutable) = (self.fresh(), self.one_of(2));
                self.line(format!("let {}{name} = x[{at}];", if mutable { "mut " } else { "" }));
                self.declared(&name, U32, mutable);
            }
            2 => {
                let other = self.index(0);
                self.line(format!("x.swap({at}, {other});"));
            }
            3 => {
                let other = self.index(0);
                self.line(format!("(x[{at}], x[{other}]) = ({value}, 1);"));
            }
            4 => {
                let by = self.value(Usize, 0);
                self.line(format!("if let Some(q) = ({at}).checked_sub({by}) {{ x[q] = {value}; }}"));
            }
            5 => self.line(format!("for e in x[{at}..{at} + 2].iter_mut() {{ *e = {value}; }}")),
            6 => {
                let each = self.word(&["2", "4", "8"]);
                self.line(format!("for k in 0..{each} {{ x[({at}) * {each} + k] = {value}; }}"));
            }
            7 => {
                let turns = self.word(&["2", "4", "n.min(4)", "m.min(4)"]);
                let step = self.word(&["bd", "bd * gd", "gd", "64", "n"]);
                self.line(format!("for k in 0..{turns} {{ x[{at} + k * ({step})] = {value}; }}"));
            }
            _ => self.line(format!("x[{at}] = {value};")),
        }
    }

    fn assignment(&mut self) {
        if !self.arrays.is_empty() && self.one_of(5) {
            let array = self.random.pick(&self.arrays);
            let (at, value) = (self.value(Usize, 0), self.value(array.ty, 1));
            return self.line(format!("{}[({at}) & 1] = {value};", array.name));
        }
        if !self.pairs.is_empty() && self.one_of(5) {
            let pair = self.random.pick(&self.pairs);
            let (first, second) = (self.value(pair.ty, 0), self.value(pair.ty, 1));
            return self.line(format!("{} = ({first}, {second});", pair.name));
        }
        let fields = self.pairs.iter().flat_map(|pair| {
            [0, 1].map(|at| Variable { name: format!("{}.{at}", pair.name), ..pair.clone() })
        });
        let own: Vec<Variable> =
            self.variables.iter().filter(|one| one.mutable).cloned().chain(fields).collect();
        if own.is_empty() {
            return;
        }
        let Variable { name, ty, .. } = self.random.pick(&own);
        match self.below(5) {
            0 => {
                let value = self.value(ty, 1);
                self.line(format!("{name} = {value};"));
            }
            1 => {
                let other = self.random.pick(&Self::names_of(&own, ty));
                if other == name {
                    let value = self.value(ty, 0);
                    self.line(format!("{name} -= {value};"));
                } else {
                    self.line(format!("({name}, {other}) = ({other}, {name});"));
                }
            }
            2 => {
                let (op, by) = (self.word(&["<<=", ">>="]), self.below(8));
                self.line(format!("{name} {op} {by};"));
            }
            _ => {
                let op = self.word(&["+=", "+=", "*=", "-=", "^=", "&=", "|="]);
                let value = if self.one_of(2) { self.number(ty).to_string() } else { self.value(ty, 1) };
                self.line(format!("{name} {op} {value};"));
            }
        }
    }

    /// A block of its own; what is declared in it is gone behind it.
    fn nested(&mut self, head: &str, depth: u32, count: u64) {
        self.line(format!("{head} {{"));
        self.depth += 1;
        self.statements(depth, count);
        self.depth -= 1;
        self.line("}");
    }

    fn statements(&mut self, depth: u32, count: u64) {
        let before = [&self.variables, &self.pairs, &self.arrays, &self.closures].map(Vec::len);
        for _ in 0..count {
            self.statement(depth);
        }
        let lists = [&mut self.variables, &mut self.pairs, &mut self.arrays, &mut self.closures];
        lists.into_iter().zip(before).for_each(|(list, len)| list.truncate(len));
    }

    fn statement(&mut self, depth: u32) {
        match self.below(30) {
            0..=3 => {
                let ty = self.random.pick(&[Usize, Usize, Usize, U32, I32, U8]);
                let value = if ty == Usize && self.one_of(2) { self.index(0) } else { self.value(ty, 2) };
                let (name, mutable) = (self.fresh(), !self.one_of(3));
                let word = if mutable { "mut " } else { "" };
                self.line(format!("let {word}{name}: {} = {value};", ty.name()));
                self.declared(&name, ty, mutable);
            }
            4..=6 => self.assignment(),
            7..=12 => self.access(),
            13 | 14 if depth > 0 => {
                let (condition, count) = (self.condition(1), 1 + self.below(3));
                self.nested(&format!("if {condition}"), depth - 1, count);
                if self.one_of(3) {
                    self.nested("else", depth - 1, 1);
                }
            }
            15 | 16 if depth > 0 => self.for_loop(depth),
            17 | 18 if depth > 0 => self.while_loop(depth),
            19 if self.shared => self.line("sync_threads();"),
            20 if self.loops > 0 => {
                let condition = self.condition(0);
                self.jump(&condition);
            }
            21 if self.one_of(2) => {
                let condition = self.condition(0);
                self.line(format!("if {condition} {{ return; }}"));
            }
            22 => self.two_at_once(),
            23 => self.closure(),
            24 | 25 if self.loops == 0 && depth > 1 => self.part(),
            26 | 27 if depth > 0 => self.kept(),
            29 if depth > 0 => self.bounded(),
            28 => {
                let (at, each) = (self.own(), self.word(&["2", "4"]));
                let from = self.told();
                self.writes += 1;
                self.line(format!("for (k, (p, q)) in y[..{each}].iter().zip(&y[{from}..]).enumerate() {{"));
                self.line(format!("    x[{at} * 4 + k] = p + q;"));
                self.line("}");
            }
            _ => self.access(),
        }
    }

    /// A counter that a loop keeps below a number, or does not.
    fn bounded(&mut self) {
        let (of, each, own) = (self.fresh(), 2 + self.below(3), self.own());
        let ty = self.word(&["usize", "u32", "u8", "i32"]);
        let by = self.word(&["1", "1", "1", "2"]);
        let size = if self.one_of(4) { "n".to_owned() } else { each.to_string() };
        let bound = match self.below(8) {
            0 => (each + 1).to_string(),
            1 => (each - 1).to_string(),
            2 => format!("({size}) as {ty} + 1"),
            _ => format!("({size}) as {ty}"),
        };
        let start = self.word(&["0", "0", "0", "1"]);
        let least = match self.below(3) {
            0 => format!("{bound} == {of}"),
            1 => format!("{of} >= {bound}"),
            _ => format!("{of} == {bound}"),
        };
        self.writes += 1;
        self.line(format!("let mut {of}: {ty} = {start};"));
        let (many, condition) = (self.word(&["4", "7", "n.min(9)", "x.len().min(12)"]), self.condition(0));
        self.line(format!("for q in 0..{many} {{"));
        let guarded = self.one_of(2);
        if guarded {
            self.line(format!("    if {condition} || y[q] % 3 == 1 {{"));
        }
        let leaves = self.word(&["break", "break", "continue", "return"]);
        let write = format!("        x[({own}) * {size} + {of} as usize] = {};", self.below(9));
        let more = format!("        {of} += {by};");
        let lines = match self.below(7) {
            0 => vec![write, format!("        {of} = ({of} + {by}) % ({bound});")],
            1 => vec![write, more, format!("        if {least} {{ {of} = {start}; }}")],
            2 => vec![format!("        if {least} {{ {leaves}; }}"), write, more],
            3 => vec![write, format!("        if {least} {{ {leaves}; }}"), more],
            4 => vec![
                write,
                format!("        if y[q] % 2 == 0 {{ if {of} > 0 {{ {of} -= 1; }} continue; }}"),
                more,
                format!("        if {least} {{ {leaves}; }}"),
            ],
            5 => vec![write, format!("        {of} = ({of} + {by}) & ({bound});")],
            _ => vec![write, more, format!("        if {least} {{ {leaves}; }}")],
        };
        for line in lines {
            self.line(line);
        }
        if guarded {
            self.line("    }");
        }
        self.line("}");
        if self.one_of(3) {
            self.line(format!("x[({own}) * {size} + {of} as usize] = 7;"));
        }
    }

    fn jump(&mut self, condition: &str) {
        let labels = self.labels.clone();
        let label = if labels.is_empty() || self.one_of(2) {
            String::new()
        } else {
            format!(" {}", self.random.pick(&labels))
        };
        let word = self.word(&["break", "continue"]);
        self.line(format!("if {condition} {{ {word}{label}; }}"));
    }

    /// What a `for` loop runs over.
    fn range(&mut self) -> String {
        let start = self.word(&["0", "0", "1", "t", "i"]);
        let end =
            self.word(&["2", "4", "n.min(5)", "m.min(5)", "x.len().min(4)", "t.min(3)", "d[1] as usize % 5"]);
        match self.below(8) {
            0 => format!("({start}..{end}).rev()"),
            1 => format!("({start}..{end}).step_by(2)"),
            2 => {
                let (from, by) = (self.word(&["i", "t"]), self.word(&["bd", "bd * gd", "n.max(1)", "64"]));
                format!("({from}..x.len()).step_by({by})")
            }
            3 => format!("{start}..={end}"),
            _ => format!("{start}..{end}"),
        }
    }

    fn label(&mut self) -> String {
        if !self.one_of(4) {
            return String::new();
        }
        let label = format!("'{}", self.fresh());
        self.labels.push(label.clone());
        format!("{label}: ")
    }

    fn for_loop(&mut self, depth: u32) {
        let name = self.fresh();
        let (range, label) = (self.range(), self.label());
        self.declared(&name, Usize, false);
        self.loops += 1;
        let count = 1 + self.below(3);
        self.nested(&format!("{label}for {name} in {range}"), depth - 1, count);
        self.loops -= 1;
        self.variables.pop();
        if !label.is_empty() {
            self.labels.pop();
        }
    }

    /// No `continue` stands in it: it would not end.
    fn while_loop(&mut self, depth: u32) {
        let (name, ty) = (self.fresh(), self.random.pick(&[Usize, Usize, U32]));
        let as_ty = format!("as {}", ty.name());
        let (start, test, step) = match self.below(6) {
            0 => ("1".to_owned(), "< 32".to_owned(), "*= 2".to_owned()),
            1 => ("1".to_owned(), "<= 16".to_owned(), "<<= 1".to_owned()),
            2 => (self.word(&["32", "16", "8"]).to_owned(), "> 0".to_owned(), ">>= 1".to_owned()),
            3 => (self.word(&["32", "16"]).to_owned(), ">= 1".to_owned(), "/= 2".to_owned()),
            4 => (format!("i {as_ty}"), format!("< n {as_ty}"), format!("+= (bd * gd) {as_ty}")),
            _ => ("0".to_owned(), "< 5".to_owned(), "+= 1".to_owned()),
        };
        self.line(format!("let mut {name}: {} = {start};", ty.name()));
        self.declared(&name, ty, false);
        self.line(format!("while {name} {test} {{"));
        self.depth += 1;
        let (labels, loops) = (std::mem::take(&mut self.labels), std::mem::take(&mut self.loops));
        if self.shared && self.one_of(2) {
            self.line("sync_threads();");
        }
        let count = 1 + self.below(3);
        self.statements(depth - 1, count);
        (self.labels, self.loops) = (labels, loops);
        if self.shared && self.one_of(2) {
            self.line("sync_threads();");
        }
        if self.one_of(4) {
            let condition = self.condition(0);
            self.line(format!("if {condition} {{ break; }}"));
        }
        self.line(format!("{name} {step};"));
        self.depth -= 1;
        self.line("}");
    }

    fn two_at_once(&mut self) {
        let ty = self.random.pick(&[Usize, Usize, U32]);
        let (first, second, name) = (self.value(ty, 1), self.value(ty, 0), self.fresh());
        let variable = Variable { name: name.clone(), ty, mutable: true };
        match self.below(3) {
            0 => {
                self.line(format!("let mut {name} = ({first}, {second});"));
                self.pairs.push(variable);
            }
            1 => {
                self.line(format!("let mut {name} = [{first}, {second}];"));
                self.arrays.push(variable);
            }
            _ => {
                let other = self.fresh();
                self.line(format!("let (mut {name}, {other}) = ({first}, {second});"));
                self.variables.push(variable);
                self.declared(&other, ty, false);
            }
        }
    }

    /// A closure that captures what does not change.
    fn closure(&mut self) {
        let (name, ty) = (self.fresh(), self.random.pick(&[Usize, U32]));
        let fixed = self.variables.iter().filter(|one| !one.mutable).cloned().collect();
        let all = std::mem::replace(&mut self.variables, fixed);
        let (pairs, arrays) = (std::mem::take(&mut self.pairs), std::mem::take(&mut self.arrays));
        let closures = std::mem::take(&mut self.closures);
        self.declared("c", ty, false);
        let value = self.value(ty, 2);
        (self.variables, self.pairs, self.arrays, self.closures) = (all, pairs, arrays, closures);
        if !["x.", "x[", "s["].iter().any(|shared| value.contains(shared)) {
            self.line(format!("let {name} = |c: {}| {value};", ty.name()));
            self.closures.push(Variable { name, ty, mutable: false });
        }
    }

    /// A value that does not speak of what is borrowed.
    fn elsewhere(&mut self, ty: Ty, depth: u32) -> String {
        let value = self.value(ty, depth);
        if value.contains('x') { "1".to_owned() } else { value }
    }

    /// A part of a slice, which most often is the thread's own.
    fn part(&mut self) {
        self.writes += 1;
        let (own, each) = (self.own(), self.word(&["2", "4", "n", "bd", "32", "d[0] as usize"]));
        let range = match self.below(8) {
            0 => format!("{own} * {each}.."),
            1 => format!("{own} * {each}..({own} + 1) * {each} + 1"),
            2 => format!("{own} * {each}..{own} * {each} + {each}"),
            3 => format!("{}..", self.index(0)),
            4 => format!("{} * {each}..({} + 1) * {each}", self.told(), self.told()),
            _ => format!("{own} * {each}..({own} + 1) * {each}"),
        };
        let (part, declared) = (self.fresh(), self.variables.len());
        self.line("{");
        self.depth += 1;
        self.line(format!("let {part} = &mut x[{range}];"));
        for _ in 0..=self.below(3) {
            let value = self.elsewhere(U32, 0);
            let at = match self.below(4) {
                0 => self.below(4).to_string(),
                1 => self.told().to_owned(),
                2 => format!("({}) as usize", self.elsewhere(U32, 1)),
                _ => self.elsewhere(Usize, 1),
            };
            match self.below(8) {
                0 => self.line(format!("for e in {part}.iter_mut().take(3) {{ *e += {value}; }}")),
                1 => self.line(format!("{part}.swap({at}, {});", self.names % 3)),
                2 => self.line(format!("{part}[1..][{at}] = {value};")),
                3 => self.line(format!(
                    "for (k, e) in {part}.iter_mut().enumerate().skip(1) {{ *e = k as u32; }}"
                )),
                4 => self.line(format!("let e = {part}[{at}]; {part}[0] = e;")),
                5 => self.filled(&part, ""),
                _ => self.line(format!("{part}[{at}] = {value};")),
            }
        }
        self.variables.truncate(declared);
        self.depth -= 1;
        self.line("}");
    }

    /// What is kept goes to the front of a thread's own.
    fn kept(&mut self) {
        let own = self.own();
        let each = self.word(&["2", "3", "4", "5", "8", "d[1] as usize", "n"]);
        self.filled("x", &format!("{own} * {each} + "));
    }

    /// Counts in a loop what it puts into a part, from somewhere on.
    fn filled(&mut self, part: &str, from: &str) {
        self.writes += 1;
        let (name, ty) = (self.fresh(), self.random.pick(&[Usize, Usize, U32, I32, U8]));
        let start = self.word(&["0", "0", "0", "1", "2", "255", "(t % 2)", "n.min(2)", "n", "(i * 4)"]);
        self.line(format!("let mut {name}: {} = {start} as {};", ty.name(), ty.name()));
        let by = match self.below(8) {
            0 => "2".to_owned(),
            1 => format!("w[0][1] as {}", ty.name()),
            2 => self.elsewhere(ty, 0),
            _ => "1".to_owned(),
        };
        let step = match self.below(8) {
            0 => format!("{name} -= {by};"),
            1 => format!("{name} = {by} + {name};"),
            2 => format!("{name} = {name}.wrapping_add({by});"),
            _ => format!("{name} += {by};"),
        };
        let end = self.word(&["2", "3", "4", "5", "n.min(4)", "m.min(9)", "n", "d[1] as usize", "300"]);
        let range = match self.below(9) {
            0 => format!("(0..{end}).rev()"),
            1 => format!("(0..{end}).step_by(2)"),
            2 => format!("0..={end}"),
            3 => format!("1..{end}"),
            4 => format!("t..t + {end}"),
            5 => format!("m..{end}"),
            _ => format!("0..{end}"),
        };
        let (turn, label) = (self.fresh(), self.label());
        self.line(format!("{label}for {turn} in {range} {{"));
        self.depth += 1;
        self.loops += 1;
        // A loop over everything would take long.
        self.line(format!("if {turn} > 400 {{ break; }}"));
        let inner = self.one_of(6);
        if inner {
            let turns = self.word(&["0..2", "0..n.min(3)", "1..=2"]);
            self.line(format!("for _ in {turns} {{"));
            self.depth += 1;
        }
        let value = self.elsewhere(U32, 0);
        let more = self.word(&["", "", "", " + 1"]);
        let write = format!("{part}[{from}{name} as usize{more}] = {value};");
        let condition = |this: &mut Self| {
            let most = this.word(&["2", "3", "4"]);
            match this.below(3) {
                0 => format!("{name} < {most}"),
                1 => format!("y[{turn}] % 3 > 0"),
                _ => format!("y[t] % 2 == 0 && {name} < {most}"),
            }
        };
        for _ in 0..self.below(2) {
            let when = condition(self);
            self.jump(&when);
        }
        match self.below(5) {
            0 => {
                self.line(&step);
                self.line(&write);
            }
            1 => {
                self.line(&write);
                self.line(&step);
            }
            2 => {
                let when = condition(self);
                self.line(format!("if {when} {{ {step} }}"));
                self.line(&write);
            }
            _ => {
                let when = condition(self);
                let twice = if self.one_of(8) { &*step } else { "" };
                self.line(format!("if {when} {{ {write} {step} {twice} }}"));
            }
        }
        if self.one_of(6) {
            let when = condition(self);
            self.jump(&when);
        }
        if inner {
            self.depth -= 1;
            self.line("}");
        }
        self.depth -= 1;
        self.loops -= 1;
        self.line("}");
        if !label.is_empty() {
            self.labels.pop();
        }
        if self.one_of(3) {
            self.line(&write);
        }
        if self.one_of(6) {
            self.line(format!("for _ in 0..2 {{ {write} {step} }}"));
        }
        self.declared(&name, ty, true);
    }
}
