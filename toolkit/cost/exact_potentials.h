// SPDX-License-Identifier: Apache-2.0
// Potentials of a network's costs (network_potentials), and those of float types in exact arithmetic: rounding never
// decides if a cycle is negative, however far apart its costs are. Costs become integers of a common unit, of 128 bits
// if sums fit, else as wide as needed.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <boost/multiprecision/cpp_int.hpp>

#include "cost/potentials.h"
#include "cost/usable_arcs.h"

namespace allways::cost {

__extension__ using Int128 = __int128;
using LargeInteger = boost::multiprecision::cpp_int;

// Runs find_potentials with the narrowest integers that hold every sum along a path. `cost_bits`: bits of the largest
// cost. whole<W>(cost) converts a cost to a W, natural(sum) converts a sum of them back to a double.
template <class ForEachArc, class Whole, class Natural>
Potentials<double> exact_potentials(std::size_t node_count, int cost_bits, ForEachArc&& for_each_arc, Whole&& whole,
                                    Natural&& natural) {
    const auto find = [&]<class W>() {
        auto found = find_potentials<W>(node_count, [&](auto&& visit) {
            for_each_arc([&](std::uint32_t tail, std::uint32_t head, const auto& cost) {
                visit(tail, head, whole.template operator()<W>(cost));
            });
        });
        Potentials<double> potentials{{}, std::move(found.cycle)};
        for (const W& h : found.of) potentials.of.push_back(natural(static_cast<long double>(h)));
        return potentials;
    };
    const int sum_bits = cost_bits + static_cast<int>(std::bit_width(node_count)) + 2;
    return sum_bits < 128 ? find.template operator()<Int128>() : find.template operator()<LargeInteger>();
}

// Floats stand for unknown decimals. A cycle is negative if its sum is negative even after every cost is raised by this
// many units in its last place; a cycle nearer to zero counts as zero. Costs are raised only if there is such a cycle.
inline constexpr int rounded_units = 2;

// Potentials of float or double costs; for_each_arc(visit) as in find_potentials.
template <class T, class ForEachArc>
Potentials<double> float_potentials(std::size_t node_count, ForEachArc&& for_each_arc) {
    constexpr int mantissa_bits = std::numeric_limits<T>::digits;
    int least = std::numeric_limits<int>::max();
    int largest = std::numeric_limits<int>::min();
    for_each_arc([&](std::uint32_t, std::uint32_t, double cost) {
        if (cost == 0) return;
        int exponent = 0;
        std::frexp(cost, &exponent);
        least = std::min(least, exponent);
        largest = std::max(largest, exponent);
    });
    if (least > largest) least = largest = 0;
    const auto natural = [&](long double sum) { return static_cast<double>(std::ldexp(sum, least - mantissa_bits)); };
    const auto raised_by = [&](int units) {
        const auto whole = [&]<class W>(double cost) {
            if (cost == 0) return W(0);
            int exponent = 0;
            const double mantissa = std::ldexp(std::frexp(cost, &exponent), mantissa_bits);
            W units_of_least(static_cast<std::int64_t>(mantissa) + units);
            units_of_least <<= exponent - least;
            return units_of_least;
        };
        return exact_potentials(node_count, mantissa_bits + 1 + largest - least, for_each_arc, whole, natural);
    };
    auto potentials = raised_by(0);
    return potentials.cycle.empty() ? potentials : raised_by(rounded_units);
}

// Potentials of the costs themselves: int32 exactly, floats by float_potentials.
template <class T, class ForEachArc>
auto matrix_potentials(std::size_t node_count, ForEachArc&& for_each_arc) {
    if constexpr (std::is_integral_v<T>) {
        return find_potentials<std::int64_t>(node_count, for_each_arc);
    } else {
        return float_potentials<T>(node_count, for_each_arc);
    }
}

// Potentials of a network's arcs, by role, whose costs are `values` of the column `name`. They are the exact potentials
// of the column's decimals if these round to the values, except decimals that T rounds to 0; otherwise those of the
// values, int32 exactly and floats by float_potentials.
template <class T, class Value>
Potentials<Value> network_potentials(const RoadNetwork& network, const UsableArcs<Value>& arcs,
                                     const std::vector<T>& values, const std::string& name,
                                     const WorkMeter& meter = {});

}  // namespace allways::cost
