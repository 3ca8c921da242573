// SPDX-License-Identifier: Apache-2.0
// A tour is a sequence of free stops between two ends. An end is a stop, or none where the tour may begin or end at any
// free stop; the way from and to none costs nothing. A tour that returns has the same stop at both ends.
#include "allways/query/tour.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/graph/adjacency_matrix.hpp>
#include <boost/graph/metric_tsp_approx.hpp>

#include "allways/base/error.h"

namespace allways {

namespace {

using StopIndex = std::uint32_t;
constexpr StopIndex no_stop = std::numeric_limits<StopIndex>::max();
constexpr double no_leg = std::numeric_limits<double>::infinity();

class StopCosts {
public:
    // Pairs without a path cost `missing`.
    StopCosts(std::span<const double> costs, std::size_t stops, double missing)
        : costs_(costs), stops_(stops), missing_(missing) {}

    double operator()(StopIndex from, StopIndex to) const {
        if (from == no_stop || to == no_stop) return 0;
        const double cost = costs_[from * stops_ + to];
        return std::isinf(cost) ? missing_ : cost;
    }

private:
    std::span<const double> costs_;
    std::size_t stops_;
    double missing_;
};

struct TourEnds {
    StopIndex begin;
    StopIndex end;
};

TourEnds tour_ends(std::size_t stops, const TourOptions& options) {
    const auto last = static_cast<StopIndex>(stops - 1);
    if (options.returns && options.ends_last && !options.begins_first) return {last, last};
    const StopIndex begin = options.returns || options.begins_first ? 0 : no_stop;
    if (options.ends_last) return {begin, last};
    return {begin, options.returns ? begin : no_stop};
}

// The cheapest sequence of the free stops by Held and Karp's dynamic programming over sets of visited stops.
std::vector<StopIndex> cheapest_sequence(const StopCosts& cost, TourEnds ends, const std::vector<StopIndex>& free,
                                         const ProgressCallback& progress) {
    struct Best {
        double cost = no_leg;
        std::size_t before = 0;  // the free stop visited before
    };
    const std::size_t count = free.size();
    const std::size_t sets = std::size_t{1} << count;
    std::vector<Best> best(sets * count);  // by set and last stop of the set
    for (std::size_t last = 0; last < count; ++last) {
        best[(std::size_t{1} << last) * count + last].cost = cost(ends.begin, free[last]);
    }
    for (std::size_t set = 1; set < sets; ++set) {
        report(progress, "tour", set, sets);
        for (std::size_t last = 0; last < count; ++last) {
            const double until = best[set * count + last].cost;
            if (std::isinf(until)) continue;
            for (std::size_t next = 0; next < count; ++next) {
                if ((set >> next & 1) != 0) continue;
                Best& extended = best[(set | std::size_t{1} << next) * count + next];
                const double with_next = until + cost(free[last], free[next]);
                if (with_next < extended.cost) extended = {with_next, last};
            }
        }
    }
    double cheapest = no_leg;
    std::size_t last = count;
    for (std::size_t one = 0; one < count; ++one) {
        const double whole = best[(sets - 1) * count + one].cost + cost(free[one], ends.end);
        if (whole < cheapest) cheapest = whole, last = one;
    }
    if (last == count) return {};
    std::vector<StopIndex> sequence;
    for (std::size_t set = sets - 1; set != 0;) {
        sequence.push_back(free[last]);
        const std::size_t before = best[set * count + last].before;
        set &= ~(std::size_t{1} << last);
        last = before;
    }
    std::ranges::reverse(sequence);
    return sequence;
}

// All stops in preorder of a minimum spanning tree of the cheaper directions.
std::vector<StopIndex> tree_sequence(const StopCosts& cost, std::size_t stops, StopIndex root) {
    using Graph =
        boost::adjacency_matrix<boost::undirectedS, boost::no_property, boost::property<boost::edge_weight_t, double>>;
    Graph graph(stops);
    for (StopIndex from = 0; from < stops; ++from) {
        for (StopIndex to = 0; to < from; ++to) {
            boost::add_edge(from, to, std::min(cost(from, to), cost(to, from)), graph);
        }
    }
    std::vector<std::size_t> tour;
    boost::metric_tsp_approx_tour_from_vertex(graph, root, boost::get(boost::edge_weight, graph),
                                              std::back_inserter(tour));
    tour.pop_back();  // the return to the root
    return {tour.begin(), tour.end()};
}

// Improves the inner stops of a sequence, whose first and last element are the ends.
class SequenceImprover {
public:
    SequenceImprover(const StopCosts& cost, std::vector<StopIndex>& sequence, double least_gain)
        : cost_(cost), sequence_(sequence), least_gain_(least_gain), onward_(sequence.size()), back_(sequence.size()) {
        sum();
    }

    void run(const ProgressCallback& progress) {
        for (bool improved = true; improved;) {
            improved = false;
            for (std::size_t first = 1; first + 1 < sequence_.size(); ++first) {
                report(progress, "tour", 0, 0);
                for (std::size_t last = first; last + 1 < sequence_.size(); ++last) {
                    improved = reverse_if_cheaper(first, last) || improved;
                    if (last - first < longest_moved) improved = move_if_cheaper(first, last) || improved;
                }
            }
        }
    }

private:
    static constexpr std::size_t longest_moved = 3;  // stops, as Or proposed

