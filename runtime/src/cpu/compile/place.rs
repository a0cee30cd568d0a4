//! Places: locals, arrays of a thread, slices and shared memory.

use kiln_codegen::ir::{BinOp, Expr, ExprKind, Len, LocalId, Place, Scalar, Step, Type};

use super::{Compiler, Fallible, Storage, Want};
use crate::cpu::code::{Arg, ArrayAccess, Check, Lanes, Line, Load, Memory, One, Op, Store, Value};
use crate::cpu::facts::site;
use crate::cpu::lanes::moves;

/// A place whose indices have been evaluated.
pub(super) enum Target {
    Local(LocalId, Scalar),
    Array { array: Lanes, len: u64, index: Value, check: Check, scalar: Scalar },
    Memory { memory: Memory, index: Value, check: Check, scalar: Scalar },
}

/// The scalar at the bottom of nested arrays, and their lengths from the outside in.
pub(super) fn shape(ty: &Type) -> Fallible<(Scalar, Vec<u64>)> {
    match ty {
        Type::Scalar(scalar) | Type::Atomic(scalar) => Ok((*scalar, Vec::new())),
        Type::Array(element, Len::Const(len)) => {
            let (scalar, mut dims) = shape(element)?;
            dims.insert(0, *len);
            Ok((scalar, dims))
        }
        Type::Array(_, Len::Capture(_))
        | Type::Unit
        | Type::Slice { .. }
        | Type::Ref { .. }
        | Type::Capture(_)
        | Type::Infer(_)
        | Type::Tensor { .. }
        | Type::Tile { .. }
        | Type::Struct(_)
        | Type::Tuple(_) => Err(format!("an element has type {ty:?}")),
    }
}

