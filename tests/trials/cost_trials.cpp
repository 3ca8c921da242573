// SPDX-License-Identifier: Apache-2.0
// Costs that are made of others: expressions, several in one table, changes, heights.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "trial.h"

namespace trials {

namespace {

constexpr const char* utm_32 =
    R"(PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],)"
    R"(PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],)"
    R"(PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],)"
    R"(PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]])";

std::vector<std::string> between(const Network& network, const std::vector<std::size_t>& rows,
                                 const std::vector<std::size_t>& columns) {
    return {"--origins", id_list(network, rows), "--destinations", id_list(network, columns)};
}

// Makes a factor of the input; returns how commands read it.
std::vector<std::string> factor_of(Trial& trial, const std::vector<std::string>& reading) {
    std::vector<std::string> words = {"solve"};
    append(words, reading);
    append(words, {"--factor-only", "-o", "t.factor"});
    trial.run(words);
    return {"t.factor"};
}

// A random expression of the columns cost and length, with its value in units of 10^-digits.
struct Expression {
    std::string text;
    int digits = 0;
    std::int64_t of_cost = 0, of_length = 0;  // factors, in units of 10^-digits

    std::int64_t value(const Arc& arc, int cost_digits) const {
        std::int64_t unit = 1;
        for (int k = 0; k < cost_digits; ++k) unit *= 10;
        return of_cost * arc.cost + of_length * arc.length * unit;  // in units of 10^-(digits + cost_digits)
    }
};

Expression random_expression(Random& random) {
    const auto some = [&](std::size_t end) { return static_cast<std::int64_t>(random.below(end)); };
    const std::int64_t a = 1 + some(99), b = 1 + some(99);
    const auto factor = [&](std::int64_t hundredths) { return cost_text(hundredths, 2); };
    switch (random.below(6)) {
        case 0: return {"cost + " + factor(b) + " * length", 2, 100, b};
        case 1: return {factor(a) + " * cost + " + factor(b) + "*length", 2, a, b};
        case 2: return {"2 * (cost + length) - length", 0, 2, 1};
        case 3: return {"(" + factor(a) + " + 1) * cost + length / 4", 2, a + 100, 25};
        case 4: return {"length * " + factor(b) + " + cost / 2 + cost / 2", 2, 100, b};
        default: return {"(cost + " + factor(a) + " * length) / 5", 3, 200, 2 * a};
    }
}

}  // namespace

void expression_trial(Trial& trial) {
    Random& random = trial.random;
    Shape shape;
    shape.most_digits = 2;
    Network network = random_network(random, shape);
    const Expression expression = random_expression(random);
    write_gmns(network, trial.folder / "net");
    std::vector<std::string> reading = {"net", "--cost", expression.text};
    append(reading, no_through_options(network));
    const auto rows = some_of(all_nodes(network), random);
    const auto columns = some_of(all_nodes(network), random);
    if (random.chance(3)) reading = factor_of(trial, reading);
    std::vector<std::string> words = {"table"};
    append(words, reading);
    append(words, between(network, rows, columns));
    append(words, {"-f", "csv-long", "-o", "table.csv"});
    trial.run(words);
    for (Arc& arc : network.arcs) arc.cost = expression.value(arc, network.digits);
    const int digits = network.digits + expression.digits;
    check_pairs(read_pairs(trial.folder / "table.csv"), network, distances(network), rows, columns, 0, digits);
}

void costs_trial(Trial& trial) {
    Random& random = trial.random;
    Network network = random_network(random, {});
    write_gmns(network, trial.folder / "net");
    const auto rows = some_of(all_nodes(network), random);
    const auto columns = some_of(all_nodes(network), random);
    std::vector<std::string> words = {"table", "net", "--cost", "cost", "--cost", "length"};
    append(words, no_through_options(network));
    append(words, between(network, rows, columns));
    append(words, {"--skim", "length", "-f", "csv-long", "-o", "table.csv"});
    trial.run(words);
    const auto found = read_rows(trial.folder / "table.csv");
    Network by_length = network;
    by_length.digits = 0;
    for (Arc& arc : by_length.arcs) arc.cost = arc.length;
    const Table costs = distances(network);
    const Table lengths = distances(by_length);
    const Table sums = skims(network, costs);
    std::size_t reachable = 0;
    for (const std::size_t from : rows)
        reachable += static_cast<std::size_t>(
            std::ranges::count_if(columns, [&](std::size_t to) { return costs[from][to] != unreachable; }));
    if (found.size() != reachable) throw Wrong("a row for each reachable pair is expected");
    std::map<std::string, std::size_t> nodes;
    for (const std::size_t node : all_nodes(network)) nodes[network.id(node)] = node;
    for (const Row& row : found) {
        const std::size_t from = nodes.at(row.at("from")), to = nodes.at(row.at("to"));
        const std::string pair = row.at("from") + " -> " + row.at("to");
        if (units_of(row.at("cost"), network.digits) != costs[from][to]) throw Wrong("cost of " + pair);
        if (units_of(row.at("length"), 0) != lengths[from][to]) throw Wrong("length of " + pair);
        if (units_of(row.at("length_by_cost"), 0) != sums[from][to])
            throw Wrong("length along the path by cost of " + pair);
    }
}

void compare_trial(Trial& trial) {
    Random& random = trial.random;
    const Network network = random_network(random, {});
    Network changed = network;
    write_gmns(network, trial.folder / "net");
    std::ofstream changes(trial.folder / "changes.csv");
    changes << "arc,cost\n";
    std::vector<bool> closed(network.arcs.size(), false);
    for (std::size_t k = 0; k < 1 + random.below(network.arcs.size()); ++k) {
        const std::size_t arc = random.below(network.arcs.size());
        closed[arc] = random.chance(3);
        changed.arcs[arc].cost = static_cast<std::int64_t>(random.below(2000));
        changes << arc + 1 << ',' << (closed[arc] ? "inf" : cost_text(changed.arcs[arc].cost, network.digits)) << '\n';
    }
    changes.close();
    for (std::size_t k = network.arcs.size(); k-- > 0;) {
        if (closed[k]) changed.arcs.erase(changed.arcs.begin() + static_cast<std::ptrdiff_t>(k));
    }
    std::vector<std::string> reading = {"net", "--cost", "cost"};
    append(reading, no_through_options(network));
    if (random.chance(2)) reading = factor_of(trial, reading);
    const auto rows = some_of(all_nodes(network), random);
    const auto columns = some_of(all_nodes(network), random);
    std::vector<std::string> words = {"compare"};
    append(words, reading);
    append(words, {"--set", "changes.csv"});
    append(words, between(network, rows, columns));
    append(words, {"-f", "csv-long", "-o", "change.csv"});
    trial.run(words);
    Table difference = distances(changed);
    const Table before = distances(network);
    for (std::size_t from = 0; from < network.node_count(); ++from) {
        for (std::size_t to = 0; to < network.node_count(); ++to) {
            std::int64_t& cell = difference[from][to];
            cell = cell == unreachable || before[from][to] == unreachable ? unreachable : cell - before[from][to];
        }
    }
    check_pairs(read_pairs(trial.folder / "change.csv"), network, difference, rows, columns, 0, network.digits);
}

// On a plane an arc climbs by the difference of its ends' heights, or descends by it, whatever its straight line
// crosses.
void height_trial(Trial& trial) {
    Random& random = trial.random;
    Network network = random_network(random, {});
    constexpr std::int64_t east = 500'000, north = 5'200'000, cell = 500, cells = 21;
    for (Point& place : network.places) place = {place.x + east, place.y + north};
    write_gmns(network, trial.folder / "net");
    const auto slope = [&] { return static_cast<std::int64_t>(random.below(11)) - 5; };  // hundredths
    const std::int64_t of_x = slope(), of_y = slope();
    const auto centimetres = [&](const Point& place) {
        return 100'000 + of_x * (place.x - east) + of_y * (place.y - north);
    };
    std::ofstream raster(trial.folder / "heights.asc");
    raster << "ncols " << cells << "\nnrows " << cells << "\nxllcorner " << east - cell / 2 << "\nyllcorner "
           << north - cell / 2 << "\ncellsize " << cell << "\nNODATA_value -9999\n";
    for (std::int64_t row = cells; row-- > 0;) {
        for (std::int64_t column = 0; column < cells; ++column)
            raster << cost_text(centimetres({east + column * cell, north + row * cell}), 2) << ' ';
        raster << '\n';
    }
    raster.close();
    std::ofstream(trial.folder / "heights.prj") << utm_32;
    trial.run({"import", "net", "--crs", "EPSG:32632", "--elevation", "heights.asc", "-o", "out.gmns"});
    std::map<std::string, Row> links;
    for (const Row& row : read_rows(trial.folder / "out.gmns" / "link.csv")) links[row.at("link_id")] = row;
    for (std::size_t k = 0; k < network.arcs.size(); ++k) {
        const Arc& arc = network.arcs[k];
        const std::int64_t rise = centimetres(network.places[arc.head]) - centimetres(network.places[arc.tail]);
        const Row& row = links.at(std::to_string(k + 1));
        const std::string name =
            " of arc " + std::to_string(k + 1) + ", which rises by " + std::to_string(rise) + " cm";
        if (units_of(row.at("ascent"), 2) != std::max<std::int64_t>(rise, 0))
            throw Wrong("ascent " + row.at("ascent") + name);
        if (units_of(row.at("descent"), 2) != std::max<std::int64_t>(-rise, 0))
            throw Wrong("descent " + row.at("descent") + name);
    }
}

}  // namespace trials
