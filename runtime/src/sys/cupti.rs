//! CUPTI, NVIDIA's library for the times at which the device begins and ends its work.
//!
//! It records *activities*: each kernel, copy and fill with two timestamps of the device. While a thread has pushed an
//! id, CUPTI links the calls of the driver on this thread to the id, and each activity to its call.
//!
//! The records' layout is a table for the versions that Kiln knows. A newer or older library is an error that says so.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use libloading::Library;

use super::places::{Wanted, places, search};

type Status = c_int;
type Request = unsafe extern "C" fn(*mut *mut u8, *mut usize, *mut usize);
type Complete = unsafe extern "C" fn(*mut c_void, u32, *mut u8, usize, usize);

/// How CUPTI is found.
pub(super) const CUPTI: Wanted = Wanted {
    what: "CUPTI",
    variable: "KILN_CUPTI",
    unix: "libcupti",
    windows: "cupti64_",
    wheel: "cuda_cupti",
    loader: &["libcupti.so.13", "libcupti.so.12", "libcupti.so"],
};

macro_rules! functions {
    ($($name:ident: fn($($arg:ty),*);)*) => {
        /// Its functions, resolved together.
        #[allow(non_snake_case)]
        struct Functions {
            $($name: unsafe extern "C" fn($($arg),*) -> Status,)*
        }

        impl Functions {
            fn resolve(library: &Library) -> Result<Functions, String> {
                Ok(Functions {
                    $(
                        // SAFETY: CUPTI exports the symbol with this signature.
                        $name: *unsafe { library.get(stringify!($name)) }
                            .map_err(|_| format!("it has no `{}`", stringify!($name)))?,
                    )*
                })
            }
        }
    };
}

functions! {
    cuptiGetVersion: fn(*mut u32);
    cuptiGetTimestamp: fn(*mut u64);
    cuptiGetResultString: fn(Status, *mut *const c_char);
    cuptiActivityRegisterCallbacks: fn(Request, Complete);
    cuptiActivityEnable: fn(u32);
    cuptiActivityDisable: fn(u32);
    cuptiActivityFlushAll: fn(u32);
    cuptiActivityGetNextRecord: fn(*mut u8, usize, *mut *mut u8);
    cuptiActivityGetNumDroppedRecords: fn(*mut c_void, u32, *mut usize);
    cuptiActivityPushExternalCorrelationId: fn(u32, u64);
    cuptiActivityPopExternalCorrelationId: fn(u32, *mut u64);
}

/// Whether the layouts below are those of `CUPTI_API_VERSION`: CUDA 12.0 to 12.9, and 13.0 to 13.5.
fn is_known(version: u32) -> bool {
    matches!(version, 18..=28 | 130_000..=130_599)
}

/// `CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0`.
const CUSTOM: u32 = 3;
/// `CUPTI_ACTIVITY_FLAG_FLUSH_FORCED`.
const FORCED: u32 = 1;

/// Kinds of activities, by their numbers in `CUpti_ActivityKind`.
mod kind {
    pub(super) const MEMCPY: u32 = 1;
    pub(super) const MEMSET: u32 = 2;
    /// The driver's calls. Without them CUPTI makes no records of ids.
    pub(super) const DRIVER: u32 = 4;
    pub(super) const CONCURRENT_KERNEL: u32 = 10;
    /// Between two GPUs.
    pub(super) const MEMCPY2: u32 = 22;
    pub(super) const EXTERNAL_CORRELATION: u32 = 39;
    pub(super) const ALL: [u32; 6] =
        [EXTERNAL_CORRELATION, DRIVER, CONCURRENT_KERNEL, MEMCPY, MEMSET, MEMCPY2];
}

/// What Kiln reads from a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    /// Work of the device, by the number of the call that launched it, with its begin and end in nanoseconds.
    Work { call: u32, times: [u64; 2] },
    /// The id that the thread of a call had pushed.
    Id { call: u32, id: u64 },
}

