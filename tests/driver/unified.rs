//! Memory that host and device share, that grows, and that processes share: its order, its failures, and that it goes.

use fastrand::Rng;
use kiln::{
    Advice, Buffer, BufferSlice, BufferSliceMut, CopyBatch, Device, Error, GrowableBuffer, IpcBuffer,
    IpcBufferHandle, IpcEventHandle, ManagedBuffer, MappedBuffer, Pitched, Result, Stream,
};
use kiln_fake_driver::FakeDriver;

use crate::{alone, driver, scale_add};

/// Uses all of it, for the faults; what it made is still to be dropped.
pub(crate) fn scenario(home: &Stream, other: &Stream) -> Result<impl Sized + use<>> {
    let mut mapped = home.alloc_mapped::<f32>(64)?;
    mapped.host_mut()?.fill(1.0);
    let mut managed = home.alloc_managed::<f32>(64)?;
    managed.advise(Advice::ReadMostly(true))?;
    managed.prefetch(other, &home.device())?;
    scale_add(2.0, &mapped, &mut managed).threads(64).launch(other)?;
    scale_add(2.0, &managed, &mut mapped).threads(64).launch(home)?;
    assert_eq!(managed.host()?, [2.0; 64]);
    assert_eq!(mapped.host()?, [5.0; 64]);
    let mut grown = home.alloc_growable::<f32>(1 << 14)?;
    grown.extend(&[1.0; 64])?;
    grown.resize_zeroed(5000)?;
    scale_add(1.0, &mapped, &mut grown).threads(64).launch(other)?;
    assert_eq!(home.download(grown.slice(62..66)?)?, [6.0, 6.0, 0.0, 0.0]);
    grown.truncate(100);
    grown.shrink_to_fit()?;
    let mut shared = home.alloc_ipc::<f32>(64)?;
    home.fill(&mut shared, 3.0)?;
    home.synchronize()?;
    let handle = IpcBufferHandle::from_bytes(&shared.handle()?.to_bytes())?;
    // SAFETY: the memory lives as long as what is opened, and nobody writes it.
    let mut opened = unsafe { home.open_ipc::<f32>(&handle) }?;
    scale_add(1.0, &shared, &mut opened).threads(64).launch(other)?;
    assert_eq!(home.download(&opened)?, [6.0; 64]);
    // Both ends of an event of several processes.
    let ready = home.device().ipc_event()?;
    let handle = IpcEventHandle::from_bytes(&ready.handle()?.to_bytes())?;
    // SAFETY: the event lives as long as what is opened, which is dropped first.
    let theirs = unsafe { home.device().open_ipc_event(&handle) }?;
    ready.record(home)?;
    other.wait_ipc(&theirs)?;
    theirs.record(other)?;
    ready.synchronize()?;
    assert!(theirs.is_done()?);
    Ok((mapped, managed, grown, opened, shared, theirs, ready))
}

fn clean(driver: &FakeDriver) {
    let live = driver.live();
    assert_eq!((live.allocations, live.ranges, live.opened), (0, 0, 0));
    assert_eq!(driver.misuses(), "");
}

#[test]
fn the_host_waits_for_whom_it_must() {
    alone("unified::the_host_waits_for_whom_it_must", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let (home, other, third) =
            (device.stream(), device.new_stream().unwrap(), device.new_stream().unwrap());
        let mut mapped = home.alloc_mapped::<f32>(100).unwrap();
        let mut managed = home.alloc_managed::<f32>(100).unwrap();
        for turn in 0..10 {
            // Written on one stream, read on two others: the host reads after the first, and writes after all.
            let stream = if turn % 2 == 0 { &home } else { &other };
            driver.host_uses(mapped.host_mut().unwrap(), true);
            mapped.host_mut().unwrap().fill(turn as f32);
            scale_add(1.0, &mapped, &mut managed).threads(100).launch(stream).unwrap();
            driver.host_uses(mapped.host().unwrap(), false);
            let seen = managed.host().unwrap();
            driver.host_uses(seen, false);
            assert_eq!(seen[99], (0..=turn).sum::<i32>() as f32);
            scale_add(0.0, &managed, &mut mapped).threads(100).launch(&third).unwrap();
            managed.prefetch(&other, &Device::cpu()).unwrap();
            driver.host_uses(managed.host_mut().unwrap(), true);
        }
        assert_eq!(driver.misuses(), "");
        // The driver would have found it out.
        scale_add(1.0, &managed, &mut mapped).threads(100).launch(&third).unwrap();
        let early = mapped.host().unwrap().as_ptr();
        scale_add(1.0, &managed, &mut mapped).threads(100).launch(&third).unwrap();
        // SAFETY: only the address is looked at.
        driver.host_uses(unsafe { std::slice::from_raw_parts(early, 100) }, false);
        assert!(driver.misuses().contains("the host uses memory that cuLaunchKernel"));
        drop((mapped, managed));
        clean(&driver);
    });
}

