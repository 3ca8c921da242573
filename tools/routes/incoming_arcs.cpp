// SPDX-License-Identifier: Apache-2.0
#include "routes/incoming_arcs.h"

#include <algorithm>

namespace allways::tools {

std::span<const ArcIndex> IncomingArcs::into(NodeIndex node) const {
    std::call_once(made_, [this] {
        by_head_ = build_adjacency(arcs_.first_out.size() - 1, std::span<const NodeIndex>(arcs_.head));
    });
    return by_head_.out_arcs(node);
}

NodeIndex IncomingArcs::tail(ArcIndex arc) const {
    const auto after = std::upper_bound(arcs_.first_out.begin(), arcs_.first_out.end(), std::uint64_t{arc});
    return static_cast<NodeIndex>(after - arcs_.first_out.begin() - 1);
}

}  // namespace allways::tools
