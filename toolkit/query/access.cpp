// SPDX-License-Identifier: Apache-2.0
// Bands of distances → sums under cutoffs and the nearest destinations. A band's work is cut into stretches of its
// columns that fit the first cache, each of which is reduced for all kinds and cutoffs before the next. Or searches →
// the nearest destinations.
#include "allways/query/access.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>
#include <variant>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/table_stream.h"
#include "allways/result/natural_scale.h"
#include "base/counted.h"
#include "base/threads/blocks.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "base/threads/work_meter.h"
#include "engine/stream/factor_table.h"
#include "query/access_sums.h"

namespace allways {

namespace {

using namespace query;

// ---- the nearest destinations alone, by searches

// While a search takes one step for one label, a thread of a sweep finds about this many cells, or somewhat more
// (bench/log/access.md).
constexpr std::uint64_t cells_of_a_step = 8;

// Steps between states, or nodes, grouped by the end where a search comes from.
struct SearchSteps {
    std::vector<std::uint64_t> first;
    std::vector<NodeIndex> to;
    std::vector<std::int64_t> cost;
};

SearchSteps steps_of(const TableArcs& arcs, bool forward) {
    const bool has_states = !arcs.states.empty();
    const auto& costs = std::get<SharedArray<std::int32_t>>(arcs.cost);
    const std::size_t count = has_states ? arcs.states.size() : arcs.first_out.size() - 1;
    const auto visit_all = [&](const auto& visit) {
        for (NodeIndex state = 0; state < count; ++state) {
            const NodeIndex node = has_states ? arcs.states.node[state] : state;
            for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
                const auto ordinal = static_cast<std::uint32_t>(arc - arcs.first_out[node]);
                const NodeIndex next = has_states ? arcs.states.steps(state)[ordinal] : arcs.head[arc];
                if (next == no_node || arcs.head[arc] == node || !is_reachable(costs[arc])) continue;
                const auto cost = static_cast<std::int64_t>(arcs.cost_of_step(state, ordinal));
                forward ? visit(state, next, cost) : visit(next, state, cost);
            }
        }
    };
    SearchSteps steps;
    steps.first.assign(count + 1, 0);
    visit_all([&](NodeIndex from, NodeIndex, std::int64_t) { ++steps.first[from + 1]; });
    for (std::size_t state = 0; state < count; ++state) steps.first[state + 1] += steps.first[state];
    steps.to.resize(steps.first.back());
    steps.cost.resize(steps.first.back());
    std::vector<std::uint64_t> at(steps.first.begin(), steps.first.end() - 1);
    visit_all([&](NodeIndex from, NodeIndex to, std::int64_t cost) {
        steps.to[at[from]] = to;
        steps.cost[at[from]++] = cost;
    });
    return steps;
}

// The nearest destinations of one class at every state: labels, which settle in order of distance, ties in the order of
// the request.
class NearestSearch {
public:
    NearestSearch(const NetworkFactor& factor, const AccessRequest& request, const SearchSteps& steps,
                  const AdjacencyArray& at_node)
        : factor_(factor),
          request_(request),
          steps_(steps),
          at_node_(at_node),
          forward_(request.to_origins),
          count_(steps.first.size() - 1, 0),
          labels_(count_.size() * request.nearest) {}

    void run(std::size_t of_class, WorkMeter& meter) {
        for (std::uint32_t j = 0; j < request_.destinations.size(); ++j) {
            if (request_.classes.empty() || request_.classes[j] == of_class) add_root(j);
        }
        std::uint64_t settled = 0;
        while (!queue_.empty()) {
            const auto [distance, label, state] = queue_.top();
            queue_.pop();
            if (is_full(state) || has(state, label)) continue;
            labels_[state * request_.nearest + count_[state]++] = {label, static_cast<double>(distance)};
            if (!is_no_through(node_of(state))) relax(distance, label, state);
            if (++settled % block_size == 0) meter.add(block_size);
        }
    }

