// SPDX-License-Identifier: Apache-2.0
#include "routes/incoming_arcs.h"

namespace allways::tools {

std::span<const IncomingArcs::Arc> IncomingArcs::into(NodeIndex node) const {
    std::call_once(made_, [this] { make(); });
    return std::span(into_).subspan(first_in_[node], first_in_[node + 1] - first_in_[node]);
}

void IncomingArcs::make() const {
    const std::size_t nodes = arcs_.first_out.size() - 1;
    first_in_.assign(nodes + 1, 0);
    into_.resize(arcs_.size());
    for (const NodeIndex head : arcs_.head) ++first_in_[head];
    for (std::size_t node = 1; node <= nodes; ++node) first_in_[node] += first_in_[node - 1];
    // Filled from the back, each offset ends where its node's arcs begin.
    for (std::size_t tail = nodes; tail-- > 0;) {
        for (std::uint64_t arc = arcs_.first_out[tail + 1]; arc-- > arcs_.first_out[tail];) {
            into_[--first_in_[arcs_.head[arc]]] = {static_cast<NodeIndex>(tail), arc};
        }
    }
}

}  // namespace allways::tools
