//! Inlining: one function out of many.
//!
//! Requires a closed, verified module. Ensures a module with the last function only (the kernel), in which every
//! call of a device function is replaced by that function's body; well-formed again, with the same table of sites.
//!
//! - A parameter by value becomes a variable, set at the call.
//! - A slice or reference parameter is replaced by the place that was passed. The place's indices are evaluated and
//!   checked once, at the call; its length is the slice's own, or the array's as a literal.
//! - `return` assigns the result and leaves a labeled block. Where it already ends the body, it needs neither.
//! - Variables and labels are renamed freshly at each call. A shared local is one allocation for its function,
//!   whoever calls.
//!
//! Left to others: attributes of device functions are dropped, so the kernel's tier of floating point holds throughout.

use crate::collections::Map;
use crate::compact::List;
use std::cell::Cell;
use std::rc::Rc;

use crate::check::size;

use crate::ir::{
    BinOp, Block, Callee, Capture, CaptureId, Check, Expr, ExprKind, Fold, Function, FunctionId, LabelId,
    Literal, Local, LocalId, LocalKind, Module, Place, Scalar, SiteId, Step, Stmt, StmtKind, Type,
};

mod rename;

use rename::length;

/// Inlines every device function into the last function. An empty module stays empty.
#[must_use]
#[inline(never)]
pub fn inline(module: &Module) -> Module {
    let Some(entry) = module.entry() else { return module.clone() };
    let (function, _) = make(module, entry, module.functions.len() - 1, None);
    Module { functions: vec![function], sites: module.sites.clone() }
}

/// Writes out a function's calls of those functions of the module that are passed what they call, and no others:
/// with what is passed, which are closures of the function, device functions by name, and what it was itself
/// passed. `None` where that is more than [`size::LIMIT`].
#[must_use]
pub(super) fn write_out(
    module: &Module,
    function: &Function,
    named: &dyn Fn(CaptureId) -> Option<FunctionId>,
) -> Option<Function> {
    let (function, whole) = make(module, function, module.functions.len(), Some(named));
    whole.then_some(function)
}

fn make(
    module: &Module,
    entry: &Function,
    number: usize,
    named: Option<&dyn Fn(CaptureId) -> Option<FunctionId>>,
) -> (Function, bool) {
    let mut inliner = Inliner {
        module,
        entry,
        named,
        out: Function { body: Block::default(), ..entry.clone() },
        shared: Map::new(),
        next_label: entry.body.next_label().0,
        left: Cell::new(if named.is_some() { size::LIMIT } else { u64::MAX }),
    };
    let mut frame = Frame {
        function: number,
        is_entry: true,
        locals: (0..entry.locals.len() as u32).map(|id| Binding::Local(LocalId(id))).list(),
        labels: None,
        result: None,
        exit: None,
        passed: Map::new(),
        bodies: Map::new(),
    };
    inliner.out.body = inliner.block(&entry.body, &mut frame, false);
    let whole = inliner.left.get() > 0;
    (inliner.out, whole)
}

struct Inliner<'a> {
    module: &'a Module,
    entry: &'a Function,
    /// Only calls that pass something to call are inlined; and device functions that are passed.
    named: Option<&'a dyn Fn(CaptureId) -> Option<FunctionId>>,
    /// The function being made: its locals grow, its body is set at the end.
    out: Function,
    /// Shared locals of device functions, by function and local.
    shared: Map<(usize, LocalId), LocalId>,
    next_label: u32,
    /// How many more statements and expressions the function may get.
    left: Cell<u64>,
}

/// One call of a function, or the entry itself, or a closure of the entry's.
#[derive(Clone)]
struct Frame {
    function: usize,
    /// Whether the names are the entry's.
    is_entry: bool,
    /// By the function's local.
    locals: Vec<Binding>,
    /// The labels as renamed; the entry keeps its own.
    labels: Option<Map<LabelId, LabelId>>,
    /// Where `return` puts the value; the entry returns for itself.
    result: Option<Dest>,
    /// The block that an early `return` leaves, once there is one.
    exit: Option<LabelId>,
    /// What was passed for parameters that are called.
    passed: Map<CaptureId, Passed>,
    /// The closures that were come to.
    bodies: Map<LabelId, Rc<Block>>,
}