    // The nearest destinations of a node, into `best`.
    void take(NodeIndex node, std::span<NearestDestination> best) const {
        if (!forward_) {
            std::ranges::copy(labels(node), best.begin());
            return;
        }
        std::vector<NearestDestination> all;
        for (const NodeIndex state : at_node_.out_arcs(node))
            all.insert(all.end(), labels(state).begin(), labels(state).end());
        std::ranges::sort(all, {},
                          [](const NearestDestination& one) { return std::pair(one.raw_distance, one.destination); });
        std::size_t count = 0;
        for (const NearestDestination& one : all) {
            if (count == best.size()) return;
            if (std::ranges::find(best.first(count), one.destination, &NearestDestination::destination) ==
                best.begin() + static_cast<std::ptrdiff_t>(count))
                best[count++] = one;
        }
    }

private:
    NodeIndex node_of(NodeIndex state) const {
        return factor_.arcs.states.empty() ? state : factor_.arcs.states.node[state];
    }
    bool is_no_through(NodeIndex node) const { return !factor_.no_through.empty() && factor_.no_through[node] != 0; }
    bool is_full(NodeIndex state) const { return count_[state] == request_.nearest; }
    std::span<const NearestDestination> labels(NodeIndex state) const {
        return std::span(labels_).subspan(state * request_.nearest, count_[state]);
    }
    bool has(NodeIndex state, std::uint32_t label) const {
        return std::ranges::find(labels(state), label, &NearestDestination::destination) != labels(state).end();
    }

    // Paths to a destination end in any state of its node, and paths from it begin in the node's first. They may begin
    // and end at a no-through node, but not pass it.
    void add_root(std::uint32_t destination) {
        const NodeIndex node = request_.destinations[destination];
        const auto add = [&](NodeIndex state) {
            queue_.emplace(0, destination, state);
            if (is_no_through(node)) relax(0, destination, state);
        };
        if (forward_)
            add(node);
        else
            std::ranges::for_each(at_node_.out_arcs(node), add);
    }

    void relax(std::int64_t distance, std::uint32_t label, NodeIndex state) {
        for (std::uint64_t step = steps_.first[state]; step < steps_.first[state + 1]; ++step) {
            if (!is_full(steps_.to[step])) queue_.emplace(distance + steps_.cost[step], label, steps_.to[step]);
        }
    }

