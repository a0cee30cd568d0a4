//! Devices: the GPUs that the driver shows, and the CPU.
//!
//! Takes a number or the variable KILN_DEVICE; guarantees that what a device is stays fixed for the life of the
//! process, and that every handle of a device has a stream of its own; leaves work to [`Stream`].

use kiln_codegen::compact::List;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

mod properties;

pub use properties::{MemoryInfo, Properties, Uuid};

use crate::cpu::Observer;
use crate::driver;
use crate::error::{Error, Result};
use crate::pool::Account;
use crate::profile;
use crate::stream::Stream;
use crate::sys::driver::{Driver, NO_DEVICE, STUB_LIBRARY};
use crate::sys::variables;

/// A GPU or the CPU, with a default stream. Cloning shares the stream; [`Device::gpu`] and its kin make a new one
/// each time, so that independent parts of a program do not wait for each other or see each other's failures.
///
/// # Examples
///
/// ```
/// use kiln_runtime::Device;
///
/// let device = Device::cpu();
/// let stream = device.stream();
/// let x = stream.upload(&[1.0f32, 2.0, 3.0])?;
/// assert_eq!(stream.download(&x)?, [1.0, 2.0, 3.0]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct Device {
    stream: Stream,
    /// Why [`Device::best`] gave the CPU.
    fallback: Option<&'static str>,
}

/// The device in words: the CPU, or the GPU's number and name.
impl std::fmt::Display for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shared().describe())
    }
}

/// What a device can hold and run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Threads of a block, over all axes.
    pub max_threads_per_block: u32,
    /// Threads of a block along x, y and z.
    pub max_block: [u32; 3],
    /// Blocks of a grid along x, y and z.
    pub max_grid: [u32; 3],
    /// Bytes of shared memory that any block can have.
    pub shared_memory_per_block: u32,
    /// Bytes of shared memory that a block can have when its kernel asks for more than the usual.
    pub shared_memory_opt_in: u32,
    /// Threads of a warp.
    pub warp_size: u32,
    /// Multiprocessors of a GPU, threads of the CPU.
    pub multiprocessors: u32,
    /// Bytes of device memory; 0 for the CPU.
    pub memory: u64,
}

/// What kind of device it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    /// The CPU.
    Cpu,
    /// The GPU with this number.
    Gpu(usize),
    /// The CPU, running what the compiler makes for a GPU of this compute capability, major and minor.
    Emulated(u32, u32),
    /// The CPU, looking for mistakes.
    Sanitized,
    /// The CPU, counting what kernels do; with a compute capability, what the compiler makes for such a GPU.
    Counted(Option<(u32, u32)>),
}

/// What [`Device::list`] says of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// CPU, or GPU and its number.
    pub kind: DeviceKind,
    /// The name that its maker gave it.
    pub name: String,
}

/// A device, once for the process.
pub(crate) struct DeviceShared {
    pub(crate) kind: DeviceKind,
    pub(crate) name: String,
    pub(crate) limits: Limits,
    /// Major and minor, also of a GPU that is emulated; `None` for the CPU.
    pub(crate) compute_capability: Option<(u32, u32)>,
    /// `None` for the CPU, also where it emulates a GPU.
    pub(crate) context: Option<driver::Context>,
    /// The device's number in the tables of [`crate::instance`]: 0 for the CPU, then the GPUs, and past any table
    /// what is emulated.
    pub(crate) slot: usize,
    /// What observes kernels of threads.
    pub(crate) observer: Observer,
    /// From how many threads on launches take coarse code, where the kernel has one.
    pub(crate) coarse_from: u64,
    /// What Kiln has allocated there.
    pub(crate) account: Account,
}

