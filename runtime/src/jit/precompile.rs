//! Compiling before any launch, for GPUs that are somewhere else.
//!
//! Takes the kernels linked into the program, records of launches, and architectures; guarantees that what it
//! writes lies under the very keys that launches ask for, that what is there and whole already is not compiled
//! again, and that every kernel is tried before an error is told; leaves finding the entries to [`super::cache`].

use kiln_codegen::compact::List;
use std::collections::HashSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use kiln_codegen::collections::sort;
use kiln_codegen::ir::Backend;
use kiln_codegen::passes::specialize::Answer;
use kiln_codegen::pipeline::Ir;

use super::compile::{self, Compiled};
use super::folder::For;
use super::key::{self, Key};
use super::pipeline;
use super::{Arch, Form, backend, disk, folder, pack, record};
use crate::error::{Error, Result};
use crate::registry::{self, KernelEntry};
use crate::sys::files::{self, Links};

/// Compiles kernels for GPUs that need not be there, into a folder or a file that ships with the program.
///
/// Compiled are all closed kernels that are linked into the program, the instances of generic ones that are named
/// (`#[kernel(instances(f32, f64))]`), and what a record of launches has ([`Precompile::record`]). A launch that
/// finds its code there compiles nothing, and NVRTC need not be installed. NVRTC is needed here. A kernel whose
/// back end is PTX (`target = "ptx"`, or KILN_BACKEND) is kept as PTX: the driver that first launches it assembles
/// it.
///
/// # Examples
///
/// In a test, a build script, or a program of one's own, whose kernels are a crate that it names:
///
/// ```no_run
/// // use my_kernels as _;
/// let done = kiln_runtime::Precompile::new()
///     .architecture((8, 0))
///     .architecture((9, 0))
///     .compile_to_dir("kernels")?;
/// println!("{done}");
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "nothing is compiled before `compile_to_dir` or `to_file`"]
pub struct Precompile {
    architectures: Vec<Arch>,
    records: Vec<PathBuf>,
    only_recorded: bool,
    driver: Option<(u32, u32)>,
}

/// What [`Precompile`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Precompiled {
    /// Codes that were compiled. A kernel may have several for an architecture.
    pub compiled: usize,
    /// Codes that were there already.
    pub present: usize,
    /// Bytes of all of them.
    pub bytes: u64,
    /// What was left out, and why: generic kernels of which no instance is known, records of kernels that have
    /// changed since.
    pub notes: Vec<String>,
}

/// The counts, and the notes in lines of their own.
impl std::fmt::Display for Precompiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Precompiled { compiled, present, bytes, notes } = self;
        write!(f, "{compiled} compiled, {present} there already, {bytes} bytes")?;
        notes.iter().try_for_each(|note| write!(f, "\n  note: {note}"))
    }
}

/// What a file of kernels may have that an earlier run wrote.
const MAX_PACK: u64 = 4 << 30;

/// One code to make.
struct Job {
    entry: &'static KernelEntry,
    source: Source,
    /// For people.
    instance: String,
    arch: Arch,
    form: Form,
    backend: Backend,
    options: Vec<String>,
    key: Key,
}

/// How an instance is known.
enum Source {
    Answers(Vec<Answer>),
    /// Its closed IR.
    Text(String),
}

impl Precompile {
    /// Nothing but the kernels of the program, for no architecture yet.
    pub fn new() -> Precompile {
        Precompile::default()
    }

    /// Adds the GPUs of a compute capability: `(9, 0)`. Machine code is for one compute capability; where none is
    /// added, it is made for those that the records name.
    pub fn architecture(mut self, (major, minor): (u32, u32)) -> Self {
        let arch = Arch::new(major, minor);
        if !self.architectures.contains(&arch) {
            self.architectures.push(arch);
        }
        self
    }

    /// Adds what launches of this program took, as a run with KILN_RECORD naming this file recorded it; the run may
    /// have been on the CPU. This is how the instances of generic kernels are found that nobody named.
    pub fn record(mut self, file: impl Into<PathBuf>) -> Self {
        self.records.push(file.into());
        self
    }

