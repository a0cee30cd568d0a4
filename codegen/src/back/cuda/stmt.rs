//! Statements.
//!
//! Takes a function's body; writes it line by line, as the user would have: `const` for what never changes, compound
//! assignments, ordinary `for` loops wherever those count exactly as Rust does.

use super::bounds;
use super::jumps::Jumps;
use super::names::Names;
use super::prelude::Prelude;
use super::structs::is_empty;
use super::{arith, expr, types};
use crate::abi;
use crate::back::fences;
use crate::collections::Set;
use crate::intrinsics::{Cpu, Cuda, Machine};
use crate::ir::{
    BinOp, Block, Callee, Counted, Expr, ExprKind, Function, LabelId, Len, Literal, LocalId, Module, Place,
    Scalar, SiteId, SiteKind, Stmt, StmtKind, Type, Unroll,
};
use std::fmt::Write as _;

/// Writes one function.
pub(super) struct Writer<'m> {
    pub(super) module: &'m Module,
    pub(super) function: &'m Function,
    pub(super) names: &'m Names,
    /// The names of the module's functions.
    pub(super) functions: &'m [String],
    /// Which of the functions before take `kiln` along.
    pub(super) fallible: &'m [bool],
    pub(super) prelude: &'m mut Prelude,
    /// Whether this function needs `kiln`.
    pub(super) fails: bool,
    out: String,
    depth: usize,
    jumps: Jumps,
    innermost: Option<LabelId>,
    /// Which locals are set once, by their declaration.
    stable: Vec<bool>,
    /// What stable integers never exceed.
    bounds: Vec<Option<u128>>,
    /// Which locals have elements that intrinsics move several at a time.
    moved: Vec<bool>,
    /// Whether warpgroups multiply.
    pub(super) has_warpgroups: bool,
    /// Then, which locals hold a special register or digits of one.
    digits: Set<LocalId>,
}

