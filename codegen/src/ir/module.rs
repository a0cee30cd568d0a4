//! Modules, functions, locals, captures and sites.

use super::{Block, LabelId, Type};

/// One kernel and the device functions it calls. The last function is the entry; a function calls only earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    pub functions: Vec<Function>,
    /// Places in the source, by [`SiteId`]. Not part of the module's identity.
    pub sites: Vec<Site>,
}

/// A kernel or a device function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The user's name; unique within a module.
    pub name: String,
    pub kind: FunctionKind,
    pub attrs: Attrs,
    /// What rustc must tell before the function is closed; empty in a closed module.
    pub captures: Vec<Capture>,
    /// Parameters, in order: the first locals.
    pub params: Vec<LocalId>,
    pub result: Type,
    pub locals: Vec<Local>,
    pub body: Block,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    Kernel,
    Device,
}

/// What the user asked of the whole function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attrs {
    /// `block = 256` or `block = (16, 16)`: the only block shape the kernel accepts.
    pub block: Option<[u32; 3]>,
    /// `min_blocks = n`: resident blocks per multiprocessor to compile for.
    pub min_blocks: Option<u32>,
    /// `cluster = 2`: how many blocks are a cluster, along each axis.
    pub cluster: Option<[u32; 3]>,
    pub math: MathTier,
    /// Indexing is not checked; the kernel is an `unsafe fn`.
    pub unchecked: bool,
    /// Present on a tile kernel: it runs once a tile of the grid, and its values are tiles and scalars. Absent on a
    /// SIMT kernel, and on what the tile passes make of a tile kernel.
    pub tile: Option<TileAttrs>,
    /// `target = "ptx"`: the only back end that is to make the kernel's code for a GPU.
    pub target: Option<Backend>,
}

/// What makes a GPU's code of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// CUDA C++, which NVRTC compiles.
    Cuda,
    /// PTX, which the driver assembles.
    Ptx,
}

impl Backend {
    /// Every back end.
    pub const ALL: [Backend; 2] = [Backend::Cuda, Backend::Ptx];

    /// Its name, as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Cuda => "cuda",
            Backend::Ptx => "ptx",
        }
    }

    /// The back end of a name.
    pub fn from_name(name: &str) -> Option<Backend> {
        Backend::ALL.into_iter().find(|backend| backend.name() == name)
    }
}

/// Hints of a tile kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TileAttrs {
    /// `warps = n`: how many warps work on a tile.
    pub warps: Option<u32>,
    /// `stages = n`: how many turns of a loop have their loads under way.
    pub stages: Option<u32>,
    /// `order = n`: how many tiles along the grid's first axis are visited before the second axis is stepped along;
    /// all of them of [`TileAttrs::COLUMNS`].
    pub order: Option<u32>,
}

impl TileAttrs {
    /// No hint.
    pub const NONE: TileAttrs = TileAttrs { warps: None, stages: None, order: None };
    /// `order = "rows"`: one tile along the first axis at a time.
    pub const ROWS: u32 = 1;
    /// `order = "columns"`: whole columns, as GPUs count blocks.
    pub const COLUMNS: u32 = u32::MAX;

    /// These hints, and the other ones where there are none.
    #[must_use]
    pub fn or(self, other: TileAttrs) -> TileAttrs {
        TileAttrs {
            warps: self.warps.or(other.warps),
            stages: self.stages.or(other.stages),
            order: self.order.or(other.order),
        }
    }

    /// The first hint with a value that it cannot have: its name, the value, and the values that it can have.
    pub fn invalid(self) -> Option<(&'static str, u32, &'static str)> {
        let warps = self.warps.filter(|n| !n.is_power_of_two() || *n > 16);
        let stages = self.stages.filter(|n| !(1..=16).contains(n));
        let order = self.order.filter(|n| !(1..=65535).contains(n) && *n != TileAttrs::COLUMNS);
        None.or(warps.map(|n| ("warps", n, "1, 2, 4, 8 or 16")))
            .or(stages.map(|n| ("stages", n, "a number from 1 to 16")))
            .or(order.map(|n| ("order", n, "a number from 1 to 65535, or `u32::MAX` for columns")))
    }
}