    /// Compiles only what was recorded, and leaves out the program's other kernels.
    pub fn only_recorded(mut self) -> Self {
        self.only_recorded = true;
        self
    }

    /// The oldest driver that is to be served, by the CUDA version that it supports: `(12, 4)`. A compiler of a
    /// newer major then makes PTX that this driver takes, instead of machine code that it may refuse. Without
    /// it machine code is made by the NVRTC that is found.
    pub fn driver(mut self, (major, minor): (u32, u32)) -> Self {
        self.driver = Some((major, minor));
        self
    }

    /// Compiles into a folder that launches find by [`cache::add_directory`](crate::cache::add_directory) or
    /// `KILN_CACHE_PATH`. What it holds already is kept; [`cache::trim`](crate::cache::trim) removes what has no
    /// use any more.
    ///
    /// # Errors
    ///
    /// [`Error::Precompile`] without an architecture or for a record that cannot be read,
    /// [`Error::CompilerMissing`] without NVRTC, [`Error::CacheFolder`] where the folder cannot be written, or has an
    /// `objects` folder with something in it that is not Kiln's,
    /// [`Error::Unverified`] with every kernel that does not compile: the others are in the folder then.
    pub fn compile_to_dir(&self, directory: impl AsRef<Path>) -> Result<Precompiled> {
        let directory = directory.as_ref();
        let there = |key: &Key| std::fs::metadata(folder::file(directory, key)).map(|file| file.len());
        self.run(
            &|key| {
                let path = folder::file(directory, key);
                disk::read(&path, key, Links::Refuse).ok().and_then(|_| there(key).ok())
            },
            &|key, bytes| {
                let written = disk::write(directory, key, &bytes, For::Others);
                written.map_err(|error| unwritten(&folder::file(directory, key), &error))
            },
        )
    }

    /// Compiles into one file, for `include_kernels!` to make part of a program. Where the file is there already,
    /// what it holds of the same kernels is not compiled again; nothing else of it stays.
    ///
    /// # Errors
    ///
    /// As [`Precompile::compile_to_dir`]. The file is written only where every kernel compiles.
    pub fn compile_to_file(&self, file: impl AsRef<Path>) -> Result<Precompiled> {
        let file = file.as_ref();
        let earlier =
            files::read(file, MAX_PACK, Links::Follow).map_or_else(|_| Vec::new(), |found| found.bytes);
        let all = Mutex::new(Vec::new());
        let push = |key: &Key, bytes| all.lock().unwrap_or_else(PoisonError::into_inner).push((*key, bytes));
        let done = self.run(
            &|key| {
                let bytes = pack::earlier(&earlier, key)?;
                let len = bytes.len() as u64;
                push(key, bytes);
                Some(len)
            },
            &|key, bytes| {
                push(key, bytes);
                Ok(())
            },
        )?;
        let bytes = pack::write(all.into_inner().unwrap_or_else(PoisonError::into_inner));
        let beside = match file.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        files::make_folder(beside, false)
            .and_then(|()| files::replace(file, beside, &bytes))
            .map_err(|error| unwritten(file, &error))?;
        Ok(done)
    }

