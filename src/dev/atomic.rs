//! Atomic floats, in the manner of std's atomic integers.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

macro_rules! atomic_float {
    ($name:ident, $float:ident, $bits:ident, $what:literal) => {
        #[doc = concat!("An atomic ", $what, ", with the operations of std's atomic integers that floats can have.")]
        #[derive(Debug, Default)]
        #[repr(transparent)]
        pub struct $name($bits);

        impl $name {
            /// An atomic with this value.
            pub const fn new(value: $float) -> Self {
                $name($bits::new(value.to_bits()))
            }

            /// The value.
            pub fn load(&self, order: Ordering) -> $float {
                $float::from_bits(self.0.load(order))
            }

            /// Replaces the value.
            pub fn store(&self, value: $float, order: Ordering) {
                self.0.store(value.to_bits(), order);
            }

            /// Replaces the value and gives the old one.
            pub fn swap(&self, value: $float, order: Ordering) -> $float {
                $float::from_bits(self.0.swap(value.to_bits(), order))
            }

            /// Adds to the value and gives the old one.
            pub fn fetch_add(&self, value: $float, order: Ordering) -> $float {
                self.update(order, |old| old + value)
            }

            /// Subtracts from the value and gives the old one.
            pub fn fetch_sub(&self, value: $float, order: Ordering) -> $float {
                self.update(order, |old| old - value)
            }

            /// Sets the lesser of the value and this one, and gives the old one; NaN loses.
            pub fn fetch_min(&self, value: $float, order: Ordering) -> $float {
                self.update(order, |old| old.min(value))
            }

            /// Sets the greater of the value and this one, and gives the old one; NaN loses.
            pub fn fetch_max(&self, value: $float, order: Ordering) -> $float {
                self.update(order, |old| old.max(value))
            }

            /// Sets `new` where the value has the bits of `current`. Gives the old value, as `Err` where it had others.
            ///
            /// # Errors
            /// The value was another.
            pub fn compare_exchange(
                &self,
                current: $float,
                new: $float,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$float, $float> {
                let found = self.0.compare_exchange(current.to_bits(), new.to_bits(), success, failure);
                found.map($float::from_bits).map_err($float::from_bits)
            }

            /// As [`Self::compare_exchange`], but may fail although the value had these bits.
            ///
            /// # Errors
            /// The value was another, or the attempt failed.
            pub fn compare_exchange_weak(
                &self,
                current: $float,
                new: $float,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$float, $float> {
                let found = self.0.compare_exchange_weak(current.to_bits(), new.to_bits(), success, failure);
                found.map($float::from_bits).map_err($float::from_bits)
            }

            fn update(&self, order: Ordering, change: impl Fn($float) -> $float) -> $float {
                // A failed exchange only reads, and a read cannot release.
                let failure = match order {
                    Ordering::SeqCst => Ordering::SeqCst,
                    Ordering::Acquire | Ordering::AcqRel => Ordering::Acquire,
                    _ => Ordering::Relaxed,
                };
                let mut old = self.0.load(Ordering::Relaxed);
                loop {
                    let new = change($float::from_bits(old)).to_bits();
                    match self.0.compare_exchange_weak(old, new, order, failure) {
                        Ok(_) => return $float::from_bits(old),
                        Err(found) => old = found,
                    }
                }
            }
        }

        // SAFETY: kernels know it by this name, as the atomic of this type.
        unsafe impl kiln_runtime::AtomicElement for $name {
            type Value = $float;
        }
    };
}

atomic_float!(AtomicF32, f32, AtomicU32, "`f32`");
atomic_float!(AtomicF64, f64, AtomicU64, "`f64`");
