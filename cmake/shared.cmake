# SPDX-License-Identifier: Apache-2.0
# allways_shared_properties(target name): a shared library, exported as allways::<name>. Until 1.0 each minor version is an
# interface of its own, as find_package() takes it.
function(allways_shared_properties target name)
  if(name STREQUAL allways)
    set(file allways)
  else()
    set(file allways_${name})
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME ${file} LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  # What its sources forget fails here, not in a program; what archives of others hold stays inside.
  target_link_options(${target} PRIVATE -Wl,--no-undefined -Wl,--exclude-libs,ALL)
endfunction()
