//! Kernels on the CPU, from hand-written IR: they run, they fail with a reason, and the stream goes on.

use kiln_codegen::ir::{Attrs, MathTier, Scalar};
use kiln_runtime::__private::KernelParts;
use kiln_runtime::registry::{KernelEntry, ParamInfo, ParamKind, launch_dynamic};
use kiln_runtime::{Arg, AsSlice, AsSliceMut, Device, Error, FailureCause, KernelHandle, Launch, Stream};

const IR: &str = r#"kiln-ir 1

kernel fn take(at#0: i32, by#1: i32, x#2: &[u32], y#3: &mut [u32]) {
    var i#4: usize;
    @0 let i#4 = global_id_x();
    @0 if i#4 < y#3.len() {
        @4 if x#2[i#4 @1] == 7u32 {
            @3 fail(i#4, at#0);
        }
        @0 y#3[i#4 proven] = (x#2[i#4 proven] + ((at#0 / @2 by#1) as u32));
    }
}

sites {
    file "src/main.rs";
    @0 40:5;
    @1 41:17 index "x[i]";
    @2 42:30 divide;
    @3 43:9 message "thread {0} met a seven, at is {1}" usize i32;
    @4 43:8;
}
"#;

const I32: ParamKind = ParamKind::Scalar(Some(Scalar::I32));
const ENTRY: KernelParts = KernelParts {
    name: "take",
    module: "failure",
    file: "src/main.rs",
    line: 39,
    params: &[
        ParamInfo { name: "at", kind: I32 },
        ParamInfo { name: "by", kind: I32 },
        ParamInfo {
            name: "x",
            kind: ParamKind::Slice { element: Some(Scalar::U32), mutable: false, atomic: false },
        },
        ParamInfo {
            name: "y",
            kind: ParamKind::Slice { element: Some(Scalar::U32), mutable: true, atomic: false },
        },
    ],
    attrs: Attrs {
        block: None,
        min_blocks: None,
        cluster: None,
        math: MathTier::Default,
        unchecked: false,
        tile: None,
        target: None,
    },
    ir: IR,
    cuda: None,
    open: false,
    coarse: false,
    describe: None,
    is_unsafe: false,
    disjoint: None,
    preconditions: kiln_runtime::__private::Preconditions::NONE,
    proven: false,
};

/// An entry made by hand.
const fn entry(parts: KernelParts) -> KernelEntry {
    // SAFETY: the kernels of these tests take the parameters that their entries name, and are safe.
    unsafe { KernelEntry::new(parts) }
}

static HANDLE: KernelHandle = KernelHandle::new(&entry(ENTRY));

inventory::submit! { entry(ENTRY) }

fn take<'a>(at: i32, by: i32, x: impl AsSlice<'a, u32>, y: impl AsSliceMut<'a, u32>) -> Launch<'a, 4> {
    let args = [Arg::value(at), Arg::value(by), x.into_arg(), y.into_arg()];
    // SAFETY: these are the kernel's parameters.
    unsafe { Launch::new(&HANDLE, None, args) }
}

fn stream() -> Stream {
    Device::cpu().stream()
}

#[test]
fn it_runs_typed_and_by_name() {
    let stream = stream();
    let x = stream.upload(&(100..1100).collect::<Vec<u32>>()).unwrap();
    let mut y = stream.alloc_zeroed(1000).unwrap();
    take(12, 4, &x, &mut y).threads(1000).launch(&stream).unwrap();
    assert_eq!(stream.download(&y).unwrap(), (103..1103).collect::<Vec<u32>>());
    let entry = kiln_runtime::registry::find("failure::take").unwrap();
    launch_dynamic(entry, &stream, 1000, [12.into(), 3.into(), (&x).into(), (&mut y).into()]).unwrap();
    assert_eq!(stream.download(&y).unwrap()[999], 1103);
    // Parts, another stream of the device, and nothing at all.
    let other = Device::cpu().stream();
    take(1, 1, x.slice(10..12).unwrap(), y.slice_mut(..2).unwrap()).threads(2).launch(&other).unwrap();
    assert_eq!(other.download(y.slice(..3).unwrap()).unwrap(), [111, 112, 106]);
    take(1, 0, &x, &mut y).threads(0).launch(&stream).unwrap();
    let (none, mut nowhere) = (stream.upload(&[]).unwrap(), stream.upload(&[]).unwrap());
    take(1, 1, &none, &mut nowhere).threads(64).launch(&stream).unwrap();
    stream.synchronize().unwrap();
}

