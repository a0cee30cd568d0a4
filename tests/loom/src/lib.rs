//! The lists that threads share without a lock (`runtime/src/lists.rs`), compiled with loom's types: each test goes
//! through every order in which its threads' steps can happen, and through what each load may see.
//!
//! `cargo test --manifest-path tests/loom/Cargo.toml`; `cargo xtask test` runs it too.

#![cfg(test)]

mod primitives {
    pub(crate) use std::sync::PoisonError;

    pub(crate) use loom::sync::Mutex;
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
}

#[path = "../../../runtime/src/lists.rs"]
mod lists;

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::AtomicPtr;
use loom::thread;

use lists::{Bag, List};

/// A value whose reads loom holds against its writes: the number is written before the value is added, and read
/// where it is found.
struct Value {
    key: usize,
    number: UnsafeCell<u32>,
}

// SAFETY: nobody writes it once it is in a list; loom says where that is wrong.
unsafe impl Sync for Value {}

fn value(key: usize) -> Value {
    let value = Value { key, number: UnsafeCell::new(0) };
    // SAFETY: the value is this thread's alone.
    value.number.with_mut(|number| unsafe { number.write(key as u32 * 10) });
    value
}

fn list() -> List<Value> {
    List::of(AtomicPtr::new(std::ptr::null_mut()))
}

/// What is found is whole.
fn look(list: &List<Value>, key: usize) -> bool {
    let found = list.find(|one| one.key == key);
    // SAFETY: nobody writes what is in a list.
    found.inspect(|one| one.number.with(|number| assert_eq!(unsafe { number.read() }, key as u32 * 10))).is_some()
}

#[test]
fn what_is_found_is_whole_and_nothing_is_lost() {
    loom::model(|| {
        let list = Arc::new(list());
        let writers = [1, 2].map(|key| {
            let list = Arc::clone(&list);
            thread::spawn(move || {
                assert_eq!(list.add(value(key)).key, key);
                assert!(look(&list, key));
            })
        });
        let _ = (look(&list, 1), look(&list, 2));
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        assert!(look(&list, 1) && look(&list, 2));
    });
}

#[test]
fn two_that_look_in_vain_both_find_one_in_the_end() {
    loom::model(|| {
        let list = Arc::new(list());
        let find_or_add = |list: &List<Value>| {
            if !look(list, 7) {
                list.add(value(7));
            }
            assert!(look(list, 7));
        };
        let other = Arc::clone(&list);
        let thread = thread::spawn(move || find_or_add(&other));
        find_or_add(&list);
        thread.join().unwrap();
    });
}

#[test]
fn whatever_is_left_is_taken_once() {
    loom::model(|| {
        let bag = Arc::new(Bag::new());
        let givers = [1u32, 2].map(|one| {
            let bag = Arc::clone(&bag);
            thread::spawn(move || bag.put(one))
        });
        let mut taken = bag.take();
        givers.into_iter().for_each(|giver| giver.join().unwrap());
        taken.extend(bag.take());
        taken.sort_unstable();
        assert_eq!(taken, [1, 2]);
        assert_eq!(bag.take(), []);
    });
}

#[test]
fn what_is_left_while_others_take_is_not_lost() {
    loom::model(|| {
        let bag = Arc::new(Bag::new());
        bag.put(1u32);
        let (giver, taker) = (Arc::clone(&bag), Arc::clone(&bag));
        let giver = thread::spawn(move || giver.put(2));
        let taker = thread::spawn(move || taker.take());
        let mut taken = taker.join().unwrap();
        giver.join().unwrap();
        taken.extend(bag.take());
        taken.sort_unstable();
        assert_eq!(taken, [1, 2]);
    });
}
