use kiln::TensorView2;
use kiln::kernels;
use kiln::prelude::*;

#[kernel(tile)]
fn random_tiles(seed: u64, y: &mut Tensor1<f32>, bits: &mut Tensor2<u32>, z: &mut Tensor1<f32>) {
    let i = tile_id(0);
    let index = Tile1::<usize, 64>::iota() + i * 64;
    y.store(i, index.apply(|n| Philox::new(seed, n as u64).uniform_f32()));
    z.store(i, index.apply(|n| Philox::new(seed, n as u64).normal_f32()));
    let rows = Col::<usize, 4>::iota() + i * 4;
    let cols = Row::<usize, 16>::iota();
    bits.store(i, 0, (rows * 16 + cols).apply(|n| Philox::new(seed, n as u64).next_u32()));
}

#[kernel(tile)]
fn top(x: &Tensor2<f32>, v: &mut Tensor2<f32>, at: &mut Tensor2<u32>) {
    let (best, index) = x.load::<4, 8>(tile_id(0), 0).topk_with_indices::<1, 3>();
    v.store(tile_id(0), 0, best);
    at.store(tile_id(0), 0, index);
}

#[test]
fn all() {
    let data: Vec<f32> = (0..32).map(|i| (i * 7 % 13) as f32).collect();
    for device in [Device::cpu(), Device::emulated((9, 0)), Device::emulated((7, 5))] {
        let stream = device.stream();
        let mut y = Tensor1::zeros(&stream, 128).unwrap();
        let mut z = Tensor1::zeros(&stream, 128).unwrap();
        let mut bits = Tensor2::zeros(&stream, [8, 16]).unwrap();
        random_tiles(77, &mut y, &mut bits, &mut z).tiles(2).launch(&stream).unwrap();
        assert_eq!(
            y.download(&stream).unwrap(),
            (0..128).map(|n| Philox::new(77, n).uniform_f32()).collect::<Vec<_>>()
        );
        assert_eq!(
            bits.download(&stream).unwrap(),
            (0..128).map(|n| Philox::new(77, n).next_u32()).collect::<Vec<_>>()
        );
        println!("{:?}", &z.download(&stream).unwrap()[..4]);
        let x = Tensor2::from_slice(&stream, &data, [4, 8]).unwrap();
        let mut v = Tensor2::zeros(&stream, [4, 3]).unwrap();
        let mut at = Tensor2::zeros(&stream, [4, 3]).unwrap();
        top(&x, &mut v, &mut at).launch(&stream).unwrap();
        let (v, at) = (v.download(&stream).unwrap(), at.download(&stream).unwrap());
        for i in 0..4 {
            let mut order: Vec<usize> = (0..8).collect();
            order.sort_by(|a, b| data[i * 8 + b].total_cmp(&data[i * 8 + a]));
            for k in 0..3 {
                assert_eq!(at[i * 3 + k] as usize, order[k]);
                assert_eq!(v[i * 3 + k], data[i * 8 + order[k]]);
            }
        }
        let flat = x.reshape([32]).unwrap();
        assert_eq!(flat.download(&stream).unwrap(), data);
        assert!(x.t().reshape([32]).is_err() && x.reshape([31]).is_err());
        let y3 = x.unsqueeze();
        assert_eq!(y3.extents(), [1, 4, 8]);
        let mut y = Tensor2::<f32>::zeros(&stream, [4, 8]).unwrap();
        let view: TensorView2<'_, f32> = x.view();
        kernels::softmax(&stream, &x, &mut y).unwrap();
        kernels::softmax(&stream, view, &mut y).unwrap();
        kernels::softmax(&stream, &view, y.view_mut()).unwrap();
        kernels::softmax(&stream, x.slice(.., ..).unwrap(), &mut y.view_mut()).unwrap();
        let mut y3 = y.reshape_mut([2, 2, 8]).unwrap();
        kernels::softmax(&stream, &x, y3.reborrow().reshape([4, 8]).unwrap()).unwrap();
        println!("{:?}", y3.view().download(&stream).unwrap().len());
    }
}
