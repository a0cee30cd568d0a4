//! The driver's own assembler and linker: PTX text, and objects, to machine code for a context's GPU.
//!
//! Takes a context and text or objects; guarantees that the machine code is a copy, so that it can be kept on the
//! disk, and that a refusal comes with all that the driver said; leaves what the codes mean for a kernel to
//! [`crate::jit`].

use kiln_codegen::compact::List;
use std::ffi::{CString, c_int, c_void};
use std::ptr;

use crate::error::{Error, Result};
use crate::object::ObjectKind;
use crate::sys::driver::{CUlinkState, Driver};

use super::{Context, Refused};

const JIT_INFO_LOG_BUFFER: c_int = 3;
const JIT_INFO_LOG_BUFFER_SIZE: c_int = 4;
const JIT_ERROR_LOG_BUFFER: c_int = 5;
const JIT_ERROR_LOG_BUFFER_SIZE: c_int = 6;
const JIT_MAX_REGISTERS: c_int = 0;
const JIT_GENERATE_DEBUG_INFO: c_int = 11;
const JIT_GENERATE_LINE_INFO: c_int = 13;
const JIT_INPUT_CUBIN: c_int = 0;
const JIT_INPUT_PTX: c_int = 1;
const JIT_INPUT_FATBINARY: c_int = 2;
/// What a log may grow to, in bytes; the driver cuts off the rest.
const LOG: usize = 16 * 1024;

/// A link under way: the driver writes to the logs and to the values until it is destroyed, and may read the names.
struct Link {
    driver: &'static Driver,
    state: CUlinkState,
    info: Vec<u8>,
    errors: Vec<u8>,
    /// What the log calls the inputs.
    names: Vec<CString>,
    options: Vec<c_int>,
    values: Vec<*mut c_void>,
}

/// What goes into a link: its name for the log, its bytes, and what they are.
pub(crate) type Input<'a> = (&'a str, ObjectKind, &'a [u8]);

/// What a link is asked for beside its inputs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    /// Machine code that tells its lines, where the inputs do.
    pub(crate) lines: bool,
    /// Machine code for a debugger.
    pub(crate) debug: bool,
    /// The most registers of a thread.
    pub(crate) registers: Option<u32>,
}

/// Assembles the text of a kernel for the GPU of a context; with `lines` the machine code tells the lines that the
/// text tells.
pub(crate) fn assemble(context: &Context, kernel: &str, text: &str, lines: bool) -> Result<Vec<u8>, Refused> {
    let input = (kernel, ObjectKind::Ptx, text.as_bytes());
    link(context, &[input], Wishes { lines, ..Wishes::default() })
}

/// Links PTX, CUBINs and fatbins for the GPU of a context.
pub(crate) fn link(context: &Context, inputs: &[Input<'_>], wishes: Wishes) -> Result<Vec<u8>, Refused> {
    let bare = |error| Refused { error: Box::new(error), log: String::new() };
    let _current = context.enter().map_err(bare)?;
    let driver = context.driver;
    let (mut info, mut errors) = (vec![0u8; LOG], vec![0u8; LOG]);
    let mut values = vec![
        info.as_mut_ptr().cast(),
        ptr::without_provenance_mut(LOG - 1),
        errors.as_mut_ptr().cast(),
        ptr::without_provenance_mut(LOG - 1),
    ];
    let mut options =
        vec![JIT_INFO_LOG_BUFFER, JIT_INFO_LOG_BUFFER_SIZE, JIT_ERROR_LOG_BUFFER, JIT_ERROR_LOG_BUFFER_SIZE];
    let numbers = [
        (JIT_GENERATE_LINE_INFO, wishes.lines.then_some(1)),
        (JIT_GENERATE_DEBUG_INFO, wishes.debug.then_some(1)),
        (JIT_MAX_REGISTERS, wishes.registers),
    ];
    for (option, value) in numbers {
        if let Some(value) = value {
            options.push(option);
            values.push(ptr::without_provenance_mut(value as usize));
        }
    }
    let names = inputs.iter().map(|(name, ..)| CString::new(*name).unwrap_or_default()).list();
    // On the heap: neither the lists nor the logs move while the driver knows them.
    let mut link = Link { driver, state: CUlinkState(ptr::null_mut()), info, errors, names, options, values };
    link.image(inputs).map_err(|error| Refused { error: Box::new(error), log: link.log() })
}

impl Link {
    fn image(&mut self, inputs: &[Input<'_>]) -> Result<Vec<u8>> {
        let driver = self.driver;
        let mut image = ptr::null_mut();
        let mut bytes = 0;
        let count = self.options.len() as u32;
        // SAFETY: the options are two logs with their sizes, which live as long as the link, and numbers; the
        // answer has its place.
        unsafe {
            driver.cuLinkCreate(
                count,
                self.options.as_mut_ptr(),
                self.values.as_mut_ptr(),
                &raw mut self.state,
            )?;
        }
        for ((_, kind, bytes), name) in inputs.iter().zip(&self.names) {
            let (kind, end): (_, &[u8]) = match kind {
                ObjectKind::Ptx => (JIT_INPUT_PTX, &[0]),
                ObjectKind::Fatbin => (JIT_INPUT_FATBINARY, &[]),
                // LTO-IR is refused before.
                ObjectKind::Cubin | ObjectKind::LtoIr => (JIT_INPUT_CUBIN, &[]),
            };
            let mut bytes = [bytes, end].concat();
            // SAFETY: the link is alive; the bytes are as many as is said, of text with its NUL, and are copied by
            // the driver.
            unsafe {
                driver.cuLinkAddData(
                    self.state,
                    kind,
                    bytes.as_mut_ptr().cast(),
                    bytes.len(),
                    name.as_ptr(),
                    0,
                    ptr::null_mut(),
                    ptr::null_mut(),
                )?;
            }
        }
        // SAFETY: the link is alive, and the answers have their places.
        unsafe { driver.cuLinkComplete(self.state, &raw mut image, &raw mut bytes) }?;
        if image.is_null() || bytes == 0 {
            return Err(Error::Driver {
                call: "cuLinkComplete",
                code: 0,
                name: "CUDA_SUCCESS".to_owned(),
                meaning: "the driver made no machine code".to_owned(),
            });
        }
        // SAFETY: the image is the link's, of as many bytes as it says, until the link is destroyed.
        Ok(unsafe { std::slice::from_raw_parts(image.cast::<u8>(), bytes) }.to_vec())
    }

    /// Errors first, then what else the driver said.
    fn log(&self) -> String {
        let text = |log: &[u8]| {
            let end = log.iter().position(|byte| *byte == 0).unwrap_or(log.len());
            String::from_utf8_lossy(&log[..end]).trim_end().to_owned()
        };
        let parts = [text(&self.errors), text(&self.info)];
        parts.into_iter().filter(|part| !part.is_empty()).list().join("\n")
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if !self.state.0.is_null() {
            // SAFETY: the link was created and not destroyed; a failure leaves nothing to do.
            let _ = unsafe { self.driver.cuLinkDestroy(self.state) };
        }
    }
}
