"""Variables under which a computation gives the same digits, as far as that can be had.

A matrix product and an exponential may differ in the last digit between processors, and with the
number of threads. These settings choose one thread, and code that every x86-64 processor of the last
ten years runs alike. They matter where stored outputs are compared byte for byte.
"""

from __future__ import annotations

import os
import platform

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
SAME_CODE = {"OPENBLAS_CORETYPE": "Haswell", "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR"}


def steady_environment() -> dict[str, str]:
    """Return this process's variables with those settings; a setting for OpenBLAS that is there stays."""
    same_code = SAME_CODE if platform.machine() in {"x86_64", "AMD64"} else {}
    return {**same_code, **os.environ, **ONE_THREAD, "PYTHONHASHSEED": "0"}