#[test]
fn memory_goes_after_all_that_uses_it() {
    alone("unified::memory_goes_after_all_that_uses_it", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let (home, other) = (device.stream(), device.new_stream().unwrap());
        let mut y = home.alloc_zeroed::<f32>(10).unwrap();
        for _ in 0..5 {
            let mut mapped = home.alloc_mapped::<f32>(10).unwrap();
            mapped.host_mut().unwrap().fill(1.0);
            let mut managed = home.alloc_managed::<f32>(10).unwrap();
            let mut grown = other.alloc_growable::<f32>(10).unwrap();
            grown.extend(&[1.0; 10]).unwrap();
            let mut shared = other.alloc_ipc::<f32>(10).unwrap();
            scale_add(1.0, &mapped, &mut managed).threads(10).launch(&other).unwrap();
            scale_add(1.0, &managed, &mut shared).threads(10).launch(&home).unwrap();
            scale_add(1.0, &shared, &mut grown).threads(10).launch(&other).unwrap();
            scale_add(1.0, &grown, &mut y).threads(10).launch(&home).unwrap();
        }
        assert_eq!(home.download(&y).unwrap(), [10.0; 10]);
        drop(y);
        home.synchronize().unwrap();
        clean(&driver);
    });
}

#[test]
fn growing_moves_nothing() {
    alone("unified::growing_moves_nothing", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let (home, other) = (device.stream(), device.new_stream().unwrap());
        let pool = device.memory_pool();
        let mut x = home.alloc_growable::<f32>(5000).unwrap();
        assert_eq!((x.len(), x.capacity(), x.committed(), pool.stats().unwrap().in_use), (0, 5000, 0, 0));
        let ones = other.upload(&vec![1.0f32; 5000]).unwrap();
        let used = pool.stats().unwrap().in_use;
        for len in [10, 1000, 1024, 1025, 3000, 5000] {
            let old = x.len();
            x.extend(&vec![0.0; len - old]).unwrap();
            // What was given to another stream goes on while it grows.
            scale_add(1.0, &ones, &mut x).threads(5000).launch(&other).unwrap();
        }
        assert_eq!(x.committed(), 5000);
        let found = home.download(&x).unwrap();
        assert_eq!((found[0], found[999], found[1024], found[4999]), (6.0, 5.0, 3.0, 1.0));
        assert_eq!(pool.stats().unwrap().in_use - used, 5 * 4096);
        let text = x.extend(&[1.0]).unwrap_err().to_string();
        assert!(text.contains("reserved addresses for 5000 elements, and these are 5001"), "{text}");
        scale_add(1.0, &ones, &mut x).threads(5000).launch(&other).unwrap();
        x.truncate(1500);
        x.shrink_to_fit().unwrap();
        assert_eq!((x.len(), x.committed()), (1500, 2048), "pieces go as a whole");
        x.truncate(0);
        x.shrink_to_fit().unwrap();
        assert_eq!((x.committed(), pool.stats().unwrap().in_use), (0, used));
        x.resize_zeroed(2000).unwrap();
        assert_eq!(home.download(&x).unwrap(), [0.0; 2000]);
        // Where there is no room it stays as it was.
        driver.memory(1 << 16);
        let mut large = home.alloc_growable::<f32>(1 << 16).unwrap();
        large.extend(&[5.0; 100]).unwrap();
        let error = large.commit(1 << 16).unwrap_err();
        assert!(
            matches!(error, Error::OutOfMemory { .. }) && error.to_string().contains("of its 64.0 KiB"),
            "{error}"
        );
        for call in ["cuMemCreate", "cuMemMap", "cuMemSetAccess"] {
            driver.fail(call, 0, 999);
            assert!(large.resize_zeroed(3000).is_err());
            assert_eq!((large.len(), large.committed()), (100, 1024), "{call}");
        }
        assert_eq!(home.download(&large).unwrap(), [5.0; 100]);
        drop((x, large, ones));
        other.synchronize().unwrap();
        clean(&driver);
        assert_eq!(pool.stats().unwrap().in_use, 0);
    });
}

