//! Tensors from and to other libraries, by the DLPack protocol: no copy, and no dependency.
//!
//! Takes buffers, and the C structs of the protocol, versioned (1.x) and not; guarantees that the producer's memory
//! lives as long as the consumer's buffer, that a deleter is called once, and that type, device, extents and
//! strides are checked before anything is read; leaves it to the caller to say truly which stream the other side
//! works on.
//!
//! An [`Export`] is what another library is given: `torch.from_dlpack` and its like take a pointer of
//! [`Export::into_versioned`] in a capsule named [`VERSIONED_NAME`], or one of [`Export::into_unversioned`] in a
//! capsule named [`NAME`]. An [`Import`] is made of such a pointer, whose capsule is then to be renamed
//! ([`USED_NAME`]), as the protocol asks.

use kiln_codegen::compact::List;
use std::ffi::{c_int, c_void};
use std::ops::Deref;
use std::ptr;
use std::sync::Arc;

use kiln_codegen::ir::Scalar;

use crate::arg::distinct;
use crate::buffer::Buffer;
use crate::device::DeviceKind;
use crate::error::{Error, Result};
use crate::stream::Stream;
use crate::value::ScalarType;

/// The name of a capsule with a [`ManagedTensor`].
pub const NAME: &str = "dltensor";
/// The name of a capsule with a [`ManagedTensorVersioned`].
pub const VERSIONED_NAME: &str = "dltensor_versioned";
/// What a capsule of [`NAME`] is renamed to when its contents were taken; of [`VERSIONED_NAME`],
/// `used_dltensor_versioned`.
pub const USED_NAME: &str = "used_dltensor";

/// `kDLCPU`.
pub const CPU: c_int = 1;
/// `kDLCUDA`.
pub const CUDA: c_int = 2;
/// `kDLCUDAHost`: page-locked memory of the host.
pub const CUDA_HOST: c_int = 3;
/// `kDLCUDAManaged`.
pub const CUDA_MANAGED: c_int = 13;

/// The flag of memory that the consumer must not write.
pub const READ_ONLY: u64 = 1;
/// The version of the protocol that is written.
pub const VERSION: (u32, u32) = (1, 0);

/// `DLDevice`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DlDevice {
    /// The sort: [`CPU`], [`CUDA`].
    pub kind: c_int,
    /// The number of a GPU, as CUDA counts.
    pub index: c_int,
}

/// `DLDataType`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DlType {
    /// 0 for signed integers, 1 for unsigned, 2 for floats, 4 for `bf16`, 6 for `bool`, 10 for `f8e4m3`
    /// (`float8_e4m3fn`), 12 for `f8e5m2`.
    pub code: u8,
    /// Bits of an element.
    pub bits: u8,
    /// Elements of a vector; 1 for Kiln.
    pub lanes: u16,
}

/// `DLTensor`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DlTensor {
    /// The allocation.
    pub data: *mut c_void,
    /// Where it lies.
    pub device: DlDevice,
    /// How many axes there are.
    pub ndim: c_int,
    /// The type of an element.
    pub dtype: DlType,
    /// Extents, one an axis.
    pub shape: *mut i64,
    /// Strides in elements, one an axis; null where the last axis lies densest and nothing between.
    pub strides: *mut i64,
    /// Bytes from `data` to the first element.
    pub byte_offset: u64,
}

/// `DLManagedTensor`, of the protocol before 1.0.
#[repr(C)]
#[derive(Debug)]
pub struct ManagedTensor {
    /// The tensor.
    pub tensor: DlTensor,
    /// The producer's.
    pub context: *mut c_void,
    /// To be called once, when the tensor is no longer used.
    pub deleter: Option<unsafe extern "C" fn(*mut ManagedTensor)>,
}

/// `DLManagedTensorVersioned`.
#[repr(C)]
#[derive(Debug)]
pub struct ManagedTensorVersioned {
    /// Major of the protocol; with another than 1, nothing but the deleter may be used.
    pub major: u32,
    /// Minor of the protocol.
    pub minor: u32,
    /// The producer's.
    pub context: *mut c_void,
    /// To be called once, when the tensor is no longer used.
    pub deleter: Option<unsafe extern "C" fn(*mut ManagedTensorVersioned)>,
    /// [`READ_ONLY`], and others.
    pub flags: u64,
    /// The tensor.
    pub tensor: DlTensor,
}

