//! Arrays as values: lists, repetitions and copies.

use kiln_codegen::compact::List;
use kiln_codegen::ir::{Expr, ExprKind, Len, LocalId, Type};

use super::place::shape;
use super::{Compiler, Fallible, Storage};
use crate::cpu::code::{Lanes, One, Op, Value};

impl Compiler<'_> {
    /// Assigns a whole array: a list, a repeated value, or another array.
    pub(super) fn assign_array(&mut self, local: LocalId, value: &Expr, masked: bool) -> Fallible<()> {
        let (scalar, dims) = shape(&self.function.local(local).ty)?;
        let count = dims.iter().product::<u64>();
        let size = scalar.size();
        // The elements are evaluated before any is assigned: they may read the array.
        let mut leaves = Vec::new();
        self.leaves(value, matches!(value.kind, ExprKind::Array(_)), &mut leaves)?;
        if leaves.is_empty() {
            return if count == 0 { Ok(()) } else { Err("an array value has no elements".to_string()) };
        }
        // A repeated value fills what is left of each row, so that the leaves repeat as a whole.
        let values = (0..count as usize).map(|k| leaves[k % leaves.len()]).list();
        match self.storage(local)? {
            Storage::Array(array) => {
                self.assign_elements(array, size, values, masked);
                Ok(())
            }
            Storage::OneArray(first) => self.assign_ones(first, values),
            Storage::Nowhere
            | Storage::Unit
            | Storage::One(_)
            | Storage::Lanes(_)
            | Storage::Line(_)
            | Storage::Memory(_) => Err("an array is assigned to what is none".to_string()),
        }
    }

    /// Assigns to all elements of an array at once: an element is overwritten when all that read it are done.
    fn assign_elements(&mut self, array: Lanes, size: usize, mut values: Vec<Value>, masked: bool) {
        let count = values.len();
        let element = |k: usize| Lanes(array.0 + (k * size) as u32);
        let read_by = |value: Value| match value {
            Value::Lanes(lanes) if lanes.0 >= array.0 => {
                Some((lanes.0 - array.0) as usize / size).filter(|k| *k < count)
            }
            Value::One(_) | Value::Lanes(_) | Value::Line(_) => None,
        };
        let mut done: Vec<bool> =
            values.iter().enumerate().map(|(k, value)| read_by(*value) == Some(k)).list();
        let mut readers = vec![0u32; count];
        for (value, done) in values.iter().zip(&done) {
            if let (Some(k), false) = (read_by(*value), *done) {
                readers[k] += 1;
            }
        }
        let mut ready: Vec<usize> = (0..count).rev().filter(|k| readers[*k] == 0 && !done[*k]).list();
        for first in 0..count {
            while let Some(k) = ready.pop() {
                self.copy_lanes(element(k), size, values[k], masked);
                done[k] = true;
                if let Some(read) = read_by(values[k]) {
                    readers[read] -= 1;
                    if readers[read] == 0 && !done[read] {
                        ready.push(read);
                    }
                }
            }
            if !done[first] {
                // A cycle: those that read this element read a copy of it.
                let kept = self.kept(Value::Lanes(element(first)), size);
                for (value, done) in values.iter_mut().zip(&done) {
                    if !done && read_by(*value) == Some(first) {
                        *value = kept;
                    }
                }
                readers[first] = 0;
                ready.push(first);
            }
        }
        while let Some(k) = ready.pop() {
            self.copy_lanes(element(k), size, values[k], masked);
        }
    }

    /// The same for an array that all threads have alike.
    fn assign_ones(&mut self, first: One, mut values: Vec<Value>) -> Fallible<()> {
        let own = first.0..first.0 + values.len() as u32;
        for value in &mut values {
            if let Value::One(read) = *value
                && own.contains(&read.0)
            {
                let kept = self.new_one();
                self.copy_one(kept, *value)?;
                *value = Value::One(kept);
            }
        }
        values.into_iter().zip(own).try_for_each(|(value, d)| self.copy_one(One(d), value))
    }

    /// The elements of an array value in row order. What is repeated inside of a list is written out.
    fn leaves(&mut self, value: &Expr, list: bool, out: &mut Vec<Value>) -> Fallible<()> {
        match &value.kind {
            ExprKind::Array(elements) => {
                elements.iter().try_for_each(|element| self.leaves(element, list, out))
            }
            ExprKind::Repeat(inner) => {
                let start = out.len();
                self.leaves(inner, list, out)?;
                if list && let Type::Array(_, Len::Const(len)) = value.ty {
                    let row: Vec<Value> = out[start..].to_vec();
                    out.truncate(start);
                    (0..len).for_each(|_| out.extend(&row));
                }
                Ok(())
            }
            ExprKind::Load(place) if matches!(place.ty, Type::Array(..)) => {
                let (scalar, dims) = shape(&place.ty)?;
                match self.storage(place.base)? {
                    Storage::Array(from) if place.steps.is_empty() => {
                        for k in 0..dims.iter().product::<u64>() {
                            let element = Lanes(from.0 + k as u32 * scalar.size() as u32);
                            out.push(Value::Lanes(element));
                        }
                        Ok(())
                    }
                    Storage::OneArray(first) if place.steps.is_empty() => {
                        let count = dims.iter().product::<u64>() as u32;
                        out.extend((0..count).map(|k| Value::One(One(first.0 + k))));
                        Ok(())
                    }
                    Storage::Nowhere
                    | Storage::Unit
                    | Storage::One(_)
                    | Storage::Lanes(_)
                    | Storage::Line(_)
                    | Storage::Array(_)
                    | Storage::OneArray(_)
                    | Storage::Memory(_) => Err("part of an array is used as a value".to_string()),
                }
            }
            _ => {
                let value = self.expr(value)?;
                out.push(value);
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
        let (scalar, dims) = shape(&self.function.local(local).ty)?;
        let zero = Value::One(self.constant(0));
        for k in 0..dims.iter().product::<u64>() as u32 {
            match self.storage(local)? {
                Storage::Array(array) => {
                    let element = Lanes(array.0 + k * scalar.size() as u32);
                    self.copy_lanes(element, scalar.size(), zero, false);
                }
                Storage::OneArray(first) => self.copy_one(One(first.0 + k), zero)?,
                Storage::Nowhere
                | Storage::Unit
                | Storage::One(_)
                | Storage::Lanes(_)
                | Storage::Line(_)
                | Storage::Memory(_) => return Err("an array has no registers".to_string()),
            }
        }
        Ok(())
    }
}
