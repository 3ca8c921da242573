// SPDX-License-Identifier: Apache-2.0
// Splits the target of an HTTP request into its path and options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace allways::tools {

struct Url {
    // The decoded texts between slashes: {"route", "v1", "driving", "7.41,43.73;7.42,43.74"}.
    std::vector<std::string> parts;
    struct Option {
        std::string name;
        std::string value;     // decoded
        std::size_t position;  // the name's position in the target
        std::size_t value_position;
    };
    std::vector<Option> options;
    std::size_t last_part_position = 0;
};

// Throws ServiceError InvalidUrl for a target that does not begin with a slash or that has malformed percent encodings.
Url parse_url(std::string_view target);

}  // namespace allways::tools