    using Entry = std::tuple<std::int64_t, std::uint32_t, NodeIndex>;
    const NetworkFactor& factor_;
    const AccessRequest& request_;
    const SearchSteps& steps_;
    const AdjacencyArray& at_node_;
    bool forward_;
    std::vector<std::size_t> count_;  // of labels, by state
    std::vector<NearestDestination> labels_;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

// Returns true if a search finds the destinations of the request faster than a sweep over all pairs, on so many
// threads, and the same ones: those alone are asked for, and costs are integers from 0.
bool suits_search(const NetworkFactor& factor, const AccessRequest& request, std::size_t classes, unsigned threads) {
    if (request.nearest == 0 || !request.weights.empty() || factor.type() != CostType::int32) return false;
    const std::uint64_t steps = std::max<std::uint64_t>(factor.arcs.states.next.size(), factor.arcs.size());
    const std::uint64_t cells = std::uint64_t{request.origins.size()} * request.destinations.size();
    if (cells / cells_of_a_step / threads < steps * request.nearest * classes) return false;
    const auto is_negative = [](std::int32_t cost) { return cost < 0; };
    return std::ranges::none_of(std::get<SharedArray<std::int32_t>>(factor.arcs.cost), is_negative);
}

// Finds Access::found, by one heap search of each class from all of its destinations, in which each node (under turn
// rules: state) settles once for each of the nearest ones. Distances and ties are those of a sweep. O(k m log m) for k
// nearest destinations. Needs suits_search(). Progress stage "solve", in labels.
void search_nearest(const NetworkFactor& factor, const AccessRequest& request, const ProgressCallback& progress,
                    Access& made) {
    const std::size_t nodes = factor.node_count();
    const SearchSteps steps = steps_of(factor.arcs, request.to_origins);
    std::vector<NodeIndex> node_of(factor.arcs.states.node.begin(), factor.arcs.states.node.end());
    for (NodeIndex node = 0; factor.arcs.states.empty() && node < nodes; ++node) node_of.push_back(node);
    const AdjacencyArray at_node = build_adjacency(nodes, node_of);
    WorkMeter meter(progress, "solve", std::uint64_t{node_of.size()} * request.nearest * made.classes);
    meter.run(
        made.classes,
        [&](std::size_t of_class) {
            NearestSearch search(factor, request, steps, at_node);
            search.run(of_class, meter);
            for (std::size_t i = 0; i < request.origins.size(); ++i) {
                search.take(request.origins[i],
                            std::span(made.found).subspan((i * made.classes + of_class) * made.nearest, made.nearest));
            }
        },
        hardware_threads());
    meter.finish();
}

// ---- rows of distances, reduced

void check_size(const char* field, std::size_t found, std::size_t wanted, const char* place) {
    if (found == wanted) return;
    throw InvalidArgument(format("`{}`: expected one for each of {}, found {}", field, counted(wanted, place), found));
}

// `place`: what has one number each.
void check_numbers(const char* field, std::span<const double> numbers, std::size_t wanted, const char* place) {
    check_size(field, numbers.size(), wanted, place);
    const auto bad = std::ranges::find_if(numbers, [](double one) { return !(one >= 0) || !std::isfinite(one); });
    if (bad == numbers.end()) return;
    throw InvalidArgument(
        format("`{}`: expected numbers from 0, found {} at {} {}", field, *bad, place, bad - numbers.begin()));
}

void check_limits(const AccessRequest& request) {
    if (request.cutoffs.empty() != request.weights.empty()) {
        throw InvalidArgument(request.cutoffs.empty() ? "`weights` need `cutoffs`" : "`cutoffs` need `weights`");
    }
    check_cutoffs(request.cutoffs);
}

// Returns the number of classes.
std::size_t check_classes(const AccessRequest& request) {
    if (request.classes.empty()) return 1;
    check_size("classes", request.classes.size(), request.destinations.size(), "destination");
    std::vector<bool> used(request.classes.size());
    for (const std::uint32_t one : request.classes) {
        if (one >= used.size()) throw InvalidArgument(format("`classes`: {} leaves a gap below it", one));
        used[one] = true;
    }
    const auto gap = std::ranges::find(used, false);
    if (std::find(gap, used.end(), true) != used.end()) {
        throw InvalidArgument(format("`classes`: no destination has class {}", gap - used.begin()));
    }
    return static_cast<std::size_t>(gap - used.begin());
}

// Keeps the nearest destinations of one origin and class, sorted; `worst` is the last of them.
void offer(std::span<NearestDestination> best, std::uint32_t destination, double distance) {
    const NearestDestination offered{destination, distance};
    const auto before = [](const NearestDestination& a, const NearestDestination& b) {
        return a.raw_distance != b.raw_distance ? a.raw_distance < b.raw_distance : a.destination < b.destination;
    };
    if (!before(offered, best.back())) return;
    std::size_t at = best.size() - 1;
    for (; at > 0 && before(offered, best[at - 1]); --at) best[at] = best[at - 1];
    best[at] = offered;
}

template <class T>
class Reduction {
public:
    Reduction(const AccessRequest& request, const CostScale& scale, Access& made)
        : request_(request), made_(made), decay_(request.decay) {
        for (const double cutoff : request.cutoffs) {
            decay_.cutoffs.push_back(raw_cutoff(cutoff, request.unit, scale));
        }
        weights_ = Weights(request.weights);
    }

    void take(const TableBand& band) {
        const T* const cells = std::get<std::vector<T>>(band.distances).data();
        !request_.to_origins ? take_origins(band.rows, cells) : take_destinations(band.rows, cells);
    }

private:
    static constexpr std::size_t stretch = 1024;  // columns

