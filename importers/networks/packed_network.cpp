// SPDX-License-Identifier: Apache-2.0
#include "networks/packed_network.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "allways/network/road_network.h"
#include "networks/packed_numbers.h"

namespace allways::importers {

namespace {

constexpr auto require = PackedReader::require;
constexpr auto optional = PackedReader::Presence::optional;

// Texts are stored as their lengths, followed by all their bytes.

template <class Texts>
void pack_texts(PackedWriter& packed, const Texts& texts) {
    std::string all;
    for (const std::string& text : texts) all += text;
    packed.numbers(texts.size(), [&](std::size_t i) { return texts[i].size(); });
    packed.text(all);
}

std::vector<std::string> unpack_texts(PackedReader& packed) {
    const auto sizes = packed.numbers<std::uint64_t>();
    std::string_view all = packed.text();
    std::vector<std::string> texts;
    texts.reserve(sizes.size());
    for (const std::uint64_t size : sizes) {
        require(size <= all.size());
        texts.emplace_back(all.substr(0, size));
        all.remove_prefix(size);
    }
    require(all.empty());
    return texts;
}

void pack(PackedWriter& packed, const IdTable& ids) {
    packed.number(ids.is_numeric() ? 1 : 0);
    ids.is_numeric() ? packed.numbers(ids.numbers()) : pack_texts(packed, ids.texts());
}

IdTable unpack_ids(PackedReader& packed) {
    return packed.number() == 1 ? IdTable(packed.numbers<std::int64_t>()) : IdTable(unpack_texts(packed));
}

void pack(PackedWriter& packed, const TextColumn& column) {
    packed.text(column.name());
    pack_texts(packed, column.texts());
    packed.numbers(column.indexes());
}

TextColumn unpack_text_column(PackedReader& packed, std::size_t count) {
    std::string name(packed.text());
    std::vector<std::string> texts = unpack_texts(packed);
    auto indexes = packed.exactly<std::uint32_t>(count);
    require(!texts.empty() && texts[0].empty());
    require(std::ranges::all_of(indexes, [&](std::uint32_t index) { return index < texts.size(); }));
    return {std::move(name), std::move(texts), std::move(indexes)};
}

// Decimals are stored as marks for missing ones, then the digits at one scale if all of them have at most 18 digits;
// otherwise digits and scales.

enum class Scales { one, each };

std::optional<int> common_scale(std::span<const Decimal> values) {
    std::optional<int> scale;
    for (const Decimal& value : values) {
        if (!value.is_missing() && value.digits() != 0) scale = std::max(scale.value_or(value.scale()), value.scale());
    }
    for (const Decimal& value : values) {
        if (!value.is_missing() && !value.fixed_point(scale.value_or(0))) return std::nullopt;
    }
    return scale.value_or(0);
}

void pack(PackedWriter& packed, std::span<const Decimal> values) {
    const bool any_missing = std::ranges::any_of(values, &Decimal::is_missing);
    packed.numbers(any_missing ? values.size() : 0, [&](std::size_t i) { return values[i].is_missing() ? 1 : 0; });
    const auto scale = common_scale(values);
    packed.number(static_cast<std::uint64_t>(scale ? Scales::one : Scales::each));
    if (scale) {
        packed.number(packing::zigzag(static_cast<std::uint64_t>(*scale)));
        return packed.numbers(values.size(), [&](std::size_t i) { return values[i].fixed_point(*scale).value_or(0); });
    }
    const auto known = [&](std::size_t i) { return values[i].is_missing() ? Decimal() : values[i]; };
    packed.numbers(values.size(), [&](std::size_t i) { return known(i).digits(); });
    packed.numbers(values.size(), [&](std::size_t i) { return known(i).scale(); });
}

// Decimal::parse() makes no other scales.
bool is_scale(int scale) {
    return std::abs(scale) <= 20'000;
}

std::vector<Decimal> unpack_decimals(PackedReader& packed, std::size_t count) {
    const auto missing = packed.exactly<std::uint8_t>(count, optional);
    std::vector<Decimal> values;
    if (packed.number() == static_cast<std::uint64_t>(Scales::one)) {
        const int scale = static_cast<int>(packing::unzigzag(packed.number()));
        require(is_scale(scale));
        values = packed.numbers<Decimal>(
            [&](std::uint64_t digits) { return Decimal(static_cast<std::int64_t>(digits), scale); });
    } else {
        const auto digits = packed.numbers<std::int64_t>();
        const auto scales = packed.exactly<std::int32_t>(digits.size());
        values.reserve(digits.size());
        for (std::size_t i = 0; i < digits.size(); ++i) {
            require(is_scale(scales[i]));
            values.emplace_back(digits[i], scales[i]);
        }
    }
    require(values.size() == count);
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (missing[i] != 0) values[i] = Decimal::missing();
    }
    return values;
}

// Coordinates are stored as integers over a power of ten if that gives the same bits, as in most maps; otherwise as
// their bits.

constexpr std::array<double, 13> powers{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
constexpr std::uint64_t as_bits = powers.size();  // stored in place of the power

std::optional<std::int64_t> over_power(double value, double power) {
    const double digits = std::nearbyint(value * power);
    constexpr double largest = 9007199254740992.0;
    if (!(std::abs(digits) <= largest)) return std::nullopt;
    if (std::bit_cast<std::uint64_t>(digits / power) != std::bit_cast<std::uint64_t>(value)) return std::nullopt;
    return static_cast<std::int64_t>(digits);
}

std::uint64_t power_of(const std::vector<Coordinate>& points) {
    for (std::size_t i = 0; i < powers.size(); ++i) {
        const auto fits = [&](Coordinate at) { return over_power(at.x, powers[i]) && over_power(at.y, powers[i]); };
        if (std::ranges::all_of(points, fits)) return i;
    }
    return as_bits;
}

void pack(PackedWriter& packed, const std::vector<Coordinate>& points) {
    const std::uint64_t power = power_of(points);
    packed.number(power);
    for (double Coordinate::*axis : {&Coordinate::x, &Coordinate::y}) {
        packed.numbers(points.size(), [&](std::size_t i) {
            const double value = points[i].*axis;
            return power == as_bits ? std::bit_cast<std::int64_t>(value) : *over_power(value, powers[power]);
        });
    }
}

std::vector<Coordinate> unpack_coordinates(PackedReader& packed) {
    const std::uint64_t power = packed.number();
    require(power <= as_bits);
    const auto axis = [&] {
        if (power == as_bits)
            return packed.numbers<double>([](std::uint64_t bits) { return std::bit_cast<double>(bits); });
        return packed.numbers<double>([by = powers[power]](std::uint64_t digits) {
            return static_cast<double>(static_cast<std::int64_t>(digits)) / by;
        });
    };
    const auto x = axis();
    const auto y = axis();
    require(x.size() == y.size());
    std::vector<Coordinate> points(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) points[i] = {x[i], y[i]};
    return points;
}

// Offsets are stored as the sizes between them.
template <class Offsets>
void pack_offsets(PackedWriter& packed, const Offsets& offsets) {
    packed.numbers(offsets.size() - 1, [&](std::size_t i) { return offsets[i + 1] - offsets[i]; });
}

template <class T>
std::vector<T> unpack_offsets(PackedReader& packed, std::uint64_t end) {
    const auto sizes = packed.numbers<std::uint64_t>();
    std::vector<T> offsets{0};
    offsets.reserve(sizes.size() + 1);
    for (const std::uint64_t size : sizes) {
        // Points of a line or arcs of a sequence: there are at least two.
        require(size >= 2 && size <= end - offsets.back());
        offsets.push_back(static_cast<T>(offsets.back() + size));
    }
    require(offsets.back() == end);
    return offsets;
}

void pack(PackedWriter& packed, const ArcShapes& shapes) {
    packed.number(shapes.empty() ? 0 : 1);
    if (shapes.empty()) return;
    pack(packed, shapes.all_points());
    pack_offsets(packed, shapes.first_points());
    // 0 means no shape.
    packed.numbers(shapes.arc_count(),
                   [&](std::size_t arc) { return shapes.has_shape(arc) ? std::uint64_t{shapes.shape(arc)} + 1 : 0; });
    packed.numbers(shapes.backward_of_arcs());
}

ArcShapes unpack_shapes(PackedReader& packed, std::size_t arcs) {
    if (packed.number() == 0) return {};
    auto points = unpack_coordinates(packed);
    auto first = unpack_offsets<std::uint64_t>(packed, points.size());
    auto of_arc = packed.numbers<ArcShapes::ShapeIndex>(
        [](std::uint64_t shape) { return static_cast<ArcShapes::ShapeIndex>(shape - 1); });  // 0 becomes no_shape
    auto backward = packed.exactly<std::uint8_t>(arcs);
    require(of_arc.size() == arcs && std::ranges::all_of(of_arc, [&](ArcShapes::ShapeIndex shape) {
                return shape == ArcShapes::no_shape || shape < first.size() - 1;
            }));
    return {std::move(first), std::move(points), std::move(of_arc), std::move(backward)};
}

void pack(PackedWriter& packed, const TurnRules& turns) {
    packed.numbers(turns.arcs);
    pack_offsets(packed, turns.first_arc);
    packed.numbers(turns.size(), [&](std::size_t i) { return static_cast<std::uint8_t>(turns.kinds[i]); });
    pack(packed, turns.sources);
    std::vector<Decimal> seconds;
    for (const TurnRules::Cost& cost : turns.costs) seconds.push_back(cost.seconds);
    packed.numbers(turns.costs.size(), [&](std::size_t i) { return turns.costs[i].from; });
    packed.numbers(turns.costs.size(), [&](std::size_t i) { return turns.costs[i].to; });
    pack(packed, std::span<const Decimal>(seconds));
    packed.numbers(turns.destination_only);
    packed.numbers(turns.may_turn_round);
}

TurnRules unpack_turns(PackedReader& packed, const RoadNetwork& network) {
    const auto follows = [&](ArcIndex arc, ArcIndex next) {
        return arc < network.arc_count() && next < network.arc_count() && network.head[arc] == network.tail[next];
    };
    TurnRules turns;
    turns.arcs = packed.numbers<ArcIndex>();
    turns.first_arc = unpack_offsets<std::size_t>(packed, turns.arcs.size());
    for (const auto kind : packed.exactly<std::uint8_t>(turns.first_arc.size() - 1)) {
        require(kind <= static_cast<std::uint8_t>(TurnRules::Kind::mandatory));
        turns.kinds.push_back(static_cast<TurnRules::Kind>(kind));
    }
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const auto arcs = turns.sequence(i);
        for (std::size_t at = 1; at < arcs.size(); ++at) require(follows(arcs[at - 1], arcs[at]));
    }
    turns.sources = unpack_text_column(packed, turns.size());
    const auto from = packed.numbers<ArcIndex>();
    const auto to = packed.exactly<ArcIndex>(from.size());
    const auto seconds = unpack_decimals(packed, from.size());
    turns.costs.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        require(follows(from[i], to[i]) && !seconds[i].is_missing());
        turns.costs.push_back({from[i], to[i], seconds[i]});
    }
    turns.destination_only = packed.exactly<std::uint8_t>(network.arc_count(), optional);
    turns.may_turn_round = packed.exactly<std::uint8_t>(network.node_count(), optional);
    return turns;
}

