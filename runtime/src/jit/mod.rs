//! From a kernel to code on a device: in memory already, on the disk, or compiled now.
//!
//! Takes a kernel, rustc's answers for an open one, and a device; guarantees that threads asking for the same code
//! compile it once, that the disk is asked before any text is made, and that a damaged or refused entry is only a
//! miss; leaves the text to `kiln_codegen` and the fast path of a launch to `instance`. A tile kernel is lowered to
//! code of threads on the way to a GPU, once for each variant that launches ask for.

mod arch;
mod backend;
pub mod cache;
mod cache_admin;
mod compile;
mod disk;
mod dump;
mod folder;
mod form;
mod inspect;
#[cfg(feature = "generic-proofs")]
mod instance;
#[cfg(not(feature = "generic-proofs"))]
#[path = "no_instance.rs"]
mod instance;
mod key;
pub(crate) mod pack;
mod pipeline;
pub(crate) mod precompile;
pub(crate) mod ptx_version;
pub(crate) mod recheck_bounds;
mod record;

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Instant;

use kiln_codegen::abi::shared_memory;
use kiln_codegen::check::precondition::Preconditions;
use kiln_codegen::ir::Backend;
use kiln_codegen::passes::specialize::Answer;
use kiln_codegen::passes::tile::{Target, Variant};
use kiln_codegen::passes::{finish, finish_coarse};
use kiln_codegen::pipeline::Ir;

use crate::cpu::Observer;
use crate::device::{DeviceShared, Limits};
use crate::driver::{Context, Function, Refused};
use crate::error::{Error, Result};
use crate::executor::Program;
use crate::instance::{Code, Loaded};
use crate::launch::Plain;
use crate::profile::watch;
use crate::registry::KernelEntry;
use crate::sys::nvrtc::{ImageKind, Nvrtc};
use crate::sys::process::PerProcess;

use cache::Taken;
use compile::Compiled;
pub(crate) use compile::{Needs, target};
use dump::Dump;
pub(crate) use form::Form;
use pipeline::For;

pub use arch::Arch;
pub(crate) use inspect::inspect;
pub(crate) use pipeline::{cuda, lowered, module, portable, preconditions};
pub(crate) use record::instance as instance_name;

pub use crate::sys::nvrtc;

/// Everything loaded, by number. Code is never unloaded, so a number in a failure record stays valid.
static LOADED: RwLock<Vec<&'static Loaded>> = RwLock::new(Vec::new());

/// What has been asked for, by what identifies it. What a thread of its parent was making, a forked child makes itself.
static ASKED: PerProcess<Mutex<HashMap<Identity, State>>> = PerProcess::new();

/// One instance of one kernel on one device.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Identity {
    /// The address of the IR text. Not the entry's: the registry and the kernel's handle have a copy each. Equal
    /// texts may share an address, and then they share their code rightly.
    ir: usize,
    answers: key::Digest,
    slot: usize,
    form: Form,
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

/// A digest of a kernel's code with these answers, in hexadecimal. Places in the source are no part of it.
pub(crate) fn code_digest(entry: &KernelEntry, answers: &[Answer]) -> String {
    let [code, answers] = [key::code(entry), key::answers(answers)];
    key::object(&[&code, &answers]).hex()[..16].to_owned()
}

/// The loaded kernel with this number.
pub(crate) fn loaded(number: u32) -> Option<&'static Loaded> {
    LOADED.read().unwrap_or_else(PoisonError::into_inner).get(number as usize).copied()
}

/// A kernel's code on a device. Several threads that ask for the same wait for the first; a failure goes to all
/// that wait, and the next one asking tries again.
pub(crate) fn load(
    entry: &'static KernelEntry,
    answers: Vec<Answer>,
    device: &'static DeviceShared,
    variant: Variant,
) -> Result<&'static Loaded> {
    let layout = variant.layout();
    if layout != Variant::FAST && layout != Variant::GENERAL && device.compute_capability.is_some() {
        // A program without a compiler may have brought no code for just these tensors. And tiles that are transposed
        // on their way may ask for more memory than a block has; then each element goes by itself.
        let special = load_form(entry, answers.clone(), device, Form::of(entry, device, variant));
        let general = Variant::GENERAL.with_hints(variant.hints);
        return special.or_else(|_| load(entry, answers, device, general));
    }
    load_form(entry, answers, device, Form::of(entry, device, variant))
}

