//! What a device's memory is used for: Kiln's own pool, how much it holds, and what it may hold.
//!
//! Takes nothing but the device; guarantees that the counts are those of all that Kiln has allocated there, and
//! that an allocation beyond the limit is refused before the driver is asked; leaves allocating to
//! [`crate::memory`].

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::device::{Device, DeviceShared};
use crate::driver::{Context, pool_attribute};
use crate::error::{Error, Result, without_help};
use crate::profile::watch;

/// The memory that Kiln's buffers on a device come from.
///
/// Where the GPU and its driver allocate in the order of streams, this is a pool of Kiln's own, never the process's
/// default one: what is freed stays in the pool for the next buffer, without the driver's or the system's having a
/// part in it, until it is [trimmed](MemoryPool::trim), or until the device has no room otherwise. Elsewhere (the
/// CPU, and GPUs without pools) each buffer is an allocation of its own, and nothing is kept. The variable
/// `KILN_POOL=0` asks for that everywhere.
///
/// # Examples
///
/// ```
/// use kiln_runtime::Device;
///
/// let device = Device::best()?;
/// let pool = device.memory_pool();
/// let x = device.stream().alloc_zeroed::<f32>(1000)?;
/// assert!(pool.stats()?.in_use >= 4000);
/// drop(x);
/// device.stream().synchronize()?;
/// pool.trim(0)?;
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct MemoryPool {
    device: &'static DeviceShared,
}

/// What a device's memory is used for, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolStats {
    /// What buffers hold. A pool's own count may be of a little more, since it rounds up.
    pub in_use: u64,
    /// The most that buffers have held at a time.
    pub in_use_peak: u64,
    /// What the device has given: what buffers hold and what the pool keeps for the next ones.
    pub reserved: u64,
    /// The most that the device has given at a time.
    pub reserved_peak: u64,
}

impl PoolStats {
    /// What is kept for later buffers.
    pub fn cached(&self) -> u64 {
        self.reserved.saturating_sub(self.in_use)
    }
}

impl Device {
    /// The memory that the buffers of this device come from.
    pub fn memory_pool(&self) -> MemoryPool {
        MemoryPool { device: self.shared() }
    }
}

impl MemoryPool {
    /// Whether buffers are allocated and freed in the order of streams, from a pool.
    pub fn is_stream_ordered(&self) -> bool {
        self.context().is_some_and(|context| context.pool.is_some())
    }

    /// How much is used now, and the most that was.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the driver does not answer.
    pub fn stats(&self) -> Result<PoolStats> {
        let account = &self.device.account;
        let direct = account.direct.load(Ordering::Relaxed);
        let pooled = match self.context() {
            Some(context) => context.pool_stats()?,
            None => None,
        };
        let Some([in_use, in_use_peak, reserved, reserved_peak]) = pooled else {
            let (in_use, high) = (account.held(), account.high.load(Ordering::Relaxed));
            return Ok(PoolStats { in_use, in_use_peak: high, reserved: in_use, reserved_peak: high });
        };
        Ok(PoolStats {
            in_use: in_use + direct,
            in_use_peak: in_use_peak.max(account.high.load(Ordering::Relaxed)),
            reserved: reserved + direct,
            reserved_peak: reserved_peak.max(reserved + direct),
        })
    }

    /// Lets the most that was used be what is used now.
    ///
    /// # Errors
    ///
    /// As [`MemoryPool::stats`].
    pub fn reset_peak(&self) -> Result<()> {
        let account = &self.device.account;
        account.high.store(account.held(), Ordering::Relaxed);
        let Some(context) = self.context() else { return Ok(()) };
        context.set_pool_attribute(pool_attribute::RESERVED_HIGH, 0)?;
        context.set_pool_attribute(pool_attribute::USED_HIGH, 0)
    }

    /// Gives memory that no buffer holds back to the device, but for so many bytes in all, those that buffers hold
    /// included. Memory whose last work is not done is not given back: wait for the streams first.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the driver fails.
    pub fn trim(&self, keep: u64) -> Result<()> {
        self.context().map_or(Ok(()), |context| context.trim(keep))
    }

    /// How many bytes the pool keeps when a stream is waited for; everything unless it was set. The driver gives
    /// the rest back to the device, which makes the next allocations slow. Without a pool nothing is kept, and this
    /// changes nothing.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the driver fails.
    pub fn set_release_threshold(&self, bytes: u64) -> Result<()> {
        let Some(context) = self.context() else { return Ok(()) };
        context.set_pool_attribute(pool_attribute::RELEASE_THRESHOLD, bytes)
    }

