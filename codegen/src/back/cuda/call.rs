//! Calls of device functions and intrinsics.
//!
//! A row of the intrinsics table has the spelling of a call; operators under another name are spelled here.

use super::expr::{Prec, Text};
use super::stmt::Writer;
use super::{atomic, library, types};
use crate::back::fences;
use crate::compact::List;
use crate::intrinsics::{Cpu, Cuda, Effect, Intrinsic, Machine, Operator, Slot};
use crate::ir::{Callee, Expr, ExprKind, Len, MathTier, Scalar, SiteId, Step, Type, UnOp};

impl Writer<'_> {
    pub(super) fn call(&mut self, callee: &Callee, args: &[Expr], site: Option<SiteId>, ty: &Type) -> Text {
        match callee {
            Callee::Intrinsic(row) => self.intrinsic(row, args, site, ty),
            Callee::Function(id) => {
                let mut texts = Vec::new();
                for arg in args {
                    self.argument(arg, &mut texts);
                }
                if self.fallible.get(id.0 as usize) == Some(&true) {
                    self.fails = true;
                    texts.push("kiln".to_owned());
                }
                Text::postfix(format!("{}({})", self.functions[id.0 as usize], texts.join(", ")))
            }
            Callee::Method(_) | Callee::Assoc(..) | Callee::Capture(_) | Callee::Operator(..) => {
                Text::postfix("/* open */")
            }
        }
    }

    /// An argument of a device function: a slice is two.
    pub(super) fn argument(&mut self, arg: &Expr, texts: &mut Vec<String>) {
        let place = match &arg.kind {
            ExprKind::Ref(place) | ExprKind::Load(place) if matches!(arg.ty, Type::Slice { .. }) => place,
            _ if arg.ty == Type::Unit => return,
            _ => {
                texts.push(self.value(arg).text);
                return;
            }
        };
        let text = self.place(place);
        if let Some(Step::Slice { len, .. }) = place.steps.last() {
            let len = self.value(len).text;
            // Between commas the sum needs no parentheses.
            let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            let text = bare.map_or(text.clone(), str::to_owned);
            texts.extend([text, len]);
            return;
        }
        match place.ty.referent() {
            Type::Array(_, Len::Const(len)) => {
                texts.push(format!("{text}.items"));
                texts.push(len.to_string());
            }
            Type::Slice { .. } => {
                texts.push(text);
                texts.push(self.names.len(place.base).to_owned());
            }
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Atomic(_)
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Struct(_)
            | Type::Tuple(_) => texts.push(text),
            Type::Ref { .. } | Type::Capture(_) | Type::Infer(_) => texts.push(text),
        }
    }

    pub(super) fn intrinsic(
        &mut self,
        row: &'static Intrinsic,
        args: &[Expr],
        site: Option<SiteId>,
        ty: &Type,
    ) -> Text {
        let generic = generic(row, args, ty);
        if let Some(text) = row.operator.and_then(|operator| self.operator(operator, args, generic)) {
            return text;
        }
        match row.cuda {
            Cuda::Expr(text) => {
                self.prelude.need("usize");
                if self.has_warpgroups {
                    self.prelude.need("pinned");
                    return Text::postfix(format!("kiln::pinned({text})"));
                }
                let prec = if text.contains(" + ") { Prec::Sum } else { Prec::Unary };
                Text { text: text.to_owned(), prec }
            }
            Cuda::Math { f32, f64 } => {
                let args: Vec<&Expr> = args.iter().list();
                self.math(f32, f64, generic, &args)
            }
            Cuda::Elementary { f32, f64 } => {
                let strict = self.prelude.tier == MathTier::Strict;
                if let Some(text) = strict.then(|| self.library_call(row, generic, args, site)).flatten() {
                    return text;
                }
                let args: Vec<&Expr> = args.iter().list();
                self.math(f32, f64, generic, &args)
            }
            Cuda::Library => {
                let text = self.library_call(row, generic, args, site);
                // The table's tests look up every such row.
                text.unwrap_or_else(|| Text::postfix(format!("/* no function {} */", row.name)))
            }
            Cuda::Pattern(pattern) => {
                if matches!(row.cpu, Cpu::Machine(Machine::GridSync)) {
                    self.prelude.grid_barrier();
                    // The function is given `kiln`.
                    self.fails = true;
                }
                let mut text = pattern.to_owned();
                for (number, arg) in args.iter().enumerate() {
                    text = text.replace(&format!("{{{number}}}"), &self.exact(arg).at(Prec::Unary));
                }
                Text::postfix(text)
            }
            Cuda::Helper { name, .. } => {
                let texts: Vec<String> = args.iter().map(|arg| self.exact(arg).text).list();
                self.prelude.need(name);
                Text::postfix(format!("kiln::{name}({})", texts.join(", ")))
            }
            Cuda::Atomic => self.atomic(row, args, generic),
            Cuda::Wgmma => self.wgmma(row, args),
            Cuda::TensorLoad(rank) => self.tensor_load(rank, args),
        }
    }

    /// A CUDA math function; 16-bit floats go through `float`.
    pub(super) fn math(&mut self, single: &str, double: &str, scalar: Scalar, args: &[&Expr]) -> Text {
        let texts: Vec<String> = args.iter().map(|arg| self.widened(arg)).list();
        let name = if scalar == Scalar::F64 { double } else { single };
        self.rounded(Text::postfix(format!("{name}({})", texts.join(", "))), scalar)
    }

    /// A function of Kiln's library. 16-bit floats without a function of their own go through `float`.
    fn library_call(
        &mut self,
        row: &Intrinsic,
        scalar: Scalar,
        args: &[Expr],
        site: Option<SiteId>,
    ) -> Option<Text> {
        if let Some(function) = library::define(row.name, scalar, self.prelude) {
            let mut texts: Vec<String> = args.iter().map(|arg| self.exact(arg).text).list();
            if let (Effect::Divisor(number), Some(site)) = (row.effect, site)
                && !args[usize::from(number)].is_safe_divisor()
            {
                self.division(&function, scalar);
                texts.push(site.0.to_string());
                return Some(Text::postfix(format!("kiln.{function}({})", texts.join(", "))));
            }
            return Some(Text::postfix(format!("kiln::{function}({})", texts.join(", "))));
        }
        if !types::is_half(scalar) {
            return None;
        }
        let function = library::define(row.name, Scalar::F32, self.prelude)?;
        let texts: Vec<String> = args.iter().map(|arg| self.widened(arg)).list();
        let text = Text::postfix(format!("kiln::{function}({})", texts.join(", ")));
        Some(if row.result == Slot::Same { self.rounded(text, scalar) } else { text })
    }

    pub(super) fn widened(&mut self, arg: &Expr) -> String {
        let text = self.exact(arg);
        if arg.ty.scalar().is_some_and(types::is_half) { text.cast("float").text } else { text.text }
    }

    pub(super) fn rounded(&mut self, text: Text, scalar: Scalar) -> Text {
        if !types::is_half(scalar) {
            return text;
        }
        Text::postfix(format!("{}({})", types::scalar(scalar, self.prelude), text.text))
    }

    /// What every back end has: operators, and the bits of floats.
    fn operator(&mut self, operator: Operator, args: &[Expr], scalar: Scalar) -> Option<Text> {
        Some(match (operator, args) {
            (Operator::Binary(op), [a, b]) => self.binary(op, a, b, None, true),
            (Operator::Neg, [a]) => self.unary(UnOp::Neg, a, true),
            (Operator::ToBits, [a]) => self.bits(a),
            (Operator::FromBits, [a]) => self.of_bits(a, scalar),
            (Operator::Binary(_) | Operator::Neg | Operator::ToBits | Operator::FromBits, _) => return None,
        })
    }

    /// An operation on an atomic element.
    fn atomic(&mut self, row: &'static Intrinsic, args: &[Expr], scalar: Scalar) -> Text {
        let (Cpu::Machine(Machine::Atomic(operation)), Some((element, rest))) = (row.cpu, args.split_first())
        else {
            return Text::postfix("/* open */");
        };
        let count = fences::operands(operation) - 1;
        let place = self.value(element).text;
        let values: Vec<String> = rest.iter().take(count).map(|arg| self.exact(arg).text).list();
        Text::postfix(atomic::call(operation, scalar, &place, &values, self.prelude))
    }

    /// The bits of a scalar, as the unsigned integer of its width.
    pub(super) fn bits(&mut self, operand: &Expr) -> Text {
        let scalar = operand.ty.scalar().unwrap_or(Scalar::U64);
        // The compiler does not see through the instruction that rounds to a 16-bit float.
        if let (ExprKind::Literal(literal), true) = (&operand.kind, types::is_half(scalar)) {
            return self.int(i128::from(literal.to_bits(scalar)), scalar.unsigned(), true);
        }
        let text = self.exact(operand);
        match scalar {
            Scalar::F32 => Text::postfix(format!("__float_as_uint({})", text.text)),
            Scalar::F64 => Text::postfix(format!("__double_as_longlong({})", text.text))
                .cast(types::scalar(Scalar::U64, self.prelude)),
            Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => {
                Text::postfix(format!("{}.bits", text.at(Prec::Postfix)))
            }
            Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => {
                text.cast(types::scalar(scalar.unsigned(), self.prelude))
            }
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => text,
        }
    }

    pub(super) fn of_bits(&mut self, operand: &Expr, scalar: Scalar) -> Text {
        let text = self.exact(operand);
        match scalar {
            Scalar::F32 => Text::postfix(format!("__uint_as_float({})", text.text)),
            Scalar::F64 => {
                let signed = text.cast(types::scalar(Scalar::I64, self.prelude)).text;
                Text::postfix(format!("__longlong_as_double({signed})"))
            }
            Scalar::F16 | Scalar::BF16 | Scalar::E4M3 | Scalar::E5M2 => {
                self.prelude.need("from_bits");
                let name = types::scalar(scalar, self.prelude);
                Text::postfix(format!("kiln::from_bits<{name}>({})", text.text))
            }
            Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => text,
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => text,
        }
    }
}

