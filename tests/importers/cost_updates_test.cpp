// SPDX-License-Identifier: Apache-2.0
// Live speeds of OpenStreetMap data: files of rows, the nodes inside arcs, and times against a loop over the ways.
#include "allways/importers/cost_updates.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "allways/network/simplify.h"
#include "base/random.h"
#include "osm_text.h"
#include "support.h"

namespace allways::test {

namespace {

using Pair = std::pair<std::int64_t, std::int64_t>;

CostUpdates rows(std::string_view text) {
    return parse_cost_updates(text, "rows");
}

std::string fault_of(std::string_view text) {
    try {
        rows(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

// Ways on and near the equator, with nodes at uneven distances, and the time of each piece.
struct Streets {
    std::string osm;
    std::map<std::int64_t, double> x;             // of the nodes
    std::vector<std::vector<std::int64_t>> ways;  // their nodes, in the direction of travel
    std::vector<bool> both_ways;
};

Streets streets_of(std::uint64_t seed) {
    Random random(seed);
    Streets streets;
    std::string nodes;
    std::string ways;
    for (std::int64_t way = 0; way < 6; ++way) {
        std::vector<std::int64_t> ids;
        double x = 0;
        const auto count = static_cast<std::int64_t>(2 + random.next() % 8);
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t id = i == 0 ? 1 : static_cast<std::int64_t>(random.next() % 1'000'000) * 10 + way + 2;
            if (i > 0) x += 0.0001 * static_cast<double>(1 + random.next() % 50);
            if (streets.x.emplace(id, x).second) nodes += osm_node(id, x, 0);
            ids.push_back(id);
        }
        const bool backward = random.next() % 3 == 0;
        streets.both_ways.push_back(!backward && random.next() % 2 == 0);
        const char* oneway = backward ? "-1" : streets.both_ways.back() ? "no" : "yes";
        ways += osm_way(100 + way, ids, {{"highway", "residential"}, {"oneway", oneway}});
        if (backward) std::ranges::reverse(ids);
        streets.ways.push_back(std::move(ids));
    }
    streets.osm = osm_file(nodes + ways);
    return streets;
}

// Seconds from each end of a way to the other, with these speeds for pairs; 0: closed.
std::map<Pair, double> expected_seconds(const Streets& streets, const std::map<Pair, double>& speeds, double usual,
                                        double metres_per_degree) {
    std::map<Pair, double> seconds;
    for (std::size_t way = 0; way < streets.ways.size(); ++way) {
        std::vector<std::int64_t> ids = streets.ways[way];
        for (int back = 0; back <= (streets.both_ways[way] ? 1 : 0); ++back) {
            double sum = 0;
            for (std::size_t i = 1; i < ids.size(); ++i) {
                const auto found = speeds.find({ids[i - 1], ids[i]});
                const double speed = found == speeds.end() ? usual : found->second;
                sum += std::abs(streets.x.at(ids[i]) - streets.x.at(ids[i - 1])) * metres_per_degree * 3.6 / speed;
            }
            seconds[{ids.front(), ids.back()}] = sum;
            std::ranges::reverse(ids);
        }
    }
    return seconds;
}

class CostUpdateFiles : public ::testing::Test {
protected:
    RoadNetwork read(const std::string& osm) {
        const auto path = folder_.write("map.osm", osm);
        return read_network(path);
    }
    TemporaryFolder folder_;
};

}  // namespace

TEST_F(CostUpdateFiles, TellsTheFormByTheFirstLine) {
    const CostUpdates osrm = rows("1,2,30\r\n\n# remark\n2,1,0,1.5,further,fields\n 3 , 4 , 7.25 ,\n");
    ASSERT_EQ(osrm.rows.size(), 3u);
    EXPECT_EQ(osrm.of, CostUpdates::Of::node_pairs);
    EXPECT_EQ(osrm.rows[0].line, 1u);
    EXPECT_EQ(osrm.rows[1].line, 4u);
    EXPECT_EQ(osrm.rows[2].from, "3");
    EXPECT_EQ(osrm.rows[2].value, Decimal(725, 2));
    EXPECT_EQ(osrm.rates, 1u);
    EXPECT_EQ(rows("\xef\xbb\xbf"
                   "from_osm_id,to_osm_id,speed_kmh,rate\n1,2,3")
                  .rows.size(),
              1u);
    const CostUpdates arcs = rows("arc,reversed,speed_kmh\n7,1,30\n");
    EXPECT_EQ(arcs.of, CostUpdates::Of::arcs);
    EXPECT_EQ(arcs.values, CostUpdates::Values::speeds);
    EXPECT_EQ(arcs.rows[0].reversed, true);
    const CostUpdates costs = rows("arc,cost\n7,12.5\n8,inf");
    EXPECT_EQ(costs.values, CostUpdates::Values::costs);
    EXPECT_FALSE(costs.rows[0].reversed);
    EXPECT_TRUE(costs.rows[1].value.is_missing());
    EXPECT_TRUE(rows("").rows.empty());
    EXPECT_TRUE(rows("arc,cost\n").rows.empty());
    EXPECT_EQ(rows("arc,cost\n").of, CostUpdates::Of::arcs);
    EXPECT_EQ(rows("arc,cost\n").values, CostUpdates::Values::costs);
}

TEST_F(CostUpdateFiles, NamesTheLineOfWhatIsWrong) {
    EXPECT_EQ(fault_of("1,2,30\n1,2,x\n"),
              "rows:2: the speed 'x' is not a number; expected km/h, such as 50, or 0 to close the road");
    EXPECT_EQ(fault_of("1,2,30\n1,2,-3\n"),
              "rows:2: the speed -3 is negative; expected km/h, such as 50, or 0 to close the road");
    EXPECT_EQ(fault_of("1,2,0.0001\n"),
              "rows:1: the speed 0.0001 is below 0.001; expected km/h, such as 50, or 0 to close the road");
    EXPECT_EQ(fault_of("1,2,30\n\n1,2\n"), "rows:3: expected 'from,to,speed_kmh[,rate]', found 2 fields");
    EXPECT_EQ(fault_of("1,2,3,fast\n"),
              "rows:1: the rate 'fast' is not a number; expected one, which has no effect, or nothing");
    EXPECT_EQ(fault_of("arc,cost\n1,2,3\n"), "rows:2: expected 'arc,cost', as in the first line, found 3 fields");
    EXPECT_EQ(fault_of("arc,cost\n1,-2\n"),
              "rows:2: the cost -2 is negative; expected a number of 0 or more, or 'inf'");
    EXPECT_EQ(fault_of("arc,reversed,cost\n1,yes,2\n"), "rows:2: reversed: expected 0 or 1, found 'yes'");
    for (const char* heading : {"from,to,cost\n", "a\n", "arc\n", "arc,to,speed\n", "1,2\n", "1,2,1e99999\n"}) {
        EXPECT_NE(fault_of(heading), "none") << heading;
    }
}

TEST_F(CostUpdateFiles, PartsOfArcsAddUpAsTheirWaysDo) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Streets streets = streets_of(seed);
        const RoadNetwork network = read(streets.osm);
        const double usual = network.column("free_speed")->values[0].to_double();
        const double metres_per_degree = 6'378'137 * std::numbers::pi / 180;
        Random random(seed);
        std::map<Pair, double> speeds;
        std::string text;
        for (const auto& way : streets.ways) {
            for (std::size_t i = 1; i < way.size(); ++i) {
                for (const Pair& pair : {Pair(way[i - 1], way[i]), Pair(way[i], way[i - 1])}) {
                    if (random.next() % 3 == 0) continue;
                    const int speed = random.next() % 20 == 0 ? 0 : static_cast<int>(1 + random.next() % 120);
                    speeds[pair] = speed;
                    text += format("{},{},{}\n", pair.first, pair.second, 99) +
                            format("{},{},{}\n", pair.first, pair.second, speed);
                }
            }
        }
        const auto truth = expected_seconds(streets, speeds, usual, metres_per_degree);
        const UpdatedCosts made = CostUpdater(network).apply(rows(text));
        ASSERT_EQ(truth.size(), network.arc_count()) << "seed " << seed;
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            const double seconds = truth.at(
                {network.node_ids.numbers()[network.tail[arc]], network.node_ids.numbers()[network.head[arc]]});
            const Decimal& found = made.cost.values[arc];
            EXPECT_EQ(found.is_missing(), std::isinf(seconds)) << "seed " << seed << ", arc " << arc;
            if (!found.is_missing()) {
                EXPECT_NEAR(found.to_double(), seconds, 0.001 + seconds * 1e-5) << "seed " << seed;
            }
        }
        EXPECT_EQ(made.report.rows, made.report.applied + made.report.not_found);
        EXPECT_EQ(made.report.repeated * 2, made.report.applied);
    }
}

