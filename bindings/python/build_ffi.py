# SPDX-License-Identifier: MIT
"""Makes concentric._native, the C side of the package, from the public headers of libconcentric: their
declarations are read as they stand, so that there is no second list of functions. The archive is linked
in, so that the wheel needs no library beside it.

CONCENTRIC_ROOT is the source (its include directory), CONCENTRIC_BUILD has libconcentric.a."""
import os
import pathlib
import re

from cffi import FFI

HEADERS = ("types", "game", "match", "tree", "position", "record", "clock", "database", "search", "batch")


def declarations(include: pathlib.Path) -> str:
    """What cffi reads of the headers: no preprocessor, no C++, constants as `#define NAME ...`."""
    parts = []
    for name in HEADERS:
        text = (include / "concentric" / f"{name}.h").read_text(encoding="utf-8")
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
        constants = re.findall(r"^#define (CONCENTRIC_\w+) +\d+$", text, flags=re.M)
        text = re.sub(r"\\\n", "", text)
        text = re.sub(r"^#.*$", "", text, flags=re.M)
        parts.append(text.replace("CONCENTRIC_API ", ""))
        parts.extend(f"#define {constant} ..." for constant in constants)
    parts.append('extern "Python" bool concentric_py_progress(void *context, concentric_search *search);')
    return "\n".join(parts)


root = pathlib.Path(os.environ["CONCENTRIC_ROOT"])
ffi = FFI()
ffi.cdef(declarations(root / "include"))
ffi.set_source(
    "concentric._native",
    "#include <concentric/concentric.h>",
    include_dirs=[str(root / "include")],
    extra_objects=[str(pathlib.Path(os.environ["CONCENTRIC_BUILD"]) / "libconcentric.a")],
    libraries=["m", "pthread"],
    extra_link_args=["-Wl,--gc-sections"],
)
