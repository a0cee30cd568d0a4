//! Places: locals, arrays of a thread, slices and shared memory.

use kiln_codegen::intrinsics::Order;
use kiln_codegen::ir::{self, BinOp, Len, LocalId, Place, Scalar, Step, Type};

use super::{Compiler, Fallible, Storage, Want};
use crate::cpu::Observer;
use crate::cpu::code::{Arg, ArrayAccess, Check, Lanes, Line, Load, Memory, One, Op, Store, Value};
use crate::cpu::facts::site;
use crate::cpu::lanes::moves;
use crate::cpu::sanitize::Access;

/// A place whose indices have been evaluated.
pub(super) enum Target {
    Local(LocalId, Scalar),
    Array {
        array: Lanes,
        len: u64,
        index: Value,
        check: Check,
        scalar: Scalar,
    },
    /// An element of an array that is the same for all threads; its index has been checked.
    OneArray {
        first: One,
        len: u64,
        index: One,
    },
    Memory {
        memory: Memory,
        index: Value,
        check: Check,
        scalar: Scalar,
        seen: Seen,
    },
}

/// How the sanitizer sees an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub array: LocalId,
    pub site: u32,
    /// Its indices have been tested.
    pub tested: bool,
    /// Its last index was called proven.
    pub proven: bool,
}

impl Seen {
    /// Of code that is not watched.
    pub const UNSEEN: Seen = Seen { array: LocalId(0), site: 0, tested: true, proven: false };
}

