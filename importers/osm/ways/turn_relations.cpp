// SPDX-License-Identifier: Apache-2.0
// Relations of an OSM file → the turn restrictions that apply to a profile, as they are stated.
#include "osm/ways/turn_relations.h"

#include <algorithm>
#include <utility>

#include "osm/profile/turn_restriction.h"
#include "osm/ways/ways.h"

namespace allways::importers::osm {

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

void TurnRelations::add(const Object& source, const Profile& profile, const Situation* situation,
                        ConditionalCounts& conditional) {
    EffectiveTags effective;
    effective.tags = tags_of(source);
    if (!is_turn_restriction(effective.tags)) return;
    if (situation != nullptr) effective = profile.relation_tags(std::move(effective.tags), *situation);
    const TurnRestriction restriction = profile.turn_restriction(effective.tags);
    if (restriction.says == TurnRestriction::Says::nothing_to_mode) {
        ++of_other_modes;
        return;
    }
    conditional.add("relation", source.id, effective, situation != nullptr);
    TurnRelation relation;
    relation.id = source.id;
    relation.version = source.version;
    relation.says = restriction.says;
    relation.text = values.size();
    values.add(restriction.value);
    relation.first_member = members.size();
    const bool bans =
        relation.says == TurnRestriction::Says::forbidden || relation.says == TurnRestriction::Says::mandatory;
    if (bans) {
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

void TurnCounts::add(TurnOutcome outcome, std::int64_t id) {
    outcomes[static_cast<std::size_t>(outcome)].add(std::to_string(id));
}

std::uint64_t TurnCounts::left_aside() const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (is_left_aside(static_cast<TurnOutcome>(i))) count += outcomes[i].count;
    }
    return count;
}

}  // namespace allways::importers::osm
