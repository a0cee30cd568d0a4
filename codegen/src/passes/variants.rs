//! Enums whose variants have fields: what names the fields of variants becomes reads and writes of cells.
//!
//! Takes a typed function; guarantees that no [qualified name](crate::ir::Struct) is left in it, and that each value of
//! an enum is made of all its cells, those that its variant does not use being zero. [`forget`] removes the variants
//! from a module's types when nothing asks for them any more. How a cell holds a field is [`cells`]'s to know.
//!
//! A part with several scalars, and an array that is indexed by a variable, are copied into a variable of their own,
//! and back where they are changed.

mod cells;

use std::sync::Arc;

use crate::compact::List;
use crate::ir::{
    BinOp, Block, Check, Expr, ExprKind, Field, Function, Len, Literal, LocalKind, Module, Place, Scalar,
    SiteId, Step, Stmt, StmtKind, Struct, Type,
};
use cells::{made_cell, read_cell, written_cell};

/// Makes cells of the fields of variants.
pub fn spell_out(function: &mut Function) {
    let mut found = false;
    function.body.walk(&mut |stmt| {
        stmt.for_each_change(&mut |place| found |= has_qualified(place));
        stmt.for_each_expr(&mut |expr| {
            found = found
                || expr.any(&mut |expr| match &expr.kind {
                    ExprKind::Make(fields) => is_qualified(fields),
                    _ => expr.place().is_some_and(has_qualified),
                });
        });
    });
    if !found {
        return;
    }
    let mut body = std::mem::take(&mut function.body);
    Spell { function, site: SiteId(0), before: Vec::new(), after: Vec::new() }.block(&mut body);
    function.body = body;
}

/// A part of an enum's value: the enum, and where in it the part lies.
struct Part {
    whole: Place,
    of: Arc<Struct>,
    offset: u64,
    ty: Type,
    /// What an index that is no literal leads to, inside the part.
    inside: Vec<Step>,
}

/// What a place with qualified names stands for.
enum Meaning {
    /// A place without them.
    Plain(Place),
    /// Whether the value here is of a variant with this tag.
    Test(Place, u64),
    /// The same, of an enum that is a part of another.
    TestOfPart(Part, u64),
    /// That a struct is itself.
    True,
    Part(Part),
}

struct Spell<'a> {
    function: &'a mut Function,
    site: SiteId,
    /// Statements before the one that is being rewritten, and after it.
    before: Vec<Stmt>,
    after: Vec<Stmt>,
}

