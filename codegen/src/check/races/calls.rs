//! Calls: what is known of their results, and the accesses in their arguments.

use super::branches::Case;
use super::poly::Poly;
use super::symbols::Origin;
use super::syntax_facts::{Sort, is_part, path, range_of, sort};
use super::value::{Formula, Number, Value};
use super::walk::Walk;
use crate::compact::List;
use crate::intrinsics::{Atomic, Cpu, Machine, Slot, Surface};
use crate::ir::{Callee, Expr, ExprKind, Type};

impl Walk<'_> {
    pub(super) fn call(&mut self, expr: &Expr, callee: &Callee, args: &[Expr]) -> Value {
        let values: Vec<Value> = args.iter().map(|arg| self.argument_of(callee, arg)).list();
        if !self.quiet {
            self.called(expr);
        }
        let name = match callee {
            Callee::Intrinsic(row) => {
                if let Cpu::Machine(machine) = row.cpu {
                    if let Some(poly) = self.machine(machine) {
                        return Value::Number(Number::exact(poly));
                    }
                    if let Some(ticket) = self.ticket(expr, machine, args) {
                        return Value::Number(ticket);
                    }
                }
                // In the user's words: two classes may share a name, of which the rows have two.
                match row.surface {
                    Surface::Method(name) | Surface::Assoc(name) | Surface::Free(name) => name,
                    Surface::Internal => row.name,
                }
            }
            Callee::Method(name) | Callee::Assoc(_, name) => {
                if let (true, Some(ticket)) =
                    (name == "fetch_add", self.ticket(expr, Machine::Atomic(Atomic::Add), args))
                {
                    return Value::Number(ticket);
                }
                name
            }
            Callee::Function(_) | Callee::Capture(_) | Callee::Operator(..) => {
                return self.unknown_value(expr, "the result of a device function", true);
            }
        };
        let numbers: Option<Vec<&Number>> = values
            .iter()
            .map(|value| match value {
                Value::Number(number) => Some(number),
                Value::Condition(_) | Value::Other => None,
            })
            .collect();
        let what = format!("a value of `{name}`");
        let Some(numbers) = numbers.filter(|_| sort(&expr.ty) != Sort::Other) else {
            return self.unknown_value(expr, what, false);
        };
        let name = name.to_owned();
        match self.method(&name, &numbers, args) {
            Some(number) => Value::Number(number),
            None => self.unknown_value(expr, what, false),
        }
    }

    fn method(&mut self, name: &str, numbers: &[&Number], args: &[Expr]) -> Option<Number> {
        let ring = |poly: Poly, a: &Number, b: &Number| poly.is_sane().then(|| Number::from(poly, a, b));
        match (name, numbers) {
            ("wrapping_add", [a, b]) => return ring(a.poly.plus(&b.poly), a, b),
            ("wrapping_sub", [a, b]) => return ring(a.poly.minus(&b.poly), a, b),
            ("wrapping_mul", [a, b]) => return ring(a.poly.times(&b.poly), a, b),
            (
                "min" | "max" | "div_ceil" | "saturating_sub" | "clamp" | "abs_diff" | "next_multiple_of",
                _,
            ) => {}
            _ => return None,
        }
        let mut seen = Vec::new();
        for (number, arg) in numbers.iter().zip(args) {
            seen.push(self.observed((*number).clone(), &arg.ty));
        }
        let range = range_of(&args.first()?.ty).unwrap_or((i128::MIN, i128::MAX));
        match (name, seen.as_slice()) {
            ("min", [a, b]) => Some(Number::from(self.least(&a.poly, &b.poly, range), a, b)),
            ("max", [a, b]) => Some(Number::from(self.greatest(&a.poly, &b.poly, range), a, b)),
            ("saturating_sub", [a, b]) if range.0 == 0 => {
                Some(Number::from(self.greatest(&a.poly.minus(&b.poly), &Poly::default(), range), a, b))
            }
            ("clamp", [x, low, high]) => {
                let above = self.greatest(&x.poly, &low.poly, range);
                let number = Number::from(self.least(&above, &high.poly, range), x, low);
                Some(Number::from(number.poly.clone(), &number, high))
            }
            ("div_ceil" | "next_multiple_of", [a, b]) => {
                let mut assumed = self.fits(a, 0, i128::MAX)?;
                assumed.extend(self.fits(b, 0, i128::MAX)?);
                let given = Number { poly: Poly::default(), assumed };
                let with = |poly: Poly| Number::from(poly.clone(), &Number::from(poly, a, b), &given);
                let above = with(a.poly.plus(&b.poly).plus_constant(-1));
                let mut poly = self.divided(&above, &b.poly);
                if name == "next_multiple_of" {
                    poly = poly.times(&b.poly);
                }
                Some(with(poly))
            }
            _ => None,
        }
    }

    /// The least of two that are within a range.
    fn least(&mut self, a: &Poly, b: &Poly, (low, high): (i128, i128)) -> Poly {
        let ((a_low, a_high), (b_low, b_high)) = (self.atoms.range(a), self.atoms.range(b));
        let name = "a value of `min`".to_owned();
        let (low, high) = (a_low.min(b_low).max(low), a_high.min(b_high).min(high));
        self.widest(Origin::Least(a.clone(), b.clone()), name, low, high)
    }

    /// The greatest of two, which is within a range.
    fn greatest(&mut self, a: &Poly, b: &Poly, (low, high): (i128, i128)) -> Poly {
        let ((a_low, a_high), (b_low, b_high)) = (self.atoms.range(a), self.atoms.range(b));
        let name = "a value of `max`".to_owned();
        let (low, high) = (a_low.max(b_low).max(low), a_high.max(b_high).min(high));
        self.widest(Origin::Greatest(a.clone(), b.clone()), name, low, high)
    }

    /// `if a < b { a } else { b }` is `a.min(b)`, as what runs over two slices has it for the shorter length; and so
    /// for the greater of two.
    pub(super) fn smaller_or_greater(
        &mut self,
        condition: &Formula,
        [(a, in_a), (b, in_b)]: [(&Number, &Case); 2],
        range: Option<(i128, i128)>,
    ) -> Option<Number> {
        let Formula::Natural(sum, assumed) = condition else { return None };
        let is = |less: &Number, more: &Number| {
            let rest = sum.minus(&more.poly.minus(&less.poly)).as_constant();
            matches!(rest, Some(-1 | 0))
        };
        let (range, of_a, of_b) = (range?, in_a.fits.as_ref()?, in_b.fits.as_ref()?);
        let poly = if is(a, b) {
            self.least(&a.poly, &b.poly, range)
        } else if is(b, a) {
            self.greatest(&a.poly, &b.poly, range)
        } else {
            return None;
        };
        let mut number = Number::from(poly, a, b);
        for one in assumed.iter().chain(of_a).chain(of_b) {
            if !number.assumed.contains(one) {
                number.assumed.push(one.clone());
            }
        }
        Some(number)
    }

    /// A symbol of which only that is known which holds for every type that it is computed in.
    pub(super) fn widest(&mut self, origin: Origin, name: String, low: i128, high: i128) -> Poly {
        let atom = self.atoms.made(origin, name, low, high);
        let info = self.atoms.info_mut(atom);
        info.low = info.low.min(low);
        info.high = info.high.max(high);
        Poly::atom(atom)
    }

    /// An argument; a reference to shared memory is an access of it.
    fn argument_of(&mut self, callee: &Callee, arg: &Expr) -> Value {
        let ExprKind::Ref(place) = &arg.kind else { return self.value(arg) };
        self.indices(place);
        if self.is_shared(place.base) && !self.quiet {
            match callee {
                // What it does with it, its body tells.
                Callee::Function(_) | Callee::Capture(_) | Callee::Operator(..) | Callee::Method(_) => {
                    self.access(place, true, true);
                }
                Callee::Intrinsic(row) => {
                    let writes = |slot: &Slot| {
                        matches!(
                            slot,
                            Slot::Element { mutable: true } | Slot::ElementOf { mutable: true, .. }
                        )
                    };
                    self.access(place, row.params.iter().any(writes), false);
                }
                Callee::Assoc(..) => self.access(place, true, false),
            }
        }
        if let Some(at) = path(place) {
            // A reference may change what it refers to, and all of its parts.
            let local = self.function.local(place.base);
            let whole = !matches!(local.ty, Type::Slice { .. } | Type::Array(..));
            let parts = self
                .env
                .iter()
                .filter(|((of, path), _)| whole && *of == place.base && (*path == at || is_part(path, &at)));
            for ((of, part), value) in parts.map(|(key, value)| (key.clone(), value.clone())).list() {
                let ty = match value {
                    _ if part.is_empty() => local.ty.clone(),
                    _ if part == at => place.ty.clone(),
                    Value::Condition(_) => Type::BOOL,
                    Value::Number(_) => Type::Infer(u32::MAX),
                    Value::Other => Type::Unit,
                };
                let value = self.unknown_local(of, &ty, true);
                self.env.insert((of, part), value);
            }
        }
        Value::Other
    }
}
