//! Expressions.

use syn::spanned::Spanned;
use syn::{BinOp as SynOp, Expr as Syn, Lit, UnOp as SynUnOp};

use super::aggregate::is_display;
use super::call::is_effect;
use super::consume::Consumed;
use super::matching::is_matches;
use super::{Binding, Lower, address, bare};
use crate::diagnostic::Code;
use crate::front::report::spot;
use crate::front::text::text_of;
use crate::ir::{
    BinOp, Check, Expr, ExprKind, FloatText, Literal, LocalId, LocalKind, Operator, Place, Scalar, SiteKind,
    Step, StmtKind, Type, UnOp, Unroll,
};

/// What is said of text, and what to write.
pub(super) const NO_TEXT: (&str, &str) =
    ("text has no meaning in a kernel", "bytes and numbers do: `b'a'`, `97`");

impl Lower<'_> {
    /// An operand: an expression that must have a value; a call with an effect becomes a statement before it.
    pub(super) fn expr(&mut self, expr: &Syn) -> Expr {
        let value = self.whole(expr);
        let whole = is_effect(&value) || matches!(value.kind, ExprKind::Make(_));
        if whole { self.temporary("value", value) } else { value }
    }

    /// The whole expression of a statement, which may be a call with an effect.
    pub(super) fn whole(&mut self, expr: &Syn) -> Expr {
        match self.value_or_unit(expr) {
            Some(value) => value,
            // Diverging, or an error that rustc reports: any value will do.
            None => self.dummy(),
        }
    }

    /// An expression; `None` where it is a statement in Rust's clothes, or does not come back.
    pub(super) fn value_or_unit(&mut self, expr: &Syn) -> Option<Expr> {
        match expr {
            Syn::Lit(lit) => Some(self.literal(&lit.lit)),
            Syn::Paren(inner) => self.value_or_unit(&inner.expr),
            Syn::Group(inner) => self.value_or_unit(&inner.expr),
            Syn::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData") => {
                Some(self.phantom(expr, path))
            }
            // Of a generic enum's variant only the body tells which type it is of.
            Syn::Path(path) if is_unit_variant(path) => Some(self.of_the_host(expr)),
            Syn::Path(path) => Some(self.path(path)),
            Syn::Index(_) | Syn::Field(_) => Some(self.read(expr)),
            Syn::Unary(unary) => Some(self.unary(unary)),
            Syn::Binary(binary) => self.binary(binary),
            Syn::Cast(cast) => Some(self.cast(cast)),
            Syn::Assign(assign) => {
                self.assign(&assign.left, None, &assign.right);
                self.tap_late(&assign.left);
                None
            }
            Syn::Call(call) => self.call(expr, call),
            Syn::MethodCall(call) => {
                if self.element_method(call, true) {
                    return None;
                }
                if let Some(value) = self.unwrapped(call).or_else(|| self.unwrapped_or_default(expr, call)) {
                    return Some(value);
                }
                if let Some(value) = self.made_option(expr) {
                    return Some(value);
                }
                match self.consumed(call) {
                    Some(Consumed::Value(value)) => Some(value),
                    Some(Consumed::Unit) => None,
                    None => Some(self.method_call(call)),
                }
            }
            Syn::Macro(mac) if is_matches(&mac.mac) => Some(self.matches(&mac.mac)),
            Syn::Macro(mac) => {
                self.macro_statement(&mac.mac);
                None
            }
            Syn::Let(node) => self.let_elsewhere(node),
            Syn::If(branch) => self.if_expr(branch, None),
            Syn::Block(block) => self.block_expr(block, None),
            Syn::Unsafe(block) => self.plain_block(&block.block, None),
            Syn::Loop(node) => self.loop_expr(node),
            Syn::While(node) => {
                self.while_expr(node);
                None
            }
            Syn::ForLoop(node) => {
                self.for_expr(node);
                None
            }
            Syn::Break(node) => {
                self.break_expr(node);
                None
            }
            Syn::Continue(node) => {
                self.continue_expr(node);
                None
            }
            Syn::Return(node) => {
                self.return_expr(node);
                None
            }
            Syn::Reference(_) if self.result_is_broken => None,
            Syn::Reference(reference) => self.refuse_reference(reference),
            Syn::Array(array) => Some(self.array(array)),
            Syn::Repeat(repeat) => Some(self.repeat(repeat)),
            Syn::Tuple(tuple) if tuple.elems.is_empty() => None,
            Syn::Match(node) => self.match_expr(node, None),
            Syn::Closure(closure) => {
                self.refuse_closure(closure, None);
                None
            }
            Syn::Range(_) => self.refuse(
                spot(expr),
                "a range can only stand in the head of a `for` loop here",
                "keep its start and its end in two variables",
            ),
            Syn::Tuple(_) if self.result_is_broken => None,
            Syn::Tuple(tuple) => Some(self.tuple(tuple)),
            Syn::Struct(literal) => Some(self.struct_value(expr, literal)),
            Syn::Async(_) | Syn::Await(_) => {
                self.refuse(spot(expr), "`async` code cannot run in a kernel", "")
            }
            Syn::Try(node) => Some(self.tried(node)),
            Syn::RawAddr(_) => {
                self.refuse(spot(expr), "raw pointers are not supported in kernels", "index a slice instead")
            }
            Syn::Const(_) => self.refuse(
                spot(expr),
                "`const` blocks are not supported in kernels",
                "name it in a `const` item",
            ),
            // Rustc says so of it wherever it stands.
            Syn::Infer(_) => Some(self.dummy()),
            _ => self.refuse(spot(expr), "this expression is not supported in kernels", ""),
        }
    }

    fn refuse(
        &mut self,
        place: impl Into<crate::front::report::Spot>,
        what: &str,
        help: &str,
    ) -> Option<Expr> {
        self.unsupported(place, what, help);
        None
    }

    fn refuse_reference(&mut self, node: &syn::ExprReference) -> Option<Expr> {
        self.refuse(
            spot(node),
            "a reference can only be an argument, or be bound to a name at once",
            "leave out the `&`; elements are named by their index",
        )
    }

    fn return_expr(&mut self, node: &syn::ExprReturn) {
        if self.leave_closure(node) {
            return;
        }
        match &node.expr {
            Some(value) if self.function.result == Type::Unit => {
                self.effect(value);
                self.give_back(None);
            }
            Some(value) => {
                let value = self.value_or_unit(value);
                self.give_back(value);
            }
            None => self.give_back(None),
        }
    }

    fn array(&mut self, array: &syn::ExprArray) -> Expr {
        let operands: Vec<_> = array.elems.iter().collect();
        let values = self.sequence(&operands);
        let element = values.first().map_or_else(|| self.fresh(), |value| value.ty.clone());
        let ty = Type::array(element, values.len() as u64);
        if !values.iter().any(is_array) {
            return Expr::new(ExprKind::Array(values), ty);
        }
        // An array of arrays is filled row by row.
        let whole = self.new_local("rows", ty.clone(), LocalKind::Temp);
        self.push(StmtKind::Let { local: whole, init: None });
        for (row, value) in values.into_iter().enumerate() {
            let place = row_of(whole, Expr::int(row as i128, Scalar::Usize), value.ty.clone());
            self.push(StmtKind::Assign { place, op: None, value });
        }
        Expr::local(whole, ty)
    }

    fn repeat(&mut self, repeat: &syn::ExprRepeat) -> Expr {
        let value = self.expr(&repeat.expr);
        let len = self.len(&repeat.len);
        let ty = Type::Array(Box::new(value.ty.clone()), len);
        if !is_array(&value) {
            return Expr::new(ExprKind::Repeat(Box::new(value)), ty);
        }
        let value = self.temporary("row", value);
        let whole = self.new_local("rows", ty.clone(), LocalKind::Temp);
        self.push(StmtKind::Let { local: whole, init: None });
        let counter = self.new_local("row_index", Type::USIZE, LocalKind::Temp);
        let label = self.new_label();
        let body = self.scoped_block(|lower| {
            let place = row_of(whole, Expr::local(counter, Type::USIZE), value.ty.clone());
            lower.push(StmtKind::Assign { place, op: None, value });
        });
        let start = Expr::int(0, Scalar::Usize);
        let end = Expr::new(ExprKind::Len(whole), Type::USIZE);
        let (inclusive, step, reversed) = (false, None, false);
        self.push(StmtKind::For {
            label,
            local: counter,
            start,
            end,
            inclusive,
            step,
            reversed,
            unroll: Unroll::Free,
            body,
        });
        Expr::local(whole, ty)
    }

    fn literal(&mut self, lit: &Lit) -> Expr {
        if matches!(lit.suffix(), "u128" | "i128" | "f128") {
            let message = format!("`{}` does not exist on a GPU", lit.suffix());
            self.report.error(spot(lit), Code::UnsupportedType, message, "numbers have up to 64 bits here");
            return self.dummy();
        }
        let scalar = |lower: &mut Self, suffix: &str| match Scalar::from_name(suffix) {
            Some(scalar) => Type::Scalar(scalar),
            None => lower.fresh(),
        };
        match lit {
            Lit::Bool(b) => Expr::bool(b.value),
            Lit::Int(int) => {
                let ty = scalar(self, int.suffix());
                // `1f32` is an integer literal with a float suffix.
                if ty.scalar().is_some_and(Scalar::is_float) {
                    let text = FloatText(float_text(int.base10_digits()));
                    return Expr::new(ExprKind::Literal(Literal::Float(text)), ty);
                }
                let Ok(value) = int.base10_parse::<i128>() else {
                    self.unsupported(spot(lit), "this number is too large for any type of a kernel", "");
                    return self.dummy();
                };
                Expr::new(ExprKind::Literal(Literal::Int(value)), ty)
            }
            Lit::Float(float) => {
                let ty = scalar(self, float.suffix());
                Expr::new(ExprKind::Literal(Literal::Float(FloatText(float_text(float.base10_digits())))), ty)
            }
            Lit::Byte(byte) => Expr::int(i128::from(byte.value()), Scalar::U8),
            other => {
                self.unsupported(spot(other), NO_TEXT.0, NO_TEXT.1);
                self.dummy()
            }
        }
    }

    pub(super) fn path(&mut self, node: &syn::ExprPath) -> Expr {
        if let Some(ident) = node.path.get_ident() {
            let name = ident.to_string();
            match self.lookup(&name).cloned() {
                None if name == "None" => return self.none(),
                Some(Binding::Local { id, .. }) => {
                    let local = self.function.local(id);
                    if let Type::Tensor { .. } = local.ty {
                        if !self.broken.contains(&id) {
                            self.unsupported(
                                spot(node),
                                format!("`{name}` is a tensor, and no value of its own"),
                                format!("load a tile of it: `{name}.load(..)`"),
                            );
                        }
                        return self.dummy();
                    }
                    if local.kind != LocalKind::Shared && !matches!(local.ty, Type::Slice { .. }) {
                        // A reference is read through where a value is asked for, as operators on references do.
                        return Expr::local(id, local.ty.referent().clone());
                    }
                    if !self.broken.contains(&id) && !self.result_is_broken {
                        self.unsupported(
                            spot(node),
                            format!(
                                "`{name}` can be indexed, measured or passed on, but is no value of its own"
                            ),
                            format!("read an element: `{name}[i]`"),
                        );
                    }
                    return self.dummy();
                }
                Some(Binding::Place { place, .. }) => {
                    if !matches!(place.ty, Type::Slice { .. } | Type::Atomic(_)) {
                        return Expr::load(place);
                    }
                    self.unsupported(
                        spot(node),
                        format!("`{name}` can be indexed, measured or passed on, but is no value of its own"),
                        format!("read an element: `{name}[i]`"),
                    );
                    return self.dummy();
                }
                Some(Binding::Closure(_) | Binding::Callable(_)) => {
                    self.refuse_closure(node, Some(&name));
                    return self.dummy();
                }
                Some(Binding::Parts(_)) => {
                    self.unsupported(
                        spot(node),
                        format!("`{name}` is a tuple with references in it, which is no value of its own"),
                        format!("name its parts, `{name}.0`, or take it apart: `let (a, b) = {name};`"),
                    );
                    return self.dummy();
                }
                Some(Binding::Maybe(_)) => {
                    self.unsupported(
                        spot(node),
                        format!(
                            "`{name}` is an `Option` of a reference, which is asked and no value of its own"
                        ),
                        format!(
                            "copy what it refers to: `{name}.copied()`; or ask it: `if let Some(v) = {name}`"
                        ),
                    );
                    return self.dummy();
                }
                Some(Binding::Dim3(function)) => {
                    self.unsupported(
                        spot(node),
                        format!("`{function}()` is used by its parts"),
                        format!("write `{name}.x`, `{name}.y` or `{name}.z`"),
                    );
                    return self.dummy();
                }
                Some(Binding::Row { .. }) => {
                    self.unsupported(
                        spot(node),
                        format!("`{name}` is a row of a tensor, and no value of its own"),
                        format!("load it: `{name}.load::<N>(0)`"),
                    );
                    return self.dummy();
                }
                Some(Binding::Item) => return self.constant(node),
                None => {}
            }
            if let Some(id) = self.generics.get(&name).copied() {
                let ty = self.const_type(id);
                return Expr::new(ExprKind::Capture(id), ty);
            }
        }
        if self.refuse_no_value(node) {
            return self.dummy();
        }
        match self.assoc_path(node) {
            Some(constant) => constant,
            None => self.constant(node),
        }
    }

    fn const_type(&mut self, id: crate::ir::CaptureId) -> Type {
        match &self.function.captures[id.0 as usize] {
            crate::ir::Capture::Const { ty: Some(ty), .. } => ty.clone(),
            crate::ir::Capture::Const { ty: None, .. }
            | crate::ir::Capture::Type { .. }
            | crate::ir::Capture::Function { .. }
            | crate::ir::Capture::Callable { .. }
            | crate::ir::Capture::Closure { .. } => self.fresh(),
        }
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Expr {
        let op = match unary.op {
            SynUnOp::Neg(_) => UnOp::Neg,
            SynUnOp::Not(_) => UnOp::Not,
            SynUnOp::Deref(_) => return self.dereference(unary),
            _ => {
                self.unsupported(spot(unary), "this operator is not supported in kernels", "");
                return self.dummy();
            }
        };
        let operand = self.expr(referent(&unary.expr));
        // A negative literal is one literal: `-128i8` is in range although `128i8` is not.
        if op == UnOp::Neg {
            let folded = match &operand.kind {
                ExprKind::Literal(Literal::Int(value)) => Some(Literal::Int(-value)),
                ExprKind::Literal(Literal::Float(FloatText(text))) if !text.starts_with('-') => {
                    Some(Literal::Float(FloatText(format!("-{text}"))))
                }
                _ => None,
            };
            if let Some(literal) = folded {
                return Expr::new(ExprKind::Literal(literal), operand.ty);
            }
        }
        let ty = operand.ty.clone();
        self.operation(address(unary), Operator::Unary(op), vec![operand], None, ty)
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Expr {
        let operand = self.expr(&cast.expr);
        let ty = self.value_type(&cast.ty);
        Expr::new(ExprKind::Cast(Box::new(operand)), ty)
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Option<Expr> {
        let (op, assigns) = operator(&binary.op)?;
        if assigns {
            self.assign(&binary.left, Some((op, binary)), referent(&binary.right));
            return None;
        }
        if op.is_lazy() {
            return Some(self.lazy(op, binary));
        }
        let operands = self.sequence(&[referent(&binary.left), referent(&binary.right)]);
        if operands.iter().any(|operand| matches!(operand.ty, Type::Slice { .. })) {
            self.unsupported(
                spot(binary),
                format!("`{}` of slices is not supported in kernels", op.symbol()),
                "compare the elements, in a loop over both",
            );
            return Some(self.dummy());
        }
        if op.is_comparison() && operands.iter().any(|operand| self.tile_rank(operand).is_some()) {
            return Some(self.refuse_comparison_of_tiles(binary, op));
        }
        // What stands on the right of a shift decides only where a number is shifted.
        let scalar_left = self.is_tile_kernel() || matches!(operands.first()?.kind, ExprKind::Literal(_));
        let ty = if op.is_comparison() {
            Type::BOOL
        } else if self.is_thread_kernel() || op.is_shift() && !scalar_left {
            operands.first()?.ty.clone()
        } else {
            // `2.0 * x` and `row + x` have the shape of what stands on the right.
            self.fresh()
        };
        let site =
            matches!(op, BinOp::Div | BinOp::Rem).then(|| self.new_site(binary.op.span(), SiteKind::Divide));
        Some(self.operation(address(binary), Operator::Binary(op), operands, site, ty))
    }

    /// `a && b`: when `b` needs statements of its own, they run only where `a` asks for them.
    fn lazy(&mut self, op: BinOp, binary: &syn::ExprBinary) -> Expr {
        let lhs = self.expr(&binary.left);
        let mut rhs = None;
        let mut block = self.scoped_block(|lower| rhs = Some(lower.expr(&binary.right)));
        let rhs = rhs.unwrap_or_else(|| Expr::bool(false));
        if block.0.is_empty() {
            return Expr::binary(op, lhs, rhs, Type::BOOL);
        }
        let local = self.new_local("condition", Type::BOOL, LocalKind::Temp);
        self.push(StmtKind::Let { local, init: Some(lhs) });
        let place = Place::local(local, Type::BOOL);
        block.0.push(crate::ir::Stmt {
            kind: StmtKind::Assign { place: place.clone(), op: None, value: rhs },
            site: self.site,
        });
        let condition = match op {
            BinOp::Or => {
                Expr::new(ExprKind::Unary(UnOp::Not, Box::new(Expr::load(place.clone()))), Type::BOOL)
            }
            _ => Expr::load(place.clone()),
        };
        self.push(StmtKind::If { condition, then: block, otherwise: crate::ir::Block::default() });
        Expr::load(place)
    }

    /// `let local = init`, where `init` may be an `if` or a block: those assign in their branches.
    pub(super) fn let_value(&mut self, local: LocalId, init: &Syn) {
        let value = match init {
            Syn::Paren(inner) => return self.let_value(local, &inner.expr),
            Syn::Group(inner) => return self.let_value(local, &inner.expr),
            Syn::Tuple(tuple) if tuple.elems.is_empty() => {
                self.function.locals[local.0 as usize].ty = Type::Unit;
                return self.push(StmtKind::Let { local, init: None });
            }
            Syn::If(branch) => self.if_expr(branch, Some(local)),
            Syn::Match(node) => self.match_expr(node, Some(local)),
            Syn::Block(block) => self.block_expr(block, Some(local)),
            Syn::Unsafe(block) => self.plain_block(&block.block, Some(local)),
            other => {
                // Without a value control never comes past this: the variable is declared for what stands there.
                let value = self.value_or_unit(other);
                if let Some(value) = &value {
                    self.note_part(local, value);
                }
                match value {
                    Some(value) if self.take_over(&value, local) => {}
                    init => self.push(StmtKind::Let { local, init }),
                }
                return;
            }
        };
        if let Some(value) = value {
            self.push(StmtKind::Let { local, init: Some(value) });
        }
    }

    /// Remembers an assignment to a name that was declared without a value.
    fn tap_late(&mut self, left: &Syn) {
        let Syn::Path(path) = left else { return };
        let Some(ident) = path.path.get_ident() else { return };
        if let Some(&Binding::Local { id, .. }) = self.lookup(&ident.to_string()) {
            if self.late.contains(&id) {
                self.tap(address(left), ident, id);
            }
        }
    }

    fn assign(&mut self, left: &Syn, op: Option<(BinOp, &syn::ExprBinary)>, right: &Syn) {
        match (bare(left), bare(right)) {
            (Syn::Infer(_), _) => return self.discard(right),
            (Syn::Path(left), Syn::Path(_)) if self.is_broken(left) => return,
            (Syn::Path(left), _) if self.is_receiver(left) => {
                let help = "write `*self` for what it points to";
                return self.unsupported(
                    spot(left),
                    "`self` is a reference, which nothing is assigned to",
                    help,
                );
            }
            (target @ (Syn::Tuple(_) | Syn::Array(_) | Syn::Struct(_) | Syn::Call(_)), _) if op.is_none() => {
                return self.assign_parts(target, right);
            }
            _ => {}
        }
        let errors = self.report.len();
        let start = self.block.len();
        let value = if op.is_none() { self.whole(right) } else { self.expr(right) };
        let mark = self.block.len();
        let Some(place) = self.place(left) else {
            if self.report.len() == errors {
                self.refuse_assignment(left);
            }
            return;
        };
        if self.is_table(&place) {
            return self.refuse_assignment(left);
        }
        if let Type::Atomic(_) = place.ty {
            return self.refuse_of_atomic(left, op.map(|(op, _)| op));
        }
        let mut place = place;
        let mut values = [value];
        let turned = match op {
            Some((_, node)) => self.place_first(node, &mut place, &values[0], start..mark),
            None => false,
        };
        if self.block.len() > mark && !turned {
            self.save(&mut values, mark);
        }
        let [mut value] = values;
        let Some((op, node)) = op else {
            return self.push(StmtKind::Assign { place, op: None, value });
        };
        if self.may_be_the_users(&[&place.ty, &value.ty]) {
            return self.open_assignment(node, op, place, value);
        }
        if !matches!(op, BinOp::Div | BinOp::Rem) {
            return self.push(StmtKind::Assign { place, op: Some(op), value });
        }
        // Division can fail, so it is written out; the place's indices are evaluated once.
        if !value_is_literal(&value) {
            value = self.temporary("divisor", value);
        }
        self.fix_indices(&mut place);
        let lhs = Expr::load(place.clone());
        let ty = lhs.ty.clone();
        let site = Some(self.new_site(node.op.span(), SiteKind::Divide));
        let value = Expr::new(ExprKind::Binary { op, lhs: Box::new(lhs), rhs: Box::new(value), site }, ty);
        self.push(StmtKind::Assign { place, op: None, value });
    }

    /// Whether a path is a method's `self`, and that a reference.
    fn is_receiver(&self, path: &syn::ExprPath) -> bool {
        let binding = path.path.get_ident().filter(|name| *name == "self").and_then(|_| self.lookup("self"));
        matches!(binding, Some(Binding::Local { id, alias: false, .. }) if matches!(self.function.local(*id).ty, Type::Ref { .. }))
    }

    /// `return value`.
    pub(super) fn give_back(&mut self, value: Option<Expr>) {
        let value = value.map(|value| {
            let whole = is_effect(&value) || is_display(&value);
            if whole { self.temporary("result", value) } else { value }
        });
        self.push(StmtKind::Return(value));
    }

    /// `&target` or `&mut target`, as an argument.
    pub(super) fn reference(&mut self, target: &Syn) -> Expr {
        if let Some(place) = self.place(target) {
            return self.reference_to(place);
        }
        // `&(a + b)`: a temporary, as in Rust.
        let value = self.whole(target);
        let ty = value.ty.clone();
        match self.temporary("value", value).kind {
            ExprKind::Load(place) => self.reference_to(Place { ty, ..place }),
            kind => Expr::new(kind, ty),
        }
    }

    pub(super) fn reference_to(&mut self, mut place: Place) -> Expr {
        let base = self.function.local(place.base);
        if place.steps.is_empty() {
            place.ty = base.ty.referent().clone();
        }
        let ty = self.fresh();
        Expr::new(ExprKind::Ref(place), ty)
    }

    /// Reads a place.
    fn read(&mut self, expr: &Syn) -> Expr {
        let errors = self.report.len();
        if let Some(part) = self.dim3_field(expr).or_else(|| self.one_extent(expr)) {
            return part;
        }
        match self.place(expr) {
            Some(Place { ty: Type::Atomic(_), .. }) => {
                let text = text_of(expr);
                let message = format!("`{text}` is an atomic, which is no value: what is in it is loaded");
                self.unsupported(spot(expr), message, format!("write `{text}.load(Ordering::Relaxed)`"));
                self.dummy()
            }
            Some(place) => Expr::load(place),
            None => {
                if self.report.len() == errors {
                    self.unsupported(
                        spot(expr),
                        format!("`{}` is not an element of the kernel's slices and arrays", text_of(expr)),
                        "write the value out in a `let`, or pass it as `&[T]`",
                    );
                }
                self.dummy()
            }
        }
    }

    /// The value of a variable that the tokens say to be a number: it is nothing else in Rust either.
    pub(super) fn number(&self, expr: &Syn) -> Option<Expr> {
        let Syn::Path(path) = bare(expr) else { return None };
        match self.lookup(&path.path.get_ident()?.to_string())? {
            Binding::Local { id, alias: false, .. } => {
                let ty = &self.function.local(*id).ty;
                matches!(ty, Type::Scalar(_)).then(|| Expr::local(*id, ty.clone()))
            }
            Binding::Local { .. }
            | Binding::Place { .. }
            | Binding::Dim3(_)
            | Binding::Row { .. }
            | Binding::Closure(_)
            | Binding::Callable(_)
            | Binding::Maybe(_)
            | Binding::Parts(_)
            | Binding::Item => None,
        }
    }

    fn dereference(&mut self, unary: &syn::ExprUnary) -> Expr {
        let errors = self.report.len();
        match self.dereferenced(unary) {
            Some(place) => Expr::load(place),
            None => {
                if let call @ (Syn::MethodCall(_) | Syn::Try(_)) = bare(&unary.expr) {
                    // What is wrong with the call says more.
                    self.value_or_unit(call);
                }
                if let Some(number) = self.number(&unary.expr) {
                    // Rustc says so itself.
                    return number;
                }
                if self.report.len() == errors {
                    let message =
                        format!("`{}` is not a reference that a kernel can follow", text_of(&unary.expr));
                    let help = match bare(&unary.expr) {
                        Syn::Lit(_) => {
                            "Rust has no `**`: a power is `x.powi(2)`, `x.powf(0.5)` or `n.pow(2)`"
                        }
                        _ => "leave out the `*`",
                    };
                    self.unsupported(spot(unary), message, help);
                }
                self.dummy()
            }
        }
    }
}

/// A literal's digits as Rust's own parser of floats takes them, with a point: `1.` and `2` (of `2f32`) alike.
fn float_text(digits: &str) -> String {
    match digits.strip_suffix('.') {
        Some(whole) => format!("{whole}.0"),
        None if digits.bytes().all(|byte| byte.is_ascii_digit()) => format!("{digits}.0"),
        None => digits.to_owned(),
    }
}

/// Whether a value is known to be an array before types are.
fn is_array(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Array(_) | ExprKind::Repeat(_)) || matches!(value.ty, Type::Array(..))
}

/// A row of an array of arrays that the compiler itself fills, so in bounds.
fn row_of(base: LocalId, index: Expr, ty: Type) -> Place {
    Place { base, steps: vec![Step::Index { index: Box::new(index), check: Check::Proven }], ty }
}

pub(super) fn value_is_literal(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Literal(_) | ExprKind::Capture(_))
}

