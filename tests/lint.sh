#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Formatters and linters, one each: tests/lint.sh NAME checks, tests/lint.sh fix mends what they can.
set -eu
cd "$(dirname "$0")/.."
sources() { git ls-files "$@"; }
case $1 in
format_c) sources 'src/*.[ch]' 'tests/*.[ch]' 'include/*.h' 'examples/*.c' 'tools/*.[ch]' | xargs clang-format --dry-run -Werror ;;
format_js) tools/install_npm.sh && npx prettier --check --log-level warn . ;;
lint_js) tools/install_npm.sh && npx eslint . ;;
format_python) black --check -q . || { black --check . ; exit 1; } ;;
lint_python) flake8 . ;;
lint_shell) sources '*.sh' run test .ci/run | xargs shellcheck -S warning ;;
fix)
  sources 'src/*.[ch]' 'tests/*.[ch]' 'include/*.h' 'examples/*.c' 'tools/*.[ch]' | xargs clang-format -i
  tools/install_npm.sh
  npx prettier --write --log-level warn .
  npx eslint --fix .
  black -q .
  ;;
*) echo "usage: tests/lint.sh format_c|format_js|lint_js|format_python|lint_python|lint_shell|fix" >&2; exit 2 ;;
esac
