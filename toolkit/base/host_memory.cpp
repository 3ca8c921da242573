// SPDX-License-Identifier: Apache-2.0
#include "base/host_memory.h"

#include <fstream>
#include <string>

namespace allways {

std::uint64_t available_host_bytes() {
    std::ifstream meminfo("/proc/meminfo");
    for (std::string line; std::getline(meminfo, line);) {
        if (line.starts_with("MemAvailable:")) return std::stoull(line.substr(13)) * 1024;
    }
    return unknown_host_bytes;
}

}  // namespace allways
