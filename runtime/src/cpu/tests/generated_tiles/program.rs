//! Statements of generated programs: a kernel, its tensors and how it is run.

mod picks;
mod tuples;

use std::collections::BTreeSet;

use kiln_codegen::ir::Scalar;

use super::super::tile_programs::{Case, CaseArg, HostTensor, Random};
use super::values::{Facts, MOST, NUMBERS, PLAIN, QUARTERS, Value, extent, ty};

/// A program while it is made.
pub struct Program {
    pub random: Random,
    /// How many operations may still be made.
    pub fuel: usize,
    locals: Vec<String>,
    /// Declared and still in scope.
    scope: Vec<Variable>,
    tensors: Vec<Tensor>,
    /// Declarations of tuples.
    structs: BTreeSet<String>,
    devices: String,
    device_count: usize,
    labels: usize,
    /// Loops around the statement.
    loops: Vec<usize>,
    grid: [u32; 3],
    /// The types and extents that most values have, so that they meet.
    numbers: Vec<Scalar>,
    sides: Vec<usize>,
    pub scale: usize,
    /// Whether tensors have what lets them be read by vectors.
    even: bool,
    body: String,
}

#[derive(Clone)]
struct Variable {
    name: String,
    scalar: Scalar,
    shape: Vec<usize>,
    facts: Facts,
    /// Loop counters and some accumulators are not.
    assignable: bool,
}

struct Tensor {
    scalar: Scalar,
    rank: usize,
    extents: [usize; 2],
    /// Of one that is written: the shape of the tiles that blocks write, each its own.
    tile: Option<Vec<usize>>,
    /// What is known of what is in it.
    facts: Facts,
    /// Of one that is written: how far executors may be apart.
    error: f64,
}

/// A generated program.
pub struct Generated {
    pub case: Case,
    /// By argument, how far executors may be apart.
    pub errors: Vec<f64>,
}

const COUNTER: usize = 6;

impl Program {
    /// A program with extents of so many times the usual; of more than 1, it is not to be run.
    pub fn generate(seed: u64, scale: usize) -> Generated {
        let mut random = Random::new(seed);
        for _ in 0..4 {
            random.next();
        }
        let grid = [1 + random.upto(3) as u32, 1 + random.upto(2) as u32, 1];
        let even = random.upto(2) == 0;
        let numbers = (0..3).map(|_| random.of(&NUMBERS)).collect();
        let sides = (0..3).map(|_| extent(&mut random)).collect();
        let mut program = Program {
            numbers,
            sides,
            scale,
            fuel: 20 + random.upto(60),
            random,
            locals: Vec::new(),
            scope: Vec::new(),
            tensors: Vec::new(),
            structs: BTreeSet::new(),
            devices: String::new(),
            device_count: 0,
            labels: 0,
            loops: Vec::new(),
            grid,
            even,
            body: String::new(),
        };
        for _ in 0..=program.random.upto(3) {
            let (scalar, rank) = (program.number(), 1 + program.random.upto(2));
            program.tensor(scalar, rank);
        }
        for _ in 0..=program.random.upto(3) {
            program.written_tensor();
        }
        let count = 3 + program.random.upto(8);
        program.statements(count, 0);
        for index in 0..program.tensors.len() {
            if program.tensors[index].tile.is_some() && program.random.upto(4) > 0 {
                program.store_to(index);
            }
        }
        program.finish()
    }

