// SPDX-License-Identifier: Apache-2.0
#include "exact.h"

#include <stdexcept>

namespace trials {

namespace {

// Relaxes all arcs once; returns true if something changed.
bool relax(const Network& network, std::size_t source, std::vector<std::int64_t>& row) {
    bool changed = false;
    for (const Arc& arc : network.arcs) {
        if (row[arc.tail] == unreachable || arc.tail == arc.head) continue;
        if (arc.tail != source && network.no_through[arc.tail]) continue;
        const std::int64_t sum = row[arc.tail] + arc.cost;
        if (sum >= row[arc.head]) continue;
        row[arc.head] = sum;
        changed = true;
    }
    return changed;
}

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

}  // namespace

Table distances(const Network& network) {
    Table table(network.node_count(), std::vector<std::int64_t>(network.node_count(), unreachable));
    for (std::size_t source = 0; source < network.node_count(); ++source) {
        table[source][source] = 0;
        for (std::size_t round = 0; round < network.node_count() && relax(network, source, table[source]); ++round) {
        }
    }
    return table;
}

bool has_negative_cycle(const Network& network) {
    std::vector<std::int64_t> row(network.node_count(), 0);  // a source before all nodes
    Network open = network;
    open.no_through.assign(network.node_count(), false);
    for (std::size_t round = 0; round <= network.node_count(); ++round) {
        if (!relax(open, network.node_count(), row)) return false;
    }
    return true;
}

Paths::Paths(const Network& network, const Table& distances) : network_(network), table_(distances) {
    for (std::size_t target = 0; target < network.node_count(); ++target) steps_.push_back(steps_to(target));
}

std::vector<std::size_t> Paths::arcs(std::size_t from, std::size_t to) const {
    std::vector<std::size_t> path;
    for (std::size_t at = from; at != to; at = network_.arcs[path.back()].head) path.push_back(next_arc(at, to));
    return path;
}

std::size_t Paths::next_arc(std::size_t from, std::size_t to) const {
    if (are_together(from, to)) return inner_arc(from, to);
    for (std::size_t member = 0; member < network_.node_count(); ++member) {
        if (!are_together(from, member)) continue;
        const std::size_t exit = first_exit(member, to);
        if (exit != none) return member == from ? exit : inner_arc(from, member);
    }
    throw std::logic_error("no arc is tight");
}

bool Paths::is_free(const Arc& arc) const {
    return arc.cost == 0 && !network_.no_through[arc.tail] && !network_.no_through[arc.head];
}

// Paths of free arcs lead both ways.
bool Paths::are_together(std::size_t a, std::size_t b) const {
    return steps_[a][b] != none && steps_[b][a] != none;
}

// Free arcs to one node, by node.
std::vector<std::size_t> Paths::steps_to(std::size_t target) const {
    std::vector<std::size_t> steps(network_.node_count(), none);
    steps[target] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (const Arc& arc : network_.arcs) {
            if (!is_free(arc) || steps[arc.head] == none || steps[arc.tail] <= steps[arc.head] + 1) continue;
            steps[arc.tail] = steps[arc.head] + 1;
            changed = true;
        }
    }
    return steps;
}

std::size_t Paths::inner_arc(std::size_t from, std::size_t to) const {
    for (std::size_t k = 0; k < network_.arcs.size(); ++k) {
        const Arc& arc = network_.arcs[k];
        if (arc.tail == from && is_free(arc) && steps_[to][arc.head] + 1 == steps_[to][from]) return k;
    }
    throw std::logic_error("no free arc leads on");
}

std::size_t Paths::first_exit(std::size_t from, std::size_t to) const {
    for (std::size_t k = 0; k < network_.arcs.size(); ++k) {
        const Arc& arc = network_.arcs[k];
        if (arc.tail != from || are_together(from, arc.head) || table_[arc.head][to] == unreachable) continue;
        if (arc.head != to && network_.no_through[arc.head]) continue;
        if (arc.cost + table_[arc.head][to] == table_[from][to]) return k;
    }
    return none;
}

Table skims(const Network& network, const Table& table) {
    Table sums = table;
    const Paths paths(network, table);
    for (std::size_t from = 0; from < network.node_count(); ++from) {
        for (std::size_t to = 0; to < network.node_count(); ++to) {
            if (table[from][to] == unreachable) continue;
            sums[from][to] = 0;
            for (const std::size_t arc : paths.arcs(from, to)) sums[from][to] += network.arcs[arc].length;
        }
    }
    return sums;
}

}  // namespace trials