/// Of an index that is not checked: whether it was called proven.
pub(super) fn unchecked(step: &Step) -> Option<bool> {
    match step {
        Step::Index { check, .. } => match check {
            ir::Check::Checked(_) => None,
            ir::Check::Proven => Some(true),
            ir::Check::Unchecked => Some(false),
        },
        Step::Field(_) | Step::Slice { .. } => None,
    }
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

/// A distance in bytes, counted in scalars.
fn scalars(bytes: u64, scalar: Scalar) -> Fallible<u64> {
    let size = scalar.size() as u64;
    if bytes.is_multiple_of(size) { Ok(bytes / size) } else { Err("a field is not aligned".to_string()) }
}

impl Compiler<'_> {
    pub(super) fn storage(&self, local: LocalId) -> Fallible<Storage> {
        match self.storage[local.0 as usize] {
            Storage::Nowhere => {
                Err(format!("`{}` is used outside of its block", self.function.local(local).name))
            }
            storage @ (Storage::Unit
            | Storage::One(_)
            | Storage::Lanes(_)
            | Storage::Line(_)
            | Storage::Array(_)
            | Storage::OneArray(_)
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
                | Storage::Array(_)
                | Storage::OneArray(_) => Err("a slice has no memory".to_string()),
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
        let rank = self.rank.map(Value::Lanes);
        self.target_of(place, rank)
    }

    /// The same, in the shared memory of the block with this rank in its cluster.
    pub(super) fn target_of(&mut self, place: &Place, rank: Option<Value>) -> Fallible<Target> {
        let ty = &self.function.local(place.base).ty;
        match self.storage(place.base)? {
            Storage::Nowhere | Storage::Unit => Err("a unit value is used".to_string()),
            Storage::One(_) | Storage::Lanes(_) | Storage::Line(_) => {
                let scalar = ty.scalar().ok_or("a scalar register has another type")?;
                Ok(Target::Local(place.base, scalar))
            }
            Storage::Array(array) => {
                let (scalar, dims) = shape(ty)?;
                let len = dims.iter().product();
                let first = self.constant(dims.first().copied().unwrap_or(0));
                let (index, check) = self.address(place, first, scalar)?;
                if let [step] = &place.steps[..] {
                    self.announce_index(place, 0, step, index, Value::One(first))?;
                }
                Ok(Target::Array { array, len, index, check, scalar })
            }
            Storage::OneArray(first) => {
                let (scalar, dims) = shape(ty)?;
                let len = dims.iter().product();
                let outer = self.constant(dims.first().copied().unwrap_or(0));
                let (index, check) = self.address(place, outer, scalar)?;
                if let [step] = &place.steps[..] {
                    self.announce_index(place, 0, step, index, Value::One(outer))?;
                }
                if let Some(site) = check {
                    self.check_index(index, Value::One(outer), site);
                }
                let Value::One(index) = index else {
                    return Err("an array was wrongly taken for uniform".to_string());
                };
                Ok(Target::OneArray { first, len, index })
            }
            Storage::Memory(memory) => {
                let (scalar, dims) = shape(&place.ty)?;
                if !dims.is_empty() {
                    return Err("part of a nested array is used as a value".to_string());
                }
                let (mut index, mut check) = self.address(place, memory.len, scalar)?;
                if let Some(rank) = rank.filter(|_| memory.shared) {
                    if let Some(site) = check.take() {
                        self.check_index(index, Value::One(memory.len), site);
                    }
                    let stride = Value::One(self.shared_stride(scalar.size()));
                    let start = self.binary(BinOp::Mul, Scalar::Usize, rank, stride, Want::Nothing);
                    index = self.binary(BinOp::Add, Scalar::Usize, index, start, Want::Nothing);
                }
                let last = place.steps.last();
                let at = place.steps.iter().rev().find_map(site);
                let seen = Seen {
                    array: place.base,
                    site: at.unwrap_or(self.site),
                    tested: place.steps.len() != 1 || !matches!(last, Some(Step::Index { .. })),
                    proven: last.and_then(unchecked).unwrap_or(false),
                };
                Ok(Target::Memory { memory, index, check, scalar, seen })
            }
        }
    }

    /// Where a place lies behind its base, counted in its own scalars: their size divides every distance, since all
    /// that surrounds them is aligned for them. With one index and nothing else the access itself makes the check,
    /// else each index is checked here. `outer` is the number of elements of the base.
    fn address(&mut self, place: &Place, outer: One, scalar: Scalar) -> Fallible<(Value, Check)> {
        let function = self.function;
        let base = function.local(place.base).ty.referent();
        if let ([step @ Step::Index { index, .. }], Some(Type::Scalar(_) | Type::Atomic(_))) =
            (&place.steps[..], base.element())
        {
            return Ok((self.expr(index)?, site(step)));
        }
        let mut ty = base;
        let (mut flat, mut offset) = (None, 0);
        // The length of a part, where that is what is indexed.
        let mut part: Option<Value> = None;
        for (depth, step) in place.steps.iter().enumerate() {
            match step {
                Step::Field(name) => {
                    let Type::Struct(found) = ty else { return Err("a field of what has none".to_string()) };
                    let (_, field) =
                        found.field(name).ok_or_else(|| format!("there is no field `{name}`"))?;
                    offset += field.offset;
                    ty = &field.ty;
                }
                Step::Index { index, .. } => {
                    let index = self.expr(index)?;
                    if site(step).is_some() || self.observer == Observer::Sanitizer {
                        let len = match (part, ty) {
                            (Some(part), _) => part,
                            (None, Type::Array(_, Len::Const(len))) => Value::One(self.constant(*len)),
                            (None, _) if depth == 0 => Value::One(outer),
                            (None, _) => return Err("what has no length is indexed".to_string()),
                        };
                        match site(step) {
                            Some(site) => self.check_index(index, len, site),
                            None => self.announce_index(place, depth, step, index, len)?,
                        }
                    }
                    part = None;
                    ty = ty.element().ok_or("what has no elements is indexed")?;
                    flat = Some(self.advance(flat, index, ty, scalar)?);
                }
                Step::Slice { start, len } => {
                    let (start, len) = (self.expr(start)?, self.expr(len)?);
                    let element = ty.element().ok_or("a part of what has no elements")?;
                    flat = Some(self.advance(flat, start, element, scalar)?);
                    part = Some(len);
                }
            }
        }
        let offset = scalars(offset, scalar)?;
        let at = self.constant(offset);
        Ok((
            match flat {
                None => Value::One(at),
                Some(flat) if offset == 0 => flat,
                Some(flat) => self.binary(BinOp::Add, Scalar::Usize, flat, Value::One(at), Want::Nothing),
            },
            None,
        ))
    }

    /// `flat` and so many elements more, counted in scalars.
    fn advance(
        &mut self,
        flat: Option<Value>,
        elements: Value,
        ty: &Type,
        scalar: Scalar,
    ) -> Fallible<Value> {
        let bytes = ty.size().ok_or_else(|| format!("an element has type {ty:?}"))?;
        let by = scalars(bytes, scalar)?;
        let distance = if by == 1 {
            elements
        } else {
            let by = Value::One(self.constant(by));
            self.binary(BinOp::Mul, Scalar::Usize, elements, by, Want::Nothing)
        };
        Ok(match flat {
            None => distance,
            Some(flat) => self.binary(BinOp::Add, Scalar::Usize, flat, distance, Want::Nothing),
        })
    }

    /// Ends the lanes whose index is not below the length.
    pub(super) fn check_index(&mut self, index: Value, len: Value, site: u32) {
        if let (Value::One(index), Value::One(len)) = (index, len)
            && let (Some(index), Some(len)) = (self.known(index), self.known(len))
            && index < len
        {
            return;
        }
        match len {
            Value::One(len) => self.emit(Op::CheckIndex { index, len, site }),
            Value::Lanes(_) | Value::Line(_) => {
                let (index, len) = (self.arg(index), self.arg(len));
                self.emit(Op::CheckPart { index, len, site });
            }
        }
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
                Storage::Nowhere
                | Storage::Unit
                | Storage::Array(_)
                | Storage::OneArray(_)
                | Storage::Memory(_) => Err("a local without registers is read".to_string()),
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
            Target::OneArray { first, len, index } => {
                if let Some(known) = self.known(index).filter(|index| *index < len) {
                    return Ok(Value::One(One(first.0 + known as u32)));
                }
                let d = match want {
                    Want::One(one) => one,
                    Want::Nothing | Want::Lanes(_) => self.new_one(),
                };
                self.emit(Op::LoadOneArray { d, first, len: len as u32, index });
                Ok(Value::One(d))
            }
            Target::Memory { memory, index, check, scalar, seen } => {
                let how = (Access::Read, Order::Relaxed);
                let check = self.announce(memory, index, check, (scalar, seen), how);
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
            Target::OneArray { first, len, index } => {
                let Value::One(a) = value else {
                    return Err("an array was wrongly taken for uniform".to_string());
                };
                match self.known(index).filter(|index| *index < len) {
                    Some(known) => self.copy_one(One(first.0 + known as u32), value)?,
                    None => self.emit(Op::StoreOneArray { first, len: len as u32, index, a }),
                }
                Ok(())
            }
            Target::Memory { memory, index, check, scalar, seen } => {
                let how = (Access::Write, Order::Relaxed);
                let check = self.announce(memory, index, check, (scalar, seen), how);
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
            | Storage::OneArray(_)
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
            Storage::Nowhere
            | Storage::Unit
            | Storage::Array(_)
            | Storage::OneArray(_)
            | Storage::Memory(_) => return Err("a local without registers is assigned".to_string()),
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
}
