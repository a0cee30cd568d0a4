//! Choices that are a part of the program, constants from choices, and kernels that are tuned where they are defined.

use kiln::prelude::*;
use kiln::tune::{Choice, Outcome, ProfileGuidedOptimizer, TunableLaunch, TuneError, Tuned, Tuner};
use kiln::{BufferSliceMut, Error, Result};

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

#[kernel(tile, tune(N = [16, 1024, 256], warps = [2, 4], where(N * warps <= 2048), default(N = 16, warps = 2)))]
fn triple<T: Num, const N: usize>(x: &Tensor1<T>, y: &mut Tensor1<T>) {
    let i = tile_id(0);
    let x = x.load::<N>(i);
    y.store(i, x + x + x);
}

/// Without the file, which other tests and processes have.
fn found(launch: TunableLaunch<'_, 2>, stream: &Stream) -> Tuned {
    launch.tune_with(stream, |tuner| tuner.again().without_file()).unwrap()
}

#[test]
fn a_kernel_is_tuned_where_it_is_defined() {
    let stream = Device::cpu().stream();
    let x = Tensor1::from_slice(&stream, &vec![1.5f32; 20000]).unwrap();
    let mut y = Tensor1::zeros(&stream, 20000).unwrap();
    let choice = |launch: TunableLaunch<'_, 2>| launch.choice(&stream).unwrap()["N"];
    assert_eq!(choice(triple(&x, &mut y)), 16);
    let tuned = found(triple(&x, &mut y), &stream);
    // A tile of 16 is slower by far. The condition leaves out 1024 with four warps.
    assert_eq!(tuned.candidates().len(), 5, "{tuned}");
    assert_ne!(tuned.choice()["N"], 16, "{tuned}");
    assert!(tuned.to_string().contains("\n  2 other choices have the code of one of these"), "{tuned}");
    // The search wrote to copies.
    assert_eq!(y.download(&stream).unwrap(), vec![0.0; 20000]);
    triple(&x, &mut y).tuned().launch(&stream).unwrap();
    assert_eq!(y.download(&stream).unwrap(), vec![4.5; 20000]);
    // Arguments of the same kind take what was found; others, other types and a plain launch the default.
    assert_eq!(choice(triple(&x, &mut y).tuned()), tuned.choice()["N"]);
    assert_eq!(choice(triple(&x, &mut y)), 16);
    let mut few = Tensor1::zeros(&stream, 100).unwrap();
    assert_eq!(choice(triple(&x, &mut few).tuned()), 16);
    let [wide, mut other] = [0; 2].map(|_| Tensor1::<f64>::zeros(&stream, 20000).unwrap());
    assert_eq!(choice(triple(&wide, &mut other).tuned()), 16);
    let launch = triple(&x, &mut y).tuned().choose(&stream).unwrap();
    launch.tiles(20000usize.div_ceil(tuned.choice()["N"])).launch(&stream).unwrap();
}

#[kernel(tile, tune(N = [16, 512, 1024]))]
fn wrong_for_some<const N: usize>(x: &Tensor1<f32>, y: &mut Tensor1<f32>) {
    let i = tile_id(0);
    let mut by = 2.0;
    if N == 1024 {
        by = 2.001;
    }
    y.store(i, by * x.load::<N>(i));
}

#[test]
fn a_choice_with_another_result_is_refused_and_named() {
    let stream = Device::cpu().stream();
    let x = Tensor1::from_slice(&stream, &vec![1.0f32; 10000]).unwrap();
    let mut y = Tensor1::zeros(&stream, 10000).unwrap();
    let tuned = found(wrong_for_some(&x, &mut y), &stream);
    assert_eq!(tuned.choice()["N"], 512, "{tuned}");
    let words = "N=1024  its result is wrong: `y` differs from the default's in 10000 of 10000 elements, first in [0]: 2.00";
    assert!(tuned.to_string().contains(words), "{tuned}");
    // Within a tolerance it is right.
    let tuned = found(wrong_for_some(&x, &mut y).tolerance(1e-2), &stream);
    assert!(tuned.candidates().iter().all(|one| matches!(one.outcome, Outcome::Measured(_))), "{tuned}");
}