// By its own id a line that was cut is all its parts, and by its name a road is all that have it.
TEST_F(CostUpdateFiles, LinesAndNamesAreAllTheirArcs) {
    const TemporaryFolder folder;
    const auto line = [](int id, const char* name, const char* points) {
        return format(R"({{"type":"Feature","properties":{{"id":{},"name":"{}","maxspeed":50}},"geometry":)"
                      R"({{"type":"LineString","coordinates":[{}]}}}})",
                      id, name, points);
    };
    const auto path = folder.write("a.geojson", format(R"({{"type":"FeatureCollection","features":[{},{},{}]}})",
                                                       line(7, "Mill Lane", "[0,51],[0.001,51],[0.002,51]"),
                                                       line(8, "Mill Lane", "[0.001,51],[0.001,51.001]"),
                                                       line(9, "High Street", "[0.002,51],[0.002,51.001]")));
    const auto network = read_network(path, {.join = ReadOptions::Join::vertices});
    ASSERT_EQ(network.arc_count(), 8u);
    const CostUpdater updater(network, "time");
    const auto closed = [&](std::string_view text) {
        const UpdatedCosts made = updater.apply(rows(text));
        std::string ids;
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            if (made.cost.values[arc].is_missing())
                ids += format("{}{} ", network.arc_ids.text(arc), network.reversed[arc] != 0 ? "-" : "");
        }
        return ids + std::to_string(made.report.not_found);
    };
    EXPECT_EQ(closed("arc,cost\n7,inf\n"), "7.1 7.1- 7.2 7.2- 0");
    EXPECT_EQ(closed("arc,reversed,speed\n7,1,0\n"), "7.1- 7.2- 0");
    EXPECT_EQ(closed("arc,cost\n7.2,inf\n8,inf\n"), "7.2 7.2- 8 8- 0");
    EXPECT_EQ(closed("name,cost\nMill Lane,inf\n"), "7.1 7.1- 7.2 7.2- 8 8- 0");
    EXPECT_EQ(closed("name,speed_kmh\nHigh Street,0\nLow Street,0\n"), "9 9- 1");
    const auto why = [&](std::string_view text) { return updater.apply(rows(text)).report.examples.at(0).why; };
    EXPECT_EQ(why("name,cost\nLow Street,inf\n"), "no road has this name");
    EXPECT_EQ(why("arc,cost\n12,inf\n"), "the network has no such arc");
    EXPECT_EQ(why("arc,cost\n7,30\n"), "the road has several arcs; state the cost of each, or 'inf' to close all");
    EXPECT_NE(fault_of("name,reversed,cost\nMill Lane,0,inf\n"), "none");
}

