//! Kiln.
