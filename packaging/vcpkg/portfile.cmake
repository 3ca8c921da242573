# SPDX-License-Identifier: Apache-2.0
# An overlay port over a clone: vcpkg install allways --overlay-ports=packaging/vcpkg
vcpkg_from_git(OUT_SOURCE_PATH SOURCE_PATH URL "file://${CMAKE_CURRENT_LIST_DIR}/../.." REF "v${VERSION}")
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DALLWAYS_BUILD_COMMAND=OFF -DALLWAYS_BUILD_TESTS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/allways)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
