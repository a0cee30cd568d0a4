//! `kiln::verify_all()`: what only rustc's types and constants show of a kernel is found without a GPU and without
//! a launch, and instances of generic kernels have names.

use kiln::prelude::*;
use kiln::{Error, registry};

#[kernel(instances(f32, f64))]
fn scale<T: Float>(factor: T, x: &mut [T]) {
    let i = global_id();
    if i < x.len() {
        x[i] = factor * x[i];
    }
}

#[kernel(instances((u32, 3), (i64, 5)))]
fn spread<T: Int, const N: usize>(x: &[T], y: &mut [T]) {
    let i = global_id();
    for k in 0..N {
        if i * N + k < y.len() {
            y[i * N + k] = x[i];
        }
    }
}

#[kernel(tile, instances(f32))]
fn doubled<T: Float>(x: &Tensor1<T>, y: &mut Tensor1<T>) {
    let i = tile_id(0);
    y.store(i, x.load::<64>(i) + x.load(i));
}

#[kernel]
fn unnamed<T: Num>(x: &mut [T]) {
    x[global_id()] = T::ONE;
}

#[device]
fn even(n: u32) -> bool {
    if n == 0 { true } else { odd(n - 1) }
}

#[device]
fn odd(n: u32) -> bool {
    if n == 0 { false } else { even(n - 1) }
}

#[kernel]
fn parity(n: u32, x: &mut [u32]) {
    x[global_id()] = if even(n) { 0 } else { 1 };
}

const HALF: usize = 2;

/// What `HALF` is, only rustc knows, and with 1 the threads would not race.
#[kernel]
fn races(x: &mut [u32]) {
    x[global_id() / HALF] = 1;
}

#[device]
fn fill(x: &mut [u32], value: u32) {
    for i in 0..x.len() {
        x[i] = value;
    }
}

/// Whether `fill` writes, only its signature tells.
#[kernel]
fn hands_over(x: &mut [u32]) {
    fill(x, 1);
}

#[device]
fn waits(first: bool) {
    if first {
        sync_threads();
    }
}

#[kernel]
fn waits_apart(x: &mut [u32]) {
    waits(thread_idx().x == 0);
    x[global_id()] = 1;
}

#[device]
fn first_thread() -> bool {
    thread_idx().x == 0
}

/// Whether all threads of a block have what a function gives, its body tells.
#[kernel]
fn waits_for_some(x: &mut [u32]) {
    if first_thread() {
        sync_threads();
    }
    x[global_id()] = 1;
}

#[device]
fn first_block() -> bool {
    block_idx().x == 0
}

#[kernel]
fn waits_for_all(x: &mut [u32]) {
    if first_block() && block::any(x[global_id()] == 0) {
        sync_threads();
    }
    x[global_id()] = 1;
}

#[kernel]
fn waits_for_those_who_vote(x: &mut [u32]) {
    if thread_idx().x < 3 && block::any(x[global_id()] == 0) {
        x[global_id()] = 1;
    }
}

#[kernel(tile)]
fn threads_in_tiles(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    if first_thread() {
        y.store(i, x.load::<64>(i));
    }
}

#[kernel(instances(1024, 100_000))]
fn too_much_shared<const N: usize>(x: &mut [f32]) {
    let tile = shared::<[f32; N]>();
    tile[thread_idx().x] = x[thread_idx().x];
    sync_threads();
    x[thread_idx().x] = tile[0];
}

/// Each function calls the next one three times.
macro_rules! chain {
    ($first:ident $($rest:ident)*) => {
        chain! { @ $first, $($rest)* }
    };
    (@ $function:ident, $next:ident $($rest:ident)*) => {
        #[device]
        fn $function(n: u32) -> u32 {
            $next(n) ^ $next(n + 1) ^ $next(n + 2)
        }
        chain! { @ $next, $($rest)* }
    };
    (@ $last:ident,) => {
        #[device]
        fn $last(n: u32) -> u32 {
            n * n
        }
    };
}

chain! { c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 c20 }

#[kernel]
fn calls_a_chain(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = c0(x[i]);
    }
}

#[kernel]
fn calls_the_end_of_a_chain(x: &mut [u32]) {
    let i = global_id();
    if i < x.len() {
        x[i] = c15(x[i]);
    }
}

#[derive(Clone, Copy, KernelType)]
struct Disc {
    radius: f32,
}

#[device]
trait Area {
    fn area(&self) -> f32;
}