fn load_form(
    entry: &'static KernelEntry,
    answers: Vec<Answer>,
    device: &'static DeviceShared,
    form: Form,
) -> Result<&'static Loaded> {
    let identity =
        Identity { ir: entry.ir.as_ptr() as usize, answers: key::answers(&answers), slot: device.slot, form };
    let flight = {
        let mut asked = ASKED.get().lock().unwrap_or_else(PoisonError::into_inner);
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
            let _range = crate::trace::own_range(entry.name);
            let begin = Instant::now();
            let made = make(entry, answers, device, form);
            watch::compiled(entry.name, device, begin);
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
            Err(Error::Specialize {
                kernel: "?".to_owned(),
                message: "the compiler stopped in another thread; this is a defect of Kiln".to_owned(),
            })
        });
        let mut asked = ASKED.get().lock().unwrap_or_else(PoisonError::into_inner);
        match &result {
            Ok(loaded) => asked.insert(self.identity, State::Ready(loaded)),
            Err(_) => asked.remove(&self.identity),
        };
        drop(asked);
        *self.flight.done.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        self.flight.wake.notify_all();
    }
}

/// What compiles a kernel for a GPU, and, where nobody chose it, why NVRTC does not.
pub(crate) fn backend(entry: &KernelEntry) -> Result<(Backend, Option<Error>)> {
    let mut missing = None;
    let chosen = backend::chosen(backend::said(entry)?, || {
        missing = Nvrtc::get().err();
        missing.is_none()
    })?;
    Ok((chosen, missing))
}

fn make(
    entry: &'static KernelEntry,
    answers: Vec<Answer>,
    device: &'static DeviceShared,
    mut form: Form,
) -> Result<&'static Loaded> {
    let preconditions = preconditions(entry, &answers)?;
    let arch = device.compute_capability.map(|(major, minor)| Arch::new(major, minor));
    let made = if let (Some(context), Some(arch)) = (&device.context, arch) {
        let on = |form| gpu(entry, &answers, context, &device.limits, arch, form);
        let mut made = on(form)?;
        // Clusters that some GPUs have, and this one has not: multiprocessors may be missing.
        if let (Some((function, needs, _)), Some(narrow)) = (&made, form.narrow())
            && needs.blocks > Target::CLUSTER
            && !holds_cluster(function, context, needs)?
        {
            // A launch that finds both in a cache compiles nothing.
            record::note(entry, &answers, form, Some(arch));
            form = narrow;
            made = on(form)?;
        }
        made.map(|(function, needs, backend)| (Code::Gpu(function), needs, form.through(backend)))
    } else {
        cpu(entry, &answers, device, form)?.map(|(program, needs)| (Code::Cpu(program), needs, form))
    };
    match made {
        Some((code, needs, form)) => {
            record::note(entry, &answers, form, arch);
            Ok(keep(entry, answers, code, preconditions, (form, needs), device))
        }
        // What rustc told of an open kernel does not suit to be coarse after all.
        None => load(entry, answers, device, Variant::GENERAL),
    }
}

/// Asks for clusters of more blocks than every GPU has, and tells whether this one has room for them.
fn holds_cluster(function: &Function, context: &Context, needs: &Needs) -> Result<bool> {
    let Some(block) = needs.block else { return Ok(true) };
    if function.allow_wide_clusters(context).is_err() {
        return Ok(false);
    }
    let shared = function.dynamic_shared(0);
    Ok(function.active_clusters(context, [needs.blocks, 1, 1], block, shared)? > 0)
}

/// Gives code a number, for as long as the process lives.
pub(crate) fn keep(
    entry: &'static KernelEntry,
    answers: Vec<Answer>,
    code: Code,
    preconditions: Preconditions,
    (form, needs): (Form, Needs),
    device: &DeviceShared,
) -> &'static Loaded {
    let mut all = LOADED.write().unwrap_or_else(PoisonError::into_inner);
    let number = all.len() as u32;
    let grid_rule = OnceLock::new();
    let on = (&device.limits, device.coarse_from);
    let plain = Plain::of(entry, number, &code, &preconditions, (form, &needs), on);
    let (disjoint, occupancy, traffic) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
    let loaded = Loaded {
        plain,
        number,
        entry,
        answers,
        code,
        preconditions,
        form,
        needs,
        grid_rule,
        disjoint,
        occupancy,
        traffic,
    };
    let loaded = Box::leak(Box::new(loaded));
    all.push(loaded);
    loaded
}

