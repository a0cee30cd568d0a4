//! CUPTI, as far as Kiln calls it: activities of the work that streams are given, delivered when they are flushed.
//!
//! Kernels take a quarter of a millisecond and all other work half of one, where the events around them are a
//! millisecond apart.

// The names are CUPTI's, and so is the trust in the pointers that come with a call.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::{c_char, c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::entry::answer;
use crate::state::*;
use crate::work::{INSIDE, Work};

type Request = unsafe extern "C" fn(*mut *mut u8, *mut usize, *mut usize);
type Complete = unsafe extern "C" fn(*mut c_void, u32, *mut u8, usize, usize);

const MEMCPY: u32 = 1;
const MEMSET: u32 = 2;
const DRIVER: u32 = 4;
const KERNEL: u32 = 10;
const EXTERNAL: u32 = 39;
/// `CUPTI_ERROR_MAX_LIMIT_REACHED` and `CUPTI_ERROR_QUEUE_EMPTY`.
const END: Code = 12;
const EMPTY: Code = 13;
/// Where the device's clock stood when the process began.
const ZERO: u64 = 1_000_000_000_000;

struct Cupti {
    version: u32,
    dropped: usize,
    enabled: BTreeSet<u32>,
    callbacks: Option<(Request, Complete)>,
    /// The number of the last call.
    call: u32,
    /// Records that wait for a flush, each by itself.
    records: Vec<Vec<u8>>,
}

static CUPTI: Mutex<Cupti> = Mutex::new(Cupti {
    version: 130_500,
    dropped: 0,
    enabled: BTreeSet::new(),
    callbacks: None,
    call: 0,
    records: Vec::new(),
});

