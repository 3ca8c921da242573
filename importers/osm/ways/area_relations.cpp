// SPDX-License-Identifier: Apache-2.0
#include "osm/ways/area_relations.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "osm/objects/newest_versions.h"

namespace allways::importers::osm {

namespace {

// Keys that do not describe the object itself.
constexpr std::array<std::string_view, 6> remarks{"type", "created_by", "source", "note", "fixme", "name"};

}  // namespace

bool is_multipolygon(const Tags& relation) {
    return relation["type"] == "multipolygon";
}

bool is_old_multipolygon(const Tags& relation) {
    return std::ranges::all_of(relation,
                               [](const auto& tag) { return std::ranges::find(remarks, tag.first) != remarks.end(); });
}

void Multipolygons::add(const Object& relation, const std::optional<WayRules>& rules, std::size_t text) {
    Multipolygon kept{relation.id, relation.version, rules, text, members.size(), 0, 0};
    std::set<std::int64_t> taken;
    const auto take = [&](bool inner) {
        for (const Member& member : relation.members) {
            if (member.kind != ObjectKind::way || (member.role == "inner") != inner) continue;
            if (taken.insert(member.id).second) members.push_back(member.id);
        }
        return members.size() - kept.first_member;
    };
    kept.outer_count = take(false);
    kept.member_count = take(true);
    relations.push_back(kept);
}

void Multipolygons::finish() {
    take_out_older(relations);
    sorted_members_ = members;
    std::ranges::sort(sorted_members_);
}

bool Multipolygons::has_member(std::int64_t way) const {
    return std::ranges::binary_search(sorted_members_, way);
}

}  // namespace allways::importers::osm