// It lacks `#[device]`.
impl Area for Disc {
    fn area(&self) -> f32 {
        self.radius * self.radius
    }
}

#[kernel]
fn areas(discs: &[Disc], out: &mut [f32]) {
    let i = global_id();
    out[i] = discs[i].area();
}

#[test]
fn every_kernel_that_cannot_be_built_is_named_with_the_reason() {
    let Err(Error::Unverified { failures }) = kiln::verify_all() else { panic!("there are such kernels") };
    let told: Vec<String> = failures.iter().map(Error::to_string).collect();
    let about = |name: &str| {
        let mut found = told.iter().filter(|text| text.contains(&format!("`{name}`")));
        let text = found.next().unwrap_or_else(|| panic!("{name}: {told:#?}"));
        assert!(found.next().is_none(), "one mistake is told once: {told:#?}");
        text
    };
    let text = about("parity");
    assert!(
        text.contains("K0110") && text.contains("in a circle") && text.contains("write a loop"),
        "{text}"
    );
    let text = about("threads_in_tiles");
    assert!(text.contains("K0114") && text.contains("tests/verify.rs:"), "{text}");
    let text = about("too_much_shared::<100_000>");
    assert!(text.contains("400000") && text.contains("232448"), "{text}");
    let threads =
        [("races", "K0303"), ("hands_over", "K0306"), ("waits_apart", "K0305"), ("waits_for_some", "K0305")];
    for (name, code) in threads {
        let text = about(name);
        assert!(text.contains(code) && text.contains("tests/verify.rs:"), "{text}");
    }
    // At the line and column, and of types there are none.
    let text = about("races");
    assert!(
        text.contains("`races` cannot be built: tests/verify.rs:") && text.contains(":5: K0303"),
        "{text}"
    );
    // The barrier is one of the library's.
    let text = about("waits_for_those_who_vote");
    assert!(text.contains("K0305") && text.contains("decide differently"), "{text}");
    let text = about("calls_a_chain");
    assert!(text.contains("K0402") && text.contains("`c0` once, which calls `c1` 3 times"), "{text}");
    let text = about("areas");
    assert!(text.contains("`Area` is implemented for `Disc` without `#[device]`"), "{text}");
    assert!(text.contains("`areas` at tests/verify.rs:") && text.contains(":5: K0121"), "{text}");
    assert_eq!(told.len(), 10, "{told:#?}");
}

#[test]
fn kernels_are_shown_by_name_and_place() {
    let shown = format!("{:?}", registry::find("parity").unwrap());
    assert!(shown.starts_with("KernelEntry(verify::parity at tests/verify.rs:"), "{shown}");
}

#[test]
fn an_instance_is_launched_by_its_name() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f64, 2.0])?;
    registry::launch_dynamic(registry::find("scale::<f64>")?, &stream, 2, [0.5f64.into(), (&mut x).into()])?;
    assert_eq!(stream.download(&x)?, [0.5, 1.0]);
    let y = stream.upload(&[7i64, 8])?;
    let mut z = stream.upload(&[0i64; 10])?;
    registry::launch_dynamic(
        registry::find("spread::<i64, 5>")?,
        &stream,
        2,
        [(&y).into(), (&mut z).into()],
    )?;
    assert_eq!(stream.download(&z)?, [7, 7, 7, 7, 7, 8, 8, 8, 8, 8]);
    Ok(())
}

#[test]
fn an_instance_takes_the_types_that_it_names() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32, 2.0])?;
    let error = registry::find("scale::<f64>")?
        .bind([0.5f64.into(), (&mut x).into()])
        .err()
        .map(|error| error.to_string());
    let error = error.unwrap_or_default();
    assert!(
        error.contains("parameter `x`") && error.contains("&mut [f64]") && error.contains("f32"),
        "{error}"
    );
    let error =
        registry::find("scale")?.bind([0.5f32.into(), (&mut x).into()]).err().map(|error| error.to_string());
    assert!(error.unwrap_or_default().contains("instances(f32, f64)"));
    Ok(())
}

#[test]
fn generic_kernels_without_named_instances_are_templates() {
    let all = kiln::registry::all();
    let names: Vec<&str> = all.iter().map(|entry| entry.name).collect();
    for name in ["scale", "scale::<f32>", "scale::<f64>", "spread::<u32, 3>", "doubled::<f32>", "unnamed"] {
        assert_eq!(names.iter().filter(|found| **found == name).count(), 1, "{name}: {names:?}");
    }
}
