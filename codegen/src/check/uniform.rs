//! Which values the threads of a block have alike, and barriers that not all of them reach; the same of the threads of
//! a cluster and of the grid, for the barriers that wait for those.
//!
//! 1. Varying are: a thread's own indices, what atomics and warps give, elements of memory that is written to,
//!    elements at a varying index, and what is computed from those. An element of shared memory at a place that all
//!    name alike is not: that nobody else writes it meanwhile is held by [`super::races`].
//! 2. A variable varies where a varying value is assigned to it, or where a condition that varies decides whether
//!    one is.
//! 3. No barrier of the block ([`Code::Divergence`]) stands where a varying condition decides whether it is
//!    reached: under it, in a loop that it ends or shortens, or behind a `return` under it. A thread that fails
//!    does not count: barriers do not wait for it.
//! 4. Between blocks vary besides: which block it is, and what is in shared memory. `cluster::sync` and `grid::sync`
//!    wait for other blocks, so that no condition on those may stand before them either.
//!
//! Takes an inlined closed function, or the function of one item, where what calls give is taken to be alike: what
//! they do is seen when the kernel's instance is looked at.

use super::Finding;
use crate::collections::Set;
use crate::diagnostic::{Code, Diagnostic};
use crate::intrinsics::{Cpu, Effect, Intrinsic, Machine};
use crate::ir::{
    Block, Callee, Expr, ExprKind, Function, LabelId, LocalId, LocalKind, Place, Site, SiteId, Stmt,
    StmtKind, Type,
};

/// The threads that a barrier waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scope {
    Block,
    Cluster,
    Grid,
}

/// What is known of the results of device functions that are not inlined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Calls {
    /// They don't vary, so that only what no instance can mend is refused.
    Alike,
    /// They vary where an argument does: right for functions that [`super::plain_calls`] accepts.
    Computed,
}

/// What varies between the threads of a block, or of more.
pub(super) struct Uniformity {
    scope: Scope,
    calls: Calls,
    varying: Vec<bool>,
    /// Loops and blocks that some threads of a block may leave, or continue, before others.
    divergent: Set<LabelId>,
}

impl Uniformity {
    /// Between the threads of a block.
    pub(super) fn of(function: &Function, calls: Calls) -> Uniformity {
        Uniformity::among(function, Scope::Block, calls)
    }

    fn among(function: &Function, scope: Scope, calls: Calls) -> Uniformity {
        let varying = vec![false; function.locals.len()];
        let mut all = Uniformity { scope, calls, varying, divergent: Set::new() };
        loop {
            let before = (all.varying.clone(), all.divergent.len());
            all.block(function, &function.body, false);
            if (&before.0, before.1) == (&all.varying, all.divergent.len()) {
                return all;
            }
        }
    }

    /// Whether threads of a block may have different values of a local.
    pub(super) fn local(&self, local: LocalId) -> bool {
        self.varying.get(local.0 as usize).copied().unwrap_or(true)
    }

    /// Whether some threads of a block may leave a loop or block, or continue, before others.
    pub(super) fn is_divergent(&self, label: LabelId) -> bool {
        self.divergent.contains(&label)
    }

    fn vary(&mut self, local: LocalId, varies: bool) {
        if let Some(known) = self.varying.get_mut(local.0 as usize) {
            *known |= varies;
        }
    }

