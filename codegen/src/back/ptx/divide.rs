//! Division of integers.

use super::asm::{Reg, Width};
use super::local::Writer;
use super::value::{Val, kind, width};
use crate::compact::List;
use crate::ir::{BinOp, Scalar, SiteId};

impl Writer<'_> {
    /// Tests a divisor: not zero, and no quotient that the type does not have.
    pub(super) fn divisor(&mut self, scalar: Scalar, a: Val, b: Val, site: SiteId) {
        // What has been tested before.
        let fixed = [a, b].into_iter().filter_map(Val::register).all(|register| self.asm.is_fixed(register));
        let tested = match (scalar.is_signed_int(), b) {
            (_, Val::Imm(_)) => String::new(),
            (true, _) => format!("{} / {} in {scalar:?}", a.text(scalar), b.text(scalar)),
            (false, _) => format!("{} is not zero", b.text(scalar)),
        };
        if fixed && !tested.is_empty() && self.asm.passes(tested) {
            return;
        }
        let least = 1u64 << (scalar.bits() - 1);
        let minus = u64::MAX >> (64 - scalar.bits());
        let zero = self.compare(BinOp::Eq, scalar, b, Val::Imm(0));
        let mut fails = zero;
        if scalar.is_signed_int() {
            let first = self.compare(BinOp::Eq, scalar, a, Val::Imm(least));
            let second = self.compare(BinOp::Eq, scalar, b, Val::Imm(minus));
            let overflows = self.logic(BinOp::And, first, second);
            fails = self.logic(BinOp::Or, zero, overflows);
        }
        let values = vec![(a, scalar), (b, scalar)];
        match fails {
            Val::Imm(0) => {}
            Val::Imm(_) => {
                let to = self.failure(site, values);
                self.asm.line(format!("bra.uni {to}"));
            }
            Val::Reg(register) => {
                let to = self.failure(site, values);
                self.asm.line(format!("@{register} bra {to}"));
            }
        }
    }

    /// `a / b` or `a % b` of integers, with a divisor that is tested.
    pub(super) fn divided(&mut self, op: BinOp, scalar: Scalar, a: Val, b: Val) -> Val {
        if let Val::Imm(bits) = b
            && bits.is_power_of_two()
            && !scalar.is_signed_int()
        {
            return if op == BinOp::Div {
                self.shift(BinOp::Shr, scalar, a, (Val::Imm(u64::from(bits.trailing_zeros())), Scalar::U32))
            } else {
                self.integer(BinOp::BitAnd, scalar, a, Val::Imm(bits - 1))
            };
        }
        let wide = width(scalar);
        // Of 64 bits ptxas calls a function even for these: what is negative is rounded up to zero before the shift.
        if let (Val::Imm(bits), Width::B64) = (b, wide)
            && bits.is_power_of_two()
            && bits < 1 << 63
        {
            let last = |by: u32| (Val::Imm(u64::from(by)), Scalar::U32);
            let places = bits.trailing_zeros();
            if places == 0 {
                return if op == BinOp::Div { a } else { Val::Imm(0) };
            }
            let sign = self.shift(BinOp::Shr, scalar, a, last(63));
            let below = self.shift(BinOp::Shr, scalar.unsigned(), sign, last(64 - places));
            let sum = self.integer(BinOp::Add, scalar, a, below);
            let quotient = self.shift(BinOp::Shr, scalar, sum, last(places));
            if op == BinOp::Div {
                return quotient;
            }
            let product = self.shift(BinOp::Shl, scalar, quotient, last(places));
            return self.integer(BinOp::Sub, scalar, a, product);
        }
        // The remainder from the quotient, which may be wanted too. Of a number that is known, ptxas has better ways.
        if op == BinOp::Rem && matches!(b, Val::Reg(_)) {
            let quotient = self.divided(BinOp::Div, scalar, a, b);
            let product = self.binary(BinOp::Mul, scalar, quotient, (b, scalar), None);
            return self.binary(BinOp::Sub, scalar, a, (product, scalar), None);
        }
        let word = if op == BinOp::Div { "div" } else { "rem" };
        // Of two extended 32-bit numbers the quotient is one too.
        if wide == Width::B64
            && let (Some(x), Some(y)) = (self.low_half(a), self.low_half(b))
        {
            let result = self.op(&format!("{word}.u32"), Width::B32, &[(x, Scalar::U32), (y, Scalar::U32)]);
            return Val::Reg(self.zero_extended(result));
        }
        let operation = format!("{word}.{}", kind(scalar));
        // A number that is known and has more bits decides alone.
        let small = [a, b].iter().all(|value| match value {
            Val::Imm(bits) => u32::try_from(*bits).is_ok(),
            Val::Reg(_) => true,
        });
        if wide == Width::B64 && small {
            return self.divided_by_size(word, scalar, a, b);
        }
        Val::Reg(self.op(&operation, wide, &[(a, scalar), (b, scalar)]))
    }

    /// The same of 64 bits. Most such numbers are small, and 32 bits are divided in a fraction of the time.
    fn divided_by_size(&mut self, word: &str, scalar: Scalar, a: Val, b: Val) -> Val {
        let bits = Scalar::U64;
        let operation = format!("{word}.{}", kind(scalar));
        let key = format!("{operation} {}, {}", a.text(bits), b.text(bits));
        let uses: Vec<Reg> = [a, b].into_iter().filter_map(Val::register).list();
        self.whole(key, &uses, |writer| {
            let (x, y) = (writer.register(a, bits), writer.register(b, bits));
            // Only what may have bits above is asked.
            let asked: Vec<Reg> = [a, b]
                .into_iter()
                .filter(|value| writer.low_half(*value).is_none())
                .filter_map(Val::register)
                .list();
            let all = match *asked.as_slice() {
                [first, second] => {
                    writer.asm.pure("or.b64", Width::B64, format!("{first}, {second}"), &asked)
                }
                [one] => one,
                _ => x,
            };
            let above = writer.asm.pure("shr.u64", Width::B64, format!("{all}, 32"), &[all]);
            let small = writer.asm.set("setp.eq.u64", Width::Pred, format!("{above}, 0"));
            let result = writer.asm.variable(Width::B64);
            let (short, end) = (writer.asm.label(), writer.asm.label());
            writer.asm.line(format!("@{small} bra {short}"));
            writer.apart(|writer| {
                let long = if writer.has_wgmma && !scalar.is_signed_int() {
                    writer.long_division(word, x, y)
                } else {
                    writer.asm.set(&operation, Width::B64, format!("{x}, {y}"))
                };
                writer.asm.assign(result, &long.to_string());
            });
            writer.asm.line(format!("bra.uni {end}"));
            writer.asm.place(short);
            writer.apart(|writer| {
                let (x, y) = (writer.low(x), writer.low(y));
                let half = writer.asm.set(&format!("{word}.u32"), Width::B32, format!("{x}, {y}"));
                let whole = writer.asm.set("cvt.u64.u32", Width::B64, half.to_string());
                writer.asm.assign(result, &whole.to_string());
            });
            writer.asm.place(end);
            Val::Reg(writer.asm.set("mov.b64", Width::B64, result.to_string()))
        })
    }

    /// The quotient or the remainder of two unsigned numbers of 64 bits, bit by bit: without a call.
    fn long_division(&mut self, word: &str, x: Reg, y: Reg) -> Reg {
        let asm = &mut self.asm;
        // Of what is left of `x`, the highest bit goes to the remainder, and one of the quotient comes from below.
        let [quotient, rest, turns, bit] = [(); 4].map(|()| asm.variable(Width::B64));
        let [over, fits] = [(); 2].map(|()| asm.variable(Width::Pred));
        asm.assign(quotient, &x.to_string());
        asm.assign(rest, "0");
        asm.assign(turns, "64");
        let head = asm.label();
        asm.place(head);
        for line in [
            format!("setp.lt.s64 {over}, {rest}, 0"),
            format!("shr.u64 {bit}, {quotient}, 63"),
            format!("shl.b64 {quotient}, {quotient}, 1"),
            format!("shl.b64 {rest}, {rest}, 1"),
            format!("or.b64 {rest}, {rest}, {bit}"),
            format!("setp.ge.or.u64 {fits}, {rest}, {y}, {over}"),
            format!("@{fits} sub.u64 {rest}, {rest}, {y}"),
            format!("@{fits} or.b64 {quotient}, {quotient}, 1"),
            format!("sub.u64 {turns}, {turns}, 1"),
            format!("setp.ne.u64 {over}, {turns}, 0"),
            format!("@{over} bra {head}"),
        ] {
            asm.line(line);
        }
        if word == "div" { quotient } else { rest }
    }

    /// What a 64-bit value is in 32 bits, where nothing is lost.
    pub(super) fn low_half(&self, value: Val) -> Option<Val> {
        match value {
            Val::Imm(bits) => u32::try_from(bits).is_ok().then_some(value),
            Val::Reg(register) => self.extended.get(&register).map(|low| Val::Reg(*low)),
        }
    }
}
