// SPDX-License-Identifier: Apache-2.0
#include "allways/engine/refactorize.h"
#include "allways/service/routing_service.h"

namespace allways {

std::vector<ServiceProfile> service_profiles(std::shared_ptr<const NetworkFactor> factor,
                                             const std::vector<std::string>& costs, const LogCallback& log) {
    if (costs.empty()) return {{"", std::move(factor)}};
    const Refactorizer refactorizer(factor);
    std::vector<ServiceProfile> profiles;
    for (const std::string& cost : costs) {
        const bool is_first = cost == factor->scale.name;
        profiles.push_back(
            {cost, is_first ? factor : std::make_shared<const NetworkFactor>(refactorizer.with_cost_field(cost, log))});
    }
    return profiles;
}

}  // namespace allways
