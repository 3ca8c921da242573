// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/factor_tree.h"
#include "result/factor_arrays.h"

#include <algorithm>

#include "allways/base/error.h"

namespace allways::engine {

namespace {

[[noreturn]] void fail_tree() {
    throw DamagedContent("its elimination tree is damaged; make the factor again");
}

CellFormat format_of(const NetworkFactor& factor) {
    return {.type = factor.type(),
            .hops = factor.arrays().first_arc_bits > 0 ? HopMode::first_arc : HopMode::none,
            .first_arc_bits = factor.arrays().first_arc_bits};
}

// Throws InvalidArgument unless the cells have this type and fit the tree.
template <class T>
const SharedArray<T>& cells_of(const NetworkFactor& factor, const CostArray& cells) {
    const auto* found = std::get_if<SharedArray<T>>(&cells);
    if (found == nullptr || found->size() != factor.fill() ||
        factor.arrays().first_up.size() != factor.rank_count() + 1) {
        throw InvalidArgument("the tree and cells of the factor do not fit each other; make it again");
    }
    return *found;
}

}  // namespace

std::size_t shared_nodes(const RootPath& a, const RootPath& b) {
    std::size_t depth = 0;
    while (depth < a.size() && depth < b.size() && a.nodes[depth].rank == b.nodes[depth].rank) ++depth;
    return depth;
}

template <class T>
FactorTree<T>::FactorTree(const NetworkFactor& factor)
    : factor_(factor),
      up_(cells_of<T>(factor, factor.arrays().up)),
      down_(cells_of<T>(factor, factor.arrays().down)),
      format_(format_of(factor)) {
    if (format_.hops == HopMode::first_arc) mask_ = (std::uint32_t{1} << factor.arrays().first_arc_bits) - 1;
}

template <class T>
std::uint32_t FactorTree<T>::parent(std::uint32_t rank) const {
    if (rank >= factor_.arrays().parent.size()) fail_tree();
    const std::uint32_t parent = factor_.arrays().parent[rank];
    if (parent != NetworkFactor::Arrays::no_parent && (parent <= rank || parent >= factor_.arrays().parent.size()))
        fail_tree();
    return parent;
}

template <class T>
RootPath::Node FactorTree<T>::node(std::uint32_t rank) const {
    if (rank >= factor_.arrays().parent.size()) fail_tree();
    const auto first = part_of(factor_.arrays().first_up, rank, std::size_t{rank} + 2);
    if (first[0] > first[1] || first[1] > up_.size() || first[1] - first[0] >= factor_.arrays().parent.size())
        fail_tree();
    return {rank, static_cast<std::uint32_t>(first[1] - first[0]), first[0]};
}

template <class T>
RootPath FactorTree<T>::root_path(std::uint32_t rank) const {
    if (rank >= factor_.arrays().parent.size()) fail_tree();
    RootPath path;
    for (std::uint32_t v = rank; v != NetworkFactor::Arrays::no_parent; v = parent(v)) path.nodes.push_back(node(v));
    std::ranges::reverse(path.nodes);
    for (std::size_t depth = 0; depth < path.size(); ++depth) {
        if (path.nodes[depth].ups > depth) fail_tree();
    }
    return path;
}

namespace {

// Returns true if the upper neighbours of a node are its parent and those of its parent.
bool continues(const RootPath::Node& node, const RootPath::Node& parent) {
    return parent.rank == node.rank + 1 && node.ups == parent.ups + 1;
}

}  // namespace

template <class T>
std::span<const std::uint32_t> FactorTree<T>::up_depths(const RootPath::Node& node, std::size_t depth) const {
    const auto depths = part_of(factor_.arrays().up_depth, node.first_up, node.first_up + node.ups);
    for (const std::uint32_t up : depths) {
        if (up >= depth) fail_tree();
    }
    return depths;
}

template <class T>
auto FactorTree<T>::supernode_up(std::span<const RootPath::Node> path, std::size_t bottom, std::size_t end) const
    -> Supernode {
    std::size_t top = bottom;
    while (top > end && continues(path[top], path[top - 1])) --top;
    return {top, bottom, up_depths(path[top], top)};
}

template <class T>
auto FactorTree<T>::supernode_down(std::span<const RootPath::Node> path, std::size_t top, std::size_t end) const
    -> Supernode {
    std::size_t bottom = top;
    while (bottom + 1 < end && continues(path[bottom + 1], path[bottom])) ++bottom;
    return supernode_up(path, bottom, top);
}

template <class T>
void FactorTree<T>::lower(Cell* to, std::span<const T> cells, Cell value, std::uint32_t mask) const {
    sweep_kernels().lower(to, cells.data(), value, mask, cells.size());
}

template <class T>
auto FactorTree<T>::least(std::span<const T> cells, const Cell* costs, Cell least) const -> Cell {
    return sweep_kernels().least(cells.data(), costs, least, cells.size());
}

namespace {

enum class Way { up, down };

// Values by depth, and the values of one supernode in one buffer: its nodes from the bottom up, then their upper
// neighbours.
template <class T>
class Values {
public:
    using Cell = QueryCell<T>;
    using Supernode = typename FactorTree<T>::Supernode;

