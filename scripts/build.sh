#!/usr/bin/env bash
# Installs what is missing, configures and builds the release preset in build/release. Quiet unless something fails.
#   scripts/build.sh            builds everything, for check.sh
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
quietly cmake --preset release
quietly cmake --build --preset release --parallel "$(nproc)" ${1:+--target "$@"}
