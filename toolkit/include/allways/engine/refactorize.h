// SPDX-License-Identifier: Apache-2.0
// New factors of one network when its costs change: hundredths of a second for 10^5 nodes, since the order stays.
#pragma once

#include <memory>
#include <string>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/network/road_network.h"
#include "allways/result/network_factor.h"

namespace allways {

// Safe to use from several threads at once.
class ALLWAYS_API Refactorizer {
public:
    // Shares the factor. O(m).
    explicit Refactorizer(std::shared_ptr<const NetworkFactor> factor);
    ~Refactorizer();
    Refactorizer(Refactorizer&&) noexcept;
    Refactorizer& operator=(Refactorizer&&) noexcept;

    // Both functions return a factor of the same nodes, arcs, turn rules and order, with sums of the same fields. It
    // shares memory with the first one if that has been through share_attributes(). Both throw as factorize() does.
    //
    // The cost column gets other values, one per arc in the factor's order; set_costs() replaces the column. Throws
    // InvalidArgument for another number of values.
    NetworkFactor with_costs(ArcColumn cost, const LogCallback& log = {}) const;
    // Makes another column the cost.
    NetworkFactor with_cost_field(const std::string& column, const LogCallback& log = {}) const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

}  // namespace allways