/// A kernel on the CPU; of a tile kernel with a target, the code that a GPU would run. `None` where the kernel
/// cannot be coarse.
fn cpu(
    entry: &'static KernelEntry,
    answers: &[Answer],
    device: &DeviceShared,
    form: Form,
) -> Result<Option<(Program, Needs)>> {
    let (limits, observer) = (&device.limits, device.observer);
    let refused = |message| Error::Specialize { kernel: entry.name.to_owned(), message };
    let form = form.through(backend::said(entry)?.unwrap_or(Backend::Cuda));
    let arch = form.target().map_or_else(|| "cpu".to_owned(), |target| Arch::from_number(target.arch).real());
    let mut dump = Dump::from_environment(entry, answers, form, &arch);
    let module = module(entry, answers)?;
    if let Some(target) = form.target() {
        let mut module = lowered(entry, &module, target, dump.as_mut())?.module;
        if let Some(dump) = &dump {
            let to = For {
                backend: backend::said(entry)?.unwrap_or(Backend::Cuda),
                arch: Arch::from_number(target.arch),
                lines: backend::lines(),
            };
            match pipeline::print(entry, &module, to) {
                Ok(emitted) => dump.text(to.backend, &emitted.text),
                // The CPU runs it all the same.
                Err(why) => dump.text(to.backend, &why.to_string()),
            }
        }
        let needs = pipeline::needs(&module, true);
        let shared = module.entry().map_or(0, |entry| shared_memory(entry).bytes);
        check_shared(entry, shared, limits)?;
        let trusted = recheck_bounds::recheck(&mut module);
        return Ok(Some((Program::lowered(module, trusted, observer).map_err(refused)?, needs)));
    }
    if let Some(dump) = &mut dump {
        dump.module("input", &module);
    }
    // A device that stands for a GPU runs what a GPU would, and looks at its proofs.
    if entry.attrs.tile.is_none() && device.compute_capability.is_some() {
        let mut needs = pipeline::needs(&module, false);
        let mut module = if form == Form::Coarse {
            let Some(coarse) = finish_coarse(&module) else { return Ok(None) };
            needs.blocks = coarse.blocks;
            coarse.module
        } else {
            finish(&module).0
        };
        if let Some(dump) = &mut dump {
            dump.module("finished", &module);
        }
        let trusted = recheck_bounds::recheck(&mut module);
        return Ok(Some((Program::lowered(module, trusted, observer).map_err(refused)?, needs)));
    }
    if entry.attrs.tile.is_some() && observer == Observer::Counter {
        return Err(Error::Unsupported {
            device: format!("kernel `{}`: {}", entry.name, device.describe()),
            what: "threads of tile kernels to count",
            help: "count the code for a GPU: `Device::counted_as((9, 0))`",
        });
    }
    // The executor of tiles has no threads.
    let block = entry.attrs.tile.as_ref().map(|_| [1; 3]);
    let needs = Needs { block, ..pipeline::needs(&module, false) };
    Ok(Some((Program::compile(module, observer).map_err(refused)?, needs)))
}

