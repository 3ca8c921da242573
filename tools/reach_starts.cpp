#include "reach_starts.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/point_costs.h"
#include "routes/node_argument.h"
#include "routes/node_list.h"

namespace allways::tools {

namespace {

std::vector<std::uint8_t> usable_arcs(const RoadNetwork& network, const ArcCosts& costs) {
    std::vector<std::uint8_t> usable(network.arc_count());
    std::visit(
        [&](const auto& values) {
            std::ranges::transform(values, usable.begin(), [](auto cost) { return is_reachable(cost) ? 1 : 0; });
        },
        costs.values);
    return usable;
}

// Snaps positions, and tells where each of them led.
class PositionFinder {
public:
    PositionFinder(const RoadNetwork& network, const ArcCosts& costs, SnapOptions::Component component, LogCallback log)
        : network_(network),
          system_(system_of(network)),
          snapper_(network, usable_arcs(network, costs), {.space = space_of(system_), .component = component}),
          log_(std::move(log)) {
        if (system_) return;
        allways::log(log_, LogLevel::info,
                     "the network's reference system is not stated: positions are x,y as the file has them");
    }

    SnappedPoint find(const std::string& text) const {
        const Coordinate asked = parse_position(text, system_.has_value());
        const SnappedPoint point = snapper_.snap(system_ ? system_->from_lon_lat(asked) : asked);
        if (!point.snapped) throw InvalidArgument(format("'{}': the network has no road to go to", text));
        const double away = point.distance * (system_ ? system_->metres_per_unit() : 1);
        constexpr double far_m = 10000;
        allways::log(log_, system_ && away > far_m ? LogLevel::warning : LogLevel::info,
                     format("{}: {}, {:.6g} {} away", text, place_text(point), away, system_ ? "m" : "units"));
        return point;
    }

private:
    std::string place_text(const SnappedPoint& point) const {
        if (point.node != no_node) return "node " + network_.node_ids.text(point.node);
        return "on arc " + network_.arc_ids.text(point.arc);
    }

    const RoadNetwork& network_;
    std::optional<ReferenceSystem> system_;
    Snapper snapper_;
    LogCallback log_;
};

SnappedPoint at_node(NodeIndex node) {
    SnappedPoint point;
    point.snapped = true;
    point.node = node;
    return point;
}

}  // namespace

std::optional<ReferenceSystem> system_of(const RoadNetwork& network) {
    if (network.provenance.crs.empty()) return std::nullopt;
    return ReferenceSystem(network.provenance.crs);
}

NearestNode::Space space_of(const std::optional<ReferenceSystem>& system) {
    return system && system->is_geographic() ? NearestNode::Space::sphere : NearestNode::Space::plane;
}

ReachStarts find_starts(RoadNetwork network, const std::vector<std::string>& texts, const std::string& file,
                        const CostOptions& cost, SnapOptions::Component component, const LogCallback& log) {
    std::optional<PositionFinder> finder;
    std::vector<SnappedPoint> points;
    bool inside = false;
    for (const std::string& text : texts) {
        if (text.starts_with('@') && !network.node_ids.find(text)) {
            if (!finder) finder.emplace(network, build_arc_costs(network, cost), component, log);
            points.push_back(finder->find(text));
            inside = inside || points.back().node == no_node;
            continue;
        }
        const bool is_id = network.node_ids.find(text).has_value();
        const NodeList list = is_id ? NodeList{"", {text}, {}} : read_node_list(text, "--from and --to");
        for (const NodeIndex node : find_nodes(list, network.node_ids, file)) points.push_back(at_node(node));
    }
    ReachStarts starts;
    starts.own_nodes = network.node_count();
    if (!inside) {
        for (const SnappedPoint& point : points) starts.nodes.push_back(point.node);
        starts.network = std::move(network);
        return starts;
    }
    PointNetwork made = with_points(network, points, point_digits(network, cost));
    starts.network = std::move(made.network);
    starts.nodes = std::move(made.node_of_point);
    return starts;
}

}  // namespace allways::tools
