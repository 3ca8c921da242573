// factor → prepared network, elimination and sweep problem, once; then one column per query.
#include "engine/factor_paths.h"

#include <cmath>
#include <limits>

#include "allways/base/damaged.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/next_hops/hop_graphs.h"
#include "engine/sweep/factor_column.h"
#include "engine/sweep/factor_core.h"

namespace allways::engine {

class FactorPaths::Answers {
public:
    explicit Answers(NetworkFactor network) : network_(std::move(network)) {}
    virtual ~Answers() = default;
    // Without its order and cells.
    const NetworkFactor& network() const { return network_; }
    virtual double raw_distance(NodeIndex from, NodeIndex to) const = 0;
    virtual Path path(NodeIndex from, NodeIndex to) const = 0;

protected:
    NetworkFactor network_;
};

namespace {

// Throws if the cells do not belong to the tree, so that sums of two always fit.
template <class T>
void check_cells(const NetworkFactor& network, const ordering::Elimination& tree, const CellFormat& format,
                 [[maybe_unused]] std::int64_t bound) {
    const auto fail = [](std::string_view what) {
        throw InvalidArgument(allways::format("the factor does not match its network: {}; factorize again", what));
    };
    if constexpr (std::is_integral_v<T>) {
        if (bound >= unreachable_cost<T>) fail("sums of its costs do not fit their type");
    }
    const auto* up = std::get_if<std::vector<T>>(&network.up);
    const auto* down = std::get_if<std::vector<T>>(&network.down);
    if (up == nullptr || down == nullptr) fail("its cells and its costs have different types");
    if (up->size() != tree.fill() || down->size() != tree.fill() || network.label_bits != format.first_arc_bits) {
        fail(allways::format("it has {} and {} cells with {} first-arc bits, expected {} with {}", up->size(),
                             down->size(), network.label_bits, tree.fill(), format.first_arc_bits));
    }
    const T most = unreachable_of<T>(format);
    for (const std::vector<T>* cells : {up, down}) {
        for (const T cell : *cells) {
            if (!(cell >= T{0} && cell <= most)) fail(allways::format("it has a cell of {}", cell));
        }
    }
}

template <class T>
class AnswersOf final : public FactorPaths::Answers {
public:
    explicit AnswersOf(NetworkFactor network) : FactorPaths::Answers(std::move(network)), core_(network_) {
        auto tree = std::make_shared<ordering::Elimination>(
            ordering::eliminate(core_.graph.graph(), core_.classes_in(network_.order)));
        check_cells<T>(network_, *tree, core_.format, core_.prepared.bound);
        auto factor = std::make_shared<ordering::Factor<T>>();
        factor->elimination = std::move(tree);
        factor->first_arc_bits = core_.format.first_arc_bits;
        factor->unreachable = unreachable_of<T>(core_.format);
        factor->up = std::move(std::get<std::vector<T>>(network_.up));
        factor->down = std::move(std::get<std::vector<T>>(network_.down));
        network_.order.clear();
        core_.graph = {};
        problem_ = sweep_problem<T>(core_.prepared, std::move(factor), core_.format);
    }

    double raw_distance(NodeIndex from, NodeIndex to) const override {
        FactorColumn<T> column(problem_, core_.ends[to]);
        return raw_distance(column, from);
    }

    Path path(NodeIndex from, NodeIndex to) const override {
        FactorColumn<T> column(problem_, core_.ends[to]);
        Path path{from, to, true, raw_distance(column, from), {}};
        if (std::isinf(path.distance)) {
            path.reachable = false;
            return path;
        }
        if (problem_.has_hops()) {
            if (walk(path, [&](NodeIndex state) { return column.hop(state); })) return path;
        } else {
            if (walk(path, [&](NodeIndex state) { return tight_hop(column, state, core_.ends[to]); })) return path;
            if constexpr (!std::is_integral_v<T>) {
                const auto hops = shortest_path_hops(
                    hop_graph<T>(core_.network, core_.adjacency, core_.costs, core_.prepared), core_.ends[to]);
                if (walk(path, [&](NodeIndex state) { return hops[state]; })) return path;
            }
        }
        throw DamagedContent(format("the factor's path from node {} to node {} does not reach it; factorize again",
                                    network_.node_ids.text(from), network_.node_ids.text(to)));
    }

private:
    static double raw_distance(FactorColumn<T>& column, NodeIndex from) { return raw_value(column.distance(from)); }
    NodeIndex node_of(NodeIndex state) const {
        return network_.arcs.states.empty() ? state : network_.arcs.states.node[state];
    }

