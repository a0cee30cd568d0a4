//! What lowered tile code asks of the machine: vector moves, asynchronous copies, matrix fragments and products.
//!
//! A copy lands as late as the language allows: when its lane waits for its group, or any lane for its barrier, and
//! never where nobody waits. Its source, too, is read only then. So what forgets to wait, or reuses memory too early,
//! computes something else here every time, where a GPU does so once in a while.
//!
//! What an instruction does not take is a defect of the compiler, and fails at the statement: a place that does not
//! lie on a multiple of the bytes moved, elements beyond the end of their memory, a warp without all of its lanes.

use kiln_codegen::compact::List;
use kiln_codegen::float16::{bf16, f16};
use kiln_codegen::intrinsics::{FactorShape, WgmmaShape, widen};
use kiln_codegen::ir::Scalar;

use super::code::Lanes;
use super::element_ops::{Elements, ElementsCall, ElementsOp, Home};
use super::mask::Masks;
use super::memory::{read_bits, write_bits};
use super::run::Worker;
use super::tma::Waits;

const WARP: usize = 32;

/// The copies under way.
#[derive(Default)]
pub(super) struct Copies {
    pub queue: Vec<Copy>,
    /// By lane: the groups that it has made.
    groups: Vec<u64>,
}

/// A copy that has not landed.
pub(super) struct Copy {
    pub lane: usize,
    pub counted: Counted,
    pub to: *mut u8,
    pub from: *const u8,
    /// Bytes written, of which so many are the source's and the rest zeros.
    pub bytes: usize,
    pub used: usize,
    /// Whether the bytes are `f32` that become tf32.
    pub rounds: bool,
    /// Of the statement that began it.
    pub site: u32,
}

/// What a copy is waited for by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// The group of this number, among its lane's.
    Group(u64),
    /// The barrier at this address.
    Barrier(usize),
}

impl Copy {
    /// Whether an active lane waits for it.
    fn lands(&self, groups: &[u64], masks: &Masks, waits: Waits) -> bool {
        match (self.counted, waits) {
            (Counted::Group(group), Waits::Groups { latest }) => {
                masks.is_active(self.lane) && group.saturating_add(latest) < groups[self.lane]
            }
            (Counted::Barrier(barrier), Waits::Barrier(waited)) => barrier == waited,
            (Counted::Group(_), Waits::Barrier(_)) | (Counted::Barrier(_), Waits::Groups { .. }) => false,
        }
    }
}

impl Copies {
    /// Forgets all, for a block of so many lanes.
    pub fn start(&mut self, lanes: usize) {
        self.queue.clear();
        self.groups.clear();
        self.groups.resize(lanes, 0);
    }

    /// What lands where active lanes wait so.
    pub fn landing(&self, masks: &Masks, waits: Waits) -> impl Iterator<Item = &Copy> {
        self.queue.iter().filter(move |copy| copy.lands(&self.groups, masks, waits))
    }
}

