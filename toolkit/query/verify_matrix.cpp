// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/query/verification.h"
#include "cost/potentials.h"
#include "query/verifier.h"

namespace allways {

namespace {

using query::Row;

// Dijkstra on a dense matrix, scanning for the nearest node: O(n²) per row, which no heap can improve if every pair has
// an arc. Potentials make costs non-negative if needed (Johnson).
template <class T>
class MatrixProblem {
public:
    using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

    explicit MatrixProblem(const CostMatrix& matrix)
        : matrix_(matrix), n_(matrix.node_count()), values_(matrix.values<T>()) {
        bool has_negative = false;
        for_each_arc([&](NodeIndex, NodeIndex, double cost) { has_negative |= cost < 0; });
        if (!has_negative) return;
        const auto potentials = cost::matrix_potentials<T>(n_, [&](auto&& visit) {
            for_each_arc([&](NodeIndex i, NodeIndex j, double cost) { visit(i, j, static_cast<Wide>(cost)); });
        });
        if (!potentials.cycle.empty()) cost::throw_negative_cycle(potentials.cycle, node_ids());
        potential_.assign(potentials.of.begin(), potentials.of.end());
    }

    std::size_t node_count() const { return n_; }
    const IdTable& node_ids() const { return matrix_.node_ids(); }
    bool is_passable(NodeIndex) const { return true; }

    Row row(NodeIndex from) const {
        Row row{std::vector<double>(n_, query::infinity),
                {},
                std::vector<std::uint32_t>(n_, 0),
                std::vector<double>(n_, 0)};
        std::vector<NodeIndex> open(n_);
        std::iota(open.begin(), open.end(), NodeIndex{0});
        row.distance[from] = 0;
        while (!open.empty()) {
            const auto nearest = std::min_element(
                open.begin(), open.end(), [&](NodeIndex a, NodeIndex b) { return row.distance[a] < row.distance[b]; });
            const NodeIndex node = *nearest;
            if (row.distance[node] == query::infinity) break;
            *nearest = open.back();
            open.pop_back();
            for (const NodeIndex to : open) {
                const double cost = arc_cost(node, to);
                if (cost == query::infinity) continue;
                const double candidate = row.distance[node] + std::max(0.0, cost + potential(node) - potential(to));
                if (candidate >= row.distance[to]) continue;
                row.distance[to] = candidate;
                row.arcs[to] = row.arcs[node] + 1;
                row.magnitude[to] = row.magnitude[node] + std::abs(cost);
            }
        }
        for (NodeIndex to = 0; to < n_; ++to) row.distance[to] += potential(to) - potential(from);
        return row;
    }

    template <class Visit>
    void for_each_arc(Visit&& visit) const {
        for (NodeIndex i = 0; i < n_; ++i) {
            for (NodeIndex j = 0; j < n_; ++j) {
                const double cost = arc_cost(i, j);
                if (i != j && cost != query::infinity) visit(i, j, cost);
            }
        }
    }

    double shift() const {
        double largest = 0;
        for (const double h : potential_) largest = std::max(largest, std::abs(h));
        return largest;
    }

    NodeIndex node_of(NodeIndex state) const { return state; }
    std::uint32_t hop_of(const PathLeg& leg) const { return leg.to; }
    PathLeg step_of(NodeIndex from, std::uint32_t hop) const {
        if (hop >= n_ || hop == from) return {};
        return {from, hop, DistanceTable::no_arc_position, arc_cost(from, hop)};
    }

private:
    double arc_cost(NodeIndex from, NodeIndex to) const {
        const T cost = values_[from * n_ + to];
        return is_reachable(cost) ? static_cast<double>(cost) : query::infinity;
    }
    double potential(NodeIndex node) const { return potential_.empty() ? 0 : potential_[node]; }

    const CostMatrix& matrix_;
    std::size_t n_;
    std::span<const T> values_;
    std::vector<double> potential_;
};

template <class T>
VerificationReport verify_matrix(const DistanceTable& table, const CostMatrix& matrix, const VerifyOptions& options) {
    const MatrixProblem<T> problem(matrix);
    query::Verifier<T, MatrixProblem<T>> verifier(table, problem, options);
    if (!verifier.check_node_ids()) return verifier.take();
    verifier.check_diagonal();
    verifier.check_rows();
    if (table.has_next_hops() && table.next_hops().kind() != NextHops::Kind::node_index) {
        throw InvalidArgument("this table was solved from a network: verify it with that network");
    }
    verifier.check_columns();
    verifier.check_arcs_bound();
    if (table.has_next_hops()) {
        verifier.sample_pairs();
        verifier.check_walks();
    }
    return verifier.take();
}

}  // namespace

VerificationReport verify(const DistanceTable& table, const CostMatrix& matrix, const VerifyOptions& options) {
    if (table.type() != matrix.type() || table.scale().digits != matrix.scale().digits) {
        throw InvalidArgument(format("the table contains {} with {} decimal digits, but the matrix {} with {}",
                                     name(table.type()), table.scale().digits, name(matrix.type()),
                                     matrix.scale().digits));
    }
    return with_cost_type(table.type(), [&]<class T>() { return verify_matrix<T>(table, matrix, options); });
}

}  // namespace allways
