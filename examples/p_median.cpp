// SPDX-License-Identifier: Apache-2.0
// Chooses depots one by one, each where it lowers the costs of all nodes from their nearest depot most (the greedy
// heuristic for the p-median problem: Cornuejols, Fisher and Nemhauser 1977). No table of all pairs is stored: each row
// is reduced to one number while the next rows are computed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <tuple>
#include <variant>
#include <vector>

#include <allways/base/error.h>
#include <allways/base/units.h>
#include <allways/engine/factorize.h>
#include <allways/engine/table_stream.h>
#include <allways/importers/read.h>

using namespace allways;

namespace {

// What a depot at a node would mean for all nodes, the better one first.
struct Candidate {
    std::size_t unreached = std::numeric_limits<std::size_t>::max();  // by any depot
    double cost = 0;                                                  // the sum over the others, raw
    NodeIndex node = 0;
    bool operator<(const Candidate& other) const {
        return std::tie(unreached, cost, node) < std::tie(other.unreached, other.cost, other.node);
    }
};

// Calls visit(row, raw costs to all nodes) for the rows of `origins`, from one thread at a time.
template <class Visit>
void for_each_row(const NetworkFactor& factor, const std::vector<NodeIndex>& origins, const std::vector<NodeIndex>& all,
                  const Visit& visit) {
    std::vector<double> costs(all.size());
    TableStream(factor, origins, all).run([&](const TableBand& band) {
        std::visit(
            [&](const auto& cells) {
                for (std::size_t i = 0; i < band.rows.size(); ++i) {
                    for (std::size_t j = 0; j < all.size(); ++j) costs[j] = raw_value(cells[i * all.size() + j]);
                    visit(origins[band.rows[i]], costs);
                }
            },
            band.distances);
    });
}

}  // namespace

int main(int argc, char** argv) {
    const int wanted = argc == 3 ? std::atoi(argv[2]) : 0;
    if (wanted < 1) {
        std::fprintf(stderr, "usage: p_median NETWORK DEPOTS\n");
        return 2;
    }
    try {
        const NetworkFactor factor = factorize(read_network(argv[1]));
        std::vector<NodeIndex> all(factor.node_count());
        std::iota(all.begin(), all.end(), NodeIndex{0});
        std::vector<double> nearest(all.size(), std::numeric_limits<double>::infinity());  // the depots so far
        for (int depot = 0; depot < wanted; ++depot) {
            Candidate best;
            for_each_row(factor, all, all, [&](NodeIndex node, const std::vector<double>& costs) {
                Candidate candidate{0, 0, node};
                for (std::size_t j = 0; j < costs.size(); ++j) {
                    const double cost = std::min(costs[j], nearest[j]);
                    std::isfinite(cost) ? candidate.cost += cost : ++candidate.unreached;
                }
                best = std::min(best, candidate);
            });
            for_each_row(factor, {best.node}, all, [&](NodeIndex, const std::vector<double>& costs) {
                for (std::size_t j = 0; j < costs.size(); ++j) nearest[j] = std::min(nearest[j], costs[j]);
            });
            const double reached = static_cast<double>(all.size() - best.unreached);
            std::printf("%s: %g %s on average, %zu unreached\n", factor.node_ids.text(best.node).c_str(),
                        natural_value(best.cost, factor.scale) / reached, factor.scale.unit.c_str(), best.unreached);
        }
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
