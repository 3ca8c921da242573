// SPDX-License-Identifier: Apache-2.0
#include "cost/potentials.h"

#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::cost {

void throw_negative_cycle(const std::vector<std::uint32_t>& cycle, const IdTable& ids) {
    std::string text;
    for (const std::uint32_t node : cycle) text += ids.text(node) + " -> ";
    throw NegativeCycleError(
        format("a cycle of negative cost has no shortest path: {}{}", text, ids.text(cycle.front())), cycle);
}

namespace {

template <class T>
T rounded(const Decimal& value) {
    if constexpr (std::is_same_v<T, float>) {
        return value.to_float();
    } else {
        return value.to_double();
    }
}

// Returns the column whose decimals, rounded to T, are exactly the costs, or null.
template <class T>
const ArcColumn* exact_column(const RoadNetwork& network, const UsableArcs<double>& arcs, const std::vector<T>& values,
                              const std::string& name) {
    const ArcColumn* column = network.column(name);
    if (column == nullptr || column->values.size() != values.size()) return nullptr;
    const bool same = std::all_of(arcs.arc.begin(), arcs.arc.end(), [&](ArcIndex arc) {
        return !column->values[arc].is_missing() && rounded<T>(column->values[arc]) == values[arc];
    });
    return same ? column : nullptr;
}

template <class ForEachArc>
Potentials<double> decimal_potentials(std::size_t role_count, ForEachArc&& for_each_arc) {
    int least = 0;  // as powers of ten
    int largest = 0;
    for_each_arc([&](std::uint32_t, std::uint32_t, const Decimal& cost) {
        least = std::min(least, -cost.scale());
        largest = std::max(largest, -cost.scale());
    });
    std::vector<LargeInteger> powers{1};
    while (static_cast<int>(powers.size()) <= largest - least) powers.push_back(powers.back() * 10);
    const auto whole = [&]<class W>(const Decimal& cost) {
        W units(powers[static_cast<std::size_t>(-cost.scale() - least)]);
        units *= cost.digits();
        return units;
    };
    const auto natural = [&](long double sum) {
        return static_cast<double>(sum * std::pow(10.0L, static_cast<long double>(least)));
    };
    const auto power_bits = static_cast<int>(boost::multiprecision::msb(powers.back())) + 1;
    return exact_potentials(role_count, 63 + power_bits, for_each_arc, whole, natural);
}

}  // namespace

template <class T, class Value>
Potentials<Value> network_potentials(const RoadNetwork& network, const UsableArcs<Value>& arcs,
                                     const std::vector<T>& values, const std::string& name, const WorkMeter& meter) {
    if constexpr (std::is_integral_v<T>) {
        return potentials_of(arcs, meter);
    } else if (const ArcColumn* column = exact_column(network, arcs, values, name)) {
        return decimal_potentials(arcs.role_count, [&](auto&& visit) {
            meter.check();
            for (std::size_t i = 0; i < arcs.size(); ++i) {
                const bool is_zero = arcs.cost[i] == 0;
                visit(arcs.tail[i], arcs.head[i], is_zero ? Decimal() : column->values[arcs.arc[i]]);
            }
        });
    } else {
        return float_potentials<T>(arcs.role_count, [&](auto&& visit) {
            meter.check();
            for (std::size_t i = 0; i < arcs.size(); ++i) visit(arcs.tail[i], arcs.head[i], arcs.cost[i]);
        });
    }
}

template Potentials<std::int64_t> network_potentials(const RoadNetwork&, const UsableArcs<std::int64_t>&,
                                                     const std::vector<std::int32_t>&, const std::string&,
                                                     const WorkMeter&);
template Potentials<double> network_potentials(const RoadNetwork&, const UsableArcs<double>&, const std::vector<float>&,
                                               const std::string&, const WorkMeter&);
template Potentials<double> network_potentials(const RoadNetwork&, const UsableArcs<double>&,
                                               const std::vector<double>&, const std::string&, const WorkMeter&);

}  // namespace allways::cost
