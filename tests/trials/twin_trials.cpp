// SPDX-License-Identifier: Apache-2.0
// The same streets told by two schemas.
#include <algorithm>
#include <fstream>
#include <set>

#include "trial.h"

namespace trials {

namespace {

struct Street {
    std::vector<std::size_t> nodes;  // junctions in order; more than two lie on one meridian
    std::vector<Point> bends;        // between the two junctions of a street, in 1e-7 degrees
    std::string highway;
    int speed_kmh = 0;  // 0: not stated
    bool oneway = false;
};

struct TwinTown {
    std::vector<Point> places;  // in 1e-7 degrees
    std::vector<Street> streets;
};

std::string degrees(std::int64_t units) {
    return cost_text(units, 7);
}

// Columns of junctions along meridians, and streets between any two.
TwinTown random_twin_town(Random& random) {
    TwinTown town;
    const std::size_t columns = 2 + random.below(3), rows = 2 + random.below(4);
    for (std::size_t column = 0; column < columns; ++column) {
        for (std::size_t row = 0; row < rows; ++row) {
            town.places.push_back({80'000'000 + static_cast<std::int64_t>(column) * 20'000,
                                   470'000'000 + static_cast<std::int64_t>(row * 20'000 + random.below(8'000))});
        }
    }
    const auto street = [&] {
        Street made;
        made.highway =
            random.pick(std::initializer_list<std::string>{"residential", "primary", "tertiary", "secondary"});
        if (random.chance(2)) made.speed_kmh = random.pick(std::initializer_list<int>{20, 30, 50, 80});
        made.oneway = random.chance(3);
        return made;
    };
    for (std::size_t column = 0; column < columns; ++column) {
        Street along = street();
        for (std::size_t row = 0; row < rows; ++row) along.nodes.push_back(column * rows + row);
        town.streets.push_back(along);
    }
    for (std::size_t k = 0; k < 2 + random.below(3 * columns); ++k) {
        Street between = street();
        const std::size_t from = random.below(town.places.size());
        const std::size_t to = (from + 1 + random.below(town.places.size() - 1)) % town.places.size();
        between.nodes = {from, to};
        for (std::size_t bend = 0; bend < random.below(3); ++bend) {
            between.bends.push_back({80'000'000 + static_cast<std::int64_t>(random.below(60'000)),
                                     470'000'000 + static_cast<std::int64_t>(random.below(90'000))});
        }
        town.streets.push_back(between);
    }
    return town;
}

void write_osm(const TwinTown& town, const std::filesystem::path& file) {
    std::ofstream out(file);
    out << "<osm version=\"0.6\">\n";
    const auto node = [&](std::size_t id, const Point& place) {
        out << "<node id=\"" << id << "\" lat=\"" << degrees(place.y) << "\" lon=\"" << degrees(place.x) << "\"/>\n";
    };
    for (std::size_t k = 0; k < town.places.size(); ++k) node(k + 1, town.places[k]);
    for (std::size_t k = 0; k < town.streets.size(); ++k) {
        for (std::size_t bend = 0; bend < town.streets[k].bends.size(); ++bend)
            node(1000 + 10 * k + bend, town.streets[k].bends[bend]);
    }
    for (std::size_t k = 0; k < town.streets.size(); ++k) {
        const Street& street = town.streets[k];
        out << "<way id=\"" << k + 1 << "\">";
        for (std::size_t at = 0; at < street.nodes.size(); ++at) {
            if (at == 1) {
                for (std::size_t bend = 0; bend < street.bends.size(); ++bend)
                    out << "<nd ref=\"" << 1000 + 10 * k + bend << "\"/>";
            }
            out << "<nd ref=\"" << street.nodes[at] + 1 << "\"/>";
        }
        out << "<tag k=\"highway\" v=\"" << street.highway << "\"/>";
        if (street.speed_kmh > 0) out << "<tag k=\"maxspeed\" v=\"" << street.speed_kmh << "\"/>";
        if (street.oneway) out << "<tag k=\"oneway\" v=\"yes\"/>";
        out << "</way>\n";
    }
    out << "</osm>\n";
}

void write_overture(const TwinTown& town, const std::filesystem::path& file) {
    std::ofstream out(file);
    out << "{\"type\":\"FeatureCollection\",\"features\":[\n";
    for (std::size_t k = 0; k < town.streets.size(); ++k) {
        const Street& street = town.streets[k];
        std::string line, connectors;
        const auto add = [&](const Point& place) {
            line += (line.empty() ? "[" : ",[") + degrees(place.x) + "," + degrees(place.y) + "]";
        };
        const double first = static_cast<double>(town.places[street.nodes.front()].y);
        const double last = static_cast<double>(town.places[street.nodes.back()].y);
        for (std::size_t at = 0; at < street.nodes.size(); ++at) {
            if (at == 1) std::ranges::for_each(street.bends, add);
            add(town.places[street.nodes[at]]);
            const double share = at == 0 ? 0
                                 : at + 1 == street.nodes.size()
                                     ? 1
                                     : (static_cast<double>(town.places[street.nodes[at]].y) - first) / (last - first);
            connectors += (at == 0 ? "" : ",") + std::string("{\"connector_id\":\"n") +
                          std::to_string(street.nodes[at] + 1) + "\",\"at\":" + std::to_string(share) + "}";
        }
        out << (k == 0 ? "" : ",\n") << R"({"type":"Feature","id":"s)" << k + 1
            << R"(","geometry":{"type":"LineString","coordinates":[)" << line
            << R"(]},"properties":{"theme":"transportation","type":"segment","subtype":"road","class":")"
            << street.highway << R"(","connectors":[)" << connectors << "]";
        if (street.speed_kmh > 0)
            out << R"(,"speed_limits":[{"max_speed":{"value":)" << street.speed_kmh << R"(,"unit":"km/h"}}])";
        if (street.oneway) out << R"(,"access_restrictions":[{"access_type":"denied","when":{"heading":"backward"}}])";
        out << "}}";
    }
    out << "\n]}\n";
}

// Junctions that both schemas keep as nodes: ends of streets, and those of several.
std::vector<std::size_t> kept_nodes(const TwinTown& town) {
    std::vector<std::size_t> streets(town.places.size(), 0);
    std::set<std::size_t> kept;
    for (const Street& street : town.streets) {
        kept.insert(street.nodes.front());
        kept.insert(street.nodes.back());
        for (const std::size_t node : street.nodes) {
            if (++streets[node] > 1) kept.insert(node);
        }
    }
    return {kept.begin(), kept.end()};
}

}  // namespace

void overture_trial(Trial& trial) {
    Random& random = trial.random;
    const TwinTown town = random_twin_town(random);
    write_osm(town, trial.folder / "town.osm");
    write_overture(town, trial.folder / "town.geojson");
    Network reached;  // the truth of who reaches whom
    for (std::size_t k = 0; k < town.places.size(); ++k) reached.ids.push_back(static_cast<std::int64_t>(k + 1));
    reached.no_through.assign(town.places.size(), false);
    for (const Street& street : town.streets) {
        for (std::size_t at = 1; at < street.nodes.size(); ++at) {
            reached.arcs.push_back({street.nodes[at - 1], street.nodes[at], 1, 1, {}});
            if (!street.oneway) reached.arcs.push_back({street.nodes[at], street.nodes[at - 1], 1, 1, {}});
        }
    }
    const Table steps = distances(reached);
    const auto nodes = kept_nodes(town);
    const std::string cost = random.chance(2) ? "length" : "time";
    std::string osm_ids, overture_ids;
    for (const std::size_t node : nodes) {
        osm_ids += (osm_ids.empty() ? "" : ",") + std::to_string(node + 1);
        overture_ids += (overture_ids.empty() ? "n" : ",n") + std::to_string(node + 1);
    }
    const std::string profile = random.pick(std::initializer_list<std::string>{"car", "truck"});
    trial.run({"table", "town.osm", "--profile", profile, "--cost", cost, "--points", osm_ids, "-f", "csv-long", "-o",
               "osm.csv"});
    trial.run({"table", "town.geojson", "--profile", profile, "--cost", cost, "--points", overture_ids, "-f",
               "csv-long", "-o", "overture.csv"});
    const Pairs by_osm = read_pairs(trial.folder / "osm.csv");
    const Pairs by_overture = read_pairs(trial.folder / "overture.csv");
    const auto find = [](const Pairs& pairs, const std::string& from, const std::string& to) {
        const auto at = pairs.find({from, to});
        return at == pairs.end() ? std::string() : at->second.at(0);
    };
    for (const std::size_t from : nodes) {
        for (const std::size_t to : nodes) {
            const std::string a = std::to_string(from + 1), b = std::to_string(to + 1);
            const std::string osm = find(by_osm, a, b), overture = find(by_overture, "n" + a, "n" + b);
            if (osm.empty() != (steps[from][to] == unreachable))
                throw Wrong(a + " -> " + b + " of OpenStreetMap: " + osm);
            if (osm != overture)
                throw Wrong(a + " -> " + b + " is " + osm + " by one schema, " + overture + " by the other");
        }
    }
}

}  // namespace trials
