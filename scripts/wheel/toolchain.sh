# SPDX-License-Identifier: Apache-2.0
# Sourced by wheel.sh. Makes compilers whose programs run with a C library as old as 2.27: this machine's g++ with the
# headers and libraries of Ubuntu 18.04, whose packages are checked against the sums below.
#   make_toolchain FOLDER    afterwards FOLDER/bin/gcc and FOLDER/bin/g++ compile
# The C++ library is linked statically, for that of an old system lacks C++20. Its archive calls two functions that the
# old C library lacks; compatible.c has them. OpenCL's loader comes from the old system as well.
sysroot_release=bionic
sysroot_packages=(
  1e1eb86fd646aa68f7144ec692b837b6b352d215880c6a2d0c92c19d36938427  # libc6
  e426c70a940a7d0c5c95823a5fd01f26bd8bcb08d109df2f8c96c439da8dc440  # libc6-dev
  c5a6df527fdfe0da45ff0538414535a04a6753e93a9f5902689cf1a73265423b  # libgcc1
  4a73fc5ea2d0284e9c9c84cba68cbe5880505afbae0a3201c65c336daf8f8239  # linux-libc-dev
  95b9c384d145f86e0f8b04035f35ea22d813a183f0d90fd84e59b4c5682376b3  # ocl-icd-libopencl1
)

unpack_sysroot() {  # FOLDER of the toolchain
  local folder=$1 sum file
  debootstrap --download-only --no-check-gpg --variant=minbase --components=main,universe \
    --include=libc6-dev,ocl-icd-libopencl1 "$sysroot_release" "$folder/packages" >"$folder/packages.log"
  (cd "$folder/packages/var/cache/apt/archives" && sha256sum -- *.deb) >"$folder/sums"
  for sum in "${sysroot_packages[@]}"; do
    file=$(sed -n "s/^$sum  //p" "$folder/sums")
    [ -n "$file" ] || { echo "wheel.sh: no package of $sysroot_release has the sum $sum" >&2; return 1; }
    dpkg -x "$folder/packages/var/cache/apt/archives/$file" "$folder/sysroot"
  done
  rm -rf "$folder/packages"
  # Links to absolute names would lead to this machine's libraries.
  find "$folder/sysroot" -lname '/*' -printf '%p %l\n' | while read -r link target; do ln -sfn "$folder/sysroot$target" "$link"; done
  ln -sf libOpenCL.so.1 "$folder/sysroot/usr/lib/x86_64-linux-gnu/libOpenCL.so"
}

make_toolchain() {  # FOLDER
  local folder=$1 version headers libraries compiler
  [ ! -x "$folder/bin/g++" ] || return 0
  mkdir -p "$folder/bin"
  unpack_sysroot "$folder"
  version=$(g++ -dumpversion)
  headers=$folder/sysroot/usr/include
  libraries=$folder/sysroot/usr/lib/x86_64-linux-gnu
  mkdir -p "$headers/c++" "$headers/x86_64-linux-gnu/c++"
  cp -r "/usr/include/c++/$version" "$headers/c++/"
  cp -r "/usr/include/x86_64-linux-gnu/c++/$version" "$headers/x86_64-linux-gnu/c++/"
  # Waiting by a steady clock needs glibc 2.30; without, the headers convert the time.
  sed -i -E '/define _GLIBCXX_USE_PTHREAD_(COND|MUTEX|RWLOCK)_CLOCK/d' "$headers/x86_64-linux-gnu/c++/$version/bits/c++config.h"
  cp "$(g++ -print-file-name=libstdc++.a)" "$libraries/"
  # Names of this machine's folders stay out of what is built.
  local common="--sysroot=$folder/sysroot -B$libraries -ffile-prefix-map=$PWD=. \"\$@\" -L$libraries -L$folder/sysroot/lib/x86_64-linux-gnu"
  printf '#!/bin/sh\nexec gcc %s\n' "$common" >"$folder/bin/gcc"
  # Without -fno-gnu-unique, this C++ library would share objects with another version in the same process.
  printf '#!/bin/sh\nexec g++ -nostdinc++ -isystem %s -isystem %s -isystem %s -fno-gnu-unique %s -Wl,--exclude-libs,libstdc++.a\n' \
    "$headers/c++/$version" "$headers/x86_64-linux-gnu/c++/$version" "$headers/c++/$version/backward" "$common" >"$folder/bin/g++"
  chmod +x "$folder/bin/gcc"
  "$folder/bin/gcc" -O2 -fPIC -fvisibility=hidden -c scripts/wheel/compatible.c -o "$folder/compatible.o"
  ar r "$libraries/libstdc++.a" "$folder/compatible.o"
  chmod +x "$folder/bin/g++"
}
