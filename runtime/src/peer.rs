//! Several devices in one program: which GPU may use another's memory where it is.

use crate::device::Device;
use crate::error::Result;

impl Device {
    /// Whether this device could use the other's buffers where they are, if [`Device::enable_peer_access`] lets it.
    /// A device can always use its own; the CPU and a GPU cannot use each other's.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`](crate::Error::Driver) where the driver does not answer.
    pub fn can_access_peer(&self, other: &Device) -> Result<bool> {
        match (&self.shared().context, &other.shared().context) {
            (Some(own), Some(other)) => own.can_reach(other),
            _ => Ok(self == other),
        }
    }

    /// Lets this device use the other's buffers where they are, those that exist and those to come: kernels on a
    /// stream of this device may then take them as arguments, and copies between the two take the direct way. Says
    /// whether it could be done. Where it could not, [`Stream::copy`](crate::Stream::copy) works all the same, by
    /// way of the host. It stays for as long as the process lives.
    ///
    /// # Errors
    ///
    /// [`Error::Driver`](crate::Error::Driver) where the driver fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use kiln_runtime::Device;
    ///
    /// if let (Ok(first), Ok(second)) = (Device::gpu(0), Device::gpu(1)) {
    ///     if first.enable_peer_access(&second)? {
    ///         println!("{first} uses what lies on {second}");
    ///     }
    /// }
    /// # Ok::<(), kiln_runtime::Error>(())
    /// ```
    pub fn enable_peer_access(&self, other: &Device) -> Result<bool> {
        match (&self.shared().context, &other.shared().context) {
            (Some(own), Some(other)) => own.reach(other),
            _ => Ok(self == other),
        }
    }
}
