//! Every kernel linked into the program, by name.
//!
//! Takes the entries that the macro submits through `inventory`; guarantees a stable order and answers to names
//! that say what else there is; leaves launching to [`crate::launch`]. A crate that nothing in the program names is
//! not linked, and its kernels are not here: `use my_kernels as _;` brings them in.

use kiln_codegen::compact::List;
use std::any::TypeId;
use std::fmt;
use std::ops::Deref;

use kiln_codegen::check::precondition::Preconditions;
use kiln_codegen::collections::{sort, sort_by_key};
use kiln_codegen::float8::{f8e4m3, f8e5m2};
use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::ir::{Attrs, MathTier, Scalar};

pub use crate::arg::DynArg;
use crate::error::{Error, Result};
use crate::instance::DescribeFn;
pub use crate::launch::launch_dynamic;

/// A kernel that is linked into the program. Found by [`find`] and [`all`]; only the macro makes one, since what
/// it says of the kernel (that it is safe, what it takes) is what a launch by name trusts.
#[derive(Clone)]
pub struct KernelEntry {
    pub(crate) parts: KernelParts,
}

/// By name and place: its texts may have thousands of lines.
impl fmt::Debug for KernelEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KernelParts { name, module, file, line, .. } = self.parts;
        write!(f, "KernelEntry({module}::{name} at {file}:{line})")
    }
}

/// What the macro says of a kernel.
#[doc(hidden)]
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Facts that the macro writes down, none of which follows from another.
pub struct KernelParts {
    /// The function's name.
    pub name: &'static str,
    /// `module_path!()` of the function.
    pub module: &'static str,
    /// Source file.
    pub file: &'static str,
    /// Line of the function's name.
    pub line: u32,
    /// The parameters, in order.
    pub params: &'static [ParamInfo],
    /// What the user asked of the whole kernel: block shape, floating point.
    pub attrs: Attrs,
    /// IR text, sites last.
    pub ir: &'static str,
    /// The final CUDA C++ text of a closed kernel, as [`kiln_codegen::back::Emitted::embedded`] writes it.
    pub cuda: Option<&'static str>,
    /// Whether rustc's answers (types, constants, device functions) are needed before the kernel can be compiled.
    pub open: bool,
    /// Whether large launches may take a code whose blocks do the work of several.
    pub coarse: bool,
    /// The answers of an open kernel that has no parameters of its own to be generic over.
    pub describe: Option<DescribeFn>,
    /// Whether the kernel is an `unsafe fn`.
    pub is_unsafe: bool,
    /// Of a safe tile kernel: along which axes of the grid its stores are disjoint, so that there may be more than
    /// one tile. `None` for other kernels. Of an open one that is what is known without its types; a launch that needs
    /// more looks at its instance.
    pub disjoint: Option<[bool; 3]>,
    /// What a launch of a safe kernel of threads has to fulfill, so that no two threads race. An open kernel's are
    /// found when its instance is known, unless it is `proven`.
    pub preconditions: Preconditions,
    /// Of an open kernel: whether the preconditions are those of every instance whose device functions are plain.
    pub proven: bool,
}

/// A kernel's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamInfo {
    /// The user's name.
    pub name: &'static str,
    /// What may be passed.
    pub kind: ParamKind,
}

/// What may be passed for a parameter. An element or scalar of `None` is generic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A scalar, or a value of a generic type.
    Scalar(Option<Scalar>),
    /// A value of a type of the user's, or of an array.
    Value(ParamType),
    /// Device memory.
    Slice {
        /// The type of an element.
        element: Option<Scalar>,
        /// `&mut [T]`.
        mutable: bool,
        /// `&[AtomicT]`: shared, and changed through atomic operations only.
        atomic: bool,
    },
    /// Device memory, of a type of the user's or of arrays.
    Elements {
        /// The type of an element.
        element: ParamType,
        /// `&mut [T]`.
        mutable: bool,
    },
    /// Device memory with extents and strides.
    Tensor {
        /// The type of an element.
        element: Option<Scalar>,
        /// How many axes it has.
        rank: u8,
        /// `&mut Tensor2<T>`.
        mutable: bool,
    },
}

/// A type that only rustc knows, by the name that the kernel gives it.
#[derive(Clone, Copy)]
pub struct ParamType {
    name: &'static str,
    id: fn() -> TypeId,
}

impl ParamType {
    /// The type `T`, which the kernel calls `name`.
    pub const fn of<T: 'static>(name: &'static str) -> ParamType {
        ParamType { name, id: TypeId::of::<T> }
    }

    /// As the kernel spells it.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Which type it is.
    pub fn id(&self) -> TypeId {
        (self.id)()
    }
}

impl PartialEq for ParamType {
    fn eq(&self, other: &ParamType) -> bool {
        self.id() == other.id()
    }
}

impl Eq for ParamType {}

