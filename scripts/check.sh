#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and tests everything on a fresh Debian 12, Debian 13 or Ubuntu 24.04. Ends with ctest's summary.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install.sh --tests
scripts/format.sh --check
scripts/build.sh
ctest --preset release --parallel "$(nproc)"
