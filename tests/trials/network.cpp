// SPDX-License-Identifier: Apache-2.0
#include "network.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace trials {

namespace {

std::ofstream opened(const std::filesystem::path& file) {
    std::ofstream out(file);
    out.exceptions(std::ios::badbit | std::ios::failbit);
    return out;
}

std::string line_text(const std::vector<Point>& line) {
    std::string text;
    for (const Point& point : line) {
        text += (text.empty() ? "" : ", ") + std::to_string(point.x) + " " + std::to_string(point.y);
    }
    return "\"LINESTRING (" + text + ")\"";
}

}  // namespace

Network random_network(Random& random, const Shape& shape) {
    Network network;
    const std::size_t nodes = 1 + random.below(shape.most_nodes);
    const bool sparse_ids = random.chance(2);
    for (std::size_t node = 0; node < nodes; ++node) {
        network.ids.push_back(static_cast<std::int64_t>(sparse_ids ? node * 7 + random.below(7) + 1 : node + 1));
        network.places.push_back(
            {static_cast<std::int64_t>(random.below(10000)), static_cast<std::int64_t>(random.below(10000))});
        network.no_through.push_back(shape.no_through && random.chance(6));
    }
    if (shape.no_through && random.chance(2)) network.no_through.assign(nodes, false);
    network.digits = static_cast<int>(random.below(static_cast<std::size_t>(shape.most_digits) + 1));
    const std::int64_t largest = random.pick(std::initializer_list<std::int64_t>{1, 9, 1000, 100000});
    const std::size_t arcs = 1 + random.below(nodes * 4);
    for (std::size_t arc = 0; arc < arcs; ++arc) {
        const std::size_t tail = random.below(nodes);
        std::size_t head = random.below(nodes);
        if (head == tail && !random.chance(4)) head = (head + 1) % nodes;
        std::int64_t cost = 1 + static_cast<std::int64_t>(random.below(static_cast<std::size_t>(largest)));
        if (shape.zero_costs && random.chance(5)) cost = 0;
        if (shape.mostly_zero && !random.chance(10)) cost = 0;
        if (shape.negative_costs && head != tail && random.chance(8)) cost = -(cost / 3);
        network.arcs.push_back({tail, head, cost, static_cast<std::int64_t>(1 + random.below(500)), {}});
        if (random.chance(3)) {
            network.arcs.push_back({head, tail, std::max<std::int64_t>(cost, 0), network.arcs.back().length, {}});
        }
    }
    return network;
}

std::string cost_text(std::int64_t cost, int digits) {
    std::string text = std::to_string(cost < 0 ? -cost : cost);
    if (digits > 0) {
        const auto wanted = static_cast<std::size_t>(digits) + 1;
        if (text.size() < wanted) text.insert(0, wanted - text.size(), '0');
        text.insert(text.size() - static_cast<std::size_t>(digits), ".");
    }
    return (cost < 0 ? "-" : "") + text;
}

std::vector<std::string> no_through_options(const Network& network) {
    std::string list;
    for (std::size_t node = 0; node < network.node_count(); ++node) {
        if (network.no_through[node]) list += (list.empty() ? "" : ",") + network.id(node);
    }
    if (list.empty()) return {};
    return {"--no-through", list};
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
}

void write_gmns(const Network& network, const std::filesystem::path& folder, bool barriers) {
    std::filesystem::create_directories(folder);
    std::ofstream nodes = opened(folder / "node.csv");
    nodes << "node_id,x_coord,y_coord,node_type\n";
    for (std::size_t node = 0; node < network.node_count(); ++node) {
        nodes << network.ids[node] << ',' << network.places[node].x << ',' << network.places[node].y << ','
              << (barriers && network.no_through[node] ? "barrier" : "") << '\n';
    }
    std::ofstream links = opened(folder / "link.csv");
    links << "link_id,from_node_id,to_node_id,directed,length,cost,geometry\n";
    for (std::size_t arc = 0; arc < network.arcs.size(); ++arc) {
        const Arc& each = network.arcs[arc];
        links << arc + 1 << ',' << network.ids[each.tail] << ',' << network.ids[each.head] << ",1," << each.length
              << ',' << cost_text(each.cost, network.digits) << ',' << (each.line.empty() ? "" : line_text(each.line))
              << '\n';
    }
}

void write_edge_list(const Network& network, const std::filesystem::path& file) {
    std::ofstream out = opened(file);
    out << "id,from,to,cost,length\n";
    for (std::size_t arc = 0; arc < network.arcs.size(); ++arc) {
        const Arc& each = network.arcs[arc];
        out << arc + 1 << ',' << network.ids[each.tail] << ',' << network.ids[each.head] << ','
            << cost_text(each.cost, network.digits) << ',' << each.length << '\n';
    }
}

void write_dimacs(const Network& network, const std::filesystem::path& file) {
    if (network.digits != 0) throw std::logic_error("DIMACS holds integers");
    std::ofstream out = opened(file);
    out << "p sp " << network.node_count() << ' ' << network.arcs.size() << '\n';
    for (const Arc& each : network.arcs) {
        out << "a " << network.ids[each.tail] << ' ' << network.ids[each.head] << ' ' << each.cost << '\n';
    }
}

}  // namespace trials