impl fmt::Debug for ParamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The Rust type that a scalar is.
pub(crate) fn scalar_id(scalar: Scalar) -> TypeId {
    match scalar {
        Scalar::Bool => TypeId::of::<bool>(),
        Scalar::I8 => TypeId::of::<i8>(),
        Scalar::I16 => TypeId::of::<i16>(),
        Scalar::I32 => TypeId::of::<i32>(),
        Scalar::I64 => TypeId::of::<i64>(),
        Scalar::Isize => TypeId::of::<isize>(),
        Scalar::U8 => TypeId::of::<u8>(),
        Scalar::U16 => TypeId::of::<u16>(),
        Scalar::U32 => TypeId::of::<u32>(),
        Scalar::U64 => TypeId::of::<u64>(),
        Scalar::Usize => TypeId::of::<usize>(),
        Scalar::E4M3 => TypeId::of::<f8e4m3>(),
        Scalar::E5M2 => TypeId::of::<f8e5m2>(),
        Scalar::F16 => TypeId::of::<f16>(),
        Scalar::BF16 => TypeId::of::<bf16>(),
        Scalar::F32 => TypeId::of::<f32>(),
        Scalar::F64 => TypeId::of::<f64>(),
    }
}

inventory::collect!(KernelEntry);

impl KernelEntry {
    /// The kernel that these parts describe.
    ///
    /// # Safety
    ///
    /// The parts are true of each other, as the macro writes them: the text is of a kernel that takes these
    /// parameters, and unless `is_unsafe` is set, it was proven to be safe under these preconditions.
    #[doc(hidden)]
    pub const unsafe fn new(parts: KernelParts) -> KernelEntry {
        KernelEntry { parts }
    }

    /// An instance of this generic kernel, with its name, parameters and answers.
    ///
    /// # Safety
    ///
    /// As of [`KernelEntry::new`].
    #[doc(hidden)]
    #[must_use]
    pub const unsafe fn instance(
        mut self,
        name: &'static str,
        params: &'static [ParamInfo],
        describe: Option<DescribeFn>,
    ) -> KernelEntry {
        self.parts.name = name;
        self.parts.params = params;
        self.parts.describe = describe;
        self
    }

    /// A kernel of the user's own object code: no text of ours, and nothing known but the names of its parameters.
    pub(crate) const fn foreign(name: &'static str, params: &'static [ParamInfo]) -> KernelEntry {
        let attrs = Attrs {
            block: None,
            min_blocks: None,
            cluster: None,
            math: MathTier::Default,
            unchecked: true,
            tile: None,
            target: None,
        };
        let parts = KernelParts {
            name,
            module: "",
            file: "",
            line: 0,
            params,
            attrs,
            ir: "",
            cuda: None,
            open: false,
            coarse: false,
            describe: None,
            is_unsafe: true,
            disjoint: None,
            preconditions: Preconditions::NONE,
            proven: false,
        };
        KernelEntry { parts }
    }

    /// The function's name; of an instance of a generic kernel with its arguments, `scale::<f32>`.
    pub fn name(&self) -> &'static str {
        self.parts.name
    }

    /// `module_path!()` of the function.
    pub fn module(&self) -> &'static str {
        self.parts.module
    }

    /// Source file of the function.
    pub fn file(&self) -> &'static str {
        self.parts.file
    }

    /// Line of the function's name, counted from 1.
    pub fn line(&self) -> u32 {
        self.parts.line
    }

    /// The parameters, in order.
    pub fn params(&self) -> &'static [ParamInfo] {
        self.parts.params
    }

    /// Whether the kernel is an `unsafe fn`: [`KernelEntry::bind_unsafe`] launches it.
    pub fn is_unsafe(&self) -> bool {
        self.parts.is_unsafe
    }

    /// `module::name`.
    pub fn path(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }
}

/// What Kiln itself reads. It is read only: there is no way from changed parts to an entry but the unsafe one.
impl Deref for KernelEntry {
    type Target = KernelParts;

    fn deref(&self) -> &KernelParts {
        &self.parts
    }
}

impl ParamKind {
    /// The parameter's type as Rust spells it; `T` where it is generic.
    pub fn rust_type(self) -> String {
        let name = |scalar: Option<Scalar>| scalar.map_or("T", Scalar::name);
        match self {
            ParamKind::Scalar(scalar) => name(scalar).to_owned(),
            ParamKind::Value(ty) => ty.name.to_owned(),
            ParamKind::Elements { element, mutable: true } => format!("&mut [{}]", element.name),
            ParamKind::Elements { element, mutable: false } => format!("&[{}]", element.name),
            ParamKind::Slice { element, atomic: true, .. } => format!("&[{}]", atomic_name(element)),
            ParamKind::Slice { element, mutable: true, .. } => format!("&mut [{}]", name(element)),
            ParamKind::Slice { element, .. } => format!("&[{}]", name(element)),
            ParamKind::Tensor { element, rank, mutable } => {
                let mutable = if mutable { "mut " } else { "" };
                format!("&{mutable}Tensor{rank}<{}>", name(element))
            }
        }
    }
}

