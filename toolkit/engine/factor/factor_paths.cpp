// SPDX-License-Identifier: Apache-2.0
// Finds distances from the cells along the root paths of both ends, and paths from one column for the nodes of a path.
#include "engine/factor/factor_paths.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <unordered_map>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/factor/factor_network.h"
#include "engine/factor/factor_tree.h"
#include "engine/next_hops/hops_from_distances.h"

namespace allways::engine {

class FactorPaths::Answers {
public:
    explicit Answers(std::shared_ptr<const NetworkFactor> factor) : kept_(std::move(factor)), factor_(*kept_) {}
    virtual ~Answers() = default;
    const NetworkFactor& factor() const { return factor_; }
    // Both arguments are places; the path ends at the place `to`, or for an end place at its node.
    virtual double raw_distance(NodeIndex from, NodeIndex to) const = 0;
    virtual std::vector<double> raw_distances(std::span<const NodeIndex> from, std::span<const NodeIndex> to) const = 0;
    virtual Path path(NodeIndex from, NodeIndex to, NodeIndex to_node) const = 0;
    virtual std::vector<PlaceBetween> between(std::span<const PlaceConnector> firsts,
                                              std::span<const PlaceConnector> lasts) const = 0;
    virtual NodeIndex end_of(NodeIndex node) const = 0;
    virtual std::size_t place_count() const = 0;

private:
    std::shared_ptr<const NetworkFactor> kept_;

protected:
    const NetworkFactor& factor_;
};

namespace {

// In the elimination tree, the ancestors that some first places and some last places have in common, with the least
// costs from the first places to each of them and from there to the last places: the places through which paths between
// first and last places may lead. Borrows the
// tree. For use by one thread.
template <class T>
class AncestorCosts {
public:
    explicit AncestorCosts(const FactorTree<T>& tree) : tree_(tree) {}

    // Adds an end with number `end` that lies `cost` before or behind the place of the access arc.
    void add_first(const AccessArc<T>& access, double cost, std::size_t end) {
        firsts_.push_back({climb_up(tree_, access), cost, end});
        set_own(firsts_.back(), access);
    }
    void add_last(const AccessArc<T>& access, double cost, std::size_t end) {
        lasts_.push_back({climb_down(tree_, access), cost, end});
        set_own(lasts_.back(), access);
    }

    struct Least {
        double cost;  // infinite: no path
        std::size_t end = 0;
    };
    struct Costs {
        Least there;
        Least onward;
    };
    // Returns by rank all ancestors that have a path from a first place and a path to a last place. O(upper neighbours
    // of all ancestors).
    std::map<std::uint32_t, Costs> between() const;

private:
    struct End {
        Climb<T> climb;
        double cost;
        std::size_t end;
    };

    // Sets the cell of the place where a climb begins, which the climb leaves unreachable if it costs nothing.
    static void set_own(End& end, const AccessArc<T>& access) {
        auto& own = end.climb.cells[end.climb.path.size() - 1];
        own = std::min(own, static_cast<QueryCell<T>>(access.cell));
    }
    double cost_of(QueryCell<T> cell) const;
    Least least_climb(const std::vector<End>& ends, std::size_t depth, std::uint32_t rank) const;
    // Appends the costs of the places of a root path from this depth on to the costs of those before it.
    void extend(const RootPath& path, std::vector<Costs>& costs) const;

