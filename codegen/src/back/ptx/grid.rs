//! The barrier of all blocks.

use super::asm::Width;
use super::local::Writer;

impl Writer<'_> {
    /// Waits for every block, as `back/cuda/prelude/member_grid_sync.cuh` does: one thread of each counts it in,
    /// and the highest bit changes with the last. Where a thread has failed a block may never come, and all end.
    pub(super) fn grid_sync(&mut self) {
        self.asm.line("bar.sync 0");
        let mut number =
            |names: [&str; 3]| names.map(|name| self.asm.set("mov.b32", Width::B32, name.to_owned()));
        let [tx, ty, tz] = number(["%tid.x", "%tid.y", "%tid.z"]);
        let [bx, by, bz] = number(["%ctaid.x", "%ctaid.y", "%ctaid.z"]);
        let [nx, ny, nz] = number(["%nctaid.x", "%nctaid.y", "%nctaid.z"]);
        let mut either = |[x, y, z]: [_; 3]| {
            let two = self.asm.set("or.b32", Width::B32, format!("{x}, {y}"));
            self.asm.set("or.b32", Width::B32, format!("{two}, {z}"))
        };
        let (thread, block) = (either([tx, ty, tz]), either([bx, by, bz]));
        let arrived = self.asm.set("mov.b32", Width::B32, "0".to_owned());
        let (again, after) = (self.asm.label(), self.asm.label());
        let other = self.asm.set("setp.ne.u32", Width::Pred, format!("{thread}, 0"));
        self.asm.line(format!("@{other} bra {after}"));
        let area = self.asm.set("mul.lo.u32", Width::B32, format!("{nx}, {ny}"));
        let blocks = self.asm.set("mul.lo.u32", Width::B32, format!("{area}, {nz}"));
        let most = self.asm.set("sub.u32", Width::B32, format!("0x80000001, {blocks}"));
        let first = self.asm.set("setp.eq.u32", Width::Pred, format!("{block}, 0"));
        let step = self.asm.set("selp.b32", Width::B32, format!("{most}, 1, {first}"));
        let record = self.asm.set("ld.param.b64", Width::B64, "[kiln]".to_owned());
        let counter = self.asm.set("ld.param.b64", Width::B64, "[kiln+24]".to_owned());
        self.asm.line("membar.gl");
        let before = self.asm.set("atom.add.u32", Width::B32, format!("[{counter}], {step}"));
        let turn = self.asm.set("mov.b32", Width::B32, "0".to_owned());
        self.asm.line(format!("mov.b32 {arrived}, 1"));
        self.asm.place(again);
        let now = self.asm.set("ld.volatile.b32", Width::B32, format!("[{counter}]"));
        let changed = self.asm.set("xor.b32", Width::B32, format!("{before}, {now}"));
        let done = self.asm.set("setp.lt.s32", Width::Pred, format!("{changed}, 0"));
        self.asm.line(format!("@{done} bra {after}"));
        self.asm.line(format!("add.u32 {turn}, {turn}, 1"));
        let low = self.asm.set("and.b32", Width::B32, format!("{turn}, 255"));
        let soon = self.asm.set("setp.ne.u32", Width::Pred, format!("{low}, 0"));
        self.asm.line(format!("@{soon} bra {again}"));
        let state = self.asm.set("ld.volatile.b32", Width::B32, format!("[{record}]"));
        let working = self.asm.set("setp.eq.u32", Width::Pred, format!("{state}, 0"));
        self.asm.line(format!("@{working} bra {again}"));
        self.asm.line(format!("mov.b32 {arrived}, 0"));
        self.asm.place(after);
        self.asm.line("membar.gl");
        let here = self.asm.set("setp.ne.u32", Width::Pred, format!("{arrived}, 0"));
        let all = self.asm.set("bar.red.or.pred", Width::Pred, format!("0, {here}"));
        self.asm.line(format!("@!{all} exit"));
    }
}
