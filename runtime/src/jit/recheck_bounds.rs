//! Doubts what a pass has proven.
//!
//! Takes a closed module; guarantees that every index that was called proven is checked when it runs, with a site
//! of its own behind the module's, at the place of its statement. So a wrong proof is a failure that is told, and
//! no memory is touched that must not be.

use kiln_codegen::intrinsics::{Cpu, Machine};
use kiln_codegen::ir::{
    Block, Callee, Check, Expr, ExprKind, Local, Module, Place, Site, SiteId, SiteKind, Step, StmtKind,
};

/// Checks every proven index; how many sites the module had before.
pub(crate) fn recheck(module: &mut Module) -> u32 {
    let before = module.sites.len() as u32;
    for function in &mut module.functions {
        let mut doubter = Doubter { sites: &mut module.sites, locals: &function.locals };
        doubter.block(&mut function.body);
    }
    before
}

struct Doubter<'a> {
    sites: &'a mut Vec<Site>,
    locals: &'a [Local],
}

impl Doubter<'_> {
    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.0 {
            let site = stmt.site;
            if let StmtKind::Assign { place, .. } = &mut stmt.kind {
                self.place(place, site);
            }
            stmt.for_each_expr_mut(&mut |expr| self.expr(expr, site));
            for block in stmt.blocks_mut() {
                self.block(block);
            }
        }
    }

    fn expr(&mut self, expr: &mut Expr, site: SiteId) {
        if let ExprKind::Load(place) | ExprKind::Ref(place) = &mut expr.kind {
            self.place(place, site);
        }
        let untouched = untouched(expr);
        let mut number = 0;
        expr.for_each_child_mut(&mut |child| {
            if untouched == Some(number) {
                child.for_each_child_mut(&mut |index| self.expr(index, site));
            } else {
                self.expr(child, site);
            }
            number += 1;
        });
    }

    /// The steps of a place; its indices are the walk's.
    fn place(&mut self, place: &mut Place, site: SiteId) {
        let name = self.locals.get(place.base.0 as usize).map_or("?", |local| &local.name);
        for step in &mut place.steps {
            let Step::Index { check, .. } = step else { continue };
            if *check == Check::Proven {
                let at = self.sites.get(site.0 as usize).cloned().unwrap_or_default();
                *check = Check::Checked(SiteId(self.sites.len() as u32));
                let kind = SiteKind::Index { array: format!("{name}[..]") };
                self.sites.push(Site { kind, comments: Vec::new(), ..at });
            }
        }
    }
}

/// The operand of a call whose element need not be there: a copy that fills with zeros does not read its source, and
/// a tensor may have no element.
/// The executor looks at those that do.
fn untouched(expr: &Expr) -> Option<usize> {
    let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &expr.kind else { return None };
    matches!(row.cpu, Cpu::Machine(Machine::AsyncCopy(_) | Machine::TensorLoad(_))).then_some(1)
}

#[cfg(test)]
mod tests {
    use kiln_codegen::ir::{parse, verify::verify};

    use super::*;

    #[test]
    fn every_proven_index_is_checked() {
        let text = "kiln-ir 1

kernel fn f(x#0: &[u32], y#1: &mut [u32]) {
    var i#2: usize;
    @0 let i#2 = global_id_x();
    @0 if x#0[i#2 proven] == 3u32 {
        @0 y#1[(x#0[i#2 proven] as usize) proven] = x#0[i#2 @1];
    }
}

sites {
    file \"a.rs\";
    @0 4:1;
    @1 5:1 index \"x[i]\";
}
";
        let mut module = parse(text).unwrap();
        assert_eq!(recheck(&mut module), 2);
        assert_eq!(verify(&module), Ok(()));
        let doubted = module.to_text();
        assert!(!doubted.contains("proven"), "{doubted}");
        assert_eq!(module.sites.len(), 5);
        assert_eq!(module.sites[4].line, 4);
        assert!(matches!(&module.sites[2].kind, SiteKind::Index { array } if array == "x[..]"));
    }
}