/// An operand of an operator: of `&a` what it refers to, with which numbers compute as they do with `a`. Whether a
/// type of the user's has the operator of a reference, rustc says.
fn referent(operand: &Syn) -> &Syn {
    match operand {
        Syn::Reference(node) if node.mutability.is_none() => &node.expr,
        other => other,
    }
}

/// Whether an operator assigns.
pub(super) fn assigns(op: &SynOp) -> bool {
    operator(op).is_some_and(|(_, assigns)| assigns)
}

/// The IR operator and whether it assigns.
pub(super) fn operator(op: &SynOp) -> Option<(BinOp, bool)> {
    Some(match op {
        SynOp::Add(_) => (BinOp::Add, false),
        SynOp::Sub(_) => (BinOp::Sub, false),
        SynOp::Mul(_) => (BinOp::Mul, false),
        SynOp::Div(_) => (BinOp::Div, false),
        SynOp::Rem(_) => (BinOp::Rem, false),
        SynOp::And(_) => (BinOp::And, false),
        SynOp::Or(_) => (BinOp::Or, false),
        SynOp::BitXor(_) => (BinOp::BitXor, false),
        SynOp::BitAnd(_) => (BinOp::BitAnd, false),
        SynOp::BitOr(_) => (BinOp::BitOr, false),
        SynOp::Shl(_) => (BinOp::Shl, false),
        SynOp::Shr(_) => (BinOp::Shr, false),
        SynOp::Eq(_) => (BinOp::Eq, false),
        SynOp::Lt(_) => (BinOp::Lt, false),
        SynOp::Le(_) => (BinOp::Le, false),
        SynOp::Ne(_) => (BinOp::Ne, false),
        SynOp::Ge(_) => (BinOp::Ge, false),
        SynOp::Gt(_) => (BinOp::Gt, false),
        SynOp::AddAssign(_) => (BinOp::Add, true),
        SynOp::SubAssign(_) => (BinOp::Sub, true),
        SynOp::MulAssign(_) => (BinOp::Mul, true),
        SynOp::DivAssign(_) => (BinOp::Div, true),
        SynOp::RemAssign(_) => (BinOp::Rem, true),
        SynOp::BitXorAssign(_) => (BinOp::BitXor, true),
        SynOp::BitAndAssign(_) => (BinOp::BitAnd, true),
        SynOp::BitOrAssign(_) => (BinOp::BitOr, true),
        SynOp::ShlAssign(_) => (BinOp::Shl, true),
        SynOp::ShrAssign(_) => (BinOp::Shr, true),
        _ => return None,
    })
}

/// The name in which a place begins, in the brackets, the fields and the calls that follow.
pub(super) fn root(expr: &Syn) -> Option<&syn::ExprPath> {
    match bare(expr) {
        Syn::Path(path) => Some(path),
        Syn::Field(field) => root(&field.base),
        Syn::Index(index) => root(&index.expr),
        Syn::Unary(unary) => root(&unary.expr),
        Syn::MethodCall(call) => root(&call.receiver),
        _ => None,
    }
}

/// Whether a path looks like that of a variant without fields: `Shape::Nothing`, but not `Shape::NONE`.
fn is_unit_variant(path: &syn::ExprPath) -> bool {
    let mut names = path.path.segments.iter().rev();
    let (Some(last), Some(owner), None) = (names.next(), names.next(), &path.qself) else { return false };
    let is_capitalized = |name: &str| name.starts_with(char::is_uppercase);
    let last = last.ident.to_string();
    is_capitalized(&last)
        && last.contains(char::is_lowercase)
        && owner.arguments.is_none()
        && is_capitalized(&owner.ident.to_string())
        && owner.ident != "Option"
}
