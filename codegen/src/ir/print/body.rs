//! Statements and expressions, printed.

use std::fmt;

use super::{Printer, mut_word};
use crate::ir::type_elision::{self, Scope};
use crate::ir::{
    BinOp, Block, Callee, Check, Expr, ExprKind, FloatText, Function, LabelId, Literal, LocalId, Place,
    SiteId, Step, Stmt, StmtKind, Type, UnOp, Unroll,
};

/// Where an expression stands: whether what surrounds it already delimits it.
#[derive(Clone, Copy, PartialEq)]
enum Position {
    /// After `=`, between commas, inside brackets.
    Delimited,
    /// An operand: binary expressions, casts and annotations need parentheses.
    Operand,
}

/// The body of one function.
pub(super) struct FunctionPrinter<'a> {
    pub printer: &'a mut Printer,
    pub scope: Scope<'a>,
    pub all: &'a [Function],
}

impl FunctionPrinter<'_> {
    fn put(&mut self, value: impl fmt::Display) {
        self.printer.put(value);
    }

    #[inline(never)]
    fn word(&mut self, text: &str) {
        self.printer.out.push_str(text);
    }

    pub fn comma_separated<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.word(", ");
            }
            each(self, item);
        }
    }

    pub fn local_name(&mut self, id: LocalId) {
        let name = self.scope.function.locals.get(id.0 as usize).map_or("", |local| &local.name);
        self.printer.name(name);
        self.put(format_args!("#{}", id.0));
    }

    fn block(&mut self, block: &Block) {
        self.word("{");
        self.printer.indent += 1;
        self.stmts(block);
        self.printer.indent -= 1;
        self.printer.line();
        self.word("}");
    }

    pub fn stmts(&mut self, block: &Block) {
        for stmt in &block.0 {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.printer.line();
        self.put(format_args!("@{} ", stmt.site.0));
        match &stmt.kind {
            StmtKind::Let { local, init } => {
                self.word("let ");
                self.local_name(*local);
                if let Some(init) = init {
                    self.word(" = ");
                    self.value(init);
                }
                self.word(";");
            }
            StmtKind::Assign { place, op, value } => {
                self.place(place);
                match op {
                    None => self.word(" = "),
                    // Of a comparison, which no well-formed assignment has, `=` stands apart: `<=` is another operator.
                    Some(op) if op.is_comparison() => self.put(format_args!(" {} = ", op.symbol())),
                    Some(op) => self.put(format_args!(" {}= ", op.symbol())),
                }
                self.value(value);
                self.word(";");
            }
            StmtKind::Eval(value) => {
                self.word("eval ");
                self.value(value);
                self.word(";");
            }
            StmtKind::If { condition, then, otherwise } => {
                self.word("if ");
                self.value(condition);
                self.word(" ");
                self.block(then);
                if !otherwise.0.is_empty() {
                    self.word(" else ");
                    self.block(otherwise);
                }
            }
            StmtKind::Loop { label, body } => {
                self.label(*label);
                self.word("loop ");
                self.block(body);
            }
            StmtKind::While { label, condition, body } => {
                self.label(*label);
                self.word("while ");
                self.value(condition);
                self.word(" ");
                self.block(body);
            }
            StmtKind::For { label, local, start, end, inclusive, step, reversed, unroll, body } => {
                self.label(*label);
                self.word("for ");
                self.local_name(*local);
                self.word(" in ");
                self.value(start);
                self.word(if *inclusive { "..=" } else { ".." });
                self.value(end);
                if let Some(step) = step {
                    self.word(" step ");
                    self.value(step);
                }
                self.word(if *reversed { " reversed" } else { "" });
                self.word(match unroll {
                    Unroll::Free => " ",
                    Unroll::Full => " unroll ",
                    Unroll::Never => " rolled ",
                    Unroll::Each => " each ",
                });
                self.block(body);
            }
            StmtKind::Block { label, body } => {
                self.label(*label);
                self.word("block ");
                self.block(body);
            }
            StmtKind::Break(label) => self.put(format_args!("break '{};", label.0)),
            StmtKind::Continue(label) => self.put(format_args!("continue '{};", label.0)),
            StmtKind::Return(None) => self.word("return;"),
            StmtKind::Return(Some(value)) => {
                self.word("return ");
                self.value(value);
                self.word(";");
            }
            StmtKind::Print { values } => {
                self.word("print(");
                self.comma_separated(values, FunctionPrinter::value);
                self.word(");");
            }
            StmtKind::Fail { values, block } => {
                self.word("fail(");
                self.comma_separated(values, FunctionPrinter::value);
                self.word(")");
                if let Some(block) = block {
                    self.word(" in ");
                    self.value(block);
                }
                self.word(";");
            }
        }
    }

    fn label(&mut self, label: LabelId) {
        self.put(format_args!("'{}: ", label.0));
    }

    fn value(&mut self, expr: &Expr) {
        self.expr(expr, Position::Delimited);
    }

    fn operand(&mut self, expr: &Expr) {
        self.expr(expr, Position::Operand);
    }

    fn expr(&mut self, expr: &Expr, position: Position) {
        let annotated = match &expr.kind {
            ExprKind::Load(place) => {
                expr.ty != place.ty || self.scope.place(place).as_ref() != Some(&place.ty)
            }
            ExprKind::Literal(Literal::Int(_)) => expr.ty.scalar().is_none(),
            ExprKind::Literal(Literal::Float(text)) => expr.ty.scalar().is_none() || !is_plain_float(&text.0),
            ExprKind::Cast(_) => false,
            ExprKind::Ref(place) => !natural_ref(place, &expr.ty),
            ExprKind::Repeat(value) => !natural_repeat(value, &expr.ty),
            ExprKind::Literal(Literal::Bool(_))
            | ExprKind::Capture(_)
            | ExprKind::Len(_)
            | ExprKind::LenOf(_)
            | ExprKind::Make(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary { .. }
            | ExprKind::Select { .. }
            | ExprKind::Call { .. }
            | ExprKind::Extent { .. }
            | ExprKind::Tile { .. }
            | ExprKind::Array(_) => self.scope.expr(&expr.kind).as_ref() != Some(&expr.ty),
        };
        let compound = matches!(expr.kind, ExprKind::Binary { .. } | ExprKind::Cast(_));
        let parens = position == Position::Operand && (annotated || compound);
        if parens {
            self.word("(");
        }
        match &expr.kind {
            // Of two annotations the inner one is the place's.
            ExprKind::Load(place) if annotated && expr.ty != place.ty => {
                self.word("(");
                self.bare_place(place);
                self.put(format_args!(": {})", place.ty));
            }
            kind => self.kind(kind, &expr.ty),
        }
        if annotated {
            self.put(format_args!(": {}", expr.ty));
        }
        if parens {
            self.word(")");
        }
    }

    fn kind(&mut self, kind: &ExprKind, ty: &Type) {
        match kind {
            ExprKind::Literal(literal) => self.literal(literal, ty),
            ExprKind::Capture(id) => self.put(format_args!("${}", id.0)),
            ExprKind::Load(place) => self.bare_place(place),
            ExprKind::Len(local) => {
                self.local_name(*local);
                self.word(".len()");
            }
            ExprKind::LenOf(place) => {
                self.word("len_of(");
                self.place(place);
                self.word(")");
            }
            ExprKind::Make(fields) => {
                self.word("make(");
                self.comma_separated(fields, |p, (name, value)| {
                    p.printer.name(name);
                    p.word(" = ");
                    p.value(value);
                });
                self.word(")");
            }
            ExprKind::Unary(op, operand) => {
                self.word(op.symbol());
                // `-1i32` is the literal.
                let literal = matches!(operand.kind, ExprKind::Literal(Literal::Int(_) | Literal::Float(_)));
                if *op == UnOp::Neg && literal {
                    self.word("(");
                    self.value(operand);
                    self.word(")");
                } else {
                    self.operand(operand);
                }
            }
            ExprKind::Binary { op, lhs, rhs, site } => self.binary(*op, lhs, rhs, *site),
            ExprKind::Cast(operand) => {
                self.operand(operand);
                self.put(format_args!(" as {ty}"));
            }
            ExprKind::Select { condition, then, otherwise } => {
                self.word("if ");
                self.value(condition);
                self.word(" { ");
                self.value(then);
                self.word(" } else { ");
                self.value(otherwise);
                self.word(" }");
            }
            ExprKind::Call { callee, args, site } => {
                self.callee(callee);
                self.word("(");
                self.comma_separated(args, FunctionPrinter::value);
                if let Some(site) = site {
                    self.word(if args.is_empty() { "" } else { ", " });
                    self.put(format_args!("@{}", site.0));
                }
                self.word(")");
            }
            ExprKind::Array(items) => {
                self.word("[");
                self.comma_separated(items, FunctionPrinter::value);
                self.word("]");
            }
            ExprKind::Repeat(value) => {
                self.word("[");
                self.value(value);
                if let Type::Array(_, len) = ty
                    && natural_repeat(value, ty)
                {
                    self.put(format_args!("; {len}]"));
                } else {
                    self.word("; _]");
                }
            }
            ExprKind::Extent { tensor, axis } => {
                self.local_name(*tensor);
                self.put(format_args!(".extent({axis})"));
            }
            ExprKind::Tile { op, args } => {
                self.put(format_args!("{}(", op.name()));
                if let Some(tensor) = op.tensor() {
                    self.local_name(tensor);
                    self.word(if args.is_empty() { "" } else { ", " });
                }
                self.comma_separated(args, FunctionPrinter::value);
                self.word(")");
            }
            ExprKind::Ref(place) => {
                let mutable = type_elision::reference(place, true) == *ty;
                self.put(format_args!("&{}", mut_word(mutable)));
                self.place(place);
            }
        }
    }

    fn binary(&mut self, op: BinOp, lhs: &Expr, rhs: &Expr, site: Option<SiteId>) {
        self.operand(lhs);
        self.put(format_args!(" {}", op.symbol()));
        if let Some(site) = site {
            self.put(format_args!("@{}", site.0));
        }
        self.word(" ");
        self.operand(rhs);
    }

    fn literal(&mut self, literal: &Literal, ty: &Type) {
        let suffix = ty.scalar().map_or("", |scalar| scalar.name());
        match literal {
            Literal::Bool(value) => self.put(value),
            Literal::Int(value) => self.put(format_args!("{value}{suffix}")),
            Literal::Float(FloatText(text)) if is_plain_float(text) => {
                self.put(format_args!("{text}{suffix}"));
            }
            Literal::Float(FloatText(text)) => {
                self.word("float ");
                self.printer.string(text);
            }
        }
    }

    fn callee(&mut self, callee: &Callee) {
        match callee {
            Callee::Intrinsic(row) => self.word(row.name),
            Callee::Function(id) => {
                let name = self.all.get(id.0 as usize).map_or("", |function| &function.name);
                self.printer.name(name);
                self.put(format_args!("#{}", id.0));
            }
            Callee::Method(name) => {
                self.word(".");
                self.printer.name(name);
            }
            Callee::Assoc(ty, name) => {
                self.put(format_args!("<{ty}>::"));
                self.printer.name(name);
            }
            Callee::Capture(id) => self.put(format_args!("${}", id.0)),
            Callee::Operator(op, id) => self.put(format_args!("{} ${}", op.name(), id.0)),
        }
    }

    /// A place with its type where that is not natural.
    fn place(&mut self, place: &Place) {
        if self.scope.place(place).as_ref() == Some(&place.ty) {
            self.bare_place(place);
        } else {
            self.word("(");
            self.bare_place(place);
            self.put(format_args!(": {})", place.ty));
        }
    }

    fn bare_place(&mut self, place: &Place) {
        self.local_name(place.base);
        for step in &place.steps {
            match step {
                Step::Index { index, check } => {
                    self.word("[");
                    self.value(index);
                    match check {
                        Check::Checked(site) => self.put(format_args!(" @{}]", site.0)),
                        Check::Proven => self.word(" proven]"),
                        Check::Unchecked => self.word(" unchecked]"),
                    }
                }
                Step::Field(name) => {
                    self.word(".");
                    self.printer.name(name);
                }
                Step::Slice { start, len } => {
                    self.word("[");
                    self.value(start);
                    self.word("; ");
                    self.value(len);
                    self.word("]");
                }
            }
        }
    }
}

fn natural_ref(place: &Place, ty: &Type) -> bool {
    [false, true].into_iter().any(|mutable| type_elision::reference(place, mutable) == *ty)
}

fn natural_repeat(value: &Expr, ty: &Type) -> bool {
    matches!(ty, Type::Array(_, len) if type_elision::repeat(value, *len) == *ty)
}

/// Whether a float's text can stand as a literal: digits with a point between them, an exponent, or both.
fn is_plain_float(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    digits(whole)
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
        && (fraction.is_some() || exponent.is_some())
}