    /// Whether threads of a block may have different values of an expression.
    #[inline(never)]
    pub(super) fn expr(&self, function: &Function, expr: &Expr) -> bool {
        let mut varies = match &expr.kind {
            ExprKind::Load(place) => self.place(function, place),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => intrinsic_varies(row, self.scope),
            ExprKind::Ref(place) => self.place(function, place),
            // A function may give all threads of a block one value, whatever they give it: `block::sum` does.
            ExprKind::Call { callee: Callee::Function(_) | Callee::Capture(_), .. }
                if self.calls == Calls::Alike =>
            {
                return false;
            }
            // What they are computed of is inside.
            ExprKind::Call { .. }
            | ExprKind::Literal(_)
            | ExprKind::Capture(_)
            | ExprKind::Len(_)
            | ExprKind::LenOf(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Cast(_)
            | ExprKind::Select { .. }
            | ExprKind::Array(_)
            | ExprKind::Repeat(_)
            | ExprKind::Make(_)
            | ExprKind::Extent { .. }
            | ExprKind::Tile { .. } => false,
        };
        expr.for_each_child(&mut |child| varies |= self.expr(function, child));
        varies
    }

    fn place(&self, function: &Function, place: &Place) -> bool {
        let local = function.local(place.base);
        let written = match &local.ty {
            Type::Slice { element, mutable } => *mutable || matches!(**element, Type::Atomic(_)),
            _ => false,
        };
        match local.kind {
            // Indices are looked at by themselves, and each block has its own.
            LocalKind::Shared => self.scope != Scope::Block,
            LocalKind::Param | LocalKind::Let | LocalKind::Temp => written || self.local(place.base),
        }
    }

    fn block(&mut self, function: &Function, block: &Block, varying: bool) {
        let mut varying = varying;
        for stmt in &block.0 {
            self.stmt(function, stmt, varying);
            // What follows a jump that some threads take is for the others only.
            varying |= self.leaves(function, stmt);
        }
    }

    /// Whether some threads leave the block of a statement in it, for another part of the function.
    fn leaves(&self, function: &Function, stmt: &Stmt) -> bool {
        let inside = stmt.blocks();
        let mut found = false;
        if let StmtKind::If { condition, .. } = &stmt.kind {
            found = self.expr(function, condition) && inside.iter().any(|block| !jumps(block).is_empty());
        }
        if found || self.divergent.is_empty() {
            return found;
        }
        // A label that some threads leave before others, from further inside.
        let own = stmt.label();
        let outwards = inside.iter().flat_map(|block| jumps(block)).filter(|label| Some(*label) != own);
        outwards.into_iter().any(|label| self.divergent.contains(&label))
    }

    fn stmt(&mut self, function: &Function, stmt: &Stmt, varying: bool) {
        stmt.for_each_expr(&mut |expr| self.referred(function, expr, varying));
        match &stmt.kind {
            StmtKind::Let { local, init } => {
                // A declaration is a variable of its own: who does not reach it has none.
                let varies = init.as_ref().is_some_and(|init| self.expr(function, init));
                self.vary(*local, varies);
            }
            StmtKind::Assign { place, value, .. } => {
                let mut varies = varying || self.expr(function, value);
                place.for_each_index(&mut |index| varies |= self.expr(function, index));
                self.vary(place.base, varies);
            }
            StmtKind::If { condition, then, otherwise } => {
                let varying = varying || self.expr(function, condition);
                self.block(function, then, varying);
                self.block(function, otherwise, varying);
            }
            StmtKind::While { label, condition, body } => {
                if self.expr(function, condition) {
                    self.divergent.insert(*label);
                }
                self.turns(function, *label, body, varying);
            }
            StmtKind::Loop { label, body } => self.turns(function, *label, body, varying),
            StmtKind::For { label, local, start, end, step, body, .. } => {
                let bounds = [Some(start), Some(end), step.as_ref()];
                if bounds.into_iter().flatten().any(|bound| self.expr(function, bound)) {
                    self.divergent.insert(*label);
                    self.vary(*local, true);
                }
                self.turns(function, *label, body, varying);
            }
            StmtKind::Block { label, body } => {
                let varying = varying || self.divergent.contains(label);
                self.block(function, body, varying);
            }
            StmtKind::Break(label) | StmtKind::Continue(label) => {
                if varying {
                    self.divergent.insert(*label);
                }
            }
            StmtKind::Eval(_) | StmtKind::Return(_) | StmtKind::Fail { .. } | StmtKind::Print { .. } => {}
        }
    }

    fn turns(&mut self, function: &Function, label: LabelId, body: &Block, varying: bool) {
        let varying = varying || self.divergent.contains(&label);
        self.block(function, body, varying);
    }

    /// What a call is given a reference to may be written by it.
    fn referred(&mut self, function: &Function, expr: &Expr, varying: bool) {
        if let ExprKind::Call {
            callee: Callee::Function(_) | Callee::Capture(_) | Callee::Method(_),
            args,
            ..
        } = &expr.kind
        {
            let varies = varying || args.iter().any(|arg| self.expr(function, arg));
            for arg in args {
                if let ExprKind::Ref(place) = &arg.kind {
                    self.vary(place.base, varies);
                }
            }
        }
        expr.for_each_child(&mut |child| self.referred(function, child, varying));
    }
}

fn intrinsic_varies(row: &Intrinsic, scope: Scope) -> bool {
    match row.cpu {
        Cpu::Machine(Machine::BlockDim(_) | Machine::GridDim(_) | Machine::ClusterSize) => false,
        Cpu::Machine(Machine::BlockIdx(_) | Machine::ClusterRank) => scope != Scope::Block,
        Cpu::Machine(Machine::ClusterId) => scope == Scope::Grid,
        Cpu::Machine(_) => true,
        Cpu::Eval(_) | Cpu::Lanes { .. } => matches!(row.effect, Effect::Memory | Effect::Convergent),
    }
}

/// The labels around a block to which control jumps from inside.
fn jumps(block: &Block) -> Set<LabelId> {
    let (mut inside, mut to) = (Set::new(), Set::new());
    block.walk(&mut |stmt| {
        inside.extend(stmt.label());
        if let StmtKind::Break(label) | StmtKind::Continue(label) = &stmt.kind {
            to.insert(*label);
        }
    });
    to.retain(|label| !inside.contains(label));
    to
}

/// What a call waits for.
pub(super) fn barrier(expr: &Expr) -> Option<Scope> {
    let ExprKind::Call { callee: Callee::Intrinsic(row), .. } = &expr.kind else { return None };
    match row.cpu {
        Cpu::Machine(Machine::SyncThreads) => Some(Scope::Block),
        Cpu::Machine(Machine::ClusterSync) => Some(Scope::Cluster),
        Cpu::Machine(Machine::GridSync) => Some(Scope::Grid),
        _ => None,
    }
}

/// The barriers that not every thread of a block reaches, or not every block of those that they wait for.
pub(super) fn divergent_barriers(function: &Function, sites: &[Site], calls: Calls) -> Vec<Finding> {
    // Most functions have none, and looking at how deep loops leave each other takes its time.
    let (mut any, mut cluster, mut grid) = (false, false, false);
    function.body.walk_exprs(&mut |expr| {
        if let Some(scope) = barrier(expr) {
            any = true;
            cluster |= scope == Scope::Cluster;
            grid |= scope == Scope::Grid;
        }
    });
    let (mut findings, mut refused) = (Vec::new(), Set::new());
    for (scope, waits) in [(Scope::Block, any), (Scope::Cluster, cluster), (Scope::Grid, grid)] {
        if waits {
            let uniformity = Uniformity::among(function, scope, calls);
            let mut check = Check { function, sites, uniformity, findings, gone: None, refused };
            check.block(&function.body, None);
            (findings, refused) = (check.findings, check.refused);
        }
    }
    findings
}

/// Why not every thread comes to a place.
#[derive(Clone, Copy)]
struct Cause {
    site: SiteId,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Decide,
    Turns,
    Left,
}

struct Check<'a> {
    function: &'a Function,
    sites: &'a [Site],
    uniformity: Uniformity,
    findings: Vec<Finding>,
    /// Where some threads have returned.
    gone: Option<Cause>,
    /// The conditions that were complained about.
    refused: Set<SiteId>,
}

