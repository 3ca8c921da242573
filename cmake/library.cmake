# SPDX-License-Identifier: Apache-2.0
# allways::allways, which a program links: with BUILD_SHARED_LIBS the shared library, else the archives. allways::toolkit,
# allways::importers and allways::tools name its parts, or, where it is shared, the whole.
set(allways_parts toolkit)
if(ALLWAYS_BUILD_TOOLS)
  list(APPEND allways_parts importers tools)
endif()

add_library(allways_static INTERFACE)
set_target_properties(allways_static PROPERTIES EXPORT_NAME allways)
foreach(part IN LISTS allways_parts)
  target_link_libraries(allways_static INTERFACE allways_${part})
endforeach()

# The parts call each other's private functions, so they are one shared library. It is linked from their objects: the tests and
# the command go on linking the archives.
if(BUILD_SHARED_LIBS)
  set(objects)
  set(headers)
  foreach(part IN LISTS allways_parts)
    list(APPEND objects $<TARGET_OBJECTS:allways_${part}>)
    list(APPEND headers $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${part}/include>)
  endforeach()
  add_library(allways_shared SHARED ${objects})
  allways_shared_properties(allways_shared allways)
  target_compile_features(allways_shared PUBLIC cxx_std_20)
  target_include_directories(allways_shared PUBLIC ${headers} $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # After the objects nothing is missing that the archives have: what they add are the libraries of others.
  target_link_libraries(allways_shared PRIVATE allways_static)
  add_library(allways::allways ALIAS allways_shared)
  foreach(part IN LISTS allways_parts)
    add_library(allways::${part} ALIAS allways_shared)
  endforeach()
else()
  add_library(allways::allways ALIAS allways_static)
  foreach(part IN LISTS allways_parts)
    add_library(allways::${part} ALIAS allways_${part})
  endforeach()
endif()
