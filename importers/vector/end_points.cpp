// SPDX-License-Identifier: Apache-2.0
// Assigns line ends to nodes. Ends at exactly the same position are found by their coordinates alone; each new position
// is then compared with the nodes around it, in a hashed grid of cubes whose side is the tolerance.
#include "vector/end_points.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "allways/base/error.h"

namespace allways::importers {

namespace {

std::uint64_t mixed(std::uint64_t hash) {  // splitmix64's finaliser
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    return hash ^ (hash >> 31);
}

struct HashCoordinate {
    std::size_t operator()(Coordinate point) const {
        // Adding 0 makes -0 and 0, which are equal, hash alike.
        return mixed(std::bit_cast<std::uint64_t>(point.x + 0.0) ^ mixed(std::bit_cast<std::uint64_t>(point.y + 0.0)));
    }
};
using NodeAt = std::unordered_map<Coordinate, NodeIndex, HashCoordinate>;

struct Cube {
    std::int64_t x = 0, y = 0, z = 0;
    friend bool operator==(const Cube&, const Cube&) = default;
};
struct HashCube {
    std::size_t operator()(const Cube& cube) const {
        return mixed(static_cast<std::uint64_t>(cube.x) +
                     mixed(static_cast<std::uint64_t>(cube.y) + mixed(static_cast<std::uint64_t>(cube.z))));
    }
};

// The nodes by position. Each cube has a chain of nodes.
class Grid {
public:
    explicit Grid(double side) : side_(side) {}

    // Returns the nearest node within the side's length, of equally near ones the first; no_node if there is none.
    NodeIndex nearest(const Places::Place& place) const {
        const Cube middle = cube_of(place);
        NodeIndex best = no_node;
        double least = side_;
        for (std::int64_t x = middle.x - 1; x <= middle.x + 1; ++x) {
            for (std::int64_t y = middle.y - 1; y <= middle.y + 1; ++y) {
                for (std::int64_t z = middle.z - 1; z <= middle.z + 1; ++z) {
                    const auto found = last_in_.find({x, y, z});
                    NodeIndex node = found == last_in_.end() ? no_node : found->second;
                    for (; node != no_node; node = before_[node]) {
                        const double distance = Places::distance(place, places_[node]);
                        if (distance > least || (distance == least && best < node)) continue;
                        least = distance;
                        best = node;
                    }
                }
            }
        }
        return best;
    }

    void add(const Places::Place& place) {
        const auto node = static_cast<NodeIndex>(places_.size());
        const auto [entry, is_new] = last_in_.try_emplace(cube_of(place), node);
        before_.push_back(is_new ? no_node : entry->second);
        entry->second = node;
        places_.push_back(place);
    }

private:
    Cube cube_of(const Places::Place& place) const {
        constexpr double farthest = 0x1p62;  // coordinates of an unknown system may have any value
        const auto cell = [&](double value) {
            return static_cast<std::int64_t>(std::clamp(std::floor(value / side_), -farthest, farthest));
        };
        return {cell(place.x), cell(place.y), cell(place.z)};
    }

