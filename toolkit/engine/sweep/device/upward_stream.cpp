// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/device/upward_stream.h"

#include <algorithm>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/sweep/device/sweep_regions.h"

namespace allways::engine {

static_assert(sizeof(UpwardArc<std::int32_t>) == 16 && sizeof(UpwardArc<double>) == 16);

template <class T>
UpwardStream<T> make_upward_stream(const SweepProblem<T>& problem, std::size_t region_nodes) {
    const ordering::Factor<T>& factor = *problem.factor;
    const ordering::Elimination& tree = *factor.elimination;
    UpwardStream<T> stream;
    stream.first_cell.assign(tree.node_count(), 0);
    for (const RegionLayer& layer : region_layers(tree, ranks_to_visit(tree, problem.columns), region_nodes)) {
        UpwardLaunch launch{static_cast<std::uint32_t>(stream.regions.size()),
                            static_cast<std::uint32_t>(layer.regions()), 0};
        for (std::size_t r = 0; r < layer.regions(); ++r) {
            const std::size_t begin = layer.first_rank[layer.first_tree[r]];
            const std::size_t end = layer.first_rank[layer.first_tree[r + 1]];
            stream.regions.push_back(
                {static_cast<std::uint32_t>(stream.nodes.size()), static_cast<std::uint32_t>(end - begin)});
            for (std::size_t i = begin; i < end; ++i) {
                const std::uint32_t v = layer.ranks[i];
                const auto ups = tree.ups(v);
                stream.first_cell[v] = static_cast<std::uint32_t>(stream.cells);
                stream.nodes.push_back({stream.first_cell[v], tree.depth[v],
                                        static_cast<std::uint32_t>(stream.arcs.size()),
                                        static_cast<std::uint32_t>(ups.size())});
                for (std::size_t a = 0; a < ups.size(); ++a) {
                    stream.arcs.push_back(
                        {stream.first_cell[ups[a]], tree.depth[ups[a]], factor.down[tree.first_up[v] + a]});
                }
                stream.cells += tree.depth[v];
                launch.depths = std::max(launch.depths, tree.depth[v]);
            }
        }
        if (launch.depths > 0) stream.launches.push_back(launch);
    }
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (stream.cells > most) {
        throw CapacityError(
            format("the upward pass of a device's sweep has at most {} cells, but this one has {}; use the "
                   "schedule on the host, or fewer columns",
                   most, stream.cells),
            stream.cells, most);
    }
    return stream;
}

#define ALLWAYS_INSTANTIATE(T) template UpwardStream<T> make_upward_stream(const SweepProblem<T>&, std::size_t);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
