// SPDX-License-Identifier: Apache-2.0
// Areas → outlines of nodes → entrances → lines.
#include "osm/areas/crossings.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "allways/base/format.h"
#include "osm/areas/visible_pairs.h"

namespace allways::importers::osm {

namespace {

// Larger areas would take more than seconds each.
constexpr std::size_t most_ends = 1000;     // entrances and corners
constexpr std::size_t most_nodes = 20'000;  // of the outline

constexpr std::array<std::string_view, static_cast<std::size_t>(AreaOutcome::count)> area_outcome_names{
    "areas crossed",
    "areas without a line across",
    "areas with parts outside the file",
    "areas with an open outline",
    "areas whose outline crosses itself",
    "areas for one direction",
    "areas with too many corners"};

template <class Second>
using PairsByNode = std::vector<std::pair<std::int64_t, Second>>;

template <class Second>
auto pairs_of(const PairsByNode<Second>& pairs, std::int64_t node) {
    return std::ranges::equal_range(pairs, node, {}, &std::pair<std::int64_t, Second>::first);
}

template <class Second>
void sort_each_once(PairsByNode<Second>& pairs) {
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

class AreaCrossing {
public:
    AreaCrossing(const Ways& ways, const Nodes& nodes) : ways_(ways), nodes_(nodes) {
        for (std::size_t area = 0; area < ways.areas.size(); ++area) {
            for (const Way& part : ways.areas[area].outline) {
                for (const std::int64_t ref : ways.refs_of(part)) areas_.emplace_back(ref, area);
            }
        }
        sort_each_once(areas_);
        if (areas_.empty()) return;
        for (const Way& way : ways.ways) {
            const auto refs = ways.refs_of(way);
            for (std::size_t i = 0; i < refs.size(); ++i) {
                if (pairs_of(areas_, refs[i]).empty()) continue;
                if (i > 0) neighbours_.emplace_back(refs[i], refs[i - 1]);
                if (i + 1 < refs.size()) neighbours_.emplace_back(refs[i], refs[i + 1]);
            }
        }
        sort_each_once(neighbours_);
    }

    AreaOutcome cross(std::size_t area, std::vector<AreaLine>& lines) const {
        const Area& of = ways_.areas[area];
        if (!of.complete) return AreaOutcome::incomplete;
        std::vector<std::uint32_t> points;  // indexes into Nodes
        std::vector<AreaOutline::Edge> edges;
        if (!find_edges(of, points, edges)) return AreaOutcome::incomplete;
        if (!of.way.rules->forward.open || !of.way.rules->backward.open) return AreaOutcome::one_way;
        if (points.size() > most_nodes) return AreaOutcome::too_large;

        std::vector<GridPoint> positions;
        for (const std::uint32_t point : points) {
            const Position& at = nodes_.grid_position(point);
            positions.push_back({at.x, at.y});
        }
        const AreaOutline outline(std::move(positions), std::move(edges));
        switch (outline.fault()) {
            case AreaOutline::Fault::none: break;
            case AreaOutline::Fault::open: return AreaOutcome::open;
            case AreaOutline::Fault::crossing:
            case AreaOutline::Fault::too_wide: return AreaOutcome::crossing;
        }
        const std::vector<std::uint8_t> entrances = find_entrances(points, outline);
        if (std::ranges::count(entrances, 1) < 2) return AreaOutcome::not_needed;
        std::size_t ends = 0;
        for (std::uint32_t point = 0; point < points.size(); ++point)
            ends += entrances[point] || outline.is_corner(point);
        if (ends > most_ends) return AreaOutcome::too_large;

        const std::size_t before = lines.size();
        for (const VisiblePair& pair : outline.visible_pairs(entrances)) {
            if (!pair.is_edge || !of.edge_is_walked) lines.push_back({area, points[pair.a], points[pair.b]});
        }
        return lines.size() > before ? AreaOutcome::crossed : AreaOutcome::not_needed;
    }

private:
    // Returns false if nodes are missing.
    bool find_edges(const Area& area, std::vector<std::uint32_t>& points, std::vector<AreaOutline::Edge>& edges) const {
        for (const Way& part : area.outline) {
            for (const std::int64_t ref : ways_.refs_of(part)) {
                points.push_back(nodes_.index(ref));
                if (nodes_.state(points.back()) == Nodes::State::missing) return false;
            }
        }
        std::ranges::sort(points);
        points.erase(std::unique(points.begin(), points.end()), points.end());
        const auto point = [&](std::int64_t ref) {
            return static_cast<std::uint32_t>(std::ranges::lower_bound(points, nodes_.index(ref)) - points.begin());
        };
        for (const Way& part : area.outline) {
            const auto refs = ways_.refs_of(part);
            for (std::size_t i = 1; i < refs.size(); ++i) edges.push_back({point(refs[i - 1]), point(refs[i])});
        }
        return true;
    }

    // A way that follows the outline on both sides of a node brings only walkers who are on the outline already.
    std::vector<std::uint8_t> find_entrances(const std::vector<std::uint32_t>& points,
                                             const AreaOutline& outline) const {
        std::vector<std::uint8_t> entrances(points.size(), 0);
        for (std::uint32_t point = 0; point < points.size(); ++point) {
            const std::int64_t id = nodes_.id(points[point]);
            bool entrance = pairs_of(areas_, id).size() > 1;
            for (const auto& [node, neighbour] : pairs_of(neighbours_, id)) {
                const std::uint32_t other = nodes_.index(neighbour);
                if (nodes_.state(other) == Nodes::State::missing) continue;
                const auto found = std::ranges::lower_bound(points, other);
                const bool on_outline = found != points.end() && *found == other;
                const auto index = static_cast<std::uint32_t>(found - points.begin());
                const AreaOutline::Edge edge{std::min(point, index), std::max(point, index)};
                entrance = entrance || !on_outline || !std::ranges::binary_search(outline.edges(), edge);
            }
            entrances[point] = entrance;
        }
        return entrances;
    }

    const Ways& ways_;
    const Nodes& nodes_;
    // By node of an outline: the areas that meet there, and the nodes that are next to it on ways.
    PairsByNode<std::size_t> areas_;
    PairsByNode<std::int64_t> neighbours_;
};

}  // namespace

std::vector<AreaLine> cross_areas(const Ways& ways, const Nodes& nodes, Counts& counts) {
    std::vector<AreaLine> lines;
    const AreaCrossing crossing(ways, nodes);
    for (std::size_t i = 0; i < ways.areas.size(); ++i) {
        const AreaOutcome outcome = crossing.cross(i, lines);
        const Area& area = ways.areas[i];
        counts.areas[outcome].add(format("{} {}", area.is_relation ? "relation" : "way", area.id));
    }
    counts.lines_across_areas = lines.size();
    return lines;
}

std::string_view name_of(AreaOutcome outcome) {
    return area_outcome_names[static_cast<std::size_t>(outcome)];
}

bool is_left_aside(AreaOutcome outcome) {
    return outcome != AreaOutcome::crossed && outcome != AreaOutcome::not_needed;
}

}  // namespace allways::importers::osm
