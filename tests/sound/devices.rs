//! A GPU that cannot be used is told of.

use kiln::Error;
use kiln::prelude::*;

#[test]
fn the_cpu_says_why_it_serves() {
    if std::env::var_os("KILN_DEVICE").is_some() {
        return println!("skipped: KILN_DEVICE names the device");
    }
    assert_eq!(Device::cpu().fallback_reason(), None, "it was asked for");
    match (Device::gpu(0), Device::best()) {
        (Ok(_), best) => {
            let best = best.unwrap();
            assert!(best.is_gpu() && best.fallback_reason().is_none());
        }
        (Err(Error::DriverMissing { .. }), best) => {
            assert_eq!(best.unwrap().fallback_reason(), Some("no NVIDIA driver could be opened"));
        }
        (Err(why), Ok(best)) => assert!(best.fallback_reason().is_some(), "{why}"),
        (Err(why), Err(best)) => assert_eq!(why.to_string(), best.to_string()),
    }
}
