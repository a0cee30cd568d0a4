//! Two processes on one GPU, whose streams wait for each other's work.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};

use kiln::{Device, IpcBufferHandle, IpcEventHandle};
use kiln_fake_driver::has_gpu;
use kiln_interop::add;

const CHILD: &str = "KILN_IPC_TEST";
const TEST: &str = "streams_wait_for_another_process";
const ROUNDS: u16 = 50;

fn written(bytes: &[u8]) -> String {
    bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn read(text: &str) -> Vec<u8> {
    text.split(' ').map(|byte| byte.parse().unwrap()).collect()
}

/// Adds ones to memory of the parent's whenever the parent has said that it has, and says so.
fn other_process(handles: &str) {
    let (memory, event) = handles.split_once('/').unwrap();
    let device = Device::gpu(0).unwrap();
    let stream = device.stream();
    // SAFETY: the parent keeps both until this process has ended.
    let (mut lent, event) = unsafe {
        let memory = stream.open_ipc::<f32>(&IpcBufferHandle::from_bytes(&read(memory)).unwrap()).unwrap();
        let event = device.open_ipc_event(&IpcEventHandle::from_bytes(&read(event)).unwrap()).unwrap();
        (memory, event)
    };
    let ones = stream.upload(&vec![1.0f32; lent.len()]).unwrap();
    for line in std::io::stdin().lines() {
        line.unwrap();
        stream.wait_ipc(&event).unwrap();
        add(&ones, &mut lent).threads(ones.len()).launch(&stream).unwrap();
        event.record(&stream).unwrap();
        eprintln!("recorded");
    }
    stream.synchronize().unwrap();
}

#[test]
fn streams_wait_for_another_process() {
    if let Ok(handles) = std::env::var(CHILD) {
        return other_process(&handles);
    }
    if !has_gpu() {
        return println!("skipped: no GPU here, and the CPU has no such events");
    }
    let device = Device::gpu(0).unwrap();
    let stream = device.stream();
    let n = 1 << 22;
    let mut x = stream.alloc_ipc::<f32>(n).unwrap();
    let ones = stream.upload(&vec![1.0f32; n]).unwrap();
    let event = device.ipc_event().unwrap();
    let [memory, handle] =
        [x.handle().unwrap().to_bytes(), event.handle().unwrap().to_bytes()].map(|bytes| written(&bytes));
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", TEST, "--nocapture"]).env(CHILD, format!("{memory}/{handle}"));
    let mut child =
        command.stdin(Stdio::piped()).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut tell, mut said) = (child.stdin.take().unwrap(), BufReader::new(child.stderr.take().unwrap()));
    // Nobody waits for a stream of its own before the end: only the streams wait for each other.
    for _ in 0..ROUNDS {
        add(&ones, &mut x).threads(n).launch(&stream).unwrap();
        event.record(&stream).unwrap();
        writeln!(tell, "go on").unwrap();
        let mut answer = String::new();
        said.read_line(&mut answer).unwrap();
        if answer != "recorded\n" {
            said.read_to_string(&mut answer).unwrap();
            panic!("{answer}");
        }
        stream.wait_ipc(&event).unwrap();
    }
    let found = stream.download(&x).unwrap();
    drop(tell);
    assert!(child.wait().unwrap().success());
    assert!(found.iter().all(|value| *value == 2.0 * f32::from(ROUNDS)), "{:?}", &found[..4]);
}