impl Compiler<'_> {
    fn storage(&self, local: LocalId) -> Fallible<Storage> {
        match self.storage[local.0 as usize] {
            Storage::Nowhere => {
                Err(format!("`{}` is used outside of its block", self.function.local(local).name))
            }
            storage @ (Storage::Unit
            | Storage::One(_)
            | Storage::Lanes(_)
            | Storage::Line(_)
            | Storage::Array(_)
            | Storage::Memory(_)) => Ok(storage),
        }
    }

    pub(super) fn len(&mut self, local: LocalId) -> Fallible<Value> {
        match self.function.local(local).ty.referent() {
            Type::Array(_, Len::Const(len)) => Ok(Value::One(self.constant(*len))),
            Type::Slice { .. } => match self.storage(local)? {
                Storage::Memory(memory) => Ok(Value::One(memory.len)),
                Storage::Nowhere
                | Storage::Unit
                | Storage::One(_)
                | Storage::Lanes(_)
                | Storage::Line(_)
                | Storage::Array(_) => Err("a slice has no memory".to_string()),
            },
            other @ (Type::Array(_, Len::Capture(_))
            | Type::Unit
            | Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Ref { .. }
            | Type::Capture(_)
            | Type::Infer(_)
            | Type::Tensor { .. }
            | Type::Struct(_)
            | Type::Tuple(_)
            | Type::Tile { .. }) => Err(format!("the length of a value of type {other:?} is asked for")),
        }
    }

    /// Evaluates the indices of a place that denotes a scalar.
    pub(super) fn target(&mut self, place: &Place) -> Fallible<Target> {
        let ty = &self.function.local(place.base).ty;
        match self.storage(place.base)? {
            Storage::Nowhere | Storage::Unit => Err("a unit value is used".to_string()),
            Storage::One(_) | Storage::Lanes(_) | Storage::Line(_) => {
                let scalar = ty.scalar().ok_or("a scalar register has another type")?;
                Ok(Target::Local(place.base, scalar))
            }
            Storage::Array(array) => {
                let (scalar, dims) = shape(ty)?;
                let lens: Vec<One> = dims.iter().map(|dim| self.constant(*dim)).collect();
                let (index, check) = self.index(place, &dims, &lens)?;
                Ok(Target::Array { array, len: dims.iter().product(), index, check, scalar })
            }
            Storage::Memory(memory) => {
                let (scalar, dims) = match ty.referent() {
                    Type::Slice { element, .. } => {
                        let (scalar, mut dims) = shape(element)?;
                        // The outer length is a register; its number here only says that there is a dimension.
                        dims.insert(0, 0);
                        (scalar, dims)
                    }
                    other => shape(other)?,
                };
                if dims.is_empty() && place.steps.is_empty() {
                    let index = Value::One(self.constant(0));
                    return Ok(Target::Memory { memory, index, check: None, scalar });
                }
                let mut lens: Vec<One> = dims.iter().map(|dim| self.constant(*dim)).collect();
                if let Some(outer) = lens.first_mut() {
                    *outer = memory.len;
                }
                let (index, check) = self.index(place, &dims, &lens)?;
                Ok(Target::Memory { memory, index, check, scalar })
            }
        }
    }

    /// The element's number in row order. With one dimension the access itself makes the check, else each index
    /// is checked here.
    fn index(&mut self, place: &Place, dims: &[u64], lens: &[One]) -> Fallible<(Value, Check)> {
        if place.steps.len() != dims.len() {
            return Err("part of a nested array is used as a value".to_string());
        }
        let mut flat: Option<Value> = None;
        for (k, step) in place.steps.iter().enumerate() {
            let Step::Index { index, .. } = step else {
                return Err("a field or a part of an array is used".to_string());
            };
            let value = self.expr(index)?;
            let check = site(step);
            if dims.len() == 1 {
                return Ok((value, check));
            }
            if let Some(site) = check {
                let index = self.arg(value);
                self.emit(Op::CheckIndex { index, len: lens[k], site });
            }
            flat = Some(match flat {
                None => value,
                Some(outer) => {
                    let dim = Value::One(self.constant(dims[k]));
                    let rows = self.binary(BinOp::Mul, Scalar::Usize, outer, dim, Want::Nothing);
                    self.binary(BinOp::Add, Scalar::Usize, rows, value, Want::Nothing)
                }
            });
        }
        flat.map(|index| (index, None)).ok_or_else(|| "an array is used as a scalar".to_string())
    }

    pub(super) fn load(&mut self, place: &Place, want: Want) -> Fallible<Value> {
        let target = self.target(place)?;
        self.load_target(&target, want)
    }

    pub(super) fn load_target(&mut self, target: &Target, want: Want) -> Fallible<Value> {
        match *target {
            Target::Local(local, _) => match self.storage(local)? {
                Storage::One(one) => Ok(Value::One(one)),
                Storage::Lanes(lanes) => Ok(Value::Lanes(lanes)),
                Storage::Line(line) => Ok(Value::Line(line)),
                Storage::Nowhere | Storage::Unit | Storage::Array(_) | Storage::Memory(_) => {
                    Err("a local without registers is read".to_string())
                }
            },
            Target::Array { array, len, index, check, scalar } => {
                if let Some(element) = self.element(array, len, index, scalar) {
                    return Ok(Value::Lanes(element));
                }
                let index = self.arg(index);
                let d = self.lanes_for(want, scalar.size());
                let (size, value) = (scalar.size() as u8, Arg::Lanes(d));
                self.emit(Op::ArrayLoad(Box::new(ArrayAccess { size, array, len, index, check, value })));
                Ok(Value::Lanes(d))
            }
            Target::Memory { memory, index, check, scalar } => {
                let size = scalar.size() as u8;
                if let Value::One(index) = index {
                    let d = match want {
                        Want::One(one) => one,
                        Want::Nothing | Want::Lanes(_) => self.new_one(),
                    };
                    self.emit(Op::LoadOne { size, d, memory, index, check });
                    return Ok(Value::One(d));
                }
                let d = self.lanes_for(want, scalar.size());
                self.emit(Op::Load(Box::new(Load { size, d, memory, index, check })));
                Ok(Value::Lanes(d))
            }
        }
    }

    /// The register of an array's element, where its index is a constant in bounds.
    fn element(&self, array: Lanes, len: u64, index: Value, scalar: Scalar) -> Option<Lanes> {
        match index {
            Value::One(one) => self
                .known(one)
                .filter(|index| *index < len)
                .map(|index| Lanes(array.0 + index as u32 * scalar.size() as u32)),
            Value::Lanes(_) | Value::Line(_) => None,
        }
    }

    /// Assigns a scalar to a place whose indices have been evaluated.
    pub(super) fn store_target(&mut self, target: &Target, value: Value) -> Fallible<()> {
        match *target {
            Target::Local(local, scalar) => {
                let masked = self.slot > self.homes[local.0 as usize];
                self.assign_local(local, scalar, value, masked)
            }
            Target::Array { array, len, index, check, scalar } => {
                if let Some(element) = self.element(array, len, index, scalar) {
                    self.copy_lanes(element, scalar.size(), value, true);
                    return Ok(());
                }
                let (index, value) = (self.arg(index), self.arg(value));
                let size = scalar.size() as u8;
                self.emit(Op::ArrayStore(Box::new(ArrayAccess { size, array, len, index, check, value })));
                Ok(())
            }
            Target::Memory { memory, index, check, scalar } => {
                let value = self.arg(value);
                let size = scalar.size() as u8;
                self.emit(Op::Store(Box::new(Store { size, memory, index, value, check })));
                Ok(())
            }
        }
    }

    /// The register that an assignment's root operation may write to directly.
    pub(super) fn want_of(&self, local: LocalId) -> Want {
        match self.storage[local.0 as usize] {
            Storage::One(one) => Want::One(one),
            Storage::Lanes(lanes) if self.slot <= self.homes[local.0 as usize] => Want::Lanes(lanes),
            Storage::Lanes(_)
            | Storage::Nowhere
            | Storage::Unit
            | Storage::Line(_)
            | Storage::Array(_)
            | Storage::Memory(_) => Want::Nothing,
        }
    }

    pub(super) fn assign_local(
        &mut self,
        local: LocalId,
        scalar: Scalar,
        value: Value,
        masked: bool,
    ) -> Fallible<()> {
        let f = moves(scalar.size());
        match self.storage(local)? {
            Storage::One(d) => self.copy_one(d, value)?,
            Storage::Lanes(d) => self.copy_lanes(d, scalar.size(), value, masked),
            Storage::Line(d) => match value {
                Value::Line(a) if a == d || (!masked && self.redirect(a, d)) => {}
                Value::Line(a) => self.emit(Op::CopyLine { d, a, masked: masked.then_some(f.masked) }),
                Value::One(a) => {
                    self.emit(Op::LineFromOne { d, a, masked: masked.then_some(f.splat_masked) });
                }
                Value::Lanes(a) => {
                    self.emit(Op::LineFromLanes { d, a, masked: masked.then_some(f.masked) });
                }
            },
            Storage::Nowhere | Storage::Unit | Storage::Array(_) | Storage::Memory(_) => {
                return Err("a local without registers is assigned".to_string());
            }
        }
        Ok(())
    }

    /// Lets the last instruction write to `d` instead of the temporary `a`, if it made that.
    fn redirect(&mut self, a: Line, d: Line) -> bool {
        if self.storage.iter().any(|storage| matches!(storage, Storage::Line(line) if *line == a)) {
            return false;
        }
        match self.ops.last_mut() {
            Some(Op::Position { d: made, .. } | Op::LineCast { d: made, .. }) if *made == a => *made = d,
            Some(Op::LineBinary(call)) if call.d == a => call.d = d,
            Some(_) | None => return false,
        }
        true
    }

    pub(super) fn copy_lanes(&mut self, d: Lanes, size: usize, value: Value, masked: bool) {
        let f = moves(size);
        match value {
            Value::One(a) if masked => self.emit(Op::SplatMasked { f: f.splat_masked, d, a }),
            Value::One(a) => self.emit(Op::Splat { f: f.splat, d, a }),
            Value::Lanes(_) | Value::Line(_) => {
                let a = self.lanes_of(value, size);
                if a == d {
                    // The root operation wrote it in place, or it is assigned to itself.
                } else if masked {
                    self.emit(Op::CopyMasked { f: f.masked, d, a, size: size as u8 });
                } else {
                    self.emit(Op::Copy { size: size as u8, d, a });
                }
            }
        }
    }

    /// Assigns a whole array: a list, a repeated value, or another array.
    pub(super) fn assign_array(&mut self, local: LocalId, value: &Expr, masked: bool) -> Fallible<()> {
        let Storage::Array(array) = self.storage(local)? else {
            return Err("an array is assigned to what is none".to_string());
        };
        let (scalar, dims) = shape(&self.function.local(local).ty)?;
        let count = dims.iter().product::<u64>();
        let size = scalar.size();
        // The elements are evaluated before any is assigned: they may read the array.
        let mut leaves = Vec::new();
        let list = matches!(value.kind, ExprKind::Array(_));
        self.leaves(value, list, size, &mut leaves)?;
        if leaves.is_empty() {
            return if count == 0 { Ok(()) } else { Err("an array value has no elements".to_string()) };
        }
        for k in 0..count {
            let element = Lanes(array.0 + k as u32 * size as u32);
            // A repeated value fills what is left of each row, so that the leaves repeat as a whole.
            self.copy_lanes(element, size, leaves[k as usize % leaves.len()], masked);
        }
        Ok(())
    }

    /// The elements of an array value in row order. `keep` copies those that are registers of locals.
    fn leaves(&mut self, value: &Expr, keep: bool, size: usize, out: &mut Vec<Value>) -> Fallible<()> {
        match &value.kind {
            ExprKind::Array(elements) => {
                elements.iter().try_for_each(|element| self.leaves(element, keep, size, out))
            }
            ExprKind::Repeat(inner) => {
                let start = out.len();
                self.leaves(inner, keep, size, out)?;
                if keep && let Type::Array(_, Len::Const(len)) = value.ty {
                    let row: Vec<Value> = out[start..].to_vec();
                    out.truncate(start);
                    (0..len).for_each(|_| out.extend(&row));
                }
                Ok(())
            }
            ExprKind::Load(place) if matches!(place.ty, Type::Array(..)) => {
                let (_, dims) = shape(&place.ty)?;
                match self.storage(place.base)? {
                    Storage::Array(from) if place.steps.is_empty() => {
                        for k in 0..dims.iter().product::<u64>() {
                            let element = Lanes(from.0 + k as u32 * size as u32);
                            out.push(Value::Lanes(element));
                        }
                        Ok(())
                    }
                    Storage::Nowhere
                    | Storage::Unit
                    | Storage::One(_)
                    | Storage::Lanes(_)
                    | Storage::Line(_)
                    | Storage::Array(_)
                    | Storage::Memory(_) => Err("part of an array is used as a value".to_string()),
                }
            }
            ExprKind::Load(_)
            | ExprKind::Literal(_)
            | ExprKind::Capture(_)
            | ExprKind::Len(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Cast(_)
            | ExprKind::Select { .. }
            | ExprKind::Call { .. }
            | ExprKind::Ref(_)
            | ExprKind::Extent { .. }
            | ExprKind::Tile { .. }
            | ExprKind::LenOf(_)
            | ExprKind::Make(_) => {
                let value = self.expr(value)?;
                out.push(if keep { self.kept(value, size) } else { value });
                Ok(())
            }
        }
    }

    /// A copy of a value that later assignments do not change.
    fn kept(&mut self, value: Value, size: usize) -> Value {
        match value {
            Value::One(_) => value,
            Value::Lanes(_) | Value::Line(_) => {
                let a = self.lanes_of(value, size);
                let d = self.new_lanes(size);
                self.emit(Op::Copy { size: size as u8, d, a });
                Value::Lanes(d)
            }
        }
    }

    /// Sets every element to zero.
    pub(super) fn clear_array(&mut self, local: LocalId) -> Fallible<()> {
        let Storage::Array(array) = self.storage(local)? else {
            return Err("an array has no registers".to_string());
        };
        let (scalar, dims) = shape(&self.function.local(local).ty)?;
        let zero = Value::One(self.constant(0));
        for k in 0..dims.iter().product::<u64>() {
            let element = Lanes(array.0 + k as u32 * scalar.size() as u32);
            self.copy_lanes(element, scalar.size(), zero, false);
        }
        Ok(())
    }
}