/// What can be passed to be called.
#[derive(Clone)]
enum Passed {
    Closure(Rc<Closure>),
    Function(FunctionId),
    /// What the entry was itself passed.
    Own(CaptureId),
}

struct Closure {
    params: Vec<LocalId>,
    result: Option<LocalId>,
    body: Rc<Block>,
    /// The names where the closure is passed.
    frame: Frame,
}

/// What a statement calls.
enum Target {
    Function(FunctionId),
    Passed(Passed),
}

#[derive(Clone)]
enum Binding {
    Local(LocalId),
    /// What was passed for a slice or reference; its indices are constant and in bounds.
    Place(Place),
}

/// What becomes of a function's result.
#[derive(Clone)]
enum Dest {
    /// There is none.
    Unit,
    /// `let local = result`, by the only `return`.
    Init(LocalId),
    /// `place = result`
    Assign(Place),
}

/// A body on its way into the function.
struct Body<'i, 'a> {
    inliner: &'i mut Inliner<'a>,
    frame: &'i mut Frame,
    /// Whether control goes from the end of the statement at hand to the end of the inlined body.
    tail: bool,
}

impl Fold for Body<'_, '_> {
    fn block(&mut self, block: &Block) -> Block {
        let tail = self.tail;
        let mut out = Vec::new();
        for (index, stmt) in block.0.iter().enumerate() {
            self.inliner.count();
            if self.inliner.left.get() == 0 {
                break;
            }
            self.tail = tail && index + 1 == block.0.len();
            self.stmt(stmt, &mut out);
        }
        self.tail = tail;
        Block(out)
    }

    fn stmt(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        let (site, inliner, frame) = (stmt.site, &mut *self.inliner, &mut *self.frame);
        match &stmt.kind {
            StmtKind::Let { local, init: Some(init) } => {
                if let Some((target, args)) = inliner.device_call(init, frame) {
                    return inliner.call_into(frame.declared(*local), &target, args, site, frame, out);
                }
            }
            StmtKind::Assign { place, value, .. } => {
                if let Some((target, args)) = inliner.device_call(value, frame) {
                    return inliner.call_assigned(place, &target, args, site, frame, out);
                }
            }
            StmtKind::Eval(value) => match inliner.device_call(value, frame) {
                Some((target, args)) if value.ty == Type::Unit => {
                    return inliner.call(&target, args, site, frame, Dest::Unit, out);
                }
                Some((target, args)) => {
                    let dropped = inliner.temp("dropped", value.ty.clone());
                    return inliner.call_into(dropped, &target, args, site, frame, out);
                }
                None => {}
            },
            StmtKind::Block { label, body } if inliner.is_closure(*label, frame) => {
                frame.bodies.insert(*label, Rc::new(body.clone()));
                return;
            }
            StmtKind::Return(value) => {
                if let Some(dest) = frame.result.clone() {
                    let value = value.as_ref().map(|value| inliner.expr(value, frame));
                    out.extend(dest.receive(value).map(|kind| Stmt { kind, site }));
                    if !self.tail {
                        let exit = frame.exit.get_or_insert_with(|| fresh_label(&mut inliner.next_label));
                        out.push(Stmt { kind: StmtKind::Break(*exit), site });
                    }
                    return;
                }
            }
            _ => {}
        }
        self.tail &= stmt.loop_body().is_none();
        out.push(Stmt { kind: stmt.kind.fold(self), site });
    }

    fn expr(&mut self, expr: &Expr) -> Expr {
        self.inliner.expr(expr, self.frame)
    }

    fn place(&mut self, place: &Place) -> Place {
        self.inliner.place(place, self.frame)
    }

    fn local(&mut self, local: LocalId) -> LocalId {
        self.frame.declared(local)
    }

    fn label(&mut self, label: LabelId) -> LabelId {
        match &mut self.frame.labels {
            None => label,
            Some(labels) => *labels.or_insert_with(label, || fresh_label(&mut self.inliner.next_label)),
        }
    }
}

impl Inliner<'_> {
    /// `tail` says that control goes from the block's end to the end of the inlined body.
    fn block(&mut self, block: &Block, frame: &mut Frame, tail: bool) -> Block {
        Body { inliner: self, frame, tail }.block(block)
    }

    fn count(&self) {
        self.left.set(self.left.get().saturating_sub(1));
    }

    fn temp(&mut self, name: &str, ty: Type) -> LocalId {
        self.out.add_local(name, ty, LocalKind::Temp)
    }
}

