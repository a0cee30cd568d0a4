//! Where arrays are computed.

use std::cell::RefCell;
use std::sync::OnceLock;

use kiln_runtime::{Device, Result, Stream};

thread_local! {
    static SCOPES: RefCell<Vec<Stream>> = const { RefCell::new(Vec::new()) };
}

/// Runs a function whose arrays are computed on a device, unless their operands lie on another.
///
/// ```
/// use kiln_array::{Array, on};
/// use kiln_runtime::Device;
///
/// let sum = on(&Device::cpu(), || (Array::from([1.0f32, 2.0]) + 0.5).to_vec())?;
/// assert_eq!(sum, [1.5, 2.5]);
/// # Ok::<(), kiln_runtime::Error>(())
/// ```
pub fn on<R>(device: &Device, work: impl FnOnce() -> R) -> R {
    on_stream(&device.stream(), work)
}

/// As [`on`], for a stream of the device.
pub fn on_stream<R>(stream: &Stream, work: impl FnOnce() -> R) -> R {
    /// Ends the scope, after a panic too.
    struct Scope;

    impl Drop for Scope {
        fn drop(&mut self) {
            SCOPES.with_borrow_mut(Vec::pop);
        }
    }

    SCOPES.with_borrow_mut(|scopes| scopes.push(stream.clone()));
    let _scope = Scope;
    work()
}

/// The stream that computes an array whose operands lie there.
pub(crate) fn stream(device: Option<&Device>) -> Result<Stream> {
    let scope = SCOPES.with_borrow(|scopes| scopes.last().cloned());
    match (device, scope) {
        (None, Some(scope)) => Ok(scope),
        (Some(device), Some(scope)) if scope.device() == *device => Ok(scope),
        (Some(device), _) => Ok(device.stream()),
        (None, None) => Ok(default_stream()?.clone()),
    }
}

/// The stream of programs that say nothing: of [`Device::best`].
fn default_stream() -> Result<&'static Stream> {
    static DEFAULT: OnceLock<Stream> = OnceLock::new();
    if let Some(stream) = DEFAULT.get() {
        return Ok(stream);
    }
    let stream = Device::best()?.stream();
    Ok(DEFAULT.get_or_init(|| stream))
}