impl Device {
    /// The device that KILN_DEVICE names (`cpu`, `gpu`, `gpu:N`, or a GPU's uuid as `nvidia-smi -L` shows it);
    /// without it the first GPU, or the CPU where there is no driver or the driver shows no GPU. Then
    /// [`Device::fallback_reason`] says which.
    ///
    /// # Errors
    ///
    /// [`Error::BadDeviceName`] for other values of KILN_DEVICE, and [`Device::gpu`]'s errors for a GPU that it
    /// names or that is there and cannot be used: too old a driver, a GPU that is lost or busy. `KILN_DEVICE=cpu`
    /// and [`Device::cpu`] do without one.
    ///
    /// # Examples
    ///
    /// ```
    /// let device = kiln_runtime::Device::best()?;
    /// println!("running on {}", device.name());
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    #[doc(alias = "cuda_if_available")]
    pub fn best() -> Result<Device> {
        match variables::value("KILN_DEVICE") {
            Some(value) => match parse(&value.to_string_lossy())? {
                Name::Cpu => Ok(Device::cpu()),
                Name::Gpu(index) => Device::gpu(index),
                Name::Uuid(uuid) => Device::from_uuid(uuid),
            },
            None => Device::gpu(0).or_else(|error| match no_gpu(&error) {
                Some(why) => Ok(Device { fallback: Some(why), ..Device::cpu() }),
                None => Err(error),
            }),
        }
    }

    /// The CPU. Where the variable KILN_SANITIZE is `1`, it looks for mistakes as
    /// [`Device::sanitized`] does.
    pub fn cpu() -> Device {
        let device = Device::from_stream(Stream::cpu(cpu()));
        profile::begin_automatic();
        device
    }

    /// The GPU with this number, counted from 0 as CUDA does (after CUDA_VISIBLE_DEVICES).
    ///
    /// # Errors
    ///
    /// [`Error::DriverMissing`], [`Error::DriverUnusable`] or [`Error::SymbolMissing`] where the driver cannot be used,
    /// [`Error::NoSuchDevice`] for a number past the last, [`Error::Driver`] where the GPU does not answer.
    ///
    /// # Examples
    ///
    /// ```
    /// match kiln_runtime::Device::gpu(0) {
    ///     Ok(device) => println!("{}", device.name()),
    ///     Err(why) => println!("{why}"),
    /// }
    /// ```
    pub fn gpu(index: usize) -> Result<Device> {
        let device = Stream::new(gpu(index)?).map(Device::from_stream)?;
        profile::begin_automatic();
        Ok(device)
    }

    /// For tests of kernels and of Kiln: the CPU, running tile kernels as what the compiler makes of them for a GPU
    /// of this compute capability, thread for thread, where [`Device::cpu`] runs what the kernel says. Kernels of
    /// threads run as on the CPU. It is slow, the memory is its own, and indices that the compiler has proven are
    /// checked all the same, so that a wrong proof is an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let device = Device::emulated((9, 0));
    /// assert_eq!(device.compute_capability(), Some((9, 0)));
    /// assert!(!device.is_gpu() && device != Device::cpu());
    /// ```
    pub fn emulated(capability: (u32, u32)) -> Device {
        Device::from_stream(Stream::cpu(simulated(DeviceKind::Emulated(capability.0, capability.1))))
    }

    /// For tests of kernels: the CPU, watching every access to memory of kernels of threads, `unsafe` and
    /// `unchecked` ones too. Data races, indices out of bounds that nothing checks, reads of shared memory that
    /// nobody wrote, barriers that only some threads reach, and arguments that overlap or are misaligned end the
    /// launch with [`Error::Sanitizer`], which names both places. It is slow, and the memory is its own. Tile
    /// kernels have no threads to watch and run as on the CPU.
    ///
    /// The variable KILN_SANITIZE, set to anything but `0`, makes [`Device::cpu`] watch too.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let stream = Device::sanitized().stream();
    /// let x = stream.upload(&[1.0f32, 2.0])?;
    /// // Launch kernels on the stream; then:
    /// stream.synchronize()?;
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn sanitized() -> Device {
        Device::from_stream(Stream::cpu(simulated(DeviceKind::Sanitized)))
    }

    /// For tests of kernels: the CPU, counting what kernels of threads do as they are written: sectors of global
    /// memory, passes over the banks of shared memory, divergent branches, arithmetic, atomics and barriers, by source
    /// line. [`Stream::take_counts`] returns the counts. The device is slow, and its memory is its own. Launching a
    /// tile kernel returns [`Error::Unsupported`], since it has no threads; [`Device::counted_as`] runs those.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let stream = Device::counted().stream();
    /// let x = stream.upload(&[1.0f32, 2.0])?;
    /// // Launch kernels on the stream; then:
    /// let counts = stream.take_counts()?;
    /// assert_eq!(counts.total.global.sectors, counts.total.global.ideal_sectors, "{counts}");
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn counted() -> Device {
        Device::from_stream(Stream::cpu(simulated(DeviceKind::Counted(None))))
    }