const _: () = assert!(size_of::<DlTensor>() == 48 && size_of::<ManagedTensor>() == 64);
const _: () = assert!(size_of::<ManagedTensorVersioned>() == 80);

/// The protocol's name of a scalar.
fn dtype(scalar: Scalar) -> DlType {
    let code = match scalar {
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Isize => 0,
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Usize => 1,
        Scalar::F16 | Scalar::F32 | Scalar::F64 => 2,
        Scalar::BF16 => 4,
        Scalar::Bool => 6,
        Scalar::E4M3 => 10,
        Scalar::E5M2 => 12,
    };
    DlType { code, bits: 8 * scalar.size() as u8, lanes: 1 }
}

fn scalar<T: ScalarType>() -> DlType {
    // Every such type has one.
    T::SCALAR.map_or(DlType { code: u8::MAX, bits: 0, lanes: 0 }, dtype)
}

fn refused<T>(reason: String) -> Result<T> {
    Err(Error::Exchange { reason })
}

/// A buffer on its way to another library.
#[must_use = "a tensor that nobody takes is freed"]
pub struct Export {
    tensor: DlTensor,
    flags: u64,
    holder: Box<Holder>,
}

/// What an exported tensor keeps alive.
struct Holder {
    shape: Vec<i64>,
    strides: Vec<i64>,
    /// The buffer, and the consumer's stream.
    keep: Option<Box<dyn Kept>>,
}

/// A buffer whose type nobody asks for any more.
trait Kept: Send {
    /// Lets what the consumer gave its stream come before the memory is freed or used again.
    fn release(self: Box<Self>);
}

struct Lent<T: ScalarType, B: Deref<Target = Buffer<T>> + Send> {
    buffer: B,
    consumer: Stream,
    writes: bool,
}

impl<T: ScalarType, B: Deref<Target = Buffer<T>> + Send> Kept for Lent<T, B> {
    fn release(self: Box<Self>) {
        // A stream that cannot be marked has failed, and nothing runs on it.
        let _ = self.consumer.with(&[(self.buffer.memory(), self.writes)], ("a tensor's end", 0), || Ok(()));
    }
}

/// A buffer that is given away whole.
struct Whole<T: ScalarType>(Buffer<T>);

impl<T: ScalarType> Deref for Whole<T> {
    type Target = Buffer<T>;

    fn deref(&self) -> &Buffer<T> {
        &self.0
    }
}

impl Export {
    /// Gives a buffer away, as a tensor of these extents and, unless the elements lie densely, of these strides in
    /// elements. The consumer may write it. `consumer` is the stream on which the other side uses it, as it said
    /// itself ([`crate::Device::borrow_stream`]): what was given to Kiln's streams so far comes before, and the
    /// memory is freed when its deleter was called and what that stream was given by then is done. The stream lives
    /// until then.
    ///
    /// # Errors
    ///
    /// [`Error::TensorSize`] and [`Error::TensorStrides`] for extents and strides that do not fit,
    /// [`Error::Exchange`] for an emulated or watched device and for strides by which two elements share a place,
    /// [`Error::WrongDevice`] for a stream of another device.
    pub fn new<T: ScalarType>(
        buffer: Buffer<T>,
        shape: &[usize],
        strides: Option<&[usize]>,
        consumer: &Stream,
    ) -> Result<Export> {
        Export::of(Whole(buffer), shape, strides, consumer, true)
    }

    /// As [`Export::new`], for a buffer that others read too. The consumer must not write it, and is told so.
    ///
    /// # Errors
    ///
    /// As [`Export::new`], but elements may share places.
    pub fn shared<T: ScalarType>(
        buffer: Arc<Buffer<T>>,
        shape: &[usize],
        strides: Option<&[usize]>,
        consumer: &Stream,
    ) -> Result<Export> {
        Export::of(buffer, shape, strides, consumer, false)
    }