/// The scalar behind `Slot::Same` of a call.
fn generic(row: &Intrinsic, args: &[Expr], ty: &Type) -> Scalar {
    for (slot, arg) in row.params.iter().zip(args) {
        let found = match slot {
            Slot::Same => arg.ty.scalar(),
            Slot::AtomicRef => match place_type(arg) {
                Type::Atomic(scalar) => Some(*scalar),
                Type::Unit
                | Type::Scalar(_)
                | Type::Array(..)
                | Type::Slice { .. }
                | Type::Tensor { .. }
                | Type::Tile { .. }
                | Type::Struct(_)
                | Type::Tuple(_) => None,
                Type::Ref { .. } | Type::Capture(_) | Type::Infer(_) => None,
            },
            Slot::Element { .. } => place_type(arg).scalar(),
            Slot::Unit | Slot::Unsigned | Slot::Fixed(_) | Slot::ElementOf { .. } => None,
        };
        if let Some(scalar) = found {
            return scalar;
        }
    }
    ty.scalar().unwrap_or(Scalar::U32)
}

/// The type that a reference argument refers to.
fn place_type(arg: &Expr) -> &Type {
    match &arg.kind {
        ExprKind::Ref(place) | ExprKind::Load(place) => place.ty.referent(),
        _ => arg.ty.referent(),
    }
}