impl Worker<'_> {
    /// Whether the run ends here, which only the sanitizer says.
    ///
    /// # Safety
    /// Memory that is referred to is valid, for writing too where the call writes it, and stays so for the kernel's
    /// run.
    pub(super) unsafe fn moved(&mut self, call: &ElementsCall) -> bool {
        let elements = match &call.op {
            ElementsOp::Move { to, from, .. } | ElementsOp::AsyncCopy { to, from, .. } => vec![to, from],
            ElementsOp::LoadMatrix { to, from, .. } => vec![to, from],
            ElementsOp::Product { acc, a, b, .. } | ElementsOp::Wgmma { acc, a, b, .. } => vec![acc, a, b],
            ElementsOp::TensorLoad(load) => vec![&load.to, &load.from, &load.barrier],
            ElementsOp::Init { barrier, .. }
            | ElementsOp::Expect { barrier, .. }
            | ElementsOp::Arrive { barrier }
            | ElementsOp::Pass { barrier, .. } => vec![barrier],
            ElementsOp::Commit | ElementsOp::Wait { .. } => Vec::new(),
        };
        for elements in elements {
            if let Some(site) = elements.check {
                let len = self.len_of(elements);
                self.check_index(elements.index, len, site);
            }
        }
        let there = match &call.op {
            // Where nothing is copied, nothing is read.
            ElementsOp::AsyncCopy { to, from, used, .. } => {
                self.are_there(to, |_| true) && self.are_there(from, |lane| self.arg_bits(*used, 4, lane) > 0)
            }
            ElementsOp::Move { to, from, .. } | ElementsOp::LoadMatrix { to, from, .. } => {
                self.are_there(to, |_| true) && self.are_there(from, |_| true)
            }
            ElementsOp::Product { acc, a, b, .. } => {
                [acc, a, b].into_iter().all(|elements| self.are_there(elements, |_| true))
            }
            ElementsOp::Wgmma { acc, a, b, shape, .. } => {
                self.are_there(acc, |_| true)
                    && shape
                        .left
                        .map_or_else(|| self.are_there(a, |_| true), |left| self.factor_is_there(a, left, 64))
                    && self.factor_is_there(b, shape.right, shape.columns)
            }
            ElementsOp::TensorLoad(load) => self.box_is_there(load),
            ElementsOp::Init { barrier, .. }
            | ElementsOp::Expect { barrier, .. }
            | ElementsOp::Arrive { barrier }
            | ElementsOp::Pass { barrier, .. } => self.are_there(barrier, |_| true),
            ElementsOp::Commit | ElementsOp::Wait { .. } => true,
        };
        if !there {
            self.fail_all(call.site, [0; 4]);
            return false;
        }
        if self.sanitizer.is_some() && self.watch_elements(call) {
            return true;
        }
        self.count_elements(call);
        match &call.op {
            ElementsOp::Move { to, from, bytes } => self.masks.for_each(|lane| {
                // SAFETY: the elements are there.
                unsafe { self.write(to, lane, &self.read(from, lane)[..*bytes]) };
            }),
            ElementsOp::AsyncCopy { to, from, bytes, used } => {
                let mut begun = Vec::new();
                self.masks.for_each(|lane| {
                    let used = (self.arg_bits(*used, 4, lane) as usize).min(*bytes);
                    let (to, from) = (self.address(to, lane), self.address(from, lane).cast_const());
                    let counted = Counted::Group(self.copies.groups[lane]);
                    begun.push(Copy {
                        lane,
                        counted,
                        to,
                        from,
                        bytes: *bytes,
                        used,
                        rounds: false,
                        site: call.site,
                    });
                });
                self.copies.queue.append(&mut begun);
            }
            ElementsOp::Commit => {
                let groups = &mut self.copies.groups;
                self.masks.for_each(|lane| groups[lane] += 1);
            }
            // SAFETY: the memory of copies under way is valid.
            ElementsOp::Wait { groups } => unsafe { self.land(Waits::Groups { latest: (*groups).into() }) },
            ElementsOp::TensorLoad(load) => self.tensor_load(load, call.site),
            // SAFETY: the barrier is there, and the memory of copies under way is valid.
            ElementsOp::Init { barrier, threads } => unsafe { self.barrier_init(barrier, *threads) },
            // SAFETY: as above.
            ElementsOp::Expect { barrier, bytes } => unsafe { self.arrive(barrier, Some(*bytes), call.site) },
            // SAFETY: as above.
            ElementsOp::Arrive { barrier } => unsafe { self.arrive(barrier, None, call.site) },
            // SAFETY: as above.
            ElementsOp::Pass { barrier, phase } => unsafe { self.pass_barrier(barrier, *phase, call.site) },
            ElementsOp::LoadMatrix { to, from, transposed } => {
                // SAFETY: the elements are there.
                self.groups(WARP, call.site, |this, lanes| unsafe {
                    this.load_matrix(to, from, *transposed, lanes);
                });
            }
            ElementsOp::Product { acc, a, b, scalars } => {
                // SAFETY: the elements are there.
                self.groups(WARP, call.site, |this, lanes| unsafe {
                    this.product(acc, a, b, *scalars, lanes);
                });
            }
            ElementsOp::Wgmma { acc, a, b, scalars, shape } => {
                // SAFETY: the elements are there.
                self.groups(4 * WARP, call.site, |this, lanes| unsafe {
                    this.wgmma(acc, a, b, *scalars, *shape, lanes);
                });
            }
        }
        false
    }

    /// Lands what active lanes wait for.
    ///
    /// # Safety
    /// The memory of copies under way is valid.
    pub(super) unsafe fn land(&mut self, waits: Waits) {
        let mut copies = std::mem::take(&mut self.copies);
        copies.queue.retain(|copy| {
            let lands = copy.lands(&copies.groups, &self.masks, waits);
            if lands {
                // SAFETY: the caller's promise.
                unsafe {
                    copy.from.copy_to_nonoverlapping(copy.to, copy.used);
                    copy.to.add(copy.used).write_bytes(0, copy.bytes - copy.used);
                    for word in (0..copy.bytes / 4).filter(|_| copy.rounds) {
                        let word = copy.to.cast::<u32>().add(word);
                        word.write_unaligned(nearest_tf32(word.read_unaligned()));
                    }
                }
            }
            !lands
        });
        self.copies = copies;
    }

    /// Does something for each group of so many lanes; fails where only some lanes of a group are active.
    fn groups(&mut self, size: usize, site: u32, mut f: impl FnMut(&mut Self, std::ops::Range<usize>)) {
        let mask = *self.masks.current();
        for start in (mask.lo / size * size..mask.hi).step_by(size) {
            let lanes = start..start + size;
            match lanes.clone().filter(|lane| self.masks.is_active(*lane)).count() {
                0 => {}
                active if active == size => f(self, lanes),
                _ => return self.fail_all(site, [0; 4]),
            }
        }
    }

    /// # Safety
    /// The elements are there.
    unsafe fn load_matrix(
        &mut self,
        to: &Elements,
        from: &Elements,
        transposed: bool,
        lanes: std::ops::Range<usize>,
    ) {
        let first = lanes.start;
        // Rows of 8 halves: matrix `k / 8`, row `k % 8`.
        // SAFETY: the caller's promise.
        let rows: Vec<[u16; 8]> = lanes.clone().map(|lane| unsafe { halves(&self.read(from, lane)) }).list();
        for lane in lanes {
            let l = lane - first;
            let mut fragment = [0u8; 16];
            for (matrix, register) in fragment.chunks_exact_mut(4).enumerate() {
                let at = |row: usize, column: usize| {
                    if transposed { rows[matrix * 8 + column][row] } else { rows[matrix * 8 + row][column] }
                };
                let (row, column) = (l / 4, l % 4 * 2);
                register[..2].copy_from_slice(&at(row, column).to_le_bytes());
                register[2..].copy_from_slice(&at(row, column + 1).to_le_bytes());
            }
            // SAFETY: the caller's promise.
            unsafe { self.write(to, lane, &fragment) };
        }
    }

    /// Products are added to the accumulator in order; of 16-bit floats each is exact in `f32`.
    ///
    /// # Safety
    /// The elements are there.
    unsafe fn product(
        &mut self,
        acc: &Elements,
        a: &Elements,
        b: &Elements,
        scalars: [Scalar; 2],
        lanes: std::ops::Range<usize>,
    ) {
        // Rows of either matrix are 32 bytes along `k`.
        let size = scalars[0].size();
        let first = lanes.start;
        let (mut left, mut right) = ([[0u8; 32]; 16], [[0u8; 32]; 8]);
        for lane in lanes.clone() {
            let (row, part) = ((lane - first) / 4, (lane - first) % 4 * 4);
            // SAFETY: the caller's promise.
            let (a, b) = unsafe { (self.read(a, lane), self.read(b, lane)) };
            if size == 8 {
                for (half, number) in a[..16].chunks_exact(8).enumerate() {
                    left[row + 8 * half][2 * part..][..8].copy_from_slice(number);
                }
                right[row][2 * part..][..8].copy_from_slice(&b[..8]);
                continue;
            }
            put_left(&mut left, lane - first, &a);
            for (k, word) in b[..8].chunks_exact(4).enumerate() {
                right[row][part + k * 16..][..4].copy_from_slice(word);
            }
        }
        for lane in lanes {
            let (row, column) = ((lane - first) / 4, (lane - first) % 4 * 2);
            // SAFETY: the caller's promise.
            let mut sums = unsafe { self.read(acc, lane) };
            for (k, sum) in sums.chunks_exact_mut(size.max(4)).enumerate().take(4) {
                add_row(sum, scalars, &left[row + k / 2 * 8], &right[column + k % 2]);
            }
            // SAFETY: the caller's promise.
            unsafe { self.write(acc, lane, &sums) };
        }
    }

    /// # Safety
    /// The elements are there.
    unsafe fn wgmma(
        &mut self,
        acc: &Elements,
        a: &Elements,
        b: &Elements,
        scalars: [Scalar; 2],
        shape: WgmmaShape,
        lanes: std::ops::Range<usize>,
    ) {
        let first = lanes.start;
        // SAFETY: the caller's promise.
        let (left, right) = unsafe {
            let left = match shape.left {
                Some(lies) => self.factor(a, lies, 64, first),
                None => self.held_rows(a, lanes.clone()),
            };
            (left, self.factor(b, shape.right, shape.columns, first))
        };
        let Home::Array { first: registers, .. } = acc.home else { return };
        for lane in lanes {
            let thread = lane - first;
            let from = self.arg_bits(acc.index, 8, lane) as usize;
            for number in 0..shape.columns as usize / 2 {
                let row = 16 * (thread / WARP) + thread % WARP / 4 + 8 * (number / 2 % 2);
                let column = 8 * (number / 4) + 2 * (thread % 4) + number % 2;
                let register = self.row(registers, from + number, 4);
                // SAFETY: the lane is inside the registers.
                let before = if shape.adds { unsafe { read_bits(register, 4, lane) as u32 } } else { 0 };
                let mut sum = before.to_le_bytes();
                add_row(&mut sum, scalars, &left[row], &right[column]);
                // SAFETY: as above.
                unsafe { write_bits(register, 4, lane, u32::from_le_bytes(sum).into()) };
            }
        }
    }

    /// The rows of a left factor whose fragments lanes have.
    ///
    /// # Safety
    /// The elements are there.
    unsafe fn held_rows(&self, elements: &Elements, lanes: std::ops::Range<usize>) -> Vec<[u8; 32]> {
        let mut all = vec![[0; 32]; lanes.len() / 2];
        for (thread, lane) in lanes.enumerate() {
            // SAFETY: the caller's promise.
            let fragment = unsafe { self.read(elements, lane) };
            put_left(&mut all[thread / WARP * 16..], thread % WARP, &fragment);
        }
        all
    }

    /// The rows of a factor of so many, each 32 bytes deep: of the right one, its columns.
    ///
    /// # Safety
    /// The elements are there.
    unsafe fn factor(&self, elements: &Elements, lies: FactorShape, rows: u32, lane: usize) -> Vec<[u8; 32]> {
        let Home::Memory(memory) = elements.home else { return Vec::new() };
        let begins = self.one(memory.pointer) as *const u8;
        let first = self.arg_bits(elements.index, 8, lane) * u64::from(elements.size);
        let mut all = vec![[0; 32]; rows as usize];
        for number in 0..2 * rows {
            let mut chunk = [0u8; 16];
            let at = lies.chunk(first, number) as usize;
            // SAFETY: the caller's promise.
            unsafe { begins.wrapping_add(at).copy_to_nonoverlapping(chunk.as_mut_ptr(), 16) };
            let number = number as usize;
            if lies.panel == 0 {
                all[number / 2][number % 2 * 16..][..16].copy_from_slice(&chunk);
                continue;
            }
            let k = number % 16;
            for (part, element) in chunk.chunks_exact(2).enumerate() {
                all[number / 16 * 8 + part][2 * k..][..2].copy_from_slice(element);
            }
        }
        all
    }

    /// Whether a factor of so many rows is in bounds for every active lane, and aligned.
    fn factor_is_there(&self, elements: &Elements, lies: FactorShape, rows: u32) -> bool {
        let (size, len) = (u64::from(elements.size), self.len_of(elements));
        let mut there = self.are_there(elements, |_| true);
        self.masks.for_each(|lane| {
            let first = self.arg_bits(elements.index, 8, lane).wrapping_mul(size);
            let end = (0..2 * rows).map(|number| lies.chunk(first, number) + 16).max().unwrap_or(0);
            there &= first < len * size && end <= len * size;
        });
        there
    }

    pub(super) fn len_of(&self, elements: &Elements) -> u64 {
        match elements.home {
            Home::Memory(memory) => self.one(memory.len),
            Home::Array { len, .. } => len,
        }
    }

    /// Whether the elements of every active lane that needs them are in bounds, and aligned as a whole.
    pub(super) fn are_there(&self, elements: &Elements, needs: impl Fn(usize) -> bool) -> bool {
        let (size, count) = (usize::from(elements.size), elements.count);
        let (bytes, len) = (size * count, self.len_of(elements));
        let mut there = true;
        self.masks.for_each(|lane| {
            if !needs(lane) {
                return;
            }
            let index = self.arg_bits(elements.index, 8, lane);
            let own = elements.stride.map_or(index, |stride| index % self.one(stride).max(1));
            there &= own <= len && count as u64 <= len - own;
            there &= match elements.home {
                Home::Memory(memory) => (self.one(memory.pointer) as usize)
                    .wrapping_add(index as usize * size)
                    .is_multiple_of(bytes),
                Home::Array { .. } => (index as usize).is_multiple_of(count),
            };
        });
        there
    }

    /// The first element in memory; of registers, which have no address, nothing.
    pub(super) fn address(&self, elements: &Elements, lane: usize) -> *mut u8 {
        let index = self.arg_bits(elements.index, 8, lane) as usize;
        match elements.home {
            Home::Memory(memory) => {
                (self.one(memory.pointer) as *mut u8).wrapping_add(index.wrapping_mul(elements.size.into()))
            }
            Home::Array { .. } => std::ptr::null_mut(),
        }
    }

    /// The bytes of a lane's elements, at most 32.
    ///
    /// # Safety
    /// The elements are there.
    unsafe fn read(&self, elements: &Elements, lane: usize) -> [u8; 32] {
        let mut bytes = [0; 32];
        let size = usize::from(elements.size);
        let index = self.arg_bits(elements.index, 8, lane) as usize;
        // SAFETY: the caller's promise; the lane is inside the registers.
        unsafe {
            match elements.home {
                Home::Memory(_) => {
                    let from = self.address(elements, lane).cast_const();
                    from.copy_to_nonoverlapping(bytes.as_mut_ptr(), size * elements.count);
                }
                Home::Array { first, .. } => {
                    for (k, bytes) in bytes.chunks_exact_mut(size).enumerate().take(elements.count) {
                        let bits = read_bits(self.row(first, index + k, size), size, lane);
                        bytes.copy_from_slice(&bits.to_le_bytes()[..size]);
                    }
                }
            }
        }
        bytes
    }

    /// Sets a lane's elements to the first of these bytes.
    ///
    /// # Safety
    /// The elements are there, for writing.
    unsafe fn write(&self, elements: &Elements, lane: usize, bytes: &[u8]) {
        let size = usize::from(elements.size);
        let index = self.arg_bits(elements.index, 8, lane) as usize;
        // SAFETY: the caller's promise; the lane is inside the registers.
        unsafe {
            match elements.home {
                Home::Memory(_) => {
                    let to = self.address(elements, lane);
                    bytes.as_ptr().copy_to_nonoverlapping(to, size * elements.count);
                }
                Home::Array { first, .. } => {
                    for (k, bytes) in bytes.chunks_exact(size).enumerate().take(elements.count) {
                        let mut bits = [0; 8];
                        bits[..size].copy_from_slice(bytes);
                        write_bits(self.row(first, index + k, size), size, lane, u64::from_le_bytes(bits));
                    }
                }
            }
        }
    }

    /// The register with an element of each thread's array.
    fn row(&self, first: Lanes, index: usize, size: usize) -> *mut u8 {
        self.lanes(Lanes(first.0 + (index * size) as u32))
    }
}