    fn of<T: ScalarType>(
        buffer: impl Deref<Target = Buffer<T>> + Send + 'static,
        shape: &[usize],
        strides: Option<&[usize]>,
        consumer: &Stream,
        writes: bool,
    ) -> Result<Export> {
        let device = place(buffer.device().kind())?;
        let dense = dense(shape);
        fits(shape, strides.unwrap_or(&dense), buffer.len(), strides.is_none())?;
        if writes && !distinct(shape, strides.unwrap_or(&dense)) {
            return refused(format!(
                "a tensor with extents {shape:?} and strides {strides:?} has elements that share a place, and the consumer \
                 may write it\n  help: give other strides, or lend it for reading by `Export::shared`",
                strides = strides.unwrap_or(&dense)
            ));
        }
        let number = |list: &[usize]| list.iter().map(|one| *one as i64).list();
        let mut holder =
            Box::new(Holder { shape: number(shape), strides: number(strides.unwrap_or(&dense)), keep: None });
        let tensor = DlTensor {
            data: ptr::with_exposed_provenance_mut(buffer.raw() as usize),
            device,
            ndim: shape.len() as c_int,
            dtype: scalar::<T>(),
            shape: holder.shape.as_mut_ptr(),
            strides: holder.strides.as_mut_ptr(),
            byte_offset: 0,
        };
        consumer.with(&[(buffer.memory(), writes)], ("a tensor for another library", 0), || Ok(()))?;
        holder.keep = Some(Box::new(Lent { buffer, consumer: consumer.clone(), writes }));
        Ok(Export { tensor, flags: if writes { 0 } else { READ_ONLY }, holder })
    }

    /// The tensor in the form of the protocol from 1.0 on. Whoever takes the pointer calls the deleter once.
    pub fn into_versioned(self) -> *mut ManagedTensorVersioned {
        unsafe extern "C" fn delete(tensor: *mut ManagedTensorVersioned) {
            if tensor.is_null() {
                return;
            }
            // SAFETY: the pointer is one that was given out below, and the protocol has this called once.
            unsafe { release(Box::from_raw(tensor).context) };
        }
        let Export { tensor, flags, holder } = self;
        Box::into_raw(Box::new(ManagedTensorVersioned {
            major: VERSION.0,
            minor: VERSION.1,
            context: Box::into_raw(holder).cast(),
            deleter: Some(delete),
            flags,
            tensor,
        }))
    }

    /// The tensor in the form of the protocol before 1.0, which has no word for memory that must not be written.
    /// Whoever takes the pointer calls the deleter once.
    ///
    /// # Errors
    ///
    /// [`Error::Exchange`] for a shared buffer.
    pub fn into_unversioned(self) -> Result<*mut ManagedTensor> {
        unsafe extern "C" fn delete(tensor: *mut ManagedTensor) {
            if tensor.is_null() {
                return;
            }
            // SAFETY: as above.
            unsafe { release(Box::from_raw(tensor).context) };
        }
        if self.flags & READ_ONLY != 0 {
            let why = "a shared buffer must not be written, which DLPack can say from version 1.0 on only";
            return refused(why.to_owned());
        }
        let Export { tensor, holder, .. } = self;
        let context = Box::into_raw(holder).cast();
        Ok(Box::into_raw(Box::new(ManagedTensor { tensor, context, deleter: Some(delete) })))
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        if let Some(keep) = self.keep.take() {
            keep.release();
        }
    }
}

/// Frees what an exported tensor kept alive.
///
/// # Safety
///
/// The pointer is a [`Holder`]'s that was given out, and is not used again.
unsafe fn release(holder: *mut c_void) {
    // SAFETY: the caller's contract. Nothing in the drop panics.
    drop(unsafe { Box::from_raw(holder.cast::<Holder>()) });
}

/// A tensor of another library.
#[must_use = "a tensor that nobody takes goes back to its producer"]
pub struct Import {
    managed: Managed,
    shape: Vec<usize>,
    strides: Vec<usize>,
    read_only: bool,
    tensor: DlTensor,
}

/// The producer's struct, given back by its deleter.
enum Managed {
    Old(*mut ManagedTensor),
    Versioned(*mut ManagedTensorVersioned),
}

// SAFETY: the protocol lets any thread use the tensor and call the deleter.
unsafe impl Send for Managed {}