    const FactorTree<T>& tree_;
    std::vector<End> firsts_;
    std::vector<End> lasts_;
};

template <class T>
double AncestorCosts<T>::cost_of(QueryCell<T> cell) const {
    if (!(cell < tree_.unreachable())) return std::numeric_limits<double>::infinity();
    if constexpr (std::is_integral_v<T>) cell >>= tree_.format().first_arc_bits;
    return static_cast<double>(cell);
}

template <class T>
auto AncestorCosts<T>::least_climb(const std::vector<End>& ends, std::size_t depth, std::uint32_t rank) const -> Least {
    Least least{std::numeric_limits<double>::infinity()};
    for (const End& end : ends) {
        const Climb<T>& climb = end.climb;
        if (depth >= climb.path.size() || climb.path.nodes[depth].rank != rank) continue;
        const double cost = cost_of(climb.cells[depth]) + end.cost;
        if (cost < least.cost) least = {cost, end.end};
    }
    return least;
}

// A path to an ancestor climbs to the highest place on it, then comes down over upper neighbours, whose costs are
// final.
template <class T>
void AncestorCosts<T>::extend(const RootPath& path, std::vector<Costs>& costs) const {
    for (std::size_t depth = costs.size(); depth < path.size(); ++depth) {
        const RootPath::Node& node = path.nodes[depth];
        Costs at{least_climb(firsts_, depth, node.rank), least_climb(lasts_, depth, node.rank)};
        const auto depths = tree_.up_depths(node, depth);
        const auto up = tree_.up(node);
        const auto down = tree_.down(node);
        for (std::size_t i = 0; i < depths.size(); ++i) {
            const Costs& above = costs[depths[i]];
            const double there = above.there.cost + cost_of(static_cast<QueryCell<T>>(down[i]));
            const double onward = cost_of(static_cast<QueryCell<T>>(up[i])) + above.onward.cost;
            if (there < at.there.cost) at.there = {there, above.there.end};
            if (onward < at.onward.cost) at.onward = {onward, above.onward.end};
        }
        costs.push_back(at);
    }
}

template <class T>
auto AncestorCosts<T>::between() const -> std::map<std::uint32_t, Costs> {
    std::map<std::uint32_t, Costs> found;
    const RootPath* before = nullptr;
    std::vector<Costs> costs;  // costs of the places before, by depth
    for (const auto* ends : {&firsts_, &lasts_}) {
        for (const End& end : *ends) {
            const RootPath& path = end.climb.path;
            costs.resize(before == nullptr ? 0 : shared_nodes(*before, path));
            const std::size_t known = costs.size();
            extend(path, costs);
            for (std::size_t depth = known; depth < path.size(); ++depth) {
                const Costs& at = costs[depth];
                if (std::isfinite(at.there.cost + at.onward.cost)) found.emplace(path.nodes[depth].rank, at);
            }
            before = &path;
        }
    }
    return found;
}

template <class T>
class AnswersOf final : public FactorPaths::Answers {
    using Cell = QueryCell<T>;

public:
    explicit AnswersOf(std::shared_ptr<const NetworkFactor> factor)
        : FactorPaths::Answers(std::move(factor)), network_(factor_), tree_(factor_) {}

    double raw_distance(NodeIndex from, NodeIndex to) const override { return raw_value(distance(from, to)); }
    std::vector<double> raw_distances(std::span<const NodeIndex> from, std::span<const NodeIndex> to) const override {
        std::vector<double> distances;
        if (from.size() == 1 && to.size() == 1) return {raw_distance(from.front(), to.front())};
        std::vector<Climbed> downs;
        for (const NodeIndex place : to) downs.push_back(climbed_down(place));
        for (const NodeIndex place : from) {
            const Climbed up = climbed_up(place);
            for (std::size_t j = 0; j < to.size(); ++j)
                distances.push_back(raw_value(distance(place, to[j], up, downs[j])));
        }
        return distances;
    }
    NodeIndex end_of(NodeIndex node) const override { return network_.end_of(node); }
    std::size_t place_count() const override { return network_.place_count(); }

    Path path(NodeIndex from, NodeIndex end, NodeIndex to_node) const override {
        FactorColumn<T> column(tree_, network_.column(end, tree_.format()));
        Path path{network_.node_of(from), to_node, true, raw_value(distance(column, from, end)), {}};
        if (std::isinf(path.raw_distance)) {
            path.reachable = false;
            return path;
        }
        WayAhead ahead;
        if (tree_.format().hops == HopMode::first_arc) {
            const auto hop = [&](NodeIndex state) { return hop_by_first_arc(column, ahead, state, end); };
            if (walk(path, from, end, hop)) return path;
        } else {
            const auto hop = [&](NodeIndex state) { return tight_hop(column, ahead, state, end); };
            if (walk(path, from, end, hop)) return path;
            if constexpr (!std::is_integral_v<T>) {
                const auto hops = searched_hops(end);
                if (walk(path, from, end, [&](NodeIndex state) { return hops[state]; })) return path;
            }
        }
        throw DamagedContent(
            format("the factor's path from node {} to node {} does not reach it; make the factor again",
                   factor_.node_ids.text(path.from), factor_.node_ids.text(to_node)));
    }

