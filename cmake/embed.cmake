# SPDX-License-Identifier: Apache-2.0
# allways_embed(OUTPUT HEADER NAMESPACE FILES...): makes the source OUTPUT, which holds FILES and defines
# NAMESPACE::embedded_files(), declared in HEADER.
function(allways_embed output header namespace)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DHEADER=${header} -DNAMESPACE=${namespace} "-DINPUTS=${ARGN}" -P ${script}
    DEPENDS ${ARGN} ${script}
    VERBATIM)
endfunction()
