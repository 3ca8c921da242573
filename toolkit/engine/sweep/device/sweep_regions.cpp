// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/device/sweep_regions.h"

#include <algorithm>

namespace allways::engine {

namespace {

// Packs neighbouring trees into one region while they fit.
void pack(RegionLayer& layer, std::size_t region_nodes) {
    layer.first_rank.push_back(layer.ranks.size());
    std::size_t nodes = 0;
    for (std::size_t t = 0; t < layer.trees(); ++t) {
        const std::size_t size = layer.tree(t).size();
        if (t == 0 || nodes + size > region_nodes) {
            layer.first_tree.push_back(t);
            nodes = 0;
        }
        nodes += size;
    }
    layer.first_tree.push_back(layer.trees());
}

}  // namespace

std::vector<RegionLayer> region_layers(const ordering::Elimination& elimination, std::span<const std::uint32_t> ranks,
                                       std::size_t region_nodes) {
    std::vector<RegionLayer> layers;
    std::vector<std::uint32_t> left(ranks.begin(), ranks.end());
    std::vector<std::uint32_t> size(elimination.node_count());  // size of the remaining subtree
    while (!left.empty()) {
        for (const std::uint32_t v : left) size[v] = 1;
        for (auto v = left.rbegin(); v != left.rend(); ++v) {
            const std::uint32_t parent = elimination.parent[*v];
            if (parent != ordering::no_parent) size[parent] += size[*v];
        }
        RegionLayer layer;
        std::vector<std::uint32_t> above;
        for (const std::uint32_t v : left) {
            if (size[v] > region_nodes) {
                above.push_back(v);
                continue;
            }
            const std::uint32_t parent = elimination.parent[v];
            if (parent == ordering::no_parent || size[parent] > region_nodes) {
                layer.first_rank.push_back(layer.ranks.size());
            }
            layer.ranks.push_back(v);
        }
        pack(layer, region_nodes);
        layers.push_back(std::move(layer));
        left = std::move(above);
    }
    std::reverse(layers.begin(), layers.end());
    return layers;
}

}  // namespace allways::engine
