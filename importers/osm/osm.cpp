// SPDX-License-Identifier: Apache-2.0
// OpenStreetMap (.osm.pbf, .osm, .osm.gz, .osm.bz2) → RoadNetwork, by the rules of a profile.
// One pass keeps the ways that the profile uses, the next the positions of their nodes (a pass before both reads the
// relations of areas that a profile crosses); then areas are crossed, and ways split at junctions.
#include "osm/osm.h"

#include <optional>
#include <string>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "osm/areas/crossings.h"
#include "osm/build_network.h"
#include "osm/conditions/condition.h"
#include "osm/conditions/effective_tags.h"
#include "osm/objects/object_file.h"
#include "osm/profile/profile.h"
#include "osm/turns/turn_costs.h"
#include "osm/ways/ways.h"

namespace allways::importers {

namespace {

osm::Profile load_profile(const ReadOptions& options) {
    const bool named = !options.profile.empty();
    osm::Profile profile = osm::Profile::load(named ? options.profile : "car", options.vehicle);
    log(options.log, LogLevel::info,
        format("profile {}{}", profile.name(), named ? "" : "; set `profile` to choose another"));
    return profile;
}

std::optional<osm::CivilTime> parse_time(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto time = osm::parse_civil_time(text);
    if (time) return time;
    throw InvalidArgument(format(
        "`at`: expected a local time such as 2026-11-23T08:00 (year, month, day, hour, minute), found '{}'", text));
}

[[noreturn]] void refuse_unusable(const std::string& path, const osm::Profile& profile, const osm::Counts& counts) {
    throw InputError(path, 0,
                     format("profile {} cannot use any way of this file: it has {} way{}, {} with a tag 'highway'",
                            profile.name(), counts.ways, counts.ways == 1 ? "" : "s", counts.highway_ways));
}

[[noreturn]] void refuse_without_nodes(const std::string& path, const osm::Counts& counts) {
    throw InputError(path, 0,
                     format("no usable way has two consecutive nodes with a position in this file (usable ways: {}, "
                            "references to missing nodes: {}); extract the ways together with all their nodes",
                            counts.usable_ways, counts.missing_node_references));
}

void fill(const osm::Counts& counts, ImportReport& found) {
    found.counts = {{"OSM nodes", counts.nodes},
                    {"OSM ways", counts.ways},
                    {"highway ways", counts.highway_ways},
                    {"usable ways", counts.usable_ways}};
    const auto add = [&](std::string name, std::uint64_t count) {
        if (count > 0) found.counts.push_back({std::move(name), count});
    };
    add("ferries", counts.ferries);
    for (std::size_t i = 0; i < counts.turns.outcomes.size(); ++i) {
        add(std::string(name_of(static_cast<osm::TurnOutcome>(i))), counts.turns.outcomes[i].count);
    }
    add("turn restrictions via ways", counts.turns.via_ways);
    add("turn restrictions of other modes", counts.turns.of_other_modes);
    for (std::size_t i = 0; i < counts.areas.outcomes.size(); ++i) {
        add(std::string(name_of(static_cast<osm::AreaOutcome>(i))), counts.areas.outcomes[i].count);
    }
    add("lines across areas", counts.areas.lines);
    add("ways for destinations only", counts.destination_only_ways);
    add("closed nodes", counts.closed_barriers);
    add("nodes for destinations only", counts.destination_only_nodes);
    add("piers, platforms, car parks left out", counts.unconnected_ways);
    add("ways closed to a vehicle of this size", counts.too_large_ways);
    add("limits of size not understood", counts.unread_limits);
    add("missing node references", counts.missing_node_references);
    add("ways without two consecutive nodes", counts.short_ways);
    add("reversible ways, left out", counts.reversible_ways);
    add("duplicate ways", counts.duplicate_ways);
    add("conditional tags, left aside", counts.conditional.left_aside.count);
    add("conditional tags, applied", counts.conditional.applied);
    add("conditional tags, not in force", counts.conditional.not_in_force);
    for (std::size_t i = 0; i < counts.conditional.undecided.size(); ++i) {
        add(std::string(name_of(static_cast<osm::EffectiveTags::Doubt>(i))), counts.conditional.undecided[i].count);
    }
}

std::string turn_restrictions_note(const osm::TurnCounts& turns) {
    const std::uint64_t applied = turns[osm::TurnOutcome::applied].count;
    const std::uint64_t left_aside = turns.left_aside();
    if (left_aside > 0) return format("{} applied, {} left aside", applied, left_aside);
    if (applied > 0) return format("{} applied", applied);
    const bool any = turns.of_other_modes + turns[osm::TurnOutcome::not_needed].count > 0;
    return any ? "none for this profile" : "none in the file";
}

std::vector<std::pair<std::string, std::string>> notes(const osm::Profile& profile,
                                                       const std::optional<osm::CivilTime>& at,
                                                       const osm::Counts& counts, const osm::FileHeader& header) {
    std::vector<std::pair<std::string, std::string>> notes{{"profile", profile.name()},
                                                           {"attribution", "© OpenStreetMap contributors, ODbL 1.0"},
                                                           {"turn_restrictions", turn_restrictions_note(counts.turns)}};
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) notes.emplace_back(name, value);
    };
    if (at) {
        add("at", format("{:04}-{:02}-{:02}T{:02}:{:02}", at->year, at->month, at->day, at->hour, at->minute));
    }
    add("osm_timestamp", header.timestamp);
    add("osm_generator", header.generator);
    return notes;
}

