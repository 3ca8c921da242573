// SPDX-License-Identifier: Apache-2.0
// Numbers formatted for people.
#pragma once

#include <cstdint>
#include <string>

#include "allways/base/api.h"

#include "base/counted.h"  // counts

namespace allways {

ALLWAYS_API std::string bytes_text(std::uint64_t bytes);  // "512 B", "1.4 GiB"
ALLWAYS_API std::string seconds_text(double seconds);     // "3.2 ms", "1.25 s", "2:05 min", "1:02:05 h"
ALLWAYS_API std::string rate_text(double per_second);     // "3.4 M/s"

}  // namespace allways
