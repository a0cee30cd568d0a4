//! One device function, run by a kernel and as the plain Rust that it is.

/// A kernel that runs a device function `fn(usize, &[i32]) -> i32` in each thread.
macro_rules! kernel_of {
    ($kernel:ident, $device:ident) => {
        #[kernel]
        pub fn $kernel(x: &[i32], out: &mut [i32]) {
            let i = global_id();
            if i < out.len() {
                out[i] = $device(i, x);
            }
        }
    };
}

/// Compares the kernel with the function.
macro_rules! agrees {
    ($kernel:ident, $device:ident) => {{
        let x: Vec<i32> = (0..37).map(|i| i * i % 23 - 7).collect();
        for stream in crate::streams() {
            let input = stream.upload(&x).unwrap();
            let mut out = stream.alloc_zeroed::<i32>(100).unwrap();
            $kernel(&input, &mut out).threads(100).launch(&stream).unwrap();
            for (i, found) in stream.download(&out).unwrap().into_iter().enumerate() {
                let expected = $device(i, &x);
                assert_eq!(found, expected, "{} at {i} on {}", stringify!($device), stream.device());
            }
        }
    }};
}

pub(crate) use {agrees, kernel_of};