    // `node`: the depth of a node at which the path starts without an arc; none of its cells has first-arc bits to
    // clear.
    Values(const FactorTree<T>& tree, const RootPath& path, Way way, const AccessArc<T>& start)
        : tree_(tree), path_(path), way_(way), cells_(path.size(), tree.unreachable()) {
        const auto cell = static_cast<Cell>(start.cell);
        is_node_ = way == Way::up && cell == tree.identity();
        if (!is_node_) cells_.back() = cell;
    }

    void gather(const Supernode& supernode) {
        supernode_ = supernode;
        buffer_.resize(supernode.size() + supernode.ups.size());
        for (std::size_t i = 0; i < supernode.size(); ++i) buffer_[i] = cells_[supernode.bottom - i];
        for (std::size_t i = 0; i < supernode.ups.size(); ++i) buffer_[supernode.size() + i] = cells_[supernode.ups[i]];
    }
    bool starts_at(std::size_t depth) const { return is_node_ && depth + 1 == cells_.size(); }
    Cell at(std::size_t depth) const { return buffer_[supernode_.bottom - depth]; }
    void relax(std::size_t depth) {
        const RootPath::Node& node = path_.nodes[depth];
        Cell* above = buffer_.data() + (supernode_.bottom - depth) + 1;
        if (way_ == Way::down)
            tree_.lower(above, tree_.down(node), tree_.cost_part(at(depth)), 0);
        else if (starts_at(depth))
            tree_.lower(above, tree_.up(node), Cell{0}, 0);
        else
            tree_.lower(above, tree_.up(node), at(depth), tree_.first_arc_mask());
    }
    void scatter() {
        for (std::size_t i = 0; i < supernode_.size(); ++i) cells_[supernode_.bottom - i] = buffer_[i];
        for (std::size_t i = 0; i < supernode_.ups.size(); ++i)
            cells_[supernode_.ups[i]] = buffer_[supernode_.size() + i];
    }