/// Calls.
impl<'a> Inliner<'a> {
    /// Declares the local with the result of a call.
    fn call_into(
        &mut self,
        local: LocalId,
        target: &Target,
        args: &[Expr],
        site: SiteId,
        frame: &Frame,
        out: &mut Vec<Stmt>,
    ) {
        let dest = match target {
            Target::Function(id) if !returns_once_at_the_end(&self.callee(*id).body) => {
                out.push(Stmt { kind: StmtKind::Let { local, init: None }, site });
                Dest::Assign(Place::local(local, self.callee(*id).result.clone()))
            }
            Target::Function(_) | Target::Passed(_) => Dest::Init(local),
        };
        self.call(target, args, site, frame, dest, out);
    }

    /// Assigns the result of a call. A place with indices waits for the result, since they are evaluated after it.
    fn call_assigned(
        &mut self,
        place: &Place,
        target: &Target,
        args: &[Expr],
        site: SiteId,
        frame: &Frame,
        out: &mut Vec<Stmt>,
    ) {
        if place.steps.is_empty() {
            let place = self.place(place, frame);
            return self.call(target, args, site, frame, Dest::Assign(place), out);
        }
        let result = self.temp("result", place.ty.clone());
        self.call_into(result, target, args, site, frame, out);
        let kind = StmtKind::Assign {
            place: self.place(place, frame),
            op: None,
            value: Expr::local(result, place.ty.clone()),
        };
        out.push(Stmt { kind, site });
    }

    fn call(
        &mut self,
        target: &Target,
        args: &[Expr],
        site: SiteId,
        caller: &Frame,
        dest: Dest,
        out: &mut Vec<Stmt>,
    ) {
        let id = match target {
            Target::Function(id) => *id,
            Target::Passed(Passed::Closure(closure)) => {
                return self.closure(closure, args, site, caller, dest, out);
            }
            Target::Passed(Passed::Function(id)) => {
                return self.other(Callee::Function(*id), args, site, caller, dest, out);
            }
            Target::Passed(Passed::Own(id)) => {
                return self.other(Callee::Capture(*id), args, site, caller, dest, out);
            }
        };
        let callee = self.callee(id);
        let mut frame = Frame {
            function: id.0 as usize,
            is_entry: false,
            locals: Vec::with_capacity(callee.locals.len()),
            labels: Some(Map::new()),
            result: Some(dest),
            exit: None,
            passed: Map::new(),
            bodies: Map::new(),
        };
        // The parameters are the first locals, so arguments are evaluated in order.
        for (index, local) in callee.locals.iter().enumerate() {
            if let (LocalKind::Param, Type::Capture(own), Some(arg)) =
                (local.kind, &local.ty, args.get(index))
            {
                if let Some(passed) = self.passed(arg, caller) {
                    frame.passed.insert(*own, passed);
                }
                // Nothing names it but calls.
                frame.locals.push(Binding::Local(LocalId(u32::MAX)));
                continue;
            }
            let binding = match (local.kind, args.get(index)) {
                (LocalKind::Param, Some(arg)) => self.argument(local, arg, site, caller, out),
                (LocalKind::Shared, _) => {
                    let key = (id.0 as usize, LocalId(index as u32));
                    let add = || add(&mut self.out, local, LocalKind::Shared);
                    Binding::Local(*self.shared.or_insert_with(key, add))
                }
                (LocalKind::Param | LocalKind::Let, _) => {
                    Binding::Local(add(&mut self.out, local, LocalKind::Let))
                }
                (LocalKind::Temp, _) => Binding::Local(add(&mut self.out, local, LocalKind::Temp)),
            };
            frame.locals.push(binding);
        }
        let body = self.block(&callee.body, &mut frame, true);
        match frame.exit {
            Some(label) => out.push(Stmt { kind: StmtKind::Block { label, body }, site }),
            None => out.extend(body.0),
        }
    }

