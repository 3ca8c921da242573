// SPDX-License-Identifier: Apache-2.0
// Makes factors with a profile's live costs from the factor that the profile was given.
#pragma once

#include <memory>

#include "allways/cost/cost_updates.h"
#include "allways/engine/refactorize.h"
#include "allways/result/network_factor.h"

namespace allways::tools {

class LiveCosts {
public:
    // O(m log m + points).
    explicit LiveCosts(const std::shared_ptr<const NetworkFactor>& factor);

    struct Made {
        std::shared_ptr<const NetworkFactor> factor;
        CostUpdateReport report;
    };
    Made update(const CostUpdates& updates, const LogCallback& log) const;

private:
    CostUpdater updater_;
    Refactorizer refactorizer_;
};

// Lowers the priority of the calling thread and of threads that it starts.
void yield_to_other_threads();

}  // namespace allways::tools
