// SPDX-License-Identifier: Apache-2.0
// The arcs of a random digraph, one by one: a network and a matrix made from the same options have the same arcs.
#pragma once

#include "allways/network/make_network.h"
#include "base/random.h"

namespace allways {

// Throws InvalidArgument for options that generate_random_network refuses.
void check_random_options(const RandomNetworkOptions& options);

// Calls arc(tail, head, weight) in order of tail, then head.
template <class Function>
void for_each_random_arc(const RandomNetworkOptions& options, Function&& arc) {
    Random random(options.seed);
    for (std::size_t tail = 0; tail < options.nodes; ++tail) {
        for (std::size_t head = 0; head < options.nodes; ++head) {
            if (tail == head || !random.chance(options.probability)) continue;
            arc(tail, head, static_cast<std::int32_t>(random.between(options.lowest_weight, options.highest_weight)));
        }
    }
}

}  // namespace allways
