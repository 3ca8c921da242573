// SPDX-License-Identifier: Apache-2.0
// Profile files.
#include <cstdint>
#include <string_view>

#include "allways/base/error.h"
#include "osm/profile/profile_rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        allways::importers::osm::parse_profile(std::string_view(reinterpret_cast<const char*>(data), size),
                                               "fuzz.toml");
    } catch (const allways::Error&) {
    }
    return 0;
}
