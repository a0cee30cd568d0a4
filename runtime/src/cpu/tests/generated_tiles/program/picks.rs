//! Elements by number in generated programs: of tiles, of tensors, and in the steps of scans.

use kiln_codegen::ir::Scalar;

use super::super::values::{PLAIN, Value, ty};
use super::{Program, Variable};

impl Program {
    /// Elements of another tile, by numbers that it may not have.
    pub fn gathered(&mut self, scalar: Scalar, shape: &[usize], depth: usize) -> Option<Value> {
        if shape.is_empty() || scalar == Scalar::Bool {
            return None;
        }
        let axis = self.random.upto(shape.len());
        let (mut from, mut by) = (shape.to_vec(), shape.to_vec());
        from[axis] = self.side().min(64);
        if shape.len() == 2 {
            // Along the other axis one of both is repeated, at times.
            match self.random.upto(4) {
                0 => from[1 - axis] = 1,
                1 => by[1 - axis] = 1,
                _ => {}
            }
        }
        let of = self.random.of(&[Scalar::I32, Scalar::U32]);
        let (value, numbers) = (self.value(scalar, &from, depth), self.value(of, &by, depth.min(1)));
        Some(Value {
            text: format!("tile_gather_{axis}({}, {})", value.text, numbers.text),
            facts: value.facts,
        })
    }

    /// An element of a tensor that is there, or what to have outside.
    pub fn fetched(&mut self, scalar: Scalar) -> Option<Value> {
        let fits = |at: &usize| self.tensors[*at].scalar == scalar && self.tensors[*at].tile.is_none();
        let found: Vec<usize> = (0..self.tensors.len()).filter(fits).collect();
        if found.is_empty() {
            return None;
        }
        let index = self.random.of(&found);
        let at: Vec<String> = (0..self.tensors[index].rank).map(|_| self.coordinate().text).collect();
        let outside = self.literal(scalar).text;
        let facts = self.tensors[index].facts;
        Some(Value { text: format!("tile_fetch(t{index}#{index}, {}, {outside})", at.join(", ")), facts })
    }

    /// The steps of a scan of two tiles, or of what is nearly one.
    pub(super) fn scan(&mut self) {
        let (a, shape) = self.some_type();
        let b = self.number();
        if a == Scalar::Bool || shape.is_empty() {
            return self.declare();
        }
        let axis = self.random.upto(shape.len());
        let (of_a, of_b) = (self.value(a, &shape, 2), self.value(b, &shape, 2));
        let at = self.scope.len();
        let x = self.bind(a, shape.clone(), &of_a.text, of_a.facts, false);
        let y = self.bind(b, shape.clone(), &of_b.text, of_b.facts, false);
        let places = format!("(tile_iota_{axis}(): {})", ty(Scalar::U32, &shape));
        let (step, from) = (self.local(Scalar::U32, &[]), self.local(Scalar::U32, &shape));
        let (p, q) = (self.local(a, &shape), self.local(b, &shape));
        let (label, sign) = (self.label(), self.random.of(&["+", "-"]));
        self.put(&format!("@0 let {step} = 1u32;"));
        self.put(&format!("@0 '{label}: while {step} < {}u32 {{", shape[axis]));
        self.put(&format!("@0 let {from} = ({places} {sign} {step});"));
        self.put(&format!("@0 let {p} = tile_gather_{axis}({x}, {from});"));
        self.put(&format!("@0 let {q} = tile_gather_{axis}({y}, {from});"));
        let has = match sign {
            "+" => format!("({from} < {}u32)", shape[axis]),
            _ => format!("({places} >= {step})"),
        };
        let word = |scalar: Scalar, word: &str| {
            format!("{}_{word}", if scalar.is_float() { "float" } else { "int" })
        };
        if of_a.facts.exact() && self.random.upto(2) == 0 {
            // The greater of two, with what belongs to it.
            let mask = self.local(Scalar::Bool, &shape);
            self.put(&format!("@0 let {mask} = ({has} & ({p} > {x}));"));
            self.put(&format!("@0 {y} = (if {mask} {{ {q} }} else {{ {y} }});"));
            self.put(&format!("@0 {x} = (if {mask} {{ {p} }} else {{ {x} }});"));
        } else {
            self.put(&format!("@0 {x} = (if {has} {{ {}({p}, {x}) }} else {{ {x} }});", word(a, "max")));
            let both =
                if b.is_float() { format!("float_min({y}, {q})") } else { format!("({y} + ({q} * {y}))") };
            self.put(&format!("@0 {y} = (if {has} {{ {both} }} else {{ {y} }});"));
        }
        self.put(&format!("@0 {step} *= 2u32;"));
        self.put("}");
        for Variable { facts, .. } in &mut self.scope[at..] {
            // Outside of a tile there are zeros.
            facts.most = facts.most.max(PLAIN.most);
        }
    }
}
