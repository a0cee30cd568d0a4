//! The smoke mode of the benches: `cargo bench --bench gpu -- --test` runs each measurement once.
//!
//! It shows that a bench works; its figures mean nothing. Criterion gives `--test` the same meaning.

/// Whether the bench runs in smoke mode.
pub fn is_on() -> bool {
    std::env::args().any(|argument| argument == "--test")
}

/// How often to repeat a measurement: `count` times, or once in smoke mode.
#[allow(dead_code, reason = "some benches use only the other functions")]
pub fn repetitions(count: usize) -> usize {
    if is_on() { 1 } else { count }
}

/// Prints why a part of a bench failed. In smoke mode the process fails too.
#[allow(dead_code, reason = "some benches use only the other functions")]
pub fn report<E: std::fmt::Display>(part: &str, result: Result<(), E>) {
    if let Err(error) = result {
        println!("{part}: {error}");
        if is_on() {
            std::process::exit(1);
        }
    }
}