impl Check<'_> {
    fn block(&mut self, block: &Block, cause: Option<Cause>) {
        let mut cause = cause;
        for stmt in &block.0 {
            self.stmt(stmt, cause);
            if cause.is_none() && self.uniformity.leaves(self.function, stmt) {
                cause = Some(Cause { site: stmt.site, what: What::Left });
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt, cause: Option<Cause>) {
        let mut waits = false;
        // What waits for more than a block waits for its threads too.
        let scope = self.uniformity.scope;
        let waits_here = |of| scope == Scope::Block || of == scope;
        stmt.for_each_expr(&mut |expr| waits |= barrier(expr).is_some_and(waits_here));
        if waits {
            if let Some(cause) = cause.or(self.gone) {
                self.refuse(stmt.site, cause);
            }
        }
        let varies = |expr: &Expr| self.uniformity.expr(self.function, expr);
        match &stmt.kind {
            StmtKind::If { condition, then, otherwise } => {
                let cause_here = Cause { site: stmt.site, what: What::Decide };
                let inner = varies(condition).then_some(cause_here);
                self.block(then, cause.or(inner));
                self.block(otherwise, cause.or(inner));
            }
            StmtKind::While { label, body, .. }
            | StmtKind::Loop { label, body }
            | StmtKind::For { label, body, .. } => {
                let divergent = self.uniformity.divergent.contains(label);
                let inner = divergent.then_some(Cause { site: stmt.site, what: What::Turns });
                // A second time: who returns in one turn is missing in the next.
                for _ in 0..2 {
                    self.block(body, cause.or(inner));
                }
            }
            StmtKind::Block { body, .. } => self.block(body, cause),
            StmtKind::Return(_) => {
                if self.gone.is_none() {
                    self.gone = cause;
                }
            }
            StmtKind::Let { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Eval(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Fail { .. }
            | StmtKind::Print { .. } => {}
        }
    }

    fn refuse(&mut self, site: SiteId, cause: Cause) {
        let [here, there] = [site, cause.site].map(|site| self.sites.get(site.0 as usize));
        let line = there.map_or(0, |site| site.line);
        // A barrier of a function in another file, as those of `block::` are, is told of where the user's condition is.
        let called = here.zip(there).is_some_and(|(here, there)| here.file != there.file);
        let (one, of) = match self.uniformity.scope {
            Scope::Block => ("thread", "a block"),
            Scope::Cluster => ("block", "a cluster"),
            Scope::Grid => ("block", "the grid"),
        };
        let what = match cause.what {
            What::Decide => format!("{one}s of {of} decide differently at the condition"),
            What::Turns => format!("{one}s of {of} may take different numbers of turns in the loop"),
            What::Left => format!("some {one}s have left at the condition"),
        };
        let (barrier, site) = if called {
            ("a barrier of a function that is called here", cause.site)
        } else {
            ("this barrier", site)
        };
        let message = format!("not every {one} of {of} reaches {barrier}: {what} in line {line}");
        let whom = if one == "thread" { "thread of the block" } else { "block" };
        let help = format!(
            "move the {} out, so that every {whom} passes it, and keep the condition for the work around it; let \
             {one}s without work pass with it instead of returning",
            if called { "call" } else { "barrier" }
        );
        let diagnostic = Diagnostic::new(Code::Divergence, message).help(help);
        // One condition is one mistake, however many barriers it hides.
        if self.refused.insert(cause.site) {
            self.findings.push(Finding { site, diagnostic });
        }
    }
}
