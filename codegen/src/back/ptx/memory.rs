//! Places: where they are, reading them and writing to them.
//!
//! An address is taken apart into what varies and an immediate: `x[i + 1]` of `f32` is `[%d+4]`, with the register
//! of `x[i]`. That is right modulo the width of addresses, in which an index computes too. Addresses of global
//! memory have 64 bits, those of shared memory 32.

use super::asm::{Reg, Width};
use super::local::{Base, Space, Storage, Writer, flat};
use super::value::{Val, in_memory, width};
use crate::collections::sort_by_key;
use crate::compact::List;
use crate::ir::{BinOp, Check, Expr, ExprKind, Len, Literal, LocalId, Place, Scalar, SiteId, Step, Type};

/// Where a place is.
#[derive(Clone, Debug)]
pub(super) enum Located {
    /// A scalar that keeps its value.
    Value(Val),
    Variable(LocalId, Reg),
    /// An element of an array in registers: the first of those that the place is.
    Element {
        array: LocalId,
        first: usize,
    },
    Memory(Address),
    /// The access never comes to pass: a check before it always fails.
    Never,
}

/// An address in memory.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub(super) space: Space,
    /// A register or a symbol.
    pub(super) base: String,
    pub(super) register: Option<Reg>,
    pub(super) offset: i64,
}

impl Address {
    /// The operand, so many bytes further.
    #[inline(never)]
    pub(super) fn at(&self, bytes: i64) -> String {
        match self.offset + bytes {
            0 => format!("[{}]", self.base),
            offset => format!("[{}+{offset}]", self.base),
        }
    }
}

/// A sum of products of registers with numbers, and a number: modulo 2^64.
#[derive(Default)]
struct Linear {
    terms: Vec<(Reg, i64)>,
    constant: i64,
}

impl Linear {
    fn add(&mut self, register: Reg, by: i64) {
        match self.terms.iter_mut().find(|(known, _)| *known == register) {
            Some((_, factor)) => *factor = factor.wrapping_add(by),
            None => self.terms.push((register, by)),
        }
    }
}

