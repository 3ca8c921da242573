// SPDX-License-Identifier: Apache-2.0
#include "service/map/live_costs.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

#include "allways/result/extract_network.h"

namespace allways::tools {

LiveCosts::LiveCosts(const std::shared_ptr<const NetworkFactor>& factor)
    : updater_(extract_network(*factor), factor->scale.name), refactorizer_(factor) {}

LiveCosts::Made LiveCosts::update(const CostUpdates& updates, const LogCallback& log) const {
    UpdatedCosts costs = updater_.apply(updates);
    return {std::make_shared<const NetworkFactor>(refactorizer_.with_costs(std::move(costs.cost), log)),
            std::move(costs.report)};
}

void yield_to_other_threads() {
#ifdef __linux__  // other systems have priorities of processes only
    (void)setpriority(PRIO_PROCESS, 0, 5);
#endif
}

}  // namespace allways::tools