/// `cuMemsetD32Async`.
type Set = unsafe extern "system" fn(u64, u32, usize, *mut std::ffi::c_void) -> i32;

#[test]
fn an_event_of_several_processes_orders_their_streams() {
    alone("unified::an_event_of_several_processes_orders_their_streams", || {
        let driver = driver();
        let device = Device::gpu(0).unwrap();
        let (home, other) = (device.stream(), device.new_stream().unwrap());
        let ready = device.ipc_event().unwrap();
        let handle = IpcEventHandle::from_bytes(&ready.handle().unwrap().to_bytes()).unwrap();
        // SAFETY: the event lives as long as what is opened.
        let theirs = unsafe { device.open_ipc_event(&handle) }.unwrap();
        // Nothing was recorded: nobody waits.
        other.wait_ipc(&theirs).unwrap();
        theirs.synchronize().unwrap();
        // What another library does on one stream comes before what yet another does on the other, for the event alone.
        let mut x = home.alloc_zeroed::<f32>(64).unwrap();
        home.synchronize().unwrap();
        let address = x.raw();
        // SAFETY: the driver is open already, under this name.
        let library = unsafe { libloading::Library::new("libcuda.so.1") }.unwrap();
        // SAFETY: the driver has this function with this signature.
        let set = unsafe { library.get::<Set>("cuMemsetD32Async") }.unwrap();
        for (round, recorded) in [&ready, &theirs].into_iter().enumerate() {
            // SAFETY: the buffer has as many elements, and the streams are alive.
            unsafe { set(address, 1.0f32.to_bits(), 64, home.raw().unwrap()) };
            recorded.record(&home).unwrap();
            other.wait_ipc(if round == 0 { &theirs } else { &ready }).unwrap();
            // SAFETY: as above.
            unsafe { set(address, (2.0 + round as f32).to_bits(), 64, other.raw().unwrap()) };
            assert!(!ready.is_done().unwrap() && driver.misuses().is_empty());
            theirs.record(&other).unwrap();
            home.wait_ipc(&ready).unwrap();
        }
        assert_eq!(home.download(x.as_slice_mut().as_slice()).unwrap(), [3.0; 64]);
        assert_eq!(driver.misuses(), "");
        let second = Device::gpu(1).unwrap();
        // SAFETY: nothing is opened.
        let why = unsafe { second.open_ipc_event(&handle) }.err().unwrap().to_string();
        assert!(why.contains("of another GPU than GPU 1"), "{why}");
        let why = ready.record(&second.stream()).unwrap_err().to_string();
        assert!(why.contains("an event of several processes"), "{why}");
        assert!(matches!(theirs.handle(), Err(Error::BadIpcHandle { .. })));
        let events = driver.live().events;
        drop((theirs, ready));
        assert_eq!(driver.live().events, events - 2, "they are not kept for later marks");
        drop(x);
        home.synchronize().unwrap();
        assert_eq!(driver.misuses(), "");
    });
}

