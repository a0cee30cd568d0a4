//! What blocks of a cluster send each other, and the barriers that count it.

use super::asm::Width;
use super::local::Writer;
use super::memory::Located;
use super::value::width;
use crate::compact::List;
use crate::ir::{Expr, ExprKind, Scalar};

impl Writer<'_> {
    /// Begins to write numbers to another block's shared memory, as `cluster_send_4` of the intrinsics does.
    pub(super) fn cluster_send(
        &mut self,
        element: &Expr,
        rank: &Expr,
        barrier: &Expr,
        values: &[Expr],
    ) -> Option<()> {
        let values: Vec<_> = values.iter().map(|value| self.value(value)).list();
        let (to, scalar) = self.of_cluster(element, rank)?;
        let (there, _) = self.of_cluster(barrier, rank)?;
        let bits = width(scalar).bits();
        let values: Vec<String> =
            values.into_iter().map(|value| self.register(value, scalar).to_string()).list();
        let (vector, values) = match values.as_slice() {
            [value] => (String::new(), value.clone()),
            values => (format!(".v{}", values.len()), format!("{{{}}}", values.join(", "))),
        };
        self.asm.line(format!(
            "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes{vector}.{bits} [{to}], {values}, [{there}]"
        ));
        Some(())
    }

    pub(super) fn barrier_init(&mut self, barrier: &Expr, threads: &Expr) -> Option<()> {
        let threads = self.value(threads).text(Scalar::U32);
        let at = self.shared_place(barrier)?;
        self.asm.line(format!("mbarrier.init.shared::cta.b64 {at}, {threads}"));
        self.asm.line("fence.mbarrier_init.release.cluster");
        Some(())
    }

    /// One thread tells how many bytes are to come, and all wait until they have.
    pub(super) fn barrier_wait(&mut self, barrier: &Expr, bytes: &Expr, phase: &Expr) -> Option<()> {
        let bytes = self.value(bytes);
        let bytes = self.text(bytes, Scalar::U32);
        let phase = self.value(phase);
        let phase = self.text(phase, Scalar::U32);
        let at = self.shared_place(barrier)?;
        let thread = self.asm.set("mov.b32", Width::B32, "%tid.x".to_owned());
        let first = self.asm.set("setp.eq.u32", Width::Pred, format!("{thread}, 0"));
        self.asm.line(format!("@{first} mbarrier.arrive.expect_tx.shared::cta.b64 _, {at}, {bytes}"));
        self.spin("mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64", format!("{at}, {phase}"));
        Some(())
    }

    /// Asks again and again, until the answer is yes.
    pub(super) fn spin(&mut self, question: &str, operands: String) {
        let again = self.asm.label();
        self.asm.place(again);
        let over = self.asm.set(question, Width::Pred, operands);
        self.asm.line(format!("@!{over} bra {again}"));
    }

    /// The address of an element of shared memory, in brackets.
    pub(super) fn shared_place(&mut self, element: &Expr) -> Option<String> {
        let ExprKind::Ref(place) = &element.kind else { return None };
        let Located::Memory(address) = self.locate(place) else { return None };
        Some(format!("[{}]", self.pointer(&address)))
    }
}
