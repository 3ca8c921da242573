// SPDX-License-Identifier: Apache-2.0
// The fields of a factor's arcs that are summed along its shortest paths.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/threads/work_meter.h"
#include "engine/factor/factor_network.h"
#include "engine/skims/skim_network.h"
#include "result/skim_walk.h"

namespace allways::engine {

// Numbers the members of classes and adds the classes' inner arcs to the skims of a factor or of a part of it.
template <class T, class Value>
void add_classes_of(const FactorNetwork<T>& network, SkimNetwork<T>& skims, const Value& value) {
    const auto zero_arcs = [&](NodeIndex tail, const auto& visit) {
        const std::uint64_t first_step = network.steps(tail).first_step;
        network.visit_inside(tail, [&](std::uint32_t ordinal, NodeIndex head) { visit(head, first_step + ordinal); });
    };
    add_classes(skims, zero_arcs, value);
}

// `fields`: of result::step_fields. O(steps), on all cores. Throws DamagedContent.
template <class T>
SkimNetwork<T> factor_skims(const NetworkFactor& factor, const FactorNetwork<T>& network,
                            std::span<const result::SkimField> fields, WorkMeter& meter);
template <class T>
SkimNetwork<T> factor_skims(const NetworkFactor& factor, const FactorNetwork<T>& network,
                            std::span<const result::SkimField> fields) {
    WorkMeter unmetered;
    return factor_skims(factor, network, fields, unmetered);
}

}  // namespace allways::engine
