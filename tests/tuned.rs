//! Choices that are a part of the program, and constants from choices.

use kiln::prelude::*;
use kiln::tune::{Choice, TuneError, Tuner};
use kiln::{Error, Result};

// Written by `tune::merge` of what a search on `Device::emulated((9, 0))` kept.
kiln::include_tuning!("tuned/shipped.tune");

/// The space of the file's line.
fn tuner() -> Tuner<'static> {
    Tuner::new("shipped").axis("N", [64, 256]).key([1000])
}

#[kernel(tile)]
fn double<const N: usize>(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    y.store(i, 2.0 * x.load::<N>(i));
}

#[test]
fn a_program_has_choices_of_its_own() {
    let folder = std::env::temp_dir().join(format!("kiln-tuned-{}", std::process::id()));
    let file = folder.join("choices.txt");
    let emulated = Device::emulated((9, 0));
    let choose = |tuner: Tuner<'_>, device: &Device| tuner.file(&file).choose(device).unwrap()["N"];
    assert_eq!(choose(tuner(), &emulated), 256);
    // Another device, another key, another space, and a tuner that looks nothing up have the default.
    assert_eq!(choose(tuner(), &Device::cpu()), 64);
    assert_eq!(choose(tuner().key([1]), &emulated), 64);
    assert_eq!(choose(tuner().axis("M", [1]), &emulated), 64);
    assert_eq!(tuner().without_file().choose(&emulated).unwrap()["N"], 64);
    // What the program's machine has found counts more.
    let faster = |choice: &Choice| {
        std::thread::sleep(std::time::Duration::from_micros(if choice["N"] == 64 { 1 } else { 3000 }));
        Ok(())
    };
    let found = tuner().file(&file).again().tune(&emulated.stream(), faster).unwrap();
    assert_eq!(found.choice()["N"], 64);
    assert_eq!(choose(tuner(), &emulated), 64);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn choices_become_constants() {
    let stream = Device::cpu().stream();
    let x = Tensor1::from_slice(&stream, &[1.5f32; 1000]).unwrap();
    let mut y = Tensor1::zeros(&stream, 1000).unwrap();
    let mut run = |choice: &Choice| -> Result<()> {
        kiln::with_consts!(choice, N = [64, 256] => double::<N>(&x, &mut y).launch(&stream))
    };
    let choice = |n| Tuner::new("t").axis("N", [n]).without_file().choose(&Device::cpu()).unwrap();
    run(&choice(64)).unwrap();
    run(&choice(256)).unwrap();
    let error = run(&choice(128)).unwrap_err();
    assert!(matches!(error, Error::Tune(TuneError::NotListed { axis: "N", found: Some(128) })), "{error}");
    assert!(error.to_string().contains("its `N` is 128"), "{error}");
    assert_eq!(y.download(&stream).unwrap(), [3.0; 1000]);
}

#[kernel(tile, tune(N = [64, 256], warps = [2, 4], where(N * warps <= 512), default(N = 256, warps = 2)))]
fn triple<const N: usize>(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    y.store(i, 3.0 * x.load::<N>(i));
}

#[test]
fn a_kernel_is_tuned_where_it_is_defined() {
    let stream = Device::cpu().stream();
    let x = Tensor1::from_slice(&stream, &[1.5f32; 1000]).unwrap();
    let mut y = Tensor1::zeros(&stream, 1000).unwrap();
    let tuned = triple(&x, &mut y).tune_with(&stream, Tuner::without_file).unwrap();
    println!("{tuned}");
    assert_eq!(y.download(&stream).unwrap(), [0.0; 1000]);
    triple(&x, &mut y).tuned().launch(&stream).unwrap();
    assert_eq!(y.download(&stream).unwrap(), [4.5; 1000]);
}
