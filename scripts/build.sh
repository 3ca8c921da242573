#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, configures and builds the release preset in build/release. What the compiler says goes to
# build/build.log; a terminal shows how far it is.
#   scripts/build.sh            builds everything, for check.sh: the Python package and the shared library too
#   scripts/build.sh allways    builds the command alone, for demo.sh, and what 'cmake --install build/release' installs then
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh

mkdir -p build
log=build/build.log
: >"$log"
logged() {
  if ! "$@" >>"$log" 2>&1; then
    tail -n 60 "$log" >&2
    echo "build.sh: failed: $* (all output: $log)" >&2
    exit 1
  fi
}
# Processor minutes without a compiler cache: bench/log/building.md.
minutes() { echo $((($1 + $(nproc) - 1) / $(nproc))); }
if [ $# -eq 0 ]; then of="everything" all=18; else of="the command" all=10; fi
echo "Building $of with $(nproc) jobs (at most about $(minutes $all) minutes; output in $log) …" >&2
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
shared=ON
[ $# -eq 0 ] || shared=OFF
logged cmake --preset release -DBUILD_SHARED_LIBS=$shared -DALLWAYS_BUILD_PYTHON="$python" \
  ${venv:+-DPython_EXECUTABLE="$PWD/$venv/bin/python"}
build=(cmake --build --preset release --parallel "$(nproc)" ${1:+--target "$@"})
if [ -t 2 ]; then
  # Ninja's lines begin with [step/steps].
  shown() { "${build[@]}" 2>&1 | tee -a "$log" | sed -un 's/^\[\([0-9]*\)\/\([0-9]*\)\].*/\r  step \1 of \2 /p' | tr -d '\n' >&2; }
  shown || logged "${build[@]}"
  printf '\r\033[K' >&2
else
  logged "${build[@]}"
fi
