//! How a value that has parts gets to where it belongs.

use super::Splitter;
use super::leaves::{Leaves, has_struct, holds};
use crate::compact::List;
use crate::ir::{
    Block, Check, Expr, ExprKind, Len, LocalId, LocalKind, Place, Scalar, Step, Stmt, StmtKind, Type, Unroll,
};

/// A value with parts, or one of its parts. What it reads is evaluated already, but for loads and for scalars that are
/// used once.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Scalar(Expr),
    /// What a place holds. The fields are those to step into once the arrays before them have been indexed.
    From {
        place: Place,
        fields: Vec<String>,
    },
    List(Vec<Value>),
    Fill(Box<Value>),
    Make(Vec<(String, Value)>),
}

impl Value {
    fn of(place: Place) -> Value {
        Value::From { place, fields: Vec::new() }
    }

    /// The value's field, or that of all elements.
    pub(super) fn field(&self, name: &str) -> Value {
        match self {
            Value::Scalar(_) => self.clone(),
            Value::From { place, fields } => {
                let (mut place, mut fields) = (place.clone(), fields.clone());
                fields.push(name.to_owned());
                step_in(&mut place, &mut fields);
                Value::From { place, fields }
            }
            Value::List(items) => Value::List(items.iter().map(|item| item.field(name)).list()),
            Value::Fill(item) => Value::Fill(Box::new(item.field(name))),
            Value::Make(parts) => {
                let part = parts.iter().find(|(field, _)| field == name);
                part.map_or_else(|| Value::Make(Vec::new()), |(_, part)| part.clone())
            }
        }
    }

    /// The element with this number, which is in bounds.
    fn element(&self, index: &Expr) -> Value {
        match self {
            Value::From { place, fields } => {
                let (mut place, mut fields) = (element(place, index), fields.clone());
                step_in(&mut place, &mut fields);
                Value::From { place, fields }
            }
            Value::Fill(item) => (**item).clone(),
            Value::Scalar(_) | Value::List(_) | Value::Make(_) => self.clone(),
        }
    }

    /// Says that the places in it have been read before. The parts of a `Make` have not: each is read for itself.
    pub(super) fn prove(&mut self) {
        match self {
            Value::From { place, .. } => prove(place),
            Value::List(items) => items.iter_mut().for_each(Value::prove),
            Value::Fill(item) => item.prove(),
            Value::Scalar(_) | Value::Make(_) => {}
        }
    }
}

/// Steps into the fields that the place has by now.
fn step_in(place: &mut Place, fields: &mut Vec<String>) {
    while let (Type::Struct(found), Some(name)) = (&place.ty, fields.first()) {
        let ty = found.field(name).map_or(Type::Unit, |(_, field)| field.ty.clone());
        place.steps.push(Step::Field(fields.remove(0)));
        place.ty = ty;
    }
}

/// The element of an array in a place with this number, which is in bounds.
fn element(place: &Place, index: &Expr) -> Place {
    let ty = place.ty.element().cloned().unwrap_or(Type::Unit);
    let mut place = Place { ty, ..place.clone() };
    place.steps.push(Step::Index { index: Box::new(index.clone()), check: Check::Proven });
    place
}

fn prove(place: &mut Place) {
    for step in &mut place.steps {
        if let Step::Index { check: check @ Check::Checked(_), .. } = step {
            *check = Check::Proven;
        }
    }
}

/// Whether evaluating the place's indices may end the thread; using them is another matter.
fn indices_fail(place: &Place) -> bool {
    let mut fails = false;
    place.for_each_index(&mut |index| fails |= index.can_fail());
    fails
}

fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) => true,
        ExprKind::Load(place) => place.steps.is_empty(),
        _ => false,
    }
}

/// What is known of where a value goes, while it is evaluated.
#[derive(Clone, Copy)]
struct Goal<'a> {
    /// The place, where it existed before.
    place: Option<&'a Place>,
    /// Whether an assignment to it changes variables, so that what reads them must be evaluated before.
    variable: bool,
}

