// SPDX-License-Identifier: Apache-2.0
#include "osm/trip.h"

#include <cstdint>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "osm/areas/crossings.h"
#include "osm/conditions/effective_tags.h"

namespace allways::importers::osm {

namespace {

Profile load_trip_profile(const ReadOptions& options) {
    const bool named = !options.profile.empty();
    Profile profile = Profile::load(named ? options.profile : "car", options.vehicle);
    log(options.log, LogLevel::info,
        format("profile {}{}", profile.name(), named ? "" : "; set `profile` to choose another"));
    return profile;
}

std::optional<CivilTime> parse_trip_time(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto time = parse_civil_time(text);
    if (time) return time;
    throw InvalidArgument(format(
        "`at`: expected a local time such as 2026-11-23T08:00 (year, month, day, hour, minute), found '{}'", text));
}

// Returns nothing for an empty text.
std::optional<Holidays> parse_holidays(const ReadOptions& options) {
    if (options.holiday.empty()) return std::nullopt;
    if (options.at.empty()) throw InvalidArgument("`holiday` describes the day of `at`, which is not set");
    Holidays day{options.holiday == "public" || options.holiday == "public,school",
                 options.holiday == "school" || options.holiday == "public,school"};
    if (*day.is_public || *day.is_school || options.holiday == "none") return day;
    throw InvalidArgument(
        format("`holiday`: expected none, public, school or public,school, found '{}'", options.holiday));
}

std::string turn_restrictions_note(const TurnCounts& turns) {
    const std::uint64_t applied = turns[TurnOutcome::applied].count;
    const std::uint64_t left_aside = turns.left_aside();
    if (left_aside > 0) return format("{} applied, {} left aside", applied, left_aside);
    if (applied > 0) return format("{} applied", applied);
    const bool any = turns.of_other_modes + turns[TurnOutcome::not_needed].count > 0;
    return any ? "none for this profile" : "none in the file";
}

}  // namespace

Trip choose_trip(const ReadOptions& options) {
    const auto at = parse_trip_time(options.at);
    Trip trip{load_trip_profile(options), at, std::nullopt};
    const auto holidays = parse_holidays(options);
    if (at) trip.situation = trip.profile.situation(*at);
    if (holidays) trip.situation->holidays = *holidays;
    return trip;
}

void add_counts(const Counts& counts, ImportReport& found) {
    const auto add = [&](std::string name, std::uint64_t count) {
        if (count > 0) found.counts.push_back({std::move(name), count});
    };
    add("ferries", counts.ferries);
    for (std::size_t i = 0; i < counts.turns.outcomes.size(); ++i) {
        add(std::string(name_of(static_cast<TurnOutcome>(i))), counts.turns.outcomes[i].count);
    }
    add("turn restrictions via ways", counts.turns.via_ways);
    add("turn restrictions of other modes", counts.turns.of_other_modes);
    for (std::size_t i = 0; i < counts.areas.outcomes.size(); ++i) {
        add(std::string(name_of(static_cast<AreaOutcome>(i))), counts.areas.outcomes[i].count);
    }
    add("lines across areas", counts.areas.lines);
    add("ways for destinations only", counts.destination_only_ways);
    add("closed nodes", counts.closed_barriers);
    add("nodes for destinations only", counts.destination_only_nodes);
    add("piers, platforms, car parks left out", counts.unconnected_ways);
    add("ways closed to a vehicle of this size", counts.too_large_ways);
    for (const auto& [key, unread] : counts.unread) add(format("values of {} not understood", key), unread.count);
    add("nodes placed by ways", counts.nodes_at_ways);
    add("missing nodes", counts.missing_nodes);
    add("missing node references", counts.missing_node_references);
    add("ways cut at missing nodes", counts.cut_ways);
    add("ways without two consecutive nodes", counts.short_ways);
    add("reversible ways, left out", counts.reversible_ways);
    add("duplicate ways", counts.duplicate_ways);
    add("conditional tags, left aside", counts.conditional.left_aside.count);
    add("conditional tags, applied", counts.conditional.applied);
    add("conditional tags, not in force", counts.conditional.not_in_force);
    for (std::size_t i = 0; i < counts.conditional.undecided.size(); ++i) {
        add(std::string(name_of(static_cast<EffectiveTags::Doubt>(i))), counts.conditional.undecided[i].count);
    }
}

void log_doubts(const Counts& counts, const LogCallback& log_to) {
    const auto text = [](std::string_view name, const NamedCount& found, std::string_view remark) {
        return format("{}: {}, {} ({})", name, found.count, remark, found.text());
    };
    for (const auto& [key, unread] : counts.unread) {
        log(log_to, LogLevel::loss, text(format("values of {} not understood", key), unread, "taken as absent"));
    }
    const auto& left_aside = counts.conditional.left_aside;
    if (left_aside.count > 0) {
        log(log_to, LogLevel::info, text("conditional tags, left aside", left_aside, "set `at` to apply them"));
    }
    for (std::size_t i = 0; i < counts.conditional.undecided.size(); ++i) {
        const auto doubt = static_cast<EffectiveTags::Doubt>(i);
        const NamedCount& found = counts.conditional.undecided[i];
        if (found.count == 0) continue;
        if (doubt == EffectiveTags::Doubt::holidays) {
            guess(log_to, Guess::holiday, text(name_of(doubt), found, "the day is taken to be none"));
        } else {
            log(log_to, LogLevel::loss, text(name_of(doubt), found, "taken as not in force"));
        }
    }
}

std::vector<std::pair<std::string, std::string>> trip_notes(const ReadOptions& options, const Trip& trip,
                                                            std::string_view attribution, const TurnCounts& turns) {
    std::vector<std::pair<std::string, std::string>> notes{{"profile", trip.profile.name()}};
    if (!options.vehicle.empty()) notes.emplace_back("vehicle", options.vehicle);
    if (!options.elevation.empty() && !trip.profile.grade().empty()) notes.emplace_back("grade", trip.profile.grade());
    notes.emplace_back("attribution", attribution);
    notes.emplace_back("turn_restrictions", turn_restrictions_note(turns));
    if (const auto& at = trip.at) {
        notes.emplace_back("at",
                           format("{:04}-{:02}-{:02}T{:02}:{:02}", at->year, at->month, at->day, at->hour, at->minute));
        if (!options.holiday.empty()) notes.emplace_back("holiday", options.holiday);
    }
    return notes;
}

void add_prices(const TurnCostRules& rules, const Ways& ways, const Nodes& nodes, const Counts& counts,
                RoadNetwork& network, ImportReport& found) {
    const bool left_hand = is_left_hand(rules, ways, nodes);
    add_turn_costs(rules, nodes, left_hand, network);
    const std::uint64_t pairs = network.turns.costs.size();
    found.counts.push_back({"turn prices", pairs});
    found.counts.push_back({"arcs with prices of nodes", counts.arcs_with_node_prices});
    if (pairs + counts.arcs_with_node_prices == 0) return;
    network.provenance.notes.emplace_back(
        "turn_prices", format("{} pairs of arcs, {} arcs with prices of nodes, traffic on the {}", pairs,
                              counts.arcs_with_node_prices, left_hand ? "left" : "right"));
}

}  // namespace allways::importers::osm
