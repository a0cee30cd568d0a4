//! A kernel of an object, in whichever contexts it is used.
//!
//! Takes a loaded object and a name; guarantees that a kernel met on a device is found again without locks; leaves
//! launching to [`crate::launch`].

use kiln_codegen::compact::List as _;
use std::ffi::{CString, c_int};
use std::fmt;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use crate::device::{Device, DeviceShared, Limits};
use crate::driver::library::{attribute, in_context, load_module, parameters};
use crate::driver::{Context, Function};
use crate::error::{Error, Result};
use crate::lists::List;
use crate::registry::KernelEntry;
use crate::sys::driver::NOT_FOUND;

use super::{CUkernel, Object};

/// A kernel of an [`ObjectCode`](super::ObjectCode). It is a handle, lasts as long as the process, and runs on any
/// GPU that the object's code is for.
///
/// [`extern_kernel!`](../../kiln/macro.extern_kernel.html) gives it a typed signature; [`Kernel::call`] launches it
/// with arguments that say what they are.
#[derive(Clone, Copy)]
pub struct Kernel {
    pub(super) code: &'static KernelCode,
}

/// A kernel, once for the process.
pub(crate) struct KernelCode {
    symbol: CString,
    /// What launches know of a kernel, under the name that the user has for it.
    pub(crate) entry: &'static KernelEntry,
    object: &'static Object,
    kernel: Option<CUkernel>,
    /// The devices on which it was used.
    devices: List<OnDevice>,
}

/// A kernel in one device's context, for as long as the process lives.
pub(crate) struct OnDevice {
    slot: usize,
    pub(crate) function: Function,
    /// Bytes of shared memory that the code declares.
    pub(crate) shared_bytes: u32,
    /// Bytes of dynamic shared memory that launches may have so far.
    pub(crate) allowed: AtomicU32,
    parameters: Option<Vec<Parameter>>,
}

/// Where a parameter of a kernel lies among the bytes of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// Where it begins, in bytes.
    pub offset: usize,
    /// How many bytes it has.
    pub size: usize,
}

/// A block with which a kernel runs as many threads at once as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BestBlock {
    /// Threads of the block.
    pub threads: u32,
    /// How many such blocks the device runs at once: a smaller grid leaves a part of it idle.
    pub blocks: u32,
}

/// A kernel on one GPU: what its machine code uses there, and how much of it runs at once.
///
/// # Examples
///
/// ```no_run
/// use kiln_runtime::Device;
/// use kiln_runtime::object::ObjectCode;
///
/// let device = Device::gpu(0)?;
/// let kernel = ObjectCode::read("kernels.cubin")?.kernel("saxpy")?;
/// let on = kernel.load_on(&device)?;
/// println!("{} registers, {} blocks of 256", on.registers(), on.blocks_per_multiprocessor(256, 0)?);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct LoadedKernel {
    name: &'static str,
    device: &'static DeviceShared,
    context: &'static Context,
    on: &'static OnDevice,
    attributes: [u32; 8],
}

/// Numbers of `CUfunction_attribute`, in the order of [`LoadedKernel::attributes`](LoadedKernel).
const ATTRIBUTES: [c_int; 8] = [0, 1, 2, 3, 4, 5, 6, 10];

