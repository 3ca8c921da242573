// SPDX-License-Identifier: Apache-2.0
// Relations of an OSM file → the multipolygons that a profile may cross, with the ids of their ways.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "osm/objects/object.h"
#include "osm/profile/profile.h"

namespace allways::importers::osm {

struct Multipolygon {
    std::int64_t id = 0;
    std::uint32_t version = 0;
    std::optional<WayRules> rules;  // unset: an old multipolygon, whose tags are those of its outer way
    std::size_t text = 0;           // position in the text columns; used with rules
    std::size_t first_member = 0;
    std::size_t member_count = 0;  // number of ways, each once, in the order of the relation
    std::size_t outer_count = 0;   // number of outer ways, which come first
};

struct Multipolygons {
    std::vector<Multipolygon> relations;
    std::vector<std::int64_t> members;

    void add(const Object& relation, const std::optional<WayRules>& rules, std::size_t text);
    // Sorts by id; of several versions keeps the newest, or the first in the file.
    void finish();

    // Call it after finish().
    bool has_member(std::int64_t way) const;
    std::span<const std::int64_t> members_of(const Multipolygon& relation) const {
        return std::span(members).subspan(relation.first_member, relation.member_count);
    }
    std::span<const std::int64_t> outer_members_of(const Multipolygon& relation) const {
        return std::span(members).subspan(relation.first_member, relation.outer_count);
    }

private:
    std::vector<std::int64_t> sorted_members_;
};

// Returns true for relations of type multipolygon.
bool is_multipolygon(const Tags& relation);
// Returns true if no tag describes the multipolygon: the tags of its outer way do.
bool is_old_multipolygon(const Tags& relation);

}  // namespace allways::importers::osm