// Returns "relation 4711", or "relations 4711, 4712 …".
std::string relations_text(const osm::NamedCount& relations) {
    return format("relation{} {}", relations.count == 1 ? "" : "s", relations.text());
}

// Logs for example "conditional tags, not valid: 2, taken as not in force (way 7 (…), way 8 (…))".
void tell_what_is_conditional(const osm::ConditionalCounts& counts, const LogCallback& log_to) {
    const auto tell = [&](std::string_view name, const osm::NamedCount& found, std::string_view remark) {
        if (found.count == 0) return;
        log(log_to, LogLevel::info, format("{}: {}, {} ({})", name, found.count, remark, found.text()));
    };
    tell("conditional tags, left aside", counts.left_aside, "set `at` to apply them");
    for (std::size_t i = 0; i < counts.undecided.size(); ++i) {
        tell(name_of(static_cast<osm::EffectiveTags::Doubt>(i)), counts.undecided[i], "taken as not in force");
    }
}

void tell_what_is_left_out(const osm::Counts& counts, bool has_time, std::size_t references,
                           const LogCallback& log_to) {
    const auto is_or_are = [](std::uint64_t count) { return count == 1 ? " is" : "s are"; };
    for (std::size_t i = 0; i < counts.turns.outcomes.size(); ++i) {
        const auto outcome = static_cast<osm::TurnOutcome>(i);
        const auto& found = counts.turns[outcome];
        if (found.count == 0 || !(is_left_aside(outcome) || outcome == osm::TurnOutcome::repeated)) continue;
        log(log_to, LogLevel::info, format("{}: {} ({})", name_of(outcome), found.count, relations_text(found)));
    }
    for (std::size_t i = 0; i < counts.areas.outcomes.size(); ++i) {
        const auto outcome = static_cast<osm::AreaOutcome>(i);
        const auto& found = counts.areas[outcome];
        if (found.count == 0 || !is_left_aside(outcome)) continue;
        log(log_to, LogLevel::info,
            format("{}: {}, walked along the edge ({})", name_of(outcome), found.count, found.text()));
    }
    if (counts.reversible_ways > 0) {
        log(log_to, LogLevel::info,
            format("{} reversible way{} left out: {}", counts.reversible_ways, is_or_are(counts.reversible_ways),
                   has_time ? "no tag states the direction at this time"
                            : "the direction depends on the hour; set `at` to a time"));
    }
    if (counts.unread_limits > 0) {
        log(log_to, LogLevel::info,
            format("limits of height, width, length or weight that are not understood, and count as absent: {}",
                   counts.unread_limits));
    }
    tell_what_is_conditional(counts.conditional, log_to);
    // Ways along the edge of an extract lack fewer than one node in twenty.
    if (counts.missing_node_references * 20 > references) {
        log(log_to, LogLevel::warning,
            format("{} of {} references to nodes point outside this file, and ways end there: extract ways with all "
                   "their nodes",
                   counts.missing_node_references, references));
    }
}

void add_prices(const osm::TurnCostRules& rules, const osm::Ways& ways, const osm::Nodes& nodes,
                const osm::Counts& counts, RoadNetwork& network, ImportReport& found) {
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

RoadNetwork read_osm(const std::string& path, const ReadOptions& options, ImportReport& found) {
    const auto at = parse_time(options.at);
    const osm::Profile profile = load_profile(options);
    const auto situation = at ? std::optional(profile.situation(*at)) : std::nullopt;
    const osm::Situation* known = situation ? &*situation : nullptr;
    osm::File file(path, profile.crosses_areas() ? 3 : 2, options.progress);
    osm::Counts counts;
    const osm::Ways ways = osm::read_ways(file, profile, known, counts);
    if (ways.ways.empty()) refuse_unusable(path, profile, counts);
    osm::Nodes nodes(ways.refs);
    found.nodes = nodes.size();
    const osm::TurnCostRules* prices = options.turns == "full" ? profile.turn_costs() : nullptr;
    nodes.read(file, profile, known, prices, counts);
    RoadNetwork network =
        osm::build_network(ways, nodes, osm::cross_areas(ways, nodes, counts.areas), profile.may_turn_round(), counts);
    fill(counts, found);
    if (network.arc_count() == 0) refuse_without_nodes(path, counts);
    network.provenance.notes = notes(profile, at, counts, file.header());
    if (!options.vehicle.empty())
        network.provenance.notes.insert(network.provenance.notes.begin() + 1, {"vehicle", options.vehicle});
    if (prices != nullptr) add_prices(*prices, ways, nodes, counts, network, found);
    tell_what_is_left_out(counts, at.has_value(), ways.refs.size(), options.log);
    return network;
}

bool recognise_osm(const FileSample& sample) {
    const std::string_view text = sample.text;
    if (text.starts_with("BZh") || text.substr(0, 64).find("OSMHeader") != text.npos) return true;
    return text.starts_with('<') && text.substr(0, 4096).find("<osm") != text.npos;
}

}  // namespace

Format osm_format() {
    Format format;
    format.info = {"osm",
                   "OpenStreetMap data, PBF or XML (plain, gzip, bzip2), read by a profile",
                   {".osm.pbf", ".osm", ".osm.gz", ".osm.bz2", ".pbf", ".osm.xml"},
                   FormatInfo::Holds::network};
    format.chooses_system = true;
    format.recognises = recognise_osm;
    format.read_network = read_osm;
    return format;
}

}  // namespace allways::importers
