//! Operators: of numbers, and those that may be the user's.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    /// Wrapping for integers.
    Neg,
    /// Bitwise for integers, logical for `bool`.
    Not,
}

impl UnOp {
    /// The Rust spelling.
    pub const fn symbol(self) -> &'static str {
        match self {
            UnOp::Neg => "-",
            UnOp::Not => "!",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinOp {
    pub const ALL: [BinOp; 18] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::BitAnd,
        BinOp::BitOr,
        BinOp::BitXor,
        BinOp::Shl,
        BinOp::Shr,
        BinOp::And,
        BinOp::Or,
        BinOp::Eq,
        BinOp::Ne,
        BinOp::Lt,
        BinOp::Le,
        BinOp::Gt,
        BinOp::Ge,
    ];

    /// The Rust (and C++) spelling.
    #[inline(never)]
    pub const fn symbol(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::BitAnd => "&",
            BinOp::BitOr => "|",
            BinOp::BitXor => "^",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::And => "&&",
            BinOp::Or => "||",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
        }
    }

    /// The operator in a word, as the traits of std have it.
    pub const fn name(self) -> &'static str {
        match self {
            BinOp::Add => "add",
            BinOp::Sub => "sub",
            BinOp::Mul => "mul",
            BinOp::Div => "div",
            BinOp::Rem => "rem",
            BinOp::BitAnd => "bitand",
            BinOp::BitOr => "bitor",
            BinOp::BitXor => "bitxor",
            BinOp::Shl => "shl",
            BinOp::Shr => "shr",
            BinOp::And => "and",
            BinOp::Or => "or",
            BinOp::Eq => "eq",
            BinOp::Ne => "ne",
            BinOp::Lt => "lt",
            BinOp::Le => "le",
            BinOp::Gt => "gt",
            BinOp::Ge => "ge",
        }
    }

    pub const fn is_comparison(self) -> bool {
        matches!(self, BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge)
    }

    /// The comparison with its operands exchanged; anything else as it is.
    #[must_use]
    pub const fn mirrored(self) -> BinOp {
        match self {
            BinOp::Lt => BinOp::Gt,
            BinOp::Le => BinOp::Ge,
            BinOp::Gt => BinOp::Lt,
            BinOp::Ge => BinOp::Le,
            BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::Div
            | BinOp::Rem
            | BinOp::BitAnd
            | BinOp::BitOr
            | BinOp::BitXor
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::And
            | BinOp::Or
            | BinOp::Eq
            | BinOp::Ne => self,
        }
    }

    pub const fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr)
    }

    pub const fn is_lazy(self) -> bool {
        matches!(self, BinOp::And | BinOp::Or)
    }
}

/// What [`crate::ir::Callee::Operator`] stands for where its operands are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// One operand.
    Unary(UnOp),
    /// Two operands; neither `&&` nor `||`.
    Binary(BinOp),
    /// One operand, the right one. Only as the whole value of an assignment, whose place is the left one.
    Assign(BinOp),
}

impl Operator {
    /// The word in IR text.
    pub fn name(self) -> String {
        let name = match self {
            Operator::Unary(UnOp::Neg) => "neg",
            Operator::Unary(UnOp::Not) => "not",
            Operator::Binary(op) | Operator::Assign(op) => op.name(),
        };
        let assigns = if let Operator::Assign(_) = self { "_assign" } else { "" };
        format!("operator_{name}{assigns}")
    }

    /// The operator with this word.
    pub(super) fn from_name(name: &str) -> Option<Operator> {
        Operator::all().find(|op| op.name() == name)
    }

    /// Every operator that a type can have.
    pub fn all() -> impl Iterator<Item = Operator> {
        let binary = BinOp::ALL.into_iter().filter(|op| !op.is_lazy());
        let unary = [UnOp::Neg, UnOp::Not].into_iter().map(Operator::Unary);
        unary.chain(binary.flat_map(|op| [Operator::Binary(op), Operator::Assign(op)]))
    }

    /// The name of std's trait.
    pub fn trait_name(self) -> String {
        let (op, assigns) = match self {
            Operator::Unary(UnOp::Neg) => return "Neg".to_owned(),
            Operator::Unary(UnOp::Not) => return "Not".to_owned(),
            Operator::Binary(op) => (op, ""),
            Operator::Assign(op) => (op, "Assign"),
        };
        let name = match op {
            BinOp::Add => "Add",
            BinOp::Sub => "Sub",
            BinOp::Mul => "Mul",
            BinOp::Div => "Div",
            BinOp::Rem => "Rem",
            BinOp::BitAnd | BinOp::And => "BitAnd",
            BinOp::BitOr | BinOp::Or => "BitOr",
            BinOp::BitXor => "BitXor",
            BinOp::Shl => "Shl",
            BinOp::Shr => "Shr",
            BinOp::Eq | BinOp::Ne => "PartialEq",
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => "PartialOrd",
        };
        format!("{name}{assigns}")
    }

    /// The Rust spelling.
    pub fn symbol(self) -> String {
        match self {
            Operator::Unary(op) => op.symbol().to_owned(),
            Operator::Binary(op) => op.symbol().to_owned(),
            Operator::Assign(op) => format!("{}=", op.symbol()),
        }
    }
}
