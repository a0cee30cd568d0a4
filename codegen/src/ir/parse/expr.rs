//! Expressions and places.

use super::{Parser, Result, Token};
use crate::compact::List;
use crate::intrinsics;
use crate::ir::print::is_plain_name;
use crate::ir::type_elision;
use crate::ir::{
    BinOp, Callee, CaptureId, Check, Expr, ExprKind, FloatText, FunctionId, Literal, LocalId, Operator,
    Place, Scalar, SiteId, Step, TileOp, Type, UnOp,
};

/// An expression whose type its parts may not tell.
enum Parsed {
    Typed(Expr),
    Untyped(ExprKind),
}

impl Parsed {
    fn with_type(self, ty: Type) -> Expr {
        match self {
            Parsed::Typed(expr) => Expr::new(expr.kind, ty),
            Parsed::Untyped(kind) => Expr::new(kind, ty),
        }
    }
}

impl Parser<'_> {
    /// An expression where something delimits it: `operand`, `operand op operand` or `operand as type`, each with an
    /// annotation or without.
    #[inline(never)]
    pub(super) fn value(&mut self) -> Result<Expr> {
        let bare_name = matches!(self.token, Token::Named(..));
        let first = self.operand()?;
        let value = match self.binary_op() {
            Some(op) => self.binary(op, first)?,
            None if self.at_word("as") => self.cast(first)?,
            None if bare_name && self.at(":") => self.annotated_place(first)?,
            None => first,
        };
        self.annotated(value)
    }

    /// An expression with its annotation, if one follows.
    fn annotated(&mut self, parsed: Parsed) -> Result<Expr> {
        if self.eat(":")? { Ok(parsed.with_type(self.ty()?)) } else { self.typed(parsed) }
    }

    /// The annotation of a bare place is the place's own.
    fn annotated_place(&mut self, parsed: Parsed) -> Result<Parsed> {
        let (Parsed::Typed(Expr { kind: ExprKind::Load(place), .. })
        | Parsed::Untyped(ExprKind::Load(place))) = parsed
        else {
            return Ok(parsed);
        };
        self.expect(":")?;
        Ok(Parsed::Typed(Expr::load(Place { ty: self.ty()?, ..place })))
    }

    fn binary(&mut self, op: BinOp, first: Parsed) -> Result<Parsed> {
        let lhs = Box::new(self.typed(first)?);
        self.advance()?;
        let site = self.site()?;
        let rhs = self.typed_operand()?;
        Ok(self.natural(ExprKind::Binary { op, lhs, rhs, site }))
    }

    fn cast(&mut self, first: Parsed) -> Result<Parsed> {
        let operand = Box::new(self.typed(first)?);
        self.advance()?;
        Ok(Parsed::Typed(Expr::new(ExprKind::Cast(operand), self.ty()?)))
    }

    fn typed_operand(&mut self) -> Result<Box<Expr>> {
        let operand = self.operand()?;
        self.typed(operand).map(Box::new)
    }

    fn typed(&self, parsed: Parsed) -> Result<Expr> {
        match parsed {
            Parsed::Typed(expr) => Ok(expr),
            Parsed::Untyped(_) => self.expected("`: type` after a value whose type its parts do not tell"),
        }
    }

    /// Gives an expression the type that its parts tell.
    #[inline(never)]
    fn natural(&self, kind: ExprKind) -> Parsed {
        match self.scope().expr(&kind) {
            Some(ty) => Parsed::Typed(Expr::new(kind, ty)),
            None => Parsed::Untyped(kind),
        }
    }

    pub(super) fn binary_op(&self) -> Option<BinOp> {
        let Token::Punct(punct) = self.token else { return None };
        BinOp::ALL.into_iter().find(|op| op.symbol() == punct)
    }

    /// An operand. The work is spread over small functions, since their frames add up where expressions nest.
    fn operand(&mut self) -> Result<Parsed> {
        self.enter()?;
        let operand = match self.token {
            Token::Punct("(") => self.parenthesized(),
            Token::Punct("[") => self.array(),
            Token::Punct("-") => self.negated(),
            Token::Punct(_) => self.prefixed(),
            Token::Named(..) => self.named_operand(),
            Token::Word("if") => self.select(),
            _ => self.atom(),
        };
        self.leave();
        operand
    }

    fn parenthesized(&mut self) -> Result<Parsed> {
        self.advance()?;
        let value = self.value()?;
        self.expect(")")?;
        Ok(Parsed::Typed(value))
    }

    /// A negative literal, or the operator before anything else.
    fn negated(&mut self) -> Result<Parsed> {
        self.advance()?;
        match self.token {
            Token::Int { .. } | Token::Float { .. } => self.number_literal(true),
            _ => self.unary(UnOp::Neg),
        }
    }

    /// What another sign begins.
    fn prefixed(&mut self) -> Result<Parsed> {
        if self.eat("!")? {
            return self.unary(UnOp::Not);
        }
        if self.eat("&")? {
            return self.reference();
        }
        if self.eat(".")? {
            let method = self.name("a method's name")?;
            return self.call(Callee::Method(method));
        }
        if self.eat("<")? {
            let ty = self.ty()?;
            self.expect(">")?;
            self.expect("::")?;
            let name = self.name("an associated function's name")?;
            return self.call(Callee::Assoc(ty, name));
        }
        self.expected("a value")
    }

    fn reference(&mut self) -> Result<Parsed> {
        let mutable = self.eat_word("mut")?;
        let place = self.place()?;
        let ty = type_elision::reference(&place, mutable);
        Ok(Parsed::Typed(Expr::new(ExprKind::Ref(place), ty)))
    }

    /// Literals, captures and what a word begins.
    fn atom(&mut self) -> Result<Parsed> {
        match self.token {
            Token::Int { .. } | Token::Float { .. } => self.number_literal(false),
            Token::Capture(id) => {
                self.advance()?;
                if self.at("(") {
                    return self.call(Callee::Capture(CaptureId(id)));
                }
                Ok(self.natural(ExprKind::Capture(CaptureId(id))))
            }
            Token::Word(word @ ("true" | "false")) => {
                self.advance()?;
                Ok(Parsed::Typed(Expr::bool(word == "true")))
            }
            Token::Word("make") => {
                self.advance()?;
                self.make()
            }
            Token::Word("len_of") => {
                self.advance()?;
                self.expect("(")?;
                let place = self.place()?;
                self.expect(")")?;
                Ok(self.natural(ExprKind::LenOf(place)))
            }
            Token::Word("float") => {
                self.advance()?;
                Ok(Parsed::Untyped(ExprKind::Literal(Literal::Float(FloatText(self.string()?)))))
            }
            Token::Word(name) if name.starts_with("tile_") => match TileOp::from_name(name) {
                Some(op) => {
                    self.advance()?;
                    self.tile(op)
                }
                None => self.expected("an operation on tiles"),
            },
            Token::Word(name) if name.starts_with("operator_") => self.operator(name),
            Token::Word(name) => match intrinsics::find(name) {
                Some(row) => {
                    self.advance()?;
                    self.call(Callee::Intrinsic(row))
                }
                None => self.expected("a value (no intrinsic has this name)"),
            },
            _ => self.expected("a value"),
        }
    }

    /// An operator whose operands are not known, and its capture.
    fn operator(&mut self, name: &str) -> Result<Parsed> {
        let Some(op) = Operator::from_name(name) else { return self.expected("an operator") };
        self.advance()?;
        let Token::Capture(id) = self.token else { return self.expected("the operator's capture") };
        self.advance()?;
        self.call(Callee::Operator(op, CaptureId(id)))
    }

    /// `(field = value, ..)`
    fn make(&mut self) -> Result<Parsed> {
        self.expect("(")?;
        let fields = self.comma_separated(")", |p| {
            let name = p.field_name()?;
            p.expect("=")?;
            Ok((name, p.value()?))
        })?;
        Ok(Parsed::Untyped(ExprKind::Make(fields)))
    }

    fn field_name(&mut self) -> Result<String> {
        self.name("a field's name")
    }

    fn unary(&mut self, op: UnOp) -> Result<Parsed> {
        let operand = self.typed_operand()?;
        Ok(self.natural(ExprKind::Unary(op, operand)))
    }

    fn number_literal(&mut self, negative: bool) -> Result<Parsed> {
        let (literal, suffix) = match self.token {
            Token::Int { digits, suffix } => match parse_int(digits, negative) {
                Some(value) => (Literal::Int(value), suffix),
                None => return Err(self.error(format!("the number {digits} does not fit 128 bits"))),
            },
            Token::Float { digits, suffix } => {
                let sign = if negative { "-" } else { "" };
                (Literal::Float(FloatText(format!("{sign}{digits}"))), suffix)
            }
            _ => return self.expected("a number"),
        };
        let kind = ExprKind::Literal(literal);
        let parsed = match Scalar::from_name(suffix) {
            Some(scalar) => Parsed::Typed(Expr::new(kind, Type::Scalar(scalar))),
            None if suffix.is_empty() => Parsed::Untyped(kind),
            None => return Err(self.error(format!("`{suffix}` after a number is not a scalar type"))),
        };
        self.advance()?;
        Ok(parsed)
    }

    /// `if condition { value } else { value }`
    fn select(&mut self) -> Result<Parsed> {
        self.expect_word("if")?;
        let condition = self.boxed()?;
        self.expect("{")?;
        let then = self.boxed()?;
        self.expect("}")?;
        self.expect_word("else")?;
        self.expect("{")?;
        let otherwise = self.boxed()?;
        self.expect("}")?;
        Ok(self.natural(ExprKind::Select { condition, then, otherwise }))
    }

    fn boxed(&mut self) -> Result<Box<Expr>> {
        self.value().map(Box::new)
    }

    /// `[a, b]`, `[value; len]` or `[value; _]`
    fn array(&mut self) -> Result<Parsed> {
        self.expect("[")?;
        if self.eat("]")? {
            return Ok(Parsed::Untyped(ExprKind::Array(Vec::new())));
        }
        let first = self.boxed()?;
        if self.eat(";")? {
            return self.repeated(first);
        }
        let mut items = vec![*first];
        if self.eat(",")? {
            items.extend(self.comma_separated("]", Parser::value)?);
        } else {
            self.expect("]")?;
        }
        Ok(self.natural(ExprKind::Array(items)))
    }

    fn repeated(&mut self, value: Box<Expr>) -> Result<Parsed> {
        if self.eat_word("_")? {
            self.expect("]")?;
            return Ok(Parsed::Untyped(ExprKind::Repeat(value)));
        }
        let ty = type_elision::repeat(&value, self.len()?);
        self.expect("]")?;
        Ok(Parsed::Typed(Expr::new(ExprKind::Repeat(value), ty)))
    }

    /// The arguments of a call and, behind them, its site.
    #[inline(never)]
    fn call(&mut self, callee: Callee) -> Result<Parsed> {
        self.expect("(")?;
        let mut site = None;
        let args = self.comma_separated(")", |p| {
            if site.is_some() {
                return p.expected("`)` after the call's site");
            }
            site = p.site()?;
            if site.is_some() { Ok(None) } else { p.value().map(Some) }
        })?;
        let args = args.into_iter().flatten().list();
        Ok(self.natural(ExprKind::Call { callee, args, site }))
    }

    /// The operands of an operation on tiles, the tensor first.
    fn tile(&mut self, mut op: TileOp) -> Result<Parsed> {
        self.expect("(")?;
        if let Some(tensor) = op.tensor_mut() {
            *tensor = self.local_id()?;
            if !self.eat(",")? {
                return self.expected("`,` after the tensor");
            }
        }
        let args = self.comma_separated(")", Parser::value)?;
        Ok(self.natural(ExprKind::Tile { op, args }))
    }

    /// A place that is read, a local's length or a call of a device function.
    fn named_operand(&mut self) -> Result<Parsed> {
        if let Token::Named(name, id) = &self.token {
            let id = *id;
            if self.lexer.text[self.lexer.pos..].starts_with('(') {
                let known = self.functions.get(id as usize).map(|f| &f.name);
                if let Some(known) = known.filter(|known| *known != name) {
                    return Err(self.error(format!("the function #{id} is named `{known}`, not `{name}`")));
                }
                self.advance()?;
                return self.call(Callee::Function(FunctionId(id)));
            }
        }
        let base = self.local_id()?;
        let behind = self.lexer.text.get(self.lexer.pos..).unwrap_or("");
        if self.at(".") && (behind.starts_with("len(") || behind.starts_with("extent(")) {
            self.advance()?;
            if self.eat_word("extent")? {
                self.expect("(")?;
                let axis = self.number("an axis")?;
                self.expect(")")?;
                return Ok(Parsed::Typed(Expr::new(ExprKind::Extent { tensor: base, axis }, Type::USIZE)));
            }
            self.expect_word("len")?;
            self.expect("(")?;
            self.expect(")")?;
            return Ok(Parsed::Typed(Expr::new(ExprKind::Len(base), Type::USIZE)));
        }
        let (place, typed) = self.place_at(base)?;
        Ok(if typed { Parsed::Typed(Expr::load(place)) } else { Parsed::Untyped(ExprKind::Load(place)) })
    }

    /// `name#id` of a local. The name must be the declared one.
    #[inline(never)]
    pub(super) fn local_id(&mut self) -> Result<LocalId> {
        if let Token::Named(name, id) = &self.token
            && let Some(local) = self.current.locals.get(*id as usize)
            && local.name != *name
        {
            let quote = if is_plain_name(&local.name) { "" } else { "\"" };
            return Err(
                self.error(format!("the local #{id} is named {quote}{}{quote}, not `{name}`", local.name))
            );
        }
        let (_, id) = self.named("a local")?;
        Ok(LocalId(id))
    }

    /// A place that is written or referred to: bare, or `(place: type)`.
    pub(super) fn place(&mut self) -> Result<Place> {
        let annotated = self.eat("(")?;
        let base = self.local_id()?;
        let (mut place, typed) = self.place_at(base)?;
        if annotated {
            self.expect(":")?;
            place.ty = self.ty()?;
            self.expect(")")?;
        } else if !typed {
            return self.expected("`(place: type)`: this place's type is not known from its base");
        }
        Ok(place)
    }

    /// The steps behind a base, and whether they tell the place's type.
    fn place_at(&mut self, base: LocalId) -> Result<(Place, bool)> {
        let mut steps = Vec::new();
        loop {
            if self.at(".") {
                self.advance()?;
                steps.push(Step::Field(self.field_name()?));
                continue;
            }
            if !self.eat("[")? {
                break;
            }
            let index = self.boxed()?;
            if self.eat(";")? {
                let len = self.boxed()?;
                self.expect("]")?;
                steps.push(Step::Slice { start: index, len });
                continue;
            }
            let check = match self.token {
                Token::Site(id) => Check::Checked(SiteId(id)),
                Token::Word("proven") => Check::Proven,
                Token::Word("unchecked") => Check::Unchecked,
                _ => return self.expected("the index's site (`@n`), `proven` or `unchecked`"),
            };
            self.advance()?;
            self.expect("]")?;
            steps.push(Step::Index { index, check });
        }
        let mut place = Place { base, steps, ty: Type::Unit };
        let ty = self.scope().place(&place);
        let typed = ty.is_some();
        if let Some(ty) = ty {
            place.ty = ty;
        }
        Ok((place, typed))
    }
}

fn parse_int(digits: &str, negative: bool) -> Option<i128> {
    let magnitude: u128 = digits.parse().ok()?;
    if negative { 0i128.checked_sub_unsigned(magnitude) } else { i128::try_from(magnitude).ok() }
}
