//! The driver's entry points, as far as Kiln calls them.
//!
//! Each notes its call and fails where a test wants that; what it does then is [`State`]'s.

// The names are the driver's, and so is the trust in the pointers that come with a call.
#![allow(non_snake_case, clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref)]

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::graph::{Graph, NodeWork, Uses};
use crate::memory::Allocation;
use crate::state::*;
use crate::work::{HostWork, INSIDE, Kernel, Param, Work, parameters};

/// Whether launches are not looked at; see [`crate::FakeDriver::idle`].
pub(crate) static IDLE: AtomicBool = AtomicBool::new(false);

/// Declares entry points: each takes the lock, notes its call, and runs its body unless it is to fail. What has an
/// idle form does no more than that while the driver idles.
macro_rules! entry_points {
    ($($name:ident = $symbol:literal $(idle $idle:block)? |$state:ident $(, $arg:ident: $type:ty)*| $body:block)*) => {$(
        #[doc = concat!("The driver's `", $symbol, "`.")]
        #[unsafe(export_name = $symbol)]
        pub unsafe extern "system" fn $name($($arg: $type),*) -> Code {
            $(if IDLE.load(Ordering::Relaxed) $idle)?
            if INSIDE.get() {
                // The lock may be held by whoever runs this function.
                INSIDE.set(false);
                eprintln!("misuse: {} in a function of the host's", $symbol);
                std::process::abort();
            }
            let mut guard = state();
            let $state: &mut State = &mut guard;
            match $state.called($symbol) {
                SUCCESS => $body,
                code => code,
            }
        }
    )*};
}

/// Writes an answer to its place.
pub(crate) fn answer<T>(place: *mut T, value: T) -> Code {
    if place.is_null() {
        return INVALID_VALUE;
    }
    // SAFETY: the caller gave a place for the answer.
    unsafe { place.write(value) };
    SUCCESS
}

/// The device of the calling thread's context.
pub(crate) fn current() -> Option<usize> {
    CURRENT.get().checked_sub(1)
}

pub(crate) fn known_device(device: c_int) -> Option<usize> {
    usize::try_from(device).ok().filter(|device| *device < DEVICES)
}

/// What the devices say of themselves: a small GPU of compute capability 9.0.
fn attribute(number: c_int) -> c_int {
    match number {
        1 => 1024,
        2 | 3 => 1024,
        4 => 64,
        5 => i32::MAX,
        6 | 7 => 65535,
        8 => 48 << 10,
        10 => 32,
        16 => 4,
        38 => 4 << 20,
        75 => 9,
        89 => 1,
        95 => 1,
        97 => 227 << 10,
        102 => 1,
        115 => 1,
        _ => 0,
    }
}

fn text(code: Code, name: bool) -> &'static CStr {
    let (short, long) = match code {
        SUCCESS => (c"CUDA_SUCCESS", c"no error"),
        INVALID_VALUE => (c"CUDA_ERROR_INVALID_VALUE", c"invalid argument"),
        OUT_OF_MEMORY => (c"CUDA_ERROR_OUT_OF_MEMORY", c"out of memory"),
        NOT_INITIALIZED => (c"CUDA_ERROR_NOT_INITIALIZED", c"initialization error"),
        INVALID_DEVICE => (c"CUDA_ERROR_INVALID_DEVICE", c"invalid device ordinal"),
        INVALID_IMAGE => (c"CUDA_ERROR_INVALID_IMAGE", c"device kernel image is invalid"),
        INVALID_CONTEXT => (c"CUDA_ERROR_INVALID_CONTEXT", c"invalid device context"),
        INVALID_HANDLE => (c"CUDA_ERROR_INVALID_HANDLE", c"invalid resource handle"),
        NOT_FOUND => (c"CUDA_ERROR_NOT_FOUND", c"named symbol not found"),
        NOT_READY => (c"CUDA_ERROR_NOT_READY", c"device not ready"),
        999 => (c"CUDA_ERROR_UNKNOWN", c"unknown error"),
        _ => (c"CUDA_ERROR_OF_THE_TEST", c"an error that the test asked for"),
    };
    if name { short } else { long }
}

/// Sixteen bytes that end in the device's number.
pub(crate) fn uuid_of(device: usize) -> [u8; 16] {
    let mut uuid = *b"a fake GPU, no \0";
    uuid[15] = device as u8;
    uuid
}

/// Writes a text with its NUL to a place of `len` bytes, as far as it fits.
fn write_text(text: &str, place: *mut c_char, len: c_int) -> Code {
    let count = text.len().min(usize::try_from(len).unwrap_or(0).saturating_sub(1));
    // SAFETY: the caller's place has `len` bytes.
    unsafe {
        place.cast::<u8>().copy_from(text.as_ptr(), count);
        place.add(count).write(0);
    }
    SUCCESS
}

/// The bytes of an image: an ELF file, or a text that ends in a NUL.
unsafe fn image<'a>(data: *const c_void) -> &'a [u8] {
    let start = data.cast::<u8>();
    // SAFETY: the caller gave a complete image; an ELF file's head says where its table of sections, its end, is.
    unsafe {
        if std::slice::from_raw_parts(start, 4) == b"\x7fELF" {
            let table = start.add(0x28).cast::<u64>().read_unaligned() as usize;
            let size = start.add(0x3A).cast::<u16>().read_unaligned() as usize;
            let count = start.add(0x3C).cast::<u16>().read_unaligned() as usize;
            std::slice::from_raw_parts(start, table + size * count)
        } else {
            CStr::from_ptr(start.cast()).to_bytes()
        }
    }
}

