// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/factor_network.h"
#include "result/factor_arrays.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/next_hops.h"

namespace allways::engine {

namespace {

void require(bool holds, const char* what) {
    if (!holds) throw DamagedContent(format("its {} are damaged; make the factor again", what));
}

template <class T>
const SharedArray<T>& of_steps(const CostArray& costs) {
    static const SharedArray<T> none;
    const auto* own = std::get_if<SharedArray<T>>(&costs);
    return own == nullptr ? none : *own;
}

template <class T>
const SharedArray<Wide<T>>& potentials(const FactorPlaces::Potentials& potentials) {
    static const SharedArray<Wide<T>> none;
    const auto* own = std::get_if<SharedArray<Wide<T>>>(&potentials);
    return own == nullptr ? none : *own;
}

// A file may hold any values, so integers wrap instead of overflowing.
template <class Wide>
Wide shifted(Wide value, Wide more, Wide less) {
    if constexpr (std::is_integral_v<Wide>) {
        using Bits = std::make_unsigned_t<Wide>;
        return static_cast<Wide>(static_cast<Bits>(value) + static_cast<Bits>(more) - static_cast<Bits>(less));
    } else {
        return value + more - less;
    }
}

}  // namespace

template <class T>
FactorNetwork<T>::FactorNetwork(const NetworkFactor& factor)
    : factor_(factor),
      cost_(std::get<SharedArray<T>>(factor.arcs.cost)),
      step_cost_(of_steps<T>(factor.arcs.step_cost)),
      tail_potential_(potentials<T>(factor.arrays().places.tail_potential)),
      head_potential_(potentials<T>(factor.arrays().places.head_potential)),
      state_count_(factor.arcs.states.empty() ? factor.node_count() : factor.arcs.states.size()) {
    const auto fits = [](bool holds, std::string_view what) {
        if (!holds) throw InvalidArgument(format("the {} of the factor do not fit each other; make it again", what));
    };
    const std::size_t n = factor.node_count();
    const std::size_t m = factor.arcs.size();
    const TurnStates& states = factor.arcs.states;
    fits(factor.arcs.first_out.size() == n + 1 && cost_.size() == m &&
             (factor.no_through.empty() || factor.no_through.size() == n),
         "nodes and arcs");
    fits(states.empty() || (states.size() >= n && states.first_step.size() == states.size() + 1 &&
                            (step_cost_.empty() || step_cost_.size() == states.next.size())),
         "states");
    const std::size_t ranks = factor.rank_count();
    const int bits = factor.arrays().first_arc_bits;
    fits(bits >= 0 && bits < 30 && (std::is_integral_v<T> || bits == 0), "tree and cells");
    const FactorPlaces& places = factor.arrays().places;
    const auto* cells = std::get_if<SharedArray<T>>(&places.access_cell);
    fits(places.rank_of.size() >= state_count_ && factor.arrays().order.size() >= ranks &&
             places.end_of.size() == (states.empty() ? 0 : n) && !places.first_access.empty() &&
             (cells != nullptr || places.access_rank.empty()) &&
             (cells == nullptr || cells->size() == places.access_rank.size()),
         "places");
    fits(places.first_member.empty() ||
             (places.first_member.size() == ranks + 1 && places.first_hop.size() == ranks + 1),
         "classes");
    fits(tail_potential_.size() == head_potential_.size() &&
             (tail_potential_.empty() || tail_potential_.size() == places.rank_of.size()),
         "potentials");
}

template <class T>
std::uint32_t FactorNetwork<T>::rank_of(NodeIndex place) const {
    require(place < place_count(), "places");
    return factor_.arrays().places.rank_of[place];
}

template <class T>
NodeIndex FactorNetwork<T>::end_of(NodeIndex node) const {
    const NodeIndex end = factor_.arrays().places.end_of.empty() ? node : factor_.arrays().places.end_of[node];
    require(end < place_count(), "places");
    return end;
}

template <class T>
NodeIndex FactorNetwork<T>::node_of(NodeIndex state) const {
    require(state < state_count_, "states");
    const NodeIndex node = factor_.arcs.states.empty() ? state : factor_.arcs.states.node[state];
    require(node < factor_.node_count(), "states");
    return node;
}

template <class T>
auto FactorNetwork<T>::steps(NodeIndex place) const -> Steps {
    if (place >= state_count_) return {place, no_node, 0, 0, 0, 0};  // an end place
    const TableArcs& arcs = factor_.arcs;
    const NodeIndex node = node_of(place);
    const std::uint64_t first = arcs.first_out[node];
    const std::uint64_t end = arcs.first_out[node + 1];
    require(first <= end && end <= arcs.size(), "arcs");
    Steps steps{
        place, node, first, first, static_cast<std::uint32_t>(end - first), static_cast<std::uint32_t>(end - first)};
    if (arcs.states.empty()) return steps;
    steps.first_step = arcs.states.first_step[place];
    require(arcs.states.first_step[place + 1] == steps.first_step + steps.arcs &&
                steps.first_step + steps.arcs <= arcs.states.next.size(),
            "states");
    if (end_of(node) != node) ++steps.count;
    return steps;
}

template <class T>
T FactorNetwork<T>::cost_of(const Steps& steps, std::uint32_t ordinal) const {
    const T cost = step_cost_.empty() ? cost_[steps.first_arc + ordinal] : step_cost_[steps.first_step + ordinal];
    require(cost > -unreachable_cost<T> && cost <= unreachable_cost<T>, "costs");  // false for NaN
    return cost;
}

template <class T>
auto FactorNetwork<T>::step(const Steps& steps, std::uint32_t ordinal) const -> Step {
    if (ordinal >= steps.arcs) return {end_of(steps.node), T{0}};
    const TableArcs& arcs = factor_.arcs;
    NodeIndex head = 0;
    if (arcs.states.empty()) {
        head = arcs.head[steps.first_arc + ordinal];
    } else {
        head = arcs.states.next[steps.first_step + ordinal];
        if (head == no_node) head = steps.place;
    }
    require(head < state_count_, "arcs");
    return {head, cost_of(steps, ordinal)};
}

template <class T>
T FactorNetwork<T>::reduced(NodeIndex tail, NodeIndex head, T cost) const {
    if (!is_reachable(cost)) return unreachable_cost<T>;
    if (tail_potential_.empty()) return cost + T{0};  // avoids negative zero
    const Wide<T> value = shifted(Wide<T>{cost}, tail_potential_[tail], head_potential_[head]);
    if (!(value > 0)) return T{0};
    return value < Wide<T>{unreachable_cost<T>} ? static_cast<T>(value) : unreachable_cost<T>;
}

template <class T>
std::span<const NodeIndex> FactorNetwork<T>::members(NodeIndex place) const {
    require(has_classes() && !is_border(place), "classes");
    return members_at(rank_of(place));
}

template <class T>
std::span<const NodeIndex> FactorNetwork<T>::members_at(std::uint32_t rank) const {
    const auto& first = factor_.arrays().places.first_member;
    if (first.empty()) {
        require(rank < factor_.arrays().order.size(), "order");
        return part_of(factor_.arrays().order, rank, rank + 1);
    }
    require(rank < rank_count() && first[rank] <= first[rank + 1] && first[rank + 1] <= factor_.arrays().order.size(),
            "classes");
    const auto found = part_of(factor_.arrays().order, first[rank], first[rank + 1]);
    require(std::ranges::all_of(found, [&](NodeIndex member) { return rank_of(member) == rank; }), "classes");
    return found;
}

template <class T>
ZeroClasses FactorNetwork<T>::zero_classes() const {
    std::vector<ZeroArc> arcs;
    for (NodeIndex place = 0; place < place_count() && has_classes(); ++place) {
        visit_inside(place, [&](std::uint32_t ordinal, NodeIndex head) { arcs.push_back({place, head, ordinal}); });
    }
    return {place_count(), std::move(arcs), {}};
}

template <class T>
std::uint32_t FactorNetwork<T>::hop_inside(NodeIndex from, NodeIndex to) const {
    if (from == to) return NextHops::none;
    const auto all = members(from);
    if (is_searched(from)) return way_inside(from, to).front().second;
    const std::uint64_t first_hop = factor_.arrays().places.first_hop[rank_of(from)];
    const auto place_in = [&](NodeIndex member) {
        const auto at = static_cast<std::uint64_t>(std::ranges::find(all, member) - all.begin());
        require(at < all.size(), "classes");
        return at;
    };
    const std::uint64_t at = first_hop + place_in(from) * all.size() + place_in(to);
    require(at < factor_.arrays().places.hops.size(), "classes");
    return factor_.arrays().places.hops[at];
}

// Searches breadth first, forwards: in a queue, paths of a level are in the order of their hops (zero_classes.h).
template <class T>
std::vector<std::pair<NodeIndex, std::uint32_t>> FactorNetwork<T>::way_inside(NodeIndex from, NodeIndex to) const {
    struct Reached {
        NodeIndex from = no_node;
        std::uint32_t hop = NextHops::none;
    };
    std::vector<Reached> reached(place_count());
    std::vector<NodeIndex> queue = {from};
    for (std::size_t at = 0; at < queue.size() && reached[to].from == no_node; ++at) {
        const NodeIndex tail = queue[at];
        visit_inside(tail, [&](std::uint32_t ordinal, NodeIndex head) {
            if (head == from || reached[head].from != no_node) return;
            reached[head] = {tail, ordinal};
            queue.push_back(head);
        });
    }
    require(reached[to].from != no_node, "classes");
    std::vector<std::pair<NodeIndex, std::uint32_t>> way;
    for (NodeIndex place = to; place != from; place = reached[place].from)
        way.emplace_back(reached[place].from, reached[place].hop);
    std::ranges::reverse(way);
    return way;
}

template <class T>
auto FactorNetwork<T>::exits(NodeIndex place) const -> std::vector<Exit> {
    std::vector<Exit> found;
    visit_exits(place, [&](const Exit& exit) {
        found.push_back(exit);
        return true;
    });
    return found;
}

template <class T>
T FactorNetwork<T>::cell_of(const Exit& exit, std::size_t number, const CellFormat& format) const {
    if constexpr (std::is_integral_v<T>) {
        if (exit.cost > factor_.arrays().places.bound) return unreachable_of<T>(format);
        if (format.hops == HopMode::first_arc) {
            const std::int64_t key =
                (std::int64_t{exit.cost} << format.first_arc_bits) + static_cast<std::int64_t>(number);
            return static_cast<T>(std::min<std::int64_t>(key, unreachable_of<T>(format)));
        }
    }
    return exit.cost;
}

template <class T>
std::vector<AccessArc<T>> FactorNetwork<T>::row(NodeIndex place, const CellFormat& format) const {
    if (!is_border(place)) return {{rank_of(place), identity_of<T>(format)}};
    std::vector<AccessArc<T>> found;
    const std::vector<Exit> all = exits(place);
    for (std::size_t number = 0; number < all.size(); ++number) {
        const T cell = cell_of(all[number], number, format);
        if (!is_border(all[number].head) && cell < unreachable_of<T>(format)) {
            found.push_back({rank_of(all[number].head), cell});
        }
    }
    return found;
}

template <class T>
std::optional<T> FactorNetwork<T>::direct(NodeIndex place, NodeIndex to, const CellFormat& format) const {
    if (!is_border(place) || !is_border(to)) return {};
    std::optional<T> least;
    const std::vector<Exit> all = exits(place);
    for (std::size_t number = 0; number < all.size(); ++number) {
        if (all[number].head != to) continue;
        const T cell = cell_of(all[number], number, format);
        least = std::min(least.value_or(cell), cell);
    }
    return least;
}

template <class T>
std::vector<AccessArc<T>> FactorNetwork<T>::column(NodeIndex place, const CellFormat& format) const {
    const std::uint32_t rank = rank_of(place);
    if (rank < rank_count()) return {{rank, identity_of<T>(format)}};
    const FactorPlaces& places = factor_.arrays().places;
    const std::size_t border = rank - rank_count();
    require(border + 1 < places.first_access.size() && places.first_access[border] <= places.first_access[border + 1] &&
                places.first_access[border + 1] <= places.access_rank.size(),
            "places");
    std::vector<AccessArc<T>> found;
    for (std::uint64_t a = places.first_access[border]; a < places.first_access[border + 1]; ++a) {
        T cell = std::get<SharedArray<T>>(places.access_cell)[a];
        if (format.first_arc_bits == 0) cell = cost_of_cell(cell, factor_.arrays().first_arc_bits);
        found.push_back({places.access_rank[a], cell});
    }
    return found;
}

template <class T>
auto FactorNetwork<T>::exit_of_first_arc(NodeIndex place, std::uint32_t number) const -> std::optional<Exit> {
    std::optional<Exit> found;
    visit_exits(place, [&](const Exit& exit) {
        if (number-- > 0) return true;
        found = exit;
        return false;
    });
    return found;
}

template <class T>
Wide<T> FactorNetwork<T>::restored(NodeIndex from, NodeIndex to, Wide<T> distance) const {
    return tail_potential_.empty() ? distance : shifted(distance, head_potential_[to], tail_potential_[from]);
}

template class FactorNetwork<std::int32_t>;
template class FactorNetwork<double>;

}  // namespace allways::engine
