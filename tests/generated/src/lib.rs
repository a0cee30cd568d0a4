//! An empty library: this package has only tests, and cargo wants a library or a program.
