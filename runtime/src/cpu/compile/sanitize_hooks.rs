//! Announcements to the sanitizer: each access, before it is made, and each barrier.
//!
//! Code without an observer has none. In observed code an index is checked by an instruction of its own, so the access
//! doesn't check it, and statements from memory to memory aren't fused.

use kiln_codegen::compact::List;
use kiln_codegen::intrinsics::Order;
use kiln_codegen::ir::{Function, LocalId, LocalKind, Place, Scalar, Step, Type};

use super::place::{self, Seen};
use super::{Compiler, Fallible};
use crate::cpu::Observer;
use crate::cpu::code::{Check, Extent, Memory, Op, Value};
use crate::cpu::sanitize::{Access, Array, Watch, WatchAccess, WatchIndex};

impl Compiler<'_> {
    /// Announces an access to an element. The check that is left to the access.
    pub(super) fn announce(
        &mut self,
        memory: Memory,
        index: Value,
        check: Check,
        (scalar, seen): (Scalar, Seen),
        (access, ordering): (Access, Order),
    ) -> Check {
        if self.observer == Observer::None {
            return check;
        }
        if let Some(site) = check {
            self.emit(Op::CheckIndex { index, len: memory.len, site });
        }
        if self.observer == Observer::Counter {
            self.announce_access(memory, index, scalar, seen, access.is_atomic());
            return None;
        }
        let (index, array) = (self.arg(index), self.array(seen.array));
        let size = scalar.size() as u8;
        self.grain = self.grain.min(size);
        self.emit(Op::Watch(Box::new(Watch::Access(WatchAccess {
            pointer: memory.pointer,
            index,
            size,
            bound: (check.is_none() && !seen.tested).then_some(memory.len),
            proven: seen.proven,
            array,
            access,
            ordering,
            site: seen.site,
        }))));
        None
    }

    /// Announces the use of an index, the step of a place at this depth; what is checked needs no telling.
    pub(super) fn announce_index(
        &mut self,
        place: &Place,
        depth: usize,
        step: &Step,
        index: Value,
        len: Value,
    ) -> Fallible<()> {
        if self.observer != Observer::Sanitizer {
            return Ok(());
        }
        let Some(proven) = place::unchecked(step) else { return Ok(()) };
        let local = self.function.local(place.base);
        let outer = place.steps.iter().take(depth).map(|step| match step {
            Step::Field(name) => format!(".{name}"),
            Step::Index { .. } | Step::Slice { .. } => "[..]".to_string(),
        });
        let name = outer.fold(local.name.clone(), |name, step| name + &step);
        let (index, len) = (self.arg(index), self.arg(len));
        let shared = local.kind == LocalKind::Shared;
        let watch = WatchIndex { index, len, name, shared, site: self.site, proven };
        self.emit(Op::Watch(Box::new(Watch::Index(watch))));
        Ok(())
    }

    /// Announces a barrier or a fence.
    pub(super) fn announce_wait(&mut self, watch: impl FnOnce(&Self) -> Watch) {
        if self.observer == Observer::None {
            return;
        }
        match (self.observer, watch(self)) {
            (Observer::Counter, Watch::Barrier { .. }) => self.steps.barriers += 1,
            (Observer::Counter, _) => {}
            (_, watch) => self.emit(Op::Watch(Box::new(watch))),
        }
    }

    /// The entry of an array in the table of those watched.
    pub(super) fn array(&mut self, id: LocalId) -> u32 {
        if let Some(found) = self.arrays.iter().position(|array| array.id == id) {
            return found as u32;
        }
        let local = self.function.local(id);
        let shared = local.kind == LocalKind::Shared;
        // A value that the launch copies, and a slice that is not to be written, stay as they are.
        let frozen = !shared
            && match &local.ty {
                Type::Slice { element, mutable } => !*mutable && !matches!(**element, Type::Atomic(_)),
                Type::Ref { mutable, .. } => !*mutable,
                Type::Array(..) | Type::Struct(_) => true,
                Type::Unit
                | Type::Scalar(_)
                | Type::Tuple(_)
                | Type::Atomic(_)
                | Type::Tensor { .. }
                | Type::Tile { .. }
                | Type::Capture(_)
                | Type::Infer(_) => false,
            };
        let ty = local.ty.referent().clone();
        self.arrays.push(Array { id, name: local.name.clone(), ty, shared, frozen });
        self.arrays.len() as u32 - 1
    }
}

/// What the arguments of a kernel have to be, in order.
pub(super) fn extents(function: &Function) -> Vec<Option<Extent>> {
    let extent = |ty: &Type| {
        let (element, mutable) = match ty {
            Type::Slice { element, mutable } => {
                (&**element, *mutable || matches!(**element, Type::Atomic(_)))
            }
            Type::Ref { target, mutable } => (&**target, *mutable),
            Type::Unit
            | Type::Scalar(_)
            | Type::Array(..)
            | Type::Struct(_)
            | Type::Tuple(_)
            | Type::Atomic(_)
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Capture(_)
            | Type::Infer(_) => return None,
        };
        Some(Extent { size: element.size()?, align: element.align()?, exclusive: mutable })
    };
    function.params().map(|param| extent(&param.ty)).list()
}