/// `AtomicU32` for `u32`.
fn atomic_name(element: Option<Scalar>) -> String {
    let Some(scalar) = element else { return "Atomic<T>".to_owned() };
    let mut name = scalar.name().to_owned();
    if let Some(first) = name.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    format!("Atomic{name}")
}

/// Every kernel linked into the program, sorted by `module::name`; generic ones as templates.
///
/// # Examples
///
/// ```
/// for entry in kiln_runtime::registry::all() {
///     println!("{} at {}:{}", entry.path(), entry.file(), entry.line());
/// }
/// ```
pub fn all() -> Vec<&'static KernelEntry> {
    let mut all: Vec<_> = inventory::iter::<KernelEntry>.into_iter().list();
    sort_by_key(&mut all, |entry| (entry.module, entry.name, entry.file, entry.line));
    all
}

/// The kernel with this name, or with this `module::name`.
///
/// # Errors
///
/// [`Error::UnknownKernel`] lists names like it, [`Error::AmbiguousKernel`] the kernels that share the name.
pub fn find(name: &str) -> Result<&'static KernelEntry> {
    find_in(&all(), name)
}

fn find_in(all: &[&'static KernelEntry], name: &str) -> Result<&'static KernelEntry> {
    let named: Vec<_> = all.iter().filter(|e| e.name == name || e.path() == name).list();
    match named.as_slice() {
        [one] => Ok(one),
        [] => {
            // The last segment carries the meaning where a path was mistyped.
            let wanted = name.rsplit("::").next().unwrap_or(name);
            let mut near: Vec<_> = all
                .iter()
                .map(|entry| (distance(entry.name, wanted), entry.path()))
                .filter(|(distance, _)| *distance <= wanted.len().div_ceil(3).max(1))
                .list();
            sort(&mut near);
            near.truncate(5);
            let candidates = near.into_iter().map(|(_, path)| path).list();
            Err(Error::UnknownKernel { name: name.to_owned(), candidates })
        }
        several => Err(Error::AmbiguousKernel {
            name: name.to_owned(),
            candidates: several.iter().map(|e| format!("{} at {}:{}", e.path(), e.file, e.line)).list(),
        }),
    }
}

/// The least number of characters to insert, delete or replace.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().list();
    let mut row: Vec<usize> = (0..=b.len()).list();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn entry(module: &'static str, name: &'static str) -> KernelEntry {
        let parts = KernelParts {
            name,
            module,
            file: "src/lib.rs",
            line: 7,
            params: &[],
            attrs: Attrs {
                block: None,
                min_blocks: None,
                cluster: None,
                math: kiln_codegen::ir::MathTier::Default,
                unchecked: false,
                tile: None,
                target: None,
            },
            ir: "",
            cuda: None,
            open: false,
            coarse: false,
            describe: None,
            is_unsafe: false,
            disjoint: None,
            preconditions: Preconditions::NONE,
            proven: false,
        };
        KernelEntry { parts }
    }

    static A: KernelEntry = entry("app::filters", "blur");
    static B: KernelEntry = entry("app::other", "blur");
    static C: KernelEntry = entry("app", "saxpy");

    #[test]
    fn names_and_paths_are_found() {
        let all = [&A, &B, &C];
        assert_eq!(find_in(&all, "saxpy").unwrap().path(), "app::saxpy");
        assert_eq!(find_in(&all, "app::other::blur").unwrap().module, "app::other");
    }

    #[test]
    fn an_unknown_name_brings_near_ones() {
        let error = find_in(&[&A, &C], "app::saxpi").unwrap_err().to_string();
        assert!(error.contains("did you mean:\n  - app::saxpy"), "{error}");
        let error = find_in(&[&A, &C], "matmul").unwrap_err().to_string();
        assert!(!error.contains("did you mean") && error.contains("use that_crate as _"), "{error}");
    }

    #[test]
    fn a_shared_name_lists_the_paths() {
        let error = find_in(&[&A, &B, &C], "blur").unwrap_err().to_string();
        assert!(error.contains("2 kernels are named `blur`"), "{error}");
        assert!(
            error.contains("app::filters::blur at src/lib.rs:7") && error.contains("app::other::blur"),
            "{error}"
        );
    }

    #[test]
    fn types_are_spelt_as_in_rust() {
        let slice = |mutable, atomic| ParamKind::Slice { element: Some(Scalar::U32), mutable, atomic };
        assert_eq!(slice(false, false).rust_type(), "&[u32]");
        assert_eq!(slice(true, false).rust_type(), "&mut [u32]");
        assert_eq!(slice(false, true).rust_type(), "&[AtomicU32]");
        assert_eq!(ParamKind::Scalar(None).rust_type(), "T");
        let rows = ParamType::of::<[f32; 3]>("[f32; 3]");
        assert_eq!(ParamKind::Elements { element: rows, mutable: true }.rust_type(), "&mut [[f32; 3]]");
        assert_eq!(ParamKind::Value(rows), ParamKind::Value(ParamType::of::<[f32; 3]>("Row")));
    }
}
