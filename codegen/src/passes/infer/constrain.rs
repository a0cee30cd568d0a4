//! What the function's shape says about its types.
//!
//! Most of it is said at once (operands agree, conditions are `bool`); what depends on a type that is not known yet
//! (methods, elements of an array, references given to functions) is remembered and tried again until nothing moves.

use super::table::{Kind, Table};
use super::tiles::{self, Lift, Whole};
use super::{Signature, TypeError, cannot_type};
use crate::compact::List;
use crate::intrinsics::{self, Class, Intrinsic, Slot};
use crate::ir::{
    BinOp, Block, Callee, Capture, CaptureId, Expr, ExprKind, Function, FunctionKind, Len, Literal, Operator,
    Place, Scalar, SiteId, Step, Stmt, StmtKind, TileOp, Type,
};

/// Constraints that wait for a type.
enum Deferred {
    /// `result` is what these steps into `container` give.
    Steps { container: Type, steps: Vec<Key>, mutable: bool, result: Type },
    /// A struct or tuple with fields of these types.
    Make { result: Type, fields: Vec<(String, Type)> },
    /// `args[0].name(args[1..])` or `ty::name(args)`; the receiver's type decides.
    Named { receiver: Type, name: String, args: Vec<Type>, result: Type, atomic: bool },
    /// A free intrinsic with a generic operand.
    Intrinsic { row: &'static Intrinsic, args: Vec<Type>, result: Type },
    /// A reference to a place of type `place`, passed where `param` is asked for.
    Reference { place: Type, param: Type },
    /// Element-wise work, on scalars or tiles.
    Lift(Lift),
    /// An operation on whole tiles.
    Whole(Whole),
    /// A method of tiles with a type written out.
    WithType { said: Type, name: String, operand: Type, result: Type },
    /// An open operator, whose operands may be of a type of the user's. The place that is assigned to is one of
    /// them. With a `constant`, one of them is a constant of the user's.
    Operator { op: Operator, id: CaptureId, operands: Vec<Type>, constant: bool, result: Type },
}

/// A step of a place, as far as types go.
enum Key {
    Index,
    Field(String),
    Slice,
}

pub(super) struct Constraints {
    deferred: Vec<(SiteId, Deferred)>,
    /// The captured types that are numbers.
    numbers: Vec<CaptureId>,
    pub(super) errors: Vec<TypeError>,
}

struct Walk<'a> {
    function: &'a Function,
    signatures: &'a [Signature],
    table: &'a mut Table,
    out: Constraints,
    site: SiteId,
    /// Tiles can occur here, so that what is not known yet may be one.
    in_tiles: bool,
}

pub(super) fn constrain(
    function: &Function,
    signatures: &[Signature],
    table: &mut Table,
    numbers: &[CaptureId],
) -> Constraints {
    let out = Constraints { deferred: Vec::new(), numbers: numbers.to_vec(), errors: Vec::new() };
    let in_tiles = function.kind == FunctionKind::Device || function.attrs.tile.is_some();
    let mut walk = Walk { function, signatures, table, out, site: SiteId(0), in_tiles };
    walk.block(&function.body);
    walk.out
}