#[kernel(tune(EACH = [1, 8], block = [64, 32]))]
fn add<const EACH: usize>(x: &[f32], y: &mut [f32]) {
    let first = global_id() * EACH;
    for i in first..first + EACH {
        if i < y.len() {
            y[i] += x[i];
        }
    }
}

#[kernel(tune(block = [32, 64]))]
fn block_alone(y: &mut [u32]) {
    if let Some(y) = y.get_mut(global_id()) {
        *y = block_dim().x as u32;
    }
}

#[test]
fn kernels_of_threads_are_tuned_by_blocks_and_constants() {
    for device in [Device::cpu(), Device::emulated((9, 0))] {
        let stream = device.stream();
        let x = stream.upload(&[1.0f32; 100]).unwrap();
        let mut y = stream.upload(&[1.0f32; 100]).unwrap();
        // It adds to what is there: each choice begins with the user's contents, which stay.
        let tuned = found(add(&x, &mut y).threads(100), &stream);
        assert_eq!(tuned.candidates().len(), 4);
        assert!(tuned.candidates().iter().all(|one| matches!(one.outcome, Outcome::Measured(_))), "{tuned}");
        assert_eq!(stream.download(&y).unwrap(), [1.0; 100]);
        add(&x, &mut y).threads(100).tuned().launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [2.0; 100]);
        // A block is no constant, and this kernel tells on it.
        let mut y = stream.alloc_zeroed::<u32>(64).unwrap();
        block_alone(&mut y).threads(64).launch(&stream).unwrap();
        assert_eq!(stream.download(&y).unwrap(), [32; 64]);
        let launch = block_alone(&mut y).threads(64);
        let tuned = launch.tune_with(&stream, Tuner::without_file).unwrap();
        assert!(tuned.to_string().contains("first in [0]: 64, not 32"), "{tuned}");
    }
}

#[kernel(tune(block = [32, 64, 128]))]
fn part(x: &mut [u32]) {
    let i = global_id();
    // Of a block of 128 the last threads are out of bounds.
    x[i] += 1;
}

#[test]
fn a_choice_that_fails_is_noted_and_what_is_beside_a_slice_stays() {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&(0..128).collect::<Vec<u32>>()).unwrap();
    let launch = part(x.slice_mut(32..96).unwrap()).threads(64);
    let tuned = launch.tune_with(&stream, Tuner::without_file).unwrap();
    let failed = &tuned.candidates()[2];
    assert!(matches!(&failed.outcome, Outcome::Failed(why) if why.contains("part")), "{tuned}");
    assert_eq!(stream.download(&x).unwrap(), (0..128).collect::<Vec<u32>>());
    part(x.slice_mut(32..96).unwrap()).threads(64).tuned().launch(&stream).unwrap();
    assert_eq!(stream.download(&x).unwrap()[31..34], [31, 33, 34]);
}

#[test]
fn nothing_is_searched_while_a_graph_is_recorded() {
    let stream = Device::cpu().stream();
    let fresh = || stream.alloc_zeroed::<u32>(64).unwrap();
    let tune = |s: &Stream, y: &mut BufferSliceMut<'_, u32>| block_alone(y).threads(64).tune(s).map(|_| ());
    let error = stream.capture(fresh(), |s, mut y| tune(s, &mut y)).unwrap_err();
    assert!(error.to_string().contains("tune before the graph is recorded"), "{error}");
    let launch = |s: &Stream, y: &mut BufferSliceMut<'_, u32>| block_alone(y).threads(64).tuned().launch(s);
    let mut graph = stream.capture(fresh(), |s, mut y| launch(s, &mut y)).unwrap();
    graph.launch(&stream).unwrap();
    assert_eq!(stream.download(&graph.views_mut().unwrap()).unwrap(), [32; 64]);
}