    // Follows `hop(state)` to the path's end. Returns false if that does not reach the target: a circle of floats,
    // whose rounding may absorb small costs, or a damaged factor.
    template <class Hop>
    bool walk(Path& path, const Hop& hop) const {
        const TableArcs& arcs = network_.arcs;
        path.legs.clear();
        for (NodeIndex state = path.from; node_of(state) != path.to;) {
            const NodeIndex node = node_of(state);
            const std::uint32_t step = hop(state);
            if (step >= arcs.first_out[node + 1] - arcs.first_out[node] ||
                path.legs.size() >= core_.network.node_count()) {
                return false;
            }
            const std::uint64_t arc = arcs.first_out[node] + step;
            path.legs.push_back({node, arcs.head[arc], arc, arcs.cost_of_step(state, step)});
            state = core_.network.head[core_.adjacency.out_arcs(state)[step]];
        }
        return true;
    }

    // The rule of next_hops_from_distances for one state.
    std::uint32_t tight_hop(FactorColumn<T>& column, NodeIndex state, NodeIndex end) const {
        const Prepared<T>& prepared = core_.prepared;
        const ZeroClasses& classes = prepared.classes;
        const std::uint32_t c = classes.class_of(state);
        if (c == classes.class_of(end)) return classes.hop(state, end);
        T best = unreachable_cost<T>;
        std::uint32_t hop = NextHops::none;
        for (std::size_t e = prepared.first_out[c]; e < prepared.first_out[c + 1]; ++e) {
            const ExitArc& exit = prepared.exits[e];
            const ArcIndex arc = core_.adjacency.out_arcs(exit.tail)[exit.hop];
            const NodeIndex head = core_.network.head[arc];
            if (core_.network.is_no_through(head) && head != end) continue;
            const T onward = column.distance(head);
            if (!is_reachable(onward)) continue;
            const T inside = exit.tail == state ? T{0} : static_cast<T>(prepared.restored(state, exit.tail, T{0}));
            const T candidate = (inside + core_.costs[arc]) + onward;
            if (!(candidate < best)) continue;
            best = candidate;
            hop = exit.tail == state ? exit.hop : classes.hop(state, exit.tail);
        }
        return hop;
    }

    FactorCore<T> core_;
    SweepProblem<T> problem_;
};

void require_complete(const NetworkFactor& network) {
    const std::size_t n = network.node_count();
    const std::size_t m = network.arcs.size();
    const std::size_t costs = std::visit([](const auto& all) { return all.size(); }, network.arcs.cost);
    if (network.arcs.first_out.size() == n + 1 && network.arcs.first_out.back() == m && costs == m &&
        (network.no_through.empty() || network.no_through.size() == n)) {
        return;
    }
    throw InvalidArgument(format("the nodes and arcs of a factor of {} nodes are incomplete; factorize again", n));
}

void require_index(NodeIndex node, std::size_t node_count) {
    if (node < node_count) return;
    throw InvalidArgument(format("node index {} is outside a factor of {} nodes", node, node_count));
}

}  // namespace

FactorPaths::FactorPaths(NetworkFactor factor) {
    require_complete(factor);
    answers_ = with_cost_type(factor.type(), [&]<class T>() -> std::unique_ptr<const Answers> {
        return std::make_unique<AnswersOf<T>>(std::move(factor));
    });
}

FactorPaths::~FactorPaths() = default;
FactorPaths::FactorPaths(FactorPaths&&) noexcept = default;
FactorPaths& FactorPaths::operator=(FactorPaths&&) noexcept = default;

double FactorPaths::raw_distance(NodeIndex from, NodeIndex to) const {
    require_index(from, network().node_count());
    require_index(to, network().node_count());
    return answers_->raw_distance(from, to);
}

Path FactorPaths::path(NodeIndex from, NodeIndex to) const {
    require_index(from, network().node_count());
    require_index(to, network().node_count());
    return answers_->path(from, to);
}

const NetworkFactor& FactorPaths::network() const {
    return answers_->network();
}

}  // namespace allways::engine
