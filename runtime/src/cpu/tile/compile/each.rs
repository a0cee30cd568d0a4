//! Loops over elements, as code of threads: each element is a lane.
//!
//! The body becomes a kernel of threads, of which the counter is the index. The tiles that it goes over become slices,
//! and what it takes from around becomes parameters. Loops that change tensors, or variables around them, run element
//! by element instead.

use kiln_codegen::collections::Set;
use kiln_codegen::intrinsics::{Cpu, find};
use kiln_codegen::ir::{
    BinOp, Block, Callee, Check, Expr, ExprKind, Function, LabelId, Local, LocalId, LocalKind, Place, Scalar,
    Step, Stmt, StmtKind, TileOp, Type,
};

use super::stmt::each_shape;
use super::{Compiler, Fallible, Storage, shape};
use crate::cpu::Observer;
use crate::cpu::compile::compile_function;
use crate::cpu::tile::code::{Each, EachArg, One};

/// Lanes of a strip: what the registers of a strip take should stay in the first-level cache.
const REGISTERS: usize = 24 * 1024;
const WIDTHS: (usize, usize) = (64, 512);

/// The kernel of threads that is being made.
struct Kernel<'c, 'a> {
    compiler: &'c mut Compiler<'a>,
    function: Function,
    args: Vec<EachArg>,
    /// Tiles and tensors as parameters.
    slices: Vec<(LocalId, LocalId)>,
    counter: LocalId,
    extents: (usize, usize),
    /// Something in the body has no such form.
    failed: bool,
}

impl Compiler<'_> {
    /// The loop over elements as code of threads, where it has that form.
    pub(super) fn each(
        &mut self,
        label: LabelId,
        counter: LocalId,
        end: &Expr,
        body: &Block,
    ) -> Fallible<Option<Each>> {
        let ExprKind::Literal(end) = &end.kind else { return Ok(None) };
        let count = end.to_bits(Scalar::Usize) as usize;
        let extents = each_shape(body)?;
        let mut function = self.function.clone();
        (function.attrs.tile, function.params) = (None, Vec::new());
        let mut kernel = Kernel {
            compiler: self,
            function,
            args: Vec::new(),
            slices: Vec::new(),
            counter,
            extents,
            failed: false,
        };
        let mut body = body.clone();
        kernel.takes_from_around(&body);
        body.walk_mut(&mut |stmt| kernel.put(stmt));
        body.rewrite_exprs(&mut |expr| kernel.rewrite(expr));
        let Kernel { mut function, args, failed, .. } = kernel;
        let (Some(index), Some(first), false) = (find("global_id_x"), body.0.first(), failed) else {
            return Ok(None);
        };
        let site = first.site;
        let callee = Callee::Intrinsic(index);
        let index = Expr::new(ExprKind::Call { callee, args: Vec::new(), site: None }, Type::USIZE);
        function.body = Block(vec![
            Stmt { kind: StmtKind::Let { local: counter, init: Some(index) }, site },
            Stmt { kind: StmtKind::Block { label, body }, site },
        ]);
        let Ok(code) = compile_function(&function, &[], Observer::None) else { return Ok(None) };
        let fit = REGISTERS / (code.lane_bytes + 1) / WIDTHS.0 * WIDTHS.0;
        let width = fit.clamp(WIDTHS.0, WIDTHS.1).min(count.next_multiple_of(WIDTHS.0));
        Ok(Some(Each { code, args, count, width }))
    }
}

impl Kernel<'_, '_> {
    fn parameter(&mut self, id: LocalId, arg: EachArg) {
        self.function.locals[id.0 as usize].kind = LocalKind::Param;
        self.function.params.push(id);
        self.args.push(arg);
    }

    fn new_parameter(&mut self, ty: Type, arg: EachArg) -> LocalId {
        let id = LocalId(self.function.locals.len() as u32);
        self.function.locals.push(Local { name: String::new(), ty, kind: LocalKind::Param, partial: false });
        self.parameter(id, arg);
        id
    }

