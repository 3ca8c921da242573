#include "ordering/factor.h"

#include <algorithm>
#include <type_traits>

namespace allways::ordering {

namespace {

// The cost of a cell without its first-arc label, to add to another cell.
template <class T>
T cost_part(T cell, int first_arc_bits) {
    if constexpr (std::is_integral_v<T>) {
        return cell & ~((T{1} << first_arc_bits) - 1);
    } else {
        return cell;
    }
}

template <class T>
void lower(T& cell, T value) {
    cell = std::min(cell, value);
}

// Places the cells of the graph's own arcs, before any elimination.
template <class T>
void place_arcs(Factor<T>& factor, const Graph& graph, std::span<const T> cells) {
    const Elimination& e = *factor.elimination;
    for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
        const std::uint32_t v = e.rank_of[node];
        for (std::size_t a = graph.first_out[node]; a < graph.first_out[node + 1]; ++a) {
            const std::uint32_t w = e.rank_of[graph.head[a]];
            if (v == w) continue;
            const auto ups = e.ups(std::min(v, w));
            const auto at = std::lower_bound(ups.begin(), ups.end(), std::max(v, w)) - ups.begin();
            auto& side = v < w ? factor.up : factor.down;
            lower(side[e.first_up[std::min(v, w)] + static_cast<std::size_t>(at)], cells[a]);
        }
    }
}

}  // namespace

template <class T>
Factor<T> factorize(std::shared_ptr<const Elimination> elimination, const Graph& graph, std::span<const T> cells,
                    T unreachable, int first_arc_bits) {
    const Elimination& e = *elimination;
    Factor<T> factor;
    factor.first_arc_bits = first_arc_bits;
    factor.unreachable = unreachable;
    factor.up.assign(e.fill(), unreachable);
    factor.down.assign(e.fill(), unreachable);
    factor.elimination = std::move(elimination);
    place_arcs(factor, graph, cells);

    // Eliminating u joins all its upper neighbours v < w, in both directions: v → u → w and w → u → v. They are joined
    // in the filled graph already, so w is found by advancing in the row of v along with the row of u.
    for (std::uint32_t u = 0; u < e.node_count(); ++u) {
        for (std::size_t i = e.first_up[u]; i < e.first_up[u + 1]; ++i) {
            const T v_to_u = factor.down[i];
            const T u_to_v = cost_part(factor.up[i], first_arc_bits);
            std::size_t a = e.first_up[e.up[i]];
            for (std::size_t j = i + 1; j < e.first_up[u + 1]; ++j, ++a) {
                while (e.up[a] != e.up[j]) ++a;
                lower<T>(factor.up[a], v_to_u + cost_part(factor.up[j], first_arc_bits));
                lower<T>(factor.down[a], factor.down[j] + u_to_v);
            }
        }
    }
    return factor;
}

#define ALLWAYS_INSTANTIATE(T) \
    template Factor<T> factorize<T>(std::shared_ptr<const Elimination>, const Graph&, std::span<const T>, T, int);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::ordering
