// SPDX-License-Identifier: Apache-2.0
// Rules of OpenStreetMap from file to network: osm_rules/ has a small file for each rule, osm_rules.csv the arcs that
// each profile must make of it. Its ways are 0.01 degrees of the equator, 1113.195 m; where a profile's cells are empty
// there is no such arc.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "allways/base/format.h"
#include "base/text.h"
#include "support.h"
#include "text/csv_reader.h"

namespace allways::test {

using namespace importers;
namespace {

const std::string folder = allways::testing::source_folder() + "/tests/importers/";
const std::vector<std::string> profiles = {"car", "bicycle", "foot"};

using Arcs = std::vector<std::string>;  // "11 to 12: 50.00 km/h, 80.150 s"

std::string shown(std::string_view from, std::string_view to, double kmh, double time_s) {
    return format("{} to {}: {:.2f} km/h, {:.3f} s", from, to, kmh, time_s);
}

// Rule → arcs of one profile; rules without arcs have an empty list.
std::map<std::string, Arcs> expected_arcs(std::size_t profile) {
    CsvReader table(folder + "osm_rules.csv");
    std::vector<std::string_view> fields;
    table.next(fields);
    std::map<std::string, Arcs> result;
    while (table.next(fields)) {
        Arcs& arcs = result[std::string(fields[0])];
        const std::string_view kmh = fields[3 + 2 * profile];
        if (kmh.empty()) continue;
        arcs.push_back(
            shown(fields[1], fields[2], parse_real(kmh).value(), parse_real(fields[4 + 2 * profile]).value()));
    }
    return result;
}

RoadNetwork read_rule(const std::string& rule, const std::string& profile) {
    return read_network(folder + "osm_rules/" + rule + ".osm", {.profile = profile});
}

Arcs arcs_of(const RoadNetwork& network) {
    Arcs arcs;
    const ArcColumn* kmh = network.column("free_speed");
    const ArcColumn* time_s = network.column("time");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        arcs.push_back(shown(network.node_ids.text(network.tail[arc]), network.node_ids.text(network.head[arc]),
                             kmh->values[arc].to_double(), time_s->values[arc].to_double()));
    }
    return arcs;
}

TEST(OsmRules, FilesGiveTheArcsOfTheTable) {
    for (std::size_t profile = 0; profile < profiles.size(); ++profile) {
        for (auto [rule, expected] : expected_arcs(profile)) {
            SCOPED_TRACE(rule + ".osm, " + profiles[profile]);
            Arcs found = arcs_of(read_rule(rule, profiles[profile]));
            std::ranges::sort(found);
            std::ranges::sort(expected);
            EXPECT_EQ(found, expected);
        }
    }
}

TEST(OsmRules, EveryFileIsInATable) {
    const auto arcs = expected_arcs(0);
    std::set<std::string> rules = {"barrier"};
    for (const auto& [rule, list] : arcs) rules.insert(rule);
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder + "osm_rules")) {
        files.insert(entry.path().stem().string());
    }
    EXPECT_EQ(files, rules);
}

// A closed barrier is a node that paths may not pass; the road before and behind it stays.
TEST(OsmRules, BarriersClose) {
    const std::map<std::string, std::vector<std::string>> closed = {{"car", {"12", "14", "16", "17", "19"}},
                                                                    {"bicycle", {"14", "15", "16", "17", "21"}},
                                                                    {"foot", {"15", "17", "21"}}};
    const std::map<std::string, std::size_t> for_destinations = {{"car", 2}, {"bicycle", 0}, {"foot", 0}};  // 15, 21
    for (const auto& [profile, expected] : closed) {
        const RoadNetwork network = read_rule("barrier", profile);
        std::vector<std::string> found;
        for (NodeIndex node = 0; node < network.no_through.size(); ++node) {
            if (network.no_through[node] != 0) found.push_back(network.node_ids.text(node));
        }
        EXPECT_EQ(found, expected) << profile;
        EXPECT_EQ(network.arc_count(), 2 * (expected.size() + for_destinations.at(profile) + 1)) << profile;
    }
}

}  // namespace
}  // namespace allways::test
