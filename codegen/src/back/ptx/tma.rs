//! Copies by tensor maps, and their barriers, as `intrinsics::tma` describes them.

use super::asm::Width;
use super::local::Writer;
use crate::intrinsics::TensorMap;
use crate::ir::{Expr, Scalar};

/// The parameter with the tensor maps. The user's names have no `$`.
pub(super) const MAPS: &str = "kiln$maps";

impl Writer<'_> {
    /// Begins to copy a box of a tensor.
    pub(super) fn tensor_load(&mut self, rank: u8, args: &[Expr]) -> Option<()> {
        let (map, [_, _, coordinates]) = (TensorMap::of(rank, args)?, TensorMap::axes(rank, args)?);
        let [to, _, barrier, ..] = args else { return None };
        let number = self.maps.iter().position(|known| *known == map).unwrap_or_else(|| {
            self.maps.push(map);
            self.maps.len() - 1
        });
        let mut places = Vec::new();
        // The instruction names the axis of neighbors first.
        for coordinate in coordinates.iter().rev() {
            let value = self.value(coordinate);
            let value = self.small(value);
            places.push(self.register(value, Scalar::U32).to_string());
        }
        let (to, barrier) = (self.shared_place(to)?, self.shared_place(barrier)?);
        let at = self.asm.set("mov.b64", Width::B64, MAPS.to_owned());
        let mut at = self.asm.set("cvta.param.u64", Width::B64, at.to_string());
        if number > 0 {
            at = self.asm.set("add.u64", Width::B64, format!("{at}, {}", 128 * number));
        }
        self.asm.line(format!(
            "cp.async.bulk.tensor.{rank}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes {to}, \
             [{at}, {{{}}}], {barrier}",
            places.join(", ")
        ));
        Some(())
    }

    /// Arrives at a barrier, with the bytes that it waits for.
    pub(super) fn barrier_expect(&mut self, barrier: &Expr, bytes: &Expr) -> Option<()> {
        let bytes = self.value(bytes);
        let bytes = self.text(bytes, Scalar::U32);
        let at = self.shared_place(barrier)?;
        self.asm.line(format!("mbarrier.arrive.expect_tx.shared::cta.b64 _, {at}, {bytes}"));
        Some(())
    }

    pub(super) fn barrier_arrive(&mut self, barrier: &Expr) -> Option<()> {
        let at = self.shared_place(barrier)?;
        self.asm.line(format!("mbarrier.arrive.shared::cta.b64 _, {at}"));
        Some(())
    }

    /// Waits until a barrier has left its phase.
    pub(super) fn barrier_pass(&mut self, barrier: &Expr, phase: &Expr) -> Option<()> {
        let phase = self.value(phase);
        let phase = self.text(phase, Scalar::U32);
        let at = self.shared_place(barrier)?;
        self.spin("mbarrier.try_wait.parity.shared::cta.b64", format!("{at}, {phase}"));
        Some(())
    }
}
