# SPDX-License-Identifier: MIT
"""The wheel of the Python package; build.sh calls this with what CMake has built."""
import os

from setuptools import setup

setup(
    name="concentric",
    version=os.environ.get("CONCENTRIC_VERSION", "0"),
    description="Morris, Morelli and MUR: rules, records, search, solved positions",
    license="MIT",
    python_requires=">=3.9",
    packages=["concentric"],
    package_data={"concentric": ["py.typed", "*.pyi"]},
    setup_requires=["cffi>=1.15"],
    install_requires=["cffi>=1.15"],
    cffi_modules=["build_ffi.py:ffi"],
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
    zip_safe=False,
)
