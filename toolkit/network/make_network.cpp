// SPDX-License-Identifier: Apache-2.0
#include "allways/network/make_network.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

namespace {

Decimal decimal_of(double value) {
    if (std::isnan(value)) return Decimal::missing();
    if (std::isinf(value)) throw InvalidArgument("expected finite numbers of arcs, or NaN for no value");
    return Decimal::from_double(value);
}

// The shortest decimal that reads back as the same float, not as that float's double.
Decimal decimal_of(float value) {
    if (!std::isfinite(value)) return decimal_of(static_cast<double>(value));
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    return *Decimal::parse({text, static_cast<std::size_t>(end - text)});
}

Decimal decimal_of(std::int64_t value) {
    return {value, 0};
}

std::vector<Decimal> decimals_of(const NumberSpan& values) {
    return std::visit(
        [](const auto& span) {
            std::vector<Decimal> decimals;
            decimals.reserve(span.size());
            for (const auto value : span) {
                if constexpr (std::is_integral_v<decltype(value)>)
                    decimals.push_back(decimal_of(std::int64_t{value}));
                else
                    decimals.push_back(decimal_of(value));
            }
            return decimals;
        },
        values);
}

std::size_t size_of(const NumberSpan& values) {
    return std::visit([](const auto& span) { return span.size(); }, values);
}

void require_size(std::size_t size, std::size_t expected, const char* what) {
    if (size == expected) return;
    throw InvalidArgument(format("{} has {} entries, but there are {} arcs", what, size, expected));
}

std::size_t count_nodes(const NetworkArrays& arrays) {
    std::size_t nodes = 0;
    for (const auto side : {arrays.tail, arrays.head}) {
        for (const NodeIndex node : side) nodes = std::max<std::size_t>(nodes, std::size_t{node} + 1);
    }
    if (arrays.nodes == 0) return std::max(nodes, arrays.coordinates.size());
    if (nodes > arrays.nodes) {
        throw InvalidArgument(
            format("an arc ends at node {}, but there are only {} nodes, numbered from 0", nodes - 1, arrays.nodes));
    }
    return arrays.nodes;
}

}  // namespace

ArcColumn make_column(std::string name, std::string unit, const NumberSpan& values) {
    return {std::move(name), std::move(unit), decimals_of(values), {}};
}

RoadNetwork make_network(const NetworkArrays& arrays) {
    require_size(arrays.head.size(), arrays.tail.size(), "head");
    require_size(size_of(arrays.cost), arrays.tail.size(), "cost");
    for (const NumberColumn& column : arrays.columns) {
        require_size(size_of(column.values), arrays.tail.size(), column.name.c_str());
    }
    const std::size_t nodes = count_nodes(arrays);
    if (!arrays.coordinates.empty() && arrays.coordinates.size() != nodes) {
        throw InvalidArgument(
            format("expected {} coordinates, one per node, found {}", nodes, arrays.coordinates.size()));
    }
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(nodes);
    network.coordinates.assign(arrays.coordinates.begin(), arrays.coordinates.end());
    network.tail.assign(arrays.tail.begin(), arrays.tail.end());
    network.head.assign(arrays.head.begin(), arrays.head.end());
    network.arc_ids = IdTable::consecutive(arrays.tail.size());
    network.columns.push_back(make_column(arrays.name, arrays.unit, arrays.cost));
    for (const NumberColumn& column : arrays.columns) {
        if (network.column(column.name) != nullptr) {
            throw InvalidArgument(format("two columns are named '{}'", column.name));
        }
        network.columns.push_back(make_column(column.name, column.unit, column.values));
    }
    network.provenance.source = "arrays";
    network.provenance.format = "arrays";
    network.provenance.crs = arrays.crs;
    return network;
}

RoadNetwork make_network(const SparseMatrix& matrix, std::string name, std::string unit) {
    const auto entries = static_cast<std::int64_t>(matrix.column.size());
    if (matrix.first.empty() || matrix.first.front() != 0 || matrix.first.back() != entries ||
        !std::ranges::is_sorted(matrix.first)) {
        throw InvalidArgument(format("row offsets must grow from 0 to the number of entries, {}", entries));
    }
    std::vector<NodeIndex> tail;
    tail.reserve(matrix.column.size());
    for (std::size_t row = 0; row + 1 < matrix.first.size(); ++row) {
        tail.insert(tail.end(), static_cast<std::size_t>(matrix.first[row + 1] - matrix.first[row]),
                    static_cast<NodeIndex>(row));
    }
    return make_network({.tail = tail,
                         .head = matrix.column,
                         .cost = matrix.value,
                         .name = std::move(name),
                         .unit = std::move(unit),
                         .nodes = matrix.first.size() - 1});
}

}  // namespace allways
