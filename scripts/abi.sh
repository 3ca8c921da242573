#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares the binary interface of the shared library with that of an earlier commit, by abidiff (abigail-tools).
#   scripts/abi.sh TAG        builds the library of TAG and of the last commit in build/abi, and compares them
#   scripts/abi.sh OLD NEW    compares two files of the library; they tell types only if they have debug information
# Exits with 0 if programs that were linked with the old library run with the new one, otherwise with 1. Until 1.0 each
# minor version is an interface of its own: only patches must keep it.
set -euo pipefail
files=()
if [ $# -eq 2 ]; then mapfile -t files < <(realpath -e "$1" "$2"); [ ${#files[@]} -eq 2 ] || exit 2; fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v abidiff >/dev/null || { echo "abi.sh: needs apt-get install abigail-tools" >&2; exit 2; }

build() {  # COMMIT → its library
  local folder=$PWD/build/abi/$1
  mkdir -p "$folder/source"
  git archive "$1" | tar -x -C "$folder/source"
  cmake -S "$folder/source" -B "$folder/build" -G Ninja -DBUILD_SHARED_LIBS=ON -DALLWAYS_BUILD_COMMAND=OFF -DALLWAYS_BUILD_TESTS=OFF \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-g -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=6 >"$folder/log"
  cmake --build "$folder/build" --target allways_shared >>"$folder/log"
  echo "$folder/build/liballways.so"
}

if [ ${#files[@]} -eq 2 ]; then
  old=${files[0]} new=${files[1]}
else
  [ $# -eq 1 ] || { echo "abi.sh: expected a tag, or two files of the library" >&2; exit 2; }
  old=$(build "$(git rev-parse --short "$1^{commit}")")
  new=$(build "$(git rev-parse --short HEAD)")
fi
# Templates of the C++ library that happen to be instantiated are no interface of this one. (A rule about the symbols of variables
# would hide changed members of classes, which have none.)
suppressed=$(mktemp)
trap 'rm -f "$suppressed"' EXIT
printf '[suppress_function]\nsymbol_name_not_regexp = 7allways\n\n[suppress_variable]\nname_not_regexp = allways::\n' >"$suppressed"
code=0
abidiff --no-added-syms --suppressions "$suppressed" "$old" "$new" || code=$?
# Bits of abidiff's exit code: 1 error, 2 usage, 4 changed (a class has another size, say), 8 surely incompatible.
[ $((code & 3)) -eq 0 ] || exit 2
if [ "$code" -ne 0 ]; then echo "abi.sh: programs linked with the old library may not run with the new one" >&2; exit 1; fi
echo "abi.sh: compatible"
