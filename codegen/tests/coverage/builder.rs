//! A small builder of functions.

use kiln_codegen::intrinsics::{self, Intrinsic};
use kiln_codegen::ir::*;

/// A function under construction, and the module around it.
pub struct Kernel {
    module: Module,
    function: Function,
    stack: Vec<Vec<Stmt>>,
}

impl Kernel {
    pub fn new(name: &str) -> Kernel {
        let mut kernel = Kernel { module: Module::default(), function: blank(name), stack: vec![Vec::new()] };
        kernel.site();
        kernel
    }

    /// The attributes of the function under construction.
    pub fn attrs(&mut self) -> &mut Attrs {
        &mut self.function.attrs
    }

    /// Ends the function as a device function and begins the next.
    pub fn device(&mut self, result: Type, next: &str) -> FunctionId {
        let mut function = std::mem::replace(&mut self.function, blank(next));
        function.kind = FunctionKind::Device;
        function.result = result;
        function.body = Block(self.stack.pop().unwrap());
        self.stack.push(Vec::new());
        self.module.functions.push(function);
        FunctionId(self.module.functions.len() as u32 - 1)
    }

    pub fn finish(mut self) -> Module {
        self.function.body = Block(self.stack.pop().unwrap());
        self.module.functions.push(self.function);
        self.module
    }

    /// A new site.
    pub fn site(&mut self) -> SiteId {
        self.site_of(SiteKind::Plain)
    }

    fn site_of(&mut self, kind: SiteKind) -> SiteId {
        let line = self.module.sites.len() as u32 + 1;
        self.module.sites.push(Site {
            file: "kernel.rs".into(),
            line,
            column: 1,
            kind,
            comments: Vec::new(),
        });
        SiteId(self.module.sites.len() as u32 - 1)
    }

    pub fn param(&mut self, name: &str, ty: Type) -> LocalId {
        let id = self.function.add_local(name, ty, LocalKind::Param);
        self.function.params.push(id);
        id
    }

    pub fn shared(&mut self, name: &str, ty: Type) -> LocalId {
        self.function.add_local(name, ty, LocalKind::Shared)
    }

    pub fn ty(&self, local: LocalId) -> Type {
        self.function.local(local).ty.clone()
    }

    /// The value of a whole local.
    pub fn get(&self, local: LocalId) -> Expr {
        Expr::local(local, self.ty(local).referent().clone())
    }

    pub fn place(&self, local: LocalId) -> Place {
        Place::local(local, self.ty(local).referent().clone())
    }

    /// The element of a place, checked.
    pub fn index(&mut self, mut place: Place, index: Expr) -> Place {
        let check = Check::Checked(self.site_of(SiteKind::Index { array: "a".into() }));
        place.ty = place.ty.element().unwrap().clone();
        place.steps.push(Step::Index { index: Box::new(index), check });
        place
    }

    /// `local[index]`.
    pub fn at(&mut self, local: LocalId, index: Expr) -> Place {
        self.index(self.place(local), index)
    }

    pub fn load(&mut self, local: LocalId, index: Expr) -> Expr {
        Expr::load(self.at(local, index))
    }

    pub fn push(&mut self, kind: StmtKind) {
        let site = self.site_of(match &kind {
            StmtKind::Assign { op: Some(BinOp::Div | BinOp::Rem), place, .. }
                if place.ty.scalar().is_some_and(Scalar::is_int) =>
            {
                SiteKind::Divide
            }
            StmtKind::Fail { values, .. } => SiteKind::Message {
                text: "failed with {0}".into(),
                values: values.iter().filter_map(|value| value.ty.scalar()).collect(),
            },
            _ => SiteKind::Plain,
        });
        self.stack.last_mut().unwrap().push(Stmt { kind, site });
    }

    /// A comment before the last statement.
    pub fn comment(&mut self, text: &str) {
        let site = self.stack.last().unwrap().last().unwrap().site;
        self.module.sites[site.0 as usize].comments.push(text.into());
    }

