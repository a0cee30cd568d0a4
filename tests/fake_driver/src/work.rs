//! What streams do.

use std::cell::Cell;

use crate::graph::Launch;
use crate::memory::pointer;

/// A kernel's parameter, for those who say what the kernel does.
#[derive(Clone, Copy, Debug)]
pub enum Param {
    /// A value of so many bytes.
    Value(usize),
    /// The address of elements of so many bytes that are read; their number is the next parameter.
    Read(usize),
    /// The address of elements of so many bytes that are read and written; their number is the next parameter.
    Write(usize),
}

impl Param {
    pub(crate) fn bytes(self) -> usize {
        match self {
            Param::Value(bytes) => bytes,
            Param::Read(_) | Param::Write(_) => 8,
        }
    }
}

/// What a kernel does: given the number of its threads and the bytes of each of its parameters.
pub type KernelBody = fn(threads: u64, params: &[Vec<u8>]);

/// A kernel that a test has described.
#[derive(Clone)]
pub(crate) struct Kernel {
    pub(crate) params: Vec<Param>,
    pub(crate) body: KernelBody,
}

impl Kernel {
    /// Where each parameter lies in one piece of memory, as a launch's `extra` names it: each at a multiple of its
    /// alignment, which of a value is the largest power of two in its size, and eight at most; and how many bytes
    /// there are. `None` where they are too few.
    ///
    /// # Safety
    ///
    /// `extra` is null, or the launch's.
    pub(crate) unsafe fn unpack(&self, extra: *const *const u8) -> Option<(Vec<*const u8>, usize)> {
        const END: usize = 0;
        const POINTER: usize = 1;
        const SIZE: usize = 2;
        if extra.is_null() {
            return self.params.is_empty().then(|| (Vec::new(), 0));
        }
        let (mut start, mut size, mut at) = (std::ptr::null(), 0, 0);
        loop {
            // SAFETY: the list goes on to its end mark, each mark but that with what it says.
            let (mark, value) = unsafe {
                match extra.add(at).read().addr() {
                    END => break,
                    mark => (mark, extra.add(at + 1).read()),
                }
            };
            match mark {
                POINTER => start = value,
                // SAFETY: the value is the address of the size.
                SIZE => size = unsafe { value.cast::<usize>().read_unaligned() },
                _ => return None,
            }
            at += 2;
        }
        let mut end = 0usize;
        let places = self.params.iter().map(|param| {
            let bytes = param.bytes();
            let at = end.next_multiple_of((1 << bytes.trailing_zeros()).min(8));
            end = at + bytes;
            start.wrapping_add(at)
        });
        let places = places.collect();
        (!start.is_null() && end <= size).then_some((places, size))
    }
}

/// How many parameters a kernel has in PTX text, and how many bytes they take one after the other. `None` for other
/// code.
pub(crate) fn parameters(image: &[u8], name: &str) -> Option<(usize, usize)> {
    let text = String::from_utf8_lossy(image);
    let (list, _) =
        text.split_once(&format!(".entry {name}"))?.1.trim_start().strip_prefix('(')?.split_once(')')?;
    let (mut count, mut end) = (0, 0usize);
    for param in list.split(',').filter(|param| !param.trim().is_empty()) {
        let mut words = param.split_whitespace().skip_while(|word| *word != ".param").skip(1);
        let mut kind = words.next()?;
        let mut align = None;
        if kind == ".align" {
            align = words.next()?.parse::<usize>().ok();
            kind = words.next()?;
        }
        let bits: usize = kind.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
        let length = words
            .next()?
            .split_once('[')
            .map_or(Some(1), |(_, rest)| rest.strip_suffix(']')?.parse().ok())?;
        count += 1;
        end = end.next_multiple_of(align.unwrap_or(bits / 8)) + bits / 8 * length;
    }
    Some((count, end))
}

/// One piece of a stream's work.
#[derive(Clone)]
pub(crate) enum Work {
    Copy {
        to: usize,
        from: usize,
        bytes: usize,
    },
    /// Copies rows of so many bytes, each side's so many bytes apart.
    Rows {
        to: (usize, usize),
        from: (usize, usize),
        bytes: usize,
        count: usize,
    },
    /// Sets `count` elements, each to these bytes.
    Set {
        to: usize,
        value: Vec<u8>,
        count: usize,
    },
    Kernel {
        body: KernelBody,
        threads: u64,
        params: Vec<Vec<u8>>,
    },
    /// A stream's work up to a number must be done before.
    After {
        stream: usize,
        number: u64,
    },
    /// The end of an allocation's life.
    Free {
        address: usize,
    },
    /// A function of the host's.
    Host(HostWork),
    /// A launch of a graph.
    Graph(Box<Launch>),
    /// A place to wait for.
    Mark,
}

/// A function of the host's and what it is given.
#[derive(Clone, Copy)]
pub(crate) enum HostWork {
    Function(unsafe extern "system" fn(usize), usize),
    /// It is also told the stream and how the work before it went.
    Callback(unsafe extern "system" fn(usize, i32, usize), usize, usize),
}

thread_local! {
    /// Whether this thread runs a function of the host's.
    pub(crate) static INSIDE: Cell<bool> = const { Cell::new(false) };
}

pub(crate) fn run(work: HostWork) {
    INSIDE.set(true);
    // SAFETY: the program gave the function and its data.
    unsafe {
        match work {
            HostWork::Function(function, data) => function(data),
            HostWork::Callback(function, stream, data) => function(stream, 0, data),
        }
    }
    INSIDE.set(false);
}

/// Does what needs nothing but memory.
pub(crate) fn perform(work: Work) {
    match work {
        // SAFETY: both places were found to be memory of this size when the work was given, or are the host's on
        // its word.
        Work::Copy { to, from, bytes } => unsafe { pointer(from).copy_to(pointer(to), bytes) },
        Work::Rows { to, from, bytes, count } => {
            for row in 0..count {
                // SAFETY: as above.
                unsafe { pointer(from.0 + row * from.1).copy_to(pointer(to.0 + row * to.1), bytes) };
            }
        }
        Work::Set { to, value, count } => {
            for index in 0..count {
                let place = pointer(to + index * value.len());
                // SAFETY: the place was found to be memory of this size when the work was given.
                unsafe { place.copy_from(value.as_ptr(), value.len()) };
            }
        }
        Work::Kernel { body, threads, params } => body(threads, &params),
        Work::Host(work) => run(work),
        Work::After { .. } | Work::Free { .. } | Work::Graph(_) | Work::Mark => {}
    }
}