    fn finish(mut self) -> Generated {
        let mut params = Vec::new();
        let mut args = Vec::new();
        let mut errors = Vec::new();
        for (index, tensor) in self.tensors.iter().enumerate() {
            let word = if tensor.tile.is_some() { "&mut " } else { "&" };
            params.push(format!("t{index}#{index}: {word}tensor{}<{}>", tensor.rank, tensor.scalar.name()));
            let extents = &tensor.extents[..tensor.rank];
            let range = if tensor.scalar.is_float() { 4.0 } else { 9.0 };
            args.push(CaseArg::Tensor(HostTensor::random(&mut self.random, tensor.scalar, extents, range)));
            errors.push(tensor.error);
        }
        let base = self.tensors.len();
        params.push(format!("far#{base}: usize"));
        args.push(CaseArg::Scalar(Scalar::Usize, self.random.of(&[0, 1, 2, 3, 1 << 33, 1 << 62, u64::MAX])));
        errors.push(0.0);
        let mut text = String::from("kiln-ir 1\n\n");
        text.extend(self.structs.iter().map(String::as_str));
        text += &self.devices;
        text += "#[tile]\n";
        if self.random.upto(3) == 0 {
            text += &format!("#[warps({})]\n", self.random.of(&[1, 2, 3, 4, 8, 16]));
        }
        if self.random.upto(4) == 0 {
            text += &format!("#[stages({})]\n", 1 + self.random.upto(4));
        }
        if self.random.upto(4) == 0 {
            text += &format!("#[order({})]\n", self.random.of(&[1, 2, 3, 8, 100]));
        }
        text += &format!("kernel fn test({}) {{\n", params.join(", "));
        let mut body = std::mem::take(&mut self.body).replace("far#", &format!("far#{base}"));
        for (index, local) in self.locals.iter().enumerate() {
            text += &format!("    var v{index}#{}: {local};\n", base + 1 + index);
            body = body.replace(&format!("v{index}#_"), &format!("v{index}#{}", base + 1 + index));
        }
        text += &body;
        text += "}\n\nsites {\n    file \"a.rs\";\n    @0 1:1;\n    @1 2:1 divide;\n    @2 3:1 message \"no\";\n}\n";
        let case = Case { text, grid: self.grid, args, expected: Vec::new(), failure: None };
        Generated { case, errors }
    }

    pub fn number(&mut self) -> Scalar {
        let at = self.random.upto(self.numbers.len() + 1);
        self.numbers.get(at).copied().unwrap_or_else(|| self.random.of(&NUMBERS))
    }

    pub fn side(&mut self) -> usize {
        let at = self.random.upto(self.sides.len() + 1);
        let side = self.sides.get(at).copied().unwrap_or_else(|| extent(&mut self.random));
        side * self.scale
    }

    /// A tile of a tensor that is there for it.
    pub fn load_new(&mut self, scalar: Scalar, shape: &[usize]) -> Option<Value> {
        let there =
            |tensor: &Tensor| tensor.scalar == scalar && tensor.rank == shape.len() && tensor.tile.is_none();
        if !self.tensors.iter().any(there) {
            if self.tensors.len() > 9 {
                return None;
            }
            self.tensor(scalar, shape.len());
        }
        self.load(scalar, shape)
    }

    /// A tensor to read.
    fn tensor(&mut self, scalar: Scalar, rank: usize) {
        let side = |random: &mut Random| match random.upto(8) {
            0 => 0,
            1 => 1,
            2 | 3 => random.of(&[16, 32, 64, 96]),
            _ => random.upto(80),
        };
        let mut extents = [side(&mut self.random), if rank == 2 { side(&mut self.random) } else { 1 }];
        if self.even {
            extents[rank - 1] = extents[rank - 1].next_multiple_of(16);
        }
        self.tensors.push(Tensor { scalar, rank, extents, tile: None, facts: QUARTERS, error: 0.0 });
    }

