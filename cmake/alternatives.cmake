# SPDX-License-Identifier: Apache-2.0
# Sources of which a build has some or others: those that use a library, or one that stands for them without it.

# Removes from the list `sources` the files of `folder` that the option leaves out: WITHOUT if it is on, WITH if it is off.
# Names come without ".cpp". WITHOUT stays out of unity sources: it is an archive member of its own, which a program
# with the others leaves out (tests/CMakeLists.txt).
function(allways_alternative sources option folder)
  cmake_parse_arguments(alternative "" "WITHOUT" "WITH" ${ARGN})
  if(${option})
    set(left_out ${alternative_WITHOUT})
  else()
    set(left_out ${alternative_WITH})
  endif()
  list(TRANSFORM left_out PREPEND ${folder}/)
  list(TRANSFORM left_out APPEND .cpp)
  list(REMOVE_ITEM ${sources} ${left_out})
  set(${sources} ${${sources}} PARENT_SCOPE)
  set_source_files_properties(${folder}/${alternative_WITHOUT}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
