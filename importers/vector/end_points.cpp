// SPDX-License-Identifier: Apache-2.0
// Assigns line ends to nodes. Ends at exactly the same position are found by their coordinates alone; positions are
// then connected with those around them, in a hashed grid of cubes whose side is half the tolerance.
#include "vector/end_points.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <unordered_map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "attributes/system_choice.h"
#include "attributes/travel_time.h"

namespace allways::importers {

namespace {

std::uint64_t mixed(std::uint64_t hash) {  // splitmix64's finaliser
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    return hash ^ (hash >> 31);
}

struct Spot {
    Coordinate point;
    double level = 0;
    friend bool operator==(const Spot&, const Spot&) = default;
};
struct Cube {
    std::int64_t x = 0, y = 0, z = 0;
    double level = 0;
    friend bool operator==(const Cube&, const Cube&) = default;
};

struct Hash {
    std::size_t operator()(Coordinate point) const { return mixed(bits(point.x) ^ mixed(bits(point.y))); }
    std::size_t operator()(const Spot& spot) const { return mixed((*this)(spot.point) ^ bits(spot.level)); }
    std::size_t operator()(const Cube& cube) const {
        return mixed(
            static_cast<std::uint64_t>(cube.x) +
            mixed(static_cast<std::uint64_t>(cube.y) + mixed(static_cast<std::uint64_t>(cube.z) + bits(cube.level))));
    }

private:
    // Adding 0 makes -0 and 0, which are equal, hash alike.
    static std::uint64_t bits(double number) { return std::bit_cast<std::uint64_t>(number + 0.0); }
};
using NodeAt = std::unordered_map<Spot, NodeIndex, Hash>;

// Groups of places that steps of at most `side` connect, whatever their order. In cubes of half that side all places
// are one group; each cube has a chain of places.
class Groups {
public:
    explicit Groups(double side) : side_(side) {}

    void add(const Places::Place& place, double level) {
        const auto at = static_cast<NodeIndex>(places_.size());
        const auto [entry, is_new] = last_in_.try_emplace(cube_of(place, level), at);
        places_.push_back(place);
        before_.push_back(is_new ? no_node : entry->second);
        parent_.push_back(is_new ? at : root(entry->second));
        entry->second = at;
    }

    // Connects the groups of cubes near each other; root() then names the group.
    void connect() {
        for (const auto& [cube, last] : last_in_) {
            for (std::int64_t x = 0; x <= 2; ++x) {
                for (std::int64_t y = x == 0 ? 0 : -2; y <= 2; ++y) {
                    for (std::int64_t z = x == 0 && y == 0 ? 1 : -2; z <= 2; ++z) {
                        const auto found = last_in_.find({cube.x + x, cube.y + y, cube.z + z, cube.level});
                        if (found != last_in_.end()) connect(last, found->second);
                    }
                }
            }
        }
    }

    NodeIndex root(NodeIndex place) {
        while (parent_[place] != place) place = parent_[place] = parent_[parent_[place]];
        return place;
    }
    double distance(NodeIndex a, NodeIndex b) const { return Places::distance(places_[a], places_[b]); }

private:
    // The groups of two cubes, given by their last places.
    void connect(NodeIndex some, NodeIndex others) {
        const NodeIndex a = root(some);
        const NodeIndex b = root(others);
        if (a == b) return;
        for (; some != no_node; some = before_[some]) {
            for (NodeIndex other = others; other != no_node; other = before_[other]) {
                if (distance(some, other) > side_) continue;
                parent_[std::max(a, b)] = std::min(a, b);
                return;
            }
        }
    }
    Cube cube_of(const Places::Place& place, double level) const {
        constexpr double farthest = 0x1p62;  // coordinates of an unknown system may have any value
        const auto cell = [&](double value) {
            return static_cast<std::int64_t>(std::clamp(std::floor(value / (side_ / 2)), -farthest, farthest));
        };
        return {cell(place.x), cell(place.y), cell(place.z), level};
    }