impl Spell<'_> {
    fn block(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.0) {
            for inner in stmt.blocks_mut() {
                self.block(inner);
            }
            self.site = stmt.site;
            self.stmt(&mut stmt);
            block.0.append(&mut self.before);
            block.0.push(stmt);
            block.0.append(&mut self.after);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        stmt.for_each_expr_mut(&mut |expr| self.expr(expr));
        match &mut stmt.kind {
            // What is copied out for the condition is copied anew in each turn.
            StmtKind::While { label, condition, body } if !self.before.is_empty() => {
                let condition = std::mem::replace(condition, Expr::bool(true));
                let before = std::mem::take(&mut self.before);
                stmt.kind =
                    StmtKind::looped_while(*label, before, condition, std::mem::take(body), stmt.site);
            }
            StmtKind::Assign { place, op, value } => match meaning(self.function, place) {
                Some(Meaning::Part(part)) => {
                    let (op, value) = (op.take(), std::mem::replace(value, Expr::bool(false)));
                    self.assign(&part, op, value);
                    // The last of the assignments replaces this one.
                    if let Some(last) = self.before.pop() {
                        *stmt = last;
                    }
                }
                Some(Meaning::Plain(plain)) => *place = plain,
                // Nothing assigns what a pattern asks.
                Some(Meaning::Test(..) | Meaning::TestOfPart(..) | Meaning::True) | None => {}
            },
            _ => {}
        }
    }

    fn push(&mut self, kind: StmtKind) {
        self.before.push(Stmt { kind, site: self.site });
    }

    fn expr(&mut self, expr: &mut Expr) {
        expr.for_each_child_mut(&mut |child| self.expr(child));
        match &mut expr.kind {
            ExprKind::Load(place) => match meaning(self.function, place) {
                None => {}
                Some(Meaning::Plain(plain)) => *place = plain,
                Some(Meaning::True) => *expr = Expr::bool(true),
                Some(Meaning::Test(whole, tag)) => *expr = is_tag(Expr::load(whole), tag),
                Some(Meaning::TestOfPart(part, tag)) => *expr = is_tag(self.read(&part), tag),
                Some(Meaning::Part(part)) => *expr = self.read(&part),
            },
            ExprKind::Ref(place) => match meaning(self.function, place) {
                Some(Meaning::Part(part)) => {
                    let copy = self.copy(&part);
                    // An enum inside the copy is copied and written back first.
                    *place = place_in(&copy, &part.inside, place.ty.clone());
                    self.expr(expr);
                    if matches!(&expr.ty, Type::Ref { mutable: true, .. } | Type::Slice { mutable: true, .. })
                    {
                        let outer = std::mem::take(&mut self.before);
                        self.put(&part, &copy);
                        let written = std::mem::replace(&mut self.before, outer);
                        self.after.extend(written);
                    }
                }
                Some(Meaning::Plain(plain)) => *place = plain,
                Some(Meaning::Test(..) | Meaning::TestOfPart(..) | Meaning::True) | None => {}
            },
            // A struct is itself.
            ExprKind::Binary { op: BinOp::And, lhs, rhs, .. } => {
                let is_true = |side: &Expr| side.kind == ExprKind::Literal(Literal::Bool(true));
                if is_true(lhs) {
                    *expr = std::mem::replace(rhs, Expr::bool(true));
                } else if is_true(rhs) {
                    *expr = std::mem::replace(lhs, Expr::bool(true));
                }
            }
            ExprKind::Make(fields) => {
                if let (Type::Struct(made), true) = (&expr.ty, is_qualified(fields)) {
                    let made = Arc::clone(made);
                    *fields = self.made(&made, std::mem::take(fields));
                }
            }
            _ => {}
        }
    }

    /// The fields of a struct, or the cells of an enum.
    fn made(&mut self, made: &Struct, fields: Vec<(String, Expr)>) -> Vec<(String, Expr)> {
        let split = |name: &str| match name.split_once("::") {
            Some((variant, name)) => (variant.to_owned(), name.to_owned()),
            None => (String::new(), name.to_owned()),
        };
        let Some(variant) = fields.first().and_then(|(name, _)| made.variant(&split(name).0)) else {
            let mut fields: Vec<(String, Expr)> = fields
                .into_iter()
                .map(|(name, value)| (split(&name).1, value))
                .filter(|(name, _)| !name.is_empty())
                .list();
            crate::collections::sort_by_key(&mut fields, |(name, _)| {
                made.field(name).map(|(number, _)| number)
            });
            return fields;
        };
        let mut parts = Vec::new();
        for (name, value) in fields {
            let name = split(&name).1;
            let Some(field) = variant.fields.iter().find(|field| field.name == name) else { continue };
            self.leaves(field.offset, value, &mut parts);
        }
        let cell = |(number, field): (usize, &Field)| {
            let scalar = field.ty.scalar()?;
            let value = if number == 0 {
                let tag = Literal::from_bits(variant.tag, scalar);
                Expr::new(ExprKind::Literal(tag), field.ty.clone())
            } else {
                let cell = field.offset..field.offset + scalar.size() as u64;
                let inside = parts.iter().filter(|(offset, _)| cell.contains(offset));
                made_cell(scalar, inside.map(|(offset, part)| (offset - field.offset, part.clone())))
            };
            Some((field.name.clone(), value))
        };
        made.fields.iter().enumerate().filter_map(cell).list()
    }

    /// The scalars of a value, and where they lie.
    fn leaves(&mut self, offset: u64, value: Expr, found: &mut Vec<(u64, Expr)>) {
        if value.ty.scalar().is_some() {
            found.push((offset, value));
            return;
        }
        let place = match value.kind {
            ExprKind::Load(place) => place,
            _ => self.kept(value),
        };
        for (at, leaf) in leaves_of(&place) {
            found.push((offset + at, Expr::load(leaf)));
        }
    }

    /// A new variable with this value.
    fn kept(&mut self, value: Expr) -> Place {
        let ty = value.ty.clone();
        let local = self.function.add_local("part", ty.clone(), LocalKind::Temp);
        self.push(StmtKind::Let { local, init: Some(value) });
        Place::local(local, ty)
    }

    /// The value of a part.
    fn read(&mut self, part: &Part) -> Expr {
        if part.inside.is_empty()
            && let Some(value) = read_at(&part.whole, &part.of, part.offset, &part.ty)
        {
            return value;
        }
        let copy = self.copy(part);
        let ty = inside_type(&part.ty, &part.inside);
        let mut value = Expr::load(place_in(&copy, &part.inside, ty));
        // There may be an enum inside the copy.
        self.expr(&mut value);
        value
    }

    /// A part in a variable of its own.
    fn copy(&mut self, part: &Part) -> Place {
        let local = self.function.add_local("part", part.ty.clone(), LocalKind::Temp);
        let copy = Place::local(local, part.ty.clone());
        self.push(StmtKind::Let { local, init: None });
        for (at, leaf) in leaves_of(&copy) {
            if let Some(value) = read_at(&part.whole, &part.of, part.offset + at, &leaf.ty) {
                self.push(StmtKind::Assign { place: leaf, op: None, value });
            }
        }
        copy
    }

    /// Writes a copy back.
    fn put(&mut self, part: &Part, copy: &Place) {
        for (at, leaf) in leaves_of(copy) {
            self.write(part, part.offset + at, Expr::load(leaf));
        }
    }

    /// Writes one scalar.
    fn write(&mut self, part: &Part, offset: u64, value: Expr) {
        let Some((place, scalar, start)) = cell_at(&part.whole, &part.of, offset) else { return };
        let before = Expr::load(place.clone());
        let value = written_cell(before, scalar, offset - start, value);
        self.push(StmtKind::Assign { place, op: None, value });
    }

    fn assign(&mut self, part: &Part, op: Option<BinOp>, value: Expr) {
        if !part.inside.is_empty() {
            // The value comes first: it may read what is copied.
            let value = Expr::load(self.kept(value));
            let copy = self.copy(part);
            let place = place_in(&copy, &part.inside, value.ty.clone());
            match meaning(self.function, &place) {
                Some(Meaning::Part(inner)) => self.assign(&inner, op, value),
                _ => self.push(StmtKind::Assign { place, op, value }),
            }
            return self.put(part, &copy);
        }
        let value = match op {
            Some(op) => {
                let ty = part.ty.clone();
                Expr::binary(op, self.read(part), value, ty)
            }
            None => value,
        };
        if value.ty.scalar().is_some() {
            return self.write(part, part.offset, value);
        }
        let copy = self.kept(value);
        self.put(part, &copy);
    }
}

