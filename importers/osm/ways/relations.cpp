// SPDX-License-Identifier: Apache-2.0
#include "osm/ways/ways.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace allways::importers::osm {

// ---- turn restrictions

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(TurnOutcome::count)> outcome_names{
    "turn restrictions",
    "conditional turn restrictions, left aside",
    "turn restrictions, not needed",
    "turn restrictions, repeated",
    "turn restrictions without from, via or to",
    "turn restrictions with several via nodes",
    "turn restrictions with several from or to ways",
    "turn restrictions whose members do not meet",
    "turn restrictions with an unknown value",
    "turn restrictions via ways in a circle",
    "turn restrictions with an unclear path",
    "turn restrictions that contradict others"};

}  // namespace

std::string_view name_of(TurnOutcome outcome) {
    return outcome_names[static_cast<std::size_t>(outcome)];
}

bool is_left_aside(TurnOutcome outcome) {
    return outcome != TurnOutcome::applied && outcome != TurnOutcome::not_needed && outcome != TurnOutcome::repeated;
}

void TurnRelations::add(const Object& source, const Profile& profile, Counts& counts) {
    Tags tags = tags_of(source);
    if (!Profile::is_turn_restriction(tags)) return;
    const EffectiveTags effective = profile.relation_tags(std::move(tags));
    const TurnRestriction restriction = profile.turn_restriction(effective.tags);
    if (restriction.says == TurnRestriction::Says::nothing_to_mode) {
        ++counts.turns_of_other_modes;
        return;
    }
    counts.add_conditional("relation", source.id, effective, profile.situation() != nullptr);
    TurnRelation relation;
    relation.id = source.id;
    relation.version = source.version;
    relation.says = restriction.says;
    relation.text = values.size();
    values.add(restriction.value);
    relation.first_member = members.size();
    if (TurnRestriction::bans(relation.says)) {
        const auto take = [&](std::string_view role, ObjectKind kind) {
            const std::size_t first = members.size();
            for (const Member& member : source.members) {
                if (member.kind == kind && member.role == role) members.push_back(member.id);
            }
            const auto begin = members.begin() + static_cast<std::ptrdiff_t>(first);
            std::sort(begin, members.end());
            members.erase(std::unique(begin, members.end()), members.end());
            return static_cast<std::uint32_t>(members.size() - first);
        };
        relation.from = take("from", ObjectKind::way);
        relation.via_nodes = take("via", ObjectKind::node);
        relation.via_ways = take("via", ObjectKind::way);
        relation.to = take("to", ObjectKind::way);
    }
    relations.push_back(relation);
}

std::span<const std::int64_t> TurnRelations::from(const TurnRelation& relation) const {
    return std::span(members).subspan(relation.first_member, relation.from);
}

std::span<const std::int64_t> TurnRelations::via_nodes(const TurnRelation& relation) const {
    return std::span(members).subspan(relation.first_member + relation.from, relation.via_nodes);
}

std::span<const std::int64_t> TurnRelations::via_ways(const TurnRelation& relation) const {
    return std::span(members).subspan(relation.first_member + relation.from + relation.via_nodes, relation.via_ways);
}

std::span<const std::int64_t> TurnRelations::to(const TurnRelation& relation) const {
    return std::span(members).subspan(relation.first_member + relation.from + relation.via_nodes + relation.via_ways,
                                      relation.to);
}

// ---- multipolygons

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
