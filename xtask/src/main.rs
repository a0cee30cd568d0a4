//! Developer commands: `cargo xtask <command>`.

fn main() {}
