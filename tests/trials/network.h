// SPDX-License-Identifier: Apache-2.0
// Small random networks, written as files by code of the trials' own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fuzz/files/random.h"

namespace trials {

using fuzz::Random;

struct Point {
    std::int64_t x = 0, y = 0;
};

struct Arc {
    std::size_t tail = 0, head = 0;
    std::int64_t cost = 0;    // in units of 10^-digits
    std::int64_t length = 0;  // whole
    std::vector<Point> line;  // from tail to head; empty: straight
};

struct Network {
    std::vector<std::int64_t> ids;  // of nodes, each different
    std::vector<Point> places;
    std::vector<bool> no_through;
    std::vector<Arc> arcs;  // arc k has the id k + 1
    int digits = 0;

    std::size_t node_count() const { return ids.size(); }
    std::string id(std::size_t node) const { return std::to_string(ids[node]); }
};

struct Shape {
    std::size_t most_nodes = 30;
    bool zero_costs = true;
    bool mostly_zero = false;     // nine arcs in ten cost nothing
    bool negative_costs = false;  // a negative cycle may come of it
    bool no_through = true;
    int most_digits = 3;
};

// Parallel arcs, self-loops, isolated nodes and parts apart among them.
Network random_network(Random& random, const Shape& shape);

// A cost as the exact decimal it is.
std::string cost_text(std::int64_t cost, int digits);

// "--no-through" and its ids, or nothing.
std::vector<std::string> no_through_options(const Network& network);
void append(std::vector<std::string>& words, const std::vector<std::string>& more);

// Files that hold the whole network but its no-through nodes, unless these are barriers.
void write_gmns(const Network& network, const std::filesystem::path& folder, bool barriers = false);
void write_edge_list(const Network& network, const std::filesystem::path& file);  // no isolated nodes
void write_dimacs(const Network& network, const std::filesystem::path& file);     // ids 1 … n, no digits

}  // namespace trials