impl Splitter<'_> {
    /// Whether a place is a local array as a whole.
    pub(super) fn is_variable(&self, place: &Place) -> bool {
        let local = self.function.local(place.base);
        let kept = matches!(local.kind, LocalKind::Let | LocalKind::Temp);
        place.steps.is_empty() && kept && self.leaves_of(place.base).is_none()
    }

    /// Whether a place is a variable, or part of one.
    pub(super) fn is_in_variable(&self, place: &Place) -> bool {
        matches!(self.function.local(place.base).kind, LocalKind::Let | LocalKind::Temp)
    }

    /// Whether an array value needs no taking apart where it goes to a variable as a whole.
    pub(super) fn is_whole_value(&self, value: &Expr) -> bool {
        if value.ty.scalar().is_some() {
            return true;
        }
        match &value.kind {
            ExprKind::Load(place) => self.is_variable(place),
            ExprKind::Array(items) => items.iter().all(|item| self.is_whole_value(item)),
            ExprKind::Repeat(item) => self.is_whole_value(item),
            _ => false,
        }
    }

    /// Evaluates what must be evaluated before any part of the value is assigned to `goal`, which is nothing for a
    /// variable that is declared.
    pub(super) fn value(&mut self, value: Expr, goal: Option<&Place>, out: &mut Vec<Stmt>) -> Value {
        let goal = Goal { place: goal, variable: goal.is_some_and(|place| self.is_in_variable(place)) };
        match value.kind {
            ExprKind::Load(mut place) => {
                // The value is read before the indices of where it goes are evaluated.
                if goal.place.is_some_and(indices_fail) && place.is_checked() {
                    return self.copied(Expr::load(place), out);
                }
                self.fix(&mut place, goal.variable, out);
                Value::of(place)
            }
            ExprKind::Make(parts) => {
                let early = must_be_early(parts.iter().map(|(_, part)| part));
                let parts = parts.into_iter().map(|(name, part)| (name, self.part(part, early, goal, out)));
                Value::Make(parts.list())
            }
            ExprKind::Array(items) => {
                let early = must_be_early(items.iter());
                Value::List(items.into_iter().map(|item| self.part(item, early, goal, out)).list())
            }
            ExprKind::Repeat(item) => Value::Fill(Box::new(self.part(*item, false, goal, out))),
            _ => Value::Scalar(value),
        }
    }

    /// A part of a value that is made. `early` asks for scalars to be evaluated now.
    fn part(&mut self, part: Expr, early: bool, goal: Goal<'_>, out: &mut Vec<Stmt>) -> Value {
        if part.ty.is_aggregate() {
            let ExprKind::Load(mut place) = part.kind else { return Value::Scalar(part) };
            if goal.place.is_some_and(|goal| {
                self.may_meet(goal.base, place.base) || indices_fail(goal) && place.is_checked()
            }) {
                return self.copied(Expr::load(place), out);
            }
            self.fix(&mut place, goal.variable, out);
            return Value::of(place);
        }
        let stays = match goal.place {
            None => !early,
            Some(_) => matches!(part.kind, ExprKind::Literal(_)) || !goal.variable && is_plain(&part),
        };
        Value::Scalar(if stays { part } else { self.temp("part", part, out) })
    }

    /// Whether two variables are, or stand for, parts of one.
    fn may_meet(&self, goal: LocalId, read: LocalId) -> bool {
        goal == read || self.leaves_of(goal).is_some_and(|leaves| leaves.all().contains(&read))
    }

    fn copied(&mut self, value: Expr, out: &mut Vec<Stmt>) -> Value {
        match self.temp("copied", value, out).kind {
            ExprKind::Load(place) => Value::of(place),
            _ => Value::Make(Vec::new()),
        }
    }

    /// Evaluates a place's indices now. `variable` says that variables change before the place is used.
    pub(super) fn fix(&mut self, place: &mut Place, variable: bool, out: &mut Vec<Stmt>) {
        for step in &mut place.steps {
            match step {
                Step::Index { index, .. } => self.keep(index, variable, out),
                Step::Field(_) => {}
                Step::Slice { start, len } => {
                    self.keep(start, variable, out);
                    self.keep(len, variable, out);
                }
            }
        }
    }

    fn keep(&mut self, index: &mut Expr, variable: bool, out: &mut Vec<Stmt>) {
        let stays = matches!(index.kind, ExprKind::Literal(_)) || !variable && is_plain(index);
        if !stays {
            let value = std::mem::replace(index, Expr::int(0, Scalar::Usize));
            *index = self.temp("index", value, out);
        }
    }

    /// The value as one expression, where it may be assigned to a variable of this type as a whole.
    pub(super) fn whole(&self, value: &Value, ty: &Type) -> Option<Expr> {
        match value {
            Value::Scalar(expr) => (expr.ty == *ty).then(|| expr.clone()),
            Value::From { place, fields } => {
                let mut place = place.clone();
                place.steps.extend(fields.iter().cloned().map(Step::Field));
                place.ty = ty.clone();
                let inside = fields.is_empty() || self.leaves_of(place.base).is_some();
                self.resolve(&mut place);
                let array = matches!(ty, Type::Array(..));
                let fits = inside && !has_struct(ty) && (!array || self.is_variable(&place));
                fits.then(|| Expr::load(place))
            }
            Value::List(items) => {
                let element = ty.element()?;
                let items: Option<_> = items.iter().map(|item| self.whole(item, element)).collect();
                Some(Expr::new(ExprKind::Array(items?), ty.clone()))
            }
            Value::Fill(item) => {
                let item = self.whole(item, ty.element()?)?;
                Some(Expr::new(ExprKind::Repeat(Box::new(item)), ty.clone()))
            }
            Value::Make(_) => None,
        }
    }

    /// `place = value`, scalar by scalar but for whole variables. What both are made of is evaluated.
    pub(super) fn assign(&mut self, place: &mut Place, value: &mut Value, out: &mut Vec<Stmt>) {
        if let Some((leaves, mut steps)) = self.leaves_at(place) {
            let leaves = leaves.clone();
            return self.assign_leaves(&leaves, &mut steps, value, out);
        }
        if (place.ty.scalar().is_some() || self.is_variable(place))
            && let Some(value) = self.whole(value, &place.ty)
        {
            let kind = StmtKind::Assign { place: place.clone(), op: None, value };
            out.push(Stmt { kind, site: self.site });
            return;
        }
        match place.ty.clone() {
            Type::Struct(found) => {
                for field in &found.fields {
                    let mut part = Place { ty: field.ty.clone(), ..place.clone() };
                    part.steps.push(Step::Field(field.name.clone()));
                    self.assign(&mut part, &mut value.field(&field.name), out);
                    if holds(&field.ty) {
                        prove(place);
                        value.prove();
                    }
                }
            }
            Type::Array(item, Len::Const(len)) => match value {
                Value::List(items) => {
                    for (index, value) in items.iter_mut().enumerate() {
                        let index = Expr::int(index as i128, Scalar::Usize);
                        self.assign(&mut element(place, &index), value, out);
                        if holds(&item) {
                            prove(place);
                        }
                    }
                }
                Value::Scalar(_) | Value::From { .. } | Value::Fill(_) | Value::Make(_) => {
                    self.repeat(len, out, |this, index, out| {
                        this.assign(&mut element(place, index), &mut value.element(index), out);
                    });
                }
            },
            // The value is a scalar, or of a type that no verified value has.
            Type::Array(_, Len::Capture(_))
            | Type::Unit
            | Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Slice { .. }
            | Type::Ref { .. }
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Tuple(_) => {}
        }
    }

    /// Assigns to the leaves of a variable, behind the steps.
    fn assign_leaves(
        &mut self,
        leaves: &Leaves,
        steps: &mut Vec<Step>,
        value: &mut Value,
        out: &mut Vec<Stmt>,
    ) {
        match leaves {
            Leaves::One(local) => {
                let mut ty = self.function.local(*local).ty.clone();
                for step in steps.iter() {
                    ty = match step {
                        Step::Index { .. } => ty.element().cloned().unwrap_or(Type::Unit),
                        Step::Slice { .. } => Type::slice(ty.element().cloned().unwrap_or(Type::Unit), true),
                        Step::Field(_) => ty,
                    };
                }
                self.assign(&mut Place { base: *local, steps: steps.clone(), ty }, value, out);
            }
            Leaves::Fields(fields) => {
                for (name, leaves) in fields {
                    self.assign_leaves(leaves, steps, &mut value.field(name), out);
                    if self.holds(leaves) {
                        value.prove();
                        let mut place =
                            Place { steps: std::mem::take(steps), ..Place::local(LocalId(0), Type::Unit) };
                        prove(&mut place);
                        *steps = place.steps;
                    }
                }
            }
        }
    }

    /// A loop over the elements of an array.
    fn repeat(&mut self, len: u64, out: &mut Vec<Stmt>, body: impl FnOnce(&mut Self, &Expr, &mut Vec<Stmt>)) {
        let counter = self.function.add_local("element_index", Type::USIZE, LocalKind::Temp);
        self.leaves.push(None);
        let mut stmts = Vec::new();
        body(self, &Expr::local(counter, Type::USIZE), &mut stmts);
        let kind = StmtKind::For {
            label: self.fresh_label(),
            local: counter,
            start: Expr::int(0, Scalar::Usize),
            end: Expr::int(i128::from(len), Scalar::Usize),
            inclusive: false,
            step: None,
            reversed: false,
            unroll: Unroll::Free,
            body: Block(stmts),
        };
        out.push(Stmt { kind, site: self.site });
    }
}

/// Whether scalars of a value that is made must be evaluated before its other parts, whose indices may fail.
fn must_be_early<'e>(parts: impl Iterator<Item = &'e Expr>) -> bool {
    let mut early = false;
    for part in parts {
        if let ExprKind::Load(place) = &part.kind
            && part.ty.is_aggregate()
        {
            early |= indices_fail(place);
        }
    }
    early
}