/// A kernel on a GPU: from the disk cache, or compiled and put there, and by what. `None` where the kernel cannot be
/// coarse.
fn gpu(
    entry: &'static KernelEntry,
    answers: &[Answer],
    context: &Context,
    limits: &Limits,
    arch: Arch,
    form: Form,
) -> Result<Option<(Function, Needs, Backend)>> {
    if entry.attrs.cluster.is_some() && !arch.has_clusters() {
        return Err(Error::Architecture {
            kernel: entry.name,
            what: "clusters",
            needed: (9, 0),
            found: (arch.number() / 10, arch.number() % 10),
        });
    }
    let (said, lines) = (backend::said(entry)?, backend::lines());
    let digest = key::answers(answers);
    let key = |backend| {
        let options = compile::options(backend, entry.attrs.math, lines);
        key::gpu(backend, entry, &digest, arch, form, &options)
    };
    let cache = cache::global();
    let mut dump = Dump::from_environment(entry, answers, form, &arch.real());
    let keep = |backend, mut compiled: Compiled| {
        compiled.about = compile::about(entry, &record::instance(answers), arch, form, backend);
        cache.put(&key(backend), &compiled);
    };
    let bare = |error| Refused { error: Box::new(error), log: String::new() };
    let load = |compiled: &Compiled| {
        if compiled.kind == ImageKind::Ptx {
            let text = String::from_utf8_lossy(&compiled.image);
            ptx_version::check(entry.name, &text, context.driver.version()).map_err(bare)?;
        }
        let Needs { shared_bytes, slice_element, declared_bytes, .. } = compiled.needs;
        // What a shared slice will take is not known yet: it may be all that the device has.
        let most = match slice_element {
            0 => shared_bytes,
            _ => limits.shared_memory_opt_in.saturating_sub(declared_bytes),
        };
        Function::load(context, &compiled.image, &compiled.symbol, shared_bytes, most)
    };
    // A dump wants a compilation, and lines are no part of a key: a kernel that moved in its file has other ones.
    let anew = dump.is_some() || lines;
    let kept = |backend| {
        let mut taken = None;
        if anew {
            return Ok(None);
        }
        cache.find(&key(backend), &mut |found| {
            if let Err(error) = check_shared(entry, found.needs.fixed_shared(), limits) {
                taken = Some(Err(error));
                return Taken::Yes;
            }
            // Kiln's own PTX was shipped: assembled once, and kept as machine code from then on.
            let shipped = backend == Backend::Ptx && found.kind == ImageKind::Ptx;
            let found = if shipped {
                let text = String::from_utf8_lossy(&found.image);
                compile::assemble(entry.name, &text, found.symbol, found.needs, context, false)
            } else {
                Ok(found)
            };
            // An image for another driver, or for another GPU by mistake: the next place is asked, and what none
            // has is made.
            let found = match found {
                Ok(found) => found,
                Err(error) => return compile::fault(&error),
            };
            let function = match load(&found) {
                Ok(function) => function,
                Err(refused) => return compile::fault(&refused.error),
            };
            let needs = found.needs;
            if shipped {
                keep(backend, found);
            }
            taken = Some(Ok((function, needs, backend)));
            Taken::Yes
        });
        taken.transpose()
    };
    // What is kept needs no compiler, so that one is looked for only where it has work.
    let first = said.unwrap_or(Backend::Cuda);
    if let Some(kept) = kept(first)? {
        return Ok(Some(kept));
    }
    let backend = backend::chosen(said, || Nvrtc::get().is_ok())?;
    if backend != first
        && let Some(kept) = kept(backend)?
    {
        return Ok(Some(kept));
    }
    let made = pipeline::text(
        entry,
        Ir::Embedded(entry.ir, answers),
        form,
        For { backend, arch, lines },
        dump.as_mut(),
    )?;
    let Some(made) = made else { return Ok(None) };
    check_shared(entry, made.needs.fixed_shared(), limits)?;
    let compiled = match backend {
        Backend::Cuda => {
            let options = compile::options(backend, entry.attrs.math, lines);
            compile::compile(entry.name, &made, arch, &options, context.driver.version())?
        }
        Backend::Ptx => {
            let symbol = compile::named(entry.name, &made.symbol)?;
            compile::assemble(entry.name, &made.text, symbol, made.needs, context, lines)?
        }
    };
    let function = load(&compiled).map_err(|Refused { error, log }| {
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
    let needs = compiled.needs;
    // Only what the driver has taken is kept.
    keep(backend, compiled);
    Ok(Some((function, needs, backend)))
}

/// Refuses a kernel whose block needs more shared memory than the device can give it.
pub(crate) fn check_shared(entry: &KernelEntry, bytes: u64, limits: &Limits) -> Result<()> {
    let limit = limits.shared_memory_opt_in;
    if bytes <= limit.into() {
        return Ok(());
    }
    let advice = if entry.attrs.tile.is_some() { "; use smaller tiles, or fewer stages" } else { "" };
    Err(Error::LaunchLimit {
        kernel: entry.name,
        what: "the shared memory of a block, in bytes,".to_owned(),
        asked: bytes,
        limit: limit.into(),
        whose: format!("the device's{advice}"),
    })
}

#[cfg(test)]
mod tests;