    double side_;
    std::vector<Places::Place> places_;
    std::vector<NodeIndex> before_;  // the previous node in the same cube
    std::unordered_map<Cube, NodeIndex, HashCube> last_in_;
};

// With a smaller side only ends at exactly the same position meet: doubles do not resolve positions on Earth any
// better.
constexpr double smallest_side = 1e-9;

// Counts ends at nodes with an inner vertex of another line. A line with an end there itself is connected.
std::uint64_t count_touching(const ArcShapes& lines, const LineEnds& ends, const NodeAt& node_at) {
    constexpr std::uint32_t none = ArcShapes::no_shape;
    constexpr std::uint32_t several = none - 1;
    std::vector<std::uint32_t> passing(ends.coordinates.size(), none);
    for (std::uint32_t line = 0; line < lines.shape_count(); ++line) {
        const auto points = lines.shape_points(line);
        for (const Coordinate point : points.subspan(1, points.size() - 2)) {
            const auto found = node_at.find(point);
            if (found == node_at.end()) continue;
            const NodeIndex node = found->second;
            if (node == ends.node[2 * line] || node == ends.node[2 * line + 1]) continue;
            passing[node] = passing[node] == none || passing[node] == line ? line : several;
        }
    }
    std::uint64_t touching = 0;
    for (std::size_t end = 0; end < ends.node.size(); ++end) {
        const std::uint32_t line = passing[ends.node[end]];
        touching += line != none && line != end / 2;
    }
    return touching;
}

}  // namespace

Places::Place Places::place(Coordinate point) const {
    if (!system_) return {point.x, point.y, 0};
    const Coordinate degrees = system_->is_geographic() ? point : system_->to_lon_lat(point);
    constexpr double semi_major = 6378137;
    constexpr double eccentricity_squared = 0.00669437999014;
    const double longitude = degrees.x * std::numbers::pi / 180;
    const double latitude = degrees.y * std::numbers::pi / 180;
    const double sine = std::sin(latitude);
    const double curvature = semi_major / std::sqrt(1 - eccentricity_squared * sine * sine);
    const double across = curvature * std::cos(latitude);
    return {across * std::cos(longitude), across * std::sin(longitude), curvature * (1 - eccentricity_squared) * sine};
}

double Places::distance(const Place& a, const Place& b) {
    return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

std::pair<Coordinate, Coordinate> Places::around(Coordinate point, double distance) const {
    constexpr double metres_per_degree = 110'000;  // at most a degree of latitude, or of longitude at the equator
    constexpr double smallest_cosine = 0.001;
    double x = distance;
    double y = distance;
    if (system_ && system_->is_geographic()) {
        y = distance / metres_per_degree;
        x = y / std::max(std::cos(point.y * std::numbers::pi / 180), smallest_cosine);
    } else if (system_) {
        // Projections stretch distances, so the box is larger than the circle.
        constexpr double most_stretched = 8;
        x = y = most_stretched * distance / system_->metres_per_unit();
    }
    return {{point.x - x, point.y - y}, {point.x + x, point.y + y}};
}

LineEnds meet_ends(const ArcShapes& lines, double tolerance, const Places& places) {
    LineEnds ends;
    NodeAt node_at;
    const bool exact = tolerance < smallest_side;
    Grid grid(exact ? 1 : tolerance);
    const auto node_of = [&](Coordinate point) {
        const auto [entry, is_new] = node_at.try_emplace(point, static_cast<NodeIndex>(ends.coordinates.size()));
        if (!is_new) return entry->second;
        if (!exact) {
            const auto place = places.place(point);
            const NodeIndex near = grid.nearest(place);
            if (near != no_node) {
                ++ends.joined;
                return entry->second = near;
            }
            grid.add(place);
        }
        if (ends.coordinates.size() + 1 >= no_node) {
            throw CapacityError("a network has at most 2^32 - 2 nodes", ends.coordinates.size(), no_node - 1);
        }
        ends.coordinates.push_back(point);
        return entry->second;
    };
    ends.node.reserve(2 * lines.shape_count());
    for (std::uint32_t line = 0; line < lines.shape_count(); ++line) {
        const auto points = lines.shape_points(line);
        ends.node.push_back(node_of(points.front()));
        ends.node.push_back(node_of(points.back()));
    }
    ends.touching = count_touching(lines, ends, node_at);
    return ends;
}

LineEnds place_ends(const ArcShapes& lines, std::vector<NodeIndex> node, std::size_t node_count, double tolerance,
                    const Places& places) {
    LineEnds ends{std::move(node), std::vector<Coordinate>(node_count)};
    enum class Found : std::uint8_t { nothing, place, two_places };
    std::vector<Found> found(node_count, Found::nothing);
    for (std::size_t end = 0; end < ends.node.size(); ++end) {
        const auto points = lines.shape_points(static_cast<ArcShapes::ShapeIndex>(end / 2));
        const Coordinate point = end % 2 == 0 ? points.front() : points.back();
        Coordinate& of_node = ends.coordinates[ends.node[end]];
        Found& state = found[ends.node[end]];
        if (state == Found::nothing) {
            of_node = point;
            state = Found::place;
        } else if (state == Found::place && point != of_node &&
                   Places::distance(places.place(point), places.place(of_node)) > tolerance) {
            ++ends.apart;
            state = Found::two_places;
        }
    }
    return ends;
}

std::uint64_t count_far_ends(const ArcShapes& lines, const LineEnds& ends, std::span<const double> lengths,
                             const Places& places) {
    std::uint64_t far = 0;
    for (std::size_t end = 0; end < ends.node.size(); ++end) {
        const auto points = lines.shape_points(static_cast<ArcShapes::ShapeIndex>(end / 2));
        const Coordinate point = end % 2 == 0 ? points.front() : points.back();
        const Coordinate node = ends.coordinates[ends.node[end]];
        far += point != node && Places::distance(places.place(point), places.place(node)) > lengths[end / 2];
    }
    return far;
}

std::size_t count_pieces(const LineEnds& ends) {
    std::vector<NodeIndex> parent(ends.coordinates.size());
    for (NodeIndex node = 0; node < parent.size(); ++node) parent[node] = node;
    const auto root = [&](NodeIndex node) {
        while (parent[node] != node) node = parent[node] = parent[parent[node]];
        return node;
    };
    std::size_t pieces = parent.size();
    for (std::size_t line = 0; line < ends.node.size() / 2; ++line) {
        const NodeIndex a = root(ends.node[2 * line]);
        const NodeIndex b = root(ends.node[2 * line + 1]);
        if (a == b) continue;
        parent[a] = b;
        --pieces;
    }
    return pieces;
}

}  // namespace allways::importers