    /// A tensor that each block writes tiles of its own of, and may read them.
    fn written_tensor(&mut self) {
        let scalar = self.number();
        let rank = 1 + self.random.upto(2);
        let tile: Vec<usize> = (0..rank).map(|_| self.side()).collect();
        let more = self.random.upto(3);
        let [x, y, _] = self.grid.map(|n| n as usize);
        let mut extents = match rank {
            1 => [tile[0] * x * y * (1 + more), 1],
            _ => [tile[0] * x * (1 + more), tile[1] * y],
        };
        for (axis, extent) in extents.iter_mut().enumerate().take(rank) {
            // Some of the tiles reach over the edge.
            if self.random.upto(2) == 0 {
                *extent -= self.random.upto(tile[axis] + 1).min(*extent);
            }
        }
        if self.even {
            extents[rank - 1] = extents[rank - 1].next_multiple_of(16);
        }
        if self.scale > 1 {
            extents = [1, 1];
        }
        let rough = self.random.upto(2) == 0;
        let facts = Facts { error: if rough { f64::MAX } else { 0.0 }, ..PLAIN };
        self.tensors.push(Tensor { scalar, rank, extents, tile: Some(tile), facts, error: 0.0 });
    }

    /// The coordinates of a tile that only this block touches.
    fn own(&mut self, index: usize) -> String {
        let more = match self.counter() {
            Some(counter) if self.random.upto(2) == 0 => counter,
            _ => format!("{}usize", self.random.upto(3)),
        };
        let [x, y, _] = self.grid;
        if self.tensors[index].rank == 1 {
            format!("((block_idx_y() * {x}usize) + block_idx_x()) + ({more} * {}usize)", x * y)
        } else {
            format!("block_idx_x() + ({more} * {x}usize), block_idx_y()")
        }
    }

    /// A loop's counter in scope.
    fn counter(&mut self) -> Option<String> {
        let counters: Vec<&Variable> =
            self.scope.iter().filter(|v| v.scalar == Scalar::Usize && !v.assignable).collect();
        if counters.is_empty() {
            return None;
        }
        let at = self.random.upto(counters.len());
        Some(counters[at].name.clone())
    }

    /// A coordinate of a tile to read, often within the tensor.
    pub fn coordinate(&mut self) -> Value {
        let text = match self.random.upto(10) {
            0 => "block_idx_x()".to_owned(),
            1 => "block_idx_y()".to_owned(),
            2..=4 if !self.loops.is_empty() => self.counter().unwrap_or_else(|| "1usize".to_owned()),
            5 => "far#".to_owned(),
            6 => self.random.of(&["18446744073709551615usize", "2305843009213693953usize"]).to_owned(),
            7 => {
                let scalar = self.random.of(&[Scalar::I32, Scalar::U8, Scalar::F32]);
                format!("({} as usize)", self.exact(scalar, &[], 1).text)
            }
            8 => {
                let index = self.random.upto(self.tensors.len());
                let axis = self.random.upto(self.tensors[index].rank);
                format!("t{index}#{index}.extent({axis})")
            }
            _ => format!("{}usize", self.random.upto(3)),
        };
        let text = if self.random.upto(8) == 0 { format!("({text} + 1usize)") } else { text };
        Value { text, facts: PLAIN }
    }

    /// A variable of the type in scope.
    pub fn variable(&mut self, scalar: Scalar, shape: &[usize]) -> Option<Value> {
        let fits = |v: &&Variable| v.scalar == scalar && v.shape == shape;
        let found: Vec<&Variable> = self.scope.iter().filter(fits).collect();
        if found.is_empty() {
            return None;
        }
        let at = self.random.upto(found.len());
        Some(Value { text: found[at].name.clone(), facts: found[at].facts })
    }

    /// A tile of a tensor.
    pub fn load(&mut self, scalar: Scalar, shape: &[usize]) -> Option<Value> {
        let fits = |tensor: &Tensor| {
            tensor.scalar == scalar
                && tensor.rank == shape.len()
                && tensor.tile.as_ref().is_none_or(|tile| tile == shape && tensor.facts.exact())
        };
        let found: Vec<usize> = (0..self.tensors.len()).filter(|at| fits(&self.tensors[*at])).collect();
        if found.is_empty() {
            return None;
        }
        let index = self.random.of(&found);
        let (word, coordinates) = if self.tensors[index].tile.is_some() {
            ("tile_load", self.own(index))
        } else {
            self.coordinates(shape)
        };
        let of = ty(scalar, shape);
        let text = if self.random.upto(4) == 0 {
            let pad = self.literal(scalar).text;
            format!("({word}_or(t{index}#{index}, {coordinates}, {pad}): {of})")
        } else {
            format!("({word}(t{index}#{index}, {coordinates}): {of})")
        };
        Some(Value { text, facts: self.tensors[index].facts })
    }

