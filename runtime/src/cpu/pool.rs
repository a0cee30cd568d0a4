//! The threads that share the work of a launch: whoever launches, and helpers that the process starts at its first
//! launch.
//!
//! Takes work that any number of threads may do at once, each taking pieces of it until none is left. Guarantees
//! that the caller does its part at once and that nobody is at it when [`run`] returns. No launch depends on a
//! helper: one that is busy elsewhere or that could not be started is done without. A forked child has helpers of its
//! own: those of its parent are not there, and may have held a lock.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use crate::sys::process::PerProcess;

/// How many threads work at once, the caller among them: as many as the process may run.
pub(super) fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Does `work` on this thread, and on as many more of up to `workers` in all as have time for it.
pub(super) fn run(workers: usize, work: &(dyn Fn() + Sync)) {
    let helpers = workers.min(threads()).saturating_sub(1);
    if helpers == 0 {
        return work();
    }
    let pool = POOL.get();
    pool.start();
    let mut state = pool.lock();
    let number = state.posted;
    state.posted += 1;
    // SAFETY: the reference is used until `Posted` is dropped, which is before this function ends, in whichever way.
    let work_of_helpers =
        unsafe { std::mem::transmute::<&(dyn Fn() + Sync), &'static (dyn Fn() + Sync)>(work) };
    state.tasks.push(Task { number, work: work_of_helpers, wanted: helpers, running: 0, panic: None });
    drop(state);
    for _ in 0..helpers {
        pool.posted.notify_one();
    }
    let posted = Posted { pool, number };
    work();
    drop(posted);
}

static POOL: PerProcess<Pool> = PerProcess::new();

#[derive(Default)]
struct Pool {
    state: Mutex<State>,
    /// There is a task that wants helpers.
    posted: Condvar,
    /// A helper has left a task.
    left: Condvar,
    started: OnceLock<()>,
}

#[derive(Default)]
struct State {
    tasks: Vec<Task>,
    /// How many tasks there have been.
    posted: u64,
}

/// The work of one launch.
struct Task {
    number: u64,
    work: &'static (dyn Fn() + Sync),
    /// How many helpers it still wants.
    wanted: usize,
    /// How many are at it.
    running: usize,
    /// With what one of them panicked.
    panic: Option<Box<dyn Any + Send>>,
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the helpers, once. They wait for work as long as the process lives.
    fn start(&'static self) {
        self.started.get_or_init(|| {
            for number in 1..threads() {
                // Where there is no thread to be had, the others do its part.
                let _ = thread::Builder::new().name(format!("kiln-cpu-{number}")).spawn(|| self.help());
            }
        });
    }

    fn help(&self) {
        let mut state = self.lock();
        loop {
            let Some(task) = state.tasks.iter_mut().find(|task| task.wanted > 0) else {
                state = self.posted.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            task.wanted -= 1;
            task.running += 1;
            let (number, work) = (task.number, task.work);
            drop(state);
            // What it leaves behind is looked at by nobody but the one who posted it, and he panics too.
            let outcome = catch_unwind(AssertUnwindSafe(work));
            state = self.lock();
            if let Some(task) = state.tasks.iter_mut().find(|task| task.number == number) {
                task.running -= 1;
                if let Err(panic) = outcome {
                    task.panic = Some(panic);
                }
            }
            self.left.notify_all();
        }
    }
}

/// A task that helpers may be at; it ends when the last has left.
struct Posted {
    pool: &'static Pool,
    number: u64,
}

impl Drop for Posted {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        loop {
            let Some(at) = state.tasks.iter().position(|task| task.number == self.number) else { return };
            // Whoever comes now finds nothing left to do.
            state.tasks[at].wanted = 0;
            if state.tasks[at].running == 0 {
                let task = state.tasks.swap_remove(at);
                drop(state);
                if let Some(panic) = task.panic.filter(|_| !thread::panicking()) {
                    resume_unwind(panic);
                }
                return;
            }
            state = self.pool.left.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Counts up to `all` on several threads, each number once.
    fn count(all: u64) -> u64 {
        let (next, sum) = (AtomicU64::new(0), AtomicU64::new(0));
        run(8, &|| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= all {
                    return;
                }
                sum.fetch_add(number, Ordering::Relaxed);
            }
        });
        sum.into_inner()
    }

    #[test]
    fn all_is_done_when_it_returns() {
        for all in [0, 1, 5, 1000, 100_000] {
            assert_eq!(count(all), all * all.saturating_sub(1) / 2);
        }
    }

    #[test]
    fn several_may_launch_at_once_and_inside_of_each_other() {
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| (0..200).for_each(|_| assert_eq!(count(100), 4950)));
            }
        });
        let (next, inner) = (AtomicU64::new(0), AtomicU64::new(0));
        run(4, &|| {
            while next.fetch_add(1, Ordering::Relaxed) < 20 {
                inner.fetch_add(count(50), Ordering::Relaxed);
            }
        });
        assert_eq!(inner.into_inner(), 20 * 1225);
    }

    #[test]
    fn a_panic_reaches_who_launched_and_leaves_the_helpers_at_work() {
        for _ in 0..10 {
            let next = AtomicU64::new(0);
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                run(4, &|| {
                    while next.fetch_add(1, Ordering::Relaxed) < 50 {
                        thread::yield_now();
                    }
                    resume_unwind(Box::new("no more"));
                });
            }));
            assert_eq!(panicked.unwrap_err().downcast_ref(), Some(&"no more"));
            assert_eq!(count(100), 4950);
        }
    }
}
