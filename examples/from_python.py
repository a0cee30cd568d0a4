"""Gives tensors to the library that `from_python.rs` is, and looks at what comes back.

    python examples/from_python.py target/release/examples/libfrom_python.so

With PyTorch the tensors are on the GPU if there is one; else NumPy serves. Nothing is copied: the address stays.
"""

import ctypes
import sys

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_IsValid.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]

# A capsule keeps the address of its name, so these live as long as the program.
NAMES = {True: b"dltensor_versioned", False: b"dltensor"}
USED = {True: b"used_dltensor_versioned", False: b"used_dltensor"}


class Tensor:
    """What a library takes: `torch.from_dlpack` and `numpy.from_dlpack` ask for these two methods."""

    def __init__(self, capsule, device):
        self.capsule, self.device = capsule, device

    def __dlpack__(self, **asked):
        return self.capsule

    def __dlpack_device__(self):
        return self.device


def smooth(library, tensor, part, stream=None):
    """A new tensor of the same memory; the old one is not to be used before the new one is gone."""
    # DLPack names the default stream 1, whose handle is null.
    arguments = {} if stream is None else {"stream": stream or 1}
    try:
        capsule = tensor.__dlpack__(max_version=(1, 0), **arguments)
    except TypeError:  # from before DLPack 1.0
        capsule = tensor.__dlpack__(**arguments)
    versioned = bool(api.PyCapsule_IsValid(capsule, NAMES[True]))
    pointer = api.PyCapsule_GetPointer(capsule, NAMES[versioned])
    api.PyCapsule_SetName(capsule, USED[versioned])
    result = library.kiln_smooth(pointer, versioned, part, stream)
    if not result:
        raise RuntimeError(library.kiln_why().decode())
    capsule = api.PyCapsule_New(result, NAMES[versioned], None)
    return Tensor(capsule, tensor.__dlpack_device__()), versioned


def main():
    library = ctypes.CDLL(sys.argv[1])
    library.kiln_smooth.restype = ctypes.c_void_p
    library.kiln_smooth.argtypes = [ctypes.c_void_p, ctypes.c_bool, ctypes.c_float, ctypes.c_void_p]
    library.kiln_why.restype = ctypes.c_char_p
    try:
        import torch
    except ImportError:
        with_numpy(library)
    else:
        with_torch(library, torch)


def with_torch(library, torch):
    places = ["cpu"] + (["cuda"] if torch.cuda.is_available() else [])
    for place in places:
        x = torch.rand(300, 700, device=place)
        column = torch.arange(700, device=place) / 700
        expected = x * 0.75 + 0.25 * column
        address = x.data_ptr()
        stream = torch.cuda.current_stream().cuda_stream if place == "cuda" else None
        taken, versioned = smooth(library, x, 0.25, stream)
        y = torch.from_dlpack(taken)
        assert y.data_ptr() == address and y.shape == x.shape and y.device == x.device
        # Work of PyTorch's right behind the kernel, with nobody waiting in between.
        z = y * 2.0
        torch.testing.assert_close(z, expected * 2.0)
        del x, y, taken
        check_error(library, torch.zeros(3, dtype=torch.int64, device=place), stream)
        print(f"torch {torch.__version__}, {z.device}: {'versioned' if versioned else 'unversioned'}, right, not copied")


def with_numpy(library):
    try:
        import numpy
    except ImportError:
        print("skipped: neither torch nor numpy is installed for this Python")
        return
    x = numpy.random.rand(300, 700).astype(numpy.float32)
    expected = x * numpy.float32(0.75) + numpy.float32(0.25) * (numpy.arange(700, dtype=numpy.float32) / 700)
    address = x.ctypes.data
    taken, versioned = smooth(library, x, 0.25)
    y = numpy.from_dlpack(taken)
    assert y.ctypes.data == address and y.shape == x.shape
    numpy.testing.assert_allclose(y, expected, rtol=1e-6)
    del x, y, taken
    check_error(library, numpy.zeros(3, dtype=numpy.int64), None)
    print(f"numpy {numpy.__version__}: {'versioned' if versioned else 'unversioned'}, right, not copied")


def check_error(library, tensor, stream):
    try:
        smooth(library, tensor, 0.25, stream)
    except RuntimeError as why:
        assert "type" in str(why), why
    else:
        raise AssertionError("integers are no floats")


main()