    /// Makes parameters of the variables around that the body reads.
    fn takes_from_around(&mut self, body: &Block) {
        let mut own = Set::new();
        own.insert(self.counter);
        body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let { local, .. } | StmtKind::For { local, .. } => {
                own.insert(*local);
            }
            StmtKind::Print { .. } | StmtKind::Return(_) => self.failed = true,
            _ => {}
        });
        body.for_each_change(&mut |place| {
            self.failed |= !own.contains(&place.base) && place.ty.shape().is_none();
        });
        let mut taken = Vec::new();
        body.walk_operands(&mut |expr| {
            let (ExprKind::Load(_) | ExprKind::Len(_), Some(id)) = (&expr.kind, expr.named_local()) else {
                return;
            };
            if !taken.contains(&id) && own.insert(id) {
                taken.push(id);
            }
        });
        for id in taken {
            let arg = match (&self.function.local(id).ty, self.compiler.storage(id)) {
                (Type::Tile { .. }, _) => continue,
                (Type::Scalar(_), Storage::Slot(slot)) => EachArg::Scalar(One::Slot(slot)),
                (Type::Array(..) | Type::Struct(_), Storage::Memory(at)) => EachArg::Bytes(at),
                (_, _) => {
                    self.failed = true;
                    continue;
                }
            };
            self.parameter(id, arg);
        }
    }

    /// A tile or a tensor as a slice. Of one that is not `mutable`, lanes that are not active may read as well.
    fn slice(&mut self, id: LocalId, arg: EachArg, mutable: bool) -> Option<LocalId> {
        if let Some((_, slice)) = self.slices.iter().find(|(known, _)| *known == id) {
            return Some(*slice);
        }
        let element = match &self.function.local(id).ty {
            Type::Tensor { element, .. } => (**element).clone(),
            ty @ Type::Tile { .. } => ty.lane().clone(),
            _ => return None,
        };
        let slice = self.new_parameter(Type::Slice { element: Box::new(element), mutable }, arg);
        self.slices.push((id, slice));
        Some(slice)
    }

    fn tile(&mut self, place: &Place, mutable: bool) -> Option<LocalId> {
        let Storage::Memory(at) = self.compiler.storage(place.base) else { return None };
        let (rows, columns) = shape(&place.ty).ok()?;
        let arg = EachArg::Slice(at, (rows * columns) as u64);
        place.steps.is_empty().then(|| self.slice(place.base, arg, mutable))?
    }

    fn element(&self, slice: LocalId, index: Expr, ty: Type) -> Place {
        let index = Box::new(index);
        Place { base: slice, steps: vec![Step::Index { index, check: Check::Unchecked }], ty }
    }

    /// A store to an element of a tile.
    fn put(&mut self, stmt: &mut Stmt) {
        let StmtKind::Assign { place, value, .. } = &mut stmt.kind else { return };
        let ExprKind::Tile { op: TileOp::Put, args } = &mut value.kind else { return };
        let (Some(slice), [number, element, ..]) = (self.tile(place, true), args.as_mut_slice()) else {
            self.failed = true;
            return;
        };
        let element = element.clone();
        *place = self.element(slice, number.clone(), element.ty.clone());
        *value = element;
    }

    fn rewrite(&mut self, expr: &mut Expr) {
        let new = match &expr.kind {
            ExprKind::Tile { op: TileOp::Element, args } => self.read(args, &expr.ty),
            ExprKind::Tile { op: TileOp::Fetch { tensor }, args } => self.fetched(*tensor, args, &expr.ty),
            ExprKind::Tile { .. } => None,
            ExprKind::Extent { .. } => self.uniform(expr),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } if matches!(row.cpu, Cpu::Machine(_)) => {
                self.uniform(expr)
            }
            _ => return,
        };
        match new {
            Some(new) => *expr = new,
            None => self.failed = true,
        }
    }

    /// What is the same for all elements.
    fn uniform(&mut self, expr: &Expr) -> Option<Expr> {
        let one = self.compiler.one(expr).ok()?;
        let id = self.new_parameter(expr.ty.clone(), EachArg::Scalar(one));
        Some(Expr::local(id, expr.ty.clone()))
    }

    /// An element of a tile of the loop's shape, or of one that is broadcast to it.
    fn read(&mut self, args: &[Expr], ty: &Type) -> Option<Expr> {
        let [of, number] = args else { return None };
        let ExprKind::Load(place) = &of.kind else { return None };
        let (rows, columns) = shape(&of.ty).ok()?;
        let slice = self.tile(place, false)?;
        let by = Expr::int(self.extents.1 as i128, Scalar::Usize);
        let part = |op| Expr::binary(op, number.clone(), by, Type::USIZE);
        let index = match (rows == self.extents.0, columns == self.extents.1) {
            (true, true) => number.clone(),
            (false, true) => part(BinOp::Rem),
            (true, false) => part(BinOp::Div),
            (false, false) => Expr::int(0, Scalar::Usize),
        };
        Some(Expr::load(self.element(slice, index, ty.clone())))
    }

    /// One element of a tensor, or what there is outside.
    fn fetched(&mut self, tensor: LocalId, args: &[Expr], ty: &Type) -> Option<Expr> {
        let (outside, coordinates) = args.split_last()?;
        let number = self.compiler.tensor(tensor).ok()?;
        // Its length says nothing of what is behind it, so only lanes that are inside may read.
        let slice = self.slice(tensor, EachArg::Tensor(number), true)?;
        let first = 4 - coordinates.len();
        let mut found = (Expr::bool(true), Expr::int(0, Scalar::Usize));
        for (axis, at) in (first..).zip(coordinates) {
            let [extent, stride] = [
                EachArg::Scalar(One::Extent { tensor: number, axis }),
                EachArg::Stride { tensor: number, axis },
            ]
            .map(|arg| Expr::local(self.new_parameter(Type::USIZE, arg), Type::USIZE));
            let inside = Expr::binary(BinOp::Lt, at.clone(), extent, Type::BOOL);
            let offset = Expr::binary(BinOp::Mul, at.clone(), stride, Type::USIZE);
            found = (
                Expr::binary(BinOp::And, found.0, inside, Type::BOOL),
                Expr::binary(BinOp::Add, found.1, offset, Type::USIZE),
            );
        }
        let then = Box::new(Expr::load(self.element(slice, found.1, ty.clone())));
        let otherwise = Box::new(outside.clone());
        Some(Expr::new(ExprKind::Select { condition: Box::new(found.0), then, otherwise }, ty.clone()))
    }
}
