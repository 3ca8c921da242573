# SPDX-License-Identifier: Apache-2.0
# Sourced by wheel.sh. Builds the libraries that a wheel carries from Debian's sources, without what Allways does not use:
# GDAL has the vector drivers alone, PROJ no grids over the network, Cairo no X11. So no library under the GPL is among them.
#   build_libraries WORK    into WORK/libraries, with the compilers in WORK/toolchain
# Needs make_toolchain, and the -dev packages of scripts/install.sh, whose headers without a library are copied.
vector_drivers=(CSV FLATGEOBUF GML GPKG GPX KML OPENFILEGDB SQLITE)  # besides GeoJSON, Shapefile and MapInfo, which GDAL always has
header_packages=(libboost1.74-dev libosmium2-dev libprotozero-dev libtomlplusplus-dev nlohmann-json3-dev libcli11-dev
  opencl-c-headers opencl-clhpp-headers)

# fetch_source NAME: the newest source of this release that is within reach, patched as the release has it, in WORK/source/NAME.
# Where only the upstream archive is within reach, that is taken, and said.
fetch_source() {
  local name=$1 version
  [ ! -d "$work/source/$name" ] || return 0
  mkdir -p "$work/source/archives"
  (
    cd "$work/source/archives"
    for version in $(apt-cache "${sources[@]}" showsrc "$name" | awk -v name="$name" '$1 == "Package:" { mine = $2 == name } $1 == "Version:" && mine { print $2 }' | sort -rVu); do
      if apt-get -qq "${sources[@]}" source --download-only "$name=$version" 2>"$work/source/$name.log"; then
        dpkg-source --no-check -x "${name}_${version#*:}.dsc" "$work/source/$name" >>"$work/source/$name.log" 2>&1 && return 0
      fi
    done
    mkdir "$work/source/$name"
    tar -C "$work/source/$name" --strip-components=1 -xf "$(ls "$name"_*.orig.tar.* | grep -v '\.asc$' | head -n 1)"
    echo "wheel.sh: $name: only the upstream archive is within reach, without Debian's patches" >&2
  )
}

# Where the sources of this machine's release are.
find_sources() {
  mkdir -p "$work/apt/parts" "$work/apt/lists"
  local file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    case $file in
      *.list) [ ! -f "$file" ] || sed 's/^deb /deb-src /' "$file" >"$work/apt/parts/${file##*/}" ;;
      *.sources) [ ! -f "$file" ] || sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$work/apt/parts/${file##*/}" ;;
    esac
  done
  sources=(-o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$work/apt/parts" -o "Dir::State::Lists=$work/apt/lists"
    -o APT::Sandbox::User=root)
  apt-get -qq "${sources[@]}" update
}

cmake_build() {  # NAME [FOLDER in its source] [options…]
  local name=$1 folder=$2
  shift 2
  cmake -S "$work/source/$name/$folder" -B "$work/build/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=ON -DBUILD_TESTING=OFF -DCMAKE_POLICY_DEFAULT_CMP0074=NEW \
    -DCMAKE_C_COMPILER="$work/toolchain/bin/gcc" -DCMAKE_CXX_COMPILER="$work/toolchain/bin/g++" \
    -DCMAKE_FIND_ROOT_PATH="$prefix" -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
    -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY "$@"
  cmake --build "$work/build/$name" --target install
}

configure_build() {  # NAME [options…]; `part` may name the folder that is made alone
  local name=$1
  shift
  mkdir -p "$work/build/$name"
  find "$work/source/$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +  # patched files must not ask for automake
  (cd "$work/build/$name" && "$work/source/$name/configure" --prefix="$prefix" --disable-static "$@" && make -C "${part:-.}" -j"$(nproc)" && make -C "${part:-.}" install)
}

