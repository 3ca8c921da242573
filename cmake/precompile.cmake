# SPDX-License-Identifier: Apache-2.0
# Precompiled headers: most of the time of a build is reading headers of the standard library and of others. None of the
# project's own headers is among them, so that a change of one rebuilds what includes it and no more.
# A source includes what it uses all the same: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without them.
set(allways_standard_headers <algorithm> <array> <charconv> <cmath> <cstdint> <filesystem> <fstream> <functional> <iostream> <limits> <map>
  <memory> <numeric> <optional> <set> <span> <sstream> <string> <string_view> <unordered_map> <utility> <vector>)

# allways_precompile(target [headers…]): the standard headers, and those.
function(allways_precompile target)
  set(headers ${allways_standard_headers} ${ARGN})
  if(ALLWAYS_HAS_STD_FORMAT)
    list(APPEND headers <format>)
  else()
    list(APPEND headers <fmt/format.h>)
  endif()
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()

# allways_precompile_as(target other): those of another target with the same options.
function(allways_precompile_as target other)
  target_precompile_headers(${target} REUSE_FROM ${other})
endfunction()