/// Whether a struct or an enum is made by qualified names.
fn is_qualified(fields: &[(String, Expr)]) -> bool {
    fields.first().is_some_and(|(name, _)| name.contains("::"))
}

fn has_qualified(place: &Place) -> bool {
    place.steps.iter().any(|step| matches!(step, Step::Field(name) if name.contains("::")))
}

/// What a place stands for; `None` where it has no qualified names.
fn meaning(function: &Function, place: &Place) -> Option<Meaning> {
    if !has_qualified(place) {
        return None;
    }
    let mut ty = function.local(place.base).ty.referent().clone();
    let mut plain = Place { base: place.base, steps: Vec::new(), ty: ty.clone() };
    for (number, step) in place.steps.iter().enumerate() {
        let next = match step {
            Step::Field(name) => match (name.split_once("::"), &ty) {
                (Some((variant, field)), Type::Struct(of)) if !of.variants.is_empty() => {
                    let part = Part {
                        whole: plain,
                        of: Arc::clone(of),
                        offset: 0,
                        ty: ty.clone(),
                        inside: Vec::new(),
                    };
                    let tag = of.variant(variant)?.tag;
                    if field.is_empty() {
                        let field = of.fields.first()?;
                        let mut place = part.whole;
                        place.steps.push(Step::Field(field.name.clone()));
                        place.ty = field.ty.clone();
                        return Some(Meaning::Test(place, tag));
                    }
                    return part_of(part, place.steps.get(number..)?);
                }
                (Some((_, "")), _) => return Some(Meaning::True),
                (Some((_, name)), _) => Step::Field(name.to_owned()),
                (None, _) => step.clone(),
            },
            Step::Index { .. } | Step::Slice { .. } => step.clone(),
        };
        ty = match &next {
            Step::Field(name) => ty.field(name)?.referent().clone(),
            Step::Index { .. } => ty.element()?.clone(),
            Step::Slice { .. } => ty.clone(),
        };
        plain.steps.push(next);
        plain.ty = ty.clone();
    }
    plain.ty = place.ty.clone();
    Some(Meaning::Plain(plain))
}

/// The part of an enum that these steps lead to.
fn part_of(mut part: Part, steps: &[Step]) -> Option<Meaning> {
    for step in steps {
        if !part.inside.is_empty() {
            part.inside.push(step.clone());
            continue;
        }
        match (step, &part.ty) {
            (Step::Field(name), Type::Struct(of)) => {
                let field = match name.split_once("::") {
                    Some((variant, name)) if !of.variants.is_empty() => {
                        let variant = of.variant(variant)?;
                        if name.is_empty() {
                            let (tag, ty) = (variant.tag, of.fields.first()?.ty.clone());
                            return Some(Meaning::TestOfPart(Part { ty, ..part }, tag));
                        }
                        variant.fields.iter().find(|field| field.name == name)?
                    }
                    Some((_, "")) => return Some(Meaning::True),
                    Some((_, name)) => of.field(name)?.1,
                    None => of.field(name)?.1,
                };
                part.offset += field.offset;
                part.ty = field.ty.clone();
            }
            (Step::Index { index, check }, Type::Array(element, Len::Const(len))) => {
                match (&index.kind, check) {
                    (ExprKind::Literal(Literal::Int(at)), _) if (0..i128::from(*len)).contains(at) => {
                        part.offset += *at as u64 * element.size()?;
                        part.ty = (**element).clone();
                    }
                    _ => part.inside.push(step.clone()),
                }
            }
            _ => part.inside.push(step.clone()),
        }
    }
    Some(Meaning::Part(part))
}

