#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what Allways builds and tests with, from the machine's own package manager (Debian 12 and 13, Ubuntu 24.04).
# Installs nothing if everything is present. Needs root or sudo only if a package is missing. What apt says goes to
# build/install.log.
#   scripts/install.sh           packages for building
#   scripts/install.sh --tests   also those for all tests: ogrinfo, GNU parallel, strace, clang-format, and a browser where
#                                it is an ordinary package (on Ubuntu it is a snap)
#   scripts/install.sh --mpi     also those for -DALLWAYS_MPI=ON: Open MPI
set -euo pipefail

packages=(
  build-essential cmake ninja-build pkg-config
  libboost-dev libeigen3-dev libfmt-dev libspdlog-dev libcli11-dev nlohmann-json3-dev
  libhdf5-dev libgdal-dev libgeos-dev libproj-dev libosmium2-dev libprotozero-dev libdeflate-dev libexpat1-dev libbz2-dev zlib1g-dev libtomlplusplus-dev libgtest-dev libcairo2-dev libsqlite3-dev fonts-dejavu-core
  ocl-icd-opencl-dev opencl-headers opencl-clhpp-headers pocl-opencl-icd
  python3 python3-dev python3-pip python3-venv curl
)

if [ "${1:-}" = --tests ]; then
  packages+=(gdal-bin parallel strace)
  if grep -qx 'ID=debian' /etc/os-release; then packages+=(chromium); fi
  if grep -qx 'VERSION_ID="12"' /etc/os-release; then packages+=(clang-format-14); fi
fi

if [ "${1:-}" = --mpi ]; then packages+=(libopenmpi-dev openmpi-bin); fi

if ! command -v dpkg-query >/dev/null; then
  echo "install.sh: knows Debian and Ubuntu only; elsewhere install the equivalents of: ${packages[*]}" >&2
  exit 1
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$state" = "install ok installed" ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    printf 'install.sh: %s packages are missing, and neither root nor sudo is there to install them. Ask for:\n  apt-get install %s\n' \
      "${#missing[@]}" "${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p build
log=build/install.log
echo "Installing ${#missing[@]} packages and what they need (1 to 3 minutes; output in $log) …" >&2
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >>"$log" 2>&1; }
: >"$log"
if ! apt update || ! apt install -y --no-install-recommends "${missing[@]}"; then
  tail -n 20 "$log" >&2
  printf 'install.sh: not installed: %s\n' "${missing[*]}" >&2
  exit 1
fi