    /// As [`Device::counted`], but counting the code that the compiler makes for a GPU of this compute capability, of
    /// tile kernels too: with its vector accesses, asynchronous copies and products. Every launch of a kernel of
    /// threads takes the code for small launches.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let device = Device::counted_as((9, 0));
    /// assert_eq!(device.compute_capability(), Some((9, 0)));
    /// ```
    pub fn counted_as(capability: (u32, u32)) -> Device {
        Device::from_stream(Stream::cpu(simulated(DeviceKind::Counted(Some(capability)))))
    }

    /// The GPU, or the part of one (a MIG instance), with this uuid.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchUuid`] where no GPU that the driver shows has it, and [`Device::gpu`]'s errors.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let uuid = "GPU-00000000-0000-0000-0000-000000000000".parse()?;
    /// println!("{}", Device::from_uuid(uuid).unwrap_err());
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn from_uuid(uuid: Uuid) -> Result<Device> {
        let driver = Driver::get()?;
        let mut present = Vec::new();
        for index in 0..driver::count(driver)? {
            let found = driver::uuid(driver, index)?;
            if found == uuid.bytes() {
                return Device::gpu(index);
            }
            present.push(Uuid::of(found, uuid.is_mig()));
        }
        Err(Error::NoSuchUuid { uuid, present })
    }

    /// How many GPUs there are.
    ///
    /// # Errors
    ///
    /// As [`Device::gpu`]: without a usable driver the number is not known.
    pub fn gpu_count() -> Result<usize> {
        driver_count()
    }

    /// Every device: the GPUs, then the CPU. GPUs that do not answer are left out; [`Device::gpu`] tells why.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{Device, DeviceKind};
    ///
    /// assert_eq!(Device::list().last().map(|device| device.kind), Some(DeviceKind::Cpu));
    /// ```
    pub fn list() -> Vec<DeviceInfo> {
        let count = driver_count().unwrap_or(0);
        let gpus = (0..count).filter_map(|index| gpu(index).ok());
        gpus.chain([cpu()]).map(|shared| DeviceInfo { kind: shared.kind, name: shared.name.clone() }).list()
    }

    /// The default stream of this handle.
    #[doc(alias = "default_stream")]
    pub fn stream(&self) -> Stream {
        self.stream.clone()
    }

    /// A further stream, which runs beside the default one.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the driver has no room for one more.
    pub fn new_stream(&self) -> Result<Stream> {
        Stream::new(self.shared())
    }

    /// The name that its maker gave it.
    pub fn name(&self) -> &str {
        &self.shared().name
    }

    /// CPU, or GPU and its number.
    pub fn kind(&self) -> DeviceKind {
        self.shared().kind
    }

    /// Whether it is a GPU.
    pub fn is_gpu(&self) -> bool {
        self.shared().context.is_some()
    }

    /// Why [`Device::best`] gave the CPU although nobody asked for it, in a few words; `None` of any other device.
    /// [`Device::gpu`] tells the same at length.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// let device = Device::best()?;
    /// if let Some(why) = device.fallback_reason() {
    ///     println!("running on the CPU: {why}");
    /// }
    /// assert_eq!(Device::cpu().fallback_reason(), None);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn fallback_reason(&self) -> Option<&str> {
        self.fallback
    }

    /// A GPU's compute capability, major and minor; of an emulated GPU too.
    pub fn compute_capability(&self) -> Option<(u32, u32)> {
        self.shared().compute_capability
    }

    /// What it can hold and run.
    pub fn limits(&self) -> Limits {
        self.shared().limits
    }

    pub(crate) fn from_stream(stream: Stream) -> Device {
        Device { stream, fallback: None }
    }

    pub(crate) fn shared(&self) -> &'static DeviceShared {
        self.stream.device_shared()
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device")
            .field("kind", &self.kind())
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}

