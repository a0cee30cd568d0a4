//! Takes structs and partial arrays apart: `grid[i] = row`, `particles[i] = p`, `let v = Vec3 { .. }`.
//!
//! Requires a closed, verified module whose functions call no device functions (see [`super::inline`]). Ensures
//! that the variables of a function are scalars and nested arrays of scalars: one variable for each scalar of a
//! struct, and one array where the struct stands in arrays (`p.mass`, of `[Particle; 4]` a `[f32; 4]`). Structs
//! remain in memory only (slices, shared memory and parameters by value, which nothing assigns any more), and every
//! place in memory ends in a scalar. Arrays move as wholes only between variables that are arrays (`let a = b;`,
//! `a = [x, y];`); everything else moves scalar by scalar, with each index evaluated once. What fails, fails as
//! before: the first access keeps the checks, and what follows it in the same statement needs none. For executors
//! that hold variables in registers.

mod leaves;
mod moves;

use crate::ir::{
    Block, Expr, ExprKind, LabelId, Len, Literal, LocalId, LocalKind, Module, Place, SiteId, Stmt, StmtKind,
    Type,
};
use leaves::{Leaves, has_struct};
use moves::Value;

/// Takes structs and partial arrays apart in every function.
pub fn take_apart(module: &mut Module) {
    for function in &mut module.functions {
        let mut body = std::mem::take(&mut function.body);
        own_parameters(function, &mut body);
        let labels = body.next_label().0;
        let mut splitter = Splitter { leaves: Vec::new(), function, labels, site: SiteId(0) };
        splitter.split_locals();
        splitter.block(&mut body);
        // A variable that was taken apart is declared nowhere, and its type is none of the module's.
        let apart: Vec<bool> = splitter.leaves.iter().map(Option::is_some).collect();
        for (local, _) in function.locals.iter_mut().zip(apart).filter(|(_, apart)| *apart) {
            local.ty = Type::BOOL;
        }
        function.body = body;
    }
}

/// Gives the function a variable of its own for each parameter by value that has parts and is assigned or lent.
fn own_parameters(function: &mut crate::ir::Function, body: &mut Block) {
    let mut written = vec![false; function.locals.len()];
    body.for_each_change(&mut |place| written[place.base.0 as usize] = true);
    let mut copies = Vec::new();
    for param in function.params.clone() {
        let local = function.local(param);
        if written[param.0 as usize] && local.ty.is_aggregate() {
            let (name, ty) = (local.name.clone(), local.ty.clone());
            let own = function.add_local(name, ty.clone(), LocalKind::Let);
            rename(body, param, own);
            let init = Some(Expr::local(param, ty));
            let site = body.0.first().map_or(SiteId(0), |first| first.site);
            copies.push(Stmt { kind: StmtKind::Let { local: own, init }, site });
        }
    }
    body.0.splice(0..0, copies);
}

fn rename(block: &mut Block, from: LocalId, to: LocalId) {
    block.rewrite_exprs(&mut |expr| {
        if let Some(local) = expr.named_local_mut().filter(|local| **local == from) {
            *local = to;
        }
    });
    block.walk_mut(&mut |stmt| {
        if let StmtKind::Assign { place, .. } = &mut stmt.kind
            && place.base == from
        {
            place.base = to;
        }
    });
}

struct Splitter<'a> {
    function: &'a mut crate::ir::Function,
    /// By local: what stands for a variable that has structs in it.
    leaves: Vec<Option<Leaves>>,
    labels: u32,
    site: SiteId,
}

