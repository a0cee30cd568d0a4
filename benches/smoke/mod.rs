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

/// Median device seconds of a call of each piece of work, the pieces taking turns, with a warm cache: work that is to
/// find it cold takes turns over buffers. The call's number is given to choose them.
#[allow(dead_code, reason = "some benches use only the other functions")]
pub fn device_seconds<'a, W: FnMut(usize) -> kiln::Result<()> + 'a>(
    stream: &kiln::Stream,
    works: impl IntoIterator<Item = W>,
) -> kiln::Result<Vec<f64>> {
    let mut bench = kiln::bench::Bench::new().warm();
    if is_on() {
        bench = bench.warm_up(std::time::Duration::ZERO).budget(std::time::Duration::ZERO).samples(1);
    }
    let cases = works.into_iter().map(|mut work| {
        let mut calls = 0..;
        kiln::bench::Case::new("", move || calls.next().map_or(Ok(()), &mut work))
    });
    let mut cases: Vec<_> = cases.collect();
    Ok(bench.compare(stream, &mut cases)?.iter().map(|(_, timing)| timing.median().as_secs_f64()).collect())
}
