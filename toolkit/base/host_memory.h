// What this host has to give.
#pragma once

#include <cstdint>

namespace allways {

// Memory that new work on this host can have, in bytes.
std::uint64_t available_host_bytes();

}  // namespace allways
