"""Device and host times of torch, CuPy and JAX for the expressions of `cargo bench --bench arrays`.

    python3 benches/peers/array_peers.py [--quick] [--cpu]

A device time is the median of many calls behind each other while the queue is full. Bytes are those of one pass over
the inputs and the result. The tables are the last thing printed. `--cpu` times NumPy and numexpr instead.
"""

import argparse
import statistics
import sys
import time

MI = 1 << 20


def median_of(call, calls, rounds, wait):
    times = []
    for _ in range(rounds):
        wait()
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        wait()
        times.append((time.perf_counter() - begin) / calls)
    return statistics.median(times)


def host_of(call, rounds, wait):
    """Seconds of the host for a call, in bursts that the device keeps up with."""
    times = []
    for _ in range(rounds):
        wait()
        begin = time.perf_counter()
        for _ in range(128):
            call()
        times.append((time.perf_counter() - begin) / 128)
        wait()
    return statistics.median(times)


def torch_tables(rounds):
    import torch

    if not torch.cuda.is_available():
        sys.exit("torch sees no GPU")

    def pipeline(x, y, z):
        return torch.sqrt(torch.sin(x) * torch.cos(y) + torch.exp(-z * z) + torch.log(x + 1))

    size = 64 * MI
    side = 8192
    x, y, z = (torch.rand(size, device="cuda") for _ in range(3))
    a, b = (torch.rand(side, side, device="cuda") for _ in range(2))
    row, column = torch.rand(side, device="cuda"), torch.rand(side, 1, device="cuda")
    p, q = (torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    whole = 4 * size
    works = [
        ("pipeline of three", 4 * whole, pipeline, (x, y, z)),
        ("x + y", 3 * whole, lambda x, y: x + y, (x, y)),
        ("matrix, row, column", 2 * whole, pipeline, (a, row, column)),
        ("a + b.t()", 3 * whole, lambda a, b: a + b.t(), (a, b)),
        ("x[1..] - x[..-1]", 2 * whole, lambda x: x[1:] - x[:-1], (x,)),
        ("sum", whole, lambda x: x.sum(), (x,)),
        ("sum of (x - y)^2", 2 * whole, lambda x, y: (x - y).square().sum(), (x, y)),
        ("max", whole, lambda x: x.max(), (x,)),
        ("sum of rows", whole, lambda a: a.sum(1), (a,)),
        ("sum of columns", whole, lambda a: a.sum(0), (a,)),
        ("sum_j exp(-(a - row)^2)", whole, lambda a, row: torch.exp(-(a - row).square()).sum(1), (a, row)),
        ("softmax of rows", 2 * whole, lambda a: torch.softmax(a, 1), (a,)),
        ("layer norm of rows", 2 * whole, lambda a, w, b: torch.nn.functional.layer_norm(a, (side,), w, b), (a, row, row)),
        ("variance of rows", whole, lambda a: a.var(1, correction=0), (a,)),
        ("relu(p @ q) of bf16, 4096", 1, lambda p, q: torch.relu(p @ q), (p, q)),
        ("mean of normals", 1, lambda: torch.randn(size, device="cuda").mean(), ()),
        ("mean of rows subtracted", 2 * whole, lambda a: a - a.mean(1, keepdim=True), (a,)),
    ]
    wait = torch.cuda.synchronize
    print(f"\ntorch {torch.__version__}, {torch.cuda.get_device_name()}: compiled, eager")
    for name, total, work, inputs in works:
        compiled = torch.compile(work, dynamic=False)
        seconds = []
        for call in (compiled, work):
            for _ in range(3):
                call(*inputs)
            seconds.append(median_of(lambda: call(*inputs), 20, rounds, wait))
        print(f"{name:>26} " + " ".join(f"{s * 1e6:9.1f} us {total / s * 1e-9:6.0f} GB/s" for s in seconds))
    x, y, z = (torch.rand(1, device="cuda") for _ in range(3))
    compiled = torch.compile(pipeline, dynamic=False)
    compiled(x, y, z)
    print(
        f"host, us: compiled {host_of(lambda: compiled(x, y, z), rounds, wait) * 1e6:.1f}, "
        f"eager {host_of(lambda: pipeline(x, y, z), rounds, wait) * 1e6:.1f}, "
        f"one operation {host_of(lambda: x + y, rounds, wait) * 1e6:.1f}"
    )


def cupy_table(rounds):
    import cupy as cp

    size = 64 * MI
    x, y, z = (cp.random.rand(size, dtype=cp.float32) for _ in range(3))
    wait = cp.cuda.Stream.null.synchronize

    def pipeline(x, y, z):
        return cp.sqrt(cp.sin(x) * cp.cos(y) + cp.exp(-z * z) + cp.log(x + 1))

    fused = cp.fuse(pipeline)
    print(f"\nCuPy {cp.__version__}: fused, eager")
    seconds = []
    for call in (fused, pipeline):
        call(x, y, z)
        seconds.append(median_of(lambda: call(x, y, z), 10, rounds, wait))
    print(f"{'pipeline of three':>26} " + " ".join(f"{s * 1e6:9.1f} us {16 * size / s * 1e-9:6.0f} GB/s" for s in seconds))
    s = median_of(lambda: x.sum(), 20, rounds, wait)
    print(f"{'sum':>26} {s * 1e6:9.1f} us {4 * size / s * 1e-9:6.0f} GB/s")


def jax_table(rounds):
    import jax
    import jax.numpy as jnp

    size = 64 * MI
    keys = jax.random.split(jax.random.PRNGKey(0), 3)
    x, y, z = (jax.random.uniform(key, (size,), dtype=jnp.float32) for key in keys)

    @jax.jit
    def pipeline(x, y, z):
        return jnp.sqrt(jnp.sin(x) * jnp.cos(y) + jnp.exp(-z * z) + jnp.log(x + 1))

    total = jax.jit(jnp.sum)
    print(f"\nJAX {jax.__version__}")
    for name, call, inputs, passes in [("pipeline of three", pipeline, (x, y, z), 4), ("sum", total, (x,), 1)]:
        call(*inputs).block_until_ready()
        last = [None]

        def step():
            last[0] = call(*inputs)

        s = median_of(step, 20, rounds, lambda: last[0] is not None and last[0].block_until_ready())
        print(f"{name:>26} {s * 1e6:9.1f} us {4 * passes * size / s * 1e-9:6.0f} GB/s")


def numpy_table(rounds):
    import numpy as np

    try:
        import numexpr
    except ImportError:
        numexpr = None
    print(f"\nNumPy {np.__version__}, us of the pipeline, of x * y, of the sum; numexpr's pipeline")
    for size in (1, 1000, 100_000, 4 * MI):
        x, y, z = (np.random.rand(size).astype(np.float32) for _ in range(3))
        works = [
            lambda: np.sqrt(np.sin(x) * np.cos(y) + np.exp(-z * z) + np.log(x + np.float32(1))),
            lambda: x * y,
            lambda: x.sum(),
        ]
        if numexpr:
            text = "sqrt(sin(x) * cos(y) + exp(-z * z) + log(x + 1))"
            works.append(lambda: numexpr.evaluate(text, local_dict={"x": x, "y": y, "z": z}))
        calls = max(1, min(1000, 200_000 // size))
        times = [median_of(work, calls, rounds, lambda: None) * 1e6 for work in works]
        print(f"{size:>10} " + " ".join(f"{time:10.2f}" for time in times))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="one round of each: the figures mean nothing")
    parser.add_argument("--cpu", action="store_true", help="NumPy and numexpr")
    options = parser.parse_args()
    rounds = 1 if options.quick else 15
    if options.cpu:
        numpy_table(rounds)
        return
    for table in (torch_tables, cupy_table, jax_table):
        try:
            table(rounds)
        except ImportError as error:
            print(f"skipped: {error}")


main()
