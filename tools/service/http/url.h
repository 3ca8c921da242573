// SPDX-License-Identifier: Apache-2.0
// The target of an HTTP request in its parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace allways::tools {

struct Url {
    // Between slashes, decoded: {"route", "v1", "driving", "7.41,43.73;7.42,43.74"}.
    std::vector<std::string> parts;
    struct Option {
        std::string name;
        std::string value;     // decoded
        std::size_t position;  // of the name in the target
        std::size_t value_position;
    };
    std::vector<Option> options;
    std::size_t last_part_position = 0;
};

// Throws ServiceError InvalidUrl for a target that does not begin with a slash or whose percent signs encode nothing.
Url parse_url(std::string_view target);

}  // namespace allways::tools