impl Writer<'_> {
    /// Where a place is; its indices are checked.
    pub(super) fn locate(&mut self, place: &Place) -> Located {
        let local = self.function.local(place.base);
        let mut ty = local.ty.referent();
        let mut sum = Linear::default();
        let mut part: Option<Val> = None;
        let mut never = false;
        for step in &place.steps {
            match step {
                Step::Index { index, check } => {
                    let element = ty.element().unwrap_or(ty);
                    let size = element.size().unwrap_or(0) as i64;
                    // In a function of the library every index is in bounds.
                    if let Check::Checked(site) = check
                        && self.returns.is_none()
                    {
                        // What was computed for the test serves the address.
                        let (register, constant) = self.sum(index);
                        let value = self.total(register, constant);
                        let len = match (part.take(), ty) {
                            (Some(part), _) => part,
                            (None, Type::Array(_, Len::Const(len))) => Val::Imm(*len),
                            (None, _) => self.len(place.base),
                        };
                        never |= self.check(value, len, *site);
                        sum.constant = sum.constant.wrapping_add(constant.wrapping_mul(size));
                        if let Some(register) = register {
                            sum.add(register, size);
                        }
                    } else {
                        self.linear(index, size, &mut sum);
                    }
                    part = None;
                    ty = element.referent();
                }
                Step::Field(name) => {
                    if let Type::Struct(found) = ty
                        && let Some((_, field)) = found.field(name)
                    {
                        sum.constant = sum.constant.wrapping_add(field.offset as i64);
                        ty = &field.ty;
                    }
                }
                Step::Slice { start, len } => {
                    let size = ty.element().and_then(Type::size).unwrap_or(0) as i64;
                    part = Some(self.value(len));
                    self.linear(start, size, &mut sum);
                }
            }
        }
        match &self.storage[place.base.0 as usize] {
            Storage::Nowhere => Located::Never,
            Storage::Value(value) => Located::Value(*value),
            Storage::Variable(register) => Located::Variable(place.base, *register),
            Storage::Registers(all) => {
                let size = flat(&local.ty).0.size() as i64;
                let first = usize::try_from(sum.constant / size.max(1)).unwrap_or(usize::MAX);
                let known = sum.terms.is_empty();
                if never || !known || first >= all.len() {
                    match known {
                        true => {}
                        false if self.returns.is_some() => {
                            self.missing("an array of the library with an index that is not known");
                        }
                        false if self.unplanned.contains(&place.base) => {}
                        false => self.unplanned.push(place.base),
                    }
                    return Located::Never;
                }
                Located::Element { array: place.base, first }
            }
            Storage::Memory(base) => {
                let base = base.clone();
                let align = match (base.space, local.ty.element()) {
                    (Space::Global { .. }, Some(element)) => element.align().unwrap_or(1) as i64,
                    _ => 1,
                };
                Located::Memory(self.address(&base, &sum, align))
            }
        }
    }

    /// Tests an index; whether it is known to be out of bounds.
    fn check(&mut self, index: Val, len: Val, site: SiteId) -> bool {
        match (index, len) {
            (Val::Imm(index), Val::Imm(len)) if index < len => return false,
            (Val::Imm(_), Val::Imm(_)) => {
                let to = self.failure(site, vec![(index, Scalar::Usize), (len, Scalar::Usize)]);
                self.asm.line(format!("bra.uni {to}"));
                return true;
            }
            _ => {}
        }
        let (a, b) = (index.text(Scalar::Usize), len.text(Scalar::Usize));
        let fixed = [index, len].into_iter().filter_map(Val::register).all(|r| self.asm.is_fixed(r));
        if fixed && self.asm.passes(format!("{a} < {b}")) {
            return false;
        }
        // An immediate stands second.
        let (op, operands) = match index {
            Val::Imm(_) => ("setp.le.u64", format!("{b}, {a}")),
            Val::Reg(_) => ("setp.ge.u64", format!("{a}, {b}")),
        };
        let fails = self.asm.set(op, Width::Pred, operands);
        let to = self.failure(site, vec![(index, Scalar::Usize), (len, Scalar::Usize)]);
        self.asm.line(format!("@{fails} bra {to}"));
        false
    }

    /// A sum of 64 bits as what varies of it and a constant. What changes least is added first, so that others
    /// share it and loops need not add it again.
    fn sum(&mut self, expr: &Expr) -> (Option<Reg>, i64) {
        let (mut terms, mut constant) = (Vec::new(), 0);
        self.summands(expr, &mut terms, &mut constant);
        sort_by_key(&mut terms, |term| (self.asm.depth(*term), *term));
        let sum = terms
            .into_iter()
            .reduce(|sum, term| self.asm.pure("add.s64", Width::B64, format!("{sum}, {term}"), &[sum, term]));
        (sum, constant)
    }

    fn summands(&mut self, expr: &Expr, terms: &mut Vec<Reg>, constant: &mut i64) {
        match &expr.kind {
            ExprKind::Binary { op: BinOp::Add, lhs, rhs, .. } => {
                self.summands(lhs, terms, constant);
                self.summands(rhs, terms, constant);
            }
            ExprKind::Binary { op: BinOp::Sub, lhs, rhs, .. } if literal(rhs).is_some() => {
                *constant = constant.wrapping_sub(literal(rhs).unwrap_or(0));
                self.summands(lhs, terms, constant);
            }
            _ => match self.value(expr) {
                Val::Imm(value) => *constant = constant.wrapping_add(value as i64),
                Val::Reg(register) => terms.push(register),
            },
        }
    }

    /// What varies and a constant together.
    fn total(&mut self, sum: Option<Reg>, constant: i64) -> Val {
        match sum {
            None => Val::Imm(constant as u64),
            Some(sum) if constant == 0 => Val::Reg(sum),
            Some(sum) => Val::Reg(self.asm.pure("add.s64", Width::B64, format!("{sum}, {constant}"), &[sum])),
        }
    }

    /// The value of a sum, or a difference from a number, of 64 bits.
    pub(super) fn summed(&mut self, expr: &Expr) -> Val {
        let (sum, constant) = self.sum(expr);
        self.total(sum, constant)
    }

    /// Adds so many times an index to a sum.
    #[inline(never)]
    fn linear(&mut self, expr: &Expr, by: i64, sum: &mut Linear) {
        if by == 0 {
            return;
        }
        if let ExprKind::Binary { op, lhs, rhs, .. } = &expr.kind {
            match (op, literal(lhs), literal(rhs)) {
                (BinOp::Add, ..) => {
                    self.linear(lhs, by, sum);
                    return self.linear(rhs, by, sum);
                }
                (BinOp::Sub, _, Some(value)) => {
                    sum.constant = sum.constant.wrapping_sub(value.wrapping_mul(by));
                    return self.linear(lhs, by, sum);
                }
                (BinOp::Mul, None, Some(value)) => return self.linear(lhs, by.wrapping_mul(value), sum),
                (BinOp::Mul, Some(value), None) => return self.linear(rhs, by.wrapping_mul(value), sum),
                (BinOp::Shl, None, Some(value @ 0..=31)) => {
                    return self.linear(lhs, by.wrapping_mul(1 << value), sum);
                }
                _ => {}
            }
        }
        match self.value(expr) {
            Val::Imm(value) => sum.constant = sum.constant.wrapping_add((value as i64).wrapping_mul(by)),
            Val::Reg(register) => sum.add(register, by),
        }
    }

    /// The address of a sum's place; `align` is what the base is a multiple of.
    fn address(&mut self, base: &Base, sum: &Linear, align: i64) -> Address {
        let narrow = base.space == Space::Shared;
        let mut offset = base.offset.wrapping_add(sum.constant);
        let mut terms: Vec<(Reg, i64)> = sum.terms.iter().copied().filter(|(_, by)| *by != 0).list();
        let symbol = |writer: &mut Self| match base.space {
            Space::Global { .. } => {
                let address =
                    writer.asm.first("ld.param.b64", Width::B64, &format!("[{}]", base.symbol), &[]);
                writer.asm.first("cvta.to.global.u64", Width::B64, &address.to_string(), &[address])
            }
            Space::Shared => writer.asm.first("mov.b32", Width::B32, &base.symbol, &[]),
            Space::Local | Space::Param => writer.asm.first("mov.b64", Width::B64, &base.symbol, &[]),
        };
        // Immediates of addresses have 32 bits.
        let fits = |offset: i64| (-(1 << 24)..1 << 24).contains(&offset);
        if terms.is_empty() && fits(offset) && !matches!(base.space, Space::Global { .. }) {
            return Address { space: base.space, base: base.symbol.clone(), register: None, offset };
        }
        let mut register = symbol(self);
        // A slice begins where its elements may, and a sum is a multiple of what all of its parts are.
        let part = |align: i64, by: i64| align.min(1 << by.trailing_zeros().min(62));
        let align = terms.iter().fold(align, |align, (_, by)| part(align, *by));
        // What is scaled alike is added up first, so that it is scaled once; what changes least stands first, for
        // others to share.
        sort_by_key(&mut terms, |(index, by)| (*by, self.asm.depth(*index), *index));
        let (add, wide) = if narrow { ("add.s32", Width::B32) } else { ("add.s64", Width::B64) };
        let mut terms = terms.into_iter().peekable();
        while let Some((index, by)) = terms.next() {
            let half = |writer: &mut Self, index: Reg| if narrow { writer.low(index) } else { index };
            let mut sum = half(self, index);
            while let Some((next, _)) = terms.next_if(|(_, other)| *other == by) {
                let next = half(self, next);
                sum = self.asm.pure(add, wide, format!("{sum}, {next}"), &[sum, next]);
            }
            register =
                if narrow { self.sum32(register, sum, by as i32) } else { self.sum64(register, sum, by) };
        }
        if !fits(offset) {
            let (op, width) = if narrow { ("add.s32", Width::B32) } else { ("add.s64", Width::B64) };
            let constant = if narrow { i64::from(offset as i32) } else { offset };
            register = self.asm.pure(op, width, format!("{register}, {constant}"), &[register]);
            offset = 0;
        }
        if offset == base.offset.wrapping_add(sum.constant) {
            self.asm.align(register, align);
        }
        Address { space: base.space, base: register.to_string(), register: Some(register), offset }
    }

    /// `base + index * by`, modulo 2^64.
    fn sum64(&mut self, base: Reg, index: Reg, by: i64) -> Reg {
        let scaled = match (self.extended.get(&index).copied(), by) {
            (_, 1) => index,
            (Some(low), 0..=0xffff_ffff) => {
                self.asm.pure("mul.wide.u32", Width::B64, format!("{low}, {by}"), &[low])
            }
            _ if by > 0 && by.count_ones() == 1 => {
                self.asm.pure("shl.b64", Width::B64, format!("{index}, {}", by.trailing_zeros()), &[index])
            }
            _ => self.asm.pure("mul.lo.s64", Width::B64, format!("{index}, {by}"), &[index]),
        };
        self.asm.pure("add.s64", Width::B64, format!("{base}, {scaled}"), &[base, scaled])
    }

    fn sum32(&mut self, base: Reg, index: Reg, by: i32) -> Reg {
        let scaled = match by {
            1 => index,
            _ if by > 0 && by.count_ones() == 1 => {
                self.asm.pure("shl.b32", Width::B32, format!("{index}, {}", by.trailing_zeros()), &[index])
            }
            _ => self.asm.pure("mul.lo.s32", Width::B32, format!("{index}, {by}"), &[index]),
        };
        self.asm.pure("add.s32", Width::B32, format!("{base}, {scaled}"), &[base, scaled])
    }

    /// The low half of a 64-bit register.
    pub(super) fn low(&mut self, register: Reg) -> Reg {
        match self.extended.get(&register) {
            Some(low) => *low,
            None => self.asm.pure("cvt.u32.u64", Width::B32, register.to_string(), &[register]),
        }
    }

    /// A 32-bit register with zeros above.
    pub(super) fn zero_extended(&mut self, register: Reg) -> Reg {
        let wide = self.asm.pure("cvt.u64.u32", Width::B64, register.to_string(), &[register]);
        if self.asm.is_fixed(register) {
            self.extended.insert(wide, register);
        }
        wide
    }

    /// An address that any instruction takes: generic for global memory, of shared memory its own 32 bits.
    pub(super) fn pointer(&mut self, address: &Address) -> Reg {
        let narrow = address.space == Space::Shared;
        let (mov, add, width) =
            if narrow { ("mov.b32", "add.s32", Width::B32) } else { ("mov.b64", "add.s64", Width::B64) };
        let base = match address.register {
            Some(register) => register,
            None => self.asm.first(mov, width, &address.base, &[]),
        };
        if address.offset == 0 {
            return base;
        }
        self.asm.pure(add, width, format!("{base}, {}", address.offset), &[base])
    }

    /// Reads a scalar.
    pub(super) fn read(&mut self, located: &Located, scalar: Scalar) -> Val {
        match located {
            Located::Value(value) => *value,
            Located::Variable(local, register) => self.current(*local, *register, scalar),
            Located::Element { array, first } => {
                let Storage::Registers(all) = &self.storage[array.0 as usize] else { return Val::Imm(0) };
                let register = all[*first];
                self.current_element(*array, *first, register, scalar)
            }
            Located::Memory(address) => self.load(address, scalar),
            Located::Never => Val::Imm(0),
        }
    }

    /// A register that keeps what a variable is now.
    fn copy(&mut self, register: Reg, scalar: Scalar) -> Val {
        let op = format!("mov.{}", width(scalar).bits());
        Val::Reg(self.asm.set(&op, register.width, register.to_string()))
    }

    /// What a variable is now, in a register that keeps it.
    fn current(&mut self, local: LocalId, register: Reg, scalar: Scalar) -> Val {
        self.current_element(local, 0, register, scalar)
    }

    /// The same of an element of an array in registers.
    fn current_element(&mut self, local: LocalId, element: usize, register: Reg, scalar: Scalar) -> Val {
        if let Some(value) = self.now.get(local, element) {
            return value;
        }
        let value = self.copy(register, scalar);
        self.now.set(local, element, value);
        value
    }

    pub(super) fn load(&mut self, address: &Address, scalar: Scalar) -> Val {
        let ty = in_memory(scalar);
        let at = address.at(0);
        let uses: Vec<Reg> = address.register.into_iter().list();
        let (op, constant) = match address.space {
            Space::Global { constant: true } => (format!("ld.global.nc.{ty}"), true),
            Space::Global { constant: false } => (format!("ld.global.{ty}"), false),
            Space::Shared => (format!("ld.shared.{ty}"), false),
            Space::Local => (format!("ld.local.{ty}"), false),
            Space::Param => (format!("ld.param.{ty}"), true),
        };
        let wide = if scalar == Scalar::Bool { Width::B32 } else { width(scalar) };
        let register =
            if constant { self.asm.pure(&op, wide, at, &uses) } else { self.asm.set(&op, wide, at) };
        self.truth(register, scalar)
    }

    /// Reads a scalar by an instruction without its type.
    pub(super) fn loaded_by(&mut self, op: &str, at: String, scalar: Scalar) -> Val {
        let wide = if scalar == Scalar::Bool { Width::B32 } else { width(scalar) };
        let register = self.asm.set(&format!("{op}.{}", in_memory(scalar)), wide, at);
        self.truth(register, scalar)
    }

    /// What was read, as a value: of `bool`, whether the byte is not zero.
    fn truth(&mut self, register: Reg, scalar: Scalar) -> Val {
        if scalar == Scalar::Bool {
            return Val::Reg(self.asm.pure(
                "setp.ne.u32",
                Width::Pred,
                format!("{register}, 0"),
                &[register],
            ));
        }
        Val::Reg(register)
    }

    /// Writes a scalar.
    pub(super) fn write(&mut self, located: &Located, value: Val, scalar: Scalar) {
        match located {
            Located::Value(_) | Located::Never => {}
            Located::Variable(local, register) => {
                let text = self.text(value, scalar);
                self.asm.assign(*register, &text);
                self.now.set(*local, 0, value);
            }
            Located::Element { array, first } => {
                let Storage::Registers(all) = &self.storage[array.0 as usize] else { return };
                let register = all[*first];
                let text = self.text(value, scalar);
                self.asm.assign(register, &text);
                self.now.set(*array, *first, value);
            }
            Located::Memory(address) => self.store(address, value, scalar),
        }
    }

    pub(super) fn store(&mut self, address: &Address, value: Val, scalar: Scalar) {
        let space = match address.space {
            Space::Global { .. } => "global",
            Space::Shared => "shared",
            Space::Local => "local",
            // Nothing assigns a parameter.
            Space::Param => return,
        };
        self.stored_by(&format!("st.{space}"), &address.at(0), value, scalar);
    }

    /// Writes a scalar by an instruction without its type.
    pub(super) fn stored_by(&mut self, op: &str, at: &str, value: Val, scalar: Scalar) {
        let ty = match in_memory(scalar) {
            "s8" => "u8",
            "s16" => "u16",
            ty => ty,
        };
        let text = match value {
            Val::Reg(register) if scalar == Scalar::Bool => {
                self.asm.set("selp.b32", Width::B32, format!("1, 0, {register}")).to_string()
            }
            Val::Imm(bits) if super::value::is_half(scalar) => {
                self.asm.set("mov.b16", Width::B16, format!("0x{bits:04X}")).to_string()
            }
            value => self.text(value, scalar),
        };
        self.asm.line(format!("{op}.{ty} {at}, {text}"));
    }

    /// A value as an operand.
    pub(super) fn text(&mut self, value: Val, scalar: Scalar) -> String {
        match (value, scalar) {
            (Val::Imm(bits), Scalar::Bool) => i32::from(bits != 0).to_string(),
            (value, scalar) => value.text(scalar),
        }
    }

    /// A scalar of an array, counted through all its extents.
    pub(super) fn element(&mut self, local: LocalId, number: u64, scalar: Scalar) -> Located {
        match &self.storage[local.0 as usize] {
            Storage::Registers(_) => Located::Element { array: local, first: number as usize },
            Storage::Memory(base) => {
                let base = base.clone();
                let constant = number as i64 * scalar.size() as i64;
                Located::Memory(self.address(&base, &Linear { terms: Vec::new(), constant }, 1))
            }
            Storage::Nowhere | Storage::Value(_) | Storage::Variable(_) => Located::Never,
        }
    }
}

/// The number that an expression is.
fn literal(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Literal(Literal::Int(value)) => Some(*value as i64),
        _ => None,
    }
}

/// Whether an expression is a sum of integers of 64 bits, or less a number.
pub(super) fn is_wide_sum(expr: &Expr) -> bool {
    let wide = expr.ty.scalar().is_some_and(|scalar| scalar.is_int() && width(scalar) == Width::B64);
    wide && match &expr.kind {
        ExprKind::Binary { op: BinOp::Add, .. } => true,
        ExprKind::Binary { op: BinOp::Sub, rhs, .. } => literal(rhs).is_some(),
        _ => false,
    }
}