    std::vector<FactorPaths::PlaceBetween> between(std::span<const PlaceConnector> firsts,
                                                   std::span<const PlaceConnector> lasts) const override {
        AncestorCosts<T> costs(tree_);
        for (std::size_t i = 0; i < firsts.size(); ++i) {
            for (const auto& access : network_.row(firsts[i].place, tree_.format()))
                costs.add_first(access, firsts[i].raw_cost, i);
        }
        for (std::size_t i = 0; i < lasts.size(); ++i) {
            for (const auto& access : network_.column(lasts[i].place, tree_.format()))
                costs.add_last(access, lasts[i].raw_cost, i);
        }
        std::vector<FactorPaths::PlaceBetween> found;
        for (const auto& [rank, at] : costs.between()) {
            found.push_back(
                {network_.members_at(rank).front(), at.there.cost, at.onward.cost, at.there.end, at.onward.end});
        }
        return found;
    }

private:
    T restored(NodeIndex from, NodeIndex to, Cell cell) const {
        if (!(cell < tree_.unreachable())) return unreachable_cost<T>;
        if constexpr (std::is_integral_v<T>) cell >>= tree_.format().first_arc_bits;
        return static_cast<T>(network_.restored(from, to, static_cast<Wide<T>>(cell)));
    }

    // The access arcs of a place, and the costs of the ways up from them, or down to them.
    struct Climbed {
        std::vector<AccessArc<T>> access;
        std::vector<Climb<T>> ways;
    };
    Climbed climbed_up(NodeIndex from) const {
        Climbed up{network_.row(from, tree_.format()), {}};
        for (const AccessArc<T>& access : up.access) up.ways.push_back(climb_up(tree_, access));
        return up;
    }
    Climbed climbed_down(NodeIndex to) const {
        Climbed down{network_.column(to, tree_.format()), {}};
        for (const AccessArc<T>& access : down.access) down.ways.push_back(climb_down(tree_, access));
        return down;
    }

    T distance(NodeIndex from, NodeIndex to) const {
        if (network_.are_one_class(from, to)) return inside(from, to);
        const auto row = network_.row(from, tree_.format());
        const auto column = network_.column(to, tree_.format());
        if (row.size() != 1 || column.size() != 1) return distance(from, to, climbed_up(from), climbed_down(to));
        const auto direct = network_.direct(from, to, tree_.format());
        const Cell least = direct ? static_cast<Cell>(*direct) : tree_.unreachable();
        return restored(from, to, std::min(least, least_cell(tree_, row.front(), column.front())));
    }
    T distance(NodeIndex from, NodeIndex to, const Climbed& up, const Climbed& down) const {
        if (network_.are_one_class(from, to)) return inside(from, to);
        const auto direct = network_.direct(from, to, tree_.format());
        Cell least = direct ? static_cast<Cell>(*direct) : tree_.unreachable();
        for (std::size_t i = 0; i < up.ways.size(); ++i) {
            const bool is_node = static_cast<Cell>(up.access[i].cell) == tree_.identity();
            for (const Climb<T>& way : down.ways) least = std::min(least, least_cell(tree_, up.ways[i], is_node, way));
        }
        return restored(from, to, least);
    }
    T inside(NodeIndex from, NodeIndex to) const {
        return from == to ? T{0} : static_cast<T>(network_.restored(from, to, Wide<T>{0}));
    }

