// SPDX-License-Identifier: Apache-2.0
// The tags of an OSM object.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace allways::importers::osm {

using Tag = std::pair<std::string_view, std::string_view>;  // key and value

// The tags of one object. Borrows keys and values.
class Tags {
public:
    Tags() = default;
    explicit Tags(std::vector<Tag> tags) : tags_(std::move(tags)) {}
    // Returns the value; empty if the key is absent (OSM has no empty values).
    std::string_view operator[](std::string_view key) const {
        for (const auto& [have, value] : tags_) {
            if (have == key) return value;
        }
        return {};
    }
    bool has(std::string_view key) const { return !(*this)[key].empty(); }
    bool empty() const { return tags_.empty(); }
    auto begin() const { return tags_.begin(); }  // pairs of key and value
    auto end() const { return tags_.end(); }

private:
    std::vector<Tag> tags_;
};

}  // namespace allways::importers::osm