void pack(PackedWriter& packed, const Provenance& provenance) {
    packed.text(provenance.crs);
    packed.number(static_cast<std::uint64_t>(provenance.coordinate_unit));
    packed.number(std::bit_cast<std::uint64_t>(provenance.metres_per_unit));
    packed.number(provenance.whole_numbers ? 1 : 0);
    packed.number(provenance.notes.size());
    for (const auto& [name, note] : provenance.notes) {
        packed.text(name);
        packed.text(note);
    }
}

Provenance unpack_provenance(PackedReader& packed) {
    Provenance provenance;
    provenance.crs = packed.text();
    const std::uint64_t unit = packed.number();
    require(unit <= static_cast<std::uint64_t>(Provenance::CoordinateUnit::length));
    provenance.coordinate_unit = static_cast<Provenance::CoordinateUnit>(unit);
    provenance.metres_per_unit = std::bit_cast<double>(packed.number());
    provenance.whole_numbers = packed.number() == 1;
    for (std::uint64_t notes = packed.number(); notes > 0; --notes) {
        std::string name(packed.text());
        provenance.notes.emplace_back(std::move(name), std::string(packed.text()));
    }
    return provenance;
}

}  // namespace

std::string pack_network(const RoadNetwork& network) {
    PackedWriter packed;
    pack(packed, network.provenance);
    pack(packed, network.node_ids);
    pack(packed, network.coordinates);
    packed.numbers(network.no_through);
    packed.numbers(network.elimination_order);
    packed.numbers(network.tail);
    // The end nodes of a road are close to each other in most files.
    packed.numbers(network.arc_count(),
                   [&](std::size_t arc) { return std::int64_t{network.head[arc]} - std::int64_t{network.tail[arc]}; });
    pack(packed, network.arc_ids);
    packed.numbers(network.reversed);
    packed.number(network.columns.size());
    for (const ArcColumn& column : network.columns) {
        packed.text(column.name);
        packed.text(column.unit);
        packed.number(column.resolution_digits ? 1 : 0);
        packed.number(packing::zigzag(static_cast<std::uint64_t>(column.resolution_digits.value_or(0))));
        pack(packed, std::span<const Decimal>(column.values));
    }
    packed.number(network.texts.size());
    for (const TextColumn& column : network.texts) pack(packed, column);
    pack(packed, network.shapes);
    pack(packed, network.turns);
    return std::move(packed).take();
}

