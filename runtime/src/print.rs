//! Where kernels print on the CPU.

use std::sync::{PoisonError, RwLock};

/// What is called with the text that kernels print.
pub type PrintSink = Box<dyn Fn(&str) + Send + Sync>;

static SINK: RwLock<Option<PrintSink>> = RwLock::new(None);

/// Sends what kernels print on the CPU to a function, or to the standard output again.
///
/// The function is called with the text of one `kprintln!` of a block, the lines of its threads in their order,
/// from whichever thread runs the block. What kernels print on a GPU is the driver's: it goes to the standard
/// output of the process when the stream is synchronized.
///
/// # Examples
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// let text = Arc::new(Mutex::new(String::new()));
/// let sink = Arc::clone(&text);
/// kiln_runtime::set_print_sink(Some(Box::new(move |printed| sink.lock().unwrap().push_str(printed))));
/// // .. launch, synchronize, look at `text` ..
/// kiln_runtime::set_print_sink(None);
/// ```
pub fn set_print_sink(sink: Option<PrintSink>) {
    *SINK.write().unwrap_or_else(PoisonError::into_inner) = sink;
}

/// Prints what a block says at once.
pub(crate) fn print(text: &str) {
    match &*SINK.read().unwrap_or_else(PoisonError::into_inner) {
        Some(sink) => sink(text),
        None => print!("{text}"),
    }
}
