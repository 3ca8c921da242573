#include "allways/areas/isochrone_starts.h"

#include <algorithm>

#include "allways/points/snapped_points.h"

namespace allways {

std::vector<EndList> read_starts(const std::vector<std::string>& texts, const std::string& option,
                                 const PointOptions& options) {
    std::vector<EndList> lists;
    for (const std::string& text : texts) lists.push_back(read_end_list(text, option, options));
    return lists;
}

ReachStarts find_starts(RoadNetwork network, const std::vector<EndList>& lists, const std::string& file,
                        const CostOptions& cost, const SnapChoice& snap, const LogCallback& log) {
    ReachStarts starts;
    starts.own_nodes = network.node_count();
    const auto has_positions = [&](const EndList& list) { return list.has_positions(network.node_ids); };
    if (std::ranges::none_of(lists, has_positions)) {
        for (const EndList& list : lists) {
            const auto nodes = find_nodes(list.nodes, network.node_ids, file);
            starts.nodes.insert(starts.nodes.end(), nodes.begin(), nodes.end());
        }
        starts.ids = network.node_ids.selection(starts.nodes);
        starts.network = std::move(network);
        return starts;
    }
    Placement placement(network, cost, snap, file, log);
    PlacedEnds ends;
    for (const EndList& list : lists) ends.add(list, placement, file);
    ends.require_any(placement, "starts");
    placement.report(true);
    PointNetwork made = placement.attach();
    Ends placed = ends.on(made, placement, true);
    starts.nodes = std::move(placed.nodes);
    starts.ids = std::move(placed.ids);
    for (const std::size_t point : placement.unsnapped()) starts.unsnapped.push_back(placement.points()[point].name);
    starts.network = std::move(made.network);
    return starts;
}

}  // namespace allways