#[kernel(tile, tune(M = [32, 256], stages = [2, 8]))]
fn product<const M: usize>(a: &Tensor2<f16>, b: &Tensor2<f16>, c: &mut Tensor2<f32>) {
    let (i, j) = (tile_id(0), tile_id(1));
    let mut sum = Tile2::<f32, M, M>::zeros();
    for k in 0..a.cols().div_ceil(M) {
        sum = mma(a.load::<M, M>(i, k), b.load::<M, M>(k, j), sum);
    }
    c.store(i, j, sum);
}

#[test]
fn what_does_not_fit_a_gpu_is_noted_without_one() {
    let stream = Device::emulated((7, 5)).stream();
    let [a, b] = [0; 2].map(|_| Tensor2::<f16>::zeros(&stream, [32, 32]).unwrap());
    let mut c = Tensor2::<f32>::zeros(&stream, [32, 32]).unwrap();
    let tuned = product(&a, &b, &mut c).tune_with(&stream, Tuner::without_file).unwrap();
    for (candidate, fits) in tuned.candidates().iter().zip([true, true, false, false]) {
        let noted = matches!(&candidate.outcome, Outcome::Failed(why) if why.contains("shared memory"));
        assert_eq!(noted, !fits, "{tuned}");
    }
}

/// Runs a test of this program in a process of its own, with a file of choices.
fn run_again(test: &str, file: &std::path::Path) -> String {
    let mut program = std::process::Command::new(std::env::current_exe().unwrap());
    program.args(["--exact", "--nocapture", test]).env("KILN_TUNE_FILE", file);
    let out = program.output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{text}");
    text
}

/// Tunes where another test says so, and prints what launches take.
#[test]
fn in_another_process() {
    if std::env::var_os("KILN_TUNE_FILE").is_none() {
        return;
    }
    let stream = Device::cpu().stream();
    let x = Tensor1::from_slice(&stream, &vec![1.0f32; 20000]).unwrap();
    let mut y = Tensor1::zeros(&stream, 20000).unwrap();
    println!("before {}.", triple(&x, &mut y).tuned().choice(&stream).unwrap());
    let tuned = triple(&x, &mut y).tune(&stream).unwrap();
    println!("tuned {}, measured {}.", tuned.choice(), tuned.is_measured());
}

