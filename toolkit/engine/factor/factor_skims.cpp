// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/factor_skims.h"

#include <algorithm>

#include "allways/base/damaged.h"
#include "base/threads/blocks.h"
#include "result/factor_arrays.h"

namespace allways::engine {

template <class T>
SkimNetwork<T> factor_skims(const NetworkFactor& factor, const FactorNetwork<T>& network,
                            std::span<const result::SkimField> fields, WorkMeter& meter) {
    const std::uint32_t places = network.place_count();
    const std::size_t step_count = factor.arcs.states.empty() ? factor.arcs.size() : factor.arcs.states.next.size();
    for (const result::SkimField& field : fields) {
        if (field.values.size() != step_count) {
            throw DamagedContent("its columns are damaged; make the factor again");
        }
    }
    SkimNetwork<T> skims;
    skims.field_count = fields.size();
    skims.core_count = network.rank_count();
    skims.class_of.resize(places);
    std::vector<NodeIndex> place_of;  // a place of each class
    for (NodeIndex place = 0; place < places; ++place) {
        const std::uint32_t c = network.rank_of(place);
        if (c >= std::uint64_t{network.rank_count()} + places) {
            throw DamagedContent("its places are damaged; make the factor again");
        }
        skims.class_of[place] = c;
        if (c >= place_of.size()) place_of.resize(std::size_t{c} + 1, no_node);
        place_of[c] = place;
    }
    place_of.resize(std::max<std::size_t>(place_of.size(), network.rank_count()), no_node);
    // The step to an end place uses no arc.
    const auto position_of = [&](NodeIndex tail, std::uint32_t ordinal) {
        const auto steps = network.steps(tail);
        return ordinal < steps.arcs ? steps.first_step + ordinal : std::uint64_t{step_count};
    };
    skims.first_exit = made_vector<std::size_t>(place_of.size() + 1, meter, [&](std::size_t i) {
        std::size_t count = 0;
        if (i > 0 && place_of[i - 1] != no_node) {
            network.visit_exits(place_of[i - 1], [&](const auto&) { return ++count > 0; });
        }
        return count;
    });
    running_sums(std::span(skims.first_exit), meter);
    skims.exits = large_vector<SkimExit<T>>(skims.first_exit.back());
    skims.values = large_vector<std::int64_t>(skims.first_exit.back() * fields.size());
    for_each_index(place_of.size(), meter, [&](std::size_t c) {
        if (place_of[c] == no_node) return;
        std::size_t at = skims.first_exit[c];
        network.visit_exits(place_of[c], [&](const auto& exit) {
            T cost = exit.cost;
            if constexpr (std::is_integral_v<T>) {
                if (cost > factor.arrays().places.bound) cost = unreachable_cost<T>;
            }
            skims.exits[at] = {exit.tail, exit.head, skims.class_of[exit.head], cost};
            const std::uint64_t position = position_of(exit.tail, exit.ordinal);
            std::int64_t* values = skims.values.data() + at++ * fields.size();
            for (const result::SkimField& field : fields) {
                *values++ = position < field.values.size() ? field.values[position] : 0;
            }
            return true;
        });
    });
    if (factor.arrays().places.first_member.empty()) return skims;
    add_classes_of(network, skims,
                   [&](std::size_t field, std::size_t position) { return fields[field].values[position]; });
    return skims;
}

template SkimNetwork<std::int32_t> factor_skims(const NetworkFactor&, const FactorNetwork<std::int32_t>&,
                                                std::span<const result::SkimField>, WorkMeter&);
template SkimNetwork<double> factor_skims(const NetworkFactor&, const FactorNetwork<double>&,
                                          std::span<const result::SkimField>, WorkMeter&);

}  // namespace allways::engine
