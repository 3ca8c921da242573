// SPDX-License-Identifier: Apache-2.0
// OpenStreetMap (.osm.pbf, .osm, .osm.gz, .osm.bz2) → RoadNetwork, by the rules of a profile.
// One pass keeps the ways that the profile uses, the next the positions of their nodes (a pass before both reads the
// relations of areas that a profile crosses); then areas are crossed, and ways split at junctions.
#include <string>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/counted.h"
#include "osm/areas/crossings.h"
#include "osm/build_network.h"
#include "osm/objects/object_file.h"
#include "osm/profile/profile.h"
#include "osm/trip.h"
#include "osm/ways/ways.h"
#include "text/file_format.h"

namespace allways::importers {

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

// Returns "relation 4711", or "relations 4711, 4712 …".
std::string relations_text(const osm::NamedCount& relations) {
    return format("relation{} {}", relations.count == 1 ? "" : "s", relations.text());
}

void tell_what_is_left_out(const std::string& path, const osm::Counts& counts, bool has_time, std::size_t references,
                           const LogCallback& log_to) {
    const auto is_or_are = [](std::uint64_t count) { return count == 1 ? " is" : "s are"; };
    for (std::size_t i = 0; i < counts.turns.outcomes.size(); ++i) {
        const auto outcome = static_cast<osm::TurnOutcome>(i);
        const auto& found = counts.turns[outcome];
        if (found.count == 0 || !(is_left_aside(outcome) || outcome == osm::TurnOutcome::repeated)) continue;
        log(log_to, is_left_aside(outcome) ? LogLevel::loss : LogLevel::info,
            format("{}: {} ({})", name_of(outcome), found.count, relations_text(found)));
    }
    for (std::size_t i = 0; i < counts.areas.outcomes.size(); ++i) {
        const auto outcome = static_cast<osm::AreaOutcome>(i);
        const auto& found = counts.areas[outcome];
        if (found.count == 0 || !is_left_aside(outcome)) continue;
        log(log_to, LogLevel::loss,
            format("{}: {}, walked along the edge ({})", name_of(outcome), found.count, found.text()));
    }
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

void add_header(const osm::FileHeader& header, std::vector<std::pair<std::string, std::string>>& notes) {
    if (!header.timestamp.empty()) notes.emplace_back("osm_timestamp", header.timestamp);
    if (!header.generator.empty()) notes.emplace_back("osm_generator", header.generator);
}

RoadNetwork read_trip(const std::string& path, const ReadOptions& options, const osm::Trip& trip, bool trusts_order,
                      ImportReport& found) {
    const osm::Profile& profile = trip.profile;
    const osm::Situation* known = trip.known();
    osm::File file(path, profile.crosses_areas() ? 3 : 2, options.progress);
    if (!trusts_order) file.ignore_order();
    osm::Counts counts;
    const osm::Ways ways = osm::read_ways(file, profile, known, counts);
    if (ways.ways.empty()) refuse_unusable(path, profile, counts);
    osm::Nodes nodes(ways.refs);
    found.nodes = nodes.size();
    const osm::TurnCostRules* prices = options.turns == "full" ? profile.turn_costs() : nullptr;
    nodes.read(file, profile, known, prices, counts);
    counts.nodes_at_ways = nodes.place_missing(ways.places);
    RoadNetwork network =
        osm::build_network(ways, nodes, osm::cross_areas(ways, nodes, counts.areas), profile.may_turn_round(), counts);
    found.counts = {{"OSM nodes", counts.nodes},
                    {"OSM ways", counts.ways},
                    {"highway ways", counts.highway_ways},
                    {"usable ways", counts.usable_ways}};
    add_counts(counts, found);
    if (network.arc_count() == 0) refuse_without_nodes(path, counts);
    if (!options.lenient) refuse_much_lost(path, counts, ways.refs.size());
    if (options.elevation.empty()) osm::drop_structures(network);
    network.provenance.notes = trip_notes(options, trip, "© OpenStreetMap contributors, ODbL 1.0", counts.turns);
    add_header(file.header(), network.provenance.notes);
    if (prices != nullptr) add_prices(*prices, ways, nodes, counts, network, found);
    tell_what_is_left_out(path, counts, trip.at.has_value(), ways.refs.size(), options.log);
    return network;
}

RoadNetwork read_osm(const std::string& path, const ReadOptions& options, ImportReport& found) {
    const osm::Trip trip = osm::choose_trip(options);
    try {
        return read_trip(path, options, trip, true, found);
    } catch (const osm::OrderNotKept& error) {
        log(options.log, LogLevel::warning,
            format("{}; the file is read again as one without order ('osmium sort' sorts it)", error.what()));
    }
    return read_trip(path, options, trip, false, found);
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