impl Walk<'_> {
    #[inline(never)]
    fn equal(&mut self, a: &Type, b: &Type) {
        if !self.table.unify(a, b) {
            let (a, b) = (self.table.resolve(a), self.table.resolve(b));
            let message = format!("the types {} and {} do not agree", show(&a), show(&b));
            self.out.errors.push(cannot_type(self.site, message, ""));
        }
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.0 {
            self.site = stmt.site;
            self.stmt(stmt);
            for inner in stmt.blocks() {
                self.block(inner);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        stmt.for_each_expr(&mut |expr| self.expr(expr));
        match &stmt.kind {
            StmtKind::Let { local, init: Some(init) } => {
                self.equal(&self.function.local(*local).ty, &init.ty);
            }
            StmtKind::Assign { place, op, value } => {
                self.place(place);
                match op {
                    None => self.equal(&place.ty, &value.ty),
                    Some(op) => self.lift(*op, vec![place.ty.clone(), value.ty.clone()], &place.ty),
                }
            }
            StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => {
                self.equal(&condition.ty, &Type::BOOL);
            }
            StmtKind::For { local, start, end, step, .. } => {
                let ty = &self.function.local(*local).ty;
                self.equal(&start.ty, &end.ty);
                self.equal(ty, &start.ty);
                if let Some(step) = step {
                    self.equal(ty, &step.ty);
                }
            }
            StmtKind::Return(Some(value)) => self.equal(&self.function.result, &value.ty),
            _ => {}
        }
    }

    /// Types of a place's steps; its indices are visited as children of the expression or statement.
    fn place(&mut self, place: &Place) {
        place.for_each_index(&mut |index| self.equal(&index.ty, &Type::USIZE));
        let base = &self.function.local(place.base).ty;
        let (container, mutable) = (base.referent().clone(), base.is_mutable_base());
        let key = |step: &Step| match step {
            Step::Index { .. } => Key::Index,
            Step::Field(name) => Key::Field(name.clone()),
            Step::Slice { .. } => Key::Slice,
        };
        let steps = place.steps.iter().map(key).list();
        let constraint = Deferred::Steps { container, steps, mutable, result: place.ty.clone() };
        match attempt(&constraint, self.table, &self.out.numbers) {
            Outcome::Done => {}
            Outcome::Waits | Outcome::Learnt => self.defer(constraint),
            Outcome::Wrong(message) | Outcome::NoMethod(message) => {
                self.out.errors.push(cannot_type(self.site, message, ""));
            }
        }
    }

    fn defer(&mut self, constraint: Deferred) {
        self.out.deferred.push((self.site, constraint));
    }

    fn expr(&mut self, expr: &Expr) {
        expr.for_each_child(&mut |child| self.expr(child));
        let ty = &expr.ty;
        match &expr.kind {
            ExprKind::Literal(Literal::Bool(_)) => self.equal(ty, &Type::BOOL),
            ExprKind::Literal(Literal::Int(_)) => self.literal(ty, Kind::Int),
            ExprKind::Literal(Literal::Float(_)) => self.literal(ty, Kind::Float),
            ExprKind::Capture(id) => {
                if let Some(Capture::Const { ty: Some(declared), .. }) =
                    self.function.captures.get(id.0 as usize)
                {
                    self.equal(ty, declared);
                }
            }
            ExprKind::Load(place) => {
                self.place(place);
                self.equal(ty, &place.ty);
            }
            ExprKind::Len(_) => self.equal(ty, &Type::USIZE),
            ExprKind::LenOf(place) => {
                self.place(place);
                self.equal(ty, &Type::USIZE);
            }
            ExprKind::Make(fields) => {
                let fields = fields.iter().map(|(name, value)| (name.clone(), value.ty.clone())).list();
                self.defer(Deferred::Make { result: ty.clone(), fields });
            }
            ExprKind::Unary(_, operand) => self.equal(ty, &operand.ty),
            ExprKind::Binary { op, lhs, rhs, .. } => self.binary(*op, &lhs.ty, &rhs.ty, ty),
            ExprKind::Cast(operand) => self.cast(operand, ty),
            ExprKind::Select { condition, then, otherwise } => {
                if self.is_tile(&condition.ty) {
                    // What `mask.select(..)` became.
                    let args = vec![condition.ty.clone(), then.ty.clone(), otherwise.ty.clone()];
                    self.named("select", &condition.ty, args, ty, false);
                } else {
                    self.equal(&condition.ty, &Type::BOOL);
                    self.equal(&then.ty, ty);
                    self.equal(&otherwise.ty, ty);
                }
            }
            ExprKind::Call { callee, args, .. } => self.call(callee, args, ty),
            ExprKind::Array(values) => {
                if let Some(element) = self.table.resolve(ty).element().cloned() {
                    for value in values {
                        self.equal(&value.ty, &element);
                    }
                }
            }
            ExprKind::Repeat(value) => {
                if let Some(element) = self.table.resolve(ty).element().cloned() {
                    self.equal(&value.ty, &element);
                }
            }
            ExprKind::Ref(place) => self.place(place),
            ExprKind::Extent { .. } => self.equal(ty, &Type::USIZE),
            ExprKind::Tile { op, args } => self.whole(*op, args, ty),
        }
    }

    fn is_tile(&self, ty: &Type) -> bool {
        self.table.resolve(ty).shape().is_some()
    }

    fn binary(&mut self, op: BinOp, lhs: &Type, rhs: &Type, ty: &Type) {
        let compares = op.is_comparison();
        // Rust's comparison operators give a `bool`: only what a method became compares tiles, with types that are
        // known.
        let whole = compares && (self.is_tile(lhs) || self.is_tile(rhs));
        if whole || !compares && !op.is_lazy() {
            self.lift(op, vec![lhs.clone(), rhs.clone()], ty);
        } else {
            self.equal(lhs, rhs);
            self.equal(ty, &Type::BOOL);
        }
    }

    fn lift(&mut self, op: BinOp, operands: Vec<Type>, result: &Type) {
        if self.in_tiles {
            return self.defer(Deferred::Lift(Lift::of(op, operands, result.clone())));
        }
        if let ([lhs, _], true) = (operands.as_slice(), op.is_shift()) {
            return self.equal(result, lhs);
        }
        // Operands first: what they disagree about is what the user sees.
        if let [lhs, rhs] = operands.as_slice() {
            self.equal(lhs, rhs);
            self.equal(result, lhs);
        }
    }

    fn whole(&mut self, op: TileOp, args: &[Expr], result: &Type) {
        let tensor = op.tensor().and_then(|id| match &self.function.locals.get(id.0 as usize)?.ty {
            Type::Tensor { element, rank, .. } => Some(((**element).clone(), *rank)),
            _ => None,
        });
        if let TileOp::Store { .. } = op {
            self.equal(result, &Type::Unit);
        }
        let args = args.iter().map(|arg| arg.ty.clone()).list();
        self.defer(Deferred::Whole(Whole { op, tensor, args, result: result.clone() }));
    }

    fn named(&mut self, name: &str, receiver: &Type, args: Vec<Type>, result: &Type, atomic: bool) {
        let (receiver, result) = (receiver.clone(), result.clone());
        self.defer(Deferred::Named { receiver, name: name.to_owned(), args, result, atomic });
    }

    /// `3_000_000_000 as u64`: the type of a cast is a literal's own, where it can be; as in rustc, only directly.
    fn cast(&mut self, operand: &Expr, ty: &Type) {
        let mut literal = operand;
        while let ExprKind::Unary(_, inner) = &literal.kind {
            literal = inner;
        }
        let kind = self.table.kind(&operand.ty);
        let suits = match self.table.resolve(ty) {
            Type::Scalar(scalar) => {
                (kind == Some(Kind::Int) && scalar.is_int())
                    || (kind == Some(Kind::Float) && scalar.is_float())
            }
            _ => false,
        };
        if matches!(literal.kind, ExprKind::Literal(_)) && suits {
            self.equal(&operand.ty, ty);
        }
    }

    fn literal(&mut self, ty: &Type, kind: Kind) {
        if !self.table.restrict(ty, kind) {
            let found = self.table.resolve(ty);
            let message = format!("a literal cannot have the type {}", show(&found));
            self.out.errors.push(cannot_type(self.site, message, ""));
        }
    }

    fn call(&mut self, callee: &Callee, args: &[Expr], result: &Type) {
        let types = || args.iter().map(|arg| arg.ty.clone()).list();
        match callee {
            Callee::Intrinsic(row) => {
                let constraint =
                    Deferred::Intrinsic { row, args: operand_types(args), result: result.clone() };
                self.defer(constraint);
            }
            Callee::Function(id) => {
                let Some(signature) = self.signatures.get(id.0 as usize) else { return };
                self.called(signature, args, result);
            }
            Callee::Method(name) => {
                let Some(first) = args.first() else { return };
                let (receiver, atomic) = match &first.kind {
                    ExprKind::Ref(place) => (place.ty.clone(), true),
                    _ => (first.ty.clone(), false),
                };
                self.named(name, &receiver, operand_types(args), result, atomic);
            }
            Callee::Assoc(said, name) => match (tiles::WITH_TYPE.contains(&name.as_str()), args) {
                (true, [operand]) => self.defer(Deferred::WithType {
                    said: said.clone(),
                    name: name.clone(),
                    operand: operand.ty.clone(),
                    result: result.clone(),
                }),
                _ => self.named(name, said, types(), result, false),
            },
            Callee::Operator(op, id) => {
                let mut operands = operand_types(args);
                if let Operator::Assign(_) = op {
                    operands.insert(0, result.clone());
                }
                let constant = args.iter().any(|arg| matches!(arg.kind, ExprKind::Capture(_)));
                let result = result.clone();
                self.defer(Deferred::Operator { op: *op, id: *id, operands, constant, result });
            }
            Callee::Capture(id) => {
                if let Some(signature) = Signature::of_capture(self.function, *id) {
                    self.called(&signature, args, result);
                }
            }
        }
    }

    /// What a signature says of a call.
    fn called(&mut self, signature: &Signature, args: &[Expr], result: &Type) {
        self.equal(result, &signature.result);
        for (at, (arg, param)) in args.iter().zip(&signature.params).enumerate() {
            match (&arg.kind, signature.callable(at)) {
                (ExprKind::Capture(id), Some(called)) => self.passed(*id, called),
                (ExprKind::Ref(place), _) => {
                    self.defer(Deferred::Reference { place: place.ty.clone(), param: param.clone() });
                }
                (_, None) => self.equal(&arg.ty, param),
                // Rustc lets nobody call anything else.
                (_, Some(_)) => {}
            }
        }
        for (arg, param) in args.iter().zip(&signature.params) {
            if matches!(arg.kind, ExprKind::Ref(_)) {
                self.equal(&arg.ty, param);
            }
        }
    }

    /// What is passed to be called has the parameters and the result that the function gives and takes.
    fn passed(&mut self, id: CaptureId, called: &Signature) {
        let Some(own) = Signature::of_capture(self.function, id) else { return };
        for (own, given) in own.params.iter().zip(&called.params) {
            self.equal(own, given);
        }
        // What a closure gives that nobody takes is dropped.
        if called.result != Type::Unit && own.result != Type::Unit {
            self.equal(&own.result, &called.result);
        }
    }
}

/// Types of operands; a reference counts as what it refers to.
fn operand_types(args: &[Expr]) -> Vec<Type> {
    args.iter()
        .map(|arg| match &arg.kind {
            ExprKind::Ref(place) => place.ty.clone(),
            _ => arg.ty.clone(),
        })
        .list()
}

impl Constraints {
    /// Tries what waits until nothing moves. In the end what still waits is left to `resolve` to complain about.
    pub(super) fn solve(&mut self, table: &mut Table) {
        loop {
            let before = self.deferred.len();
            let mut moved = false;
            for (site, constraint) in std::mem::take(&mut self.deferred) {
                match attempt(&constraint, table, &self.numbers) {
                    Outcome::Done => {}
                    Outcome::Waits => self.deferred.push((site, constraint)),
                    Outcome::Learnt => {
                        moved = true;
                        self.deferred.push((site, constraint));
                    }
                    Outcome::Wrong(message) => self.errors.push(cannot_type(site, message, "")),
                    Outcome::NoMethod(message) => {
                        let diagnostic =
                            crate::diagnostic::Diagnostic::new(crate::diagnostic::Code::Method, message);
                        self.errors.push(TypeError { site, diagnostic });
                    }
                }
            }
            if self.deferred.len() == before && !moved {
                return;
            }
        }
    }

    /// Settles the first element-wise operation that still waits, or the first that has a tile: a selection too, of
    /// which a part may be a tile whose extents nothing says. False where none waits.
    pub(super) fn settle(&mut self, table: &mut Table, with_tiles: bool) -> bool {
        let settles = |constraint: &Deferred| match constraint {
            Deferred::Lift(lift) => !with_tiles || tiles::has_tile(table, lift),
            Deferred::Named { receiver, name, args, .. } => {
                with_tiles && name == "select" && tiles::has_open_arm(table, receiver, args)
            }
            Deferred::Steps { .. }
            | Deferred::Make { .. }
            | Deferred::Intrinsic { .. }
            | Deferred::Reference { .. }
            | Deferred::Whole(_)
            | Deferred::WithType { .. }
            | Deferred::Operator { .. } => false,
        };
        let Some(at) = self.deferred.iter().position(|(_, constraint)| settles(constraint)) else {
            return false;
        };
        let (site, constraint) = self.deferred.remove(at);
        if let Deferred::Named { receiver, args, .. } = &constraint {
            tiles::settle_arm(table, receiver, args);
            // In its place: what is computed with the selection is settled when all of its parts are.
            self.deferred.insert(at, (site, constraint));
            return true;
        }
        if let Deferred::Lift(lift) = &constraint
            && self.settle_part(table, lift)
        {
            self.deferred.insert(at, (site, constraint));
            return true;
        }
        if let Deferred::Lift(lift) = &constraint
            && let Outcome::Wrong(message) = tiles::settle(table, lift)
        {
            self.errors.push(cannot_type(site, message, ""));
        }
        true
    }

    /// What is made a row or a column beside a tile of two axes, `a + bias.load(n).to_row()`, is one of that. False
    /// where there is none.
    fn settle_part(&self, table: &mut Table, lift: &Lift) -> bool {
        let operands = lift.operands.iter().map(|ty| table.resolve(ty)).list();
        let Some(tile) = operands.iter().find(|ty| ty.shape().is_some()) else { return false };
        let parts = operands.iter().filter_map(|ty| Some((ty, self.part(table, tile, ty)?))).list();
        parts.iter().any(|(operand, part)| table.unify(operand, part))
    }

    /// The row or column of a tile that an unknown operand is, or is computed of.
    fn part(&self, table: &Table, tile: &Type, operand: &Type) -> Option<Type> {
        let Type::Infer(_) = operand else { return None };
        self.deferred.iter().find_map(|(_, constraint)| match constraint {
            Deferred::Named { name, result, .. } if table.resolve(result) == *operand => {
                tiles::part_of(tile, name)
            }
            Deferred::Lift(lift) if !lift.compares && table.resolve(&lift.result) == *operand => {
                let mut operands = lift.operands.iter().map(|ty| table.resolve(ty));
                operands.find_map(|inner| self.part(table, tile, &inner).filter(|_| inner != *operand))
            }
            _ => None,
        })
    }
}

impl Constraints {
    /// The operators of which it is still not known that they are those of numbers.
    pub(super) fn open_operators(&self) -> Vec<CaptureId> {
        let id = |constraint: &Deferred| match constraint {
            Deferred::Operator { id, .. } => Some(*id),
            Deferred::Steps { .. }
            | Deferred::Make { .. }
            | Deferred::Named { .. }
            | Deferred::Intrinsic { .. }
            | Deferred::Reference { .. }
            | Deferred::Lift(_)
            | Deferred::Whole(_)
            | Deferred::WithType { .. } => None,
        };
        self.deferred.iter().filter_map(|(_, constraint)| id(constraint)).list()
    }
}

pub(super) enum Outcome {
    Done,
    Waits,
    /// Waits, but something new was found out.
    Learnt,
    Wrong(String),
    NoMethod(String),
}

fn attempt(constraint: &Deferred, table: &mut Table, numbers: &[CaptureId]) -> Outcome {
    match constraint {
        Deferred::Steps { container, steps, mutable, result } => {
            let mut ty = table.resolve(container);
            for step in steps {
                let next = match step {
                    Key::Index => ty.element().cloned(),
                    Key::Field(name) => ty.field(name).cloned(),
                    Key::Slice => ty.element().map(|element| Type::slice(element.clone(), *mutable)),
                };
                ty = match (next, &ty, step) {
                    (Some(next), ..) => table.resolve(&next).referent().clone(),
                    (None, Type::Infer(_) | Type::Capture(_), _) => return Outcome::Waits,
                    (None, other, Key::Field(name)) => {
                        return Outcome::Wrong(format!("{} has no field `{name}` here", show(other)));
                    }
                    (None, Type::Struct(found), Key::Index | Key::Slice) => {
                        return Outcome::Wrong(format!(
                            "kernels have no `Index` of `{}`: write a method with `#[device]` that takes the index",
                            found.name
                        ));
                    }
                    (None, other, Key::Index | Key::Slice) => {
                        return Outcome::Wrong(format!("{} cannot be indexed", show(other)));
                    }
                };
            }
            agree(table, &ty, result)
        }
        Deferred::Make { result, fields } => {
            let made = table.resolve(result);
            if let Type::Infer(_) | Type::Capture(_) = made {
                return Outcome::Waits;
            }
            for (name, value) in fields {
                let Some(field) = made.field(name).cloned() else {
                    return Outcome::Wrong(format!("{} has no field `{name}` here", show(&made)));
                };
                if let Outcome::Wrong(message) = agree(table, &field, value) {
                    return Outcome::Wrong(message);
                }
            }
            Outcome::Done
        }
        Deferred::Reference { place, param } => {
            let place = table.resolve(place);
            match param {
                Type::Slice { element, .. } => match place.element() {
                    Some(found) => agree(table, &found.clone(), element),
                    None => Outcome::Waits,
                },
                Type::Ref { target, .. } => agree(table, &place, target),
                Type::Tensor { .. } => agree(table, &place, param),
                // The receiver of a method that takes it by value.
                value => agree(table, &place, value),
            }
        }
        Deferred::Named { receiver, name, args, result, atomic } => {
            named(table, receiver, name, args, result, *atomic)
        }
        Deferred::Intrinsic { row, args, result } => intrinsic(table, row, args, result),
        Deferred::Lift(lift) => tiles::lift(table, lift),
        Deferred::Whole(whole) => tiles::whole(table, whole),
        Deferred::WithType { said, name, operand, result } => {
            tiles::with_type(table, said, name, operand, result)
        }
        Deferred::Operator { op, operands, constant, result, .. } => {
            operator(table, *op, operands, *constant, result, numbers)
        }
    }
}

/// An operator follows the rules of numbers once its operands are known to be no types of the user's.
fn operator(
    table: &mut Table,
    op: Operator,
    operands: &[Type],
    constant: bool,
    result: &Type,
    numbers: &[CaptureId],
) -> Outcome {
    let can_be_the_users = |ty: &Type| match table.resolve(ty) {
        Type::Capture(id) => !numbers.contains(&id),
        unknown @ Type::Infer(_) => table.kind(&unknown) == Some(Kind::Any),
        Type::Struct(_) => true,
        // What rustc knows as functions of Kiln's.
        Type::Array(..) | Type::Tuple(_) => matches!(op, Operator::Binary(op) if op.is_comparison()),
        Type::Unit
        | Type::Scalar(_)
        | Type::Atomic(_)
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Tensor { .. }
        | Type::Tile { .. } => false,
    };
    // A constant beside an integer is one too (the bound of an index, the width of a row), and `T::ONE` is a `T`.
    // So is what is ordered with one, of which a bound is learnt.
    let orders = matches!(op, Operator::Binary(BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge));
    let tells = |ty: &Type| match table.resolve(ty) {
        Type::Capture(id) => numbers.contains(&id),
        other => other.scalar().is_some_and(Scalar::is_int),
    };
    if operands.iter().any(can_be_the_users) && !((constant || orders) && operands.iter().any(tells)) {
        return Outcome::Waits;
    }
    let Some(first) = operands.first() else { return Outcome::Done };
    match op {
        Operator::Unary(_) => agree(table, result, first),
        Operator::Binary(op) => tiles::lift(table, &Lift::of(op, operands.to_vec(), result.clone())),
        Operator::Assign(op) => tiles::lift(table, &Lift::of(op, operands.to_vec(), first.clone())),
    }
}

#[inline(never)]
pub(super) fn agree(table: &mut Table, a: &Type, b: &Type) -> Outcome {
    if table.unify(a, b) {
        Outcome::Done
    } else {
        let (a, b) = (table.resolve(a), table.resolve(b));
        Outcome::Wrong(format!("the types {} and {} do not agree", show(&a), show(&b)))
    }
}

fn named(
    table: &mut Table,
    receiver: &Type,
    name: &str,
    args: &[Type],
    result: &Type,
    atomic: bool,
) -> Outcome {
    if name == tiles::COUNT {
        return tiles::method(table, name, args, result);
    }
    match table.resolve(receiver) {
        Type::Scalar(scalar) if !atomic => match intrinsics::method(name, scalar, false) {
            Some(row) => apply(table, row, scalar, args, result),
            None => match intrinsics::constant(name, scalar).filter(|_| args.is_empty()) {
                Some((ty, _)) => agree(table, result, &Type::Scalar(ty)),
                None => Outcome::NoMethod(format!("`{}` has no `{name}` in kernels", scalar.name())),
            },
        },
        Type::Atomic(scalar) if atomic => match intrinsics::method(name, scalar, true) {
            Some(row) => apply(table, row, scalar, args, result),
            None => Outcome::NoMethod(format!("atomics of `{}` have no `{name}` in kernels", scalar.name())),
        },
        Type::Capture(id) => generic(table, &Type::Capture(id), name, args, result),
        Type::Infer(_) | Type::Tile { .. } if !atomic => tiles::method(table, name, args, result),
        Type::Infer(_) => Outcome::Waits,
        Type::Struct(found) => Outcome::NoMethod(format!(
            "`{name}` is a method of numbers in kernels: write a function of `{type_name}` with `#[device]`, and call it \
             as `{type_name}::{name}(..)`",
            type_name = found.name
        )),
        Type::Tuple(_) if tiles::is_along(name) => Outcome::NoMethod(
            "a tuple is reduced here whose parts are not known: write `|(a, b), (c, d)| ..`, or the tuple's type in its `let`"
                .to_owned(),
        ),
        other => Outcome::NoMethod(format!("{} has no `{name}` in kernels", show(&other))),
    }
}

/// A method of a type parameter: where all rows of that name agree, the result is known before the type is.
fn generic(table: &mut Table, ty: &Type, name: &str, args: &[Type], result: &Type) -> Outcome {
    if args.is_empty() && matches!(name, "ZERO" | "ONE" | "MAX" | "MIN" | "EPSILON" | "INFINITY" | "NAN") {
        return if table.unify(result, ty) {
            Outcome::Waits
        } else {
            Outcome::Wrong(format!("`{name}` has another type"))
        };
    }
    let mut learnt = false;
    let mut rows = intrinsics::all().filter(|row| {
        matches!(row.surface, intrinsics::Surface::Method(n) | intrinsics::Surface::Assoc(n) if n == name)
            && row.params.first() != Some(&Slot::AtomicRef)
    });
    let Some(first) = rows.next() else { return Outcome::Waits };
    if rows.any(|row| row.params != first.params || row.result != first.result) {
        return Outcome::Waits;
    }
    let mut learn = |slot: Slot, found: &Type, table: &mut Table| {
        let said = match slot {
            Slot::Same => ty.clone(),
            Slot::Fixed(scalar) => Type::Scalar(scalar),
            Slot::Unit | Slot::Unsigned | Slot::AtomicRef | Slot::Element { .. } | Slot::ElementOf { .. } => {
                return;
            }
        };
        // An alias agrees with a known type without either changing: nothing new is learnt of that.
        let before = table.resolve(found);
        if before != said && table.unify(found, &said) && table.resolve(found) != before {
            learnt = true;
        }
    };
    for (slot, arg) in first.params.iter().zip(args) {
        learn(*slot, arg, table);
    }
    learn(first.result, result, table);
    if learnt { Outcome::Learnt } else { Outcome::Waits }
}

fn apply(table: &mut Table, row: &Intrinsic, generic: Scalar, args: &[Type], result: &Type) -> Outcome {
    if row.params.len() != args.len() {
        return Outcome::NoMethod(format!(
            "`{}` takes {} operands, not {}",
            row.name,
            row.params.len(),
            args.len()
        ));
    }
    for (slot, arg) in row.params.iter().zip(args) {
        let wanted = match slot {
            Slot::AtomicRef => Type::Atomic(generic),
            // Here a reference counts as what it refers to.
            Slot::Element { .. } => Type::Scalar(generic),
            Slot::Unit | Slot::Same | Slot::Unsigned | Slot::Fixed(_) | Slot::ElementOf { .. } => {
                slot.resolve(generic)
            }
        };
        if !table.unify(arg, &wanted) {
            let found = table.resolve(arg);
            return Outcome::Wrong(format!(
                "`{}` takes {} here, not {}",
                row.name,
                show(&wanted),
                show(&found)
            ));
        }
    }
    agree(table, result, &row.result.resolve(generic))
}

fn intrinsic(table: &mut Table, row: &'static Intrinsic, args: &[Type], result: &Type) -> Outcome {
    if row.class == Class::None {
        return apply(table, row, Scalar::Bool, args, result);
    }
    // The generic operand decides; where the result is of the same type, that may.
    let position = row
        .params
        .iter()
        .position(|slot| matches!(slot, Slot::Same | Slot::AtomicRef | Slot::Element { .. }));
    let candidate = position.and_then(|at| args.get(at)).map(|ty| table.resolve(ty));
    match candidate {
        Some(Type::Scalar(scalar) | Type::Atomic(scalar)) if !lifts(table, args) => {
            apply(table, row, scalar, args, result)
        }
        // Only what a method of a tile became; its types are known.
        _ if lifts(table, args) => tiles::lift(
            table,
            &Lift { operands: args.to_vec(), result: result.clone(), compares: false, shifts: false },
        ),
        Some(ty) => {
            let before = table.resolve(result);
            if row.result == Slot::Same
                && before != ty
                && table.unify(result, &ty)
                && (table.resolve(result) != before || table.resolve(&ty) != ty)
            {
                return Outcome::Learnt;
            }
            Outcome::Waits
        }
        None => Outcome::Waits,
    }
}

fn lifts(table: &Table, args: &[Type]) -> bool {
    args.iter().any(|ty| table.resolve(ty).shape().is_some())
}

/// A type for a message.
pub(super) fn show(ty: &Type) -> String {
    match ty {
        Type::Unit => "`()`".into(),
        Type::Struct(found) => format!("`{}`", found.name),
        Type::Tuple(types) => format!("a tuple of {}", types.len()),
        Type::Tensor { element, rank, .. } => format!("a tensor of rank {rank} of {}", show(element)),
        Type::Tile { element, shape } => {
            let extent = |len: &Len| match len {
                Len::Const(n) => n.to_string(),
                Len::Capture(_) => "_".to_owned(),
            };
            let extents: Vec<String> = shape.iter().map(extent).list();
            format!("a tile [{}] of {}", extents.join(", "), show(element))
        }
        Type::Scalar(scalar) => format!("`{}`", scalar.name()),
        Type::Array(element, _) => format!("an array of {}", show(element)),
        Type::Atomic(scalar) => format!("an atomic `{}`", scalar.name()),
        Type::Slice { element, .. } => format!("a slice of {}", show(element)),
        Type::Ref { target, .. } => format!("a reference to {}", show(target)),
        Type::Capture(_) => "a generic or aliased type".into(),
        Type::Infer(_) => "an unknown type".into(),
    }
}
