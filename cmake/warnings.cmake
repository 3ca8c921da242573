# allways_warnings(target): the warnings every target of the project is held to.
function(allways_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
  if(ALLWAYS_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