#[test]
fn an_index_a_division_and_an_assertion_tell_why() {
    let stream = stream();
    let x = stream.upload(&[1u32; 300]).unwrap();
    let mut y = stream.upload(&[0u32; 1000]).unwrap();
    take(1, 1, &x, y.slice_mut(..300).unwrap()).threads(300).launch(&stream).unwrap();
    take(1, 1, &x, &mut y).threads(1000).block(128).launch(&stream).unwrap();
    take(1, 0, &x, &mut y).threads(1000).launch(&stream).unwrap();
    let error = stream.synchronize().unwrap_err();
    assert_eq!(
        error.to_string(),
        "kernel `take` failed at src/main.rs:41:17: index out of bounds: `x[i]`: the length is 300 but the index is 300 \
         (block (2, 0, 0), thread (44, 0, 0))"
    );
    assert!(matches!(
        error,
        Error::KernelPanic {
            kernel: "take",
            line: 41,
            launch: 1,
            cause: FailureCause::Index { index: 300, len: 300 },
            ..
        }
    ));
    stream.synchronize().unwrap();

    y.clear_poison();
    take(5, 0, &x, y.slice_mut(..300).unwrap()).threads(300).launch(&stream).unwrap();
    let text = stream.download(&y).unwrap_err().to_string();
    assert!(
        text.starts_with("kernel `take` failed at src/main.rs:42:30: division by zero: 5 / 0 (block"),
        "{text}"
    );
    y.clear_poison();
    take(i32::MIN, -1, &x, y.slice_mut(..300).unwrap()).threads(300).launch(&stream).unwrap();
    let text = stream.synchronize().unwrap_err().to_string();
    assert!(text.contains("division overflows: -2147483648 / -1"), "{text}");

    let seven = stream.upload(&[1u32, 2, 7, 4]).unwrap();
    y.clear_poison();
    take(-3, 1, &seven, y.slice_mut(..4).unwrap()).threads(4).launch(&stream).unwrap();
    let text = stream.synchronize().unwrap_err().to_string();
    assert!(
        text.contains("src/main.rs:43:9: thread 2 met a seven, at is -3 (block (0, 0, 0), thread (2, 0, 0))"),
        "{text}"
    );

    y.clear_poison();
    take(3, 1, &x, y.slice_mut(..300).unwrap()).threads(300).launch(&stream).unwrap();
    assert_eq!(stream.download(&y).unwrap()[299], 4);
}

#[test]
fn a_failure_stays_with_its_stream() {
    let (stream, other) = (stream(), stream());
    let x = stream.upload(&[1u32; 3]).unwrap();
    let mut y = stream.upload(&[0u32; 10]).unwrap();
    take(1, 1, &x, &mut y).threads(10).launch(&other).unwrap();
    stream.synchronize().unwrap();
    // What the failed kernel may have written is doubtful wherever it is read; what it only read is not.
    assert!(matches!(stream.download(&y), Err(Error::KernelPanic { .. })));
    assert!(stream.download(&x).is_ok());
    assert!(matches!(other.synchronize(), Err(Error::KernelPanic { .. })));
    // The failure is told once; the memory says why it is doubtful until its owner accepts what it holds.
    assert!(matches!(stream.download(&y), Err(Error::Poisoned { .. })));
    y.clear_poison();
    assert!(stream.download(&y).is_ok());
    // The other way round: the home failed, and another stream reads.
    take(1, 1, &x, &mut y).threads(10).launch(&stream).unwrap();
    assert!(matches!(other.download(&y), Err(Error::KernelPanic { .. })));
    assert!(matches!(stream.synchronize(), Err(Error::KernelPanic { .. })));
}

#[test]
fn many_threads_launch_at_once() {
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for turn in 1..30 {
                    let stream = stream();
                    let x = stream.upload(&vec![turn; 500]).unwrap();
                    let mut y = stream.alloc_zeroed(500).unwrap();
                    take(10, 10, &x, &mut y).threads(500).launch(&stream).unwrap();
                    let expected = if turn == 7 { None } else { Some(vec![turn + 1; 500]) };
                    assert_eq!(stream.download(&y).ok(), expected);
                }
            });
        }
    });
}
