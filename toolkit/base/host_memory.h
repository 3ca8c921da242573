// SPDX-License-Identifier: Apache-2.0
// The free memory of this host.
#pragma once

#include <cstdint>

namespace allways {

// Memory available to new work on this host, in bytes.
std::uint64_t available_host_bytes();

}  // namespace allways
