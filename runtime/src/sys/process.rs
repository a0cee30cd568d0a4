//! Whose rights this process has, and what a forked child has for itself.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A value with locks, of which each process has its own: in a forked child the locks of the parent's may be held by
/// threads that are not there, for good.
pub(crate) struct PerProcess<T>(AtomicPtr<(u32, T)>);

impl<T: Default> PerProcess<T> {
    pub(crate) const fn new() -> PerProcess<T> {
        PerProcess(AtomicPtr::new(ptr::null_mut()))
    }

    /// This process's value. It lives as long as the process.
    pub(crate) fn get(&'static self) -> &'static T {
        let process = std::process::id();
        let known = self.0.load(Ordering::Acquire);
        // SAFETY: it is null, or was leaked below; the fork copied it with all other memory.
        if let Some((owner, value)) = unsafe { known.as_ref() }
            && *owner == process
        {
            return value;
        }
        let made = Box::into_raw(Box::new((process, T::default())));
        match self.0.compare_exchange(known, made, Ordering::AcqRel, Ordering::Acquire) {
            // SAFETY: it is leaked from here on.
            Ok(_) => unsafe { &(*made).1 },
            Err(_) => {
                // SAFETY: nobody else has seen it.
                drop(unsafe { Box::from_raw(made) });
                self.get()
            }
        }
    }
}

/// The user whose files the process makes.
#[cfg(unix)]
pub(crate) fn user() -> u32 {
    unsafe extern "C" {
        safe fn geteuid() -> u32;
    }
    geteuid()
}

/// Whether the process has rights that its starter lacks: it is setuid or setgid, or its file has
/// capabilities. Its environment is then somebody else's word.
pub(crate) fn is_elevated() -> bool {
    static ELEVATED: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *ELEVATED.get_or_init(elevated)
}

#[cfg(unix)]
fn elevated() -> bool {
    unsafe extern "C" {
        safe fn getuid() -> u32;
        safe fn getgid() -> u32;
        safe fn getegid() -> u32;
    }
    getuid() != user() || getgid() != getegid() || kernel_says_so()
}

#[cfg(not(unix))]
fn elevated() -> bool {
    false
}

/// The kernel knows of capabilities too, and of ids that the program has changed since.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn kernel_says_so() -> bool {
    use std::ffi::c_ulong;
    const SECURE: c_ulong = 23;
    unsafe extern "C" {
        safe fn getauxval(kind: c_ulong) -> c_ulong;
    }
    getauxval(SECURE) != 0
}

#[cfg(any(target_os = "macos", target_os = "ios", target_os = "freebsd"))]
fn kernel_says_so() -> bool {
    unsafe extern "C" {
        safe fn issetugid() -> std::ffi::c_int;
    }
    issetugid() != 0
}

#[cfg(all(
    unix,
    not(any(
        target_os = "linux",
        target_os = "android",
        target_os = "macos",
        target_os = "ios",
        target_os = "freebsd"
    ))
))]
fn kernel_says_so() -> bool {
    false
}
