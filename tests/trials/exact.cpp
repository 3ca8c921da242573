#include "exact.h"

#include <stdexcept>

namespace trials {

namespace {

// Once over all arcs; whether something changed.
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

std::size_t first_tight_arc(const Network& network, const Table& table, std::size_t from, std::size_t to) {
    for (std::size_t k = 0; k < network.arcs.size(); ++k) {
        const Arc& arc = network.arcs[k];
        if (arc.tail != from || arc.head == from || table[arc.head][to] == unreachable) continue;
        if (arc.head != to && network.no_through[arc.head]) continue;
        if (arc.cost + table[arc.head][to] == table[from][to]) return k;
    }
    throw std::logic_error("no arc is tight");
}

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

Table skims(const Network& network, const Table& table) {
    Table sums = table;
    for (std::size_t from = 0; from < network.node_count(); ++from) {
        for (std::size_t to = 0; to < network.node_count(); ++to) {
            if (table[from][to] == unreachable) continue;
            sums[from][to] = 0;
            for (std::size_t at = from; at != to;) {
                const Arc& arc = network.arcs[first_tight_arc(network, table, at, to)];
                sums[from][to] += arc.length;
                at = arc.head;
            }
        }
    }
    return sums;
}

}  // namespace trials
