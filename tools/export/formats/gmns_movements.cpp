// SPDX-License-Identifier: Apache-2.0
#include "export/formats/gmns_movements.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "allways/network/adjacency.h"
#include "attributes/turn_rows.h"
#include "export/features/movement_type.h"

namespace allways::tools {

using namespace importers;

namespace {

// The turns from one arc that the rules forbid or price.
struct TurnsFrom {
    std::set<ArcIndex> forbidden;
    std::set<ArcIndex> mandatory;
    std::map<ArcIndex, Decimal> prices;

    std::uint64_t size() const { return forbidden.size() + mandatory.size() + prices.size(); }
    bool forbids(ArcIndex to) const {
        return forbidden.contains(to) || std::ranges::any_of(mandatory, [&](ArcIndex only) { return only != to; });
    }
};

// Returns true if no other arc has the same id and the same end.
bool is_alone(ArcIndex arc, const RoadNetwork& network, const ArcsById& arcs, const std::vector<NodeIndex>& ends) {
    const auto same = arcs.find(network.arc_ids.text(arc));
    return std::ranges::count_if(same, [&](ArcIndex other) { return ends[other] == ends[arc]; }) == 1;
}

}  // namespace

GmnsMovements gmns_movements(const RoadNetwork& network) {
    GmnsMovements found;
    std::map<ArcIndex, TurnsFrom> turns;
    for (std::size_t i = 0; i < network.turns.size(); ++i) {
        const std::span<const ArcIndex> sequence = network.turns.sequence(i);
        if (sequence.size() != 2) {
            ++found.lost;
            continue;
        }
        TurnsFrom& from = turns[sequence[0]];
        (network.turns.kinds[i] == TurnRules::Kind::mandatory ? from.mandatory : from.forbidden).insert(sequence[1]);
    }
    for (const TurnRules::Cost& cost : network.turns.costs) {
        // GMNS cannot express time that a turn saves.
        if (!cost.seconds.is_missing() && cost.seconds.digits() >= 0) {
            turns[cost.from].prices.emplace(cost.to, cost.seconds);
        } else {
            ++found.lost;
        }
    }
    if (turns.empty()) return found;
    const AdjacencyArray out = build_adjacency(network.node_count(), network.tail);
    const ArcsById arcs(network.arc_ids);
    for (const auto& [from, rules] : turns) {
        const std::span<const ArcIndex> next = out.out_arcs(network.head[from]);
        std::vector<GmnsMovement> listed;
        for (const ArcIndex to : next) {
            if (rules.forbids(to)) continue;
            const auto price = rules.prices.find(to);
            listed.push_back({from, to, price == rules.prices.end() ? Decimal::missing() : price->second});
        }
        const bool alone = is_alone(from, network, arcs, network.head) && std::ranges::all_of(next, [&](ArcIndex to) {
                               return is_alone(to, network, arcs, network.tail);
                           });
        if (listed.empty() || !alone) {
            found.lost += rules.size();
        } else {
            std::ranges::move(listed, std::back_inserter(found.movements));
        }
    }
    return found;
}

void put_gmns_movements(const RoadNetwork& network, const std::vector<GmnsMovement>& movements, TextBuffer& file) {
    file.put("mvmt_id,node_id,ib_link_id,ob_link_id,type,penalty\n");
    for (std::size_t i = 0; i < movements.size(); ++i) {
        const GmnsMovement& movement = movements[i];
        file.put(std::to_string(i + 1));
        file.put(',');
        file.put_field(network.node_ids.text(network.head[movement.from]));
        for (const ArcIndex arc : {movement.from, movement.to}) {
            file.put(',');
            file.put_field(network.arc_ids.text(arc));
        }
        file.put(',');
        const std::string_view type = movement_type(network, movement.from, movement.to);
        file.put(type.empty() ? "thru" : type);  // the specification requires one
        file.put(',');
        file.put(movement.penalty.to_string());  // empty if missing
        file.put('\n');
    }
}

}  // namespace allways::tools
