#include "allways/result/network_factor.h"

#include <algorithm>

#include "allways/base/damaged.h"

namespace allways {

void share_attributes(NetworkFactor& factor) {
    factor.coordinates.share();
    factor.arcs.shapes.share();
    for (TextColumn& column : factor.arcs.texts) column.share();
}

void check_factor(const NetworkFactor& factor) {
    check_arcs(factor.arcs, factor.node_count());
    const std::size_t places = factor.places.rank_of.all().size();
    if (std::ranges::any_of(factor.order, [&](NodeIndex place) { return place >= places; })) {
        throw DamagedContent("its order is damaged: a node out of range");
    }
    for (const auto* array : {&factor.parent, &factor.up_depth}) (void)array->all();
    (void)factor.first_up.all();
    for (const CheckedCells* cells : {&factor.up, &factor.down}) {
        std::visit([](const auto& values) { (void)values.all(); }, *cells);
    }
    for (const FactorSums::Field& field : factor.sums.fields) {
        for (const auto* array : {&field.up, &field.down}) (void)array->all();
    }
    for (const auto* array : {&factor.sums.via, &factor.sums.tail, &factor.sums.head}) (void)array->all();
    (void)factor.sums.order.all();
}

}  // namespace allways