RoadNetwork unpack_network(std::string_view bytes) {
    PackedReader packed(bytes);
    RoadNetwork network;
    network.provenance = unpack_provenance(packed);
    network.node_ids = unpack_ids(packed);
    const std::size_t n = network.node_count();
    network.coordinates = unpack_coordinates(packed);
    require(network.coordinates.empty() || network.coordinates.size() == n);
    network.no_through = packed.exactly<std::uint8_t>(n, optional);
    require(std::ranges::all_of(network.no_through, [](std::uint8_t mark) { return mark <= NoThrough::barrier; }));
    network.elimination_order = packed.numbers<NodeIndex>();
    require(network.elimination_order.empty() || why_order_misfits(network, network.elimination_order).empty());
    network.tail = packed.numbers<NodeIndex>();
    const std::size_t m = network.arc_count();
    std::size_t arc = 0;
    network.head = packed.numbers<NodeIndex>([&](std::uint64_t from_tail) {
        return static_cast<NodeIndex>(arc < m ? network.tail[arc++] + from_tail : no_node);
    });
    const auto is_node = [&](NodeIndex node) { return node < n; };
    require(network.head.size() == m && std::ranges::all_of(network.tail, is_node) &&
            std::ranges::all_of(network.head, is_node));
    network.arc_ids = unpack_ids(packed);
    require(network.arc_ids.size() == m);
    network.reversed = packed.exactly<std::uint8_t>(m, optional);
    for (std::uint64_t columns = packed.number(); columns > 0; --columns) {
        ArcColumn& column = network.columns.emplace_back();
        column.name = packed.text();
        column.unit = packed.text();
        const bool has_resolution = packed.number() == 1;
        const auto digits = static_cast<int>(packing::unzigzag(packed.number()));
        if (has_resolution) column.resolution_digits = digits;
        column.values = unpack_decimals(packed, m);
    }
    for (std::uint64_t texts = packed.number(); texts > 0; --texts) {
        network.texts.push_back(unpack_text_column(packed, m));
    }
    network.shapes = unpack_shapes(packed, m);
    network.turns = unpack_turns(packed, network);
    require(packed.at_end());
    return network;
}

}  // namespace allways::importers
