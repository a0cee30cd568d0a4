//! What errors say.

use super::*;

#[test]
fn a_main_that_returns_an_error_shows_its_words() {
    let error = Error::NoSize { kernel: "blur" };
    assert_eq!(format!("{error:?}"), error.to_string());
}

#[test]
fn an_error_is_small_enough_to_return() {
    assert!(size_of::<Error>() <= 120, "{}", size_of::<Error>());
}

#[test]
fn a_failed_index_reads_well() {
    let error = Error::KernelPanic {
        kernel: "blur",
        file: "src/main.rs".into(),
        line: 41,
        column: 17,
        message: "index out of bounds: `tile[i]`: the length is 256 but the index is 300".into(),
        cause: FailureCause::Index { index: 300, len: 256 },
        block: [0; 3],
        thread: [44, 0, 0],
        tile: false,
        launch: 0,
    };
    assert_eq!(
        error.to_string(),
        "kernel `blur` failed at src/main.rs:41:17: index out of bounds: `tile[i]`: the length is 256 but the index \
         is 300 (block (0, 0, 0), thread (44, 0, 0))"
    );
}
