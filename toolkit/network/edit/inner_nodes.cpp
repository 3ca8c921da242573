// SPDX-License-Identifier: Apache-2.0
#include "network/edit/inner_nodes.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace allways::network {

std::string text_of_inner_nodes(std::span<const std::int64_t> ids) {
    std::string text;
    const auto append = [&](std::int64_t number) {
        std::array<char, 20> digits;
        text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
    };
    for (std::size_t i = 1; i + 1 < ids.size(); ++i) {
        if (i > 1) text += ids[i] < ids[i - 1] ? " " : " +";
        append(i == 1 ? ids[i] : ids[i] - ids[i - 1]);
    }
    return text;
}

std::vector<std::int64_t> nodes_between(std::int64_t tail, std::int64_t head, std::string_view text, bool is_reversed,
                                        std::size_t points) {
    std::vector<std::string_view> fields;
    split_blanks(text, fields);
    if (points != fields.size() + 2) return {};
    std::vector<std::int64_t> ids{tail};
    std::int64_t id = 0;
    for (const std::string_view field : fields) {
        const auto difference = parse_whole(field);
        if (!difference || __builtin_add_overflow(id, *difference, &id)) return {};
        ids.push_back(id);
    }
    if (is_reversed) std::reverse(ids.begin() + 1, ids.end());
    ids.push_back(head);
    return ids;
}

std::vector<std::int64_t> nodes_along(const RoadNetwork& network, ArcIndex arc) {
    if (!network.node_ids.is_numeric()) return {};
    const std::int64_t tail = network.node_ids.numbers()[network.tail[arc]];
    const std::int64_t head = network.node_ids.numbers()[network.head[arc]];
    const TextColumn* texts = network.text(inner_nodes_text);
    if (texts == nullptr) return {tail, head};
    const bool has_shape = network.shapes.has_shape(arc);
    const std::size_t points = has_shape ? network.shapes.shape_points(network.shapes.shape(arc)).size() : 2;
    const bool is_reversed = !network.reversed.empty() && network.reversed[arc] != 0;
    return nodes_between(tail, head, texts->text(arc), is_reversed, points);
}

}  // namespace allways::network
