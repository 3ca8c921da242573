// SPDX-License-Identifier: Apache-2.0
// A count of objects for reports, with the names of the first ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"

namespace allways::importers::osm {

struct NamedCount {
    static constexpr std::size_t most_names = 5;
    std::uint64_t count = 0;
    std::vector<std::string> names;

    void add(std::string name) {
        ++count;
        if (names.size() < most_names) names.push_back(std::move(name));
    }
    // Returns the names: "way 7, way 8 …".
    std::string text() const { return joined(names) + (names.size() < count ? " …" : ""); }
};

}  // namespace allways::importers::osm