    pub fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.function.add_local(name, ty, LocalKind::Let)
    }

    pub fn bind(&mut self, name: &str, init: Expr) -> LocalId {
        let local = self.local(name, init.ty.clone());
        self.push(StmtKind::Let { local, init: Some(init) });
        local
    }

    pub fn set(&mut self, place: Place, value: Expr) {
        self.push(StmtKind::Assign { place, op: None, value });
    }

    pub fn update(&mut self, place: Place, op: BinOp, value: Expr) {
        self.push(StmtKind::Assign { place, op: Some(op), value });
    }

    /// The statements that `fill` adds, as a block.
    pub fn block(&mut self, fill: impl FnOnce(&mut Kernel)) -> Block {
        self.stack.push(Vec::new());
        fill(self);
        Block(self.stack.pop().unwrap())
    }

    pub fn when(&mut self, condition: Expr, then: impl FnOnce(&mut Kernel)) {
        let then = self.block(then);
        self.push(StmtKind::If { condition, then, otherwise: Block::default() });
    }

    /// A call of an intrinsic; `generic` is the type of its generic operand.
    pub fn call(&mut self, row: &'static Intrinsic, generic: Scalar, args: Vec<Expr>) -> Expr {
        let site =
            matches!(row.effect, intrinsics::Effect::Divisor(_)).then(|| self.site_of(SiteKind::Divide));
        let kind = ExprKind::Call { callee: Callee::Intrinsic(row), args, site };
        Expr::new(kind, row.result.resolve(generic))
    }

    pub fn named(&mut self, row: &str, generic: Scalar, args: Vec<Expr>) -> Expr {
        self.call(intrinsics::find(row).unwrap(), generic, args)
    }

    pub fn global_id(&mut self) -> LocalId {
        let call = self.named("global_id_x", Scalar::Usize, vec![]);
        self.bind("i", call)
    }

    pub fn binary(&mut self, op: BinOp, lhs: Expr, rhs: Expr) -> Expr {
        let ty = if op.is_comparison() || op.is_lazy() { Type::BOOL } else { lhs.ty.clone() };
        let divides = matches!(op, BinOp::Div | BinOp::Rem) && ty.scalar().is_some_and(Scalar::is_int);
        let site = divides.then(|| self.site_of(SiteKind::Divide));
        Expr::new(ExprKind::Binary { op, lhs: Box::new(lhs), rhs: Box::new(rhs), site }, ty)
    }

    /// The bits of a scalar as `u64`.
    pub fn bits(&mut self, value: Expr) -> Expr {
        let scalar = value.ty.scalar().unwrap();
        let value = if scalar.is_float() { self.named("to_bits", scalar, vec![value]) } else { value };
        cast(value, Scalar::U64)
    }
}

pub fn cast(value: Expr, to: Scalar) -> Expr {
    Expr::new(ExprKind::Cast(Box::new(value)), Type::Scalar(to))
}

pub fn unary(op: UnOp, value: Expr) -> Expr {
    let ty = value.ty.clone();
    Expr::new(ExprKind::Unary(op, Box::new(value)), ty)
}

pub fn usize(value: i128) -> Expr {
    Expr::int(value, Scalar::Usize)
}

pub fn slice(scalar: Scalar, mutable: bool) -> Type {
    Type::slice(Type::Scalar(scalar), mutable)
}

pub fn float(text: &str, scalar: Scalar) -> Expr {
    Expr::new(ExprKind::Literal(Literal::Float(FloatText(text.into()))), Type::Scalar(scalar))
}

fn blank(name: &str) -> Function {
    Function {
        name: name.into(),
        kind: FunctionKind::Kernel,
        attrs: Attrs::default(),
        captures: Vec::new(),
        params: Vec::new(),
        result: Type::Unit,
        locals: Vec::new(),
        body: Block::default(),
    }
}