    // The costs of the sequence up to each position, in both directions.
    void sum() {
        for (std::size_t at = 1; at < sequence_.size(); ++at) {
            onward_[at] = onward_[at - 1] + between(at - 1, at);
            back_[at] = back_[at - 1] + between(at, at - 1);
        }
    }
    double between(std::size_t from, std::size_t to) const { return cost_(sequence_[from], sequence_[to]); }

    // 2-opt.
    bool reverse_if_cheaper(std::size_t first, std::size_t last) {
        const double now = onward_[last + 1] - onward_[first - 1];
        const double reversed = between(first - 1, last) + back_[last] - back_[first] + between(first, last + 1);
        if (now - reversed < least_gain_) return false;
        std::reverse(at(first), at(last + 1));
        sum();
        return true;
    }

    // Or-opt: the stops `first` … `last` move between two others, in either direction.
    bool move_if_cheaper(std::size_t first, std::size_t last) {
        const double length = onward_[last] - onward_[first];
        const double reversed_length = back_[last] - back_[first];
        const double gain = onward_[last + 1] - onward_[first - 1] - between(first - 1, last + 1);
        for (std::size_t before = 0; before + 1 < sequence_.size(); ++before) {
            if (before + 1 >= first && before <= last) continue;
            const double room = gain + between(before, before + 1);
            const double as_is = between(before, first) + length + between(last, before + 1);
            const double turned = between(before, last) + reversed_length + between(first, before + 1);
            if (room - std::min(as_is, turned) < least_gain_) continue;
            if (turned < as_is) std::reverse(at(first), at(last + 1));
            if (before < first)
                std::rotate(at(before + 1), at(first), at(last + 1));
            else
                std::rotate(at(first), at(last + 1), at(before + 1));
            sum();
            return true;
        }
        return false;
    }
    std::vector<StopIndex>::iterator at(std::size_t position) {
        return sequence_.begin() + static_cast<std::ptrdiff_t>(position);
    }

    const StopCosts& cost_;
    std::vector<StopIndex>& sequence_;
    double least_gain_;
    std::vector<double> onward_;
    std::vector<double> back_;
};

std::vector<StopIndex> good_sequence(std::span<const double> costs, std::size_t stops, TourEnds ends,
                                     const ProgressCallback& progress) {
    double most = 0;
    for (const double cost : costs) most = std::isinf(cost) ? most : std::max(most, cost);
    // A pair without a path costs more than any tour without such pairs.
    const double missing = (most + 1) * static_cast<double>(stops + 1);
    const StopCosts cost(costs, stops, missing);
    std::vector<StopIndex> sequence{ends.begin};
    for (const StopIndex stop : tree_sequence(cost, stops, ends.begin == no_stop ? 0 : ends.begin)) {
        if (stop != ends.begin && stop != ends.end) sequence.push_back(stop);
    }
    sequence.push_back(ends.end);
    // Sums of doubles are inexact, so that tiny gains could go on for ever.
    SequenceImprover(cost, sequence, 1e-12 * missing * static_cast<double>(stops)).run(progress);
    const StopCosts exact(costs, stops, no_leg);
    for (std::size_t at = 1; at < sequence.size(); ++at) {
        if (std::isinf(exact(sequence[at - 1], sequence[at]))) return {};
    }
    return {sequence.begin() + 1, sequence.end() - 1};
}

void check_costs(std::span<const double> costs, std::size_t stops) {
    if (costs.size() != stops * stops) throw InvalidArgument("a tour needs a square table of costs");
    if (std::ranges::any_of(costs, [](double cost) { return !(cost >= 0); })) {
        throw InvalidArgument("a tour needs costs that are zero or more");
    }
}

}  // namespace

std::vector<std::uint32_t> find_tour(std::span<const double> costs, std::size_t stops, const TourOptions& options) {
    check_costs(costs, stops);
    if (stops <= 1) return std::vector<std::uint32_t>(stops, 0);
    const TourEnds ends = tour_ends(stops, options);
    const StopCosts cost(costs, stops, no_leg);
    std::vector<StopIndex> free;
    for (StopIndex stop = 0; stop < stops; ++stop) {
        if (stop != ends.begin && stop != ends.end) free.push_back(stop);
    }
    std::vector<StopIndex> tour;
    if (!free.empty()) {
        tour = stops <= exact_tour_stops ? cheapest_sequence(cost, ends, free, options.progress)
                                         : good_sequence(costs, stops, ends, options.progress);
        if (tour.empty()) return {};
    } else if (std::isinf(cost(ends.begin, ends.end))) {
        return {};
    }
    if (ends.begin != no_stop) tour.insert(tour.begin(), ends.begin);
    if (ends.end != no_stop && ends.end != ends.begin) tour.push_back(ends.end);
    if (options.returns && std::isinf(cost(tour.back(), tour.front()))) return {};
    return tour;
}

}  // namespace allways
