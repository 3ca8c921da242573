#include "engine/skims/skim_factor.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::engine {

void SkimInput::add_exit(std::int64_t* sums, std::uint32_t exit) const {
    const std::size_t position = position_of(exit);
    for (std::size_t f = 0; f < fields.size(); ++f) sums[f] = result::added(sums[f], fields[f].values[position]);
}

void SkimInput::add_inside(std::int64_t* sums, NodeIndex from, NodeIndex to) const {
    while (from != to) {
        const std::size_t position = adjacency.first_out[from] + prepared.classes.hop(from, to);
        for (std::size_t f = 0; f < fields.size(); ++f) sums[f] = result::added(sums[f], fields[f].values[position]);
        from = network.head[adjacency.arcs[position]];
    }
}

SkimFactor::SkimFactor(const SkimInput& input, const ordering::Factor<std::int32_t>& factor) : input_(input) {
    const ordering::Elimination& tree = *factor.elimination;
    const std::size_t parts = 2 * tree.fill();
    if (parts >= no_part) {
        throw CapacityError(
            format("sums along paths of a network whose filled graph has {} arcs are not supported; solve "
                   "a part of it, or leave out the skims",
                   tree.fill()),
            bytes(tree.fill(), input.fields.size()), 0);
    }
    first_.assign(parts, no_exit);
    last_.assign(parts, no_exit);
    left_.assign(parts, no_part);
    right_.assign(parts, no_part);
    sums_.assign(parts * input.fields.size(), 0);
    place_exits(factor);

    // In the order of factorize. When u's turn comes, all ways of its arcs have been offered.
    for (std::uint32_t u = 0; u < tree.node_count(); ++u) {
        for (std::size_t i = tree.first_up[u]; i < tree.first_up[u + 1]; ++i) {
            finish(up_part(i));
            finish(down_part(i));
        }
        for (std::size_t i = tree.first_up[u]; i < tree.first_up[u + 1]; ++i) {
            const std::int32_t v_to_u = factor.down[i];
            const std::int32_t u_to_v = factor.up[i];
            std::size_t a = tree.first_up[tree.up[i]];
            for (std::size_t j = i + 1; j < tree.first_up[u + 1]; ++j, ++a) {
                while (tree.up[a] != tree.up[j]) ++a;
                if (v_to_u + factor.up[j] == factor.up[a]) offer(up_part(a), down_part(i), up_part(j));
                if (factor.down[j] + u_to_v == factor.down[a]) offer(down_part(a), down_part(j), up_part(i));
            }
        }
    }
}

// Places the lowest of the exits that are themselves arcs of the factor.
void SkimFactor::place_exits(const ordering::Factor<std::int32_t>& factor) {
    const ordering::Elimination& tree = *factor.elimination;
    const Prepared<std::int32_t>& prepared = input_.prepared;
    for (std::uint32_t tail = 0; tail < tree.node_count(); ++tail) {
        const std::uint32_t v = tree.rank_of[tail];
        for (std::size_t exit = prepared.first_out[tail]; exit < prepared.first_out[tail + 1]; ++exit) {
            if (prepared.head[exit] >= tree.node_count()) continue;
            const std::uint32_t w = tree.rank_of[prepared.head[exit]];
            const auto ups = tree.ups(std::min(v, w));
            const auto at = std::lower_bound(ups.begin(), ups.end(), std::max(v, w));
            if (at == ups.end() || *at != std::max(v, w)) continue;  // costlier than any shortest path
            const std::size_t a = tree.first_up[std::min(v, w)] + static_cast<std::size_t>(at - ups.begin());
            if (prepared.cost[exit] != (v < w ? factor.up : factor.down)[a]) continue;
            std::uint32_t& first = first_[v < w ? up_part(a) : down_part(a)];
            if (first == no_exit) first = static_cast<std::uint32_t>(exit);
        }
    }
}

// Offers a way in two parts whose total cost equals the part's.
void SkimFactor::offer(PathPart part, PathPart left, PathPart right) {
    if (first_[left] == no_exit || first_[right] == no_exit) return;  // all of them unreachable
    if (first_[part] != no_exit && first_[left] > first_[part]) return;
    if (first_[left] == first_[part]) {
        path_.assign({right, left});
        if (left_[part] == no_part)
            other_.assign({exit_part | first_[part]});
        else
            other_.assign({right_[part], left_[part]});
        if (!precedes(path_, other_)) return;
    }
    first_[part] = first_[left];
    left_[part] = static_cast<std::uint32_t>(left);
    right_[part] = static_cast<std::uint32_t>(right);
}

void SkimFactor::finish(PathPart part) {
    if (first_[part] == no_exit) return;
    std::int64_t* sums = sums_.data() + part * input_.fields.size();
    if (left_[part] == no_part) {
        last_[part] = first_[part];
        input_.add_exit(sums, first_[part]);
        return;
    }
    last_[part] = last_[right_[part]];
    input_.add(sums, this->sums(left_[part]));
    input_.add_join(sums, last_[left_[part]], first_[right_[part]]);
    input_.add(sums, this->sums(right_[part]));
}

// Replaces the next part by the parts it consists of.
void SkimFactor::open(std::vector<PathPart>& path) const {
    const PathPart part = path.back();
    if (part & exit_part) return;
    path.pop_back();
    if (left_[part] == no_part) {
        path.push_back(exit_part | first_[part]);
    } else {
        path.push_back(right_[part]);
        path.push_back(left_[part]);
    }
}

bool SkimFactor::precedes(std::vector<PathPart>& path, std::vector<PathPart>& other) const {
    while (!path.empty() && !other.empty()) {
        if (path.back() == other.back()) {
            path.pop_back();
            other.pop_back();
            continue;
        }
        const std::uint32_t first = first_exit(path.back());
        if (first != first_exit(other.back())) return first < first_exit(other.back());
        open(path);
        open(other);
    }
    return path.empty() && !other.empty();
}

}  // namespace allways::engine