impl Splitter<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut out = Vec::with_capacity(block.0.len());
        for mut stmt in std::mem::take(&mut block.0) {
            self.site = stmt.site;
            stmt.for_each_expr_mut(&mut |expr| expr.rewrite(&mut |expr| self.rewrite(expr)));
            match stmt.kind {
                StmtKind::Let { local, init } if self.has_parts(local) => {
                    self.declare(local, init, &mut out);
                }
                StmtKind::Assign { place, op: None, value } if place.ty.is_aggregate() => {
                    self.assign_whole(place, value, &mut out);
                }
                _ => {
                    if let StmtKind::Assign { place, .. } = &mut stmt.kind {
                        self.resolve(place);
                    }
                    for inner in stmt.blocks_mut() {
                        self.block(inner);
                    }
                    out.push(stmt);
                }
            }
        }
        block.0 = out;
    }

    fn has_parts(&self, local: LocalId) -> bool {
        self.function.local(local).ty.is_aggregate()
    }

    /// Names the leaves that an expression reads. What reads a whole struct is left for its statement.
    fn rewrite(&self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Len(local) if self.leaves_of(*local).is_some() => {
                // A variable that is taken apart is an array here, or it had no length.
                if let Type::Array(_, Len::Const(len)) = self.function.local(*local).ty {
                    expr.kind = ExprKind::Literal(Literal::Int(i128::from(len)));
                }
            }
            _ => {
                if let Some(place) = expr.place_mut() {
                    self.resolve(place);
                }
            }
        }
    }

    /// Declares a variable that has parts, all of them with their values.
    fn declare(&mut self, local: LocalId, init: Option<Expr>, out: &mut Vec<Stmt>) {
        let Some(init) = init else {
            for leaf in self.leaves_of_any(local).all() {
                out.push(Stmt { kind: StmtKind::Let { local: leaf, init: None }, site: self.site });
            }
            return;
        };
        if self.leaves_of(local).is_none() && self.is_whole_value(&init) {
            out.push(Stmt { kind: StmtKind::Let { local, init: Some(init) }, site: self.site });
            return;
        }
        // What the variable is made of cannot be the variable, so nothing is overwritten before it is read.
        let mut value = self.value(init, None, out);
        let leaves = self.leaves_of_any(local);
        self.declare_leaves(&leaves, &mut value, out);
    }

    fn declare_leaves(&mut self, leaves: &Leaves, value: &mut Value, out: &mut Vec<Stmt>) {
        match leaves {
            Leaves::Fields(fields) => {
                for (name, leaves) in fields {
                    match value {
                        Value::Make(parts) => {
                            if let Some((_, part)) = parts.iter_mut().find(|(field, _)| field == name) {
                                self.declare_leaves(leaves, part, out);
                            }
                        }
                        _ => {
                            self.declare_leaves(leaves, &mut value.field(name), out);
                            if self.holds(leaves) {
                                value.prove();
                            }
                        }
                    }
                }
            }
            Leaves::One(local) => {
                let ty = self.function.local(*local).ty.clone();
                let init = self.whole(value, &ty);
                let declared = init.is_some();
                out.push(Stmt { kind: StmtKind::Let { local: *local, init }, site: self.site });
                if !declared {
                    self.assign(&mut Place::local(*local, ty), value, out);
                }
            }
        }
    }

    /// `place = value` of a value that has parts.
    fn assign_whole(&mut self, mut place: Place, value: Expr, out: &mut Vec<Stmt>) {
        if self.is_variable(&place) && self.is_whole_value(&value) {
            out.push(Stmt { kind: StmtKind::Assign { place, op: None, value }, site: self.site });
            return;
        }
        let mut value = self.value(value, Some(&place), out);
        let variable = self.is_in_variable(&place);
        self.fix(&mut place, variable, out);
        self.assign(&mut place, &mut value, out);
    }

    fn temp(&mut self, name: &str, value: Expr, out: &mut Vec<Stmt>) -> Expr {
        let ty = value.ty.clone();
        let local = self.function.add_local(name, ty.clone(), LocalKind::Temp);
        self.leaves.push(None);
        if has_struct(&ty) {
            self.split_local(local);
        }
        if ty.is_aggregate() {
            self.declare(local, Some(value), out);
        } else {
            out.push(Stmt { kind: StmtKind::Let { local, init: Some(value) }, site: self.site });
        }
        Expr::local(local, ty)
    }

    fn fresh_label(&mut self) -> LabelId {
        let label = LabelId(self.labels);
        self.labels += 1;
        label
    }
}

#[cfg(test)]
mod tests;
