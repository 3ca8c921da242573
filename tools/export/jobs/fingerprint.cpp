// SPDX-License-Identifier: Apache-2.0
#include "export/jobs/fingerprint.h"

#include <cstdint>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <vector>

#include "allways/base/format.h"

namespace allways::tools {

namespace {

class Hash {
public:
    // Adds the length too, so that adjacent texts cannot be confused.
    void add(std::string_view bytes) {
        add_number(bytes.size());
        for (const char c : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
    template <std::ranges::contiguous_range Values>
    requires(!std::is_convertible_v<Values, std::string_view>) void add(const Values& values) {
        using T = std::ranges::range_value_t<Values>;
        static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T> ||
                      std::is_same_v<T, Coordinate>);
        add(std::string_view(reinterpret_cast<const char*>(std::ranges::data(values)),
                             std::ranges::size(values) * sizeof(T)));
    }
    void add_number(std::uint64_t value) {
        for (int byte = 0; byte < 8; ++byte) hash_ = (hash_ ^ (value >> 8 * byte & 0xff)) * 0x100000001b3u;
    }
    void add(const IdTable& ids) {
        if (ids.is_numeric()) return add(ids.numbers());
        for (const std::string& text : ids.texts()) add(text);
    }
    std::string text() const { return format("{:016x}", hash_); }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace

std::string fingerprint(const RoadNetwork& network) {
    Hash hash;
    hash.add(network.node_ids);
    hash.add(network.coordinates);
    hash.add(network.no_through);
    hash.add(network.tail);
    hash.add(network.head);
    hash.add(network.arc_ids);
    hash.add(network.reversed);
    for (const ArcColumn& column : network.columns) {
        hash.add(column.name);
        hash.add(column.unit);
        for (const Decimal& value : column.values) {
            hash.add_number(static_cast<std::uint64_t>(value.digits()));
            hash.add_number(static_cast<std::uint64_t>(value.scale()));
        }
    }
    for (const TextColumn& column : network.texts) {
        hash.add(column.name());
        for (const std::string& text : column.texts()) hash.add(text);
        hash.add(column.indexes());
    }
    if (!network.shapes.empty()) {
        hash.add(network.shapes.first_points());
        hash.add(network.shapes.all_points());
        hash.add(network.shapes.shapes_of_arcs());
        hash.add(network.shapes.backward_of_arcs());
    }
    const TurnRules& turns = network.turns;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        hash.add_number(static_cast<std::uint64_t>(turns.kinds[i]));
        hash.add_number(turns.first_arc[i + 1]);
    }
    hash.add(turns.arcs);
    for (const TurnRules::Cost& price : turns.costs) {
        for (const std::uint64_t part :
             {std::uint64_t{price.from}, std::uint64_t{price.to}, static_cast<std::uint64_t>(price.seconds.digits()),
              static_cast<std::uint64_t>(price.seconds.scale())}) {
            hash.add_number(part);
        }
    }
    hash.add(turns.destination_only);
    hash.add(turns.may_turn_round);
    hash.add(network.provenance.crs);
    return hash.text();
}

std::string fingerprint(std::span<const NodeIndex> rows) {
    Hash hash;
    hash.add(std::string_view(reinterpret_cast<const char*>(rows.data()), rows.size_bytes()));
    return hash.text();
}

}  // namespace allways::tools
