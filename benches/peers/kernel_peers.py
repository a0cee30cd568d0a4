"""Device times of torch for the work of `cargo bench --bench kernels`: scans, sorts, top-k, products, attention.

    python3 benches/peers/kernel_peers.py [--quick] [scans sorts tops products products_i8 products_f8 attentions
                                              backward decoding]

A line a measurement, `name type size who amount unit`, as that benchmark prints them. Times are medians of turns with the queue kept
full, between events, the memory of results taken anew by each call, as torch does.
"""

import argparse
import itertools
import sys

from torch_peers import queue_time, torch


def line(name, who, amount, unit, seconds):
    print(f"{name} {who} {amount / seconds * 1e-9:.1f} {unit} ({seconds * 1e6:.1f} us)", flush=True)


def scans(turns):
    for shift in (20, 24, 28):
        count = 1 << shift
        x = torch.rand(count, device="cuda") * 2 - 1
        y = torch.empty_like(x)
        line(f"copy f32 {count}", "torch", 8 * count, "GB/s", queue_time(lambda: y.copy_(x), 6, turns))
        line(f"cumsum f32 {count}", "torch", 8 * count, "GB/s", queue_time(lambda: torch.cumsum(x, 0, out=y), 6, turns))
        del x, y
        torch.cuda.empty_cache()


def sorts(turns):
    for shift in (20, 24, 26):
        count = 1 << shift
        x = torch.rand(count, device="cuda") * 2 - 1
        # torch always gives places too.
        line(f"sort_with_indices f32 {count}", "torch", count, "G/s", queue_time(lambda: torch.sort(x), 6, turns))
        del x
        torch.cuda.empty_cache()


def tops(turns):
    for rows, columns, count in ((8192, 1024, 8), (8192, 1024, 32), (1024, 4096, 32), (1024, 32768, 32), (1, 1 << 24, 64)):
        x = torch.rand(rows, columns, device="cuda") * 2 - 1
        name = f"topk_{count} f32 {rows}x{columns}"
        line(name, "torch", 4 * rows * columns, "GB/s", queue_time(lambda: torch.topk(x, count, dim=1), 6, turns))


def products(turns):
    for edge in (512, 1024, 4096, 8192):
        a, b = (torch.randn(edge, edge, device="cuda", dtype=torch.bfloat16) for _ in range(2))
        c = torch.empty_like(a)
        amount = 2 * edge**3 * 1e-3
        line(f"matmul bf16 {edge}", "torch", amount, "TFLOP/s", queue_time(lambda: torch.mm(a, b, out=c), 6, turns))
        bt = b.t()
        line(f"matmul_transposed bf16 {edge}", "torch", amount, "TFLOP/s", queue_time(lambda: torch.mm(a, bt, out=c), 6, turns))


def skinny_products(turns):
    for rows, edge in itertools.product((1, 16, 64, 128, 512), (4096, 8192)):
        a, b = (torch.randn(n, edge, device="cuda", dtype=torch.bfloat16) for n in (rows, edge))
        c = torch.empty_like(a)
        amount = 2 * edge * edge
        size = f"bf16 {rows}x{edge}x{edge}"
        line(f"matmul {size}", "torch", amount, "GB/s", queue_time(lambda: torch.mm(a, b, out=c), 6, turns))
        bt = b.t()
        line(f"matmul_transposed {size}", "torch", amount, "GB/s", queue_time(lambda: torch.mm(a, bt, out=c), 6, turns))


def products_i8(turns):
    for edge in (1024, 4096, 8192):
        a, b = (torch.randint(-128, 127, (edge, edge), device="cuda", dtype=torch.int8) for _ in range(2))
        bt = b.t()
        amount = 2 * edge**3 * 1e-3
        line(f"matmul_i8 i8 {edge}", "torch", amount, "TOP/s", queue_time(lambda: torch._int_mm(a, bt), 6, turns))


def products_f8(turns):
    one = torch.ones((), device="cuda")
    for edge in (1024, 4096, 8192):
        a, b = ((torch.rand(edge, edge, device="cuda") * 2 - 1).to(torch.float8_e4m3fn) for _ in range(2))
        # Columns of the right factor lie in memory: it takes no other.
        bt = b.t()
        amount = 2 * edge**3 * 1e-3
        each = torch.rand(edge, 1, device="cuda") + 0.5
        for name, row_scales, column_scales, fast in (
            ("matmul_transposed", one, one, False),
            ("matmul_transposed_fast", one, one, True),
            ("matmul_scaled", each, each.t(), False),
            ("matmul_scaled_fast", each, each.t(), True),
        ):
            run = lambda: torch._scaled_mm(
                a, bt, scale_a=row_scales, scale_b=column_scales, out_dtype=torch.bfloat16, use_fast_accum=fast
            )
            line(f"{name} f8e4m3 {edge}", "torch", amount, "TFLOP/s", queue_time(run, 6, turns))


