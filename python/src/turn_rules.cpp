// SPDX-License-Identifier: Apache-2.0
// Converts turn rules to plain arrays and back.
#include "turn_rules.h"

#include <nanobind/stl/tuple.h>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::python {

namespace {

void require_arcs(std::span<const ArcIndex> arcs, std::size_t count) {
    for (const ArcIndex arc : arcs) {
        if (arc >= count) throw InvalidArgument(format("`turns`: arc {} is outside 0 … {}", arc, count));
    }
}

}  // namespace

nb::object turns_of(const HeldNetwork& network) {
    const TurnRules& rules = network->turns;
    if (rules.empty()) return nb::none();
    std::vector<std::uint64_t> first(rules.first_arc.begin(), rules.first_arc.end());
    std::vector<std::uint8_t> mandatory;
    nb::list sources;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        mandatory.push_back(rules.kinds[i] == TurnRules::Kind::mandatory ? 1 : 0);
        sources.append(text(rules.sources.text(i)));
    }
    std::vector<std::uint32_t> from, to;
    std::vector<double> seconds;
    for (const TurnRules::Cost& cost : rules.costs) {
        from.push_back(cost.from);
        to.push_back(cost.to);
        seconds.push_back(cost.seconds.to_double());
    }
    return nb::make_tuple(array(std::move(first)), view(rules.arcs, network.input()), array(std::move(mandatory)),
                          sources, array(std::move(from)), array(std::move(to)), array(std::move(seconds)),
                          view(rules.destination_only, network.input()), view(rules.may_turn_round, network.input()));
}

TurnRules turn_rules_from(const TurnArrays& arrays, std::size_t nodes, std::size_t arcs) {
    const auto& [first, sequences, mandatory, sources, from, to, seconds, destination_only, may_turn_round] = arrays;
    TurnRules rules;
    for (const auto& some : {sequences, from, to}) require_arcs(span_of(some), arcs);
    for (std::size_t i = 0; i < mandatory.size(); ++i) {
        const auto sequence = span_of(sequences).subspan(first.data()[i], first.data()[i + 1] - first.data()[i]);
        rules.add(mandatory.data()[i] != 0 ? TurnRules::Kind::mandatory : TurnRules::Kind::forbidden, sequence,
                  sources[i]);
    }
    for (std::size_t i = 0; i < from.size(); ++i)
        rules.costs.push_back({from.data()[i], to.data()[i], Decimal::from_double(seconds.data()[i])});
    rules.destination_only = vector_of(destination_only);
    rules.may_turn_round = vector_of(may_turn_round);
    if (!rules.destination_only.empty() && rules.destination_only.size() != arcs)
        throw InvalidArgument("`destination_only`: expected one entry per arc");
    if (!rules.may_turn_round.empty() && rules.may_turn_round.size() != nodes)
        throw InvalidArgument("`may_turn_round`: expected one entry per node");
    return rules;
}

}  // namespace allways::python
