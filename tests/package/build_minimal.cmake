# Installs Allways into a fresh prefix, builds examples/minimal against it alone, and runs it:
#   cmake -DBUILD=… -DSOURCE=… -DWORK=… -DCXX=… -P build_minimal.cmake
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${result}\n${output}")
  endif()
  set(run_output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${SOURCE}/examples/minimal -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${CXX_FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/minimal ${SOURCE}/data/sioux_falls 1 20)

set(expected "1 to 20: 1320 s\n")
string(FIND "${run_output}" "${expected}" at)
if(NOT at EQUAL 0)
  message(FATAL_ERROR "expected the output to begin with\n${expected}found\n${run_output}")
endif()
if(NOT EXISTS ${WORK}/prefix/share/allways/profiles/car.toml)
  message(FATAL_ERROR "the profiles were not installed")
endif()
