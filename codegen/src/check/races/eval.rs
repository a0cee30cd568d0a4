//! Expressions: their values, and the accesses in them.

use super::branches::Case;
use super::constant_arrays::is_written_out;
use super::poly::Poly;
use super::symbols::Origin;
use super::syntax_facts::{Sort, path, range_of, sort};
use super::value::{Formula, Number, Value};
use super::walk::Walk;
use crate::ir::{BinOp, Expr, ExprKind, Literal, LocalKind, Place, Step, Type, UnOp};

impl Walk<'_> {
    /// As [`Walk::value`], without recording accesses.
    pub(super) fn pure(&mut self, expr: &Expr) -> Value {
        let quiet = std::mem::replace(&mut self.quiet, true);
        let value = self.value(expr);
        self.quiet = quiet;
        value
    }

    pub(super) fn condition(&mut self, expr: &Expr) -> Formula {
        match self.value(expr) {
            Value::Condition(formula) => formula,
            Value::Number(_) | Value::Other => Formula::Unknown,
        }
    }

    pub(super) fn pure_condition(&mut self, expr: &Expr) -> Formula {
        let quiet = std::mem::replace(&mut self.quiet, true);
        let formula = self.condition(expr);
        self.quiet = quiet;
        formula
    }

    /// The indices of a place are evaluated.
    pub(super) fn indices(&mut self, place: &Place) {
        place.for_each_index(&mut |index| {
            if let Value::Number(number) = self.value(index) {
                self.tells(&number.poly);
            }
            self.depends_as_index(index);
        });
    }

    #[inline(never)]
    pub(super) fn unknown_value(&mut self, expr: &Expr, name: impl Into<String>, open: bool) -> Value {
        match sort(&expr.ty) {
            Sort::Int | Sort::Unknown => {
                let varies = self.uniformity.expr(self.function, expr);
                let number = self.unknown(name.into(), varies, &expr.ty);
                if open {
                    number.poly.atoms().for_each(|atom| self.atoms.info_mut(atom).open = true);
                }
                Value::Number(number)
            }
            Sort::Bool => Value::Condition(if open { Formula::Open } else { Formula::Unknown }),
            Sort::Other => Value::Other,
        }
    }

    /// The value of an expression. Its reads of shared memory are recorded.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        let value = self.value_with_instance(expr);
        // Of what type a number is decides where it wraps around, and a constant may be any number.
        let is_open = matches!(expr.kind, ExprKind::Capture(_)) || sort(&expr.ty) == Sort::Unknown;
        if is_open && !self.is_left_to_instance {
            return self.unknown_value(expr, "a value that depends on the instance", true);
        }
        value
    }

    /// The same where the proof of the instance follows.
    fn value_with_instance(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Literal(Literal::Int(value)) if sort(&expr.ty) != Sort::Other => {
                Value::Number(Number::constant(*value))
            }
            ExprKind::Literal(Literal::Bool(value)) => Value::Condition(Formula::of(*value)),
            ExprKind::Literal(Literal::Int(_) | Literal::Float(_)) => Value::Other,
            ExprKind::Capture(id) => match sort(&expr.ty) {
                Sort::Int | Sort::Unknown => Value::Number(Number::exact(Poly::atom(self.capture(*id)))),
                Sort::Bool => Value::Condition(Formula::Open),
                Sort::Other => Value::Other,
            },
            ExprKind::Load(place) => self.load(expr, place),
            ExprKind::Len(local) => Value::Number(Number::exact(self.whole_length(*local))),
            ExprKind::LenOf(place) => match place.steps.last() {
                None => Value::Number(Number::exact(self.whole_length(place.base))),
                Some(Step::Slice { len, .. }) => self.value(len),
                Some(Step::Index { .. } | Step::Field(_)) => self.unknown_value(expr, "a length", true),
            },
            ExprKind::Unary(op, inner) => self.unary(expr, *op, inner),
            ExprKind::Binary { op, lhs, rhs, .. } => self.binary(expr, *op, lhs, rhs),
            ExprKind::Cast(inner) => self.cast(expr, inner),
            ExprKind::Select { condition, then, otherwise } => {
                let formula = self.condition(condition);
                formula.polys(&mut |poly| self.tells(poly));
                self.depends(condition);
                let (a, in_a) = self.chosen(&formula, then);
                let (b, in_b) = self.chosen(&formula.not(), otherwise);
                match (a, b) {
                    (Value::Number(a), Value::Number(b)) => {
                        let varies = self.uniformity.expr(self.function, expr);
                        let name = "a value chosen by a condition".to_owned();
                        let range = range_of(&expr.ty);
                        self.either(&formula, [(a, in_a), (b, in_b)], range, name, varies)
                    }
                    (Value::Condition(_), Value::Condition(_)) => {
                        self.unknown_value(expr, "", formula.is_open())
                    }
                    _ => Value::Other,
                }
            }
            ExprKind::Call { callee, args, .. } => self.call(expr, callee, args),
            ExprKind::Array(_) | ExprKind::Repeat(_) | ExprKind::Make(_) | ExprKind::Tile { .. } => {
                expr.for_each_child(&mut |child| drop(self.value(child)));
                Value::Other
            }
            ExprKind::Ref(place) => {
                self.indices(place);
                Value::Other
            }
            ExprKind::Extent { .. } => self.unknown_value(expr, "an extent", false),
        }
    }

    /// What is chosen where a condition holds.
    fn chosen(&mut self, condition: &Formula, expr: &Expr) -> (Value, Case) {
        let mark = self.facts.len();
        self.facts.push(condition.clone());
        let value = self.value(expr);
        let fits = match &value {
            Value::Number(number) => self.fits_where(condition, number, &expr.ty),
            Value::Condition(_) | Value::Other => None,
        };
        let known = self.facts[mark..].to_vec();
        self.facts.truncate(mark);
        (value, Case { known, fits })
    }

    /// What launches must not make negative for a number to be within its type where a condition holds. Of them is
    /// asked what is asked anyway, and that nothing wraps around.
    pub(super) fn fits_where(
        &mut self,
        condition: &Formula,
        number: &Number,
        ty: &Type,
    ) -> Option<Vec<Poly>> {
        let (low, high) = range_of(ty)?;
        let mut asked = number.assumed.clone();
        condition.assumed(&mut asked);
        let fits = self.fits(number, low, high)?;
        fits.iter().all(|one| asked.contains(one) || wrapping_facts(one)).then_some(fits)
    }

    fn load(&mut self, expr: &Expr, place: &Place) -> Value {
        self.indices(place);
        let name = self.function.local(place.base).name.clone();
        if self.is_shared(place.base) {
            if !self.quiet {
                self.access(place, false, false);
            }
            return self.unknown_value(expr, format!("an element of `{name}`"), false);
        }
        if let Some(at) = path(place) {
            if let Some(value) = self.env.get(&(place.base, at)) {
                return value.clone();
            }
            // What a struct is, only the instance tells.
            let open = !self.function.local(place.base).ty.is_closed();
            return self.unknown_value(expr, format!("`{name}`"), open);
        }
        if let Some(number) = self.element_of_list(expr, place).or_else(|| self.element_given(place)) {
            return Value::Number(number);
        }
        let local = self.function.local(place.base);
        let fixed = local.kind == LocalKind::Param
            && matches!(&local.ty, Type::Slice { mutable: false, element } if !matches!(**element, Type::Atomic(_)));
        if fixed && matches!(sort(&expr.ty), Sort::Int | Sort::Unknown) {
            // Nobody writes to it: one index, one value.
            let mut parts = Vec::new();
            let mut fields = String::new();
            for step in &place.steps {
                match step {
                    Step::Index { index, .. } => match self.pure(index) {
                        Value::Number(number) => parts.push(number.poly),
                        _ => return self.unknown_value(expr, format!("an element of `{name}`"), false),
                    },
                    Step::Field(field) => fields.push_str(field),
                    Step::Slice { .. } => {
                        return self.unknown_value(expr, format!("an element of `{name}`"), false);
                    }
                }
            }
            let function = format!("{} {fields} {}", place.base.0, parts.len());
            let (low, high) = range_of(&expr.ty).unwrap_or((i128::MIN / 4, i128::MAX));
            let origin = Origin::Function(function, parts);
            let atom = self.atoms.made(origin, format!("an element of `{name}`"), low, high);
            return Value::Number(Number::exact(Poly::atom(atom)));
        }
        // What only the instance tells of a parameter's type may make an element known that is written out.
        let open = local.kind == LocalKind::Param && !local.ty.is_closed() && is_written_out(place);
        self.unknown_value(expr, format!("an element of `{name}`"), open)
    }

    fn unary(&mut self, expr: &Expr, op: UnOp, inner: &Expr) -> Value {
        match (op, self.value(inner)) {
            (UnOp::Not, Value::Condition(formula)) => Value::Condition(formula.not()),
            (UnOp::Neg, Value::Number(number)) => {
                Value::Number(Number { poly: number.poly.scaled(-1), ..number })
            }
            (UnOp::Not, Value::Number(number)) => match range_of(&expr.ty) {
                Some((0, high)) => {
                    let number = self.observed(number, &inner.ty);
                    Value::Number(Number { poly: Poly::constant(high).minus(&number.poly), ..number })
                }
                _ => self.unknown_value(expr, "a value of `!`", false),
            },
            _ => Value::Other,
        }
    }

    fn cast(&mut self, expr: &Expr, inner: &Expr) -> Value {
        let value = self.value(inner);
        let number = match value {
            Value::Number(number) => number,
            Value::Condition(formula) => return self.zero_or_one(expr, &formula),
            Value::Other => return self.unknown_value(expr, "a value of `as`", false),
        };
        let number = self.observed(number, &inner.ty);
        match range_of(&expr.ty) {
            Some((low, high)) => match self.fits(&number, low, high) {
                Some(assumed) => Value::Number(Number::from(
                    number.poly.clone(),
                    &number,
                    &Number { poly: Poly::default(), assumed },
                )),
                None => self.unknown_value(expr, "a value of `as` that may not fit its type", false),
            },
            None if sort(&expr.ty) == Sort::Unknown => Value::Number(number),
            None => self.unknown_value(expr, "a value of `as`", false),
        }
    }

    /// A condition as a number.
    fn zero_or_one(&mut self, expr: &Expr, formula: &Formula) -> Value {
        let case = |formula: Formula| Case { known: vec![formula], fits: Some(Vec::new()) };
        let cases =
            [(Number::constant(1), case(formula.clone())), (Number::constant(0), case(formula.not()))];
        let varies = self.uniformity.expr(self.function, expr);
        self.either(formula, cases, Some((0, 1)), "a value of `as`".to_owned(), varies)
    }

    /// A number where it is looked at, and not only computed with: what is outside of its type has wrapped around.
    #[inline(never)]
    pub(super) fn observed(&mut self, number: Number, ty: &Type) -> Number {
        let Some((low, high)) = range_of(ty) else { return number };
        match self.fits(&number, low, high) {
            Some(assumed) => {
                Number::from(number.poly.clone(), &number, &Number { poly: Poly::default(), assumed })
            }
            None => {
                // One index, one value, whatever it is.
                let name = "a value that may wrap around".to_owned();
                let atom = self.atoms.made(
                    Origin::Function(format!("wrapped {low} {high}"), vec![number.poly]),
                    name,
                    low,
                    high,
                );
                Number { poly: Poly::atom(atom), assumed: number.assumed }
            }
        }
    }

    /// What launches must not make negative for a number to be within bounds; `None` where that is not known.
    #[inline(never)]
    pub(super) fn fits(&mut self, number: &Number, low: i128, high: i128) -> Option<Vec<Poly>> {
        let (least, most) = self.atoms.range(&number.poly);
        let mut assumed = Vec::new();
        // A product of two neighbors is not negative.
        let natural = |walk: &Self| {
            low == 0 && walk.atoms.triangle(&number.poly).is_some_and(|triangle| triangle.is_natural())
        };
        if least < low && !natural(self) {
            assumed.extend(self.entails(&number.poly.plus_constant(-low))?);
        }
        if most > high {
            assumed.extend(self.entails(&Poly::constant(high).minus(&number.poly))?);
        }
        Some(assumed)
    }

    fn binary(&mut self, expr: &Expr, op: BinOp, lhs: &Expr, rhs: &Expr) -> Value {
        if op.is_lazy() {
            let a = self.condition(lhs);
            let mark = self.facts.len();
            self.facts.push(if op == BinOp::And { a.clone() } else { a.not() });
            let b = self.condition(rhs);
            self.facts.truncate(mark);
            return Value::Condition(match op {
                BinOp::And => Formula::all(vec![a, b]),
                _ => Formula::any(vec![a, b]),
            });
        }
        let values = (self.value(lhs), self.value(rhs));
        match values {
            (Value::Number(a), Value::Number(b)) if op.is_comparison() => {
                let (a, b) = (self.observed(a, &lhs.ty), self.observed(b, &rhs.ty));
                let one = Number::constant(1);
                let more = |a: &Number| Number::from(a.poly.plus(&one.poly), a, &one);
                Value::Condition(match op {
                    BinOp::Lt => Formula::at_least(&b, &more(&a)),
                    BinOp::Le => Formula::at_least(&b, &a),
                    BinOp::Gt => Formula::at_least(&a, &more(&b)),
                    BinOp::Ge => Formula::at_least(&a, &b),
                    BinOp::Eq => Formula::equal(&a, &b),
                    _ => Formula::equal(&a, &b).not(),
                })
            }
            (Value::Condition(a), Value::Condition(b)) => Value::Condition(match op {
                BinOp::BitAnd => Formula::all(vec![a, b]),
                BinOp::BitOr => Formula::any(vec![a, b]),
                _ if a.is_open() || b.is_open() => Formula::Open,
                _ => Formula::Unknown,
            }),
            (Value::Number(a), Value::Number(b)) => match self.arithmetic(expr, op, lhs, &a, &b, rhs) {
                Some(number) => Value::Number(number),
                None => self.unknown_value(expr, format!("a value of `{}`", op.symbol()), false),
            },
            _ => self.unknown_value(expr, format!("a value of `{}`", op.symbol()), false),
        }
    }

    fn arithmetic(
        &mut self,
        expr: &Expr,
        op: BinOp,
        lhs: &Expr,
        a: &Number,
        b: &Number,
        rhs: &Expr,
    ) -> Option<Number> {
        let sane = |poly: Poly| poly.is_sane().then(|| Number::from(poly, a, b));
        match op {
            BinOp::Add => {
                let sum = Number::from(a.poly.plus(&b.poly), a, b);
                let sum = self.quotient_and_more(&sum).unwrap_or(sum.poly);
                return sane(sum);
            }
            BinOp::Sub => return sane(a.poly.minus(&b.poly)),
            BinOp::Mul => return sane(a.poly.times(&b.poly)),
            BinOp::Shl => {
                if let Some(by @ 0..=62) = b.poly.as_constant().and_then(|by| shift_of(by, &expr.ty)) {
                    return sane(a.poly.scaled(1 << by));
                }
            }
            _ => {}
        }
        // The rest looks at its operands.
        let (a, b) = (self.observed(a.clone(), &lhs.ty), self.observed(b.clone(), &rhs.ty));
        let natural = |walk: &mut Self, number: &Number| walk.fits(number, 0, i128::MAX);
        let mut assumed = natural(self, &a)?;
        assumed.extend(natural(self, &b)?);
        let given = Number { poly: Poly::default(), assumed };
        let with = |poly: Poly| Number::from(poly.clone(), &Number::from(poly, &a, &b), &given);
        let high = range_of(&expr.ty).map_or(i128::MAX, |(_, high)| high);
        let constant = b.poly.as_constant();
        // What is divided is a number of its type: of a square that says more than its root does.
        if let (BinOp::Div, Some(2), Some((_, most))) = (op, constant, range_of(&lhs.ty)) {
            if self.atoms.range(&a.poly).1 > most && self.atoms.triangle(&a.poly).is_some() {
                let assumed = with(Poly::default()).assumed;
                self.facts.push(Formula::Natural(Poly::constant(most).minus(&a.poly), assumed));
            }
        }
        let poly = match op {
            BinOp::Div => self.divided(&with(a.poly.clone()), &b.poly),
            BinOp::Rem => a.poly.minus(&self.divided(&with(a.poly.clone()), &b.poly).times(&b.poly)),
            BinOp::Shr => match constant.and_then(|by| shift_of(by, &expr.ty)) {
                Some(by @ 0..=62) => self.quotient(&a.poly, &Poly::constant(1 << by)),
                // What is no power is divided by one.
                None if a.poly.as_constant().is_none() && !self.atoms.is_power(&a.poly) => {
                    match self.shifted(&Number::constant(1), &b.poly, &expr.ty, high) {
                        Some(power) => self.quotient(&a.poly, &power.poly),
                        None => self.shifted_down(&a.poly, &b.poly, high),
                    }
                }
                _ => self.shifted_down(&a.poly, &b.poly, high),
            },
            BinOp::Shl => match self.shifted(&a, &b.poly, &expr.ty, high) {
                Some(shifted) => {
                    return Some(Number::from(shifted.poly.clone(), &with(shifted.poly.clone()), &shifted));
                }
                None => {
                    // A bit may be shifted to where the sign is.
                    let low = match range_of(&expr.ty) {
                        Some((least @ ..=-1, _)) => least,
                        _ => i128::from(a.poly.as_constant() == Some(1)),
                    };
                    // And one bit is half of what there is at most.
                    let high = if self.atoms.is_power(&a.poly) { high / 2 + 1 } else { high };
                    self.function_of("<<", &a.poly, &b.poly, low, high)
                }
            },
            BinOp::BitAnd => {
                let number = with(a.poly.clone());
                match self.masked(&number, &a.poly, &b.poly, high) {
                    Some(masked) => return Some(masked),
                    None => {
                        let poly = self.function_of("&", &a.poly, &b.poly, 0, high);
                        self.fact(&poly, a.poly.minus(&poly));
                        self.fact(&poly, b.poly.minus(&poly));
                        poly
                    }
                }
            }
            BinOp::BitOr => match constant {
                // No bit is in both.
                Some(bits) if a.poly.terms().all(|(_, factor)| factor % next_power(bits) == 0) => {
                    a.poly.plus(&b.poly)
                }
                None if self.joined_bits(&a.poly, &b.poly) => a.poly.plus(&b.poly),
                _ => match self.has_bit(&a.poly, &b.poly) {
                    Some(true) => a.poly.clone(),
                    Some(false) => a.poly.plus(&b.poly),
                    None => {
                        let poly = self.function_of("|", &a.poly, &b.poly, 0, high);
                        self.fact(&poly, poly.minus(&a.poly));
                        self.fact(&poly, poly.minus(&b.poly));
                        self.fact(&poly, a.poly.plus(&b.poly).minus(&poly));
                        poly
                    }
                },
            },
            BinOp::BitXor => {
                match self.has_bit(&a.poly, &b.poly) {
                    Some(true) => return Some(with(a.poly.minus(&b.poly))),
                    Some(false) => return Some(with(a.poly.plus(&b.poly))),
                    None => {}
                }
                // What varies stands first.
                let level = |poly: &Poly| poly.atoms().map(|atom| self.atoms.info(atom).level).max();
                let (x, m) = if level(&a.poly) >= level(&b.poly) {
                    (a.poly.clone(), b.poly.clone())
                } else {
                    (b.poly.clone(), a.poly.clone())
                };
                let most = self.atoms.range(&x).1.max(self.atoms.range(&m).1);
                let high = if most < 1 << 64 { high.min(next_power(most) - 1) } else { high };
                self.widest(Origin::Xor(x, m), "a value of `^`".to_owned(), 0, high)
            }
            _ => return None,
        };
        Some(with(poly))
    }

    fn shifted_down(&mut self, a: &Poly, by: &Poly, high: i128) -> Poly {
        let poly = self.function_of(">>", a, by, 0, high);
        self.fact(&poly, a.minus(&poly));
        poly
    }

    /// Remembers of a symbol that a sum is not negative.
    fn fact(&mut self, of: &Poly, fact: Poly) {
        if let Some(atom) = self.atom(of) {
            let info = self.atoms.info_mut(atom);
            if !info.facts.contains(&fact) {
                info.facts.push(fact);
            }
        }
    }

    pub(super) fn function_of(&mut self, name: &str, a: &Poly, b: &Poly, low: i128, high: i128) -> Poly {
        // What is lost on the way depends on the type.
        let origin = Origin::Function(format!("{name} {high}"), vec![a.clone(), b.clone()]);
        Poly::atom(self.atoms.made(origin, format!("a value of `{name}`"), low, high))
    }
}

/// Whether a condition says that nothing wraps around.
pub(super) fn wrapping_facts(poly: &Poly) -> bool {
    poly.constant_term() >= (1 << 31) - 2
}

/// By how many bits a number of a type is shifted: machines take the amount modulo the type's bits.
pub(super) fn shift_of(by: i128, ty: &Type) -> Option<i128> {
    let bits = ty.scalar().filter(|scalar| scalar.is_int()).map(|scalar| i128::from(scalar.bits()));
    (by >= 0).then(|| bits.map_or(by, |bits| by % bits))
}

fn next_power(value: i128) -> i128 {
    let mut power = 1;
    while power <= value {
        power *= 2;
    }
    power
}
