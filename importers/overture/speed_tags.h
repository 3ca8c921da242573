// SPDX-License-Identifier: Apache-2.0
// Rules of speed, of which the last one that matches decides → maxspeed tags.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "overture/mode_tree.h"
#include "overture/scope.h"

namespace allways::importers::overture {

// Add the rules of one piece in their order, then take the tags: maxspeed=50, maxspeed:hgv:forward=30 mph,
// maxspeed:conditional=30 @ (…). Rules for some purposes do not apply: those of travellers are unknown.
class SpeedTags {
public:
    void add(std::string_view limit, const Scope& scope);
    void write(TagList& tags) const;

private:
    struct Stated {
        std::array<std::string, 3> limits;      // by heading: both, along, against
        std::array<std::string, 3> conditions;  // values of conditional tags
        friend bool operator==(const Stated&, const Stated&) = default;
    };
    std::array<Stated, mode_tree.size()> stated_;
};

}  // namespace allways::importers::overture