fn is_code(image: &[u8]) -> bool {
    image.starts_with(b"\x7fELF") || contains(image, ".entry")
}

fn contains(image: &[u8], name: &str) -> bool {
    image.windows(name.len()).any(|part| part == name.as_bytes())
}

/// Gives a stream a fill of `count` elements.
fn set(state: &mut State, call: &'static str, to: u64, value: &[u8], count: usize, stream: usize) -> Code {
    let to = to as usize;
    let uses = [(to..to + count * value.len(), true)];
    state.give(stream, call, &uses, Work::Set { to, value: value.to_vec(), count })
}

/// The bytes of a kernel's parameters, and the memory that they name.
///
/// # Safety
///
/// There is a pointer to each parameter, as the test has described them.
unsafe fn read_params(kernel: &Kernel, params: *const *const u8) -> (Vec<Vec<u8>>, Uses) {
    let values: Vec<Vec<u8>> = kernel
        .params
        .iter()
        .enumerate()
        // SAFETY: the caller's contract, and the test says the parameters' sizes.
        .map(|(at, param)| unsafe { std::slice::from_raw_parts(*params.add(at), param.bytes()) }.to_vec())
        .collect();
    let number = |at: usize| {
        let bytes = values.get(at).map_or(&[][..], Vec::as_slice);
        bytes.iter().rev().fold(0usize, |number, byte| number << 8 | usize::from(*byte))
    };
    let uses = kernel
        .params
        .iter()
        .enumerate()
        .filter_map(|(at, param)| match param {
            Param::Value(_) => None,
            Param::Read(size) => Some((number(at)..number(at) + size * number(at + 1), false)),
            Param::Write(size) => Some((number(at)..number(at) + size * number(at + 1), true)),
        })
        .collect();
    (values, uses)
}

/// The parameters of a kernel in a graph.
#[repr(C)]
pub struct KernelNode {
    function: usize,
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared: c_uint,
    params: *const *const u8,
    extra: usize,
}

/// One side of a copy.
#[repr(C)]
struct CopyEnd {
    skipped: [usize; 4],
    memory: c_int,
    host: usize,
    device: usize,
    more: [usize; 4],
}

/// The parameters of a copy in a graph.
#[repr(C)]
pub struct CopyNode {
    from: CopyEnd,
    to: CopyEnd,
    bytes: usize,
    height: usize,
    depth: usize,
}

/// The parameters of a fill in a graph.
#[repr(C)]
pub struct SetNode {
    to: usize,
    pitch: usize,
    value: c_uint,
    size: c_uint,
    count: usize,
    rows: usize,
}

/// The parameters of a function in a graph.
#[repr(C)]
pub struct HostNode {
    function: unsafe extern "system" fn(usize),
    data: usize,
}

/// The parameters of a part with a condition.
#[repr(C)]
pub struct ConditionNode {
    node_type: c_int,
    reserved: [c_int; 3],
    handle: u64,
    kind: c_int,
    size: c_uint,
    bodies: *mut usize,
    context: usize,
    unused: [u64; 26],
}

/// The kernel that Kiln sets conditions with.
const SET_CONDITION: &str = "kiln_set_condition";

/// A kernel in a graph, as what it does.
///
/// # Safety
///
/// The parameters are a kernel's.
unsafe fn kernel_node(state: &mut State, node: *const KernelNode) -> Result<(NodeWork, Uses), Code> {
    // SAFETY: the caller's contract.
    let node = unsafe { &*node };
    let Some(known) = state.functions.get(&node.function) else {
        state.misuse("a node of a function that is not loaded".to_owned());
        return Err(INVALID_HANDLE);
    };
    if known.name == SET_CONDITION {
        // SAFETY: the kernel has three parameters of eight bytes.
        let [condition, flag, record] =
            [0, 1, 2].map(|at| unsafe { (*node.params.add(at)).cast::<u64>().read_unaligned() } as usize);
        let place = |address: usize| (address..address + if address == 0 { 0 } else { 4 }, false);
        // The record is the host's to look after: kernels write it only where they fail.
        let what = NodeWork::Decide { condition: condition as u64, flag, record };
        return Ok((what, vec![place(flag)]));
    }
    let (name, own) = (known.name.clone(), known.params);
    let Some(kernel) = state.kernels.get(&name).cloned() else {
        state.misuse(format!("a node of `{name}`, of which the test has not said what it does"));
        return Err(NOT_FOUND);
    };
    let sizes = node.grid.iter().chain(&node.block).map(|size| u64::from(*size));
    let threads: u64 = sizes.product();
    if threads == 0 {
        return Err(INVALID_VALUE);
    }
    check_params(state, "a node", &name, &kernel, own);
    // SAFETY: the caller gave a pointer to each parameter.
    let (params, uses) = unsafe { read_params(&kernel, node.params) };
    Ok((NodeWork::Work(Work::Kernel { body: kernel.body, threads, params }), uses))
}