impl<'m> Writer<'m> {
    pub(super) fn new(
        module: &'m Module,
        function: &'m Function,
        names: &'m Names,
        functions: &'m [String],
        fallible: &'m [bool],
        prelude: &'m mut Prelude,
    ) -> Writer<'m> {
        Writer {
            module,
            function,
            names,
            functions,
            has_warpgroups: !abi::wgmma_factors(function).is_empty(),
            fallible,
            prelude,
            fails: false,
            out: String::new(),
            depth: 1,
            jumps: Jumps::of(&function.body),
            innermost: None,
            stable: stable(function),
            bounds: vec![None; function.locals.len()],
            moved: moved(function),
            digits: Set::new(),
        }
    }

    /// The body's text, and whether the function needs `kiln`.
    pub(super) fn finish(self) -> (String, bool) {
        (self.out, self.fails)
    }

    /// The block's shared memory, declared first as the IR has it. What the launch gives is one allocation, of
    /// which each shared local is the part that [`crate::abi::shared_memory`] says; a shared slice is what lies
    /// behind them.
    pub(super) fn shared(&mut self) {
        let names = self.names;
        let dynamic = names.shared();
        let layout = abi::shared_memory(self.function);
        if let Some(memory) = dynamic {
            self.prelude.need("u8");
            self.line(&format!("extern __shared__ __align__({}) u8 {memory}[];", layout.align));
        }
        let is_dynamic = layout.is_dynamic();
        for (id, offset) in layout.offsets {
            let ty = types::value(&self.function.local(id).ty, self.prelude);
            let name = names.local(id);
            match dynamic.filter(|_| is_dynamic) {
                Some(memory) => self.line(&format!("{ty}& {name} = *({ty}*)({memory} + {offset});")),
                None => {
                    let aligned = self.alignment(id);
                    self.line(&format!("__shared__ {aligned}{ty} {name};"));
                }
            }
        }
        if let (Some(memory), Some((id, _))) = (dynamic, layout.slice) {
            self.shared_slice(id, memory, if is_dynamic { layout.bytes } else { 0 });
        }
    }

    /// The shared slice, which only a kernel has.
    fn shared_slice(&mut self, id: LocalId, memory: &str, offset: u64) {
        let Some(element) = self.function.local(id).ty.element() else { return };
        let ty = types::value(element, self.prelude);
        let (name, len) = (self.names.local(id), self.names.len(id));
        let start = if offset == 0 { memory.to_owned() } else { format!("({memory} + {offset})") };
        self.prelude.shared_len();
        self.line(&format!("{ty}* const {name} = ({ty}*){start};"));
        self.line(&format!("const usize {len} = kiln.shared_len;"));
    }

    /// What a declaration says of a local whose elements are moved several at a time.
    fn alignment(&self, local: LocalId) -> &'static str {
        if self.moved[local.0 as usize] { "__align__(16) " } else { "" }
    }

    pub(super) fn block(&mut self, block: &Block) {
        for stmt in &block.0 {
            self.comments(stmt);
            self.stmt(stmt);
        }
    }

    #[inline(never)]
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The user's comments. A backslash at the end would swallow the line after.
    fn comments(&mut self, stmt: &Stmt) {
        let Some(site) = self.module.site(stmt.site) else { return };
        for comment in &site.comments {
            for line in comment.lines() {
                let text = line.trim().trim_start_matches('/').trim_end_matches('\\').trim();
                self.line(format!("// {text}").trim_end());
            }
        }
    }

    fn has_comments(&self, site: SiteId) -> bool {
        self.module.site(site).is_some_and(|site| !site.comments.is_empty())
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { local, init } => self.declare(*local, init.as_ref()),
            StmtKind::Assign { place, op, value } => match op {
                None => {
                    let (before, after) = fences(value);
                    let text = self.value(value).text;
                    if is_empty(&place.ty) && !place.steps.is_empty() {
                        return self.line(&format!("(void)({text});"));
                    }
                    let place = self.place(place);
                    self.fenced(before, &format!("{place} = {text};"), after);
                }
                Some(op) => self.compound(stmt, place, *op, value),
            },
            StmtKind::Eval(value) => {
                let (before, after) = fences(value);
                let text = self.value(value).text;
                // Only a call may stand alone without a remark from the compiler.
                let call = matches!(value.kind, ExprKind::Call { .. });
                let text = if call { format!("{text};") } else { format!("(void)({text});") };
                self.fenced(before, &text, after);
            }
            StmtKind::If { condition, then, otherwise } => self.branch("", condition, then, otherwise),
            StmtKind::Loop { label, body } => {
                self.line("while (true) {");
                self.body(*label, body);
            }
            StmtKind::While { label, condition, body } => {
                let condition = self.value(condition).text;
                self.line(&format!("while ({condition}) {{"));
                self.body(*label, body);
            }
            StmtKind::For { label, local, end, unroll, body, .. } => {
                let Some(counted) = stmt.kind.counted() else { return };
                let head = self.for_head(*label, *local, &counted);
                self.bounds[local.0 as usize] = Some(self.upper(end));
                match unroll {
                    // Of loops over elements, lowering leaves none.
                    Unroll::Free | Unroll::Each => {}
                    Unroll::Full => self.line("#pragma unroll"),
                    Unroll::Never => self.line("#pragma unroll 1"),
                }
                self.for_line(&head);
                self.body(*label, body);
            }
            StmtKind::Block { label, body } => {
                self.line("{");
                self.depth += 1;
                self.block(body);
                self.depth -= 1;
                self.line("}");
                self.break_label(*label);
            }
            StmtKind::Break(label) => self.jump(*label, "break"),
            StmtKind::Continue(label) => self.jump(*label, "continue"),
            StmtKind::Return(None) => self.line("return;"),
            StmtKind::Return(Some(value)) => {
                let text = self.value(value).text;
                self.line(&format!("return {text};"));
            }
            StmtKind::Print { values } => {
                let Some(SiteKind::Message { text, .. }) = self.module.site(stmt.site).map(|site| &site.kind)
                else {
                    return self.line("/* open */");
                };
                let line = self.print(text, values);
                self.line(&line);
            }
            StmtKind::Fail { values, block } => {
                let (mut text, member) = match block {
                    None => (format!("kiln.fail({}", stmt.site.0), "fail"),
                    Some(block) => {
                        let block = self.exact(block).at(expr::Prec::Unary);
                        (format!("kiln.fail_in((u32){block}, {}", stmt.site.0), "fail_in")
                    }
                };
                for value in values {
                    let bits = if value.ty.scalar().is_some_and(Scalar::is_float) {
                        self.bits(value).text
                    } else {
                        format!("(u64){}", self.exact(value).at(expr::Prec::Unary))
                    };
                    let _ = write!(text, ", {bits}");
                }
                self.member(member);
                self.line(&format!("{text});"));
            }
        }
    }

    fn declare(&mut self, local: LocalId, init: Option<&Expr>) {
        let index = local.0 as usize;
        let declared = &self.function.local(local).ty;
        let Some(init) = init else {
            let ty = types::value(declared, self.prelude);
            let aligned = self.alignment(local);
            return self.line(&format!("{aligned}{ty} {};", self.names.local(local)));
        };
        let (before, after) = fences(init);
        let text = match &init.kind {
            // The declaration names the type already.
            ExprKind::Array(items) => format!("{{{}}}", self.values(items).join(", ")),
            ExprKind::Make(fields) => format!("{{{}}}", self.fields(fields).join(", ")),
            _ => self.value(init).text,
        };
        if *declared == Type::Unit {
            return self.fenced(before, &format!("{text};"), after);
        }
        let text = if self.stable[index] && self.has_warpgroups && self.is_digit(init) {
            self.digits.insert(local);
            // NVRTC would compute digits anew behind a loop of products, in front of the wait for them.
            if matches!(init.kind, ExprKind::Binary { .. }) { format!("kiln::pinned({text})") } else { text }
        } else {
            text
        };
        let constant = if self.stable[index] { "const " } else { "" };
        if self.stable[index] && declared.scalar().is_some_and(Scalar::is_int) {
            self.bounds[index] = Some(self.upper(init));
        }
        let ty = types::value(declared, self.prelude);
        let (name, aligned) = (self.names.local(local), self.alignment(local));
        self.fenced(before, &format!("{aligned}{constant}{ty} {name} = {text};"), after);
    }

    /// Whether a value is a special register, or digits of one.
    fn is_digit(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Load(place) => place.steps.is_empty() && self.digits.contains(&place.base),
            ExprKind::Call { callee: Callee::Intrinsic(row), .. } => matches!(row.cuda, Cuda::Expr(_)),
            ExprKind::Binary {
                op: BinOp::Shr | BinOp::BitAnd | BinOp::Div | BinOp::Rem, lhs, rhs, ..
            } => matches!(rhs.kind, ExprKind::Literal(_)) && self.is_digit(lhs),
            _ => false,
        }
    }

    /// `place op= value`, by C++'s own operator wherever that means the same.
    fn compound(&mut self, stmt: &Stmt, place: &Place, op: BinOp, value: &Expr) {
        let Some(scalar) = place.ty.scalar() else { return self.line("/* open */") };
        let modular = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl);
        let plain = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => !types::is_half(scalar),
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor | BinOp::Shl | BinOp::Shr => true,
            BinOp::Rem => scalar.is_int(),
            BinOp::And | BinOp::Or | BinOp::Eq | BinOp::Ne => false,
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => false,
        };
        let divides = matches!(op, BinOp::Div | BinOp::Rem) && scalar.is_int() && !value.is_safe_divisor();
        let old = Expr::load(place.clone());
        let negates = matches!(scalar, Scalar::I8 | Scalar::I16)
            && arith::Modular::Binary(op, &old, value).may_negate();
        if !plain || divides || negates {
            let text = self.binary(op, &old, value, Some(stmt.site), false).text;
            let place = self.place(place);
            return self.line(&format!("{place} = {text};"));
        }
        let right = match op {
            BinOp::Shl | BinOp::Shr => {
                let amount = self.shift_amount(value, scalar);
                amount
                    .strip_prefix('(')
                    .and_then(|a| a.strip_suffix(')'))
                    .map_or(amount.clone(), str::to_owned)
            }
            // The product of two promoted 16-bit values can overflow `int`, and a negative literal is remarked on.
            BinOp::Add | BinOp::Sub | BinOp::Mul
                if scalar.is_int()
                    && (is_negative(value) || op == BinOp::Mul && types::is_narrow(scalar)) =>
            {
                let wide = types::scalar(types::modular(scalar), self.prelude);
                format!("({wide}){}", self.value(value).at(expr::Prec::Unary))
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => self.value(value).text,
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => self.value(value).text,
            BinOp::And | BinOp::Or | BinOp::Eq | BinOp::Ne => self.value(value).text,
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => self.value(value).text,
        };
        let mut left = self.place(place);
        if modular && scalar.is_signed_int() {
            // The same memory, as the unsigned integer that wraps.
            left = format!("({}&){left}", types::scalar(scalar.unsigned(), self.prelude));
        }
        self.line(&format!("{left} {}= {right};", op.symbol()));
    }

    fn branch(&mut self, lead: &str, condition: &Expr, then: &Block, otherwise: &Block) {
        let condition = self.condition(condition, then, otherwise).text;
        self.line(&format!("{lead}if ({condition}) {{"));
        self.indented(then);
        match otherwise.0.as_slice() {
            [] => self.line("}"),
            [Stmt { kind: StmtKind::If { condition, then, otherwise }, site }]
                if !self.has_comments(*site) =>
            {
                self.branch("} else ", condition, then, otherwise);
            }
            _ => self.otherwise(otherwise),
        }
    }

    fn otherwise(&mut self, block: &Block) {
        self.line("} else {");
        self.indented(block);
        self.line("}");
    }

    fn indented(&mut self, block: &Block) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    /// A loop's body and closing brace. Where a `continue` comes from an inner loop, the body stands in braces of its
    /// own, since a `goto` must not pass declarations of the scope that its label is in.
    fn body(&mut self, label: LabelId, body: &Block) {
        let outer = self.innermost.replace(label);
        self.depth += 1;
        if self.jumps.continues.contains(&label) {
            self.line("{");
            self.indented(body);
            self.line("}");
            self.line(&format!("continue_{}:;", label.0));
        } else {
            self.block(body);
        }
        self.depth -= 1;
        self.line("}");
        self.innermost = outer;
        self.break_label(label);
    }

    fn break_label(&mut self, label: LabelId) {
        if self.jumps.breaks.contains(&label) {
            self.line(&format!("break_{}:;", label.0));
        }
    }

    fn jump(&mut self, label: LabelId, word: &str) {
        if self.innermost == Some(label) {
            self.line(&format!("{word};"));
        } else {
            self.line(&format!("goto {word}_{};", label.0));
        }
    }

    /// What stands in the parentheses of a `for`.
    fn for_head(&mut self, label: LabelId, local: LocalId, counted: &Counted<&Expr>) -> String {
        let scalar = counted.scalar;
        let ty = types::scalar(scalar, self.prelude);
        let counter = self.names.local(local).to_owned();
        let Some(names) = self.names.of_loop(label) else { return "/* open */".to_owned() };
        let step = counted.step.filter(|step| !is_one(step));
        let greatest = bounds::greatest(scalar);
        let last = self.upper(counted.end);
        let start = self.value(counted.start);
        if counted.reversed {
            // Counting down to a start of zero or more passes it by one at most, which unsigned types take; a signed
            // one must not go below its least value.
            let safe = scalar.is_unsigned_int() || is_least_known(counted.start);
            if safe && step.is_none() && !counted.inclusive {
                let end = self.value(counted.end).text;
                return if self.is_constant(counted.start) {
                    format!("{ty} {counter} = {end}; {counter}-- > {};", start.at(expr::Prec::Shift))
                } else {
                    let first = &names.start;
                    format!("{ty} {first} = {}, {counter} = {end}; {counter}-- > {first};", start.text)
                };
            }
        } else {
            // What the counter may become after its last turn must exist.
            let by = step.map_or(1, |step| self.upper(step));
            let beyond = last.saturating_add(by).saturating_sub(u128::from(!counted.inclusive));
            if beyond <= greatest || (step.is_none() && !counted.inclusive) {
                let compare = if counted.inclusive { "<=" } else { "<" };
                let mut head = format!("{ty} {counter} = {}", start.text);
                let end = self.value(counted.end);
                let limit = if self.is_constant(counted.end) {
                    end.at(expr::Prec::Shift)
                } else {
                    let _ = write!(head, ", {} = {}", names.end, end.text);
                    names.end.clone()
                };
                let advance = match step {
                    None => format!("++{counter}"),
                    Some(step) => {
                        let text = self.value(step).text;
                        if self.is_constant(step) {
                            format!("{counter} += {text}")
                        } else {
                            let _ = write!(head, ", {} = {text}", names.step);
                            format!("{counter} += {}", names.step)
                        }
                    }
                };
                return format!("{head}; {counter} {compare} {limit}; {advance}");
            }
        }
        self.prelude.need("range");
        let end = self.value(counted.end).text;
        let step = step.map_or_else(|| "1".to_owned(), |step| self.value(step).text);
        format!(
            "const {ty} {counter} : kiln::range<{ty}>({}, {end}, {step}, {}, {})",
            start.text, counted.inclusive, counted.reversed
        )
    }

    fn for_line(&mut self, head: &str) {
        if head.len() + 4 * self.depth <= 100 {
            return self.line(&format!("for ({head}) {{"));
        }
        self.line("for (");
        self.depth += 1;
        for part in head.split_inclusive("; ") {
            self.line(part.trim_end());
        }
        self.depth -= 1;
        self.line(") {");
    }

    fn upper(&self, expr: &Expr) -> u128 {
        bounds::upper(expr, &|local| self.bounds[local.0 as usize])
    }

    /// Whether the expression may be evaluated at every turn instead of once.
    fn is_constant(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Len(_) => true,
            ExprKind::Load(place) => place.steps.is_empty() && self.stable[place.base.0 as usize],
            _ => false,
        }
    }

    /// The number of elements of an array; of a slice only the running kernel knows it.
    pub(super) fn known_len(&self, local: LocalId) -> Option<u64> {
        match self.function.local(local).ty.referent() {
            Type::Array(_, Len::Const(len)) => Some(*len),
            Type::Array(_, Len::Capture(_))
            | Type::Unit
            | Type::Scalar(_)
            | Type::Atomic(_)
            | Type::Tensor { .. }
            | Type::Tile { .. }
            | Type::Struct(_)
            | Type::Tuple(_) => None,
            Type::Slice { .. } | Type::Ref { .. } | Type::Capture(_) | Type::Infer(_) => None,
        }
    }

    fn fenced(&mut self, before: bool, text: &str, after: bool) {
        if before {
            self.line("__threadfence();");
        }
        self.line(text);
        if after {
            self.line("__threadfence();");
        }
    }
}