    double side_;
    std::vector<Places::Place> places_;
    std::vector<NodeIndex> before_;  // the previous place in the same cube
    std::vector<NodeIndex> parent_;
    std::unordered_map<Cube, NodeIndex, Hash> last_in_;
};

// With a smaller side only ends at exactly the same position meet: doubles do not resolve positions on Earth any
// better.
constexpr double smallest_side = 1e-9;

// Counts ends at nodes with an inner vertex of another line. A line with an end there itself is connected.
std::uint64_t count_touching(const ArcShapes& lines, const LineEnds& ends, const NodeAt& node_at,
                             std::span<const double> levels) {
    constexpr std::uint32_t none = ArcShapes::no_shape;
    constexpr std::uint32_t several = none - 1;
    std::vector<std::uint32_t> passing(ends.coordinates.size(), none);
    for (std::uint32_t line = 0; line < lines.shape_count(); ++line) {
        const auto points = lines.shape_points(line);
        const double level = levels.empty() ? 0 : levels[2 * line];
        if (!levels.empty() && level != levels[2 * line + 1]) continue;
        for (const Coordinate point : points.subspan(1, points.size() - 2)) {
            const auto found = node_at.find({point, level});
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

// ---- lengths

// Returns the system that the layer states; sets `why_not` if there is none, or if it has no positions on Earth.
std::optional<ReferenceSystem> stated_system(const VectorLayer& layer, std::string& why_not) {
    why_not = "it states no reference system";
    const std::string definition = layer.reference_system();
    if (definition.empty()) return std::nullopt;
    try {
        return ReferenceSystem(definition);
    } catch (const InvalidArgument& error) {
        why_not = error.what();
    }
    return std::nullopt;
}

// Finds the nodes whose ends lie farther than `tolerance` from them, because ends between connect these.
// `node_of`: by position; `middle`: by node, its position.
void measure_chains(const Groups& groups, std::span<const NodeIndex> node_of, std::span<const NodeIndex> middle,
                    double tolerance, LineEnds& ends) {
    std::vector<std::uint8_t> is_far(middle.size());
    for (NodeIndex position = 0; position < node_of.size(); ++position) {
        const double apart = groups.distance(position, middle[node_of[position]]);
        if (!(apart > tolerance)) continue;
        is_far[node_of[position]] = 1;
        ends.farthest = std::max(ends.farthest, apart);
    }
    ends.chained = static_cast<std::uint64_t>(std::ranges::count(is_far, 1));
}

}  // namespace

void LineLengths::choose(const VectorLayer& layer, const ArcShapes& lines, const ReadOptions& options) {
    const std::string name = format("layer '{}'", layer.name());
    std::string why_not;
    const Coordinates coordinates{layer.path(), name, stated_system(layer, why_not),
                                  true,         true, [&] { return guess_coordinates(lines); }};
    system_ = choose_system(coordinates, options);
    unit_ = {"m", 3, 1};
    if (system_) return;
    const auto points = std::span<const Coordinate>(lines.all_points());
    const bool small =
        std::ranges::all_of(points, [](Coordinate at) { return std::abs(at.x) <= 180 && std::abs(at.y) <= 90; });
    unit_ = small ? Unit{"", 9, 7} : Unit{"", 3, 1};
    if (!options.length_unit.empty()) {
        unit_.symbol = stated_unit("length_unit", options.length_unit, {allways::Unit::Kind::length});
        metres_per_unit_ = static_cast<double>(find_unit(unit_.symbol)->size) / sizes_per_metre;
        // Lengths are kept to the millimetre; digits down to the decimetre are significant, as for lengths in metres.
        const int digits = std::max(static_cast<int>(std::ceil(std::log10(metres_per_unit_))), -1);
        unit_.digits = 3 + digits;
        unit_.resolution = 1 + digits;
    }
    if (!options.crs.empty()) return;
    log(options.log, LogLevel::warning,
        format("{}: {}; lengths are in {} of its coordinates{}; set `crs` to state a reference system", name, why_not,
               unit_.symbol.empty() ? "the units" : unit_.symbol + ", the unit",
               small ? ", which could be degrees" : ""));
}

double LineLengths::length(std::span<const Coordinate> line) const {
    if (system_) {
        // Geodesics accept any longitude; 0 to 360 is a usual range, too.
        const auto outside = [&](Coordinate at) { return std::abs(at.x) > 360 || std::abs(at.y) > 90; };
        const auto found = system_->is_geographic() ? std::ranges::find_if(line, outside) : line.end();
        const double length = found == line.end() ? system_->length_m(line) : std::numeric_limits<double>::quiet_NaN();
        if (std::isfinite(length)) return length;
        const Coordinate at = found == line.end() ? line.front() : *found;
        const bool exchanged = system_->is_geographic() && std::abs(at.x) <= 90 && std::abs(at.y) <= 180;
        throw InvalidArgument(format("coordinates such as {},{} lie outside {}; {}", at.x, at.y, system_->name(),
                                     exchanged ? "exchange x and y: longitude comes before latitude"
                                               : "check the layer's reference system, or set `crs`"));
    }
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    }
    return length;
}

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

LineEnds meet_ends(const ArcShapes& lines, double tolerance, const Places& places, std::span<const double> levels) {
    LineEnds ends;
    NodeAt at;  // first the number of each position, then its node
    std::vector<Coordinate> positions;
    std::vector<std::uint32_t> uses;  // number of ends at each position
    const bool exact = tolerance < smallest_side;
    Groups groups(exact ? 1 : tolerance);
    std::unordered_map<Coordinate, std::set<double>, Hash> levels_at;
    const auto position_of = [&](Coordinate point, double level) {
        const auto [entry, is_new] = at.try_emplace({point, level}, static_cast<NodeIndex>(positions.size()));
        if (is_new) {
            if (positions.size() + 1 >= no_node)
                throw CapacityError("a network has at most 2^32 - 2 nodes", positions.size(), no_node - 1);
            positions.push_back(point);
            uses.push_back(0);
            if (!exact) groups.add(places.place(point), level);
            if (!levels.empty() && levels_at[point].insert(level).second)
                ends.on_levels += levels_at[point].size() == 2;
        }
        ++uses[entry->second];
        return entry->second;
    };
    ends.node.reserve(2 * lines.shape_count());
    for (std::uint32_t line = 0; line < lines.shape_count(); ++line) {
        const auto points = lines.shape_points(line);
        ends.node.push_back(position_of(points.front(), levels.empty() ? 0 : levels[2 * line]));
        ends.node.push_back(position_of(points.back(), levels.empty() ? 0 : levels[2 * line + 1]));
    }
    if (!exact) groups.connect();

    // Nodes are numbered as they appear. Their position is the one with most ends, of equal ones the least.
    std::vector<NodeIndex> node_of(positions.size(), no_node);
    std::vector<NodeIndex> middle;  // by node: its position
    const auto is_better = [&](NodeIndex a, NodeIndex b) {
        if (uses[a] != uses[b]) return uses[a] > uses[b];
        return std::pair(positions[a].x, positions[a].y) < std::pair(positions[b].x, positions[b].y);
    };
    for (NodeIndex position = 0; position < positions.size(); ++position) {
        const NodeIndex root = exact ? position : groups.root(position);  // the first of its group
        if (root == position) {
            node_of[position] = static_cast<NodeIndex>(middle.size());
            middle.push_back(position);
            continue;
        }
        const NodeIndex node = node_of[position] = node_of[root];
        ++ends.joined;
        if (is_better(position, middle[node])) middle[node] = position;
    }
    if (!exact) measure_chains(groups, node_of, middle, tolerance, ends);
    for (const NodeIndex position : middle) ends.coordinates.push_back(positions[position]);
    for (NodeIndex& node : ends.node) node = node_of[node];
    for (auto& [spot, node] : at) node = node_of[node];
    ends.touching = count_touching(lines, ends, at, levels);
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
