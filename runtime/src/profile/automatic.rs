//! KILN_PROFILE: the session of a program that does not know of it, from the first device to the program's end, on all
//! devices.

use std::ffi::c_int;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

use crate::sys::variables;

use super::{Report, Session, SessionBuilder};

/// The session and where its report goes.
static RUNNING: Mutex<Option<(Session, PathBuf)>> = Mutex::new(None);

unsafe extern "C" {
    fn atexit(function: extern "C" fn()) -> c_int;
}

/// Begins the session with the program's first device, if KILN_PROFILE says so.
pub(crate) fn begin() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Some(file) = variables::value("KILN_PROFILE") else { return };
        // The program may go to another folder before it ends, and a file that cannot be written is told now.
        let file = path::absolute(&file).unwrap_or_else(|_| file.into());
        if let Err(error) = fs::write(&file, "") {
            return eprintln!("kiln: KILN_PROFILE cannot write {}: {error}", file.display());
        }
        let counted = variables::switch("KILN_PROFILE_COUNTED") == Some(true);
        match (SessionBuilder { counted }).start_on_all() {
            Ok(session) => {
                *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some((session, file));
                // The driver has been started, so that what it does at the end comes after this.
                // SAFETY: C has this function with this signature, and `end` unwinds into nobody.
                unsafe { atexit(end) };
            }
            Err(error) => eprintln!("kiln: KILN_PROFILE cannot begin: {error}"),
        }
    });
}

extern "C" fn end() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some((session, file)) = running else { return };
    match session.finish() {
        Ok(report) => {
            eprintln!("{report}");
            for (path, text) in [(file.clone(), report.to_json()), (trace_of(&file), trace(&report))] {
                if let Err(error) = fs::write(&path, text) {
                    eprintln!("kiln: KILN_PROFILE cannot write {}: {error}", path.display());
                }
            }
        }
        Err(error) => eprintln!("kiln: KILN_PROFILE has nothing to report: {error}"),
    }
}

/// Where the trace goes: `report.trace.json` beside `report.json`.
fn trace_of(file: &Path) -> PathBuf {
    file.with_extension("trace.json")
}

fn trace(report: &Report) -> String {
    let mut text = Vec::new();
    // Memory takes all of it.
    let _ = report.write_chrome_trace(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}