// Rows are read as other texts are.
TEST_F(CostUpdateFiles, EncodingsAreDecoded) {
    const TemporaryFolder folder;
    Messages messages;
    const auto path = folder.write("a.csv", "class,cost_factor\nstra\xdf\x65,2\n");
    EXPECT_EQ(read_cost_updates(path, {.log = messages.callback()}).rows.at(0).from, "stra\xc3\x9f\x65");
    EXPECT_TRUE(messages.contains("1 line is not UTF-8 (first at line 2) and is read as Windows-1252"));
    EXPECT_EQ(read_cost_updates(path, {.encoding = "latin1"}).rows.at(0).from, "stra\xc3\x9f\x65");
    EXPECT_THROW(read_cost_updates(path, {.encoding = "klingon"}), InvalidArgument);
}

TEST_F(CostUpdateFiles, ReportsRowsThatItDoesNotFind) {
    const auto nodes = osm_node(1, 0, 0) + osm_node(2, 0.001, 0) + osm_node(3, 0.002, 0) + osm_node(4, 0.003, 0);
    const RoadNetwork network =
        read(osm_file(nodes + osm_way(7, {1, 2, 3, 4}, {{"highway", "residential"}, {"oneway", "yes"}})));
    EXPECT_EQ(network.text("osm_nodes")->text(0), "2 +1");
    const CostUpdater updater(network);
    const auto made = updater.apply(rows("1,2,10\n2,1,10\n1,3,10\n1,9,10\n8,2,10\n3,4,10\n")).report;
    EXPECT_EQ(made.applied, 2u);
    EXPECT_EQ(made.parts, 2u);
    EXPECT_EQ(made.arcs, 1u);
    ASSERT_EQ(made.examples.size(), 4u);
    EXPECT_EQ(made.examples[0].row, "2,1");
    EXPECT_EQ(made.examples[0].why, "no arc leads straight from one node to the other");
    EXPECT_EQ(made.examples[2].line, 4u);
    EXPECT_EQ(made.examples[2].why, "node 9 is not in the network");
    EXPECT_EQ(made.examples[3].why, "node 8 is not in the network");
    EXPECT_THROW(updater.apply(rows("x,2,10\n")), InputError);  // ids are numbers
    // The next rows start from the imported times again.
    EXPECT_EQ(updater.apply(rows("")).cost, *network.column("time"));
    EXPECT_EQ(updater.apply(rows("arc,speed\n1,0\n")).report.closed, 1u);
    EXPECT_EQ(updater.apply(rows("arc,reversed,cost\n1,1,5\n")).report.not_found, 1u);
    EXPECT_EQ(updater.apply(rows("arc,cost\n1,5.25\n")).cost.values[0], Decimal(525, 2));
    const CostUpdater of_length(network, "length");
    EXPECT_THROW(of_length.apply(rows("1,2,10\n")), InvalidArgument);
    EXPECT_EQ(of_length.apply(rows("arc,cost\n1,5\n")).report.arcs, 1u);
}

