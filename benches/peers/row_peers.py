"""Device times of torch and Triton for the row kernels of `cargo bench --bench rows`, a line a measurement.

    python3 benches/peers/row_peers.py [--columns 1024,4096] [--field] [--quick]

Each line is `name type columns who GB/s`. Matrices have 32 Mi elements, which no cache holds; with `--field` they have the sizes that
others publish, and as many are taken in turn as no cache holds. Times are medians over replays of a CUDA
graph, as in torch_peers.py. Triton's kernels are written as its own tutorials advise, a row a program, and the best of a few
numbers of warps counts; a row of more columns than a program's tile may have goes by in pieces. Results are compared with torch's in
double precision before they are timed.
"""

import argparse
import sys

from torch_peers import device_time, torch, triton

ELEMENTS = 32 << 20

# Rows and columns of the matrices that others publish figures of.
FIELD = [(8192, 1024), (8192, 4096), (8192, 8192), (4096, 32768), (512, 262144)]

if triton is not None:
    import triton.language as tl

    @triton.jit
    def softmax_kernel(x, y, columns, stride, BLOCK: tl.constexpr):
        row = tl.program_id(0).to(tl.int64)
        offsets = tl.arange(0, BLOCK)
        inside = offsets < columns
        value = tl.load(x + row * stride + offsets, mask=inside, other=-float("inf")).to(tl.float32)
        power = tl.exp(value - tl.max(value, axis=0))
        tl.store(y + row * stride + offsets, power / tl.sum(power, axis=0), mask=inside)

    @triton.jit
    def layer_norm_kernel(x, weight, bias, y, columns, stride, eps, BLOCK: tl.constexpr):
        row = tl.program_id(0).to(tl.int64)
        offsets = tl.arange(0, BLOCK)
        inside = offsets < columns
        value = tl.load(x + row * stride + offsets, mask=inside, other=0.0).to(tl.float32)
        mean = tl.sum(value, axis=0) / columns
        centered = tl.where(inside, value - mean, 0.0)
        variance = tl.sum(centered * centered, axis=0) / columns
        scale = tl.rsqrt(variance + eps)
        w = tl.load(weight + offsets, mask=inside)
        b = tl.load(bias + offsets, mask=inside)
        tl.store(y + row * stride + offsets, centered * scale * w + b, mask=inside)


def close(found, exact, tolerance):
    error = ((found.double() - exact).norm() / exact.norm()).item()
    assert error < tolerance, f"the relative error is {error}"


def measure(name, kind, columns, moved, variants, buffers, replays):
    best, who = min((device_time(run, buffers, 3, replays), who) for who, run in variants)
    peer = who.split(",")[0]
    print(f"{name} {kind} {columns} {peer} {moved / best * 1e-9:.0f}", flush=True)


def rows(kind, columns, replays, with_triton, count=None):
    dtype = {"f32": torch.float32, "bf16": torch.bfloat16}[kind]
    field = count is not None
    count = count or ELEMENTS // columns
    elements = count * columns
    buffers = [
        (torch.randn(count, columns, device="cuda").to(dtype), torch.empty(count, columns, device="cuda", dtype=dtype))
        for _ in range(max(2, (128 << 20) // elements))
    ]
    x, y = buffers[0]
    size = x.element_size() * elements
    tolerance = 1e-5 if kind == "f32" else 1e-2
    weight = torch.randn(columns, device="cuda").to(dtype)
    bias = torch.randn(columns, device="cuda").to(dtype)
    targets = torch.zeros(count, device="cuda", dtype=torch.int64)
    functional = torch.nn.functional
    work = lambda name, moved, run: measure(name, kind, columns, moved, [("torch", run)], buffers, replays)
    work("softmax", 2 * size, lambda x, y: torch.softmax(x, 1, out=y))
    work("layer_norm", 2 * size, lambda x, y: functional.layer_norm(x, (columns,), weight, bias, 1e-5))
    work("rms_norm", 2 * size, lambda x, y: functional.rms_norm(x, (columns,), weight, 1e-5))
    if not field:
        summed(work, size, columns, targets)
    if with_triton and triton is not None:
        of_triton(kind, columns, count, size, weight, bias, tolerance, buffers, replays)


def summed(work, size, columns, targets):
    functional = torch.nn.functional
    work("cross_entropy", size, lambda x, y: functional.cross_entropy(x, targets, reduction="none"))
    work("sum_rows", size, lambda x, y: torch.sum(x, 1))
    work("sum_columns", size, lambda x, y: torch.sum(x, 0))


def of_triton(kind, columns, count, size, weight, bias, tolerance, buffers, replays):
    x, y = buffers[0]
    softmax, layer_norm = [], []
    block = triton.next_power_of_2(columns)
    exact = torch.softmax(x[:64].double(), 1)
    exact_norm = torch.nn.functional.layer_norm(x[:64].double(), (columns,), weight.double(), bias.double(), 1e-5)
    warp_counts = [1, 4] if columns <= 512 else [4, 8] if columns <= 2048 else [8, 16] if columns <= 8192 else [16, 32]
    for warps in warp_counts:

        def run(x, y, warps=warps):
            softmax_kernel[(count,)](x, y, columns, columns, BLOCK=block, num_warps=warps)

        def run_norm(x, y, warps=warps):
            layer_norm_kernel[(count,)](x, weight, bias, y, columns, columns, 1e-5, BLOCK=block, num_warps=warps)

        run(x, y)
        close(y[:64], exact, tolerance)
        softmax.append((f"triton, {warps} warps", run))
        run_norm(x, y)
        close(y[:64], exact_norm, tolerance)
        layer_norm.append((f"triton, {warps} warps", run_norm))
    measure("softmax", kind, columns, 2 * size, softmax, buffers, replays)
    measure("layer_norm", kind, columns, 2 * size, layer_norm, buffers, replays)


def transpose(replays):
    edge = 8192
    buffers = [(torch.randn(edge, edge, device="cuda"), torch.empty(edge, edge, device="cuda")) for _ in range(2)]
    run = lambda x, y: y.copy_(x.t())
    measure("transpose", "f32", edge, 8 * edge * edge, [("torch", run)], buffers, replays)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer replays")
    parser.add_argument("--columns", default=",".join(str(1 << shift) for shift in range(6, 19)))
    parser.add_argument("--triton", default=None, help="the columns at which Triton is measured too; all by default")
    parser.add_argument("--field", action="store_true", help="only the sizes that others publish")
    parser.add_argument("--types", default="f32,bf16")
    args = parser.parse_args()
    replays = 8 if args.quick else 30
    columns = [int(count) for count in args.columns.split(",")]
    triton_columns = columns if args.triton is None else [int(count) for count in args.triton.split(",") if count]
    failed = False
    for kind in args.types.split(","):
        sizes = FIELD if args.field else [(None, length) for length in columns]
        for count, length in sizes:
            try:
                rows(kind, length, replays, args.field or length in triton_columns, count)
            except Exception as error:  # One size that fails must not hide the others.
                print(f"# {kind} {length}: {type(error).__name__}: {error}")
                failed = True
            torch.cuda.empty_cache()
    if not args.field:
        transpose(replays)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