    /// Makes what is not there: `there` tells the size of an entry that is, `keep` takes a new one.
    fn run(
        &self,
        there: &(dyn Fn(&Key) -> Option<u64> + Sync),
        keep: &(dyn Fn(&Key, Vec<u8>) -> Result<()> + Sync),
    ) -> Result<Precompiled> {
        let mut notes = Vec::new();
        let jobs = self.jobs(&mut notes)?;
        let done = Mutex::new(Precompiled { notes, ..Precompiled::default() });
        let failures = Mutex::new(Vec::new());
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let found = there(&job.key);
                let made = match found {
                    Some(bytes) => Ok(Some(bytes)),
                    None => self.make(job).and_then(|compiled| {
                        let Some(compiled) = compiled else { return Ok(None) };
                        let bytes = disk::encode(&job.key, &compiled);
                        let len = bytes.len() as u64;
                        keep(&job.key, bytes).map(|()| Some(len))
                    }),
                };
                match made {
                    Ok(Some(bytes)) => {
                        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                        done.bytes += bytes;
                        *(if found.is_some() { &mut done.present } else { &mut done.compiled }) += 1;
                    }
                    // It turned out that it cannot be coarse.
                    Ok(None) => {}
                    Err(error) => {
                        if stops(&error) {
                            next.store(jobs.len(), Ordering::Relaxed);
                        }
                        failures.lock().unwrap_or_else(PoisonError::into_inner).push(error);
                    }
                }
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(jobs.len());
        std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
        let mut failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stopped =
            |error: &Error| matches!(error, Error::CompilerMissing { .. } | Error::CacheFolder { .. });
        match failures.iter().position(stopped) {
            Some(at) => Err(failures.swap_remove(at)),
            None if failures.is_empty() => Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner)),
            None => Err(Error::Unverified { failures }),
        }
    }

    /// Every code that is asked for, each once.
    fn jobs(&self, notes: &mut Vec<String>) -> Result<Vec<Job>> {
        let all = registry::all();
        let mut launches = Vec::new();
        for file in &self.records {
            let text = record::read(file).map_err(|why| Error::Precompile {
                reason: format!("the record of launches {} cannot be read: {why}", file.display()),
                help: "a run of the program with KILN_RECORD naming that file writes it",
            })?;
            let (found, wrong) = record::parse(&text);
            launches.extend(found);
            notes.extend(wrong.into_iter().map(|wrong| format!("{}: {wrong}", file.display())));
        }
        let mut architectures = self.architectures.clone();
        if architectures.is_empty() {
            architectures = launches.iter().filter_map(|launch| launch.arch).list();
            sort(&mut architectures);
            architectures.dedup();
        }
        if architectures.is_empty() {
            return Err(Error::Precompile {
                reason: "no architecture was named, and no record of launches on a GPU has one".to_owned(),
                help: "add `.architecture((9, 0))`, the compute capability of the GPUs that are to be served",
            });
        }
        let mut jobs = Jobs { list: Vec::new(), keys: HashSet::new(), clusters: Vec::new() };
        for entry in
            all.iter().filter(|entry| !self.only_recorded && (!entry.open || entry.describe.is_some()))
        {
            for arch in &architectures {
                for form in Form::all(entry, *arch) {
                    let answers = crate::answers::answers(entry.describe);
                    let digest = key::answers(&answers);
                    let instance = record::instance(&answers);
                    jobs.add(entry, Source::Answers(answers), instance, &digest, *arch, form)?;
                }
            }
        }
        let mut changed = HashSet::new();
        for launch in &launches {
            let Some(entry) = all.iter().find(|entry| key::code(entry) == launch.code) else {
                changed.insert(&launch.kernel);
                continue;
            };
            // The program has the code of a closed kernel, and takes none from a file.
            let ir = launch.ir.as_deref().filter(|_| entry.open);
            if entry.open {
                let verified = ir.ok_or("it has no IR".to_owned()).and_then(|ir| record::verified(ir, entry));
                if let Err(why) = verified {
                    notes.push(format!(
                        "the record of kernel `{}` is wrong: {why}: record again",
                        launch.kernel
                    ));
                    continue;
                }
            }
            for arch in &architectures {
                for form in Form::all(entry, *arch).into_iter().chain(Form::recorded(&launch.form, *arch)) {
                    // What the CPU ran may take any code on a GPU.
                    if launch.arch.is_some() && launch.form != form.name() {
                        continue;
                    }
                    let source = match ir {
                        Some(ir) => Source::Text(ir.to_owned()),
                        None => Source::Answers(Vec::new()),
                    };
                    jobs.add(entry, source, launch.instance.clone(), &launch.answers, *arch, form)?;
                }
            }
        }
        let mut changed: Vec<_> = changed.into_iter().list();
        sort(&mut changed);
        notes.extend(changed.into_iter().map(|kernel| {
            format!("kernel `{kernel}` was recorded, and the program has another one or none of that name now: record again")
        }));
        notes.extend(
            jobs.clusters.iter().map(|(kernel, arch)| {
                format!("kernel `{kernel}` has clusters, which {} has not", arch.real())
            }),
        );
        if !self.only_recorded {
            let known: HashSet<_> = jobs.list.iter().map(|job| key::code(job.entry)).collect();
            let unknown = all.iter().filter(|entry| entry.open && !known.contains(&key::code(entry)));
            notes.extend(unknown.map(|entry| {
                format!(
                    "of generic kernel `{}` no instance is known: name them by `instances(..)`, or record launches",
                    entry.path()
                )
            }));
        }
        Ok(jobs.list)
    }

    /// Compiles one code. `None` where the kernel cannot be coarse.
    fn make(&self, job: &Job) -> Result<Option<Compiled>> {
        let Job { entry, arch, form, backend, .. } = *job;
        let ir = match &job.source {
            Source::Answers(answers) => Ir::Embedded(entry.ir, answers),
            Source::Text(ir) => Ir::Closed(ir),
        };
        let to = pipeline::For { backend, arch, lines: false };
        let Some(made) = pipeline::text(entry, ir, form, to, None)? else { return Ok(None) };
        let mut compiled = match backend {
            Backend::Cuda => {
                let driver = self.driver.unwrap_or((u32::MAX, 0));
                compile::compile(entry.name, &made, arch, &job.options, driver)?
            }
            Backend::Ptx => compile::unassembled(entry.name, &made)?,
        };
        compiled.about = compile::about(entry, &job.instance, arch, form, backend);
        Ok(Some(compiled))
    }
}