    /// Puts a closure of the entry's in the place of a call, with variables of its own.
    fn closure(
        &mut self,
        closure: &Closure,
        args: &[Expr],
        site: SiteId,
        caller: &Frame,
        dest: Dest,
        out: &mut Vec<Stmt>,
    ) {
        let mut frame = Frame { labels: Some(Map::new()), ..closure.frame.clone() };
        for (id, arg) in closure.params.iter().zip(args) {
            let Some(param) = self.entry.locals.get(id.0 as usize) else { continue };
            let binding = self.argument(param, arg, site, caller, out);
            frame.rebind(*id, binding);
        }
        let mut declared = Vec::new();
        closure.body.walk(&mut |stmt| {
            if let StmtKind::Let { local, .. } | StmtKind::For { local, .. } = &stmt.kind {
                declared.push(*local);
            }
        });
        for id in declared {
            let Some(local) = self.entry.locals.get(id.0 as usize) else { continue };
            let own = add(&mut self.out, local, local.kind);
            frame.rebind(id, Binding::Local(own));
        }
        let body = self.block(&closure.body, &mut frame, false);
        out.extend(body.0);
        let value = closure.result.map(|result| {
            let place = frame.base(result, &self.out);
            Expr::load(place)
        });
        if let Some(kind) = dest.receive(value) {
            out.push(Stmt { kind, site });
        }
    }

    /// A call that stays one.
    fn other(
        &mut self,
        callee: Callee,
        args: &[Expr],
        site: SiteId,
        caller: &Frame,
        dest: Dest,
        out: &mut Vec<Stmt>,
    ) {
        let args = args.iter().map(|arg| self.expr(arg, caller)).list();
        let ty = match (&dest, &callee) {
            (Dest::Unit, Callee::Function(id)) => self.callee(*id).result.clone(),
            (Dest::Unit, _) => Type::Unit,
            (Dest::Init(local), _) => self.out.local(*local).ty.clone(),
            (Dest::Assign(place), _) => place.ty.clone(),
        };
        let value = Expr::new(ExprKind::Call { callee, args, site: None }, ty);
        let kind =
            if let Dest::Unit = dest { Some(StmtKind::Eval(value)) } else { dest.receive(Some(value)) };
        out.extend(kind.map(|kind| Stmt { kind, site }));
    }

    /// What an argument passes to be called.
    fn passed(&self, arg: &Expr, caller: &Frame) -> Option<Passed> {
        let ExprKind::Capture(id) = &arg.kind else { return None };
        if !caller.is_entry {
            return caller.passed.get(id).cloned();
        }
        match self.entry.captures.get(id.0 as usize)? {
            Capture::Closure { label, params, result } => {
                let body = Rc::clone(caller.bodies.get(label)?);
                let (params, frame) = (params.clone(), caller.clone());
                Some(Passed::Closure(Rc::new(Closure { params, result: *result, body, frame })))
            }
            Capture::Callable { .. } => Some(Passed::Own(*id)),
            Capture::Function { .. } => self.named.and_then(|named| named(*id)).map(Passed::Function),
            Capture::Type { .. } | Capture::Const { .. } => None,
        }
    }

    /// Whether a block of the entry's is a closure's body.
    fn is_closure(&self, block: LabelId, frame: &Frame) -> bool {
        let is = |capture: &Capture| matches!(capture, Capture::Closure { label, .. } if *label == block);
        frame.is_entry && self.entry.captures.iter().any(is)
    }