    // The same row by row, for the states of a path.
    Cell cell(FactorColumn<T>& column, NodeIndex state, NodeIndex end) const {
        const std::uint32_t rank = network_.rank_of(state);
        if (rank < network_.rank_count()) return column.cell(rank);
        const auto direct = network_.direct(state, end, tree_.format());
        Cell least = direct ? static_cast<Cell>(*direct) : tree_.unreachable();
        for (const AccessArc<T>& access : network_.row(state, tree_.format())) {
            least = std::min(least, tree_.sum(static_cast<Cell>(access.cell), column.cell(access.rank)));
        }
        return least;
    }
    T distance(FactorColumn<T>& column, NodeIndex state, NodeIndex end) const {
        if (network_.are_one_class(state, end)) return inside(state, end);
        return restored(state, end, cell(column, state, end));
    }

    // Follows `hop(state)` to the path's end. Returns false if that does not reach the target, because of a circle of
    // float costs, whose rounding may absorb small costs, or because the factor is damaged.
    template <class Hop>
    bool walk(Path& path, NodeIndex from, NodeIndex end, const Hop& hop) const {
        path.legs.clear();
        NodeIndex node = path.from;
        const bool to_end = end == network_.end_of(path.to);  // any state of the node may end the path
        for (NodeIndex state = from; to_end ? node != path.to : state != end;) {
            const auto steps = network_.steps(state);
            network_.prefetch(steps);
            const std::uint32_t ordinal = hop(state);
            if (ordinal >= steps.arcs || path.legs.size() >= network_.place_count()) return false;
            const auto step = network_.step(steps, ordinal);
            if (step.head == state) return false;
            const NodeIndex head = network_.node_of(step.head);
            path.legs.push_back({node, head, steps.first_arc + ordinal, static_cast<double>(step.cost)});
            state = step.head;
            node = head;
        }
        return true;
    }

    // The hops of a path inside a large class, found in one search.
    using WayAhead = std::unordered_map<NodeIndex, std::uint32_t>;

    std::uint32_t hop_inside(WayAhead& ahead, NodeIndex state, NodeIndex to) const {
        if (state == to || !network_.is_searched(state)) return network_.hop_inside(state, to);
        const auto way = network_.way_inside(state, to);
        ahead = WayAhead(way.begin(), way.end());
        return way.front().second;
    }

    std::uint32_t hop_by_first_arc(FactorColumn<T>& column, WayAhead& ahead, NodeIndex state, NodeIndex end) const {
        if (const auto known = ahead.find(state); known != ahead.end()) return known->second;
        if (network_.are_one_class(state, end)) return hop_inside(ahead, state, end);
        const Cell least = cell(column, state, end);
        if constexpr (std::is_integral_v<T>) {
            if (!(least < tree_.unreachable())) return NextHops::none;
            const auto exit = network_.exit_of_first_arc(state, least & tree_.first_arc_mask());
            if (exit) return exit->tail == state ? exit->ordinal : hop_inside(ahead, state, exit->tail);
        }
        return NextHops::none;
    }

    // Applies the rule of next_hops_from_distances to one state.
    std::uint32_t tight_hop(FactorColumn<T>& column, WayAhead& ahead, NodeIndex state, NodeIndex end) const {
        if (const auto known = ahead.find(state); known != ahead.end()) return known->second;
        if (network_.are_one_class(state, end)) return hop_inside(ahead, state, end);
        T best = unreachable_cost<T>;
        const auto exits = network_.exits(state);
        std::size_t first = exits.size();
        for (std::size_t e = 0; e < exits.size(); ++e) {
            const auto& exit = exits[e];
            if (network_.is_border(exit.head) && exit.head != end) continue;
            const T onward = distance(column, exit.head, end);
            if (!is_reachable(onward)) continue;
            const T candidate = (inside(state, exit.tail) + exit.raw_cost) + onward;
            if (!(candidate < best)) continue;
            best = candidate;
            first = e;
        }
        if (first == exits.size()) return NextHops::none;
        const auto& exit = exits[first];
        return exit.tail == state ? exit.ordinal : hop_inside(ahead, state, exit.tail);
    }

