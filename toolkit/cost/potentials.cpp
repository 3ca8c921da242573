// SPDX-License-Identifier: Apache-2.0
#include "cost/potentials.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::cost {

void throw_negative_cycle(const std::vector<std::uint32_t>& cycle, const IdTable& ids) {
    std::string text;
    for (const std::uint32_t node : cycle) text += ids.text(node) + " -> ";
    throw NegativeCycleError(
        format("a cycle of negative cost has no shortest path: {}{}", text, ids.text(cycle.front())), cycle);
}

}  // namespace allways::cost
