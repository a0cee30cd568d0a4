//! Structs of another crate, whose fields the user repeats.

use kiln::RemoteType;
use kiln::prelude::*;

use crate::streams;

/// What another crate has.
mod other {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Point {
        pub x: f32,
        pub id: u8,
        pub y: f64,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair<T>(pub T, pub [T; 2]);
}

#[derive(Clone, Copy, KernelType)]
#[kiln(remote = other::Point)]
struct Point {
    x: f32,
    id: u8,
    y: f64,
}

#[derive(Clone, Copy, KernelType)]
#[kiln(remote = other::Pair<u16>)]
struct Pair(u16, [u16; 2]);

#[kernel]
fn moved(by: Pair, points: &mut [Point]) {
    let i = global_id();
    if i < points.len() {
        points[i].x += by.0 as f32;
        points[i].id += 1;
        points[i].y -= by.1[1] as f64;
    }
}

#[test]
fn points_of_another_crate_are_moved() {
    let points: Vec<_> = (0..10u8).map(|id| other::Point { x: 0.5, id, y: f64::from(id) }).collect();
    for stream in streams() {
        let mut buffer = stream.upload(Point::from_remote(&points)).unwrap();
        moved(other::Pair(2, [0, 3]).into(), &mut buffer).threads(10).launch(&stream).unwrap();
        let found = Point::into_remote(stream.download(&buffer).unwrap());
        let expected: Vec<_> = points
            .iter()
            .map(|point| other::Point { x: point.x + 2.0, id: point.id + 1, y: point.y - 3.0 })
            .collect();
        assert_eq!(found, expected, "on {}", stream.device());
    }
    let mut on_host = points.clone();
    Point::from_remote_mut(&mut on_host)[1].id = 99;
    assert_eq!(other::Point::from(Point::from(points[1])), points[1]);
    assert_eq!(on_host[1].id, 99);
}
