# SPDX-License-Identifier: Apache-2.0
# The installed package: find_package(allways), targets allways::toolkit, allways::importers and allways::tools.
include(CMakePackageConfigHelpers)

set(allways_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/allways)
set(installed_targets allways_toolkit)
install(DIRECTORY toolkit/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN format.h EXCLUDE)  # it may need fmt
if(ALLWAYS_BUILD_TOOLS)
  list(APPEND installed_targets allways_importers allways_tools)
  install(DIRECTORY importers/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY tools/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY importers/profiles/ DESTINATION ${CMAKE_INSTALL_DATADIR}/allways/profiles)  # to copy and edit
endif()
install(TARGETS ${installed_targets} EXPORT allwaysTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT allwaysTargets NAMESPACE allways:: DESTINATION ${allways_package_folder})

# What the config file looks for is what the targets were built with.
if(ALLWAYS_HAS_STD_FORMAT)
  set(ALLWAYS_NEEDS_FMT OFF)
else()
  set(ALLWAYS_NEEDS_FMT ON)
endif()
configure_package_config_file(cmake/allwaysConfig.cmake.in ${PROJECT_BINARY_DIR}/allwaysConfig.cmake
  INSTALL_DESTINATION ${allways_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/allwaysConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/allwaysConfig.cmake ${PROJECT_BINARY_DIR}/allwaysConfigVersion.cmake
  DESTINATION ${allways_package_folder})
