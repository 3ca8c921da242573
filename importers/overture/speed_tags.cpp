// SPDX-License-Identifier: Apache-2.0
#include "overture/speed_tags.h"

#include "allways/base/format.h"

namespace allways::importers::overture {

void SpeedTags::add(std::string_view limit, const Scope& scope) {
    if (!scope.purposes.empty()) return;
    const std::size_t heading = !scope.forward ? 0 : *scope.forward ? 1 : 2;
    for (const std::size_t named : modes_of(scope.modes)) {
        // Profiles read a limit of all vehicles as that of everybody.
        const std::size_t mode = mode_tree[named].key == "vehicle" ? 0 : named;
        if (scope.is_conditional()) {
            std::string& text = stated_[mode].conditions[heading];
            text += format("{}{} @ ({})", text.empty() ? "" : "; ", limit, scope.condition());
            continue;
        }
        for (std::size_t below = 0; below < stated_.size(); ++below) {
            if (!belongs_to(below, mode)) continue;
            Stated& stated = stated_[below];
            if (heading == 0) {
                stated = {};
            } else {
                stated.conditions[heading].clear();
                if (!stated.limits[0].empty() || !stated.limits[heading].empty()) stated.limits[heading] = limit;
            }
        }
        stated_[mode].limits[heading] = limit;
    }
}

void SpeedTags::write(TagList& tags) const {
    for (std::size_t mode = 0; mode < stated_.size(); ++mode) {
        if (stated_[mode] == Stated{}) continue;
        const std::string key = mode == 0 ? "maxspeed" : format("maxspeed:{}", mode_tree[mode].key);
        for (std::size_t heading = 0; heading < 3; ++heading) {
            const std::string directed = format("{}{}", key, heading_suffixes[heading]);
            if (const auto& limit = stated_[mode].limits[heading]; !limit.empty()) tags.emplace_back(directed, limit);
            if (const auto& text = stated_[mode].conditions[heading]; !text.empty()) {
                tags.emplace_back(directed + ":conditional", text);
            }
        }
    }
}

}  // namespace allways::importers::overture
