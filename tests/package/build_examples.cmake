# SPDX-License-Identifier: Apache-2.0
# Installs Allways into a fresh prefix, builds examples/ against it alone, and runs them:
#   cmake -DBUILD=… -DSOURCE=… -DWORK=… -DCXX=… -P build_examples.cmake
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
run(${CMAKE_COMMAND} -S ${SOURCE}/examples -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${CXX_FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/build)
# expect(text program arguments…): what the program prints begins so.
function(expect text)
  run(${ARGN})
  string(FIND "${run_output}" "${text}" at)
  if(NOT at EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nexpected the output to begin with\n${text}found\n${run_output}")
  endif()
endfunction()

set(village ${SOURCE}/tests/golden/fixtures/village.osm)
expect("1 to 20: 1320 s\n" ${WORK}/build/minimal ${SOURCE}/data/sioux_falls 1 20)
expect("     0   2.5   6.5  7.75\n" ${WORK}/build/own_arrays)
expect("117.91 s\n" ${WORK}/build/point_table ${village} ${WORK}/table.csv)
expect("1540 m, 118 s, a line of 11 points\nhead east on High Street\n" ${WORK}/build/trip ${village} 8.0001 47 8.004 47.004)
if(NOT EXISTS ${WORK}/table.csv)
  message(FATAL_ERROR "point_table wrote no table")
endif()
if(NOT EXISTS ${WORK}/prefix/share/allways/profiles/car.toml)
  message(FATAL_ERROR "the profiles were not installed")
endif()