/// Two handles are equal when they are of the same device.
impl PartialEq for Device {
    fn eq(&self, other: &Device) -> bool {
        self.kind() == other.kind()
    }
}

impl Eq for Device {}

impl DeviceShared {
    /// `GPU 0 (NVIDIA H200)`, for errors.
    pub(crate) fn describe(&self) -> String {
        match self.kind {
            DeviceKind::Cpu => "the CPU".to_owned(),
            DeviceKind::Sanitized => "the CPU with its sanitizer".to_owned(),
            DeviceKind::Counted(None) => "the CPU with its counter".to_owned(),
            DeviceKind::Counted(Some(_)) => format!("the {} with its counter", self.name),
            DeviceKind::Gpu(index) => format!("GPU {index} ({})", self.name),
            DeviceKind::Emulated(..) => format!("the {}", self.name),
        }
    }
}

/// In words that there is no GPU, if that is what the error says.
fn no_gpu(error: &Error) -> Option<&'static str> {
    match error {
        Error::DriverMissing { .. } | Error::DriverUnusable { code: STUB_LIBRARY, .. } => {
            Some("no NVIDIA driver could be opened")
        }
        Error::NoSuchDevice { count: 0, .. } | Error::DriverUnusable { code: NO_DEVICE, .. } => {
            Some("the NVIDIA driver shows no GPU")
        }
        _ => None,
    }
}

/// What a value of KILN_DEVICE names.
#[derive(Debug, PartialEq)]
enum Name {
    Cpu,
    Gpu(usize),
    Uuid(Uuid),
}

fn parse(value: &str) -> Result<Name> {
    if let Ok(uuid) = value.trim().parse() {
        return Ok(Name::Uuid(uuid));
    }
    let text = value.trim().to_ascii_lowercase();
    let kind = match text.as_str() {
        "cpu" => Some(Name::Cpu),
        "gpu" => Some(Name::Gpu(0)),
        // `parse` of an integer would take a sign too.
        other => other
            .strip_prefix("gpu:")
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|digits| digits.parse().ok())
            .map(Name::Gpu),
    };
    kind.ok_or_else(|| Error::BadDeviceName { value: value.to_owned() })
}

fn driver_count() -> Result<usize> {
    driver::count(Driver::get()?)
}

/// The CPU takes what every NVIDIA GPU of today takes, so that a launch that works on one works on the other.
fn cpu() -> &'static DeviceShared {
    static CPU: OnceLock<DeviceShared> = OnceLock::new();
    CPU.get_or_init(|| DeviceShared {
        observer: match variables::switch("KILN_SANITIZE") {
            Some(true) => Observer::Sanitizer,
            Some(false) | None => Observer::None,
        },
        kind: DeviceKind::Cpu,
        name: cpu_name(),
        limits: cpu_limits(48 << 10),
        compute_capability: None,
        context: None,
        slot: 0,
        coarse_from: u64::MAX,
        account: Account::new(),
    })
}

fn cpu_limits(shared_memory_opt_in: u32) -> Limits {
    Limits {
        max_threads_per_block: 1024,
        max_block: [1024, 1024, 64],
        max_grid: [i32::MAX as u32, 65535, 65535],
        shared_memory_per_block: 48 << 10,
        shared_memory_opt_in,
        warp_size: 32,
        multiprocessors: std::thread::available_parallelism().map_or(1, |n| n.get() as u32),
        memory: 0,
    }
}

/// How many threads a multiprocessor has to be given before its blocks do the work of several: twice what it can
/// hold, so that a quarter of them still is half of that.
const COARSE_THREADS: u64 = 4096;

/// From how many threads on launches take coarse code: as many, unless KILN_COARSE says always (`1`) or never (`0`).
fn coarse_from(usual: u64) -> u64 {
    match variables::switch("KILN_COARSE") {
        Some(false) => u64::MAX,
        Some(true) => 0,
        None => usual,
    }
}

/// The first number of a device for tests, past the numbers of all GPUs: the map in [`crate::jit`] finds its code.
const FIRST_SLOT: usize = 1 << 32;

