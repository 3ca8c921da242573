// SPDX-License-Identifier: Apache-2.0
#include "elevation/climb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <tuple>

#include "base/text.h"

namespace allways::importers::elevation {

// ---- roads

namespace {

constexpr std::array<std::string_view, 4> structure_names{"structure", "bridge", "tunnel", "covered"};
constexpr std::array<std::string_view, 6> negative_words{"", "no", "n", "f", "false", "0"};

std::vector<std::uint8_t> structures_of(const RoadNetwork& network) {
    std::vector<std::uint8_t> structures(network.arc_count(), 0);
    if (const TextColumn* types = network.text("facility_type")) {
        for (ArcIndex arc = 0; arc < structures.size(); ++arc) structures[arc] = types->text(arc) == "ferry";
    }
    for (const TextColumn& column : network.texts) {
        if (std::ranges::find(structure_names, lower_case(column.name())) == structure_names.end()) continue;
        for (ArcIndex arc = 0; arc < structures.size(); ++arc) {
            const std::string word = lower_case(column.text(arc));
            structures[arc] |= std::ranges::find(negative_words, word) == negative_words.end();
        }
    }
    for (const ArcColumn& column : network.columns) {
        if (std::ranges::find(structure_names, lower_case(column.name)) == structure_names.end()) continue;
        for (ArcIndex arc = 0; arc < structures.size(); ++arc) {
            const Decimal& number = column.values[arc];
            structures[arc] |= !number.is_missing() && number.digits() != 0;
        }
    }
    return structures;
}

// Returns for each node the cell of a grid over the network, numbered row by row.
std::vector<std::uint32_t> cells_of(const std::vector<Coordinate>& nodes) {
    double left = INFINITY, bottom = INFINITY, right = -INFINITY, top = -INFINITY;
    for (const Coordinate node : nodes) {
        if (!is_finite(node)) continue;
        left = std::min(left, node.x), right = std::max(right, node.x);
        bottom = std::min(bottom, node.y), top = std::max(top, node.y);
    }
    constexpr double side = 256;
    const auto part = [](double offset, double range) {
        return range > 0 ? static_cast<std::uint32_t>(std::min(offset / range * side, side - 1)) : 0;
    };
    std::vector<std::uint32_t> cells;
    for (const Coordinate node : nodes) {
        cells.push_back(is_finite(node) ? part(node.y - bottom, top - bottom) * static_cast<std::uint32_t>(side) +
                                              part(node.x - left, right - left)
                                        : 0);
    }
    return cells;
}

}  // namespace

Roads find_roads(const RoadNetwork& network) {
    using Key = std::tuple<std::uint32_t, ArcShapes::ShapeIndex, NodeIndex, NodeIndex>;
    const std::vector<std::uint8_t> structures = structures_of(network);
    const std::vector<std::uint32_t> cells = cells_of(network.coordinates);
    Roads found{{}, {}, {}, std::vector<std::uint8_t>(network.arc_count())};
    std::vector<std::pair<Key, ArcIndex>> arcs;
    arcs.reserve(network.arc_count());
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const bool shaped = network.shapes.has_shape(arc);
        NodeIndex start = network.tail[arc];
        NodeIndex end = network.head[arc];
        found.is_backward[arc] = shaped ? network.shapes.is_backward(arc) : start > end;
        if (found.is_backward[arc] != 0) std::swap(start, end);
        const auto shape = shaped ? network.shapes.shape(arc) : ArcShapes::no_shape;
        arcs.push_back({{cells[start], shape, start, end}, arc});
    }
    std::ranges::sort(arcs);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const auto& [key, arc] = arcs[i];
        if (i == 0 || key != arcs[i - 1].first) {
            const auto& [cell, shape, start, end] = key;
            found.roads.push_back({start, end, shape, false});
            found.first_arc.push_back(static_cast<std::uint32_t>(i));
        }
        if (structures[arc] != 0) found.roads.back().is_structure = true;
        found.arcs.push_back(arc);
    }
    found.first_arc.push_back(static_cast<std::uint32_t>(arcs.size()));
    return found;
}

std::vector<Coordinate> line_of(const Road& road, const RoadNetwork& network) {
    if (road.shape == ArcShapes::no_shape) return {network.coordinates[road.start], network.coordinates[road.end]};
    const auto points = network.shapes.shape_points(road.shape);
    return {points.begin(), points.end()};
}

