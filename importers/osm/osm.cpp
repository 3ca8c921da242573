// SPDX-License-Identifier: Apache-2.0
// OpenStreetMap (.osm.pbf, .osm, .osm.gz, .osm.bz2) → RoadNetwork, by the rules of a profile.
// One pass keeps the ways that the profile uses, the next the positions of their nodes (a pass before both reads the
// relations of areas that a profile crosses); then areas are crossed, and ways split at junctions.
#include "osm/osm.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "base/counted.h"
#include "osm/conditions/effective_tags.h"
#include "osm/objects/object_file.h"
#include "osm/profile/profile_rules.h"
#include "osm/turns/turns.h"
#include "osm/ways/ways.h"
#include "text/file_format.h"

namespace allways::importers {

namespace osm {

namespace {

Profile load_profile(const ReadOptions& options) {
    const bool named = !options.profile.empty();
    Profile profile = Profile::load(named ? options.profile : "car", options.vehicle);
    log(options.log, LogLevel::info,
        format("profile {}{}", profile.name(), named ? "" : "; set `profile` to choose another"));
    return profile;
}

std::optional<CivilTime> parse_time(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto time = parse_civil_time(text);
    if (time) return time;
    throw InvalidArgument(format(
        "`at`: expected a local time such as 2026-11-23T08:00 (year, month, day, hour, minute), found '{}'", text));
}

Holidays parse_holidays(const ReadOptions& options) {
    if (options.holiday.empty()) return {};
    if (options.at.empty()) throw InvalidArgument("`holiday` describes the day of `at`, which is not set");
    Holidays day{options.holiday == "public" || options.holiday == "public,school",
                 options.holiday == "school" || options.holiday == "public,school"};
    if (*day.is_public || *day.is_school || options.holiday == "none") return day;
    throw InvalidArgument(
        format("`holiday`: expected none, public, school or public,school, found '{}'", options.holiday));
}

std::string turn_restrictions_note(const Counts& counts) {
    const std::uint64_t applied = counts.turns[TurnOutcome::applied].count;
    std::uint64_t left_aside = 0;
    counts.turns.each([&](TurnOutcome outcome, const NamedCount& found) {
        if (is_left_aside(outcome)) left_aside += found.count;
    });
    if (left_aside > 0) return format("{} applied, {} left aside", applied, left_aside);
    if (applied > 0) return format("{} applied", applied);
    const bool any = counts.turns_of_other_modes + counts.turns[TurnOutcome::not_needed].count > 0;
    return any ? "none for this profile" : "none in the file";
}

}  // namespace

Profile choose_profile(const ReadOptions& options) {
    const auto at = parse_time(options.at);
    Profile profile = load_profile(options);
    const Holidays holidays = parse_holidays(options);
    if (at) profile.set_time(*at, holidays);
    return profile;
}

void add_counts(const Counts& counts, ImportReport& found) {
    const auto add = [&](std::string name, std::uint64_t count) {
        if (count > 0) found.counts.push_back({std::move(name), count});
    };
    add("ferries", counts.ferries);
    const auto add_outcome = [&](auto outcome, const NamedCount& of) { add(std::string(name_of(outcome)), of.count); };
    counts.turns.each(add_outcome);
    add("turn restrictions via ways", counts.turns_via_ways);
    add("turn restrictions of other modes", counts.turns_of_other_modes);
    counts.areas.each(add_outcome);
    add("lines across areas", counts.lines_across_areas);
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
    add("conditional tags, left aside", counts.conditional_left_aside.count);
    add("conditional tags, applied", counts.conditional_applied);
    add("conditional tags, not in force", counts.conditional_not_in_force);
    counts.conditional_undecided.each(add_outcome);
}

void log_doubts(const Counts& counts, const LogCallback& log_to) {
    const auto text = [](std::string_view name, const NamedCount& found, std::string_view remark) {
        return format("{}: {}, {} ({})", name, found.count, remark, found.text());
    };
    for (const auto& [key, unread] : counts.unread) {
        log(log_to, LogLevel::loss, text(format("values of {} not understood", key), unread, "taken as absent"));
    }
    const auto& left_aside = counts.conditional_left_aside;
    if (left_aside.count > 0) {
        log(log_to, LogLevel::info, text("conditional tags, left aside", left_aside, "set `at` to apply them"));
    }
    counts.conditional_undecided.each([&](EffectiveTags::Doubt doubt, const NamedCount& found) {
        if (doubt == EffectiveTags::Doubt::holidays) {
            guess(log_to, Guess::holiday, text(name_of(doubt), found, "the day is taken to be none"));
        } else {
            log(log_to, LogLevel::loss, text(name_of(doubt), found, "taken as not in force"));
        }
    });
}

void add_notes(const ReadOptions& options, const Profile& profile, std::string_view attribution, const Counts& counts,
               RoadNetwork& network) {
    auto& notes = network.provenance.notes;
    notes.emplace_back("profile", profile.name());
    if (!options.vehicle.empty()) notes.emplace_back("vehicle", options.vehicle);
    if (!options.elevation.empty() && !profile.grade().empty()) notes.emplace_back("grade", profile.grade());
    notes.emplace_back("attribution", attribution);
    notes.emplace_back("turn_restrictions", turn_restrictions_note(counts));
    if (profile.situation() == nullptr) return;
    const CivilTime& at = *profile.situation()->at;
    notes.emplace_back("at", format("{:04}-{:02}-{:02}T{:02}:{:02}", at.year, at.month, at.day, at.hour, at.minute));
    if (!options.holiday.empty()) notes.emplace_back("holiday", options.holiday);
}

void add_prices(const Profile& profile, const Ways& ways, const Nodes& nodes, const Counts& counts,
                RoadNetwork& network, ImportReport& found) {
    const TurnCostRules& rules = *profile.turn_costs();
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

}  // namespace osm

namespace {

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

void tell_what_is_left_out(const std::string& path, const osm::Counts& counts, bool has_time, std::size_t references,
                           const LogCallback& log_to) {
    const auto is_or_are = [](std::uint64_t count) { return count == 1 ? " is" : "s are"; };
    osm::each_told_turn(counts, [&](std::string_view name, const osm::NamedCount& found, bool is_loss) {
        log(log_to, is_loss ? LogLevel::loss : LogLevel::info,
            format("{}: {} (relation{} {})", name, found.count, found.count == 1 ? "" : "s", found.text()));
    });
    counts.areas.each([&](osm::AreaOutcome outcome, const osm::NamedCount& found) {
        if (!is_left_aside(outcome)) return;
        log(log_to, LogLevel::loss,
            format("{}: {}, walked along the edge ({})", name_of(outcome), found.count, found.text()));
    });
    if (counts.reversible_ways > 0) {
        log(log_to, LogLevel::loss,
            format("{} reversible way{} left out: {}", counts.reversible_ways, is_or_are(counts.reversible_ways),
                   has_time ? "no tag states the direction at this time"
                            : "the direction depends on the hour; set `at` to a time"));
    }
    log_doubts(counts, log_to);
    if (counts.missing_node_references > 0) {
        log(log_to, LogLevel::loss,
            format("{}: {} of {} {} cut at {} ({} of {} references); extract ways with all their nodes", path,
                   counts.cut_ways, counted(counts.usable_ways, "usable way"),
                   by_count(counts.usable_ways, "is", "are"), counted(counts.missing_nodes, "missing node"),
                   counts.missing_node_references, references));
    }
    if (counts.nodes_at_ways > 0) {
        log(log_to, counts.nodes == 0 ? LogLevel::loss : LogLevel::info,
            format("{}: positions of {} are those that ways state{}", path, counted(counts.nodes_at_ways, "node"),
                   counts.nodes == 0 ? "; it has no nodes, so barriers and signals on nodes are not known" : ""));
    }
}

// The limit of all importers: a fifth.
void refuse_much_lost(const std::string& path, const osm::Counts& counts, std::size_t references) {
    if (!is_much(counts.missing_node_references, references)) return;
    throw InputError(path, 0,
                     format("{} of {} references of usable ways to nodes point outside this file, more than a fifth: "
                            "extract ways with all their nodes, or set `lenient`",
                            counts.missing_node_references, references));
}

RoadNetwork read_by_profile(const std::string& path, const ReadOptions& options, const osm::Profile& profile,
                            bool trusts_order, ImportReport& found) {
    osm::File file(path, profile.crosses_areas() ? 3 : 2, options.progress);
    if (!trusts_order) file.ignore_order();
    osm::Counts counts;
    const osm::Ways ways = osm::read_ways(file, profile, counts);
    if (ways.ways.empty()) refuse_unusable(path, profile, counts);
    osm::Nodes nodes(ways.refs);
    found.nodes = nodes.size();
    const bool with_prices = options.turns == "full" && profile.turn_costs() != nullptr;
    nodes.read(file, profile, with_prices, counts);
    counts.nodes_at_ways = nodes.place_missing(ways.places);
    RoadNetwork network =
        osm::build_network(ways, nodes, osm::cross_areas(ways, nodes, counts), profile.may_turn_round(), counts);
    found.counts = {{"OSM nodes", counts.nodes},
                    {"OSM ways", counts.ways},
                    {"highway ways", counts.highway_ways},
                    {"usable ways", counts.usable_ways}};
    add_counts(counts, found);
    if (network.arc_count() == 0) refuse_without_nodes(path, counts);
    if (!options.lenient) refuse_much_lost(path, counts, ways.refs.size());
    if (options.elevation.empty()) osm::drop_structures(network);
    add_notes(options, profile, "© OpenStreetMap contributors, ODbL 1.0", counts, network);
    const auto& [timestamp, generator, has_history] = file.header();
    if (!timestamp.empty()) network.provenance.notes.emplace_back("osm_timestamp", timestamp);
    if (!generator.empty()) network.provenance.notes.emplace_back("osm_generator", generator);
    if (with_prices) add_prices(profile, ways, nodes, counts, network, found);
    tell_what_is_left_out(path, counts, profile.situation() != nullptr, ways.refs.size(), options.log);
    return network;
}

RoadNetwork read_osm(const std::string& path, const ReadOptions& options, ImportReport& found) {
    const osm::Profile profile = osm::choose_profile(options);
    try {
        return read_by_profile(path, options, profile, true, found);
    } catch (const osm::OrderNotKept& error) {
        log(options.log, LogLevel::warning,
            format("{}; the file is read again as one without order ('osmium sort' sorts it)", error.what()));
    }
    return read_by_profile(path, options, profile, false, found);
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
    format.filters_arcs = true;
    format.recognises = recognise_osm;
    format.read_network = read_osm;
    return format;
}

}  // namespace allways::importers