impl KernelCode {
    /// A kernel that lasts.
    pub(super) fn keep(
        name: &str,
        symbol: CString,
        object: &'static Object,
        kernel: Option<CUkernel>,
    ) -> &'static KernelCode {
        let entry = Box::leak(Box::new(KernelEntry::foreign(Box::leak(name.into()), &[])));
        let devices = List::of(AtomicPtr::new(ptr::null_mut()));
        Box::leak(Box::new(KernelCode { symbol, entry, object, kernel, devices }))
    }

    /// The kernel in the context of a GPU.
    #[inline]
    pub(crate) fn on(&self, device: &'static DeviceShared) -> Result<&'static OnDevice> {
        match self.devices.find(|one| one.slot == device.slot) {
            Some(one) => Ok(one),
            None => self.meet(device),
        }
    }

    #[cold]
    fn meet(&self, device: &'static DeviceShared) -> Result<&'static OnDevice> {
        let Some(context) = &device.context else {
            return Err(Error::NotOnCpu { kernel: self.entry.name });
        };
        let function = match self.kernel {
            Some(kernel) => in_context(context, kernel),
            None => load_module(context, &self.object.image, &self.symbol),
        };
        let function = function.map_err(|error| match error {
            Error::Driver { code: NOT_FOUND, .. } => Error::NoSuchKernel {
                object: (&*self.object.name).into(),
                kernel: self.entry.name.into(),
                kernels: Vec::new(),
            },
            error => self.object.refused(error, Some(device)),
        })?;
        let threads = attribute(context, function, ATTRIBUTES[0])?;
        let shared_bytes = attribute(context, function, ATTRIBUTES[1])?;
        let told = parameters(context, function)?;
        let parameters =
            told.map(|all| all.into_iter().map(|(offset, size)| Parameter { offset, size }).list());
        // Where two threads both add the device, either will do.
        Ok(self.devices.add(OnDevice {
            slot: device.slot,
            function: Function::of(function, threads),
            shared_bytes,
            allowed: AtomicU32::new((48 << 10) - shared_bytes.min(48 << 10)),
            parameters,
        }))
    }
}

impl OnDevice {
    /// Lets launches have so many bytes of dynamic shared memory, which the device can give.
    #[inline]
    pub(crate) fn allow(&self, context: &Context, bytes: u32) -> Result<()> {
        if bytes <= self.allowed.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.function.allow_shared(context, bytes)?;
        self.allowed.fetch_max(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Where the parameters lie, if the driver tells.
    pub(crate) fn parameters(&self) -> Option<&[Parameter]> {
        self.parameters.as_deref()
    }
}

impl Kernel {
    /// The name by which it was asked for.
    pub fn name(&self) -> &'static str {
        self.code.entry.name
    }

    /// Its name in the code.
    pub fn symbol(&self) -> &'static str {
        self.code.symbol.to_str().unwrap_or_default()
    }

    /// The kernel on a GPU, in whose context it is loaded if it was not yet.
    ///
    /// # Errors
    ///
    /// [`Error::ObjectRefused`] for code that is not for this GPU, [`Error::NotOnCpu`] for the CPU.
    pub fn load_on(&self, device: impl Into<Device>) -> Result<LoadedKernel> {
        let device = device.into().shared();
        let on = self.code.on(device)?;
        let Some(context) = &device.context else {
            return Err(Error::NotOnCpu { kernel: self.code.entry.name });
        };
        let mut attributes = [0; ATTRIBUTES.len()];
        for (place, number) in attributes.iter_mut().zip(ATTRIBUTES) {
            *place = attribute(context, on.function.raw(), number)?;
        }
        Ok(LoadedKernel { name: self.name(), device, context, on, attributes })
    }

    pub(crate) fn code(self) -> &'static KernelCode {
        self.code
    }
}

impl LoadedKernel {
    /// The largest block that the kernel's registers and shared memory allow.
    pub fn max_threads_per_block(&self) -> u32 {
        self.attributes[0]
    }

    /// Bytes of shared memory that the kernel declares itself.
    pub fn shared_bytes(&self) -> u32 {
        self.attributes[1]
    }

    /// Bytes of constant memory that the kernel declares.
    pub fn constant_bytes(&self) -> u32 {
        self.attributes[2]
    }

    /// Bytes of memory of a thread's own: spilled registers, and arrays that are no registers.
    pub fn local_bytes(&self) -> u32 {
        self.attributes[3]
    }

    /// Registers of a thread.
    pub fn registers(&self) -> u32 {
        self.attributes[4]
    }

    /// The PTX from which the machine code was made: 9.0 is `(9, 0)`.
    pub fn ptx_version(&self) -> (u32, u32) {
        (self.attributes[5] / 10, self.attributes[5] % 10)
    }