/// The handles of the nodes that come before.
///
/// # Safety
///
/// There are as many.
unsafe fn nodes<'a>(after: *const usize, count: usize) -> &'a [usize] {
    // SAFETY: the caller's contract.
    if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(after, count) } }
}

/// Adds a node and answers with it.
unsafe fn add(
    state: &mut State,
    node: *mut usize,
    graph: usize,
    (after, count): (*const usize, usize),
    what: Result<(NodeWork, Uses), Code>,
) -> Code {
    // SAFETY: the caller says how many there are.
    let after = unsafe { nodes(after, count) };
    match what.and_then(|(what, uses)| state.add_node(graph, after, what, uses)) {
        Ok(handle) => answer(node, handle),
        Err(code) => code,
    }
}

entry_points! {
    init = "cuInit" |state, flags: c_uint| {
        if flags != 0 { return INVALID_VALUE; }
        state.initialized = true;
        SUCCESS
    }

    driver_version = "cuDriverGetVersion" |state, version: *mut c_int| { answer(version, state.version) }

    error_name = "cuGetErrorName" |_state, error: Code, place: *mut *const c_char| {
        answer(place, text(error, true).as_ptr())
    }

    error_string = "cuGetErrorString" |_state, error: Code, place: *mut *const c_char| {
        answer(place, text(error, false).as_ptr())
    }

    device_count = "cuDeviceGetCount" |state, count: *mut c_int| {
        if !state.initialized { return NOT_INITIALIZED; }
        answer(count, DEVICES as c_int)
    }

    device_get = "cuDeviceGet" |_state, device: *mut c_int, ordinal: c_int| {
        match known_device(ordinal) {
            Some(_) => answer(device, ordinal),
            None => INVALID_DEVICE,
        }
    }

    device_name = "cuDeviceGetName" |_state, name: *mut c_char, len: c_int, device: c_int| {
        write_text(&format!("Fake GPU {device}"), name, len)
    }

    device_memory = "cuDeviceTotalMem_v2" |state, bytes: *mut usize, _device: c_int| { answer(bytes, state.size) }

    device_uuid = "cuDeviceGetUuid_v2" |_state, uuid: *mut [u8; 16], device: c_int| {
        match known_device(device) {
            Some(device) => answer(uuid, uuid_of(device)),
            None => INVALID_DEVICE,
        }
    }

    device_pci = "cuDeviceGetPCIBusId" |_state, text: *mut c_char, len: c_int, device: c_int| {
        write_text(&format!("0000:0{device}:00.0"), text, len)
    }

    memory_info = "cuMemGetInfo_v2" |state, free: *mut usize, total: *mut usize| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        answer(total, state.size);
        answer(free, state.room(device))
    }

    device_attribute = "cuDeviceGetAttribute" |state, value: *mut c_int, number: c_int, device: c_int| {
        match known_device(device) {
            Some(_) => answer(value, state.attributes.get(&number).copied().unwrap_or(attribute(number))),
            None => INVALID_DEVICE,
        }
    }

    context_retain = "cuDevicePrimaryCtxRetain" |state, context: *mut usize, device: c_int| {
        let Some(device) = known_device(device) else { return INVALID_DEVICE };
        state.retained[device] += 1;
        answer(context, device + 1)
    }

    context_release = "cuDevicePrimaryCtxRelease_v2" |state, device: c_int| {
        match known_device(device) {
            Some(device) if state.retained[device] > 0 => {
                state.retained[device] -= 1;
                SUCCESS
            }
            _ => INVALID_CONTEXT,
        }
    }

    context_get = "cuCtxGetCurrent" idle { return answer(context, CURRENT.get()); } |_state, context: *mut usize| {
        answer(context, CURRENT.get())
    }

    context_set = "cuCtxSetCurrent" |_state, context: usize| {
        if context > DEVICES { return INVALID_CONTEXT; }
        CURRENT.set(context);
        SUCCESS
    }

    stream_priorities = "cuCtxGetStreamPriorityRange" |_state, least: *mut c_int, greatest: *mut c_int| {
        if current().is_none() { return INVALID_CONTEXT; }
        answer(least, 0);
        answer(greatest, -5)
    }

    stream_create = "cuStreamCreateWithPriority" |state, stream: *mut usize, flags: c_uint, priority: c_int| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        let handle = state.new_stream(device, flags & 1 == 0, priority.clamp(-5, 0));
        answer(stream, handle)
    }

    stream_priority = "cuStreamGetPriority" |state, stream: usize, priority: *mut c_int| {
        match state.streams.get(&stream) {
            Some(stream) => answer(priority, stream.priority),
            None => INVALID_HANDLE,
        }
    }

    launch_host_fn = "cuLaunchHostFunc" |state, stream: usize, function: unsafe extern "system" fn(usize), data: usize| {
        let code = state.give(stream, "cuLaunchHostFunc", &[], Work::Host(HostWork::Function(function, data)));
        state.hurry(stream);
        code
    }

    stream_callback = "cuStreamAddCallback" |state, stream: usize,
        function: unsafe extern "system" fn(usize, c_int, usize), data: usize, _flags: c_uint|
    {
        let work = Work::Host(HostWork::Callback(function, stream, data));
        let code = state.give(stream, "cuStreamAddCallback", &[], work);
        state.hurry(stream);
        code
    }

    stream_synchronize = "cuStreamSynchronize" |state, stream: usize| { state.synchronize(stream) }

    stream_query = "cuStreamQuery" |state, stream: usize| { state.query(stream) }

    stream_wait = "cuStreamWaitEvent" |state, stream: usize, event: usize, _flags: c_uint| { state.wait(stream, event) }

    event_create = "cuEventCreate" |state, event: *mut usize, flags: c_uint| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        let handle = state.handle();
        let (timing, shareable) = (flags & 2 == 0, flags & 4 != 0);
        if timing && shareable { return INVALID_VALUE; }
        state.events.insert(handle, Event { device, timing, shareable, ..Event::default() });
        answer(event, handle)
    }

    event_record = "cuEventRecord" |state, event: usize, stream: usize| { state.record(event, stream) }

    event_synchronize = "cuEventSynchronize" |state, event: usize| { state.synchronize_event(event) }

    event_query = "cuEventQuery" |state, event: usize| { state.query_event(event) }

    event_elapsed = "cuEventElapsedTime" |state, milliseconds: *mut f32, start: usize, end: usize| {
        let known = |event| state.events.get(event).filter(|event| event.timing && event.mark.is_some());
        let (Some(first), Some(last)) = (known(&start), known(&end)) else { return INVALID_HANDLE };
        if first.device != last.device { return INVALID_HANDLE; }
        // Of one stream the order is known.
        let (Some((on, started)), Some((stream, ended))) = (first.mark, last.mark) else { return INVALID_HANDLE };
        // Each piece of a stream's work takes a millisecond.
        answer(milliseconds, if on == stream { ended as f32 - started as f32 } else { 1.0 })
    }

    event_destroy = "cuEventDestroy_v2" |state, event: usize| {
        match state.events.remove(&event) {
            Some(_) => SUCCESS,
            None => {
                state.misuse(format!("cuEventDestroy of event {event:#x}, which is not alive"));
                INVALID_HANDLE
            }
        }
    }

    memory_allocate = "cuMemAlloc_v2" |state, address: *mut u64, bytes: usize| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        if bytes == 0 { return INVALID_VALUE; }
        if bytes > state.room(device) { return OUT_OF_MEMORY; }
        let Some(one) = Allocation::new(bytes, device) else { return OUT_OF_MEMORY };
        let place = one.address;
        state.allocations.insert(place, one);
        answer(address, place as u64)
    }

    memory_free = "cuMemFree_v2" |state, address: u64| { state.free_now(address as usize) }

    host_allocate = "cuMemHostAlloc" |state, address: *mut usize, bytes: usize, _flags: c_uint| {
        let Some(device) = current() else { return INVALID_CONTEXT };
        let Some(one) = Allocation::new(bytes.max(1), device) else { return OUT_OF_MEMORY };
        let place = one.address;
        state.host_allocations.insert(place, one);
        answer(address, place)
    }

    host_free = "cuMemFreeHost" |state, address: usize| {
        match state.host_allocations.remove(&address) {
            Some(one) => {
                if let Some(pending) = one.pending(&state.host) {
                    state.misuse(format!("cuMemFreeHost at {address:#x}, though {pending}"));
                }
                SUCCESS
            }
            None => {
                state.misuse(format!("cuMemFreeHost: {address:#x} is no allocation's start"));
                INVALID_VALUE
            }
        }
    }

    host_device_pointer = "cuMemHostGetDevicePointer_v2" |state, device: *mut u64, host: usize, _flags: c_uint| {
        if state.host_allocations.contains_key(&host) { answer(device, host as u64) } else { INVALID_VALUE }
    }

    copy_in = "cuMemcpyHtoDAsync_v2" |state, to: u64, from: usize, bytes: usize, stream: usize| {
        let to = to as usize;
        state.give(stream, "cuMemcpyHtoDAsync", &[(to..to + bytes, true)], Work::Copy { to, from, bytes })
    }

    copy_out = "cuMemcpyDtoHAsync_v2" |state, to: usize, from: u64, bytes: usize, stream: usize| {
        let from = from as usize;
        state.give(stream, "cuMemcpyDtoHAsync", &[(from..from + bytes, false)], Work::Copy { to, from, bytes })
    }

    copy_across = "cuMemcpyDtoDAsync_v2" |state, to: u64, from: u64, bytes: usize, stream: usize| {
        let (to, from) = (to as usize, from as usize);
        let uses = [(from..from + bytes, false), (to..to + bytes, true)];
        state.give(stream, "cuMemcpyDtoDAsync", &uses, Work::Copy { to, from, bytes })
    }

    set_8 = "cuMemsetD8Async" |state, to: u64, value: u8, count: usize, stream: usize| {
        set(state, "cuMemsetD8Async", to, &value.to_ne_bytes(), count, stream)
    }

    set_16 = "cuMemsetD16Async" |state, to: u64, value: u16, count: usize, stream: usize| {
        set(state, "cuMemsetD16Async", to, &value.to_ne_bytes(), count, stream)
    }

    set_32 = "cuMemsetD32Async" |state, to: u64, value: u32, count: usize, stream: usize| {
        set(state, "cuMemsetD32Async", to, &value.to_ne_bytes(), count, stream)
    }

    module_load = "cuModuleLoadDataEx" |state, module: *mut usize, data: *const c_void, _count: c_uint,
        _options: *mut c_int, _values: *mut *mut c_void|
    {
        if current().is_none() { return INVALID_CONTEXT; }
        // SAFETY: the caller gave a complete image.
        let image = unsafe { image(data) }.to_vec();
        if state.is_too_new(&image) { return UNSUPPORTED_PTX_VERSION; }
        if !is_code(&image) { return INVALID_IMAGE; }
        let handle = state.handle();
        state.modules.insert(handle, image);
        answer(module, handle)
    }

    module_unload = "cuModuleUnload" |state, module: usize| {
        match state.modules.remove(&module) {
            Some(_) => {
                state.functions.retain(|_, function| function.module != module);
                SUCCESS
            }
            None => {
                state.misuse(format!("cuModuleUnload of module {module:#x}, which is not loaded"));
                INVALID_HANDLE
            }
        }
    }

    module_function = "cuModuleGetFunction" |state, function: *mut usize, module: usize, name: *const c_char| {
        // SAFETY: the caller gave a text that ends in a NUL.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        let Some(image) = state.modules.get(&module).cloned() else { return INVALID_HANDLE };
        if !contains(&image, &name) { return NOT_FOUND; }
        let handle = state.handle();
        let params = parameters(&image, &name);
        state.functions.insert(handle, Function { name, module, params, attributes: HashMap::new() });
        answer(function, handle)
    }

    library_load = "cuLibraryLoadData" |state, library: *mut usize, data: *const c_void, _options: *mut c_int,
        _values: *mut *mut c_void, _count: c_uint, _library_options: *mut c_int, _library_values: *mut *mut c_void,
        _library_count: c_uint|
    {
        // SAFETY: the caller gave a complete image.
        let image = unsafe { image(data) }.to_vec();
        if state.is_too_new(&image) { return UNSUPPORTED_PTX_VERSION; }
        if !is_code(&image) { return INVALID_IMAGE; }
        let handle = state.handle();
        state.libraries.insert(handle, image);
        answer(library, handle)
    }

    library_unload = "cuLibraryUnload" |state, library: usize| {
        if state.libraries.remove(&library).is_some() { SUCCESS } else { INVALID_HANDLE }
    }

    library_kernel = "cuLibraryGetKernel" |state, kernel: *mut usize, library: usize, name: *const c_char| {
        // SAFETY: the caller gave a text that ends in a NUL.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        let Some(image) = state.libraries.get(&library) else { return INVALID_HANDLE };
        if !contains(image, &name) { return NOT_FOUND; }
        let handle = state.handle();
        state.library_kernels.insert(handle, (library, name));
        answer(kernel, handle)
    }

    kernel_function = "cuKernelGetFunction" |state, function: *mut usize, kernel: usize| {
        if current().is_none() { return INVALID_CONTEXT; }
        let Some((library, name)) = state.library_kernels.get(&kernel).cloned() else { return INVALID_HANDLE };
        let params = state.libraries.get(&library).and_then(|image| parameters(image, &name));
        let handle = state.handle();
        state.functions.insert(handle, Function { name, module: library, params, attributes: HashMap::new() });
        answer(function, handle)
    }

    function_parameter = "cuFuncGetParamInfo" |state, function: usize, index: usize, offset: *mut usize,
        bytes: *mut usize|
    {
        let Some(known) = state.functions.get(&function) else { return INVALID_HANDLE };
        let Some(kernel) = state.kernels.get(&known.name) else { return INVALID_VALUE };
        let Some(size) = kernel.params.get(index).map(|param| param.bytes()) else { return INVALID_VALUE };
        // Each is aligned to its size, as scalars and pointers are.
        let end = |end: usize, size: usize| end.next_multiple_of(size) + size;
        let before = kernel.params[..index].iter().fold(0, |at, param| end(at, param.bytes()));
        answer(offset, before.next_multiple_of(size));
        answer(bytes, size)
    }

    occupancy_blocks = "cuOccupancyMaxActiveBlocksPerMultiprocessor" |state, blocks: *mut c_int, function: usize,
        block: c_int, shared: usize|
    {
        if current().is_none() { return INVALID_CONTEXT; }
        if !state.functions.contains_key(&function) { return INVALID_HANDLE; }
        if block <= 0 { return INVALID_VALUE; }
        let by_memory = (228 << 10) / (shared + 1024);
        answer(blocks, (2048 / block).min(by_memory as c_int))
    }

    occupancy_block = "cuOccupancyMaxPotentialBlockSize" |state, grid: *mut c_int, block: *mut c_int, function: usize,
        _shared_of_block: *const c_void, _shared: usize, most: c_int|
    {
        if current().is_none() { return INVALID_CONTEXT; }
        if !state.functions.contains_key(&function) { return INVALID_HANDLE; }
        answer(grid, 8);
        answer(block, if most > 0 { most.min(1024) } else { 1024 })
    }

    occupancy_clusters = "cuOccupancyMaxActiveClusters" |state, clusters: *mut c_int, function: usize,
        config: *const c_uint|
    {
        if current().is_none() { return INVALID_CONTEXT; }
        let Some(known) = state.functions.get(&function) else { return INVALID_HANDLE };
        // SAFETY: the configuration begins with the grid, of one cluster, and the block.
        let [x, y, z, ..] = unsafe { config.cast::<[c_uint; 6]>().read() };
        let blocks = (x * y * z).max(1) as c_int;
        // More than 8 blocks have to be asked for.
        let asked = blocks <= 8 || known.attributes.get(&14) == Some(&1);
        let room = state.attributes.get(&-2).copied().unwrap_or(8);
        answer(clusters, if asked { room / blocks } else { 0 })
    }

    link_create = "cuLinkCreate_v2" |state, _count: c_uint, _options: *mut c_int, _values: *mut *mut c_void,
        link: *mut usize|
    {
        if current().is_none() { return INVALID_CONTEXT; }
        let handle = state.handle();
        state.links.insert(handle, Vec::new());
        answer(link, handle)
    }

    link_add = "cuLinkAddData_v2" |state, link: usize, _kind: c_int, data: *const c_void, bytes: usize,
        _name: *const c_char, _count: c_uint, _options: *mut c_int, _values: *mut *mut c_void|
    {
        let Some(image) = state.links.get_mut(&link) else { return INVALID_HANDLE };
        // SAFETY: the caller gave as many bytes as it says.
        let given: &[u8] = unsafe { std::slice::from_raw_parts(data.cast(), bytes) };
        // What is linked is one text after the other.
        let end = given.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        image.extend_from_slice(&given[..end]);
        if state.is_too_new(given) { UNSUPPORTED_PTX_VERSION } else { SUCCESS }
    }

    link_complete = "cuLinkComplete" |state, link: usize, image: *mut *const u8, bytes: *mut usize| {
        let Some(made) = state.links.get(&link) else { return INVALID_HANDLE };
        answer(bytes, made.len());
        answer(image, made.as_ptr())
    }

    link_destroy = "cuLinkDestroy" |state, link: usize| {
        if state.links.remove(&link).is_some() { SUCCESS } else { INVALID_HANDLE }
    }

    function_attribute = "cuFuncGetAttribute" |state, value: *mut c_int, attribute: c_int, function: usize| {
        let Some(known) = state.functions.get(&function) else { return INVALID_HANDLE };
        let usual = match attribute { 0 => 1024, 4 => 32, _ => 0 };
        answer(value, known.attributes.get(&attribute).copied().unwrap_or(usual))
    }

    function_set = "cuFuncSetAttribute" |state, function: usize, attribute: c_int, value: c_int| {
        let Some(known) = state.functions.get_mut(&function) else { return INVALID_HANDLE };
        known.attributes.insert(attribute, value);
        SUCCESS
    }

    launch = "cuLaunchKernel" idle { return SUCCESS; } |state, function: usize,
        grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint, block_z: c_uint,
        _shared: c_uint, stream: usize, params: *const *const u8, extra: *const *const u8|
    {
        let sizes = [grid_x, grid_y, grid_z, block_x, block_y, block_z];
        launch_kernel(state, "cuLaunchKernel", function, sizes, stream, (params, extra))
    }

    tensor_map = "cuTensorMapEncodeTiled" |_state, map: *mut [u64; 16], element: c_int, rank: c_uint, address: u64,
        extents: *const u64, strides: *const u64, boxes: *const c_uint, _steps: *const c_uint, _interleave: c_int,
        swizzle: c_int, _promotion: c_int, _fill: c_int|
    {
        if !(map as usize).is_multiple_of(64) || !(1..=5).contains(&rank) || !address.is_multiple_of(16) {
            return INVALID_VALUE;
        }
        let size = match element {
            0 => 1,
            1 => 2,
            _ => 4,
        };
        // SAFETY: the caller gave lists of as many axes as it says.
        let (extents, strides, boxes) = unsafe {
            let axes = rank as usize;
            (
                std::slice::from_raw_parts(extents, axes),
                std::slice::from_raw_parts(strides, axes - 1),
                std::slice::from_raw_parts(boxes, axes),
            )
        };
        let fits = extents.iter().all(|extent| (1..=1 << 32).contains(extent))
            && strides.iter().all(|stride| stride.is_multiple_of(16) && *stride < 1 << 40)
            && boxes.iter().all(|extent| (1..=256).contains(extent))
            && boxes[0] * size <= 128;
        if !fits {
            return INVALID_VALUE;
        }
        // What the tests read.
        let mut words = [0; 16];
        words[..8].copy_from_slice(&[
            address,
            extents[0],
            extents.get(1).copied().unwrap_or(1),
            strides.first().copied().unwrap_or(0),
            boxes[0].into(),
            boxes.get(1).copied().unwrap_or(1).into(),
            swizzle as u64,
            rank.into(),
        ]);
        answer(map, words)
    }

    launch_cooperative = "cuLaunchCooperativeKernel" |state, function: usize,
        grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint, block_z: c_uint,
        _shared: c_uint, stream: usize, params: *const *const u8|
    {
        let sizes = [grid_x, grid_y, grid_z, block_x, block_y, block_z];
        if sizes[..3].iter().product::<c_uint>() > 4 * resident(sizes[3..].iter().product()) {
            state.misuse("cuLaunchCooperativeKernel of more blocks than the device holds".to_owned());
            return TOO_LARGE;
        }
        launch_kernel(state, "cuLaunchCooperativeKernel", function, sizes, stream, (params, std::ptr::null()))
    }

    launch_extended = "cuLaunchKernelEx" |state, config: *const Config, function: usize, params: *const *const u8,
        extra: *const *const u8|
    {
        // SAFETY: the caller gave a configuration with as many attributes as it says.
        let (config, attributes) = unsafe {
            let config = config.read();
            let attributes = std::slice::from_raw_parts(config.attributes, config.count as usize);
            (config, attributes)
        };
        for attribute in attributes {
            match attribute {
                Attribute { id: 2 | 6, value: [1, ..], .. } => {}
                Attribute { id, .. } => state.misuse(format!("cuLaunchKernelEx with attribute {id}")),
            }
        }
        launch_kernel(state, "cuLaunchKernelEx", function, config.sizes, config.stream, (params, extra))
    }
    graph_create = "cuGraphCreate" |state, graph: *mut usize, flags: c_uint| {
        if flags != 0 { return INVALID_VALUE; }
        let handle = state.handle();
        state.graphs.insert(handle, Graph::default());
        answer(graph, handle)
    }

    graph_destroy = "cuGraphDestroy" |state, graph: usize| { state.destroy_graph(graph) }

    graph_kernel = "cuGraphAddKernelNode" |state, node: *mut usize, graph: usize, after: *const usize, count: usize,
        params: *const KernelNode|
    {
        // SAFETY: the caller gave a kernel's parameters, and as many nodes as it says.
        unsafe {
            let what = kernel_node(state, params);
            add(state, node, graph, (after, count), what)
        }
    }

    graph_copy = "cuGraphAddMemcpyNode" |state, node: *mut usize, graph: usize, after: *const usize, count: usize,
        params: *const CopyNode, _context: usize|
    {
        // SAFETY: the caller gave a copy's parameters.
        let copy = unsafe { &*params };
        if (copy.height, copy.depth) != (1, 1) || copy.bytes == 0 { return INVALID_VALUE; }
        let place = |end: &CopyEnd| if end.memory == 1 { end.host } else { end.device };
        let (from, to, bytes) = (place(&copy.from), place(&copy.to), copy.bytes);
        let work = NodeWork::Work(Work::Copy { to, from, bytes });
        let uses = vec![(from..from + bytes, false), (to..to + bytes, true)];
        // SAFETY: the caller gave as many nodes as it says.
        unsafe { add(state, node, graph, (after, count), Ok((work, uses))) }
    }

    graph_set = "cuGraphAddMemsetNode" |state, node: *mut usize, graph: usize, after: *const usize, count: usize,
        params: *const SetNode, _context: usize|
    {
        // SAFETY: the caller gave a fill's parameters.
        let set = unsafe { &*params };
        if set.rows != 1 || !matches!(set.size, 1 | 2 | 4) || set.count == 0 { return INVALID_VALUE; }
        let value = set.value.to_ne_bytes()[..set.size as usize].to_vec();
        let uses = vec![(set.to..set.to + set.count * value.len(), true)];
        let work = NodeWork::Work(Work::Set { to: set.to, value, count: set.count });
        // SAFETY: the caller gave as many nodes as it says.
        unsafe { add(state, node, graph, (after, count), Ok((work, uses))) }
    }

    graph_host = "cuGraphAddHostNode" |state, node: *mut usize, graph: usize, after: *const usize, count: usize,
        params: *const HostNode|
    {
        // SAFETY: the caller gave a function's parameters, and as many nodes as it says.
        unsafe {
            let work = Work::Host(HostWork::Function((*params).function, (*params).data));
            add(state, node, graph, (after, count), Ok((NodeWork::Work(work), Vec::new())))
        }
    }

    graph_empty = "cuGraphAddEmptyNode" |state, node: *mut usize, graph: usize, after: *const usize, count: usize| {
        // SAFETY: the caller gave as many nodes as it says.
        unsafe { add(state, node, graph, (after, count), Ok((NodeWork::Empty, Vec::new()))) }
    }

    graph_child = "cuGraphAddChildGraphNode" |state, node: *mut usize, graph: usize, after: *const usize,
        count: usize, child: usize|
    {
        let Some(child) = state.graphs.get(&child).cloned() else { return INVALID_HANDLE };
        if child.nodes.values().any(|node| matches!(node.what, NodeWork::Conditional(..))) { return INVALID_VALUE; }
        // SAFETY: the caller gave as many nodes as it says.
        unsafe { add(state, node, graph, (after, count), Ok((NodeWork::Child(child), Vec::new()))) }
    }

    graph_condition = "cuGraphConditionalHandleCreate" |state, handle: *mut u64, graph: usize, _context: usize,
        _value: c_uint, _flags: c_uint|
    {
        if !state.graphs.contains_key(&graph) { return INVALID_HANDLE; }
        let number = state.handle() as u64;
        state.conditions.insert(number, false);
        answer(handle, number)
    }

    graph_add = "cuGraphAddNode" |state, node: *mut usize, graph: usize, after: *const usize, count: usize,
        params: *mut ConditionNode|
    {
        // SAFETY: the caller gave a node's parameters.
        let params = unsafe { &mut *params };
        if (params.node_type, params.size) != (13, 1) || !state.conditions.contains_key(&params.handle) {
            return INVALID_VALUE;
        }
        let body = state.handle();
        state.graphs.insert(body, Graph { inner: true, ..Graph::default() });
        // The list is the driver's for as long as the node lives.
        params.bodies = Box::leak(Box::new(body));
        let what = NodeWork::Conditional(params.handle, params.kind == 1, body);
        // SAFETY: the caller gave as many nodes as it says.
        unsafe { add(state, node, graph, (after, count), Ok((what, Vec::new()))) }
    }

    graph_instantiate = "cuGraphInstantiateWithFlags" |state, exec: *mut usize, graph: usize, flags: u64| {
        if flags != 0 { return INVALID_VALUE; }
        match state.instantiate(graph) {
            Ok(handle) => answer(exec, handle),
            Err(code) => code,
        }
    }

    exec_destroy = "cuGraphExecDestroy" |state, exec: usize| {
        match state.execs.remove(&exec) {
            Some(_) => SUCCESS,
            None => {
                state.misuse(format!("cuGraphExecDestroy of graph {exec:#x}, which is not ready"));
                INVALID_HANDLE
            }
        }
    }

    graph_launch = "cuGraphLaunch" |state, exec: usize, stream: usize| { state.launch_graph(exec, stream) }

    exec_kernel = "cuGraphExecKernelNodeSetParams" |state, exec: usize, node: usize, params: *const KernelNode| {
        // SAFETY: the caller gave a kernel's parameters.
        let (what, uses) = match unsafe { kernel_node(state, params) } {
            Ok(found) => found,
            Err(code) => return code,
        };
        let Some(exec) = state.execs.get_mut(&exec) else { return INVALID_HANDLE };
        exec.changed = true;
        let Some(known) = exec.graph.nodes.get_mut(&node) else { return INVALID_HANDLE };
        (known.what, known.uses) = (what, uses);
        SUCCESS
    }

    node_enable = "cuGraphNodeSetEnabled" |state, exec: usize, node: usize, enabled: c_uint| {
        let known = state.execs.get_mut(&exec).and_then(|exec| exec.graph.nodes.get_mut(&node));
        let Some(known) = known else { return INVALID_HANDLE };
        known.enabled = enabled != 0;
        SUCCESS
    }
}