impl Drop for Managed {
    fn drop(&mut self) {
        // SAFETY: the pointer is the producer's, alive until its deleter is called, which is here only.
        unsafe {
            match *self {
                Managed::Old(tensor) => {
                    if let Some(delete) = (*tensor).deleter {
                        delete(tensor);
                    }
                }
                Managed::Versioned(tensor) => {
                    if let Some(delete) = (*tensor).deleter {
                        delete(tensor);
                    }
                }
            }
        }
    }
}

/// A buffer that must not be written: it is another library's, which said so.
pub struct ReadOnly<T: ScalarType>(Buffer<T>);

impl<T: ScalarType> Deref for ReadOnly<T> {
    type Target = Buffer<T>;

    fn deref(&self) -> &Buffer<T> {
        &self.0
    }
}

impl Import {
    /// Takes a tensor of the protocol from 1.0 on. Its deleter is called when the buffer made of it is gone, or now
    /// where this fails.
    ///
    /// # Safety
    ///
    /// The pointer is of a tensor as the protocol describes it, and nobody else takes it.
    ///
    /// # Errors
    ///
    /// [`Error::Exchange`] for a version that is not 1, and for extents and strides that no buffer has.
    pub unsafe fn from_versioned(tensor: *mut ManagedTensorVersioned) -> Result<Import> {
        if tensor.is_null() {
            return refused("the tensor's pointer is null".to_owned());
        }
        let managed = Managed::Versioned(tensor);
        // SAFETY: the caller's contract; these two fields stand in every version.
        let (major, minor) = unsafe { ((*tensor).major, (*tensor).minor) };
        if major != VERSION.0 {
            return refused(format!("the tensor is of DLPack {major}.{minor}, and Kiln knows 1"));
        }
        // SAFETY: the caller's contract.
        unsafe { Import::of(managed, (*tensor).tensor, (*tensor).flags & READ_ONLY != 0) }
    }

    /// As [`Import::from_versioned`], for the protocol before 1.0.
    ///
    /// # Safety
    ///
    /// As [`Import::from_versioned`].
    ///
    /// # Errors
    ///
    /// As [`Import::from_versioned`].
    pub unsafe fn from_unversioned(tensor: *mut ManagedTensor) -> Result<Import> {
        if tensor.is_null() {
            return refused("the tensor's pointer is null".to_owned());
        }
        // SAFETY: the caller's contract.
        unsafe { Import::of(Managed::Old(tensor), (*tensor).tensor, false) }
    }

    /// # Safety
    ///
    /// As [`Import::from_versioned`].
    unsafe fn of(managed: Managed, tensor: DlTensor, read_only: bool) -> Result<Import> {
        let axes = usize::try_from(tensor.ndim).unwrap_or(0);
        if tensor.ndim < 0 || (axes > 0 && tensor.shape.is_null()) {
            return refused(format!("the tensor has {} axes and no extents", tensor.ndim));
        }
        let list = |place: *const i64, what: &str| -> Result<Vec<usize>> {
            if axes == 0 {
                return Ok(Vec::new());
            }
            // SAFETY: the list has a number for each axis.
            let list = unsafe { std::slice::from_raw_parts(place, axes) };
            list.iter()
                .map(|one| {
                    usize::try_from(*one).or_else(|_| refused(format!("the tensor has the {what} {one}")))
                })
                .collect()
        };
        let shape = list(tensor.shape, "extent")?;
        let strides = if tensor.strides.is_null() { dense(&shape) } else { list(tensor.strides, "stride")? };
        Ok(Import { managed, shape, strides, read_only, tensor })
    }

    /// Extents, one an axis.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Strides in elements, one an axis.
    pub fn strides(&self) -> &[usize] {
        &self.strides
    }

    /// Whether the producer says that it must not be written.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Where it lies.
    pub fn device(&self) -> DlDevice {
        self.tensor.device
    }

    /// The type of its elements.
    pub fn dtype(&self) -> DlType {
        self.tensor.dtype
    }

