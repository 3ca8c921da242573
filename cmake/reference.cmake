# SPDX-License-Identifier: Apache-2.0
# cmake --build … --target allways_reference: pages of all public headers, in reference/html of the build folder.
find_package(Doxygen QUIET)
find_package(Python3 QUIET COMPONENTS Interpreter)
if(DOXYGEN_FOUND AND Python3_FOUND)
  set(reference ${PROJECT_BINARY_DIR}/reference)
  configure_file(docs/reference/Doxyfile.in ${reference}/Doxyfile @ONLY)
  add_custom_target(allways_reference COMMAND Doxygen::doxygen ${reference}/Doxyfile WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "Writing ${reference}/html/index.html" VERBATIM)
endif()
