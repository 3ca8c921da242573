#!/usr/bin/env bash
# Installs what is missing, configures and builds the release preset. Quiet unless something fails.
# Sourced or run by demo.sh and check.sh; the build is in build/release.
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
quietly cmake --preset release "$@"
quietly cmake --build --preset release --parallel "$(nproc)"