// ---- heights of nodes

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
                links_.emplace_back(from, of_node_[stretch.to], weight);
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
        for (const auto& link : links_) sum -= 2 * std::get<double>(link);
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
    std::vector<std::tuple<std::uint32_t, std::uint32_t, double>> links_;  // two equations and their weight
};

}  // namespace

void fill_heights(std::vector<double>& heights, std::span<const Stretch> stretches) {
    Equations(heights, stretches).solve(heights);
}

// ---- heights along a road

RoadProfile points_along(std::span<const Coordinate> line, const ReferenceSystem& system, double step_m) {
    std::vector<double> along{0};
    for (std::size_t i = 1; i < line.size(); ++i)
        along.push_back(along.back() + system.estimate_length(line.subspan(i - 1, 2)).length_m);
    const double length_m = along.back();
    if (!std::isfinite(length_m)) return {};
    const auto steps = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(length_m / step_m)));
    RoadProfile road{{line.front()}, length_m / static_cast<double>(steps), {}};
    std::size_t segment = 1;
    for (std::size_t i = 1; i < steps; ++i) {
        const double at = road.step_m * static_cast<double>(i);
        while (segment + 1 < line.size() && along[segment] < at) ++segment;
        const double share = (at - along[segment - 1]) / (along[segment] - along[segment - 1]);
        const Coordinate from = line[segment - 1];
        const Coordinate to = line[segment];
        road.points.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
    }
    road.points.push_back(line.back());
    return road;
}

void RoadProfile::fill_gaps() {
    std::size_t known = 0;
    for (std::size_t i = 1; i < heights.size(); ++i) {
        if (std::isnan(heights[i])) continue;
        const double rise = (heights[i] - heights[known]) / static_cast<double>(i - known);
        for (std::size_t gap = known + 1; gap < i; ++gap)
            heights[gap] = heights[known] + rise * static_cast<double>(gap - known);
        known = i;
    }
}

void RoadProfile::smooth(double window_m) {
    if (heights.size() < 3) return;
    const auto half = static_cast<std::size_t>(window_m / 2 / step_m);
    std::vector<double> sums{0};
    for (const double height : heights) sums.push_back(sums.back() + height);
    for (std::size_t i = 1; i + 1 < heights.size(); ++i) {
        const std::size_t reach = std::min({half, i, heights.size() - 1 - i});
        heights[i] = (sums[i + reach + 1] - sums[i - reach]) / static_cast<double>(2 * reach + 1);
    }
}

double RoadProfile::ascent_m() const {
    double sum = 0;
    for (std::size_t i = 1; i < heights.size(); ++i) sum += std::max(0.0, heights[i] - heights[i - 1]);
    return sum;
}

// ---- speeds on slopes

namespace {

constexpr double steepest = 0.35;
constexpr double kmh = 3.6;  // of a metre a second
constexpr double power_w = 100;
constexpr double weight_n = 90 * 9.80665;
constexpr double rolling = 0.006;
constexpr double half_drag = 0.5 * 1.2 * 0.5;  // ½ · density of air · CdA
constexpr double top_kmh = 40;

}  // namespace

GradeRule grade_rule(std::string_view name) {
    if (name == "bicycle") return GradeRule::bicycle;
    return name == "foot" ? GradeRule::foot : GradeRule::none;
}

double walking_kmh(double grade) {
    return 6 * std::exp(-3.5 * std::abs(grade + 0.05));
}

double cycling_kmh(double grade) {
    const double angle = std::atan(grade);
    const double pull_n = weight_n * (std::sin(angle) + rolling * std::cos(angle));
    // The power needed grows with the speed from the fastest speed at which the rider need not pedal, or from 0.
    double low = pull_n < 0 ? std::sqrt(-pull_n / half_drag) : 0;
    double high = top_kmh / kmh;
    if (low >= high) return top_kmh;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        ((pull_n + half_drag * middle * middle) * middle < power_w ? low : high) = middle;
    }
    return std::max(low * kmh, walking_kmh(grade));
}

double time_factor(GradeRule rule, double grade, double level_kmh) {
    if (rule == GradeRule::none) return 1;
    const double counted = std::clamp(grade, -steepest, steepest);
    static const double on_foot = walking_kmh(0);
    static const double by_bicycle = cycling_kmh(0);
    if (rule == GradeRule::bicycle && level_kmh > on_foot) return by_bicycle / cycling_kmh(counted);
    return on_foot / walking_kmh(counted);
}

}  // namespace allways::importers::elevation