    fn local(&mut self, scalar: Scalar, shape: &[usize]) -> String {
        self.locals.push(ty(scalar, shape));
        format!("v{}#_", self.locals.len() - 1)
    }

    fn put(&mut self, text: &str) {
        self.body += &"    ".repeat(1 + self.loops.len());
        self.body += text;
        self.body += "\n";
    }

    fn some_type(&mut self) -> (Scalar, Vec<usize>) {
        let scalar = if self.random.upto(10) == 0 { Scalar::Bool } else { self.number() };
        let shape = match self.random.upto(8) {
            0 | 1 => Vec::new(),
            2 => vec![self.side()],
            // The shapes that are there meet each other.
            3..=5 if !self.scope.is_empty() => {
                let at = self.random.upto(self.scope.len());
                self.scope[at].shape.clone()
            }
            _ => {
                let (m, n) = (self.side(), self.side());
                if m * n > MOST / 2 * self.scale.pow(2) {
                    vec![m.div_ceil(2), n.div_ceil(2)]
                } else {
                    vec![m, n]
                }
            }
        };
        (scalar, shape)
    }

    fn statements(&mut self, count: usize, depth: usize) {
        let outer = self.scope.len();
        for _ in 0..count {
            self.statement(depth);
        }
        self.scope.truncate(outer);
    }

    fn statement(&mut self, depth: usize) {
        match self.random.upto(23) {
            0..=6 => self.declare(),
            7..=9 => self.assign(),
            10 | 11 => self.store(),
            12 if depth < 3 => self.branch(depth),
            13 | 14 if depth < 2 => self.counted(depth),
            15 if depth < 2 => self.repeated(depth),
            16 | 17 if depth < 2 => self.accumulate(depth),
            18 => self.device(),
            19 if depth > 0 && self.random.upto(3) == 0 => self.leave(),
            20 | 21 => self.tuple(depth),
            22 => self.scan(),
            _ => self.declare(),
        }
    }

    fn declare(&mut self) {
        let (scalar, shape) = self.some_type();
        let depth = 1 + self.random.upto(4);
        let value = self.value(scalar, &shape, depth);
        self.bind(scalar, shape, &value.text, value.facts, true);
    }

    fn bind(
        &mut self,
        scalar: Scalar,
        shape: Vec<usize>,
        text: &str,
        facts: Facts,
        assignable: bool,
    ) -> String {
        let name = self.local(scalar, &shape);
        self.put(&format!("@0 let {name} = {text};"));
        self.scope.push(Variable { name: name.clone(), scalar, shape, facts, assignable });
        name
    }

    fn assign(&mut self) {
        let found: Vec<Variable> = self.scope.iter().filter(|v| v.assignable).cloned().collect();
        if found.is_empty() {
            return self.declare();
        }
        let at = self.random.upto(found.len());
        let Variable { name, scalar, shape, facts, .. } = found[at].clone();
        let depth = 1 + self.random.upto(3);
        if scalar.is_int() && self.random.upto(2) == 0 {
            let op = self.random.of(&["+", "-", "*", "^", "|", "&"]);
            let of = if self.random.upto(3) == 0 { Vec::new() } else { shape };
            let value = self.value(scalar, &of, depth);
            return self.put(&format!("@0 {name} {op}= {};", value.text));
        }
        let value = self.fitting(scalar, &shape, facts, depth);
        self.put(&format!("@0 {name} = {};", value.text));
    }

    fn store(&mut self) {
        let written: Vec<usize> =
            (0..self.tensors.len()).filter(|at| self.tensors[*at].tile.is_some()).collect();
        let index = self.random.of(&written);
        self.store_to(index);
    }

