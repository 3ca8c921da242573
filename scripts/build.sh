#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, configures and builds the release preset in build/release. Quiet unless something fails.
#   scripts/build.sh            builds everything, for check.sh: the Python package and the shared library too
#   scripts/build.sh allways    builds the command alone, for demo.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() {
  if ! "$@" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    echo "build.sh: failed: $*" >&2
    exit 1
  fi
}
echo "Building (release, $(nproc) jobs) …" >&2
# The Python package is built and tested in a separate environment, with packages from PyPI.
python=OFF
if [ $# -eq 0 ]; then
  venv=build/venv_package
  wanted=python/tests/requirements.txt
  if cmp -s "$wanted" "$venv/requirements.txt" ||
    { echo "Installing the packages of $wanted …" >&2
      python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" >&2 &&
      cp "$wanted" "$venv/requirements.txt"; }; then
    python=ON
  else
    echo "build.sh: $wanted cannot be installed (is PyPI within reach?); THE PYTHON PACKAGE IS NEITHER BUILT NOR TESTED" >&2
  fi
fi
quietly cmake --preset release -DBUILD_SHARED_LIBS=ON -DALLWAYS_BUILD_PYTHON="$python" \
  ${venv:+-DPython_EXECUTABLE="$PWD/$venv/bin/python"}
quietly cmake --build --preset release --parallel "$(nproc)" ${1:+--target "$@"}