    /// How many bytes buffers may hold at a time, `None` for as many as there is room for. Buffers that exist stay;
    /// an allocation that would come to more is [`Error::OutOfMemory`], which says so.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::{Device, Error};
    ///
    /// let device = Device::cpu();
    /// let pool = device.memory_pool();
    /// pool.set_limit(Some(pool.stats()?.in_use + 1000));
    /// let refused = device.stream().alloc_zeroed::<f32>(1000);
    /// pool.set_limit(None);
    /// assert!(matches!(refused, Err(Error::OutOfMemory { .. })));
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn set_limit(&self, bytes: Option<u64>) {
        self.device.account.limit.store(bytes.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// What [`MemoryPool::set_limit`] set.
    pub fn limit(&self) -> Option<u64> {
        Some(self.device.account.limit.load(Ordering::Relaxed)).filter(|limit| *limit != u64::MAX)
    }

    fn context(self) -> Option<&'static Context> {
        self.device.context.as_ref()
    }
}

impl fmt::Debug for MemoryPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryPool").field("device", &self.device.describe()).finish_non_exhaustive()
    }
}

/// What Kiln has allocated on a device.
pub(crate) struct Account {
    /// Bytes from the pool, or from the allocator where there is none.
    pooled: AtomicU64,
    /// Bytes that came past the pool.
    direct: AtomicU64,
    high: AtomicU64,
    limit: AtomicU64,
}

impl Account {
    pub(crate) const fn new() -> Account {
        Account {
            pooled: AtomicU64::new(0),
            direct: AtomicU64::new(0),
            high: AtomicU64::new(0),
            limit: AtomicU64::new(u64::MAX),
        }
    }

    pub(crate) fn held(&self) -> u64 {
        self.pooled.load(Ordering::Relaxed) + self.direct.load(Ordering::Relaxed)
    }

    fn of(&self, direct: bool) -> &AtomicU64 {
        if direct { &self.direct } else { &self.pooled }
    }

    /// Notes that so many bytes are held no more.
    pub(crate) fn give(&self, bytes: usize, direct: bool) {
        self.of(direct).fetch_sub(bytes as u64, Ordering::Relaxed);
    }
}

impl DeviceShared {
    /// Notes that so many bytes more are to be held; they are given back by [`Account::give`].
    pub(crate) fn account_for(&'static self, bytes: usize, direct: bool) -> Result<()> {
        let account = &self.account;
        account.of(direct).fetch_add(bytes as u64, Ordering::Relaxed);
        let (held, limit) = (account.held(), account.limit.load(Ordering::Relaxed));
        if held <= limit {
            account.high.fetch_max(held, Ordering::Relaxed);
            watch::allocated(self, bytes, held);
            return Ok(());
        }
        account.give(bytes, direct);
        let held = held - bytes as u64;
        let reason =
            format!("`MemoryPool::set_limit` allows {}, of which buffers hold {}", Bytes(limit), Bytes(held));
        Err(Error::OutOfMemory { device: self.describe(), bytes, reason })
    }

    /// The error for an allocation that the driver had no room for, which says who has the memory.
    #[cold]
    pub(crate) fn no_room(&'static self, bytes: usize, error: Error) -> Error {
        match error {
            Error::Driver { code: crate::sys::driver::OUT_OF_MEMORY, .. } => {
                let reason = without_help(&error) + &self.holders().unwrap_or_default();
                Error::OutOfMemory { device: self.describe(), bytes, reason }
            }
            other => other,
        }
    }

    /// Who holds a GPU's memory, in words.
    fn holders(&'static self) -> Option<String> {
        let (free, total) = self.context.as_ref()?.memory_info().ok()?;
        let stats = MemoryPool { device: self }.stats().ok()?;
        let others = total.saturating_sub(free).saturating_sub(stats.reserved);
        Some(format!(
            "; of its {}, {} are free, Kiln's buffers hold {}, its pool keeps {} for later ones, and {} are held by other programs \
             (`nvidia-smi` lists them), other libraries of this one and CUDA itself",
            Bytes(total),
            Bytes(free),
            Bytes(stats.in_use),
            Bytes(stats.cached()),
            Bytes(others)
        ))
    }
}

/// A number of bytes, for people.
pub(crate) struct Bytes(pub(crate) u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
        let unit = (0..5).rev().find(|unit| self.0 >> (10 * unit) != 0).unwrap_or(0);
        if unit == 0 {
            return write!(f, "{} bytes", self.0);
        }
        write!(f, "{:.1} {}", self.0 as f64 / (1u64 << (10 * unit)) as f64, units[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_for_people() {
        for (bytes, text) in [(0, "0 bytes"), (1023, "1023 bytes"), (1536, "1.5 KiB"), (3 << 30, "3.0 GiB")] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
        assert!(Bytes(u64::MAX).to_string().ends_with(" TiB"));
    }
}
