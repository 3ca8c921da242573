// SPDX-License-Identifier: Apache-2.0
// Tags of an object as text: "highway=residential|oneway=yes".
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "osm/profile/profile.h"

namespace allways::test {

inline importers::osm::Tags tags_of(std::string_view text) {
    std::vector<std::pair<std::string_view, std::string_view>> tags;
    while (!text.empty()) {
        const auto bar = text.find('|');
        const auto tag = text.substr(0, bar);
        const auto equals = tag.find('=');
        tags.emplace_back(tag.substr(0, equals), tag.substr(equals + 1));
        text.remove_prefix(bar == text.npos ? text.size() : bar + 1);
    }
    return importers::osm::Tags(std::move(tags));
}

}  // namespace allways::test
