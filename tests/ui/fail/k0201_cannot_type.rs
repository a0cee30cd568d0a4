use kiln::prelude::*;

#[kernel(tile)]
fn whole_arrays(x: &mut Tensor1<f32>) {
    let a = [1.0f32, 2.0];
    let b = [1.0f32, 2.0];
    if a == b {
        x.store(tile_id(0), Tile1::<f32, 16>::full(1.0));
    }
}

fn main() -> kiln::Result<()> {
    let stream = Device::cpu().stream();
    let mut x = Tensor1::<f32>::zeros(&stream, 16)?;
    whole_arrays(&mut x).tiles(1).launch(&stream)
}
