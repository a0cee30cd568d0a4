"""Device times of torch and Triton for the work that Kiln is measured at.

    python3 benches/peers/torch_peers.py [--quick]

Every figure is the median over replays of one CUDA graph that runs the operation many times over rotating buffers, so
that neither the host's dispatch nor the cache is in it. Bytes are those that the operation has to move. The first row,
a plain device-to-device copy, is the ceiling; the last column compares with it. The table is the last thing printed.
"""

import argparse
import statistics
import sys

try:
    import torch
except ImportError:
    sys.exit("torch is not installed in this Python")
if not torch.cuda.is_available():
    sys.exit("torch sees no GPU")

try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None

MI = 1 << 20


def device_time(operation, buffers, passes, replays):
    """Median seconds of one call of `operation(*buffer)`, the buffers taking turns inside a graph."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())  # The buffers were filled there.
    with torch.cuda.stream(stream):
        for buffer in buffers:
            operation(*buffer)
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        for _ in range(passes):
            for buffer in buffers:
                operation(*buffer)
    calls = passes * len(buffers)
    times = []
    with torch.cuda.stream(stream):
        for _ in range(3):
            graph.replay()
        for _ in range(replays):
            start = torch.cuda.Event(enable_timing=True)
            end = torch.cuda.Event(enable_timing=True)
            start.record()
            graph.replay()
            end.record()
            end.synchronize()
            times.append(start.elapsed_time(end) * 1e-3 / calls)
    return statistics.median(times)


def queue_time(operation, calls, replays):
    """Median seconds of one call, the queue kept full: for operations that a graph would run in another way."""
    times = []
    for _ in range(replays):
        operation()
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(calls):
            operation()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) * 1e-3 / calls)
    return statistics.median(times)


def floats(count):
    return torch.rand(count, device="cuda", dtype=torch.float32)


def copy(replays):
    source, target = floats(1024 * MI), torch.empty(1024 * MI, device="cuda", dtype=torch.float32)
    # In a graph a copy becomes a node for the copy engines, which are slower than the copying kernel of a stream.
    seconds = queue_time(lambda: target.copy_(source), 5, replays)
    return "copy f32, 4 GiB (ceiling)", 2 * 4 * 1024 * MI, seconds


def torch_saxpy(replays):
    count = 64 * MI
    buffers = [(floats(count), floats(count)) for _ in range(4)]
    seconds = device_time(lambda x, y: torch.add(y, x, alpha=1e-3, out=y), buffers, 8, replays)
    return "saxpy f32, 64 Mi: torch", 3 * 4 * count, seconds


def torch_sum(replays):
    count = 256 * MI
    buffers = [(floats(count), torch.empty((), device="cuda")) for _ in range(4)]
    seconds = device_time(lambda x, out: torch.sum(x, dim=0, out=out), buffers, 4, replays)
    return "sum f32, 256 Mi: torch", 4 * count, seconds


def pipeline(x, y, z):
    return ((x.sin() * y.cos() + (-z * z).exp()) + (x + 1.0).log()).sqrt()


def loss(p, t):
    return ((p - t) * (p - t)).sum()


def expression(name, function, inputs, moved, compiled, replays):
    """An expression of 64 Mi elements: by torch.compile, or an operation at a time."""
    buffers = [tuple(floats((8192, 8192)) for _ in range(inputs)) for _ in range(3)]
    seconds = device_time(torch.compile(function) if compiled else function, buffers, 4, replays)
    return f"{name} f32, 64 Mi: {'torch.compile' if compiled else 'torch eager'}", moved * 64 * MI, seconds


def compiled_pipeline(replays):
    return expression("pipeline", pipeline, 3, 16, True, replays)


def eager_pipeline(replays):
    return expression("pipeline", pipeline, 3, 16, False, replays)


def compiled_loss(replays):
    return expression("loss", loss, 2, 8, True, replays)


def eager_loss(replays):
    return expression("loss", loss, 2, 8, False, replays)


def compiled_broadcast(replays):
    """The pipeline of a matrix, a row and a column."""
    row, column = floats(8192), floats((8192, 1))
    buffers = [(floats((8192, 8192)), row, column) for _ in range(3)]
    seconds = device_time(torch.compile(pipeline), buffers, 4, replays)
    return "pipeline, row and column: torch.compile", 8 * 64 * MI, seconds


if triton is not None:

    @triton.jit
    def saxpy_kernel(a, x, y, count, BLOCK: tl.constexpr):
        offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
        inside = offsets < count
        result = a * tl.load(x + offsets, mask=inside) + tl.load(y + offsets, mask=inside)
        tl.store(y + offsets, result, mask=inside)


def triton_saxpy(replays):
    """The best of a few block sizes, as its autotuner would choose."""
    count = 64 * MI
    buffers = [(floats(count), floats(count)) for _ in range(4)]
    best = None
    for block, warps in [(1024, 4), (2048, 4), (2048, 8), (4096, 8)]:
        grid = (triton.cdiv(count, block),)

        def launch(x, y, grid=grid, block=block, warps=warps):
            saxpy_kernel[grid](1e-3, x, y, count, BLOCK=block, num_warps=warps)

        seconds = device_time(launch, buffers, 8, replays)
        if best is None or seconds < best[0]:
            best = (seconds, block, warps)
    seconds, block, warps = best
    return f"saxpy f32, 64 Mi: Triton ({block}, {warps} warps)", 3 * 4 * count, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer replays")
    replays = 10 if parser.parse_args().quick else 50
    rows, notes = [], []
    expressions = [compiled_pipeline, eager_pipeline, compiled_broadcast, compiled_loss, eager_loss]
    for work in [copy, torch_saxpy, torch_sum, triton_saxpy, *expressions]:
        if work is triton_saxpy and triton is None:
            notes.append("Triton is not installed: no row of it")
            continue
        try:
            rows.append(work(replays))
        except Exception as error:  # One peer that fails must not hide the others.
            notes.append(f"{work.__name__} failed: {type(error).__name__}: {error}")
        torch.cuda.empty_cache()
    for note in notes:
        print(note)
    print(f"\n{torch.cuda.get_device_name()}, torch {torch.__version__}, CUDA {torch.version.cuda}", end="")
    print(f", Triton {triton.__version__}" if triton is not None else "")
    print(f"{'device time in a CUDA graph':44} {'us':>10} {'TB/s':>8} {'of copy':>8}")
    ceiling = None
    for name, moved, seconds in rows:
        speed = moved / seconds * 1e-12
        if name.startswith("copy"):
            ceiling = speed
        part = f"{speed / ceiling:8.3f}" if ceiling else f"{'-':>8}"
        print(f"{name:44} {seconds * 1e6:10.1f} {speed:8.3f} {part}")
    return 1 if any("failed" in note for note in notes) else 0


if __name__ == "__main__":
    sys.exit(main())
