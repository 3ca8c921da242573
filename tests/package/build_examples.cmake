# SPDX-License-Identifier: Apache-2.0
# Installs Allways into a fresh prefix, and takes it from there as projects do: examples/ by find_package, a program over the
# archives, and two by pkg-config; each is run. Then the same is done with what scripts/demo.sh leaves: a build of the command
# alone. Then projects that contain Allways are configured.
#   cmake -DBUILD=… -DSOURCE=… -DWORK=… -DCXX=… -DSHARED=… -P build_examples.cmake
cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${result}\n${output}")
  endif()
  set(run_output "${output}" PARENT_SCOPE)
endfunction()

# expect(text program arguments…): what the program prints begins so.
function(expect text)
  run(${ARGN})
  string(FIND "${run_output}" "${text}" at)
  if(NOT at EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nexpected the output to begin with\n${text}found\n${run_output}")
  endif()
endfunction()

# configure(folder source options…)
function(configure folder source)
  run(${CMAKE_COMMAND} -S ${source} -B ${WORK}/${folder} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${CXX_FLAGS} ${ARGN})
endfunction()

set(prefix ${WORK}/prefix)
set(sioux_falls ${SOURCE}/data/sioux_falls)
set(village ${SOURCE}/tests/golden/fixtures/village.osm)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
if(NOT EXISTS ${prefix}/share/allways/profiles/car.toml)
  message(FATAL_ERROR "the profiles were not installed")
endif()

# The package names no folder of this machine.
file(GLOB_RECURSE package_files ${prefix}/*/cmake/allways/*.cmake ${prefix}/*/pkgconfig/allways.pc)
if(NOT package_files)
  message(FATAL_ERROR "no package was installed")
endif()
foreach(file IN LISTS package_files)
  file(STRINGS ${file} paths REGEX "/usr/(lib|include)|${SOURCE}|${BUILD}|${WORK}")
  if(paths)
    message(FATAL_ERROR "${file} holds paths of this machine\n${paths}")
  endif()
endforeach()

# find_package: the shared library where it was built.
configure(examples ${SOURCE}/examples -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${WORK}/examples)
expect("1 to 20: 1320 s\n" ${WORK}/examples/minimal ${sioux_falls} 1 20)
expect("     0   2.5   6.5  7.75\n" ${WORK}/examples/own_arrays)
expect("10: 565 s on average, 0 unreached\n24: 410 s on average, 0 unreached\n" ${WORK}/examples/p_median ${sioux_falls} 2)
expect("135.451 s\n" ${WORK}/examples/point_table ${village} ${WORK}/table.csv)
expect("1540 m, 135 s, a line of 11 points\nhead east on High Street (B12)\n" ${WORK}/examples/trip ${village} 8.0001 47 8.004 47.004)
if(NOT EXISTS ${WORK}/table.csv)
  message(FATAL_ERROR "point_table wrote no table")
endif()

# The archives, by name.
configure(archives ${SOURCE}/tests/package/archives -DEXAMPLES=${SOURCE}/examples -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${WORK}/archives)
expect("1 to 20: 1320 s\n" ${WORK}/archives/minimal ${sioux_falls} 1 20)

# compile(program pc_folder pkg-config's options…): examples/<program>.cpp with the flags that pkg-config prints.
separate_arguments(cxx_flags UNIX_COMMAND "${CXX_FLAGS}")
function(compile program pc_folder)
  run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${pc_folder} pkg-config ${ARGN} --cflags --libs allways)
  separate_arguments(flags UNIX_COMMAND "${run_output}")
  run(${CXX} ${cxx_flags} -std=c++20 ${SOURCE}/examples/${program}.cpp -o ${WORK}/${program} ${flags} -Wl,-rpath,${libdir})
endfunction()
file(GLOB_RECURSE pc_file ${prefix}/*/allways.pc)
cmake_path(GET pc_file PARENT_PATH installed_pc)
cmake_path(GET installed_pc PARENT_PATH libdir)
if(SHARED)
  compile(own_arrays ${installed_pc})
  expect("     0   2.5   6.5  7.75\n" ${WORK}/own_arrays)
endif()
# The file for the archives, which is installed where they are alone.
file(COPY ${BUILD}/pkgconfig/static/allways.pc DESTINATION ${libdir}/pkgconfig_static)
compile(minimal ${libdir}/pkgconfig_static --static)
expect("1 to 20: 1320 s\n" ${WORK}/minimal ${sioux_falls} 1 20)

# After the command alone was built without a shared library: its folder is configured anew, and gets the files that the target
# `allways` makes. They are the same in both builds.
set(after_demo ${WORK}/after_demo)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${after_demo} -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX}
  -DCMAKE_CXX_FLAGS=${CXX_FLAGS} -DALLWAYS_BUILD_TESTS=OFF -DBUILD_SHARED_LIBS=OFF)
run(ninja -C ${after_demo} -t inputs allways)
foreach(made bin/allways toolkit/liballways_toolkit.a importers/liballways_importers.a tools/liballways_tools.a)
  if(NOT made STREQUAL bin/allways AND NOT run_output MATCHES "(^|\n)${made}\n")
    message(FATAL_ERROR "the command is built without ${made}, which is installed with it")
  endif()
  cmake_path(GET made PARENT_PATH folder)
  file(COPY ${BUILD}/${made} DESTINATION ${after_demo}/${folder})
endforeach()
file(COPY ${BUILD}/share DESTINATION ${after_demo})
run(${CMAKE_COMMAND} --install ${after_demo} --prefix ${after_demo}/prefix)
expect("allways " ${after_demo}/prefix/bin/allways --version)
configure(examples_after_demo ${SOURCE}/examples -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${after_demo}/prefix)
run(${CMAKE_COMMAND} --build ${WORK}/examples_after_demo --target minimal)
expect("1 to 20: 1320 s\n" ${WORK}/examples_after_demo/minimal ${sioux_falls} 1 20)
file(GLOB_RECURSE pc_file ${after_demo}/prefix/*/allways.pc)
cmake_path(GET pc_file PARENT_PATH pc_after_demo)
compile(own_arrays ${pc_after_demo} --static)
expect("     0   2.5   6.5  7.75\n" ${WORK}/own_arrays)

configure(contains_toolkit ${SOURCE}/tests/package/super_project -DALLWAYS_SOURCE=${SOURCE} -DALLWAYS_BUILD_TOOLS=OFF)
configure(contains_shared ${SOURCE}/tests/package/super_project -DALLWAYS_SOURCE=${SOURCE} -DFETCH=ON -DBUILD_SHARED_LIBS=ON)
