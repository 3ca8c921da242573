// SPDX-License-Identifier: Apache-2.0
// Parses "a,b,c" on the benchmarks' command lines.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace allways::bench {

inline std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    std::istringstream stream(list);
    for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
    return parts;
}

}  // namespace allways::bench