impl Activity {
    /// Reads a record: `bytes` begins with it, and may go on behind it. All known versions have these fields in these
    /// places; they differ in what follows.
    fn read(bytes: &[u8]) -> Option<Activity> {
        let word = |at: usize| Some(u32::from_ne_bytes(*bytes.get(at..)?.first_chunk()?));
        let long = |at: usize| Some(u64::from_ne_bytes(*bytes.get(at..)?.first_chunk()?));
        // Where a record's begin, its end and the number of its call are.
        let [begin, end, call] = match word(0)? {
            kind::CONCURRENT_KERNEL => [16, 24, 92],
            kind::MEMCPY | kind::MEMSET => [16, 24, 44],
            kind::MEMCPY2 => [16, 24, 60],
            kind::EXTERNAL_CORRELATION if word(4)? == CUSTOM => {
                return Some(Activity::Id { call: word(16)?, id: long(8)? });
            }
            _ => return None,
        };
        let (call, times) = (word(call)?, [long(begin)?, long(end)?]);
        // Zeros mean that CUPTI had no memory for the timestamps.
        (times[0] > 0 && times[0] <= times[1]).then_some(Activity::Work { call, times })
    }
}

/// The records of a session.
#[derive(Default)]
struct Records {
    ids: HashMap<u32, u64>,
    works: Vec<(u32, [u64; 2])>,
    /// The first call that failed, or what else makes the times incomplete.
    failed: Option<String>,
}

/// The most records that are kept: 24 MiB of each sort.
const MOST: usize = 1 << 20;

impl Records {
    fn add(&mut self, activity: Activity) {
        match activity {
            _ if self.ids.len().max(self.works.len()) >= MOST => {
                self.failed.get_or_insert_with(|| format!("the session has more than {MOST} activities"));
            }
            Activity::Work { call, times } => self.works.push((call, times)),
            Activity::Id { call, id } => drop(self.ids.insert(call, id)),
        }
    }

    /// The device's time of the work of each id, from the begin of its first part to the end of its last.
    fn times(&self) -> HashMap<u64, [u64; 2]> {
        let mut times: HashMap<u64, [u64; 2]> = HashMap::new();
        for (call, [begin, end]) in &self.works {
            if let Some(id) = self.ids.get(call) {
                let found = times.entry(*id).or_insert([*begin, *end]);
                *found = [found[0].min(*begin), found[1].max(*end)];
            }
        }
        times
    }
}

/// The session's records; `None` without a session.
static RECORDS: Mutex<Option<Records>> = Mutex::new(None);

fn records() -> MutexGuard<'static, Option<Records>> {
    RECORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(why: String) {
    if let Some(records) = &mut *records() {
        records.failed.get_or_insert(why);
    }
}

/// The opened library, whose buffers come to this module.
pub(crate) struct Cupti {
    functions: Functions,
    _library: Library,
}

static OPENED: OnceLock<Cupti> = OnceLock::new();

