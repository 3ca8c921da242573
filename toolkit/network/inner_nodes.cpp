#include "network/inner_nodes.h"

#include <algorithm>

#include "allways/base/text.h"

namespace allways::network {

std::string text_of_inner_nodes(std::span<const std::int64_t> ids) {
    std::string text;
    for (std::size_t i = 1; i + 1 < ids.size(); ++i) {
        if (i == 1) {
            text = std::to_string(ids[i]);
            continue;
        }
        const std::int64_t difference = ids[i] - ids[i - 1];
        text += difference < 0 ? " " : " +";
        text += std::to_string(difference);
    }
    return text;
}

std::vector<std::int64_t> nodes_along(const RoadNetwork& network, ArcIndex arc) {
    if (!network.node_ids.is_numeric()) return {};
    const std::int64_t tail = network.node_ids.numbers()[network.tail[arc]];
    const std::int64_t head = network.node_ids.numbers()[network.head[arc]];
    const TextColumn* texts = network.text(inner_nodes_text);
    if (texts == nullptr) return {tail, head};
    std::vector<std::string_view> fields;
    split_blanks(texts->text(arc), fields);
    std::vector<std::int64_t> ids;
    std::int64_t id = 0;
    for (const std::string_view field : fields) {
        const auto number = parse_whole(field);
        if (!number || __builtin_add_overflow(id, *number, &id)) return {};
        ids.push_back(id);
    }
    if (!network.reversed.empty() && network.reversed[arc] != 0) std::ranges::reverse(ids);
    ids.insert(ids.begin(), tail);
    ids.push_back(head);
    const bool has_shape = network.shapes.has_shape(arc);
    const std::size_t points = has_shape ? network.shapes.shape_points(network.shapes.shape(arc)).size() : 2;
    if (points != ids.size()) return {};
    return ids;
}

}  // namespace allways::network
