// SPDX-License-Identifier: Apache-2.0
// Converts the turn rules of a network to those of a network made from it.
#pragma once

#include <span>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::network {

// The functions map an old arc to new ones by its position in a sequence or price: as_first returns arcs that end like
// the old arc, as_last arcs that begin like it, and as_whole, for arcs in between, an arc that covers all of it. They
// return several arcs if the old one was cut, and nothing if it is gone; then the rule is dropped. Marks of arcs and
// nodes are not set.
template <class AsFirst, class AsWhole, class AsLast>
TurnRules carried_rules(const TurnRules& rules, const AsFirst& as_first, const AsWhole& as_whole,
                        const AsLast& as_last) {
    TurnRules carried;
    std::vector<ArcIndex> sequence;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const auto old = rules.sequence(i);
        for (const ArcIndex first : as_first(old.front())) {
            for (const ArcIndex last : as_last(old.back())) {
                sequence.assign(1, first);
                for (const ArcIndex between : old.subspan(1, old.size() - 2)) {
                    for (const ArcIndex whole : as_whole(between)) sequence.push_back(whole);
                }
                sequence.push_back(last);
                if (sequence.size() == old.size()) carried.add(rules.kinds[i], sequence, rules.sources.text(i));
            }
        }
    }
    for (const TurnRules::Cost& price : rules.costs) {
        for (const ArcIndex from : as_first(price.from)) {
            for (const ArcIndex to : as_last(price.to)) carried.costs.push_back({from, to, price.seconds});
        }
    }
    return carried;
}

// The values at these indexes; empty if `marks` is.
inline std::vector<std::uint8_t> marks_at(const std::vector<std::uint8_t>& marks,
                                          std::span<const std::uint32_t> indexes) {
    std::vector<std::uint8_t> found;
    if (marks.empty()) return found;
    for (const std::uint32_t index : indexes) found.push_back(marks[index]);
    return found;
}

}  // namespace allways::network
