# SPDX-License-Identifier: Apache-2.0
# RoutingKit, a peer to be compared with, never a part of the toolkit: the target allways_routingkit where it was found.
# Built by its own makefile, as its doc/Setup.md tells, it is found by -DCMAKE_PREFIX_PATH=<its folder>.
find_path(ALLWAYS_ROUTINGKIT_INCLUDE_DIR routingkit/customizable_contraction_hierarchy.h)
find_library(ALLWAYS_ROUTINGKIT_LIBRARY routingkit)
mark_as_advanced(ALLWAYS_ROUTINGKIT_INCLUDE_DIR ALLWAYS_ROUTINGKIT_LIBRARY)
if(ALLWAYS_ROUTINGKIT_INCLUDE_DIR AND ALLWAYS_ROUTINGKIT_LIBRARY)
  find_package(OpenMP REQUIRED)
  add_library(allways_routingkit INTERFACE)
  target_include_directories(allways_routingkit SYSTEM INTERFACE ${ALLWAYS_ROUTINGKIT_INCLUDE_DIR})
  target_link_libraries(allways_routingkit INTERFACE ${ALLWAYS_ROUTINGKIT_LIBRARY} OpenMP::OpenMP_CXX)
endif()
