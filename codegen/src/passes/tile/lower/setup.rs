//! What computes the coordinates of loads that run ahead ([`crate::passes::tile::coordinates`]), a turn at a time.
//!
//! The statements are lowered again where a turn begins its loads, with locals of their own. There each thread computes
//! the numbers of the rows that it copies: tiles have the layout of the copies, so that nothing is exchanged. What such
//! a tile is computed from that stays the same in the loop is brought to that layout once, before the loop.

use super::{Lowerer, Operand, Value, register_type};
use crate::collections::Set;
use crate::ir::{Expr, LocalId, LocalKind, Stmt, StmtKind};
use crate::passes::tile::coordinates::{declared, reads, writes};
use crate::passes::tile::layout::{Layout, ROWS};
use crate::passes::tile::pipeline::Ahead;
use crate::passes::tile::plan::{Home, extents};

/// A tile that setups read and that doesn't change in their loop, in the layout of an index.
pub(super) struct SetupOperand {
    tile: LocalId,
    index: Layout,
    local: LocalId,
    home: Layout,
}

/// What locals of the tile kernel are in one place of the text.
#[derive(Clone)]
struct Scope {
    locals: Vec<Option<LocalId>>,
    homes: Vec<Option<Home>>,
}

/// The scopes of a turn's setups: loads with the same one share what it computes.
pub(super) struct Scopes<'a> {
    outer: Scope,
    done: Vec<(&'a [Stmt], Option<Layout>, Expr, Scope)>,
}

impl<'a> Scopes<'a> {
    pub fn new(lowerer: &Lowerer<'_>) -> Scopes<'a> {
        Scopes { outer: lowerer.scope(), done: Vec::new() }
    }

    /// Gives locals their meaning outside of setups.
    pub fn leave(&self, lowerer: &mut Lowerer<'_>) {
        lowerer.enter(self.outer.clone());
    }
}

impl Lowerer<'_> {
    fn scope(&self) -> Scope {
        Scope { locals: self.locals.clone(), homes: self.homes.clone() }
    }

    fn enter(&mut self, scope: Scope) {
        (self.locals, self.homes) = (scope.locals, scope.homes);
    }

    /// Brings what setups read to the layouts in which they read it.
    pub(super) fn setup_operands(&mut self, loads: &[Ahead]) -> Vec<SetupOperand> {
        let mut operands: Vec<SetupOperand> = Vec::new();
        for load in loads {
            let Some(index) = self.index_layout(load.tile) else { continue };
            let written: Set<LocalId> = load.setup.iter().flat_map(writes).collect();
            for tile in load.setup.iter().flat_map(reads) {
                let is_tile = self.tile.local(tile).ty.shape().is_some();
                let known = operands.iter().any(|known| known.tile == tile && known.index == index);
                if !is_tile || known || written.contains(&tile) || self.masks.contains_key(&tile) {
                    continue;
                }
                let operand = self.operand(tile);
                let wanted = oriented(&index, operand.extents);
                let Operand { value: Value::Registers(local, home), .. } = self.readable(operand, &wanted)
                else {
                    continue;
                };
                operands.push(SetupOperand { tile, index: index.clone(), local, home });
            }
        }
        operands
    }

    /// Lowers what computes the coordinates of a load for the turn at which the counter has this value, and lets its
    /// locals be known until the scopes are left.
    pub(super) fn run_setup<'a>(
        &mut self,
        scopes: &mut Scopes<'a>,
        load: &'a Ahead,
        (counter, turn): (LocalId, &Expr),
        operands: &[SetupOperand],
    ) {
        if load.setup.is_empty() {
            return;
        }
        let index = self.index_layout(load.tile);
        let same = scopes
            .done
            .iter()
            .find(|(stmts, layout, at, _)| *stmts == load.setup && *layout == index && at == turn);
        if let Some((.., scope)) = same {
            return self.enter(scope.clone());
        }
        for operand in operands.iter().filter(|operand| Some(&operand.index) == index.as_ref()) {
            let tile = operand.tile.0 as usize;
            self.locals[tile] = Some(operand.local);
            self.homes[tile] = Some(Home::Registers(operand.home.clone()));
        }
        for local in load.setup.iter().flat_map(declared) {
            self.declare_again(local, index.as_ref());
        }
        let ty = turn.ty.clone();
        let own = self.builder.uniform_local("turn", ty, LocalKind::Temp);
        self.builder.push(StmtKind::Let { local: own, init: Some(turn.clone()) });
        self.locals[counter.0 as usize] = Some(own);
        let site = self.builder.site;
        for stmt in &load.setup {
            self.builder.site = stmt.site;
            self.stmt(stmt);
        }
        self.builder.site = site;
        let scope = self.scope();
        scopes.done.push((&load.setup, index, turn.clone(), scope));
    }

    /// A new local for one of the tile kernel: tiles of more than one number in the layout of the index.
    fn declare_again(&mut self, local: LocalId, index: Option<&Layout>) {
        let Some(of) = self.locals.get(local.0 as usize).copied().flatten() else { return };
        let mut copy = self.builder.function.local(of).clone();
        let own = &self.tile.local(local).ty;
        if let (Some(index), Some(extents), Some(Home::Registers(_))) =
            (index, extents(own), &self.homes[local.0 as usize])
            && extents != [1, 1]
        {
            let layout = oriented(index, extents);
            copy.ty = register_type(own.lane().clone(), &layout);
            self.homes[local.0 as usize] = Some(Home::Registers(layout));
        }
        self.builder.uniform.push(self.builder.uniform[of.0 as usize]);
        let copy = self.builder.function.add_local(&copy.name, copy.ty, copy.kind);
        self.locals[local.0 as usize] = Some(copy);
    }
}

/// The layout of an index, which is a column, for a tile of one row or one column.
fn oriented(index: &Layout, extents: [u32; 2]) -> Layout {
    match extents {
        [1, 1] => index.slice(ROWS),
        [1, _] => index.transposed(),
        _ => index.clone(),
    }
}