def attentions(turns):
    from torch.nn.attention import SDPBackend, sdpa_kernel

    product = torch.nn.functional.scaled_dot_product_attention
    # 16,384 tokens of 2,048 elements each.
    for width, tokens, causal in itertools.product((128, 64, 256), (4096, 8192, 16384), (False, True)):
        extents = (16384 // tokens, 2048 // width, tokens, width)
        q, k, v = (torch.randn(*extents, device="cuda", dtype=torch.bfloat16) for _ in range(3))
        amount = 4 * 16384 * 2048 * tokens * 1e-3 / (2 if causal else 1)
        name = f"attention{'_causal' if causal else ''} bf16 {'x'.join(map(str, extents))}"
        for backend, who in ((SDPBackend.FLASH_ATTENTION, "FlashAttention-2"), (SDPBackend.CUDNN_ATTENTION, "cuDNN")):
            with sdpa_kernel(backend):
                seconds = queue_time(lambda: product(q, k, v, is_causal=causal), 6, turns)
            line(name, who, amount, "TFLOP/s", seconds)


def backward(turns):
    from torch.nn.attention import SDPBackend, sdpa_kernel

    product = torch.nn.functional.scaled_dot_product_attention
    for heads, groups, tokens, width in ((16, 16, 4096, 128), (32, 32, 4096, 64), (16, 4, 4096, 128)):
        make = lambda count: torch.randn(1, count, tokens, width, device="cuda", dtype=torch.bfloat16, requires_grad=True)
        q, k, v, grad = make(heads), make(groups), make(groups), make(heads).detach()
        amount = heads * width * tokens * tokens * 1e-3
        size = f"bf16 {heads}/{groups}x{tokens}x{width}"
        for backend, who in ((SDPBackend.FLASH_ATTENTION, "FlashAttention-2"), (SDPBackend.CUDNN_ATTENTION, "cuDNN")):
            with sdpa_kernel(backend):
                # With gradients asked for, the forward pass stores log-sum-exp.
                forward = lambda: product(q, k, v, is_causal=True, enable_gqa=heads != groups)
                line(f"attention_causal_lse {size}", who, 2 * amount, "TFLOP/s", queue_time(forward, 6, turns))
                o = forward()
                run = lambda: torch.autograd.grad(o, (q, k, v), grad, retain_graph=True)
                line(f"attention_backward {size}", who, 5 * amount, "TFLOP/s", queue_time(run, 6, turns))


def decoding(turns):
    from torch.nn.attention import SDPBackend, sdpa_kernel

    product = torch.nn.functional.scaled_dot_product_attention
    width = 128
    for batches, heads, groups, tokens in ((16, 64, 8, 8192), (1, 32, 8, 65536), (64, 8, 8, 2048)):
        k, v = (torch.randn(batches, groups, tokens, width, device="cuda", dtype=torch.bfloat16) for _ in range(2))
        # Heads that share keys are queries of one head: no mask tells them apart.
        q = torch.randn(batches, groups, heads // groups, width, device="cuda", dtype=torch.bfloat16)
        amount = 4 * batches * groups * tokens * width
        size = f"bf16 {batches}x{heads}/{groups}x{tokens}x{width}"
        for backend, who in ((SDPBackend.FLASH_ATTENTION, "FlashAttention-2"), (SDPBackend.CUDNN_ATTENTION, "cuDNN")):
            with sdpa_kernel(backend):
                line(f"decode {size}", who, amount, "GB/s", queue_time(lambda: product(q, k, v), 6, turns))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    parser.add_argument("works", nargs="*", help="which work, by parts of its function's name; all by default")
    args = parser.parse_args()
    turns = 5 if args.quick else 15
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, CUDA {torch.version.cuda}")
    failed = False
    for work in (scans, sorts, tops, products, skinny_products, products_i8, products_f8, attentions, backward, decoding):
        if args.works and not any(part in work.__name__ for part in args.works):
            continue
        try:
            work(turns)
        except Exception as error:  # One peer that fails must not hide the others.
            print(f"# {work.__name__}: {type(error).__name__}: {error}")
            failed = True
        torch.cuda.empty_cache()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