    fn store_to(&mut self, index: usize) {
        let Tensor { scalar, facts, .. } = self.tensors[index];
        let Some(tile) = self.tensors[index].tile.clone() else { return };
        let depth = 1 + self.random.upto(3);
        let value = if facts.exact() {
            self.fitting(scalar, &tile, facts, depth)
        } else {
            self.value(scalar, &tile, depth)
        };
        if scalar.is_float() {
            self.tensors[index].error = self.tensors[index].error.max(value.facts.error);
        }
        let own = self.own(index);
        self.put(&format!("@0 eval tile_store(t{index}#{index}, {own}, {});", value.text));
    }

    fn inside(&mut self, depth: usize) {
        self.loops.push(usize::MAX);
        let count = 1 + self.random.upto(4);
        self.statements(count, depth + 1);
        self.loops.pop();
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.test(&[], 2).text;
        self.put(&format!("@0 if {condition} {{"));
        self.inside(depth);
        if self.random.upto(2) == 0 {
            self.put("} else {");
            self.inside(depth);
        }
        self.put("}");
    }

    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    /// How often a loop turns: known, or by a tensor.
    fn turns(&mut self) -> String {
        match self.random.upto(3) {
            0 => {
                let index = self.random.upto(self.tensors.len());
                let axis = self.random.upto(self.tensors[index].rank);
                format!("int_min(div_ceil(t{index}#{index}.extent({axis}), 16usize, @1), {COUNTER}usize)")
            }
            _ => format!("{}usize", self.random.upto(COUNTER)),
        }
    }

    fn counted(&mut self, depth: usize) {
        let (label, turns) = (self.label(), self.turns());
        let name = self.local(Scalar::Usize, &[]);
        let start = self.random.upto(2);
        let step = if self.random.upto(4) == 0 { " step 2usize" } else { "" };
        let reversed = if self.random.upto(4) == 0 { " reversed" } else { "" };
        self.put(&format!("@0 '{label}: for {name} in {start}usize..{turns}{step}{reversed} {{"));
        let outer = self.scope.len();
        self.scope.push(Variable {
            name,
            scalar: Scalar::Usize,
            shape: Vec::new(),
            facts: PLAIN,
            assignable: false,
        });
        self.loops.push(label);
        let count = 1 + self.random.upto(5);
        self.statements(count, depth + 1);
        self.loops.pop();
        self.scope.truncate(outer);
        self.put("}");
    }

    fn repeated(&mut self, depth: usize) {
        let label = self.label();
        let name = self.bind(Scalar::Usize, Vec::new(), "0usize", PLAIN, false);
        let condition = self.test(&[], 2).text;
        let most = self.random.upto(COUNTER);
        let (a, b) = (format!("({name} < {most}usize)"), condition);
        self.put(&format!("@0 '{label}: while {a} && {b} {{"));
        self.loops.push(label);
        self.put(&format!("@0 {name} += 1usize;"));
        let count = 1 + self.random.upto(5);
        self.statements(count, depth + 1);
        self.loops.pop();
        self.put("}");
    }