/// Each hint as `, warps 8`.
impl std::fmt::Display for TileAttrs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = [("warps", self.warps), ("stages", self.stages), ("order", self.order)];
        let mut given = all.iter().filter_map(|(name, value)| value.map(|value| (name, value)));
        given.try_for_each(|(name, value)| write!(f, ", {name} {value}"))
    }
}

/// The three tiers of floating point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MathTier {
    /// Contraction to fused multiply-add is allowed.
    #[default]
    Default,
    /// No contraction.
    Strict,
    /// Approximate division, square roots and functions; subnormals flushed.
    Fast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CaptureId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(pub u32);

/// A variable: a parameter, a `let`, a loop counter, a shared array or a temporary.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The user's name, or one made up for a temporary. Need not be unique.
    pub name: String,
    pub ty: Type,
    pub kind: LocalKind,
    /// Of shared memory with an enum in it, whose type here is an integer: not all bits are values, and the memory
    /// begins as zeros (`passes::zero_shared`). For `bool` the type says so.
    pub partial: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocalKind {
    Param,
    Let,
    /// Memory of the block, declared once for the function, not initialized; never declared by a `Let` statement.
    Shared,
    /// Made by the compiler.
    Temp,
}

/// Something only rustc knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Capture {
    /// A type parameter.
    Type { name: String },
    /// A constant: a const parameter, a `const` item, a constant expression; its type where it was written down.
    Const { name: String, ty: Option<Type> },
    /// A device function, by the path that the user called it.
    Function { name: String },
    /// A type parameter of a device function that is called, and not known by rustc's answer: `F: Fn(f32) -> f32`.
    Callable { name: String, params: Vec<Type>, result: Type },
    /// A closure that is passed to a device function. Its body is the block of this label, which stands before the
    /// call and runs where the function calls its parameter; there the parameters are declared, and in the block
    /// the result.
    Closure { label: LabelId, params: Vec<LocalId>, result: Option<LocalId> },
}

impl Capture {
    /// Whether nobody is asked for it: the text says what it is.
    pub const fn is_said(&self) -> bool {
        match self {
            Capture::Callable { .. } | Capture::Closure { .. } => true,
            Capture::Type { .. } | Capture::Const { .. } | Capture::Function { .. } => false,
        }
    }
}

/// A place in the source and what can go wrong there.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Site {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub kind: SiteKind,
    /// The user's comment lines that stand before the statement.
    pub comments: Vec<String>,
}

/// What a failure at a site means.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum SiteKind {
    /// Nothing can fail here.
    #[default]
    Plain,
    /// An index out of bounds; the text of the indexed expression. Values: index, length.
    Index { array: String },
    /// A zero divisor, or `MIN / -1`. Values: dividend, divisor (as 64-bit, sign-extended).
    Divide,
    /// `assert!` or `panic!`: the message, with `{0}`, `{1}` standing for the values, and the values' types.
    Message { text: String, values: Vec<super::Scalar> },
}

impl Module {
    /// The kernel, or the one device function of an open module; `None` for an empty module.
    pub fn entry(&self) -> Option<&Function> {
        self.functions.last()
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn site(&self, id: SiteId) -> Option<&Site> {
        self.sites.get(id.0 as usize)
    }

    /// Whether nothing in the module waits for rustc's answers.
    pub fn is_closed(&self) -> bool {
        self.functions.iter().all(|f| f.captures.is_empty())
    }
}

impl Local {
    pub fn new(name: impl Into<String>, ty: Type, kind: LocalKind) -> Local {
        Local { name: name.into(), ty, kind, partial: false }
    }
}

impl Function {
    #[inline(never)]
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }

    /// Adds a local and gives its id.
    pub fn add_local(&mut self, name: impl Into<String>, ty: Type, kind: LocalKind) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local::new(name, ty, kind));
        id
    }

    pub fn params(&self) -> impl Iterator<Item = &Local> {
        self.params.iter().map(|id| self.local(*id))
    }
}
