//! Lists that many threads use at once, and that are read without a lock: all that Kiln has of such.
//!
//! Takes values; guarantees that whoever finds one sees all of it, that none is lost, and that looking costs a load
//! as long as there is nothing; leaves what the values mean to their users. `tests/loom` compiles this file with
//! loom's types and tries every order of the threads' steps.

use crate::primitives::{AtomicBool, AtomicPtr, Mutex, Ordering, PoisonError};

/// A list that only grows, and lasts as long as the process.
pub(crate) struct List<T: Send + Sync + 'static> {
    head: AtomicPtr<Node<T>>,
}

pub(crate) struct Node<T> {
    value: T,
    next: *const Node<T>,
}

impl<T: Send + Sync + 'static> List<T> {
    /// With a null pointer, an empty list. (Loom's pointers are not made in constants.)
    pub(crate) const fn of(null: AtomicPtr<Node<T>>) -> List<T> {
        List { head: null }
    }

    /// The newest value of which this is true.
    #[inline]
    pub(crate) fn find(&self, is: impl Fn(&T) -> bool) -> Option<&'static T> {
        let mut node = self.head.load(Ordering::Acquire).cast_const();
        // SAFETY: nodes are leaked, and complete before they are published.
        while let Some(one) = unsafe { node.as_ref() } {
            if is(&one.value) {
                return Some(&one.value);
            }
            node = one.next;
        }
        None
    }

    /// Adds a value, for good. Two threads that look in vain may both add one: the newer is found from then on.
    pub(crate) fn add(&self, value: T) -> &'static T {
        let node = Box::leak(Box::new(Node { value, next: self.head.load(Ordering::Relaxed) }));
        let new = std::ptr::from_mut(node);
        while let Err(head) = self.head.compare_exchange_weak(
            // SAFETY: the node is this thread's alone until it is published.
            unsafe { (*new).next }.cast_mut(),
            new,
            Ordering::Release,
            Ordering::Relaxed,
        ) {
            // SAFETY: as above.
            unsafe { (*new).next = head };
        }
        // SAFETY: the node is leaked, and nobody changes it from here on.
        unsafe { &(*new).value }
    }
}

/// What one thread leaves for another to take.
pub(crate) struct Bag<T> {
    any: AtomicBool,
    inside: Mutex<Vec<T>>,
}

impl<T> Bag<T> {
    pub(crate) fn new() -> Bag<T> {
        Bag { any: AtomicBool::new(false), inside: Mutex::new(Vec::new()) }
    }

    /// Leaves something.
    pub(crate) fn put(&self, one: T) {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner).push(one);
        self.any.store(true, Ordering::Release);
    }

    /// Takes everything; of what is left at the same time a later call takes what this one does not.
    #[inline]
    pub(crate) fn take(&self) -> Vec<T> {
        if self.any.load(Ordering::Acquire) { self.take_some() } else { Vec::new() }
    }

    #[cold]
    fn take_some(&self) -> Vec<T> {
        // First the flag: what is put after it has been lowered raises it again.
        self.any.store(false, Ordering::Relaxed);
        std::mem::take(&mut *self.inside.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