/// The list of codes while it grows.
struct Jobs {
    list: Vec<Job>,
    keys: HashSet<Key>,
    /// Kernels with clusters, and architectures without.
    clusters: Vec<(String, Arch)>,
}

impl Jobs {
    fn add(
        &mut self,
        entry: &'static KernelEntry,
        source: Source,
        instance: String,
        answers: &key::Digest,
        arch: Arch,
        form: Form,
    ) -> Result<()> {
        if entry.attrs.cluster.is_some() && !arch.has_clusters() {
            self.clusters.push((entry.path(), arch));
            return Ok(());
        }
        // What a launch asks for first, where nobody chose.
        let backend = backend::chosen(backend::said(entry)?, || true)?;
        let options = compile::options(backend, entry.attrs.math, false);
        let key = key::gpu(backend, entry, answers, arch, form, &options);
        if self.keys.insert(key) {
            self.list.push(Job { entry, source, instance, arch, form, backend, options, key });
        }
        Ok(())
    }
}

/// Whether what one code lacks is what all lack.
fn stops(error: &Error) -> bool {
    matches!(error, Error::CompilerMissing { .. } | Error::CacheFolder { .. })
}

fn unwritten(path: &Path, error: &std::io::Error) -> Error {
    Error::CacheFolder { path: path.to_owned(), reason: format!("cannot be written: {error}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_that_is_gone_is_told() {
        let launch = record::Launch {
            kernel: "app::gone".to_owned(),
            code: [7; 32],
            answers: [8; 32],
            arch: Some(Arch::new(9, 0)),
            form: "threads".to_owned(),
            instance: String::new(),
            ir: None,
        };
        let file = std::env::temp_dir().join(format!("kiln-gone-{}.record", std::process::id()));
        std::fs::write(&file, launch.line()).unwrap();
        let mut notes = Vec::new();
        let jobs = Precompile::new().record(&file).only_recorded().jobs(&mut notes).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(jobs.is_empty());
        let start = "kernel `app::gone` was recorded, and the program has another one";
        assert!(notes.len() == 1 && notes[0].starts_with(start), "{notes:?}");
    }

    #[test]
    #[cfg(unix)]
    fn a_record_that_is_no_file_is_an_error() {
        let folder = std::env::temp_dir().join(format!("kiln-no-record-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let pipe = folder.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&*pipe, Path::new("/dev/zero"), &*folder] {
            let mut notes = Vec::new();
            let read = Precompile::new().architecture((9, 0)).record(path).jobs(&mut notes);
            let why = read.err().unwrap().to_string();
            assert!(why.contains("cannot be read: it is not a regular file"), "{why}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
