#include "engine/sweep/device/upward_stream.h"

#include <algorithm>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/sweep/device/sweep_regions.h"

namespace allways::engine {

static_assert(sizeof(LiftArc<std::int32_t>) == 16 && sizeof(LiftArc<double>) == 16);

template <class T>
LiftTape<T> make_lift_tape(const SweepProblem<T>& problem, std::size_t region_nodes) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;
    LiftTape<T> tape;
    tape.first_cell.assign(tree.node_count(), 0);
    for (const RegionLayer& layer : region_layers(tree, ranks_to_visit(tree, problem.columns), region_nodes)) {
        LiftLaunch launch{static_cast<std::uint32_t>(tape.regions.size()), static_cast<std::uint32_t>(layer.regions()),
                          0};
        for (std::size_t r = 0; r < layer.regions(); ++r) {
            const std::size_t begin = layer.first_rank[layer.first_tree[r]];
            const std::size_t end = layer.first_rank[layer.first_tree[r + 1]];
            tape.regions.push_back(
                {static_cast<std::uint32_t>(tape.nodes.size()), static_cast<std::uint32_t>(end - begin)});
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint32_t v = layer.ranks[i];
                const auto ups = tree.ups(v);
                tape.first_cell[v] = static_cast<std::uint32_t>(tape.cells);
                tape.nodes.push_back({tape.first_cell[v], tree.depth[v], static_cast<std::uint32_t>(tape.arcs.size()),
                                      static_cast<std::uint32_t>(ups.size())});
                for (std::size_t a = 0; a < ups.size(); ++a) {
                    tape.arcs.push_back(
                        {tape.first_cell[ups[a]], tree.depth[ups[a]], factor.down[tree.first_up[v] + a]});
                }
                tape.cells += tree.depth[v];
                launch.depths = std::max(launch.depths, tree.depth[v]);
            }
        }
        if (launch.depths > 0) tape.launches.push_back(launch);
    }
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (tape.cells > most) {
        throw CapacityError(format("the lifted columns of a device's sweep have at most {} cells and these {}; use the "
                                   "schedule on the host, or fewer columns",
                                   most, tape.cells),
                            tape.cells, most);
    }
    return tape;
}

#define ALLWAYS_INSTANTIATE(T) template LiftTape<T> make_lift_tape(const SweepProblem<T>&, std::size_t);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
