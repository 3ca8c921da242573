// SPDX-License-Identifier: Apache-2.0
// Converts turn rules to plain arrays and back.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "allways/network/turn_rules.h"
#include "arrays.h"
#include "bindings.h"

namespace allways::python {

// Forbidden and mandatory sequences: offsets of their first arcs, arcs, 1 for mandatory ones, sources. Prices: from,
// to, seconds. Marks of arcs and of nodes, empty if there are none.
using TurnArrays = std::tuple<Vector<std::uint64_t>, Vector<std::uint32_t>, Vector<std::uint8_t>,
                              std::vector<std::string>, Vector<std::uint32_t>, Vector<std::uint32_t>, Vector<double>,
                              Vector<std::uint8_t>, Vector<std::uint8_t>>;

// None if the network has no rules.
nb::object turns_of(const HeldNetwork& network);
// Throws InvalidArgument for an arc out of range and for marks of another size.
TurnRules turn_rules_from(const TurnArrays& arrays, std::size_t nodes, std::size_t arcs);

}  // namespace allways::python