impl Cupti {
    /// The process's CUPTI, opened on first use. A failure isn't kept: the next session looks again.
    fn get() -> Result<&'static Cupti, String> {
        static OPENING: Mutex<()> = Mutex::new(());
        let _one = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cupti) = OPENED.get() {
            return Ok(cupti);
        }
        let places = places(&CUPTI, None, &super::variables::value);
        // The reason of a library that opens says more than where there is none.
        let unfit = Cell::new(None);
        let open = |path: &Path| {
            let library = super::open(path)?;
            Cupti::new(library).map_err(|why| {
                let why = format!("{}: {why}", path.display());
                unfit.set(Some(why.clone()));
                why
            })
        };
        let found = search(&CUPTI, &places, &open).map_err(|tried| match (unfit.take(), &*tried) {
            (Some(why), _) => why,
            (None, [named]) => named.clone(),
            (None, _) => "CUPTI was not found; install NVIDIA's CUDA toolkit or its Python package \
                          `nvidia-cuda-cupti`, or name the library in KILN_CUPTI"
                .to_owned(),
        })?;
        found.register()?;
        Ok(OPENED.get_or_init(|| found))
    }

    fn new(library: Library) -> Result<Cupti, String> {
        let cupti = Cupti { functions: Functions::resolve(&library)?, _library: library };
        let mut version = 0;
        // SAFETY: the place is for the answer.
        let status = unsafe { (cupti.functions.cuptiGetVersion)(&raw mut version) };
        cupti.check("cuptiGetVersion", status)?;
        if is_known(version) { Ok(cupti) } else { Err(format!("its version {version} is not known")) }
    }

    fn register(&self) -> Result<(), String> {
        // SAFETY: both functions are as CUPTI calls them, and live as long as the process.
        let status = unsafe { (self.functions.cuptiActivityRegisterCallbacks)(request, complete) };
        self.check("cuptiActivityRegisterCallbacks", status)
    }

    /// `cuptiActivityEnable failed: CUPTI_ERROR_NOT_INITIALIZED`
    fn check(&self, call: &str, status: Status) -> Result<(), String> {
        if status == 0 {
            return Ok(());
        }
        let mut text = ptr::null();
        // SAFETY: the place is for the answer, which is a constant of CUPTI that ends in a NUL.
        let text = unsafe {
            match (self.functions.cuptiGetResultString)(status, &raw mut text) {
                0 if !text.is_null() => CStr::from_ptr(text).to_string_lossy().into_owned(),
                _ => format!("CUptiResult {status}"),
            }
        };
        Err(format!("{call} failed: {text}"))
    }

    /// Adds a buffer's records to the session's.
    fn add(&self, buffer: *mut u8, valid: usize, records: &mut Records) -> Result<(), String> {
        /// `CUPTI_ERROR_MAX_LIMIT_REACHED`: there are no more records.
        const END: Status = 12;
        let mut record = ptr::null_mut();
        loop {
            // SAFETY: the buffer came from CUPTI with this length, and the record is the one before.
            let status =
                unsafe { (self.functions.cuptiActivityGetNextRecord)(buffer, valid, &raw mut record) };
            if status == END {
                return Ok(());
            }
            self.check("cuptiActivityGetNextRecord", status)?;
            let rest = valid.saturating_sub(record.addr().wrapping_sub(buffer.addr()));
            // SAFETY: the record is in the buffer, which is valid up to its end.
            let bytes = unsafe { std::slice::from_raw_parts(record, rest) };
            if let Some(activity) = Activity::read(bytes) {
                records.add(activity);
            }
        }
    }
}

/// The addresses of the buffers that CUPTI has.
static BUFFERS: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());

fn buffers() -> MutexGuard<'static, BTreeSet<usize>> {
    BUFFERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The length of a buffer in words of eight bytes: CUPTI wants 1 to 10 MiB, so aligned.
const BUFFER: usize = 1 << 17;

/// Gives CUPTI a buffer, from any thread.
unsafe extern "C" fn request(buffer: *mut *mut u8, size: *mut usize, most_records: *mut usize) {
    let words = Box::leak(vec![0u64; BUFFER].into_boxed_slice());
    buffers().insert(words.as_ptr().addr());
    // SAFETY: CUPTI gives places for the answers. It takes the buffer, until it calls `complete`.
    unsafe {
        *buffer = words.as_mut_ptr().cast();
        *size = 8 * BUFFER;
        *most_records = 0;
    }
}

/// Takes a buffer back with what CUPTI has written, on any thread.
unsafe extern "C" fn complete(_: *mut c_void, _: u32, buffer: *mut u8, _: usize, valid: usize) {
    // Another tool in the process may have given CUPTI buffers before.
    if !buffers().remove(&buffer.addr()) {
        return;
    }
    if let (Some(cupti), Some(records)) = (OPENED.get(), &mut *records())
        && let Err(why) = cupti.add(buffer, valid.min(8 * BUFFER), records)
    {
        records.failed.get_or_insert(why);
    }
    // SAFETY: the buffer is from `request`, which made it of words, and CUPTI has no more use for it.
    #[allow(clippy::cast_ptr_alignment)]
    drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(buffer.cast::<u64>(), BUFFER)) });
}

