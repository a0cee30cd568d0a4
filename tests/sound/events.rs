//! Times between events.

use std::time::Duration;

use kiln::Error;
use kiln::prelude::*;

/// It would be no time at all.
#[test]
fn events_in_the_wrong_order_are_told() {
    let stream = Device::cpu().stream();
    let start = stream.record_event().unwrap();
    std::thread::sleep(Duration::from_millis(2));
    let end = stream.record_event().unwrap();
    let time = end.elapsed_since(&start).unwrap();
    assert!(time >= Duration::from_millis(2));
    let error = start.elapsed_since(&end).unwrap_err();
    assert!(matches!(error, Error::EventOrder(by) if by == time), "{error}");
    assert!(error.to_string().contains("help: ask the later: "), "{error}");
    assert_eq!(start.elapsed_since(&start).unwrap(), Duration::ZERO);
}
