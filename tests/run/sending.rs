//! Which of the public types go to other threads, and which are shared between them.

use std::marker::PhantomData;
use std::sync::Arc;

use kiln::*;

/// What rustc says of a type. A constant of its own, where the bound holds, goes before the trait's.
struct Asked<T>(PhantomData<T>);

impl<T: Send> Asked<T> {
    const SENDS: bool = true;
}

impl<T: Sync> Asked<T> {
    const SHARES: bool = true;
}

trait Otherwise {
    const SENDS: bool = false;
    const SHARES: bool = false;
}

impl<T> Otherwise for Asked<T> {}

macro_rules! types {
    ($($type:ty),* $(,)?) => {
        [$((stringify!($type), Asked::<$type>::SENDS, Asked::<$type>::SHARES)),*]
    };
}

#[test]
fn all_types_go_to_any_thread_but_those_that_are_one_s_own() {
    let types = types![
        Advice<'static>,
        Arg<'static>,
        BoundLaunch<'static>,
        Buffer<f32>,
        BufferSlice<'static, f32>,
        BufferSliceMut<'static, f32>,
        CopyBatch<'static>,
        Device,
        DeviceInfo,
        DeviceKind,
        Dims,
        registry::DynArg<'static>,
        Error,
        Event,
        FailureCause,
        Finding,
        FindingKind,
        ForeignLaunch<'static>,
        Graph<(Buffer<f32>, Arc<Buffer<u8>>, PinnedBuffer<u64>)>,
        GraphBuilder,
        GraphCondition,
        GraphError,
        GraphUpdate,
        GrowableBuffer<f32>,
        IpcEventHandle,
        IpcBufferHandle,
        Kernel,
        registry::KernelEntry,
        Launch<'static, 2>,
        Limits,
        Linker,
        ManagedBuffer<f32>,
        MappedBuffer<f32>,
        MemoryInfo,
        MemoryPool,
        Node,
        ObjectCode,
        ObjectKind,
        Occupancy,
        registry::ParamInfo,
        registry::ParamKind,
        registry::ParamType,
        DeviceFuture<Buffer<f32>>,
        PinnedBuffer<f32>,
        PoolStats,
        Precompile,
        Precompiled,
        PrintSink,
        Program,
        Properties,
        Report,
        Pitched<BufferSlice<'static, f32>>,
        IpcBuffer<f32>,
        IpcEvent,
        Stream,
        StreamOptions,
        SourceKind,
        Tensor1<f32>,
        Tensor2<f32>,
        Tensor3<f32>,
        Tensor4<f32>,
        TypedLaunch<'static, 2>,
        Uuid,
        Verified,
        cache::Contents,
        cache::Entry,
        cache::Status,
        object::BestBlock,
        object::LoadedKernel,
        object::Parameter,
        trace::Range,
        dlpack::Export,
        dlpack::Import,
        bf16,
        f16,
    ];
    // A profiler's range ends on the thread on which it began, and what another library's tensors allow, only that
    // library knows.
    let own =
        [("trace::Range", false, false), ("dlpack::Export", false, false), ("dlpack::Import", false, false)];
    let wrong: Vec<_> = types
        .iter()
        .filter(|(name, sends, shares)| {
            let expected =
                own.iter().find(|(one, ..)| one == name).map_or((true, true), |one| (one.1, one.2));
            (*sends, *shares) != expected
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");

    // None is left out: whatever the crate names of the runtime, traits, functions and modules aside.
    let source = include_str!("../../src/lib.rs");
    let others = [
        "AsAtomic",
        "AsSlice",
        "AsSliceMut",
        "AsTensor",
        "AsTensorMut",
        "AtomicElement",
        "DownloadSource",
        "GraphMemory",
        "GraphShared",
        "GraphState",
        "KernelType",
        "RemoteType",
        "Result",
        "ScalarType",
        "Describe",
    ];
    let blocks = source.split("pub use kiln_runtime::").skip(1).filter_map(|rest| rest.split(';').next());
    for name in blocks.flat_map(|block| block.split(|c: char| !(c.is_alphanumeric() || c == '_'))) {
        let is_type = name.starts_with(|c: char| c.is_uppercase()) && !others.contains(&name);
        let listed = types.iter().any(|(one, ..)| one.split('<').next() == Some(name));
        assert!(!is_type || listed, "say of `{name}` whether it goes to other threads");
    }
}
