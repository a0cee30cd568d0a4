//! Children that are forked while other threads launch on the CPU: they launch too, and none of them hangs.

#[cfg(unix)]
mod unix {
    use std::process::Command;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use kiln::prelude::*;

    /// How many children there are; `KILN_FORKS` is another number.
    const FORKS: u32 = 200;
    /// Seconds after which a child has hung.
    const LIMIT: u32 = 20;
    const CHILD: &str = "KILN_TEST_FORKS";

    unsafe extern "C" {
        fn fork() -> i32;
        fn alarm(seconds: u32) -> u32;
        fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
        fn _exit(code: i32) -> !;
    }

    #[kernel]
    fn count_up(x: &mut [u32]) {
        let i = global_id();
        if i < x.len() {
            x[i] += 1;
        }
    }

    #[kernel(tile)]
    fn product(a: &Tensor2<f32>, b: &Tensor2<f32>, c: &mut Tensor2<f32>) {
        let (m, n) = (tile_id(0), tile_id(1));
        let mut sum = Tile2::<f32, 4, 4>::zeros();
        for k in 0..a.cols().div_ceil(4) {
            sum = mma(a.load::<4, 4>(m, k), b.load::<4, 4>(k, n), sum);
        }
        c.store(m, n, sum);
    }

    /// Launches of both kinds of kernels, each of enough blocks for several threads; whether they did their work.
    fn launch(stream: &Stream) -> kiln::Result<bool> {
        let mut x = stream.alloc_zeroed::<u32>(1 << 16)?;
        count_up(&mut x).threads(1 << 16).launch(stream)?;
        let ones = Tensor2::from_slice(stream, &[1.0f32; 32 * 32], [32, 32])?;
        let mut c = Tensor2::<f32>::zeros(stream, [32, 32])?;
        product(&ones, &ones, &mut c).tiles([8, 8]).launch(stream)?;
        let counted = stream.download(&x)?.iter().all(|n| *n == 1);
        Ok(counted && c.download(stream)?.iter().all(|sum| *sum == 32.0))
    }

    pub fn forks() {
        if std::env::var_os(CHILD).is_none() {
            // In a process of its own: forked children have no business with the other tests.
            let status = Command::new(std::env::current_exe().unwrap())
                .args(["a_child_forked_during_launches_launches", "--exact", "--nocapture"])
                .env(CHILD, "1")
                .status();
            return assert!(status.unwrap().success());
        }
        let count = std::env::var("KILN_FORKS").map_or(FORKS, |text| text.parse().unwrap());
        let stop = AtomicBool::new(false);
        let failed = thread::scope(|scope| {
            assert!(launch(&Device::cpu().stream()).unwrap());
            for _ in 0..3 {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        assert!(launch(&Device::cpu().stream()).unwrap());
                    }
                });
            }
            let failed = (0..count).filter(|_| {
                // SAFETY: the child calls nothing but Kiln, and ends.
                let child = unsafe { fork() };
                if child == 0 {
                    // SAFETY: the signal ends the child.
                    unsafe { alarm(LIMIT) };
                    let launched = launch(&Device::cpu().stream());
                    // SAFETY: the child is done.
                    unsafe { _exit(i32::from(!matches!(launched, Ok(true)))) };
                }
                let mut status = -1;
                // SAFETY: `status` is a place for the answer.
                assert_eq!(unsafe { waitpid(child, &raw mut status, 0) }, child);
                status != 0
            });
            let failed = failed.take(3).count();
            stop.store(true, Ordering::Relaxed);
            failed
        });
        println!("up to {count} forks: {failed} children hung or failed");
        assert_eq!(failed, 0);
    }
}

#[test]
fn a_child_forked_during_launches_launches() {
    #[cfg(unix)]
    unix::forks();
    #[cfg(not(unix))]
    println!("skipped: there is no fork on this system");
}