/// How many blocks of so many threads a multiprocessor holds.
fn resident(threads: c_uint) -> c_uint {
    2048 / threads.max(1)
}

/// A launch with attributes, as the driver lays it out.
#[repr(C)]
pub struct Config {
    sizes: [c_uint; 6],
    shared: c_uint,
    stream: usize,
    attributes: *const Attribute,
    count: c_uint,
}

/// An attribute of a launch.
#[repr(C)]
pub struct Attribute {
    id: c_uint,
    pad: [u8; 4],
    value: [u32; 16],
}

/// A test that says more of a kernel's parameters than its text has would read what nobody gave.
fn check_params(state: &mut State, call: &str, name: &str, kernel: &Kernel, own: Option<(usize, usize)>) {
    let said = kernel.params.len();
    if let Some((count, _)) = own.filter(|(count, _)| said > *count) {
        state.misuse(format!(
            "{call} of `{name}`, of which the test says {said} parameters and its text {count}"
        ));
    }
}

/// Gives a stream a kernel.
fn launch_kernel(
    state: &mut State,
    call: &'static str,
    function: usize,
    sizes: [c_uint; 6],
    stream: usize,
    (params, extra): (*const *const u8, *const *const u8),
) -> Code {
    let Some(known) = state.functions.get(&function) else {
        state.misuse(format!("{call} of a function that is not loaded"));
        return INVALID_HANDLE;
    };
    let (name, own) = (known.name.clone(), known.params);
    let Some(kernel) = state.kernels.get(&name).cloned() else {
        state.misuse(format!("{call} of `{name}`, of which the test has not said what it does"));
        return NOT_FOUND;
    };
    let default = matches!(stream, LEGACY | PER_THREAD);
    let stream = state.named(stream);
    let device = state.streams.get(&stream).map(|stream| stream.device);
    // Since 12.0 a stream's handle says which context it is of, unless it is a default one's.
    if current() != device && (default || state.version < 12_000) {
        state.misuse(format!("{call} of `{name}` on a stream of another context"));
        return INVALID_CONTEXT;
    }
    let sizes = sizes.map(u64::from);
    if sizes.contains(&0) {
        return INVALID_VALUE;
    }
    check_params(state, call, &name, &kernel, own);
    // SAFETY: the caller gave a pointer to each parameter, or one to all.
    let unpacked = if params.is_null() { unsafe { kernel.unpack(extra) } } else { Some((Vec::new(), 0)) };
    let Some((unpacked, bytes)) = unpacked else {
        state.misuse(format!("{call} of `{name}` with too few parameters"));
        return INVALID_VALUE;
    };
    if let Some((_, needed)) = own.filter(|(_, needed)| params.is_null() && *needed != bytes) {
        state.misuse(format!("{call} of `{name}` with {bytes} bytes of parameters, where it has {needed}"));
        return INVALID_VALUE;
    }
    let params = if params.is_null() { unpacked.as_ptr() } else { params };
    // SAFETY: as above.
    let (values, uses) = unsafe { read_params(&kernel, params) };
    let work = Work::Kernel { body: kernel.body, threads: sizes.iter().product(), params: values };
    state.give(stream, call, &uses, work)
}
