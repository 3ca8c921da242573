#include "reach/starts.h"

#include <algorithm>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "fields.h"
#include "points/placement.h"
#include "routes/node_argument.h"

namespace allways::tools {

namespace {

// "@7.4166,43.7311", and no name of a file.
bool is_position(std::string_view text) {
    const std::size_t comma = text.find(',');
    return text.starts_with('@') && comma != text.npos && parse_real(text.substr(1, comma - 1)) &&
           parse_real(text.substr(comma + 1));
}

}  // namespace

std::vector<StartText> read_starts(const std::vector<std::string>& texts, const std::string& option,
                                   const PointOptions& options) {
    std::vector<StartText> starts;
    for (const std::string& text : texts) {
        if (is_position(text)) {
            starts.push_back({text, {}});
        } else {
            starts.push_back({"", read_end_list(text, option, options)});
        }
    }
    return starts;
}

ReachStarts find_starts(RoadNetwork network, const std::vector<StartText>& texts, const std::string& file,
                        const CostOptions& cost, const SnapArguments& snap, const LogCallback& log) {
    ReachStarts starts;
    starts.own_nodes = network.node_count();
    for (const StartText& text : texts) {
        const auto nodes = find_nodes(text.list.nodes, network.node_ids, file);
        starts.nodes.insert(starts.nodes.end(), nodes.begin(), nodes.end());
    }
    if (std::ranges::none_of(texts, &StartText::has_position)) {
        starts.network = std::move(network);
        return starts;
    }
    Placement placement(network, cost, snap, file, log);
    for (const StartText& text : texts) {
        if (!text.position.empty()) {
            placement.add(text.position, parse_position(text.position, placement.frame().in_degrees()));
        } else if (text.list.points) {
            placement.add(*text.list.points);
        }
    }
    placement.report();
    PointNetwork made = placement.attach();
    starts.network = std::move(made.network);
    for (std::size_t i = 0; i < placement.points().size(); ++i) {
        const PlacedPoint& point = placement.points()[i];
        if (point.snapped.snapped) {
            starts.nodes.push_back(made.node_of_point[i]);
        } else {
            starts.unsnapped.push_back(point.name);
        }
    }
    if (starts.nodes.empty()) {
        throw InputError(file, 0, "none of the starts lies on the network; --snap-radius lets them be farther away");
    }
    return starts;
}

}  // namespace allways::tools
