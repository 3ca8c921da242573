# SPDX-License-Identifier: Apache-2.0
# allways_warnings(target): the warnings every target of the project is held to.
function(allways_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
  # g++ 12 warns of "text" + std::string in its own header (GCC bug 105329), which a precompiled header no longer hides.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overread)
  endif()
  if(ALLWAYS_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CMAKE_UNITY_BUILD)  # what is false of joined sources: their names meet, and none of them is the main file
    target_compile_options(${target} PRIVATE -Wno-shadow -Wno-subobject-linkage)
  endif()
endfunction()
