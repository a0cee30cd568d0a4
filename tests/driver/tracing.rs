//! What a profiler is told, by NVTX.

use kiln::{Device, trace};
use kiln_fake_driver::library;

use crate::{CHILD, child, driver, scale_add};

const TEST: &str = "tracing::ranges_go_to_the_profiler_that_started_the_program";

#[test]
fn ranges_go_to_the_profiler_that_started_the_program() {
    if std::env::var(CHILD).is_ok_and(|child| child == TEST) {
        let driver = driver();
        let stream = Device::gpu(0).unwrap().stream();
        {
            let _outer = trace::range("a step\0that is cut");
            let x = stream.upload(&[1.0f32; 4]).unwrap();
            let mut y = stream.upload(&[1.0f32; 4]).unwrap();
            // The first launch loads the kernel, the second finds it.
            scale_add(2.0, &x, &mut y).threads(4).launch(&stream).unwrap();
            scale_add(2.0, &x, &mut y).threads(4).launch(&stream).unwrap();
            assert_eq!(stream.download(&y).unwrap(), [5.0; 4]);
        }
        println!("\nranges: {}", driver.ranges().replace('\n', ", "));
        return;
    }
    let said = |profiler: &str| {
        let output = child(TEST, &[("NVTX_INJECTION64_PATH", profiler)]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        let line = text.lines().find_map(|line| line.strip_prefix("ranges: "));
        line.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    let profiler = library().unwrap().to_string_lossy().into_owned();
    assert_eq!(said(&profiler), "push a step, push scale_add, pop, pop");
    // None, one that is not there, and a library that is no profiler.
    for other in ["", "/no/such/profiler.so", "libc.so.6"] {
        assert_eq!(said(other), "", "{other}");
    }
}