    /// The callee and arguments, where the expression calls a device function that stands before this one, or what
    /// was passed. (The verifier refuses any other, and here the condition bounds the recursion.)
    fn device_call<'e>(&self, expr: &'e Expr, frame: &Frame) -> Option<(Target, &'e [Expr])> {
        let ExprKind::Call { callee, args, .. } = &expr.kind else { return None };
        let target = match callee {
            Callee::Function(id) => {
                let is_open = |id: &FunctionId| !self.callee(*id).captures.is_empty();
                let earlier = (id.0 as usize) < frame.function;
                (earlier && (self.named.is_none() || is_open(id))).then_some(Target::Function(*id))
            }
            Callee::Capture(id) => frame.passed.get(id).cloned().map(Target::Passed),
            Callee::Intrinsic(_) | Callee::Method(_) | Callee::Assoc(..) | Callee::Operator(..) => None,
        };
        Some((target?, args.as_slice()))
    }

    fn callee(&self, id: FunctionId) -> &'a Function {
        self.module.function(id)
    }

    /// Binds a parameter to its argument, evaluated here.
    fn argument(
        &mut self,
        param: &Local,
        arg: &Expr,
        site: SiteId,
        caller: &Frame,
        out: &mut Vec<Stmt>,
    ) -> Binding {
        if let ExprKind::Ref(place) = &arg.kind {
            return Binding::Place(self.fixed_place(place, site, caller, out));
        }
        let local = add(&mut self.out, param, LocalKind::Let);
        let init = Some(self.expr(arg, caller));
        out.push(Stmt { kind: StmtKind::Let { local, init }, site });
        Binding::Local(local)
    }

    /// The place with its indices evaluated and checked here, so that it denotes the same memory from now on.
    fn fixed_place(&mut self, place: &Place, site: SiteId, caller: &Frame, out: &mut Vec<Stmt>) -> Place {
        let mut fixed = caller.base(place.base, &self.out);
        for step in &place.steps {
            let mut kept = |index: &Expr| {
                let index = self.expr(index, caller);
                if matches!(index.kind, ExprKind::Literal(_)) {
                    return index;
                }
                let temp = self.temp("index", Type::USIZE);
                out.push(Stmt { kind: StmtKind::Let { local: temp, init: Some(index) }, site });
                Expr::local(temp, Type::USIZE)
            };
            let (index, check) = match step {
                Step::Index { index, check } => (kept(index), check),
                Step::Field(name) => {
                    fixed.ty = fixed.ty.field(name).map_or(Type::Unit, |field| field.referent().clone());
                    fixed.steps.push(step.clone());
                    continue;
                }
                Step::Slice { start, len } => {
                    let (start, len) = (Box::new(kept(start)), Box::new(kept(len)));
                    let mutable = self.out.local(fixed.base).ty.is_mutable_base();
                    fixed.ty = Type::slice(fixed.ty.element().cloned().unwrap_or(Type::Unit), mutable);
                    fixed.steps.push(Step::Slice { start, len });
                    continue;
                }
            };
            let check = match check {
                Check::Checked(site) => {
                    out.extend(bounds_check(&index, &fixed, *site));
                    Check::Proven
                }
                Check::Proven => Check::Proven,
                Check::Unchecked => Check::Unchecked,
            };
            fixed.ty = fixed.ty.element().map_or(Type::Unit, |element| element.referent().clone());
            fixed.steps.push(Step::Index { index: Box::new(index), check });
        }
        fixed
    }
}

impl Dest {
    /// The statement that takes the result.
    fn receive(self, value: Option<Expr>) -> Option<StmtKind> {
        match self {
            Dest::Unit => None,
            Dest::Init(local) => Some(StmtKind::Let { local, init: value }),
            Dest::Assign(place) => value.map(|value| StmtKind::Assign { place, op: None, value }),
        }
    }
}

fn add(out: &mut Function, local: &Local, kind: LocalKind) -> LocalId {
    let id = out.add_local(local.name.clone(), local.ty.clone(), kind);
    out.locals[id.0 as usize].partial = local.partial;
    id
}

fn fresh_label(next: &mut u32) -> LabelId {
    let label = LabelId(*next);
    *next += 1;
    label
}

/// Whether the body's last statement is its only `return`.
fn returns_once_at_the_end(body: &Block) -> bool {
    let mut count = 0;
    body.walk(&mut |stmt| count += u32::from(matches!(stmt.kind, StmtKind::Return(_))));
    count == 1 && matches!(body.0.last(), Some(Stmt { kind: StmtKind::Return(_), .. }))
}

/// `if index >= length { fail(index, length) }`, reported as the index's own check would be; nothing where both are
/// literals and the index is in bounds.
fn bounds_check(index: &Expr, indexed: &Place, site: SiteId) -> Option<Stmt> {
    let len = Expr::new(length(indexed), Type::Scalar(Scalar::Usize));
    if let (ExprKind::Literal(Literal::Int(index)), ExprKind::Literal(Literal::Int(len))) =
        (&index.kind, &len.kind)
        && index < len
    {
        return None;
    }
    let condition = Expr::binary(BinOp::Ge, index.clone(), len.clone(), Type::BOOL);
    let fail = Stmt { kind: StmtKind::Fail { values: vec![index.clone(), len], block: None }, site };
    let kind = StmtKind::If { condition, then: Block(vec![fail]), otherwise: Block::default() };
    Some(Stmt { kind, site })
}
