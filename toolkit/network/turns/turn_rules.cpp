// SPDX-License-Identifier: Apache-2.0
#include "allways/network/turn_rules.h"

namespace allways {

void TurnRules::add(Kind kind, std::span<const ArcIndex> sequence, std::string_view source) {
    arcs.insert(arcs.end(), sequence.begin(), sequence.end());
    first_arc.push_back(arcs.size());
    kinds.push_back(kind);
    sources.add(source);
}

}  // namespace allways
