fn render(width: usize, height: usize, rays: &[f32], spheres: &[f32], out: &mut [f32], hits: &[AtomicU32]) {
    let cache = shared::<[f32; 256]>();
    let (x, y) = global_id_2d();
    let t = thread_idx().y * block_dim().x + thread_idx().x;
    if t < spheres.len() && t < 256 {
        cache[t] = spheres[t];
    }
    sync_threads();
    if x >= width || y >= height {
        return;
    }
    let pixel = y * width + x;
    let (dx, dy) = (rays[pixel * 3], rays[pixel * 3 + 1]);
    let dz = rays[pixel * 3 + 2];
    let length = (dx * dx + dy * dy + dz * dz).sqrt();
    assert!(length > 0.0, "ray {pixel} has no direction");
    let (dx, dy, dz) = (dx / length, dy / length, dz / length);
    let mut nearest = f32::MAX;
    let mut found = 0u32;
    let count = spheres.len() / 4;
    for k in 0..count {
        let (cx, cy) = (cache[k * 4], cache[k * 4 + 1]);
        let (cz, r) = (cache[k * 4 + 2], cache[k * 4 + 3]);
        let along = cx * dx + cy * dy + cz * dz;
        if along < 0.0 {
            continue;
        }
        let away = cx * cx + cy * cy + cz * cz - along * along;
        if away > r * r {
            continue;
        }
        let distance = along - (r * r - away).sqrt();
        if distance < nearest {
            nearest = distance;
            found = k as u32 + 1;
        }
    }
    let mut shade = 0.0;
    let mut step = 0;
    while step < 4 && found > 0 {
        let weight = 1.0 / (1 << step) as f32;
        shade += weight * (nearest * 0.1).exp().min(1.0);
        step += 1;
    }
    let lanes = warp::ballot(found > 0).count_ones();
    if lane_id() == 0 {
        hits[0].fetch_add(lanes, Ordering::Relaxed);
    }
    let fog = if nearest < 100.0 { 1.0 - nearest / 100.0 } else { 0.0 };
    out[pixel] = (shade * fog).clamp(0.0, 1.0);
}
