//! What the text of a back end and the runtime agree on: the order of kernel parameters and the record of a failure.
//!
//! A kernel takes the user's parameters in order and then, if it can fail, waits for the grid or has a shared
//! slice, one [`LaunchInfo`]: the back end returns whether it does ([`crate::back::TextFacts`]). A scalar is one
//! parameter, as itself (`bool` as one byte, 16-bit floats as two). A slice is *two* consecutive parameters, a
//! 64-bit address and a 64-bit number of elements: each has its own entry in the driver's array of parameters,
//! though both lie in one [`SliceParam`]. Two parameters, because compilers heed `__restrict__` on a parameter and
//! not inside a struct, and because they read better.
//!
//! A tensor of a tile kernel is its slice (address and number of elements that its view spans), then its extents,
//! then its strides in elements, each a `usize`: so the lowered kernel takes a slice and scalars, and nothing new.
//!
//! A kernel's shared locals lie one after the other, each aligned to 16 bytes. Where they take more than
//! [`STATIC_SHARED`] bytes together, they are one dynamic allocation, whose size the launch gives
//! ([`shared_memory`]). A shared slice, of which a kernel has one at most, is what such an allocation has behind
//! them; the launch gives its length too.
//!
//! A lowered tile kernel may take tensor maps, in one parameter behind the user's: 128 bytes each, at multiples of
//! 64, which the launch has the driver make ([`crate::back::TextFacts::maps`]).
//!
//! The text has exactly one kernel; [`crate::back::TextFacts::symbol`] is its name.

use crate::collections::Set;
use crate::intrinsics::{Cpu, Machine};
use crate::ir::{Callee, Expr, ExprKind, Function, LocalId, LocalKind, Type};

/// The last kernel parameter, where the kernel has use for it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct LaunchInfo {
    /// Device address of the stream's [`FailRecord`].
    pub record: u64,
    /// The runtime's number of the loaded kernel, copied into the record.
    pub kernel: u32,
    /// The stream's number of this launch, copied into the record.
    pub launch: u32,
    /// How many elements the kernel's shared slice has. Only the text of a kernel that has one knows of this field.
    pub shared_len: u64,
    /// Device address of the 32-bit counter of a grid's barrier, which is 0 when the kernel begins. Only the text
    /// of a kernel that has such a barrier knows of this field. Its blocks give up waiting when
    /// [`FailRecord::state`] says that a kernel has failed.
    pub barrier: u64,
}

/// The two parameters of a slice, in memory that the driver may copy at once or one by one.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct SliceParam {
    pub pointer: u64,
    pub len: u64,
}

/// Where the first failing thread of a stream writes what happened. Memory of the host that the device can write.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct FailRecord {
    /// 0: free. 1: claimed by compare-and-swap; the fields below are (being) written.
    pub state: u32,
    /// The [`crate::ir::SiteId`] in the kernel's module.
    pub site: u32,
    pub kernel: u32,
    pub launch: u32,
    pub block: [u32; 3],
    pub thread: [u32; 3],
    /// What [`crate::ir::SiteKind`] says: index and length, dividend and divisor, or the message's values; each
    /// scalar's bits, integers sign- or zero-extended to 64 bits, floats as the bits of their own width.
    pub values: [u64; 4],
}

/// Size of [`FailRecord`] in bytes, as the device text assumes it.
pub const FAIL_RECORD_SIZE: usize = 72;

const _: () = assert!(size_of::<FailRecord>() == FAIL_RECORD_SIZE);
const _: () = assert!(size_of::<LaunchInfo>() == 32 && size_of::<SliceParam>() == 16);

/// The most shared memory that a block of any GPU has, in bytes.
pub const MOST_SHARED: u64 = 227 * 1024;

/// What a kernel may declare of shared memory without asking the launch for it, in bytes.
pub const STATIC_SHARED: u64 = 48 * 1024;

/// Where a function's shared locals lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedMemory {
    /// Each shared local and its offset in bytes, in the order of locals.
    pub offsets: Vec<(LocalId, u64)>,
    /// Bytes in all, a multiple of 16, without the slice.
    pub bytes: u64,
    /// The shared slice, and the size of its elements in bytes.
    pub slice: Option<(LocalId, u64)>,
    /// Where the first byte lies: at a multiple of this, which is at least 16.
    pub align: u64,
}

impl SharedMemory {
    /// Whether the launch has to give the memory, but for the slice's.
    pub fn is_dynamic(&self) -> bool {
        self.bytes > STATIC_SHARED
    }
}

/// Whether a function, its callees left out, waits for the whole grid.
pub fn has_grid_barrier(function: &Function) -> bool {
    let mut found = false;
    function.body.walk_exprs(&mut |expr| found |= is_grid_barrier(expr));
    found
}

/// Whether an expression waits for the whole grid.
pub fn is_grid_barrier(expr: &Expr) -> bool {
    let mut found = match &expr.kind {
        ExprKind::Call { callee: Callee::Intrinsic(row), .. } => {
            matches!(row.cpu, Cpu::Machine(Machine::GridSync))
        }
        _ => false,
    };
    expr.for_each_child(&mut |child| found |= is_grid_barrier(child));
    found
}

/// The shared arrays that products of warpgroups read, and that tensor maps fill: their swizzle goes by addresses,
/// and repeats every 1024 bytes.
pub(crate) fn wgmma_factors(function: &Function) -> Set<LocalId> {
    let mut found = Set::new();
    function.body.walk_exprs(&mut |expr| {
        if let ExprKind::Call { callee: Callee::Intrinsic(row), args, .. } = &expr.kind
            && matches!(row.cpu, Cpu::Machine(Machine::Wgmma(..)))
        {
            let factor = |arg: &Expr| match &arg.kind {
                ExprKind::Ref(place) => Some(place.base),
                _ => None,
            };
            found.extend(args.iter().skip(1).take(2).filter_map(factor));
        }
    });
    found
}

/// The layout of a function's shared locals.
#[inline(never)]
pub fn shared_memory(function: &Function) -> SharedMemory {
    let mut shared = SharedMemory { align: 16, ..SharedMemory::default() };
    let swizzled = wgmma_factors(function);
    for (index, local) in function.locals.iter().enumerate() {
        if local.kind == LocalKind::Shared {
            let element = if let Type::Slice { element, .. } = &local.ty { element } else { &local.ty };
            // Structs may ask for more than the 16 bytes that every part is aligned to.
            let least = if swizzled.contains(&LocalId(index as u32)) { 1024 } else { 16 };
            let align = element.align().unwrap_or(1).max(least);
            shared.align = shared.align.max(align);
            shared.bytes = shared.bytes.next_multiple_of(align);
            if let Type::Slice { element, .. } = &local.ty {
                shared.slice = Some((LocalId(index as u32), element.size().unwrap_or(0)));
                continue;
            }
            shared.offsets.push((LocalId(index as u32), shared.bytes));
            let size = local.ty.size().unwrap_or(0);
            shared.bytes = shared.bytes.saturating_add(size).next_multiple_of(16);
        }
    }
    // The slice lies behind all of it, whichever comes first in the function.
    shared.bytes = shared.bytes.next_multiple_of(shared.align);
    shared
}
