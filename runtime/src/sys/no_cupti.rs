//! CUPTI in programs without the feature `cupti`: its interface, and no times.

use std::collections::HashMap;

/// A collection of activities, of which there is none.
pub(crate) enum Collection {}

/// An id for work of the device, of which there is none.
pub(crate) struct Pushed {
    pub(crate) id: u64,
}

impl Collection {
    /// Collects nothing. There is no reason to report: nobody wanted it.
    pub(crate) fn start() -> Result<Collection, Option<String>> {
        Err(None)
    }

    /// Is never called.
    pub(crate) fn push(&self) -> Option<Pushed> {
        match *self {}
    }

    /// Is never called.
    pub(crate) fn finish(self) -> Result<HashMap<u64, [f64; 2]>, String> {
        match self {}
    }
}