TEST_F(CostUpdateFiles, ImportedCostsStayInTheNetwork) {
    const Streets streets = streets_of(5);
    RoadNetwork network = read(streets.osm);
    const ArcColumn before = *network.column("time");
    const CostUpdates slow = rows(format("{},{},1\n", streets.ways[0][0], streets.ways[0][1]));
    for (int i = 0; i < 2; ++i) {
        UpdatedCosts made = CostUpdater(network).apply(slow);
        EXPECT_EQ(made.report.arcs, 1u);
        set_costs(network, std::move(made.cost));
        EXPECT_EQ(network.column("time_imported")->values, before.values);
    }
    set_costs(network, CostUpdater(network).apply(rows("")).cost);
    EXPECT_EQ(network.column("time")->values, before.values);
    EXPECT_EQ(network.columns.size(), 4u);
}

TEST_F(CostUpdateFiles, ChainsKeepTheNodesOfTheirParts) {
    const auto nodes = osm_node(1, 0, 0) + osm_node(2, 0.001, 0) + osm_node(3, 0.002, 0) + osm_node(4, 0.003, 0) +
                       osm_node(5, 0.004, 0);
    const RoadNetwork network = read(osm_file(nodes + osm_way(7, {1, 2, 3}, {{"highway", "residential"}}) +
                                              osm_way(8, {5, 4, 3}, {{"highway", "residential"}})));
    const RoadNetwork chain = simplify(network, {}).network;
    ASSERT_EQ(chain.arc_count(), 2u);
    const auto made = CostUpdater(chain).apply(rows("1,2,5\n2,3,5\n3,4,5\n4,5,5\n5,4,5\n"));
    EXPECT_EQ(made.report.applied, 5u);
    const double metres = chain.column("length")->values[0].to_double();
    const ArcIndex along = chain.node_ids.numbers()[chain.tail[0]] == 1 ? 0 : 1;
    EXPECT_NEAR(made.cost.values[along].to_double(), metres * 3.6 / 5, 0.05);
}

}  // namespace allways::test