#[test]
fn what_a_device_cannot_do_is_said() {
    alone("unified::what_a_device_cannot_do_is_said", || {
        let driver = driver();
        driver.attribute(89, 0);
        driver.attribute(102, 0);
        let stream = Device::gpu(0).unwrap().stream();
        let text = stream.alloc_managed::<f32>(3).unwrap_err().to_string();
        assert!(
            text.contains("GPU 0 (Fake GPU 0) has no managed memory") && text.contains("alloc_mapped"),
            "{text}"
        );
        let text = stream.alloc_growable::<f32>(3).unwrap_err().to_string();
        assert!(text.contains("has no memory that is mapped") && text.contains("larger one"), "{text}");
        // A handle of another GPU, of other elements, and of what is not its own.
        let shared = stream.alloc_ipc::<f32>(3).unwrap();
        let handle = shared.handle().unwrap();
        let second = Device::gpu(1).unwrap().stream();
        // SAFETY: nothing is opened that could be used.
        let (elsewhere, other) =
            unsafe { (second.open_ipc::<f32>(&handle).map(drop), stream.open_ipc::<u8>(&handle).map(drop)) };
        assert!(elsewhere.unwrap_err().to_string().contains("another GPU than GPU 1"));
        assert!(other.unwrap_err().to_string().contains("elements have 4 bytes, and these 1"));
        let empty = stream.alloc_ipc::<f32>(0).unwrap();
        assert!(matches!(empty.handle(), Err(Error::BadIpcHandle { .. })));
        drop((shared, empty));
        clean(&driver);
    });
}

#[test]
fn other_devices_use_it_where_they_can() {
    alone("unified::other_devices_use_it_where_they_can", || {
        let driver = driver();
        let (first, second) = (Device::gpu(0).unwrap().stream(), Device::gpu(1).unwrap().stream());
        let mut mapped = first.alloc_mapped::<f32>(10).unwrap();
        let mut managed = first.alloc_managed::<f32>(10).unwrap();
        managed.host_mut().unwrap().fill(1.0);
        scale_add(1.0, &managed, &mut mapped).threads(10).launch(&second).unwrap();
        scale_add(1.0, &managed, &mut mapped).threads(10).launch(&first).unwrap();
        assert_eq!(mapped.host().unwrap(), [2.0; 10]);
        let mut grown = first.alloc_growable::<f32>(10).unwrap();
        grown.extend(&[0.0; 10]).unwrap();
        let error = scale_add(1.0, &managed, &mut grown).threads(10).launch(&second).unwrap_err();
        assert!(matches!(error, Error::WrongDevice { .. }), "{error}");
        drop((mapped, managed, grown));
        clean(&driver);
    });
}

/// Memory of any sort, of [`LEN`] elements.
enum Any {
    Plain(Buffer<f32>),
    Mapped(MappedBuffer<f32>),
    Managed(ManagedBuffer<f32>),
    Grown(GrowableBuffer<f32>),
    Shared(IpcBuffer<f32>),
}

const LEN: usize = 12;

impl Any {
    fn fresh(sort: usize, stream: &Stream) -> Any {
        match sort {
            0 => Any::Mapped(stream.alloc_mapped(LEN).unwrap()),
            1 => Any::Managed(stream.alloc_managed(LEN).unwrap()),
            2 => {
                let mut grown = stream.alloc_growable(2 * LEN).unwrap();
                grown.resize_zeroed(LEN).unwrap();
                Any::Grown(grown)
            }
            3 => Any::Shared(stream.alloc_ipc(LEN).unwrap()),
            _ => Any::Plain(stream.alloc_zeroed(LEN).unwrap()),
        }
    }

    fn read(&self) -> BufferSlice<'_, f32> {
        match self {
            Any::Plain(buffer) => buffer.as_slice(),
            Any::Mapped(buffer) => buffer.as_slice(),
            Any::Managed(buffer) => buffer.as_slice(),
            Any::Grown(buffer) => buffer.as_slice(),
            Any::Shared(buffer) => buffer.as_slice(),
        }
    }

    fn write(&mut self) -> BufferSliceMut<'_, f32> {
        match self {
            Any::Plain(buffer) => buffer.as_slice_mut(),
            Any::Mapped(buffer) => buffer.as_slice_mut(),
            Any::Managed(buffer) => buffer.as_slice_mut(),
            Any::Grown(buffer) => buffer.as_slice_mut(),
            Any::Shared(buffer) => buffer.as_slice_mut(),
        }
    }

    /// What the host sees, where it sees anything; and what it writes.
    fn host(&mut self, driver: &FakeDriver, expected: f32, value: f32) -> bool {
        let seen = match self {
            Any::Mapped(buffer) => buffer.host_mut().unwrap(),
            Any::Managed(buffer) => buffer.host_mut().unwrap(),
            Any::Plain(_) | Any::Grown(_) | Any::Shared(_) => return false,
        };
        driver.host_uses(seen, true);
        assert_eq!(seen, [expected; LEN]);
        seen.fill(value);
        true
    }
}