#[test]
fn processes_share_a_file_and_name_what_they_ignore() {
    let folder = std::env::temp_dir().join(format!("kiln-tuned-shared-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("choices.txt");
    // Several at once: each line is whole.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let out = run_again("in_another_process", &file);
                assert!(!out.contains("is ignored"), "{out}");
            });
        }
    });
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!((1..=4).contains(&lines.len()), "{text}");
    assert!(
        lines.iter().all(|line| line.contains("tuned::triple(&tensor1<f32>, ") && line.contains(" code=")),
        "{text}"
    );
    let out = run_again("in_another_process", &file);
    assert!(out.contains("measured false") && !out.contains("before N=16 "), "{out}");
    // Poisoned: the choice is another, and the digest is not.
    let poisoned = lines[0].replace("\tN=", "\tN=9");
    std::fs::write(&file, format!("{poisoned}\nnonsense\n")).unwrap();
    let out = run_again("in_another_process", &file);
    for number in [1, 2] {
        let words = format!("line {number} of {} is ignored by the tuner `tuned::triple(", file.display());
        assert!(out.matches(&words).count() == 1, "{out}");
    }
    assert!(out.contains("before N=16 ") && out.contains("measured true"), "{out}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Which of two ways it takes, `mode` says, and how often, `rounds` and the tensor's columns.
#[kernel(tile)]
fn adaptive<const N: usize>(mode: u32, by: f32, rounds: usize, x: &mut Tensor2<f32>) {
    let i = tile_id(0);
    let mut sum = Tile2::<f32, 1, N>::zeros();
    for j in 0..x.cols().div_ceil(N) {
        for round in 0..rounds {
            if mode == 0 {
                sum = sum + x.load::<1, N>(i, j) * by;
            } else if mode + round as u32 == 1 {
                sum = sum - x.load::<1, N>(i, j);
            }
        }
    }
    x.store(i, 0, sum);
}

#[test]
fn a_kernel_is_specialized_on_a_sample() {
    for device in [Device::cpu(), Device::emulated((9, 0))] {
        let stream = device.stream();
        let data: Vec<f32> = (0..256u16).map(f32::from).collect();
        let mut x = Tensor2::from_slice(&stream, &data, [4, 64]).unwrap();
        let optimized =
            ProfileGuidedOptimizer::new(&stream).optimize(adaptive::<64>(0, 0.5, 3, &mut x)).unwrap();
        // Whatever was the fastest, all have the same bits, and the user's data is what it was.
        let report = optimized.report();
        assert_eq!(report.candidates().len(), 4);
        assert!(
            report.candidates().iter().all(|one| matches!(one.outcome, Outcome::Measured(_))),
            "{optimized}"
        );
        assert_eq!(x.download(&stream).unwrap(), data);
        for (mode, by, rounds) in [(0, 0.5, 3), (0, 0.5, 2), (0, -1.0, 3), (1, 0.5, 3)] {
            let mut expected = Tensor2::from_slice(&stream, &data, [4, 64]).unwrap();
            adaptive::<64>(mode, by, rounds, &mut expected).launch(&stream).unwrap();
            let mut found = Tensor2::from_slice(&stream, &data, [4, 64]).unwrap();
            let guarded = adaptive::<64>(mode, by, rounds, &mut found);
            // The guard looks at what was baked in, and noise may have left the scalars out.
            let is_sample = (mode, by, rounds) == (0, 0.5, 3) || report.choice()["scalars"] == 0;
            assert_eq!(optimized.is_for(&guarded), optimized.is_specialized() && is_sample);
            optimized.with(guarded).launch(&stream).unwrap();
            assert_eq!(found.download(&stream).unwrap(), expected.download(&stream).unwrap());
        }
        // Another extent, and another instance.
        let mut wide = Tensor2::from_slice(&stream, &data, [2, 128]).unwrap();
        assert!(!optimized.is_for(&adaptive::<32>(0, 0.5, 3, &mut x)));
        if report.choice()["extents"] == 1 {
            assert!(!optimized.is_for(&adaptive::<64>(0, 0.5, 3, &mut wide)));
        }
    }
}

/// Of threads: each round looks in vain for many modes.
#[kernel]
fn rounds_of(n: u32, mode: u32, x: &mut [f32]) {
    if let Some(x) = x.get_mut(global_id()) {
        for k in 0..n {
            match mode {
                0 => *x += 1.0,
                1 => *x += 2.0,
                2 => *x += 3.0,
                3 => *x += 4.0,
                4 => *x += 5.0,
                5 => *x += 6.0,
                6 => *x += 7.0,
                7 => *x += 8.0,
                8 => *x += 9.0,
                9 => *x += k as f32,
                _ => {}
            }
        }
    }
}

#[test]
fn code_that_constants_shorten_is_faster_and_kept() {
    let stream = Device::cpu().stream();
    let mut x = stream.upload(&[1.0f32; 4096]).unwrap();
    let optimizer = ProfileGuidedOptimizer::new(&stream);
    let optimized = optimizer.optimize(rounds_of(64, 10, &mut x).threads(4096)).unwrap();
    assert!(optimized.is_specialized(), "{optimized}");
    let text = optimized.to_string();
    assert!(
        text.starts_with("kernel `rounds_of`: specialized on n = 64, mode = 10\nscalars=1 extents=0, "),
        "{text}"
    );
    optimized.with(rounds_of(64, 10, &mut x).threads(4096)).launch(&stream).unwrap();
    assert_eq!(stream.download(&x).unwrap(), [1.0; 4096]);
    optimized.with(rounds_of(3, 9, &mut x).threads(4096)).launch(&stream).unwrap();
    assert_eq!(stream.download(&x).unwrap(), [4.0; 4096]);
}