    // Relaxes the rows from depth `end` to the lowest.
    void climb(std::size_t end) {
        for (std::size_t depth = cells_.size(); depth > end;) {
            const Supernode supernode = tree_.supernode_up(path_.nodes, depth - 1, end);
            gather(supernode);
            for (; depth > supernode.top; --depth) {
                if (starts_at(depth - 1) || at(depth - 1) < tree_.unreachable()) relax(depth - 1);
            }
            scatter();
        }
    }
    Cell cell(std::size_t depth) const { return cells_[depth]; }
    // The least value at depths before `end`; 0 if the path starts at one of them.
    Cell least(std::size_t end) const {
        if (is_node_ && cells_.size() <= end) return Cell{0};
        Cell least = tree_.unreachable();
        for (std::size_t depth = 0; depth < end; ++depth) least = std::min(least, cells_[depth]);
        return least;
    }
    std::vector<Cell> take() && { return std::move(cells_); }

private:
    const FactorTree<T>& tree_;
    const RootPath& path_;
    Way way_;
    bool is_node_ = false;
    std::vector<Cell> cells_;
    Supernode supernode_{};
    std::vector<Cell> buffer_;
};

template <class T>
Climb<T> climb(const FactorTree<T>& tree, const AccessArc<T>& start, Way way) {
    RootPath path = tree.root_path(start.rank);
    Values<T> values(tree, path, way, start);
    values.climb(0);
    auto cells = std::move(values).take();
    return {std::move(path), std::move(cells)};
}

}  // namespace

template <class T>
Climb<T> climb_up(const FactorTree<T>& tree, const AccessArc<T>& from) {
    return climb(tree, from, Way::up);
}

template <class T>
Climb<T> climb_down(const FactorTree<T>& tree, const AccessArc<T>& to) {
    return climb(tree, to, Way::down);
}

template <class T>
QueryCell<T> least_cell(const FactorTree<T>& tree, const AccessArc<T>& from, const AccessArc<T>& to) {
    const RootPath from_path = tree.root_path(from.rank);
    const RootPath to_path = tree.root_path(to.rank);
    const std::size_t shared = shared_nodes(from_path, to_path);
    QueryCell<T> best = tree.unreachable();
    if (shared == 0) return best;
    Values<T> up(tree, from_path, Way::up, from);
    Values<T> down(tree, to_path, Way::down, to);
    up.climb(shared);
    down.climb(shared);
    // A path that leaves one common ancestor for another has at least one of these costs more.
    const QueryCell<T> least_up = tree.cost_part(up.least(shared));
    const QueryCell<T> least_down = down.least(shared);
    for (std::size_t depth = 0; depth < shared; ++depth)
        best = std::min(best, tree.sum(up.cell(depth), down.cell(depth)));
    for (std::size_t depth = shared; depth > 0;) {
        const auto supernode = tree.supernode_up(from_path.nodes, depth - 1, 0);
        up.gather(supernode);
        down.gather(supernode);
        for (; depth > supernode.top; --depth) {
            const std::size_t at = depth - 1;
            best = std::min(best, up.starts_at(at) ? down.at(at) : tree.sum(up.at(at), down.at(at)));
            if (up.starts_at(at) || tree.sum(up.at(at), least_down) < best) up.relax(at);
            if (tree.cost_part(down.at(at)) + least_up < best) down.relax(at);
        }
        up.scatter();
        down.scatter();
    }
    return best;
}

template <class T>
QueryCell<T> least_cell(const FactorTree<T>& tree, const Climb<T>& up, bool is_node, const Climb<T>& down) {
    QueryCell<T> best = tree.unreachable();
    const std::size_t shared = shared_nodes(up.path, down.path);
    for (std::size_t depth = 0; depth < shared; ++depth) {
        const bool starts = is_node && depth + 1 == up.path.size();
        best = std::min(best, starts ? down.cells[depth] : tree.sum(up.cells[depth], down.cells[depth]));
    }
    return best;
}

#define ALLWAYS_INSTANTIATE(T)                                                                        \
    template class FactorTree<T>;                                                                     \
    template Climb<T> climb_up(const FactorTree<T>&, const AccessArc<T>&);                            \
    template Climb<T> climb_down(const FactorTree<T>&, const AccessArc<T>&);                          \
    template QueryCell<T> least_cell(const FactorTree<T>&, const AccessArc<T>&, const AccessArc<T>&); \
    template QueryCell<T> least_cell(const FactorTree<T>&, const Climb<T>&, bool, const Climb<T>&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

template <class T>
FactorColumn<T>::FactorColumn(const FactorTree<T>& tree, std::span<const AccessArc<T>> column) : tree_(tree) {
    for (const AccessArc<T>& access : column) climbs_.push_back(climb_down(tree, access));
}

// Ancestors have higher ranks, so the common nodes of the last root path and the new one lie above all lower ranks.
template <class T>
void FactorColumn<T>::push(std::uint32_t rank) {
    new_ranks_.clear();
    (void)tree_.parent(rank);  // checks the range
    for (std::uint32_t v = rank; v != NetworkFactor::Arrays::no_parent; v = tree_.parent(v)) {
        while (!path_.empty() && path_.back().rank < v) path_.pop_back();
        if (!path_.empty() && path_.back().rank == v) break;
        new_ranks_.push_back(v);
    }
    if (!new_ranks_.empty() && tree_.parent(new_ranks_.back()) == NetworkFactor::Arrays::no_parent) path_.clear();
    for (auto v = new_ranks_.rbegin(); v != new_ranks_.rend(); ++v) {
        path_.push_back(tree_.node(*v));
        tree_.prefetch(path_.back());
        if (path_.back().ups >= path_.size()) {
            path_.clear();
            throw DamagedContent("its elimination tree is damaged; make the factor again");
        }
    }
    cells_.resize(path_.size());
}

template <class T>
auto FactorColumn<T>::way_down(std::size_t depth) const -> Cell {
    Cell least = tree_.unreachable();
    for (const Climb<T>& climb : climbs_) {
        if (depth < climb.path.size() && climb.path.nodes[depth].rank == path_[depth].rank) {
            least = std::min(least, climb.cells[depth]);
        }
    }
    return least;
}

template <class T>
void FactorColumn<T>::solve(std::size_t first) {
    for (std::size_t depth = first; depth < path_.size();) {
        const auto supernode = tree_.supernode_down(path_, depth, path_.size());
        costs_.resize(supernode.size() + supernode.ups.size());
        for (std::size_t i = 0; i < supernode.ups.size(); ++i)
            costs_[supernode.size() + i] = tree_.cost_part(cells_[supernode.ups[i]]);
        for (; depth <= supernode.bottom; ++depth) {
            Cell* at = costs_.data() + (supernode.bottom - depth);
            cells_[depth] = tree_.least(tree_.up(path_[depth]), at + 1, way_down(depth));
            *at = tree_.cost_part(cells_[depth]);
        }
    }
}

template <class T>
auto FactorColumn<T>::cell(std::uint32_t rank) -> Cell {
    push(rank);
    solve(path_.size() - new_ranks_.size());
    return cells_.back();
}

template class FactorColumn<std::int32_t>;
template class FactorColumn<double>;

}  // namespace allways::engine