    /// The compute capability for which the machine code is: 9.0 is `(9, 0)`.
    pub fn binary_version(&self) -> (u32, u32) {
        (self.attributes[6] / 10, self.attributes[6] % 10)
    }

    /// Whether each launch has to say the size of its clusters, which [`Kernel::call`] does not.
    pub fn needs_cluster_size(&self) -> bool {
        self.attributes[7] != 0
    }

    /// Where the parameters lie; `None` for a driver before CUDA 12.4, which does not tell.
    pub fn parameters(&self) -> Option<&'static [Parameter]> {
        self.on.parameters()
    }

    /// How many blocks of so many threads, each with so many bytes of dynamic shared memory, run on a
    /// multiprocessor at once.
    ///
    /// # Errors
    ///
    /// [`Error::LaunchLimit`] for more shared memory than a block can have, [`Error::Driver`] where the driver does
    /// not answer.
    pub fn blocks_per_multiprocessor(&self, threads: u32, dynamic_shared: u32) -> Result<u32> {
        self.allow(dynamic_shared)?;
        self.on.function.blocks_per_multiprocessor(self.context, threads, dynamic_shared as usize)
    }

    /// The block with which most threads run at once, each block with so many bytes of dynamic shared memory.
    ///
    /// # Errors
    ///
    /// As [`LoadedKernel::blocks_per_multiprocessor`].
    pub fn auto_block(&self, dynamic_shared: u32) -> Result<BestBlock> {
        self.allow(dynamic_shared)?;
        let (threads, blocks) = self.on.function.auto_block(self.context, dynamic_shared as usize, 0)?;
        Ok(BestBlock { threads, blocks })
    }

    /// How many clusters of `cluster` blocks, each of `block` threads with so many bytes of dynamic shared memory,
    /// run on the device at once; 0 where the shape cannot run at all.
    ///
    /// # Errors
    ///
    /// As [`LoadedKernel::blocks_per_multiprocessor`]; [`Error::Architecture`] for a GPU before compute capability 9.0,
    /// which has no clusters, [`Error::SymbolMissing`] for a driver before CUDA 11.8.
    pub fn max_clusters(&self, cluster: [u32; 3], block: [u32; 3], dynamic_shared: u32) -> Result<u32> {
        let kernel = self.name;
        let found = self.device.compute_capability.unwrap_or_default();
        if found < (9, 0) {
            return Err(Error::Architecture { kernel, what: "clusters", needed: (9, 0), found });
        }
        self.allow(dynamic_shared)?;
        self.on.function.active_clusters(self.context, cluster, block, dynamic_shared)
    }

    fn allow(&self, dynamic_shared: u32) -> Result<()> {
        check_dynamic(self.name, self.on, &self.device.limits, dynamic_shared as usize)?;
        self.on.allow(self.context, dynamic_shared)
    }
}

/// Refuses more dynamic shared memory than the device can give a block beside what the kernel declares.
#[inline]
pub(crate) fn check_dynamic(
    kernel: &'static str,
    on: &OnDevice,
    limits: &Limits,
    bytes: usize,
) -> Result<u32> {
    let most = limits.shared_memory_opt_in.saturating_sub(on.shared_bytes);
    match u32::try_from(bytes).ok().filter(|bytes| *bytes <= most) {
        Some(bytes) => Ok(bytes),
        None => Err(Error::LaunchLimit {
            kernel,
            what: "the dynamic shared memory of a block, in bytes,".to_owned(),
            asked: bytes as u64,
            limit: most.into(),
            whose: format!("the device's, beside {} bytes that the kernel declares", on.shared_bytes),
        }),
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel")
            .field("name", &self.name())
            .field("symbol", &self.symbol())
            .field("object", &self.code.object.name)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for LoadedKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedKernel")
            .field("name", &self.name)
            .field("device", &self.device.name)
            .field("registers", &self.registers())
            .field("local_bytes", &self.local_bytes())
            .field("shared_bytes", &self.shared_bytes())
            .finish_non_exhaustive()
    }
}
