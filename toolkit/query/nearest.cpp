#include "query/nearest.h"

#include <algorithm>
#include <limits>
#include <variant>

#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/property_map/function_property_map.hpp>

#include "allways/network/boost_graph.h"

namespace allways::query {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct LimitPassed {};

// Ends the search at the first node beyond the limit.
class LimitVisitor : public boost::dijkstra_visitor<> {
public:
    LimitVisitor(const std::vector<double>& distance, double limit, const ProgressCallback& progress,
                 std::uint64_t& settled)
        : distance_(&distance), limit_(limit), progress_(&progress), settled_(&settled) {}

    void examine_vertex(NodeIndex node, const NetworkGraph&) const {
        constexpr std::uint64_t often = 1 << 14;
        if (!((*distance_)[node] <= limit_)) throw LimitPassed();
        if (++*settled_ % often == 0) report(*progress_, "reach", *settled_, distance_->size());
    }

private:
    const std::vector<double>* distance_;
    double limit_;
    const ProgressCallback* progress_;
    std::uint64_t* settled_;  // Boost copies visitors
};

}  // namespace

std::vector<double> distances_from_nearest(const SearchArcs& arcs, std::span<const NodeIndex> starts, double limit,
                                           const ProgressCallback& progress) {
    std::vector<NodeIndex> once(starts.begin(), starts.end());
    std::ranges::sort(once);
    const auto repeated = std::ranges::unique(once);
    once.erase(repeated.begin(), repeated.end());

    std::vector<double> distance(arcs.grouped.node_count(), infinity);
    std::vector<std::uint8_t> closed(arcs.no_through.begin(), arcs.no_through.end());
    for (const NodeIndex start : once) {
        distance[start] = 0;
        if (!closed.empty()) closed[start] = 0;
    }
    const NetworkGraph graph(arcs.grouped, arcs.far_end, closed, no_node);
    std::uint64_t settled = 0;
    report(progress, "reach", 0, distance.size());
    std::visit(
        [&](const auto& costs) {
            const auto cost_of = [&](const NetworkGraph::Edge& edge) {
                return is_reachable(costs[edge.arc]) ? static_cast<double>(costs[edge.arc]) : infinity;
            };
            const auto index = get(boost::vertex_index, graph);
            try {
                boost::dijkstra_shortest_paths_no_init(graph, once.begin(), once.end(), boost::dummy_property_map(),
                                                       boost::make_iterator_property_map(distance.begin(), index),
                                                       boost::make_function_property_map<NetworkGraph::Edge>(cost_of),
                                                       index, std::less<>(), std::plus<>(), 0.0,
                                                       LimitVisitor(distance, limit, progress, settled));
            } catch (const LimitPassed&) {
            }
        },
        arcs.cost);
    for (double& far : distance) {
        if (far > limit) far = infinity;  // an upper bound
    }
    return distance;
}

}  // namespace allways::query