/// The fences around a statement with this value.
fn fences(value: &Expr) -> (bool, bool) {
    if let ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } = &value.kind
        && let Cpu::Machine(Machine::Atomic(operation)) = row.cpu
    {
        let fences::Fences { before, after } = fences::fences(operation, args);
        return (before, after);
    }
    (false, false)
}

fn is_negative(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Int(..0)))
}

fn is_one(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Int(1)))
}

/// Whether a signed start is a literal above the type's least value.
fn is_least_known(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Int(0..)))
}

/// Which locals keep the value that they are declared with.
fn stable(function: &Function) -> Vec<bool> {
    let mut stable = vec![true; function.locals.len()];
    function.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Assign { place, .. } => stable[place.base.0 as usize] = false,
        StmtKind::Let { local, init: None } => stable[local.0 as usize] = false,
        _ => {}
    });
    // What is referred to in a way that may change it.
    function.body.walk_operands(&mut |expr| {
        let ExprKind::Ref(place) = &expr.kind else { return };
        let shared = matches!(expr.ty, Type::Ref { mutable: false, .. } | Type::Slice { mutable: false, .. });
        if !shared || matches!(place.ty, Type::Atomic(_)) {
            stable[place.base.0 as usize] = false;
        }
    });
    stable
}

/// Which locals have elements that intrinsics move several at a time.
fn moved(function: &Function) -> Vec<bool> {
    let mut moved = vec![false; function.locals.len()];
    function.body.walk_exprs(&mut |expr| {
        if let ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } = &expr.kind {
            for (_, arg) in row.params.iter().zip(args).filter(|(slot, _)| slot.is_element()) {
                if let ExprKind::Ref(place) = &arg.kind {
                    moved[place.base.0 as usize] = true;
                }
            }
        }
    });
    moved
}