/// A device for tests that the CPU simulates, once for the process and the kind.
pub(crate) fn simulated(kind: DeviceKind) -> &'static DeviceShared {
    static SIMULATED: Mutex<Vec<&'static DeviceShared>> = Mutex::new(Vec::new());
    let mut all = SIMULATED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(shared) = all.iter().find(|shared| shared.kind == kind) {
        return shared;
    }
    let (compute_capability, observer, coarse_from) = match kind {
        DeviceKind::Emulated(major, minor) => (Some((major, minor)), Observer::None, coarse_from(0)),
        DeviceKind::Counted(capability) => (capability, Observer::Counter, coarse_from(u64::MAX)),
        DeviceKind::Sanitized => (None, Observer::Sanitizer, u64::MAX),
        DeviceKind::Cpu | DeviceKind::Gpu(_) => (None, Observer::None, u64::MAX),
    };
    let shared = Box::leak(Box::new(DeviceShared {
        kind,
        name: match compute_capability {
            Some((major, minor)) => format!("CPU as a GPU of compute capability {major}.{minor}"),
            None => cpu_name(),
        },
        limits: cpu_limits(if compute_capability.is_some() { 227 << 10 } else { 48 << 10 }),
        compute_capability,
        context: None,
        slot: FIRST_SLOT + all.len(),
        observer,
        coarse_from,
        account: Account::new(),
    }));
    all.push(shared);
    shared
}

/// The processor's own name where the system tells it.
fn cpu_name() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| format!("CPU ({})", std::env::consts::ARCH), |(_, name)| name.trim().to_owned())
}

/// A GPU, opened once for the process. A failure is not kept: a GPU may be busy now and free later.
fn gpu(index: usize) -> Result<&'static DeviceShared> {
    static GPUS: Mutex<Vec<Option<&'static DeviceShared>>> = Mutex::new(Vec::new());
    // Before the lock, which a thread of the parent may have held.
    if Driver::forked() {
        return Err(Error::Forked);
    }
    let mut gpus = GPUS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Some(shared)) = gpus.get(index) {
        return Ok(shared);
    }
    let (context, facts) = driver::Context::open(index)?;
    let shared = Box::leak(Box::new(DeviceShared {
        kind: DeviceKind::Gpu(index),
        name: facts.name,
        limits: facts.limits,
        compute_capability: Some(facts.compute_capability),
        context: Some(context),
        slot: index + 1,
        observer: Observer::None,
        coarse_from: coarse_from(u64::from(facts.limits.multiprocessors) * COARSE_THREADS),
        account: Account::new(),
    }));
    if gpus.len() <= index {
        gpus.resize(index + 1, None);
    }
    gpus[index] = Some(shared);
    Ok(shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowed_names_parse() {
        assert_eq!(parse("cpu").unwrap(), Name::Cpu);
        assert_eq!(parse(" CPU ").unwrap(), Name::Cpu);
        assert_eq!(parse("gpu").unwrap(), Name::Gpu(0));
        assert_eq!(parse("gpu:3").unwrap(), Name::Gpu(3));
        let text = "GPU-7d5e0b4c-11aa-4f3e-9c1d-0123456789ab";
        assert_eq!(parse(text).unwrap(), Name::Uuid(text.parse().unwrap()));
    }

    #[test]
    fn other_names_are_errors_that_list_the_forms() {
        for bad in
            ["cuda", "gpu:", "gpu:-1", "gpu:+1", "gpu:x", "gpu0", "cpu:0", "gpu:99999999999999999999999"]
        {
            let text = parse(bad).unwrap_err().to_string();
            assert!(text.contains(bad) && text.contains("`cpu`") && text.contains("`gpu:N`"), "{text}");
        }
    }

    #[test]
    fn a_gpu_that_is_not_there_says_why() {
        let text = Device::gpu(4096).unwrap_err().to_string();
        assert!(
            text.contains("no GPU 4096") || text.contains("libcuda.so.1") || text.contains("does not start"),
            "{text}"
        );
    }

    #[test]
    fn the_cpu_is_always_there() {
        let device = Device::cpu();
        assert!(!device.is_gpu() && device.compute_capability().is_none() && !device.name().is_empty());
        assert_eq!(device, Device::cpu());
    }
}