    std::span<double> sums_of(std::size_t origin) {
        const std::size_t count = made_.kinds * made_.cutoffs;
        return std::span(made_.sums).subspan(origin * count, count);
    }
    std::span<NearestDestination> best_of(std::size_t origin, std::uint32_t destination) {
        const std::size_t of_class = request_.classes.empty() ? 0 : request_.classes[destination];
        return std::span(made_.found).subspan((origin * made_.classes + of_class) * made_.nearest, made_.nearest);
    }
    void offer_cell(std::size_t origin, std::uint32_t destination, T cell) {
        if (is_reachable(cell)) offer(best_of(origin, destination), destination, static_cast<double>(cell));
    }
    // Offers the cells from destination `first` on. `worst` has what a cell of each class must not exceed.
    void offer_row(std::size_t origin, std::size_t first, std::span<const T> cells, std::span<T> worst) {
        const std::uint32_t* const classes = request_.classes.empty() ? nullptr : request_.classes.data() + first;
        for (std::size_t j = 0; j < cells.size(); ++j) {
            T& limit = worst[classes == nullptr ? 0 : classes[j]];
            if (cells[j] > limit) continue;
            const auto destination = static_cast<std::uint32_t>(first + j);
            offer_cell(origin, destination, cells[j]);
            const double last = best_of(origin, destination).back().raw_distance;
            if (std::isfinite(last)) limit = static_cast<T>(last);
        }
    }

    void take_origins(std::span<const NodeIndex> rows, const T* cells) {
        const std::size_t columns = request_.destinations.size();
        parallel_for(rows.size(), [&](std::size_t i) {
            const std::size_t origin = rows[i];
            std::vector<T> worst(made_.nearest > 0 ? made_.classes : 0, unreachable_cost<T>);
            for (std::size_t begin = 0; begin < columns; begin += stretch) {
                const std::span<const T> some(cells + i * columns + begin, std::min(stretch, columns - begin));
                if (!weights_.empty()) weights_.add(some, begin, decay_, sums_of(origin));
                if (made_.nearest > 0) offer_row(origin, begin, some, worst);
            }
        });
    }

    void take_destinations(std::span<const NodeIndex> rows, const T* cells) {
        const std::size_t columns = request_.origins.size();
        parallel_for((columns + stretch - 1) / stretch, [&](std::size_t number) {
            const std::size_t begin = number * stretch;
            const std::size_t count = std::min(stretch, columns - begin);
            std::vector<double> shares(count);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const std::uint32_t destination = rows[i];
                const std::span<const T> some(cells + i * columns + begin, count);
                for (std::size_t c = 0; c < made_.cutoffs; ++c) {
                    decay_.shares(some, c, shares.data());
                    for (std::size_t kind = 0; kind < made_.kinds; ++kind) {
                        const double weight = request_.weights[kind][destination];
                        for (std::size_t j = 0; weight > 0 && j < count; ++j) {
                            sums_of(begin + j)[kind * made_.cutoffs + c] += weight * shares[j];
                        }
                    }
                }
                for (std::size_t j = 0; made_.nearest > 0 && j < count; ++j) {
                    offer_cell(begin + j, destination, some[j]);
                }
            }
        });
    }