thread_local! {
    /// The ids that this thread has pushed.
    static IDS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

fn cupti() -> MutexGuard<'static, Cupti> {
    CUPTI.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bytes of a record: versions differ in what follows the fields that they share.
fn size(kind: u32, version: u32) -> usize {
    match kind {
        KERNEL if version < 130_000 => 208,
        KERNEL => 248,
        EXTERNAL => 24,
        _ => 112,
    }
}

impl Cupti {
    /// Adds a record of a kind, if that is enabled, with these numbers of four and of eight bytes in their places.
    fn add(&mut self, kind: u32, words: &[(usize, u32)], longs: &[(usize, u64)]) {
        if !self.enabled.contains(&kind) {
            return;
        }
        let mut bytes = vec![0; size(kind, self.version)];
        for (at, word) in [(0, kind)].iter().chain(words) {
            bytes[*at..at + 4].copy_from_slice(&word.to_ne_bytes());
        }
        for (at, long) in longs {
            bytes[*at..at + 8].copy_from_slice(&long.to_ne_bytes());
        }
        self.records.push(bytes);
    }
}

/// Records a call of the driver, and the work that it gave a stream as its piece of this number.
pub(crate) fn record(number: u64, work: &Work) {
    let mut cupti = cupti();
    cupti.call += 1;
    let call = cupti.call;
    let start = ZERO + 1_000_000 * number;
    let (quarter, half) = (250_000, [(16, start), (24, start + 500_000)]);
    let mut kernel = |begin| cupti.add(KERNEL, &[(92, call)], &[(16, begin), (24, begin + quarter)]);
    match work {
        Work::Kernel { .. } => kernel(start),
        // Two kernels, with a gap.
        Work::Graph(_) => [start, start + 2 * quarter].into_iter().for_each(kernel),
        Work::Copy { .. } | Work::Rows { .. } => cupti.add(MEMCPY, &[(44, call)], &half),
        Work::Set { .. } => cupti.add(MEMSET, &[(44, call)], &half),
        Work::After { .. } | Work::Free { .. } | Work::Host(_) | Work::Mark => return,
    }
    // Ids have records only where calls have.
    if cupti.enabled.contains(&DRIVER)
        && let Some(id) = IDS.with_borrow(|ids| ids.last().copied())
    {
        cupti.add(EXTERNAL, &[(4, 3), (16, call)], &[(8, id)]);
    }
    cupti.add(DRIVER, &[], &[]);
}

entry_points! {
    version = "cuptiGetVersion" |_state, version: *mut u32| { answer(version, cupti().version) }

    timestamp = "cuptiGetTimestamp" |_state, timestamp: *mut u64| { answer(timestamp, ZERO) }

    result_string = "cuptiGetResultString" |_state, _code: Code, text: *mut *const c_char| {
        answer(text, c"CUPTI_ERROR_OF_THE_TEST".as_ptr())
    }

    register = "cuptiActivityRegisterCallbacks" |_state, request: Request, complete: Complete| {
        cupti().callbacks = Some((request, complete));
        SUCCESS
    }

    enable = "cuptiActivityEnable" |_state, kind: u32| {
        cupti().enabled.insert(kind);
        SUCCESS
    }

    disable = "cuptiActivityDisable" |_state, kind: u32| {
        cupti().enabled.remove(&kind);
        SUCCESS
    }

    next_record = "cuptiActivityGetNextRecord"
        |_state, buffer: *mut u8, valid: usize, record: *mut *mut u8|
    {
        // SAFETY: the caller gives the record before, which is one of the buffer's, or none.
        let at = unsafe {
            match *record {
                before if before.is_null() => 0,
                before => {
                    let kind = u32::from_ne_bytes(before.cast::<[u8; 4]>().read());
                    before.addr() - buffer.addr() + size(kind, cupti().version)
                }
            }
        };
        if at >= valid { END } else { answer(record, buffer.wrapping_add(at)) }
    }

    dropped = "cuptiActivityGetNumDroppedRecords"
        |_state, _context: usize, _stream: u32, dropped: *mut usize|
    { answer(dropped, cupti().dropped) }

    push = "cuptiActivityPushExternalCorrelationId" |_state, _kind: c_int, id: u64| {
        IDS.with_borrow_mut(|ids| ids.push(id));
        SUCCESS
    }

    pop = "cuptiActivityPopExternalCorrelationId" |_state, _kind: c_int, _last: *mut u64| {
        if IDS.with_borrow_mut(Vec::pop).is_some() { SUCCESS } else { EMPTY }
    }
}

/// Delivers what was recorded, in as many buffers as it takes.
#[unsafe(no_mangle)]
unsafe extern "C" fn cuptiActivityFlushAll(_flag: u32) -> Code {
    let code = state().called("cuptiActivityFlushAll");
    if code != SUCCESS {
        return code;
    }
    let (records, callbacks) = {
        let mut cupti = cupti();
        (std::mem::take(&mut cupti.records), cupti.callbacks)
    };
    // Nothing is locked: what takes the records calls CUPTI.
    let Some((request, complete)) = callbacks else { return INVALID_VALUE };
    let mut records = records.iter().peekable();
    while records.peek().is_some() {
        let (mut buffer, mut size, mut most, mut valid) = (std::ptr::null_mut::<u8>(), 0, 0, 0);
        // SAFETY: the caller has registered both functions, and gives a buffer of the size that it says.
        unsafe {
            request(&raw mut buffer, &raw mut size, &raw mut most);
            if size < 1 << 20 || buffer.addr() % 8 != 0 {
                state().misuse(format!("a buffer of {size} bytes for CUPTI at {buffer:p}"));
                return INVALID_VALUE;
            }
            while let Some(record) = records.next_if(|record| valid + record.len() <= size) {
                buffer.add(valid).copy_from(record.as_ptr(), record.len());
                valid += record.len();
            }
            complete(std::ptr::null_mut(), 0, buffer, size, valid);
        }
    }
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn fake_cupti(version: u32, dropped: usize) {
    let mut cupti = cupti();
    (cupti.version, cupti.dropped) = (version, dropped);
}

/// How many kinds of activities are enabled, and how many ids this thread has pushed.
#[unsafe(no_mangle)]
extern "C" fn fake_cupti_left() -> usize {
    cupti().enabled.len() + IDS.with_borrow(Vec::len)
}
