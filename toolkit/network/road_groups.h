// SPDX-License-Identifier: Apache-2.0
// The classes of roads that users leave out, as those of the service: values of the text "facility_type", where a link
// road belongs to the class that it leads to, and "toll" by the text of that name, which is any but "no".
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "allways/network/text_column.h"

namespace allways::network {

class RoadGroups {
public:
    using Names = std::set<std::string, std::less<>>;

    // Texts may be null. Borrows them.
    RoadGroups(const TextColumn* types, const TextColumn* tolls) : types_(types), tolls_(tolls) {}

    Names all(std::size_t arc_count) const {
        Names known;
        for (std::size_t arc = 0; arc < arc_count; ++arc) {
            if (types_ != nullptr) known.emplace(group_of(types_->text(arc)));
            if (has_toll(arc)) known.emplace("toll");
        }
        known.erase("");
        return known;
    }
    bool is_in(std::size_t arc, const Names& groups) const {
        if (types_ != nullptr && groups.contains(group_of(types_->text(arc)))) return true;
        return has_toll(arc) && groups.contains("toll");
    }

private:
    static std::string_view group_of(std::string_view type) {
        if (type.ends_with("_link")) type.remove_suffix(5);
        return type;
    }
    bool has_toll(std::size_t arc) const {
        return tolls_ != nullptr && !tolls_->text(arc).empty() && tolls_->text(arc) != "no";
    }

    const TextColumn* types_;
    const TextColumn* tolls_;
};

}  // namespace allways::network
