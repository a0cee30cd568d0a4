//! A name that only a field of `self` has is told of once, as rustc tells of it in any method.

use kiln::prelude::*;

#[derive(KernelType, Clone, Copy)]
struct Particle {
    place: [f32; 3],
    speed: f32,
    steps: u32,
}

#[device]
impl Particle {
    fn energy(&self) -> f32 {
        speed * speed * 0.5
    }

    fn height(&self) -> f32 {
        place[2].abs()
    }

    fn traveled(self, time: f32) -> f32 {
        let mut far = 0.0;
        for _ in 0..steps {
            far += self.speed * time;
        }
        far
    }

    fn stopped(self) -> Particle {
        Particle { speed: 0.0, steps, ..self }
    }
}

#[device]
impl Particle {
    fn stop(&mut self) {
        speed = 0.0;
    }

    fn lost(&self) -> f32 {
        nowhere + 1.0
    }
}

fn main() {}
