# SPDX-License-Identifier: Apache-2.0
# What is installed, in components: the command; the shared library; what building programs needs; MPI, whose programs alone
# need it. docs/cpp.md describes them.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/allways)
set(archives ${allways_parts})
list(TRANSFORM archives PREPEND allways_)

if(TARGET allways)
  install(TARGETS allways RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT allways_command)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT allways_command)
  if(ALLWAYS_WITH_SERVICE AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    configure_file(${PROJECT_SOURCE_DIR}/packaging/allways.service.in ${PROJECT_BINARY_DIR}/allways.service @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/allways.service DESTINATION lib/systemd/system COMPONENT allways_command)
  endif()
endif()
if(ALLWAYS_BUILD_TOOLS)  # profiles to copy and edit
  install(DIRECTORY importers/profiles/ DESTINATION ${CMAKE_INSTALL_DATADIR}/allways/profiles COMPONENT allways_command)
endif()

# Headers. format.h may need fmt, and no public header includes it.
set(left_out PATTERN base/format.h EXCLUDE PATTERN allways/mpi EXCLUDE)
if(NOT ALLWAYS_WITH_SERVICE)
  list(APPEND left_out PATTERN allways/service EXCLUDE)
endif()
foreach(part IN LISTS allways_parts)
  install(DIRECTORY ${part}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT allways_development ${left_out})
endforeach()

# Targets: the archives always, and the shared library where it is built.
install(TARGETS ${archives} allways_static EXPORT allways_static
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT allways_development)
install(EXPORT allways_static NAMESPACE allways:: DESTINATION ${package_folder} COMPONENT allways_development)
if(BUILD_SHARED_LIBS)
  install(TARGETS allways_shared EXPORT allways_shared
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT allways_library NAMELINK_COMPONENT allways_development)
  install(EXPORT allways_shared NAMESPACE allways:: DESTINATION ${package_folder} COMPONENT allways_development)
endif()

if(ALLWAYS_MPI)
  install(DIRECTORY tools/include/allways/mpi DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/allways COMPONENT allways_mpi)
  install(TARGETS allways_mpi EXPORT allways_mpi_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT allways_mpi)
  install(EXPORT allways_mpi_static NAMESPACE allways:: DESTINATION ${package_folder} COMPONENT allways_mpi)
  if(BUILD_SHARED_LIBS)
    install(TARGETS allways_mpi_shared EXPORT allways_mpi_shared
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT allways_mpi)
    install(EXPORT allways_mpi_shared NAMESPACE allways:: DESTINATION ${package_folder} COMPONENT allways_mpi)
  endif()
endif()

configure_package_config_file(cmake/allwaysConfig.cmake.in ${PROJECT_BINARY_DIR}/allwaysConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/allwaysConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/allwaysConfig.cmake ${PROJECT_BINARY_DIR}/allwaysConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT allways_development)

# pkg-config: one file for the archives, one for the shared library, and one of them is installed. The folder of the file names
# the prefix, so that a package may be moved.
cmake_path(APPEND pc_libdir "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
cmake_path(APPEND pc_includedir "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
endif()
set(pc_libs -lallways)
set(pc_requires_private)
set(pc_libs_private)
configure_file(cmake/allways.pc.in ${PROJECT_BINARY_DIR}/pkgconfig/shared/allways.pc @ONLY)

# What the archives need. "pkg-config --static" follows Requires.private into what those need in turn, of which distributions
# lack some for GDAL, PROJ, GEOS and Cairo: these are named alone. BZip2 has no file of pkg-config.
set(pc_libs)
foreach(part IN LISTS allways_parts)
  list(PREPEND pc_libs -lallways_${part})  # users before what they use
endforeach()
set(pc_requires_private OpenCL)
set(pc_libs_private -pthread)
if(NOT ALLWAYS_HAS_STD_FORMAT)
  list(APPEND pc_requires_private fmt)
endif()
if(ALLWAYS_BUILD_TOOLS)
  list(APPEND pc_requires_private expat hdf5 sqlite3 zlib)
  list(PREPEND pc_libs_private -lgdal -lproj -lgeos_c -lbz2 -ldeflate)
  if(ALLWAYS_WITH_CAIRO)
    list(PREPEND pc_libs_private -lcairo)
  endif()
endif()
foreach(list pc_libs pc_requires_private pc_libs_private)
  list(JOIN ${list} " " ${list})
endforeach()
configure_file(cmake/allways.pc.in ${PROJECT_BINARY_DIR}/pkgconfig/static/allways.pc @ONLY)
if(BUILD_SHARED_LIBS)
  set(pc_kind shared)
else()
  set(pc_kind static)
endif()
install(FILES ${PROJECT_BINARY_DIR}/pkgconfig/${pc_kind}/allways.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT allways_development)