build_zlib() { (cd "$work/source/zlib" && ./configure --prefix="$prefix" && make -j2 && make install && rm "$prefix/lib/libz.a"); }
build_bzip2() {
  (cd "$work/source/bzip2" && make -j2 -f Makefile-libbz2_so CC="$CC" && cp -P libbz2.so* "$prefix/lib/" && cp bzlib.h "$prefix/include/")
  ln -sf libbz2.so.1.0 "$prefix/lib/libbz2.so"
}
build_libdeflate() {  # compiled into the module and the command
  (cd "$work/source/libdeflate" && make -j2 libdeflate.a CFLAGS="-O2 -fPIC" && cp libdeflate.a "$prefix/lib/" && cp libdeflate.h "$prefix/include/")
}
build_expat() {
  sed -i -E 's/(cmakedefine XML_DTD)$/\1 1/' "$work/source/expat/expat/expat_config.h.cmake"  # Debian's patches compare it
  # Static: auditwheel takes libexpat for a part of every Linux, which it is not.
  cmake_build expat expat -DEXPAT_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DEXPAT_BUILD_TOOLS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_DOCS=OFF
}
build_sqlite3() {
  CFLAGS="-O2 -DSQLITE_ENABLE_RTREE -DSQLITE_ENABLE_COLUMN_METADATA" configure_build sqlite3 --disable-tcl --disable-readline \
    --disable-load-extension --enable-rtree
}
build_fmtlib() { cmake_build fmtlib . -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DFMT_TEST=OFF -DFMT_DOC=OFF; }
build_spdlog() {
  cmake_build spdlog . -DSPDLOG_FMT_EXTERNAL=ON -DBUILD_SHARED_LIBS=OFF -DSPDLOG_BUILD_EXAMPLE=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
}
build_proj() {
  cmake_build proj . -DENABLE_TIFF=OFF -DENABLE_CURL=OFF -DBUILD_APPS=OFF -DBUILD_PROJSYNC=OFF -DEXE_SQLITE3="$(command -v sqlite3)"
}
build_geos() { cmake_build geos . -DBUILD_GEOSOP=OFF -DBUILD_DOCUMENTATION=OFF; }
build_hdf5() {
  configure_build hdf5 --disable-hl --disable-tests --disable-tools --with-zlib="$prefix" --without-szlib --enable-build-mode=production
}
build_gdal() {
  local libraries=(-DGDAL_USE_EXTERNAL_LIBS=OFF -DGDAL_USE_INTERNAL_LIBS=OFF) name
  for name in EXPAT SQLITE3 ZLIB JSONC_INTERNAL TIFF_INTERNAL GEOTIFF_INTERNAL; do libraries+=("-DGDAL_USE_$name=ON"); done
  local drivers=("${vector_drivers[@]/#/-DOGR_ENABLE_DRIVER_}")
  cmake_build gdal . -DBUILD_APPS=OFF -DBUILD_PYTHON_BINDINGS=OFF -DBUILD_JAVA_BINDINGS=OFF -DBUILD_CSHARP_BINDINGS=OFF \
    -DGDAL_BUILD_OPTIONAL_DRIVERS=OFF -DOGR_BUILD_OPTIONAL_DRIVERS=OFF "${libraries[@]}" "${drivers[@]/%/=ON}"
}
build_libpng() { cmake_build libpng1.6 . -DPNG_STATIC=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF -DM_LIBRARY:STRING=-lm; }
build_freetype() {
  cmake_build freetype . -DFT_DISABLE_HARFBUZZ=ON -DFT_DISABLE_BROTLI=ON -DFT_DISABLE_BZIP2=ON -DFT_REQUIRE_ZLIB=ON -DFT_REQUIRE_PNG=ON
}
build_fontconfig() { configure_build fontconfig --sysconfdir=/etc --localstatedir=/var --disable-docs --disable-nls; }
build_pixman() { configure_build pixman --disable-gtk --disable-libpng; }
build_cairo() {
  part=src configure_build cairo --disable-xlib --disable-xcb --disable-gobject --disable-script --disable-interpreter --disable-trace \
    --disable-full-testing --disable-gtk-doc --disable-valgrind
}

build_libraries() {  # WORK
  work=$1
  prefix=$work/libraries
  local name
  mkdir -p "$prefix/lib/pkgconfig" "$prefix/include" "$work/build" "$work/logs"
  export CC="$work/toolchain/bin/gcc" CXX="$work/toolchain/bin/g++" PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig
  export CFLAGS=-O2 CXXFLAGS=-O2 CPPFLAGS="-I$prefix/include" LDFLAGS="-L$prefix/lib -Wl,-rpath-link,$prefix/lib"
  find_sources
  for name in zlib bzip2 libdeflate expat sqlite3 fmtlib spdlog proj geos hdf5 gdal libpng freetype fontconfig pixman cairo; do
    [ ! -f "$work/build/$name.done" ] || continue
    echo "Building $name …" >&2
    fetch_source "${name/%libpng/libpng1.6}"
    # In a shell of its own, for after || the first command that fails would not end the function.
    bash -euo pipefail -c "$(declare -f); work=$work prefix=$prefix; $(declare -p vector_drivers); build_$name" >"$work/logs/$name.log" 2>&1 ||
      { tail -n 30 "$work/logs/$name.log" >&2; echo "wheel.sh: $name does not build" >&2; return 1; }
    touch "$work/build/$name.done"
  done
  # Headers that need no library, with the files by which CMake finds them.
  dpkg -L "${header_packages[@]}" | grep -E '^/usr/(include|lib/.*cmake|share/.*cmake|lib/.*pkgconfig)' |
    tar -C / --no-recursion -c -T - 2>/dev/null | tar -C "$prefix" --strip-components=1 -x
}
