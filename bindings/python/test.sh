#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the wheel, unpacks it elsewhere and tests it as a stranger would: with NumPy and without, the
# examples of its documentation, its types.  test.sh BUILD_DIR
set -eu
build=$(realpath "${1:?usage: test.sh BUILD_DIR}")
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-/usr/bin/python3}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# The commands of docs/python.md as they stand there, but for the build of the program.
mkdir -p "$dir/tree/build" "$dir/bin"
ln -s "$here/.." "$dir/tree/bindings"
ln -s "$build" "$dir/tree/build/release"
ln -s "$(command -v "$python")" "$dir/bin/python3"
sed -n '/^```sh python$/,/^```$/{/^```/d;/^cmake /d;p}' "$here/../../docs/python.md" >"$dir/commands"
grep -q 'pip install' "$dir/commands"
(cd "$dir/tree" && PATH=$dir/bin:$PATH bash -euo pipefail "$dir/commands")
"$python" -m zipfile -e "$dir"/tree/build/wheel/*.whl "$dir/site"
export PYTHONPATH=$dir/site PYTHONDONTWRITEBYTECODE=1 CONCENTRIC_PROGRAM=$build/concentric
export CONCENTRIC_SIX=$build/six.pack CONCENTRIC_DOCS=$here/../../docs
cd "$dir" # the package of the source lies beside its tests; ours is the wheel's
"$python" "$here/tests/test_concentric.py" -q
# Without NumPy the same tests pass: a package of that name that cannot be imported stands in its way.
mkdir "$dir/without"
echo 'raise ImportError("no numpy here")' >"$dir/without/numpy.py"
PYTHONPATH=$dir/without:$PYTHONPATH "$python" "$here/tests/test_concentric.py" -q Batches
"$python" -m mypy --strict --cache-dir "$dir/mypy" "$dir/site/concentric"
