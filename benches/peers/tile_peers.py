"""Device times of torch (with cuBLAS and cuDNN) and Triton for the work that Kiln's tile kernels are measured at.

    python3 benches/peers/tile_peers.py [--quick]

Times are medians over replays of a CUDA graph over rotating buffers, as in torch_peers.py. Triton's kernels are written
as its own tutorials advise, and the best of a few configurations counts, as its autotuner would choose. Each result is compared
with torch's in double precision before it is timed. The table is the last thing printed.
"""

import argparse
import sys

from torch_peers import copy, device_time, torch, triton

if triton is not None:
    import triton.language as tl

    @triton.jit
    def softmax_kernel(x, y, columns, stride, BLOCK: tl.constexpr):
        row = tl.program_id(0).to(tl.int64)
        offsets = tl.arange(0, BLOCK)
        inside = offsets < columns
        value = tl.load(x + row * stride + offsets, mask=inside, other=-float("inf"))
        power = tl.exp(value - tl.max(value, axis=0))
        tl.store(y + row * stride + offsets, power / tl.sum(power, axis=0), mask=inside)

    @triton.jit
    def layer_norm_kernel(x, weight, bias, y, columns, stride, eps, BLOCK: tl.constexpr):
        row = tl.program_id(0).to(tl.int64)
        offsets = tl.arange(0, BLOCK)
        inside = offsets < columns
        value = tl.load(x + row * stride + offsets, mask=inside, other=0.0)
        mean = tl.sum(value, axis=0) / columns
        centered = tl.where(inside, value - mean, 0.0)
        variance = tl.sum(centered * centered, axis=0) / columns
        scale = tl.rsqrt(variance + eps)
        w = tl.load(weight + offsets, mask=inside)
        b = tl.load(bias + offsets, mask=inside)
        tl.store(y + row * stride + offsets, centered * scale * w + b, mask=inside)

    @triton.jit
    def matmul_kernel(
        a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr
    ):
        pid = tl.program_id(0)
        tiles_m, tiles_n = tl.cdiv(m, BM), tl.cdiv(n, BN)
        width = GROUP * tiles_n
        first = (pid // width) * GROUP
        size = min(tiles_m - first, GROUP)
        pid_m = first + (pid % width) % size
        pid_n = (pid % width) // size
        rows = (pid_m * BM + tl.arange(0, BM)) % m
        columns = (pid_n * BN + tl.arange(0, BN)) % n
        inner = tl.arange(0, BK)
        a_at = a + rows[:, None] * k + inner[None, :]
        b_at = b + inner[:, None] * n + columns[None, :]
        total = tl.zeros((BM, BN), dtype=tl.float32)
        for step in range(0, tl.cdiv(k, BK)):
            left = tl.load(a_at, mask=inner[None, :] < k - step * BK, other=0.0)
            right = tl.load(b_at, mask=inner[:, None] < k - step * BK, other=0.0)
            total = tl.dot(left, right, total)
            a_at += BK
            b_at += BK * n
        rows = pid_m * BM + tl.arange(0, BM)
        columns = pid_n * BN + tl.arange(0, BN)
        inside = (rows[:, None] < m) & (columns[None, :] < n)
        tl.store(c + rows[:, None] * n + columns[None, :], total.to(c.dtype.element_ty), mask=inside)


def close(found, exact, bound):
    """Raises where the relative error in the Frobenius norm is above the bound."""
    error = ((found.double() - exact).norm() / exact.norm()).item()
    if not error < bound:
        raise AssertionError(f"the relative error is {error:.1e}")


def best(variants, buffers, passes, replays):
    """The least median time of the variants, and the name of the one that has it."""
    return min((device_time(run, buffers, passes, replays), name) for name, run in variants)


ROWS, COLUMNS = 8192, 4096


def matrices(count, rows, columns, dtype=torch.float32):
    return [torch.randn(rows, columns, device="cuda", dtype=dtype) for _ in range(count)]


def softmax(replays):
    buffers = [(x, torch.empty_like(x)) for x in matrices(4, ROWS, COLUMNS)]
    moved = 2 * 4 * ROWS * COLUMNS
    x, y = buffers[0]
    exact = torch.softmax(x.double(), dim=1)
    seconds = device_time(lambda x, y: torch.softmax(x, dim=1, out=y), buffers, 8, replays)
    yield "softmax f32 8192x4096: torch", moved, 0, seconds
    if triton is None:
        return
    variants = []
    for warps in (4, 8, 16):

        def run(x, y, warps=warps):
            softmax_kernel[(ROWS,)](x, y, COLUMNS, COLUMNS, BLOCK=COLUMNS, num_warps=warps)

        run(x, y)
        close(y, exact, 1e-5)
        variants.append((f"{warps} warps", run))
    seconds, name = best(variants, buffers, 8, replays)
    yield f"softmax f32 8192x4096: Triton ({name})", moved, 0, seconds


def layer_norm(replays):
    buffers = [(x, torch.empty_like(x)) for x in matrices(4, ROWS, COLUMNS)]
    weight, bias = torch.randn(COLUMNS, device="cuda"), torch.randn(COLUMNS, device="cuda")
    moved = 2 * 4 * ROWS * COLUMNS
    x, y = buffers[0]
    functional = torch.nn.functional.layer_norm
    exact = functional(x.double(), (COLUMNS,), weight.double(), bias.double(), 1e-5)
    seconds = device_time(lambda x, y: functional(x, (COLUMNS,), weight, bias, 1e-5), buffers, 8, replays)
    yield "layer norm f32 8192x4096: torch", moved, 0, seconds
    if triton is None:
        return
    variants = []
    for warps in (4, 8, 16):

        def run(x, y, warps=warps):
            layer_norm_kernel[(ROWS,)](
                x, weight, bias, y, COLUMNS, COLUMNS, 1e-5, BLOCK=COLUMNS, num_warps=warps
            )

        run(x, y)
        close(y, exact, 1e-5)
        variants.append((f"{warps} warps", run))
    seconds, name = best(variants, buffers, 8, replays)
    yield f"layer norm f32 8192x4096: Triton ({name})", moved, 0, seconds


def vector_add(replays):
    count = 64 << 20
    buffers = [tuple(torch.rand(count, device="cuda") for _ in range(3)) for _ in range(3)]
    seconds = device_time(lambda a, b, c: torch.add(a, b, out=c), buffers, 8, replays)
    yield "vector add f32, 64 Mi: torch", 12 * count, 0, seconds


def matmul(replays):
    for edge in (4096, 8192):
        buffers = [
            tuple(matrices(2, edge, edge, torch.bfloat16)) + (torch.empty(edge, edge, device="cuda", dtype=torch.bfloat16),)
            for _ in range(3)
        ]
        operations = 2 * edge**3
        a, b, c = buffers[0]
        exact = a.double() @ b.double()
        passes = 4 if edge == 4096 else 2
        seconds = device_time(lambda a, b, c: torch.mm(a, b, out=c), buffers, passes, replays)
        yield f"matmul bf16 {edge}: cuBLAS", 0, operations, seconds
        if triton is None:
            continue
        variants = []
        for bm, bn, bk, stages, warps in [
            (128, 256, 64, 3, 8),
            (128, 128, 64, 4, 4),
            (128, 128, 64, 3, 8),
            (256, 128, 64, 3, 8),
        ]:
            grid = (triton.cdiv(edge, bm) * triton.cdiv(edge, bn),)

            def run(a, b, c, bm=bm, bn=bn, bk=bk, stages=stages, warps=warps, grid=grid):
                matmul_kernel[grid](
                    a, b, c, edge, edge, edge, BM=bm, BN=bn, BK=bk, GROUP=8, num_stages=stages, num_warps=warps
                )

            run(a, b, c)
            close(c, exact, 1e-2)
            variants.append((f"{bm}x{bn}x{bk}, {stages} stages, {warps} warps", run))
        seconds, name = best(variants, buffers, passes, replays)
        yield f"matmul bf16 {edge}: Triton ({name})", 0, operations, seconds
        del buffers, a, b, c, exact
        torch.cuda.empty_cache()


def matmul_single(replays):
    edge = 4096
    torch.backends.cuda.matmul.allow_tf32 = False
    buffers = [tuple(matrices(3, edge, edge)) for _ in range(3)]
    seconds = device_time(lambda a, b, c: torch.mm(a, b, out=c), buffers, 2, replays)
    yield f"matmul f32 {edge}: cuBLAS, no tf32", 0, 2 * edge**3, seconds


def factors(replays):
    """The other types that tensor cores multiply."""
    edge = 4096
    operations = 2 * edge**3
    bytes_ = [torch.randint(-127, 128, (edge, edge), device="cuda", dtype=torch.int8) for _ in range(2)]
    sums = torch.empty(edge, edge, device="cuda", dtype=torch.int32)
    seconds = device_time(lambda a, b, c: torch._int_mm(a, b, out=c), [(*bytes_, sums)], 4, replays)
    yield f"matmul i8 {edge}: torch._int_mm", 0, operations, seconds
    turned = [(bytes_[0], bytes_[1].t(), sums)]
    seconds = device_time(lambda a, b, c: torch._int_mm(a, b, out=c), turned, 4, replays)
    yield f"matmul i8 {edge}, right one transposed: torch._int_mm", 0, operations, seconds
    before = torch.backends.cuda.matmul.allow_tf32
    torch.backends.cuda.matmul.allow_tf32 = True
    buffers = [tuple(matrices(3, edge, edge))]
    seconds = device_time(lambda a, b, c: torch.mm(a, b, out=c), buffers, 4, replays)
    torch.backends.cuda.matmul.allow_tf32 = before
    yield f"matmul tf32 {edge}: cuBLAS", 0, operations, seconds
    buffers = [tuple(matrices(3, edge, edge, torch.float64))]
    seconds = device_time(lambda a, b, c: torch.mm(a, b, out=c), buffers, 1, replays)
    yield f"matmul f64 {edge}: cuBLAS", 0, operations, seconds


def attention(replays):
    """Causal attention forward, one head of 128 after the other, as torch's fused kernels run it."""
    heads, length, width = 16, 4096, 128
    buffers = [
        tuple(torch.randn(1, heads, length, width, device="cuda", dtype=torch.bfloat16) for _ in range(3))
        for _ in range(2)
    ]
    operations = 4 * heads * length * length * width // 2
    product = torch.nn.functional.scaled_dot_product_attention
    from torch.nn.attention import SDPBackend, sdpa_kernel

    for backend, name in [(SDPBackend.FLASH_ATTENTION, "FlashAttention-2"), (SDPBackend.CUDNN_ATTENTION, "cuDNN")]:
        with sdpa_kernel(backend):
            seconds = device_time(lambda q, k, v: product(q, k, v, is_causal=True), buffers, 4, replays)
        yield f"attention bf16 causal 16x4096x128: {name}", 0, operations, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer replays")
    replays = 10 if parser.parse_args().quick else 40
    rows, notes = [], []
    name, moved, seconds = copy(replays)
    rows.append((name, moved, 0, seconds))
    for work in (vector_add, softmax, layer_norm, matmul, matmul_single, factors, attention):
        try:
            rows.extend(work(replays))
        except Exception as error:  # One peer that fails must not hide the others.
            notes.append(f"{work.__name__} failed: {type(error).__name__}: {error}")
        torch.cuda.empty_cache()
    for note in notes:
        print(note)
    version = f", Triton {triton.__version__}" if triton is not None else ", no Triton"
    print(f"\n{torch.cuda.get_device_name()}, torch {torch.__version__}, CUDA {torch.version.cuda}{version}")
    print(f"{'device time in a CUDA graph':64} {'us':>10} {'TB/s':>8} {'TFLOP/s':>8}")
    for name, moved, operations, seconds in rows:
        speed = f"{moved / seconds * 1e-12:8.3f}" if moved else f"{'':8}"
        rate = f"{operations / seconds * 1e-12:8.1f}" if operations else ""
        print(f"{name:64} {seconds * 1e6:10.1f} {speed} {rate}")
    return 1 if notes else 0


if __name__ == "__main__":
    sys.exit(main())
