// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/class_trees.h"

namespace allways::engine {

ClassGraph::ClassGraph(std::size_t member_count, std::span<const Arc> arcs)
    : first_out(member_count + 1, 0), first_in(member_count + 1, 0), in(arcs.size()) {
    head.reserve(arcs.size());
    for (const Arc& arc : arcs) {
        ++first_out[arc.tail + 1];
        ++first_in[arc.head + 1];
        head.push_back(arc.head);
    }
    for (std::size_t member = 0; member < member_count; ++member) {
        first_out[member + 1] += first_out[member];
        first_in[member + 1] += first_in[member];
    }
    std::vector<std::uint32_t> next(first_in.begin(), first_in.end() - 1);
    for (std::uint32_t arc = 0; arc < arcs.size(); ++arc) in[next[arcs[arc].head]++] = {arcs[arc].tail, arc};
}

}  // namespace allways::engine
