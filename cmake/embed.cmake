# SPDX-License-Identifier: Apache-2.0
# allways_embed(OUTPUT NAMESPACE FILES...): makes the source OUTPUT, which holds FILES and defines
# const std::vector<EmbeddedFile>& NAMESPACE::embedded_files(), which its users declare (base/embedded_file.h).
function(allways_embed output namespace)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMESPACE=${namespace} "-DINPUTS=${ARGN}" -P ${script}
    DEPENDS ${ARGN} ${script}
    VERBATIM)
endfunction()