#[test]
fn any_mixture_of_memory_and_streams_gives_what_one_would() {
    alone("unified::any_mixture_of_memory_and_streams_gives_what_one_would", || {
        let driver = driver();
        let (first, second) = (Device::gpu(0).unwrap(), Device::gpu(1).unwrap());
        for seed in 0..100 {
            let mut dice = Rng::with_seed(seed);
            let streams: Vec<Stream> = (0..3).map(|_| first.new_stream().unwrap()).collect();
            let far = second.stream();
            let mut memory: Vec<Any> =
                (0..6).map(|sort| Any::fresh(sort, &streams[dice.usize(..3)])).collect();
            memory.push(Any::fresh(9, &far));
            let mut model = [0.0f32; 7];
            for _ in 0..60 {
                let stream = &streams[dice.usize(..3)];
                let (from, to) = (dice.usize(..7), dice.usize(..7));
                let Ok([x, y]) = memory.get_disjoint_mut([from, to]) else {
                    let value = dice.usize(..100) as f32;
                    if memory[from].host(&driver, model[from], value) {
                        model[from] = value;
                    } else {
                        let stream = if from == 6 { &far } else { stream };
                        assert_eq!(
                            stream.download(memory[from].read()).unwrap(),
                            [model[from]; LEN],
                            "seed {seed}"
                        );
                    }
                    continue;
                };
                // The second device's memory is copied, from either side, and used by nobody else.
                let apart = from == 6 || to == 6;
                match dice.usize(..6) {
                    _ if apart => {
                        // What lies nowhere is copied by who has the other side.
                        let nowhere =
                            [&*x, &*y].iter().any(|one| matches!(one, Any::Mapped(_) | Any::Managed(_)));
                        let stream = if nowhere || dice.usize(..2) == 0 { &far } else { stream };
                        stream.copy(x.read(), y.write()).unwrap();
                        model[to] = model[from];
                    }
                    0 | 1 => {
                        scale_add(0.5, x.read(), y.write()).threads(LEN).launch(stream).unwrap();
                        model[to] += 0.5 * model[from];
                    }
                    2 => {
                        let rows = Pitched::new(x.read(), 3, 4, 4).unwrap();
                        stream.copy_2d(rows, Pitched::new(y.write(), 3, 4, 4).unwrap()).unwrap();
                        model[to] = model[from];
                    }
                    3 => {
                        let (low, high) = y.write().split_at(5).unwrap();
                        let mut batch = CopyBatch::new();
                        batch.copy(x.read().slice(7..).unwrap(), low).unwrap();
                        batch.copy(x.read().slice(..7).unwrap(), high).unwrap();
                        stream.copy_batch(batch).unwrap();
                        model[to] = model[from];
                    }
                    4 => {
                        model[to] = dice.usize(..100) as f32;
                        stream.fill_2d(Pitched::new(y.write(), 4, 3, 3).unwrap(), model[to]).unwrap();
                    }
                    _ => {
                        *y = Any::fresh(dice.usize(..6), stream);
                        model[to] = 0.0;
                    }
                }
            }
            for (at, (one, value)) in memory.iter().zip(model).enumerate() {
                let stream = if at == 6 { &far } else { &streams[0] };
                assert_eq!(stream.download(one.read()).unwrap(), [value; LEN], "seed {seed}, {at}");
            }
            drop(memory);
            assert_eq!(driver.misuses(), "", "seed {seed}");
        }
        let live = driver.live();
        assert_eq!((live.allocations, live.ranges, live.opened), (0, 0, 0));
    });
}