/// A session's collection of activities. There is one at a time.
pub(crate) struct Collection {
    cupti: &'static Cupti,
    /// The timestamp at its begin.
    zero: u64,
}

impl Collection {
    /// Begins to collect, or says why that can't be.
    pub(crate) fn start() -> Result<Collection, Option<String>> {
        let cupti = Cupti::get()?;
        *records() = Some(Records::default());
        // Dropped where a call fails, it disables what was enabled.
        let mut collection = Collection { cupti, zero: 0 };
        for kind in kind::ALL {
            // SAFETY: it takes a number.
            let status = unsafe { (cupti.functions.cuptiActivityEnable)(kind) };
            cupti.check("cuptiActivityEnable", status)?;
        }
        // SAFETY: the place is for the answer.
        let status = unsafe { (cupti.functions.cuptiGetTimestamp)(&raw mut collection.zero) };
        cupti.check("cuptiGetTimestamp", status)?;
        Ok(collection)
    }

    /// Links what the calling thread gives the device to an id, until the result is dropped.
    pub(crate) fn push(&self) -> Option<Pushed> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: it takes numbers.
        let status = unsafe { (self.cupti.functions.cuptiActivityPushExternalCorrelationId)(CUSTOM, id) };
        match self.cupti.check("cuptiActivityPushExternalCorrelationId", status) {
            Ok(()) => Some(Pushed { cupti: self.cupti, id }),
            Err(why) => {
                failed(why);
                None
            }
        }
    }

    /// Ends the collection. Gives the times of each id in seconds from its begin, or says why they are incomplete.
    /// The device's work must be done.
    pub(crate) fn finish(self) -> Result<HashMap<u64, [f64; 2]>, String> {
        let functions = &self.cupti.functions;
        // SAFETY: it takes a number. It calls `complete`, which needs no lock that this thread holds.
        let flushed = unsafe { (functions.cuptiActivityFlushAll)(FORCED) };
        self.cupti.check("cuptiActivityFlushAll", flushed)?;
        let mut dropped = 0;
        // SAFETY: no context means all of them, and the place is for the answer.
        let status =
            unsafe { (functions.cuptiActivityGetNumDroppedRecords)(ptr::null_mut(), 0, &raw mut dropped) };
        self.cupti.check("cuptiActivityGetNumDroppedRecords", status)?;
        let records = records().take().unwrap_or_default();
        match records.failed {
            Some(why) => Err(why),
            None if dropped > 0 => Err(format!("CUPTI dropped {dropped} records")),
            None => {
                let seconds = |at: u64| (i128::from(at) - i128::from(self.zero)) as f64 * 1e-9;
                Ok(records.times().into_iter().map(|(id, times)| (id, times.map(seconds))).collect())
            }
        }
    }
}

impl Drop for Collection {
    fn drop(&mut self) {
        *records() = None;
        for kind in kind::ALL {
            // SAFETY: it takes a number. A kind that stays enabled costs time, and does no other harm.
            unsafe { (self.cupti.functions.cuptiActivityDisable)(kind) };
        }
    }
}

/// An id that a thread has pushed. It's dropped on the same thread.
pub(crate) struct Pushed {
    cupti: &'static Cupti,
    pub(crate) id: u64,
}