    const AccessRequest& request_;
    Access& made_;
    Decay decay_;
    Weights weights_;
};

// Sums under steps are the work of a device, too; it finds nothing else.
template <class T>
void sum_on_device(const NetworkFactor& factor, const AccessRequest& request, const SolveOptions& options,
                   Access& made) {
    if (request.nearest > 0 || request.decay != AccessDecay::step) {
        throw InvalidArgument(format("{} are found on the host, not on device '{}'; leave out the device",
                                     request.nearest > 0 ? "`nearest` destinations" : "sums with a decay",
                                     options.device.text()));
    }
    const bool from = !request.to_origins;
    engine::TableSums<T> wanted{.limits = {}, .weights = request.weights, .of_columns = !from};
    for (const double cutoff : request.cutoffs) {
        wanted.limits.push_back(largest_within<T>(raw_cutoff(cutoff, request.unit, factor.scale)));
    }
    made.sums = engine::device_sums<T>(factor, from ? request.origins : request.destinations,
                                       from ? request.destinations : request.origins, wanted, options, made.report);
}

Access reduce(const NetworkFactor& factor, const AccessRequest& request, const SolveOptions& options) {
    Access made{.kinds = request.weights.size(),
                .cutoffs = request.cutoffs.size(),
                .classes = check_classes(request),
                .nearest = request.nearest,
                .sums = {},
                .found = {},
                .report = {}};
    const std::size_t origins = request.origins.size();
    made.sums = large_vector<double>(origins * made.kinds * made.cutoffs, 0.0, options.progress);
    made.found.resize(origins * made.classes * made.nearest);
    if (!options.device.may_be_host()) {
        with_sweep_type(factor.type(), [&]<class T>() { sum_on_device<T>(factor, request, options, made); });
        return made;
    }
    if (suits_search(factor, request, made.classes, hardware_threads())) {
        made.report = TableStream(factor, {}, {}, options).report();
        made.report.schedule = "search";
        made.report.schedule_reason = "the nearest of so many destinations are found by one search from all of them";
        engine::check_indexes(factor.node_count(), request.origins);
        engine::check_indexes(factor.node_count(), request.destinations);
        const Stopwatch watch;
        search_nearest(factor, request, options.progress, made);
        made.report.seconds["solve"] = watch.seconds();
        return made;
    }
    const bool from = !request.to_origins;
    const auto& rows = from ? request.origins : request.destinations;
    const auto& columns = from ? request.destinations : request.origins;
    with_sweep_type(factor.type(), [&]<class T>() {
        Reduction<T> reduction(request, factor.scale, made);
        TableStream table(factor, rows, columns, options);
        table.run([&](const TableBand& band) { reduction.take(band); });
        made.report = table.report();
    });
    return made;
}

void check_demand(const AccessRequest& request) {
    if (request.demand.empty()) return;
    if (request.weights.empty()) throw InvalidArgument("`demand` needs `weights`, the supplies that it shares");
    check_numbers("demand", request.demand, request.origins.size(), "origin");
}

// Decays far from an origin fall below what numbers express.
constexpr double least_demand = 1e-100;

// Two steps: the demand that reaches each destination, and the supplies divided by it that reach each origin.
void share_out(const NetworkFactor& factor, const AccessRequest& request, const SolveOptions& options, Access& made) {
    AccessRequest reaching{.origins = request.destinations, .destinations = request.origins};
    const bool from = !request.to_origins;
    reaching.to_origins = from;
    reaching.weights = {request.demand};
    reaching.cutoffs = request.cutoffs;
    reaching.unit = request.unit;
    reaching.decay = request.decay;
    const Access demand = reduce(factor, reaching, options);
    AccessRequest shared = request;
    shared.nearest = 0;
    for (std::size_t c = 0; c < made.cutoffs; ++c) {
        std::vector<std::vector<double>> ratios;
        shared.weights.clear();
        for (const std::span<const double> supply : request.weights) {
            std::vector<double>& of_kind = ratios.emplace_back();
            for (std::size_t j = 0; j < supply.size(); ++j) {
                of_kind.push_back(demand.sum(j, 0, c) > least_demand ? supply[j] / demand.sum(j, 0, c) : 0);
            }
        }
        shared.weights.assign(ratios.begin(), ratios.end());
        shared.cutoffs = {request.cutoffs[c]};
        const Access of_cutoff = reduce(factor, shared, options);
        for (std::size_t i = 0; i < request.origins.size(); ++i) {
            for (std::size_t kind = 0; kind < made.kinds; ++kind) {
                made.sums[(i * made.kinds + kind) * made.cutoffs + c] = of_cutoff.sum(i, kind, 0);
            }
        }
    }
}

}  // namespace

Access find_access(const NetworkFactor& factor, const AccessRequest& request, const SolveOptions& options) {
    for (const auto weights : request.weights)
        check_numbers("weights", weights, request.destinations.size(), "destination");
    check_limits(request);
    check_demand(request);
    Access made = reduce(factor, request, options);
    if (!request.demand.empty()) share_out(factor, request, options, made);
    return made;
}

}  // namespace allways
