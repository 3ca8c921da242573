// Numbers formatted for people.
#pragma once

#include <cstdint>
#include <string>

#include "allways/base/counted.h"  // counts

namespace allways {

std::string bytes_text(std::uint64_t bytes);  // "512 B", "1.4 GiB"
std::string seconds_text(double seconds);     // "3.2 ms", "1.25 s", "2:05 min", "1:02:05 h"
std::string rate_text(double per_second);     // "3.4 M/s"

}  // namespace allways