impl Drop for Pushed {
    fn drop(&mut self) {
        // SAFETY: it takes a number, and a place for the answer or none.
        let status =
            unsafe { (self.cupti.functions.cuptiActivityPopExternalCorrelationId)(CUSTOM, ptr::null_mut()) };
        // CUPTI would link later work to this id.
        if let Err(why) = self.cupti.check("cuptiActivityPopExternalCorrelationId", status) {
            failed(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::places::{Place, candidates};
    use super::*;

    /// A record of a kind with these words and long words at their places.
    fn record(len: usize, words: &[(usize, u32)], longs: &[(usize, u64)]) -> Vec<u8> {
        let mut bytes = vec![0xA5; len];
        for (at, word) in words {
            bytes[*at..at + 4].copy_from_slice(&word.to_ne_bytes());
        }
        for (at, long) in longs {
            bytes[*at..at + 8].copy_from_slice(&long.to_ne_bytes());
        }
        bytes
    }

    #[test]
    fn records_are_read_by_their_kind() {
        let work = |kind, call| {
            let bytes = record(248, &[(0, kind), (call, 7)], &[(16, 10), (24, 30)]);
            Activity::read(&bytes)
        };
        let expected = Some(Activity::Work { call: 7, times: [10, 30] });
        for (kind, call) in [(10, 92), (1, 44), (2, 44), (22, 60)] {
            assert_eq!(work(kind, call), expected, "kind {kind}");
        }
        assert_eq!(work(kind::DRIVER, 92), None);
        let id = |kind| Activity::read(&record(24, &[(0, 39), (4, kind), (16, 7)], &[(8, 99)]));
        assert_eq!(id(CUSTOM), Some(Activity::Id { call: 7, id: 99 }));
        assert_eq!(id(CUSTOM + 1), None, "another tool's id");
        // No memory for timestamps, and a record that was cut off.
        assert_eq!(Activity::read(&record(208, &[(0, 10), (92, 7)], &[(16, 0), (24, 0)])), None);
        assert_eq!(Activity::read(&record(90, &[(0, 10)], &[(16, 10), (24, 30)])), None);
        assert_eq!(Activity::read(&[]), None);
    }

    #[test]
    fn a_time_lasts_from_the_first_part_to_the_last() {
        let mut records = Records::default();
        // Two calls of one id, one of another, and one without an id. Ids may come later.
        for (call, times) in [(1, [10, 20]), (2, [30, 35]), (1, [12, 28]), (3, [5, 6]), (4, [0, 9])] {
            records.add(Activity::Work { call, times });
        }
        for (call, id) in [(1, 100), (2, 100), (3, 101)] {
            records.add(Activity::Id { call, id });
        }
        assert_eq!(records.times(), HashMap::from([(100, [10, 35]), (101, [5, 6])]));
    }

    #[cfg(not(windows))]
    #[test]
    fn it_is_in_wheels_and_in_a_folder_of_its_own() {
        let root = std::env::temp_dir().join(format!("kiln-cupti-{}", std::process::id()));
        let site = "lib/python3.12/site-packages/nvidia";
        let files = [
            "extras/CUPTI/lib64/libcupti.so.13",
            &format!("{site}/cu13/lib/libcupti.so.13"),
            &format!("{site}/cuda_cupti/lib/libcupti.so.12"),
        ];
        for file in files {
            let file = root.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "").unwrap();
        }
        let found = |place: &Place| -> Vec<String> {
            let found = candidates(&CUPTI, place, &mut Vec::new());
            let name = |path: &PathBuf| path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            found.iter().map(name).collect()
        };
        assert_eq!(found(&Place::Toolkit("a toolkit", root.clone())), [files[0]]);
        assert_eq!(found(&Place::Prefix("an environment", root.clone())), [files[1], files[2], files[0]]);
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn buffers_of_others_are_left_alone() {
        let mut other = [0u64; 8];
        // SAFETY: the arguments are as CUPTI gives them. A buffer that was freed by mistake would end the process.
        unsafe { complete(ptr::null_mut(), 0, other.as_mut_ptr().cast(), 64, 0) };
        let (mut buffer, mut size, mut most) = (ptr::null_mut(), 0, 1);
        // SAFETY: each answer has its place, and the buffer is given back once.
        unsafe {
            request(&raw mut buffer, &raw mut size, &raw mut most);
            assert!((size, most) == (1 << 20, 0) && buffers().contains(&buffer.addr()));
            complete(ptr::null_mut(), 0, buffer, size, 0);
        }
        assert!(!buffers().contains(&buffer.addr()));
    }

    #[test]
    fn versions_between_known_ones_only_are_known() {
        for (version, known) in [
            (17, false),
            (18, true),
            (28, true),
            (29, false),
            (130_001, true),
            (130_500, true),
            (130_600, false),
        ] {
            assert_eq!(is_known(version), known, "{version}");
        }
    }
}