    // This is rare, so the steps are grouped by head for it alone.
    std::vector<std::uint32_t> searched_hops(NodeIndex end) const {
        struct StepBack {
            NodeIndex head;
            NodeIndex tail;
            std::uint32_t hop;
            T cost;  // reduced
        };
        std::vector<StepBack> back;
        for (NodeIndex tail = 0; tail < network_.place_count(); ++tail) {
            const auto steps = network_.steps(tail);
            for (std::uint32_t hop = 0; hop < steps.count; ++hop) {
                const auto [head, raw_cost] = network_.step(steps, hop);
                const T cost = network_.reduced(tail, head, raw_cost);
                if (head != tail && is_reachable(cost)) back.push_back({head, tail, hop, cost});
            }
        }
        std::ranges::stable_sort(back, {}, &StepBack::head);
        HopGraph graph;
        graph.node_count = network_.place_count();
        graph.head_of = [this](std::uint32_t from, std::uint32_t hop) {
            return network_.step(network_.steps(from), hop).head;
        };
        graph.may_pass = [this](std::uint32_t place) { return !network_.is_border(place); };
        graph.for_each_in_arc = [&back](std::uint32_t head, const auto& visit) {
            for (const StepBack& step : std::ranges::equal_range(back, head, {}, &StepBack::head))
                visit(step.tail, step.hop, step.cost);
        };
        return shortest_path_hops(graph, end);
    }

    FactorNetwork<T> network_;
    FactorTree<T> tree_;
};

void require_index(NodeIndex node, std::size_t node_count) {
    if (node < node_count) return;
    throw InvalidArgument(format("node index {} is outside a factor of {} nodes", node, node_count));
}

}  // namespace

FactorPaths::FactorPaths(std::shared_ptr<const NetworkFactor> factor) {
    answers_ = with_sweep_type(factor->type(), [&]<class T>() -> std::unique_ptr<const Answers> {
        return std::make_unique<AnswersOf<T>>(std::move(factor));
    });
}

FactorPaths::~FactorPaths() = default;
FactorPaths::FactorPaths(FactorPaths&&) noexcept = default;
FactorPaths& FactorPaths::operator=(FactorPaths&&) noexcept = default;

double FactorPaths::raw_distance(NodeIndex from, NodeIndex to) const {
    require_index(from, factor().node_count());
    require_index(to, factor().node_count());
    return answers_->raw_distance(from, answers_->end_of(to));
}

Path FactorPaths::path(NodeIndex from, NodeIndex to) const {
    require_index(from, factor().node_count());
    require_index(to, factor().node_count());
    return answers_->path(from, answers_->end_of(to), to);
}

double FactorPaths::raw_distance_of_places(NodeIndex from, NodeIndex to) const {
    require_index(from, answers_->place_count());
    require_index(to, answers_->place_count());
    return answers_->raw_distance(from, to);
}

std::vector<double> FactorPaths::raw_distances_of_places(std::span<const NodeIndex> from,
                                                         std::span<const NodeIndex> to) const {
    for (const auto places : {from, to}) {
        for (const NodeIndex place : places) require_index(place, answers_->place_count());
    }
    return answers_->raw_distances(from, to);
}

Path FactorPaths::path_of_places(NodeIndex from, NodeIndex to, NodeIndex to_node) const {
    require_index(from, answers_->place_count());
    require_index(to, answers_->place_count());
    require_index(to_node, factor().node_count());
    return answers_->path(from, to, to_node);
}

std::vector<FactorPaths::PlaceBetween> FactorPaths::places_between(std::span<const PlaceConnector> firsts,
                                                                   std::span<const PlaceConnector> lasts) const {
    for (const auto ends : {firsts, lasts}) {
        for (const PlaceConnector& end : ends) require_index(end.place, answers_->place_count());
    }
    return answers_->between(firsts, lasts);
}

const NetworkFactor& FactorPaths::factor() const {
    return answers_->factor();
}

}  // namespace allways::engine