/// The type of what steps lead to.
fn inside_type(ty: &Type, steps: &[Step]) -> Type {
    steps.iter().fold(ty.clone(), |ty, step| match step {
        Step::Field(name) => ty.field(name).cloned().unwrap_or(ty),
        Step::Index { .. } => ty.element().cloned().unwrap_or(ty),
        Step::Slice { .. } => ty,
    })
}

fn place_in(copy: &Place, inside: &[Step], ty: Type) -> Place {
    let steps = copy.steps.iter().chain(inside).cloned().list();
    Place { base: copy.base, steps, ty }
}

/// Whether a tag is that of a variant.
fn is_tag(tag: Expr, bits: u64) -> Expr {
    let literal = tag.ty.scalar().map_or(Literal::Int(0), |scalar| Literal::from_bits(bits, scalar));
    let literal = Expr::new(ExprKind::Literal(literal), tag.ty.clone());
    Expr::binary(BinOp::Eq, tag, literal, Type::BOOL)
}

/// The cell in which a byte lies, its scalar, and where it starts.
fn cell_at(whole: &Place, of: &Struct, offset: u64) -> Option<(Place, Scalar, u64)> {
    let field = of.fields.iter().rev().find(|field| field.offset <= offset)?;
    let mut place = whole.clone();
    place.steps.push(Step::Field(field.name.clone()));
    place.ty = field.ty.clone();
    Some((place, field.ty.scalar()?, field.offset))
}

/// A scalar of an enum's value.
fn read_at(whole: &Place, of: &Struct, offset: u64, ty: &Type) -> Option<Expr> {
    let wanted = ty.scalar()?;
    let (place, scalar, start) = cell_at(whole, of, offset)?;
    Some(read_cell(Expr::load(place), scalar, offset - start, wanted))
}

/// The scalars of what lies at a place.
fn leaves_of(place: &Place) -> Vec<(u64, Place)> {
    fn collect(place: &Place, at: u64, found: &mut Vec<(u64, Place)>) {
        let part = |step: Step, ty: &Type| {
            let mut part = place.clone();
            part.steps.push(step);
            part.ty = ty.clone();
            part
        };
        match &place.ty {
            Type::Struct(of) => {
                for field in &of.fields {
                    collect(&part(Step::Field(field.name.clone()), &field.ty), at + field.offset, found);
                }
            }
            Type::Array(element, Len::Const(len)) => {
                let size = element.size().unwrap_or(0);
                for index in 0..*len {
                    let number = Expr::int(i128::from(index), Scalar::Usize);
                    let step = Step::Index { index: Box::new(number), check: Check::Proven };
                    collect(&part(step, element), at + index * size, found);
                }
            }
            _ => found.push((at, place.clone())),
        }
    }
    let mut found = Vec::new();
    collect(place, 0, &mut found);
    found
}

/// Removes the variants from the types of a module without qualified names: there an enum is its cells.
pub fn forget(module: &mut Module) {
    for function in &mut module.functions {
        for local in &mut function.locals {
            forget_in(&mut local.ty);
        }
        forget_in(&mut function.result);
        let place = |place: &mut Place| forget_in(&mut place.ty);
        function.body.walk_mut(&mut |stmt| {
            if let StmtKind::Assign { place: assigned, .. } = &mut stmt.kind {
                place(assigned);
            }
        });
        function.body.rewrite_exprs(&mut |expr| {
            forget_in(&mut expr.ty);
            if let Some(read) = expr.place_mut() {
                place(read);
            }
        });
    }
}

fn forget_in(ty: &mut Type) {
    match ty {
        Type::Struct(of) => {
            if has_variants(of) {
                let own = Arc::make_mut(of);
                own.variants.clear();
                own.fields.iter_mut().for_each(|field| forget_in(&mut field.ty));
            }
        }
        Type::Array(element, _) | Type::Slice { element, .. } => forget_in(element),
        Type::Ref { target, .. } => forget_in(target),
        // A closed type that has structs in it is one of those.
        Type::Unit
        | Type::Scalar(_)
        | Type::Tuple(_)
        | Type::Atomic(_)
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Capture(_)
        | Type::Infer(_) => {}
    }
}

/// Whether an enum with variants is in a struct.
fn has_variants(of: &Struct) -> bool {
    fn inside(ty: &Type) -> bool {
        match ty {
            Type::Struct(of) => has_variants(of),
            Type::Array(element, _) => inside(element),
            _ => false,
        }
    }
    !of.variants.is_empty() || of.fields.iter().any(|field| inside(&field.ty))
}