/// Puts a lane's left fragment into the warp's 16 rows: the upper and the lower one of its rows, then both again, 16
/// bytes further.
fn put_left(rows: &mut [[u8; 32]], lane: usize, fragment: &[u8; 32]) {
    for (k, word) in fragment[..16].chunks_exact(4).enumerate() {
        rows[lane / 4 + k % 2 * 8][lane % 4 * 4 + k / 2 * 16..][..4].copy_from_slice(word);
    }
}

/// Adds to a sum the product of a row and a column of 32 bytes.
fn add_row(sum: &mut [u8], [one, other]: [Scalar; 2], row: &[u8; 32], column: &[u8; 32]) {
    let size = one.size();
    let pairs = row.chunks_exact(size).zip(column.chunks_exact(size));
    let float = |scalar: Scalar, bytes: &[u8]| match (scalar, bytes) {
        (Scalar::F16, [low, high]) => f16::from_bits(u16::from_le_bytes([*low, *high])).to_f32(),
        (Scalar::BF16, [low, high]) => bf16::from_bits(u16::from_le_bytes([*low, *high])).to_f32(),
        // Tensor cores do not look at the bits that tf32 has not.
        (Scalar::F32, &[a, b, c, d]) => f32::from_bits(u32::from_le_bytes([a, b, c, d]) & 0xffff_e000),
        (scalar, &[byte]) if scalar.is_float8() => widen(scalar, byte.into()),
        _ => 0.0,
    };
    let whole = |scalar: Scalar, byte: u8| match scalar {
        Scalar::I8 => i32::from(byte as i8),
        _ => i32::from(byte),
    };
    match (one, sum) {
        (Scalar::F64, sum) => {
            let number = |bytes: &[u8]| f64::from_le_bytes(std::array::from_fn(|k| bytes[k]));
            let all = pairs.fold(number(sum), |all, (a, b)| number(a).mul_add(number(b), all));
            sum.copy_from_slice(&all.to_le_bytes());
        }
        (Scalar::I8 | Scalar::U8, sum) => {
            let before = i32::from_le_bytes(std::array::from_fn(|k| sum[k]));
            let all =
                pairs.fold(before, |all, (a, b)| all.wrapping_add(whole(one, a[0]) * whole(other, b[0])));
            sum.copy_from_slice(&all.to_le_bytes());
        }
        (_, sum) => {
            let before = f32::from_le_bytes(std::array::from_fn(|k| sum[k]));
            let all = pairs.fold(before, |all, (a, b)| all + float(one, a) * float(other, b));
            sum.copy_from_slice(&all.to_le_bytes());
        }
    }
}

/// The tf32 that TMA makes of the bits of an `f32`: the nearest, of two the even one.
fn nearest_tf32(bits: u32) -> u32 {
    if bits & 0x7f80_0000 == 0x7f80_0000 {
        return bits;
    }
    (bits + 0xfff + (bits >> 13 & 1)) & 0xffff_e000
}

fn halves(bytes: &[u8; 32]) -> [u16; 8] {
    std::array::from_fn(|k| u16::from_le_bytes([bytes[2 * k], bytes[2 * k + 1]]))
}
