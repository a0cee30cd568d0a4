//! Events that several processes record and wait for.
//!
//! Takes a GPU; guarantees that bytes which are no handle, or one of another GPU, are an error; leaves it to the
//! processes to tell each other when an event was recorded.

use std::fmt;

use super::{VERSION, versioned};
use crate::device::Device;
use crate::driver::{Context, Mark};
use crate::error::{Error, Result};
use crate::graph::refused;
use crate::stream::{Engine, Stream};

/// A mark in the work of one process's stream that another process's streams wait for. It may be recorded again and
/// again, by any process that has it: each wait is for the last record before it.
///
/// # Examples
///
/// ```no_run
/// use kiln_runtime::{Device, IpcEventHandle};
///
/// let device = Device::gpu(0)?;
/// let stream = device.stream();
/// // In one process:
/// let ready = device.ipc_event()?;
/// ready.record(&stream)?;
/// let bytes = ready.handle()?.to_bytes(); // send these to the other process, and keep `ready`
/// // In the other:
/// let handle = IpcEventHandle::from_bytes(&bytes)?;
/// // SAFETY: the first process keeps the event.
/// let ready = unsafe { device.open_ipc_event(&handle) }?;
/// stream.wait_ipc(&ready)?; // for the first process's work; the host goes on
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub struct IpcEvent {
    mark: Mark,
    /// Whether it is another process's.
    opened: bool,
}

/// What names a [`IpcEvent`] to another process: bytes, to be sent however the processes talk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct IpcEventHandle {
    /// The GPU's identity.
    uuid: [u8; 16],
    /// The driver's own name of the event.
    driver: [u8; 64],
}

const MAGIC: &[u8; 7] = b"KILNEVT";
const LENGTH: usize = 8 + 16 + 64;

impl IpcEventHandle {
    /// The bytes to send: what they are and a version first.
    pub fn to_bytes(&self) -> Vec<u8> {
        [MAGIC.as_slice(), &[VERSION], &self.uuid, &self.driver].concat()
    }

    /// What [`IpcEventHandle::to_bytes`] gave.
    ///
    /// # Errors
    ///
    /// [`Error::BadIpcHandle`] for other bytes, and for those of another version of Kiln's.
    pub fn from_bytes(bytes: &[u8]) -> Result<IpcEventHandle> {
        let rest = versioned(bytes, MAGIC, LENGTH)?;
        let (mut uuid, mut driver) = ([0; 16], [0; 64]);
        uuid.copy_from_slice(&rest[..16]);
        driver.copy_from_slice(&rest[16..]);
        Ok(IpcEventHandle { uuid, driver })
    }
}

impl fmt::Debug for IpcEventHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IpcEventHandle")
    }
}

impl Device {
    /// An event that other processes of this machine may open. Until it is recorded nobody waits for it.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] for the CPU, [`Error::Driver`] where the device fails.
    pub fn ipc_event(&self) -> Result<IpcEvent> {
        Ok(IpcEvent { mark: self.gpu_context()?.shareable_mark()?, opened: false })
    }

    /// Opens the event that a handle of another process names.
    ///
    /// # Safety
    ///
    /// The other process keeps its event for as long as what is returned lives.
    ///
    /// # Errors
    ///
    /// [`Error::BadIpcHandle`] where the event is another GPU's, [`Error::Unsupported`] for the CPU,
    /// [`Error::Driver`] where the driver cannot open it: in the process that made the handle, and across
    /// containers.
    pub unsafe fn open_ipc_event(&self, handle: &IpcEventHandle) -> Result<IpcEvent> {
        let context = self.gpu_context()?;
        if context.uuid()? != handle.uuid {
            let reason = format!("the event is of another GPU than {}", self.shared().describe());
            return Err(Error::BadIpcHandle { reason });
        }
        // SAFETY: the caller's contract.
        Ok(IpcEvent { mark: unsafe { context.open_mark(handle.driver) }?, opened: true })
    }

    fn gpu_context(&self) -> Result<&'static Context> {
        self.shared().context.as_ref().ok_or_else(|| Error::Unsupported {
            device: self.shared().describe(),
            what: "events that other processes can open",
            help: "work of the CPU is done when a call returns, which processes tell each other by the system's own means",
        })
    }
}

impl IpcEvent {
    /// What names the event to other processes.
    ///
    /// # Errors
    ///
    /// [`Error::BadIpcHandle`] for what another process has lent, [`Error::Driver`] where the driver or the system
    /// has no such handles.
    pub fn handle(&self) -> Result<IpcEventHandle> {
        if self.opened {
            let reason = "the event is another process's own".to_owned();
            return Err(Error::BadIpcHandle { reason });
        }
        let context = self.mark.context();
        Ok(IpcEventHandle { uuid: context.uuid()?, driver: self.mark.share()? })
    }

    /// Marks the end of the work given to a stream so far, in the place of what was marked before. Who waits
    /// already does so for the former.
    ///
    /// # Errors
    ///
    /// [`Error::WrongDevice`] for a stream of another device, [`Error::Graph`] for one that records,
    /// [`Error::Driver`] where the device fails.
    pub fn record(&self, stream: &Stream) -> Result<()> {
        match stream.engine() {
            Engine::Gpu(gpu) if std::ptr::eq(gpu.context, self.mark.context()) => self.mark.again(gpu),
            Engine::Capture(_) => Err(refused("an event of several processes", "record it on a stream")),
            Engine::Cpu(_) | Engine::Gpu(_) => Err(Error::WrongDevice {
                what: "an event of several processes".to_owned(),
                buffer_device: "another device".to_owned(),
                stream_device: stream.device_shared().describe(),
            }),
        }
    }

    /// Whether all work before the last record is done.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the device fails.
    pub fn is_done(&self) -> Result<bool> {
        self.mark.is_done()
    }

    /// Waits until all work before the last record is done.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`] where the device fails.
    pub fn synchronize(&self) -> Result<()> {
        self.mark.synchronize()
    }
}

impl Stream {
    /// Lets everything given to this stream from now on wait for the last record of an event of several processes.
    /// The host does not wait. A process that has just been told of the event waits for what was recorded before it
    /// was told.
    ///
    /// # Errors
    ///
    /// [`Error::Graph`] for a stream that records, [`Error::Driver`] where the device fails.
    pub fn wait_ipc(&self, event: &IpcEvent) -> Result<()> {
        match self.engine() {
            Engine::Gpu(gpu) => gpu.wait(&event.mark),
            // What a stream of the CPU is given is done at once: the host has to wait.
            Engine::Cpu(_) => event.synchronize(),
            Engine::Capture(_) => {
                Err(refused("waiting for an event of several processes", "wait before the launch"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_read_as_they_are_written() {
        let handle = IpcEventHandle { uuid: [3; 16], driver: [7; 64] };
        let bytes = handle.to_bytes();
        assert_eq!(IpcEventHandle::from_bytes(&bytes).unwrap(), handle);
        for (bad, part) in
            [(&bytes[..87], "they are 87, and a handle has 88"), (b"KILNIPC\x01", "no handle of Kiln's")]
        {
            let text = IpcEventHandle::from_bytes(bad).unwrap_err().to_string();
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn the_cpu_says_what_serves_instead() {
        let text = Device::cpu().ipc_event().err().unwrap().to_string();
        assert!(text.contains("the CPU has no events that other processes"), "{text}");
    }
}
