//! What a device says of itself, beyond what a launch needs to know.

use kiln_codegen::compact::List;
use std::fmt;
use std::str::FromStr;

use super::Device;
use crate::driver::attribute as number;
use crate::error::{Error, Result};

/// The identity of a GPU, or of a part of one (a MIG instance), which stays the same from start to start.
///
/// # Examples
///
/// ```
/// use kiln_runtime::Uuid;
///
/// let uuid: Uuid = "GPU-7d5e0b4c-11aa-4f3e-9c1d-0123456789ab".parse()?;
/// assert_eq!(uuid.to_string(), "GPU-7d5e0b4c-11aa-4f3e-9c1d-0123456789ab");
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Uuid {
    bytes: [u8; 16],
    mig: bool,
}

impl Uuid {
    pub(crate) fn of(bytes: [u8; 16], mig: bool) -> Uuid {
        Uuid { bytes, mig }
    }

    /// The sixteen bytes, in the order of their digits.
    pub fn bytes(&self) -> [u8; 16] {
        self.bytes
    }

    /// Whether it is written as a MIG instance's.
    pub fn is_mig(&self) -> bool {
        self.mig
    }
}

/// Uuids are equal when their bytes are.
impl PartialEq for Uuid {
    fn eq(&self, other: &Uuid) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Uuid {}

impl std::hash::Hash for Uuid {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.mig { "MIG" } else { "GPU" })?;
        for (index, byte) in self.bytes.iter().enumerate() {
            if matches!(index, 0 | 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Uuid {
    type Err = Error;

    fn from_str(text: &str) -> Result<Uuid> {
        let bad = || Error::BadUuid { text: text.to_owned() };
        let (kind, rest) = text.split_at_checked(4).ok_or_else(bad)?;
        let mig = match kind.to_ascii_uppercase().as_str() {
            "GPU-" => false,
            "MIG-" => true,
            _ => return Err(bad()),
        };
        let groups: Vec<&str> = rest.split('-').list();
        let shape: Vec<usize> = groups.iter().map(|group| group.len()).list();
        let digits = groups.concat();
        if shape != [8, 4, 4, 4, 12] || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(bad());
        }
        let value = u128::from_str_radix(&digits, 16).map_err(|_| bad())?;
        Ok(Uuid { bytes: value.to_be_bytes(), mig })
    }
}

/// Memory of a device, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryInfo {
    /// What is free. Other programs use the GPU too, so this changes by itself.
    pub free: u64,
    /// What there is in all.
    pub total: u64,
}

/// What a GPU is and can do. Of the CPU all is unknown: numbers are 0, and abilities `false`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
// Each is one of the driver's answers, and has nothing to do with the others.
#[allow(clippy::struct_excessive_bools)]
pub struct Properties {
    /// The GPU's identity; `None` for the CPU, and for a driver older than CUDA 11.4.
    pub uuid: Option<Uuid>,
    /// Where the GPU is on the machine's bus: domain, bus, device and function, as `0000:3b:00.0`.
    pub pci_bus_id: Option<String>,
    /// The highest clock of the multiprocessors, in kHz.
    pub clock_khz: u32,
    /// The highest clock of the memory, in kHz.
    pub memory_clock_khz: u32,
    /// Bits that the memory gives at a time.
    pub memory_bus_bits: u32,
    /// Bytes of the second-level cache.
    pub l2_cache: u32,
    /// Threads that a multiprocessor runs at once.
    pub max_threads_per_multiprocessor: u32,
    /// Blocks that a multiprocessor runs at once.
    pub max_blocks_per_multiprocessor: u32,
    /// Registers of 32 bits of a block.
    pub registers_per_block: u32,
    /// Registers of 32 bits of a multiprocessor.
    pub registers_per_multiprocessor: u32,
    /// Bytes of shared memory of a multiprocessor.
    pub shared_memory_per_multiprocessor: u32,
    /// Engines that copy beside kernels.
    pub copy_engines: u32,
    /// Whether kernels of several streams run at once.
    pub concurrent_kernels: bool,
    /// Whether the GPU shares the host's memory.
    pub integrated: bool,
    /// Whether memory corrects its errors.
    pub ecc: bool,
    /// Whether host and device may use managed memory at the same time.
    pub concurrent_managed_access: bool,
    /// Whether a grid can have a barrier of all its blocks.
    pub cooperative_launch: bool,
    /// Whether blocks can form clusters.
    pub cluster_launch: bool,
    /// Whether memory is allocated in the order of streams, from a pool.
    pub memory_pools: bool,
    /// Whether addresses can be had before their memory.
    pub virtual_memory: bool,
}

impl Device {
    /// What the GPU is and can do; asked of the driver each time.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the driver does not answer.
    ///
    /// # Examples
    ///
    /// ```
    /// let device = kiln_runtime::Device::best()?;
    /// println!("{}: {} bytes of cache", device.name(), device.properties()?.l2_cache);
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn properties(&self) -> Result<Properties> {
        let Some(context) = &self.shared().context else { return Ok(Properties::default()) };
        let get = |attribute| context.attribute(attribute);
        let can = |attribute| Ok::<_, Error>(context.attribute(attribute)? != 0);
        Ok(Properties {
            uuid: context.uuid().ok().map(|bytes| Uuid::of(bytes, self.name().contains(" MIG "))),
            pci_bus_id: Some(context.pci_bus_id()?),
            clock_khz: get(number::CLOCK_RATE)?,
            memory_clock_khz: get(number::MEMORY_CLOCK_RATE)?,
            memory_bus_bits: get(number::GLOBAL_MEMORY_BUS_WIDTH)?,
            l2_cache: get(number::L2_CACHE_SIZE)?,
            max_threads_per_multiprocessor: get(number::MAX_THREADS_PER_MULTIPROCESSOR)?,
            max_blocks_per_multiprocessor: get(number::MAX_BLOCKS_PER_MULTIPROCESSOR)?,
            registers_per_block: get(number::MAX_REGISTERS_PER_BLOCK)?,
            registers_per_multiprocessor: get(number::MAX_REGISTERS_PER_MULTIPROCESSOR)?,
            shared_memory_per_multiprocessor: get(number::MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?,
            copy_engines: get(number::ASYNC_ENGINE_COUNT)?,
            concurrent_kernels: can(number::CONCURRENT_KERNELS)?,
            integrated: can(number::INTEGRATED)?,
            ecc: can(number::ECC_ENABLED)?,
            concurrent_managed_access: can(number::CONCURRENT_MANAGED_ACCESS)?,
            cooperative_launch: can(number::COOPERATIVE_LAUNCH)?,
            cluster_launch: can(number::CLUSTER_LAUNCH)?,
            memory_pools: can(number::MEMORY_POOLS_SUPPORTED)?,
            virtual_memory: can(number::VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)?,
        })
    }

    /// How much memory is free, and how much there is; `None` for the CPU.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the driver does not answer.
    pub fn memory_info(&self) -> Result<Option<MemoryInfo>> {
        let Some(context) = &self.shared().context else { return Ok(None) };
        let (free, total) = context.memory_info()?;
        Ok(Some(MemoryInfo { free, total }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuids_are_written_as_they_are_read() {
        for text in ["GPU-7d5e0b4c-11aa-4f3e-9c1d-0123456789ab", "MIG-00000000-0000-0000-0000-00000000000f"] {
            assert_eq!(text.parse::<Uuid>().unwrap().to_string(), text);
        }
        let upper: Uuid = "gpu-7D5E0B4C-11AA-4F3E-9C1D-0123456789AB".parse().unwrap();
        assert_eq!(upper.to_string(), "GPU-7d5e0b4c-11aa-4f3e-9c1d-0123456789ab");
        assert_eq!(upper.bytes()[..4], [0x7d, 0x5e, 0x0b, 0x4c]);
    }

    #[test]
    fn other_texts_are_errors() {
        for bad in [
            "",
            "GPU-",
            "GPÜ-7d5e0b4c-11aa-4f3e-9c1d-0123456789ab",
            "CPU-7d5e0b4c-11aa-4f3e-9c1d-0123456789ab",
            "GPU-7d5e0b4c11aa-4f3e-9c1d-0123456789ab-",
            "GPU-7d5e0b4c-11aa-4f3e-9c1d-0123456789a",
            "GPU-7d5e0b4c-11aa-4f3e-9c1d-+123456789ab",
            "7d5e0b4c-11aa-4f3e-9c1d-0123456789ab",
        ] {
            let text = bad.parse::<Uuid>().unwrap_err().to_string();
            assert!(text.contains(bad) && text.contains("nvidia-smi -L"), "{text}");
        }
    }

    #[test]
    fn of_the_cpu_all_is_unknown() {
        assert_eq!(Device::cpu().properties().unwrap(), Properties::default());
        assert_eq!(Device::cpu().memory_info().unwrap(), None);
    }
}
