// SPDX-License-Identifier: Apache-2.0
#include "elevation/node_heights.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace allways::importers::elevation {

namespace {

constexpr double shortest_m = 0.01;  // of a stretch, so that weights stay finite

// The equations of the unknown heights: sum of weights · h[i] - Σ weight · h[neighbour] = Σ weight · known height.
class Equations {
public:
    Equations(const std::vector<double>& heights, std::span<const Stretch> stretches) : of_node_(heights.size(), none) {
        number_anchored(heights, stretches);
        diagonal_.resize(nodes_.size());
        right_.resize(nodes_.size());
        for (const Stretch& stretch : stretches) {
            const std::uint32_t from = of_node_[stretch.from];
            if (from == none || stretch.from == stretch.to) continue;
            const double weight = 1 / std::max(stretch.length_m, shortest_m);
            diagonal_[from] += weight;
            if (stretch.to == no_node) {
                right_[from] += weight * stretch.height;
            } else {
                diagonal_[of_node_[stretch.to]] += weight;
                links_.push_back({from, of_node_[stretch.to], weight});
            }
        }
    }

    // Conjugate gradients with the diagonal as preconditioner, from the mean of the known heights.
    void solve(std::vector<double>& heights) const {
        const std::size_t count = nodes_.size();
        if (count == 0) return;
        std::vector<double> x(count, std::reduce(right_.begin(), right_.end()) / known_weight());
        std::vector<double> residual = product(x);
        for (std::size_t i = 0; i < count; ++i) residual[i] = right_[i] - residual[i];
        std::vector<double> direction(count, 0);
        double before = 0;
        constexpr double precise = 1e-7;  // metres, of a node against its neighbours
        for (std::size_t step = 0; step < 20 * count + 20; ++step) {
            double product_of_residuals = 0;
            double largest = 0;
            for (std::size_t i = 0; i < count; ++i) {
                product_of_residuals += residual[i] * residual[i] / diagonal_[i];
                largest = std::max(largest, std::abs(residual[i] / diagonal_[i]));
            }
            if (largest < precise) break;
            const double keep = before > 0 ? product_of_residuals / before : 0;
            before = product_of_residuals;
            for (std::size_t i = 0; i < count; ++i) direction[i] = residual[i] / diagonal_[i] + keep * direction[i];
            const std::vector<double> along = product(direction);
            const double length =
                product_of_residuals / std::inner_product(along.begin(), along.end(), direction.begin(), 0.0);
            for (std::size_t i = 0; i < count; ++i) {
                x[i] += length * direction[i];
                residual[i] -= length * along[i];
            }
        }
        for (std::size_t i = 0; i < count; ++i) heights[nodes_[i]] = x[i];
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct Link {
        std::uint32_t a = 0, b = 0;
        double weight = 0;
    };

    // Numbers the unknown nodes that are joined to a known height.
    void number_anchored(const std::vector<double>& heights, std::span<const Stretch> stretches) {
        std::vector<NodeIndex> group(heights.size());  // disjoint sets of joined nodes
        std::iota(group.begin(), group.end(), NodeIndex{0});
        const auto find = [&](NodeIndex node) {
            while (group[node] != node) node = group[node] = group[group[node]];
            return node;
        };
        for (const Stretch& stretch : stretches) {
            if (stretch.to != no_node) group[find(stretch.from)] = find(stretch.to);
        }
        std::vector<std::uint8_t> anchored(heights.size(), 0);
        for (const Stretch& stretch : stretches) {
            if (stretch.to == no_node) anchored[find(stretch.from)] = 1;
        }
        for (NodeIndex node = 0; node < heights.size(); ++node) {
            if (!std::isnan(heights[node]) || anchored[find(node)] == 0) continue;
            of_node_[node] = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back(node);
        }
    }

    double known_weight() const {
        double sum = std::reduce(diagonal_.begin(), diagonal_.end());
        for (const Link& link : links_) sum -= 2 * link.weight;
        return sum;
    }

    std::vector<double> product(const std::vector<double>& x) const {
        std::vector<double> y(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) y[i] = diagonal_[i] * x[i];
        for (const auto& [a, b, weight] : links_) {
            y[a] -= weight * x[b];
            y[b] -= weight * x[a];
        }
        return y;
    }

    std::vector<std::uint32_t> of_node_;  // equation of each node; none
    std::vector<NodeIndex> nodes_;        // node of each equation
    std::vector<double> diagonal_;
    std::vector<double> right_;
    std::vector<Link> links_;
};

}  // namespace

void fill_heights(std::vector<double>& heights, std::span<const Stretch> stretches) {
    Equations(heights, stretches).solve(heights);
}

}  // namespace allways::importers::elevation
