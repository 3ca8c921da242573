#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats the C++ sources with clang-format 14, the version of Debian 12: other versions break lines differently.
#   scripts/format.sh            in place
#   scripts/format.sh --check    names the files that differ, and exits with 1 if there are any
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=$(command -v clang-format-14 || command -v clang-format || true)
if [ -z "$tool" ] || ! "$tool" --version | grep -q 'version 14\.'; then
  echo "format.sh: clang-format 14 is not installed; the format is not checked" >&2
  exit 0
fi
if [ "${1:-}" = --check ]; then
  find bench examples importers python tests toolkit tools -name '*.cpp' -o -name '*.h' | xargs "$tool" --dry-run --Werror
else
  find bench examples importers python tests toolkit tools -name '*.cpp' -o -name '*.h' | xargs "$tool" -i
fi