    /// The memory from the tensor's first element to its last, as a buffer, without a copy. With [`Import::shape`]
    /// and [`Import::strides`], asked for before, it is a tensor again. `stream` is the one that the producer was
    /// told of when it gave the tensor: what makes the elements comes in it before what is given to it now.
    ///
    /// # Errors
    ///
    /// [`Error::Exchange`] for elements of another type, for another device than the stream's, and for memory that
    /// must not be written, or in which elements share a place: [`Import::into_shared`] takes both.
    pub fn into_buffer<T: ScalarType>(self, stream: &Stream) -> Result<Buffer<T>> {
        if self.read_only {
            return refused("the tensor must not be written; `into_shared` takes it for reading".to_owned());
        }
        if reach(&self.shape, &self.strides).is_some() && !distinct(&self.shape, &self.strides) {
            return refused(
                "the tensor has elements that share a place; `into_shared` takes it for reading".to_owned(),
            );
        }
        self.take(stream)
    }

    /// As [`Import::into_buffer`], for reading.
    ///
    /// # Errors
    ///
    /// As [`Import::into_buffer`].
    pub fn into_shared<T: ScalarType>(self, stream: &Stream) -> Result<ReadOnly<T>> {
        self.take(stream).map(ReadOnly)
    }

    fn take<T: ScalarType>(self, stream: &Stream) -> Result<Buffer<T>> {
        let (found, wanted) = (self.tensor.dtype, scalar::<T>());
        if found != wanted {
            let DlType { code, bits, lanes } = found;
            return refused(format!(
                "the tensor's elements have the DLPack type (code {code}, {bits} bits, {lanes} lanes), and `{}` is (code {}, {} bits, 1 lanes)",
                std::any::type_name::<T>(),
                wanted.code,
                wanted.bits
            ));
        }
        let device = stream.device_shared();
        let DlDevice { kind, index } = self.tensor.device;
        let there = match device.kind {
            // The CPU, observed or standing for a GPU, uses the host's memory.
            DeviceKind::Cpu | DeviceKind::Sanitized | DeviceKind::Emulated(..) | DeviceKind::Counted(_) => {
                matches!(kind, CPU | CUDA_HOST | CUDA_MANAGED)
            }
            DeviceKind::Gpu(number) => {
                matches!(kind, CUDA | CUDA_MANAGED) && usize::try_from(index) == Ok(number)
            }
        };
        if !there {
            return refused(format!(
                "the tensor lies on the DLPack device (type {kind}, number {index}), and the stream is of {}",
                device.describe()
            ));
        }
        let len = reach(&self.shape, &self.strides).ok_or_else(|| Error::Exchange {
            reason: "the tensor is larger than an address can count".to_owned(),
        })?;
        let address = (self.tensor.data.expose_provenance() as u64).wrapping_add(self.tensor.byte_offset);
        // SAFETY: the producer vouches for the tensor, which the deleter ends; that it is not written was asked.
        unsafe { Buffer::from_foreign(stream, address, len, self.managed) }
    }
}

/// The protocol's name of a device.
fn place(kind: DeviceKind) -> Result<DlDevice> {
    match kind {
        DeviceKind::Cpu => Ok(DlDevice { kind: CPU, index: 0 }),
        DeviceKind::Gpu(number) => Ok(DlDevice { kind: CUDA, index: number as c_int }),
        DeviceKind::Sanitized | DeviceKind::Emulated(..) | DeviceKind::Counted(_) => {
            refused("the device is one for tests: `Device::cpu()` has memory that others may have".to_owned())
        }
    }
}

/// Strides of elements that lie densely, the last axis first.
fn dense(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1usize; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis].saturating_mul(shape[axis].max(1));
    }
    strides
}

/// How many elements lie from the first to the last.
fn reach(shape: &[usize], strides: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    let last = shape
        .iter()
        .zip(strides)
        .try_fold(0usize, |sum, (extent, stride)| sum.checked_add((extent - 1).checked_mul(*stride)?))?;
    last.checked_add(1)
}

/// Holds that a tensor lies in so many elements, and fills them where it is dense.
fn fits(shape: &[usize], strides: &[usize], len: usize, dense: bool) -> Result<()> {
    let reached = if shape.len() == strides.len() { reach(shape, strides) } else { None };
    if dense && reached != Some(len) {
        return Err(Error::TensorSize { extents: shape.into(), elements: reached, len });
    }
    if reached.is_none_or(|reached| reached > len) {
        return Err(Error::TensorStrides { extents: shape.into(), strides: strides.into(), len });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
