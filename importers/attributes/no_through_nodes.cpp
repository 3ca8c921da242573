// SPDX-License-Identifier: Apache-2.0
// Text that names nodes → marks on the network.
#include "attributes/no_through_nodes.h"

#include <algorithm>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "allways/network/road_network.h"
#include "base/counted.h"
#include "base/text.h"
#include "text/line_reader.h"

namespace allways::importers {

namespace {

void mark_item(RoadNetwork& network, std::string_view item) {
    if (const auto node = network.node_ids.find(item)) {
        network.no_through[*node] = NoThrough::centroid;
        return;
    }
    const auto range = find_range(network.node_ids, item);
    if (!range) throw InvalidArgument(format("no-through nodes: no node has the id '{}'", item));
    if (range->empty()) throw InvalidArgument("no-through nodes: " + empty_range_text(item));
    for (const NodeIndex node : *range) network.no_through[node] = NoThrough::centroid;
}

void mark_file(RoadNetwork& network, const std::string& path) {
    LineReader lines(path);
    std::string_view line;
    while (lines.next(line)) {
        if (!network.node_ids.find(trimmed(line))) line = line.substr(0, line.find('#'));
        if (line.find('@') != std::string_view::npos) lines.fail("expected a node id or range, found '@'");
        try {
            for (const std::string_view item : items_in(line, ", \t")) mark_item(network, item);
        } catch (const InvalidArgument& error) {
            lines.fail(error.what());
        }
    }
}

}  // namespace

std::uint8_t no_through_of(std::string_view node_type) {
    if (node_type == "centroid") return NoThrough::centroid;
    return node_type == "barrier" ? NoThrough::barrier : NoThrough::passable;
}

std::string_view node_type(const RoadNetwork& network, NodeIndex node) {
    if (!network.is_no_through(node)) return "";
    return is_centroid(network, node) ? "centroid" : "barrier";
}

void block_nodes(RoadNetwork& network, const std::string& selection, const LogCallback& log_to) {
    if (network.no_through.empty()) network.no_through.assign(network.node_count(), 0);
    for (const std::string_view item : items_in(selection, ",")) {
        item.starts_with('@') ? mark_file(network, std::string(item.substr(1))) : mark_item(network, item);
    }
    std::erase_if(network.elimination_order, [&](NodeIndex node) { return network.is_no_through(node); });
    log(log_to, LogLevel::info,
        format("{} of {} {} no-through: paths start and end there but do not pass through", count_no_through(network),
               counted(network.node_count(), "node"), by_count(count_no_through(network), "is", "are")));
}

}  // namespace allways::importers