    /// A loop of products, as users write it, and ones that are not quite so.
    fn accumulate(&mut self, depth: usize) {
        let (m, n) = (self.side(), self.side());
        let shape = if m * n > MOST / 2 * self.scale.pow(2) {
            vec![m.div_ceil(2), n.div_ceil(2)]
        } else {
            vec![m, n]
        };
        let begin = if self.random.upto(3) == 0 {
            self.fitting(Scalar::F32, &shape, Facts { error: 1.0, ..PLAIN }, 1)
        } else {
            Value { text: format!("(tile_broadcast(0.0f32): {})", ty(Scalar::F32, &shape)), facts: QUARTERS }
        };
        let products = 1 + self.random.upto(2);
        // One turn adds at most this: sums of 64 products of up to 8 by 8.
        let turn = 64.0 * 64.0;
        let most = begin.facts.most + turn * (products * COUNTER) as f64;
        let error = begin.facts.error + (products * COUNTER) as f64 * (64.0 * 18.0 + 1.0);
        let facts = Facts { most, grain: None, error };
        let name = self.bind(Scalar::F32, shape.clone(), &begin.text, facts, false);
        let at = self.scope.len() - 1;
        let (label, turns) = (self.label(), self.turns());
        let counter = self.local(Scalar::Usize, &[]);
        self.put(&format!("@0 '{label}: for {counter} in 0usize..{turns} {{"));
        self.scope.push(Variable {
            name: counter,
            scalar: Scalar::Usize,
            shape: Vec::new(),
            facts: PLAIN,
            assignable: false,
        });
        self.loops.push(label);
        if self.random.upto(3) == 0 {
            self.statement(depth + 1);
        }
        let mut least = begin.facts;
        for _ in 0..products {
            let acc = Value { text: name.clone(), facts: Facts { most, ..least } };
            let step = self.product_onto(&acc, &shape, 2);
            least.grain = least.grain.zip(step.facts.grain).map(|(a, b)| a.max(b));
            least.error += step.facts.error.max(least.error) * COUNTER as f64;
            self.put(&format!("@0 {name} = {};", step.text));
        }
        if self.random.upto(3) == 0 {
            self.statement(depth + 1);
        }
        self.loops.pop();
        self.scope.truncate(at + 1);
        self.put("}");
        // What is used inside is as rough as can be; behind the loop more is known.
        self.scope[at].facts = Facts { most, grain: least.grain, error: least.error.min(facts.error) };
    }

    /// A function over tiles, and a call of it.
    fn device(&mut self) {
        let (scalar, shape) = self.some_type();
        if scalar == Scalar::Bool || shape.is_empty() {
            return self.declare();
        }
        let of = ty(scalar, &shape);
        let literal = self.literal(scalar).text;
        let id = self.device_count;
        self.device_count += 1;
        let (word, back) = if scalar.is_float() { ("float_min", "float_abs") } else { ("int_min", "!") };
        let body = match self.random.upto(4) {
            0 => format!("@0 return {word}(v#0, w#1);"),
            1 => format!("@0 if c#2 {{ @0 return w#1; }} @0 return {word}(v#0, {literal});"),
            2 => format!("@0 v#0 = if v#0 < w#1 {{ v#0 }} else {{ {back}(w#1) }}; @0 return v#0;"),
            _ => format!(
                "@0 w#1 = v#0; @0 v#0 = {word}(v#0, {literal}); @0 if c#2 {{ @0 v#0 = w#1; }} @0 return v#0;"
            ),
        };
        self.devices +=
            &format!("device fn f{id}(v#0: {of}, w#1: {of}, c#2: bool) -> {of} {{\n    {body}\n}}\n\n");
        let (a, b) = (self.value(scalar, &shape, 2), self.value(scalar, &shape, 2));
        let (c, exact) = (self.test(&[], 1).text, a.facts.exact() && b.facts.exact());
        if scalar.is_float() && !exact {
            return;
        }
        let facts = Facts { most: a.facts.most.max(b.facts.most).max(4.0), grain: None, error: 0.0 };
        let text = format!("f{id}#{id}({}, {}, {c})", a.text, b.text);
        self.bind(scalar, shape, &text, facts, true);
    }

    /// Out of a loop, of the kernel, or with a failure, at times.
    fn leave(&mut self) {
        let condition = self.test(&[], 2).text;
        let labels: Vec<usize> = self.loops.iter().copied().filter(|label| *label != usize::MAX).collect();
        let out = match self.random.upto(8) {
            0 => "@0 return;".to_owned(),
            1 => "@2 fail();".to_owned(),
            _ if labels.is_empty() => return,
            kind => {
                let word = if kind % 2 == 0 { "break" } else { "continue" };
                format!("@0 {word} '{};", self.random.of(&labels))
            }
        };
        self.put(&format!("@0 if {condition} {{ {out} }}"));
    }
}
