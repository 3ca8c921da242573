#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes Debian packages in build/deb/RELEASE, and tries them. Needs root, debootstrap, and pip.
#   scripts/deb.sh [RELEASE…]    bookworm and trixie, unless named
# Builds the last commit in a system of that release (kept in build/deb/RELEASE-build), looks for faults with lintian, and
# installs the packages in a new bare system, where debian/tests run: the README's session, a program over liballways-dev
# by CMake and by pkg-config, and the Python package.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$PWD/build/deb
mkdir -p "$work"
[ $# -gt 0 ] || set -- bookworm trixie

inside() {  # SYSTEM COMMAND…
  local system=$1
  shift
  unshare --fork --pid --mount-proc="$system/proc" chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

make_bare() {  # RELEASE SYSTEM
  rm -rf "$2"
  mkdir -p "$2"
  if [ ! -f "$work/$1.tar" ]; then
    debootstrap --variant=minbase --include=ca-certificates "$1" "$2" >"$work/debootstrap.log"
    echo force-unsafe-io >"$2/etc/dpkg/dpkg.cfg.d/unsafe-io"  # a system that is thrown away need not survive a power cut
    tar -C "$2" -cf "$work/bare.tar" .
    mv "$work/bare.tar" "$work/$1.tar"
    return
  fi
  tar -C "$2" -xf "$work/$1.tar"
}

make_builder() {  # RELEASE SYSTEM
  make_bare "$1" "$2"
  inside "$2" apt-get update -qq
  inside "$2" apt-get install -y -qq --no-install-recommends build-essential fakeroot lintian python3-pip ccache >/dev/null
}

unpack_source() {  # SYSTEM: the last commit into /build/allways
  rm -rf "$1/build"
  mkdir -p "$1/build/allways"
  git archive HEAD | tar -x -C "$1/build/allways"
}

for release in "$@"; do
  builder=$work/$release-build
  bare=$work/$release-bare
  packages=$work/$release
  [ -d "$builder/usr/share/lintian" ] || make_builder "$release" "$builder"
  unpack_source "$builder"
  pip download --quiet --no-deps -d "$builder/build/wheels" 'nanobind >= 2.7'
  inside "$builder" pip install --quiet --no-index --no-deps --root-user-action ignore --target /build/nanobind \
    "/build/wheels/$(basename "$builder"/build/wheels/nanobind*)"
  inside "$builder" bash -c "cd /build/allways && apt-get build-dep -y -qq --no-install-recommends ./ >/dev/null"
  echo "Building for $release …" >&2
  inside "$builder" bash -c "cd /build/allways && PYTHONPATH=/build/nanobind CCACHE_DIR=/root/.ccache dpkg-buildpackage -b -us -uc -j$(nproc)" \
    >"$work/$release.log" 2>&1 || { tail -n 40 "$work/$release.log" >&2; exit 1; }
  rm -rf "$packages"
  mkdir -p "$packages"
  cp "$builder"/build/*.deb "$packages/"
  inside "$builder" bash -c 'lintian --allow-root --fail-on error /build/*.changes' | tee "$packages/lintian.txt"

  make_bare "$release" "$bare"
  unpack_source "$bare"
  cp "$packages"/*.deb "$bare/build/"
  inside "$bare" apt-get update -qq
  inside "$bare" bash -c 'apt-get install -y -qq --no-install-recommends /build/*.deb cmake make g++ pkg-config >/dev/null'
  for test in session program python; do inside "$bare" bash -c "cd /build/allways && debian/tests/$test"; done
  ls -l "$packages"/*.deb
done
