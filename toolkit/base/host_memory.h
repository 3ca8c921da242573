// SPDX-License-Identifier: Apache-2.0
// The free memory of this host.
#pragma once

#include <cstdint>

namespace allways {

// The answer where the system does not say (not Linux, or without /proc): the allocation itself decides.
inline constexpr std::uint64_t unknown_host_bytes = std::uint64_t{1} << 62;

// Memory available to new work on this host, in bytes.
std::uint64_t available_host_bytes();

}  // namespace allways
