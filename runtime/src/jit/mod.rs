//! From a kernel to code on a device: in memory already, on the disk, or compiled now.
//!
//! Takes a kernel, rustc's answers for an open one, and a device; guarantees that threads asking for the same code compile it
//! once, that the disk is asked before any text is made, and that a damaged or refused entry is only a miss; leaves the text
//! to `kiln_codegen` and the fast path of a launch to `instance`.

mod arch;
pub mod cache;
mod compile;
mod disk;
mod key;

mod pipeline;

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError, RwLock};

use kiln_codegen::passes::specialise::Answer;

use crate::device::DeviceShared;
use crate::driver::{Context, Function, Refused};
use crate::error::{Error, Result};
use crate::executor::Program;
use crate::instance::{Code, Loaded};
use crate::registry::KernelEntry;

pub use arch::Arch;
pub(crate) use pipeline::{cuda, module};

pub use crate::sys::nvrtc;

/// Everything loaded, by number. Code is never unloaded, so a number in a failure record stays valid.
static LOADED: RwLock<Vec<&'static Loaded>> = RwLock::new(Vec::new());

/// What has been asked for, by what identifies it.
static ASKED: LazyLock<Mutex<HashMap<Identity, State>>> = LazyLock::new(Mutex::default);

/// One instance of one kernel on one device.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Identity {
    /// The address of the IR text. Not the entry's: the registry and the kernel's handle have a copy each. Equal texts may
    /// share an address, and then they share their code rightly.
    ir: usize,
    answers: key::Digest,
    slot: usize,
}

enum State {
    Ready(&'static Loaded),
    /// Some thread is making it.
    Busy(Arc<Flight>),
}

/// Where threads wait for the one that makes the code.
#[derive(Default)]
struct Flight {
    done: Mutex<Option<Result<&'static Loaded>>>,
    wake: Condvar,
}

/// The loaded kernel with this number.
pub(crate) fn loaded(number: u32) -> Option<&'static Loaded> {
    LOADED.read().unwrap_or_else(PoisonError::into_inner).get(number as usize).copied()
}

/// A kernel's code on a device. Several threads that ask for the same wait for the first; a failure goes to all that wait,
/// and the next one asking tries again.
pub(crate) fn load(
    entry: &'static KernelEntry,
    answers: Vec<Answer>,
    device: &'static DeviceShared,
) -> Result<&'static Loaded> {
    let identity =
        Identity { ir: entry.ir.as_ptr() as usize, answers: key::answers(&answers), slot: device.slot };
    let flight = {
        let mut asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
        match asked.entry(identity) {
            Slot::Occupied(slot) => match slot.get() {
                State::Ready(loaded) => return Ok(loaded),
                State::Busy(flight) => Err(Arc::clone(flight)),
            },
            Slot::Vacant(slot) => {
                let flight = Arc::new(Flight::default());
                slot.insert(State::Busy(Arc::clone(&flight)));
                Ok(flight)
            }
        }
    };
    match flight {
        Ok(flight) => {
            let mut landing = Landing { identity, flight, result: None };
            let made = make(entry, answers, device);
            landing.result = Some(made.clone());
            made
        }
        Err(flight) => {
            let mut done = flight.done.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                if let Some(result) = &*done {
                    return result.clone();
                }
                done = flight.wake.wait(done).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// Tells the result to those who wait, also when making it unwinds.
struct Landing {
    identity: Identity,
    flight: Arc<Flight>,
    result: Option<Result<&'static Loaded>>,
}

impl Drop for Landing {
    fn drop(&mut self) {
        let result = self.result.take().unwrap_or_else(|| {
            Err(Error::Specialise {
                kernel: "?".to_owned(),
                message: "the compiler stopped in another thread; this is a defect of Kiln".to_owned(),
            })
        });
        let mut asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
        match &result {
            Ok(loaded) => asked.insert(self.identity, State::Ready(loaded)),
            Err(_) => asked.remove(&self.identity),
        };
        drop(asked);
        *self.flight.done.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        self.flight.wake.notify_all();
    }
}

fn make(
    entry: &'static KernelEntry,
    answers: Vec<Answer>,
    device: &'static DeviceShared,
) -> Result<&'static Loaded> {
    let code = if let (Some(context), Some((major, minor))) = (&device.context, device.compute_capability) {
        Code::Gpu(gpu(entry, &answers, context, Arch::new(major, minor))?)
    } else {
        let refused = |message| Error::Specialise { kernel: entry.name.to_owned(), message };
        Code::Cpu(Program::compile(module(entry, &answers)?).map_err(refused)?)
    };
    let mut all = LOADED.write().unwrap_or_else(PoisonError::into_inner);
    let number = all.len() as u32;
    let loaded = Box::leak(Box::new(Loaded { number, entry, answers, code }));
    all.push(loaded);
    Ok(loaded)
}

/// A kernel on a GPU: from the disk cache, or compiled and put there.
fn gpu(entry: &'static KernelEntry, answers: &[Answer], context: &Context, arch: Arch) -> Result<Function> {
    let options = compile::options(entry.attrs.math);
    let key = key::gpu(entry, answers, arch, &options);
    let cache = cache::global();
    if let Some(found) = cache.get(&key) {
        match Function::load(context, &found.image, &found.symbol) {
            Ok(function) => return Ok(function),
            // An image for another driver, or for another GPU by mistake: compiled again, and replaced.
            Err(_) => cache.refused(&key),
        }
    }
    let made;
    let source = match entry.cuda {
        Some(text) if !entry.open => text,
        Some(_) | None => {
            made = cuda(&module(entry, answers)?);
            &made
        }
    };
    let compiled = compile::compile(entry.name, source, arch, &options, context.driver.version())?;
    let function =
        Function::load(context, &compiled.image, &compiled.symbol).map_err(|Refused { error, log }| {
            if log.is_empty() {
                *error
            } else {
                Error::Compile {
                    kernel: entry.name.to_owned(),
                    log: format!("{error}\n{log}"),
                    excerpt: String::new(),
                }
            }
        })?;
    // Only what the driver has taken is kept.
    cache.put(&key, &compiled);
    Ok(function)
}

#[cfg(test)]
mod tests;
