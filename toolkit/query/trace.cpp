// SPDX-License-Identifier: Apache-2.0
// Points with candidates → chains of points that routes connect (TraceChain) → for each the most probable candidates
// (Viterbi), their probabilities (forward-backward), and the paths between them.
#include "allways/query/trace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>
#include <utility>

#include "allways/base/error.h"
#include "network/snap/segment.h"

namespace allways {

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();  // logarithm of a probability of 0

constexpr double mean_detour_m = 10;
constexpr double longest_detour_m = 2000;
constexpr double fastest_m_s = 50;
constexpr double deviations_of_noise = 3;
constexpr double thinned_m = 15;
constexpr double thinned_s = 5;
constexpr std::size_t most_broken = 10;
constexpr double gap_intervals = 10;
constexpr double shortest_interval_s = 1;
constexpr double share_at_node = 1e-5;
constexpr double log_of_passing_node = -1e-3;
constexpr double alternative_probability = 0.05;

double metres_between(Coordinate from, Coordinate to) {
    const auto space = network::Space::sphere;
    return network::length_of_chord(network::chord(network::to_vector(from, space), network::to_vector(to, space)),
                                    space);
}

double log_sum(std::span<const double> logs) {
    const double most = std::ranges::max(logs);
    if (most == never) return never;
    double sum = 0;
    for (const double one : logs) sum += std::exp(one - most);
    return most + std::log(sum);
}

// Logarithms of probabilities of a step from each candidate of one point to each of the next; row-major.
using Steps = std::vector<double>;

class StepModel {
public:
    StepModel(const RoadRouter& router, const TraceOptions& options) : router_(router), options_(options) {}

    static double emission(const TracePoint& point, std::size_t candidate) {
        const double deviations = point.candidates[candidate].distance / point.deviation;
        return -deviations * deviations / 2;
    }

    Steps steps(const TracePoint& from, const TracePoint& to) const {
        const std::vector<double> routes = route_metres(from, to);
        const double straight = metres_between(from.position, to.position);
        double longest = straight + longest_detour_m;
        if (from.time && to.time)
            longest = std::min(longest, straight + noise(from, to) + fastest_m_s * (*to.time - *from.time));
        const double deviation = std::max(from.deviation, to.deviation);
        const std::size_t count = to.candidates.size();
        Steps steps(routes.size(), never);
        for (std::size_t i = 0; i < routes.size(); ++i) {
            const RoadPlace& place = to.candidates[i % count].place;
            const double behind = metres_behind(from.candidates[i / count].place, place);
            const bool stands = behind >= 0 && behind <= noise(from, to);
            const double route = stands ? 0 : routes[i];
            if (!(route <= longest)) continue;
            steps[i] = -std::abs(route - straight) / mean_detour_m;
            if (stands) steps[i] -= behind * behind / (2 * deviation * deviation);
            if (place.share_behind(place.arcs.front()) < share_at_node) steps[i] += log_of_passing_node;
        }
        return steps;
    }

    // How far `to` lies behind `from` on the same arc, negative if it lies before it; infinite on another arc.
    double metres_behind(const RoadPlace& from, const RoadPlace& to) const {
        if (from.arcs != to.arcs) return std::numeric_limits<double>::infinity();
        const RoadPlace::Arc& arc = from.arcs.front();
        return (from.share_behind(arc) - to.share_behind(arc)) * arc_metres(arc.arc);
    }
    static double noise(const TracePoint& from, const TracePoint& to) {
        return deviations_of_noise * std::max(from.deviation, to.deviation);
    }

private:
    double arc_metres(ArcIndex arc) const {
        const Decimal length = router_.factor().arcs.column(options_.length_field)->values[arc];
        return length.is_missing() ? std::numeric_limits<double>::quiet_NaN()
                                   : length.to_double() * options_.metres_per_length;
    }

    // NaN or infinite where no route leads.
    std::vector<double> route_metres(const TracePoint& from, const TracePoint& to) const {
        std::vector<RoadPlace> origins;
        std::vector<RoadPlace> destinations;
        for (const TraceCandidate& one : from.candidates) origins.push_back(one.place);
        for (const TraceCandidate& one : to.candidates) destinations.push_back(one.place);
        RoadTable table = router_.table(origins, destinations, {.sums = {options_.length_field}, .threads = 1});
        std::vector<double> metres = std::move(table.sums.front());
        for (std::size_t i = 0; i < metres.size(); ++i) {
            const bool is_far = std::isinf(table.raw_distances[i]);
            metres[i] = is_far ? std::numeric_limits<double>::infinity() : metres[i] * options_.metres_per_length;
        }
        return metres;
    }

    const RoadRouter& router_;
    const TraceOptions& options_;
};

// Points that routes connect, with the most probable way to each candidate.
class TraceChain {
public:
    TraceChain(const StepModel& model, std::span<const TracePoint> trace, std::size_t first)
        : model_(model), trace_(trace) {
        Column column{first, {}, {}, {}};
        for (std::size_t i = 0; i < trace[first].candidates.size(); ++i) {
            column.best.push_back(StepModel::emission(trace[first], i));
        }
        columns_.push_back(std::move(column));
    }

    std::size_t last() const { return columns_.back().point; }
    std::size_t size() const { return columns_.size(); }

    // Returns false and changes nothing if no route leads from the last point to this one.
    bool extend(std::size_t point) {
        const Column& before = columns_.back();
        const std::size_t count = trace_[point].candidates.size();
        Column column{point, std::vector<double>(count, never), std::vector<std::size_t>(count, 0),
                      model_.steps(trace_[before.point], trace_[point])};
        for (std::size_t from = 0; from < before.best.size(); ++from) {
            for (std::size_t to = 0; to < count; ++to) {
                const double log = before.best[from] + column.steps[from * count + to];
                if (log > column.best[to]) column.best[to] = log, column.before[to] = from;
            }
        }
        if (std::ranges::max(column.best) == never) return false;
        for (std::size_t to = 0; to < count; ++to) column.best[to] += StepModel::emission(trace_[point], to);
        columns_.push_back(std::move(column));
        return true;
    }

    // For each point its index and the candidate of the most probable sequence.
    std::vector<std::pair<std::size_t, std::size_t>> best_sequence() const {
        const auto& ends = columns_.back().best;
        auto candidate = static_cast<std::size_t>(std::ranges::max_element(ends) - ends.begin());
        std::vector<std::pair<std::size_t, std::size_t>> sequence(columns_.size());
        for (std::size_t at = columns_.size(); at-- > 0;) {
            sequence[at] = {columns_[at].point, candidate};
            if (at > 0) candidate = columns_[at].before[candidate];
        }
        return sequence;
    }

    // For each point the probabilities of its candidates.
    std::vector<std::vector<double>> probabilities() const {
        std::vector<std::vector<double>> forward(columns_.size());
        std::vector<std::vector<double>> backward(columns_.size());
        std::vector<double> terms;
        for (std::size_t at = 0; at < columns_.size(); ++at) {
            const TracePoint& point = trace_[columns_[at].point];
            const std::size_t count = point.candidates.size();
            for (std::size_t to = 0; to < count; ++to) {
                terms.assign(1, 0);
                if (at > 0) terms.clear();
                for (std::size_t from = 0; at > 0 && from < forward[at - 1].size(); ++from) {
                    terms.push_back(forward[at - 1][from] + columns_[at].steps[from * count + to]);
                }
                forward[at].push_back(log_sum(terms) + StepModel::emission(point, to));
            }
        }
        backward.back().assign(forward.back().size(), 0);
        for (std::size_t at = columns_.size() - 1; at > 0; --at) {
            const std::size_t count = forward[at].size();
            for (std::size_t from = 0; from < forward[at - 1].size(); ++from) {
                terms.clear();
                for (std::size_t to = 0; to < count; ++to) {
                    terms.push_back(columns_[at].steps[from * count + to] + backward[at][to] +
                                    StepModel::emission(trace_[columns_[at].point], to));
                }
                backward[at - 1].push_back(log_sum(terms));
            }
        }
        const double all = log_sum(forward.back());
        for (std::size_t at = 0; at < columns_.size(); ++at) {
            for (std::size_t i = 0; i < forward[at].size(); ++i) {
                forward[at][i] = std::exp(forward[at][i] + backward[at][i] - all);
            }
        }
        return forward;
    }

private:
    struct Column {
        std::size_t point;
        std::vector<double> best;         // by candidate: logarithm of the most probable way to it
        std::vector<std::size_t> before;  // the candidate before on that way
        Steps steps;                      // from the column before
    };
    const StepModel& model_;
    std::span<const TracePoint> trace_;
    std::vector<Column> columns_;
};

TraceMatching matching_of(const RoadRouter& router, std::span<const TracePoint> trace, const TraceChain& chain,
                          const StepModel& model) {
    TraceMatching matching;
    std::optional<std::pair<std::size_t, std::size_t>> before;
    for (const auto& [point, candidate] : chain.best_sequence()) {
        RoadPlace place = trace[point].candidates[candidate].place;
        if (before) {
            const TracePoint& last = trace[before->first];
            const RoadPlace& from = matching.points.back().place;
            // Who stood is not moved back.
            const bool stood = model.metres_behind(last.candidates[before->second].place, place) <=
                               StepModel::noise(last, trace[point]);
            if (stood && model.metres_behind(from, place) >= 0) place = from;
            matching.paths.push_back(router.path(from, place));
        }
        matching.points.push_back({point, candidate, std::move(place), 0});
        before = {point, candidate};
    }
    std::unordered_set<std::uint64_t> arcs;
    for (const TraceMatching::Point& one : matching.points) arcs.insert(one.place.arcs.front().arc);
    for (const RoadPath& path : matching.paths) {
        for (const PathLeg& leg : path.legs) arcs.insert(leg.arc);
    }
    const auto probabilities = chain.probabilities();
    for (std::size_t at = 0; at < matching.points.size(); ++at) {
        TraceMatching::Point& one = matching.points[at];
        for (std::size_t i = 0; i < probabilities[at].size(); ++i) {
            const bool is_on_way = arcs.contains(trace[one.point].candidates[i].place.arcs.front().arc);
            if (is_on_way) matching.confidence += probabilities[at][i] / static_cast<double>(matching.points.size());
            if (!is_on_way && probabilities[at][i] >= alternative_probability) ++one.alternatives;
        }
    }
    matching.confidence = std::min(matching.confidence, 1.0);
    return matching;
}

// The points to match, in order.
std::vector<std::size_t> points_to_match(std::span<const TracePoint> trace, const TraceOptions& options) {
    std::vector<std::size_t> points;
    double metres = 0;  // along the trace since the last point that was kept
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (i > 0) metres += metres_between(trace[i - 1].position, trace[i].position);
        if (trace[i].candidates.empty()) continue;
        const bool is_free = options.thins_out && !points.empty() && i + 1 < trace.size() &&
                             std::ranges::find(options.kept, i) == options.kept.end();
        const bool is_soon = is_free && trace[i].time && trace[points.back()].time &&
                             *trace[i].time - *trace[points.back()].time < thinned_s;
        if (is_free && (metres < thinned_m || is_soon)) continue;
        points.push_back(i);
        metres = 0;
    }
    return points;
}

// The longest time between two points of a matching.
double longest_pause(std::span<const TracePoint> trace, const TraceOptions& options) {
    std::vector<double> intervals;
    for (std::size_t i = 1; i < trace.size(); ++i) {
        if (trace[i - 1].time && trace[i].time) intervals.push_back(*trace[i].time - *trace[i - 1].time);
    }
    if (!options.splits_at_gaps || intervals.empty()) return std::numeric_limits<double>::infinity();
    const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
    std::ranges::nth_element(intervals, middle);
    return gap_intervals * std::max(shortest_interval_s, *middle);
}

void check_trace(std::span<const TracePoint> trace) {
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (!(trace[i].deviation > 0)) throw InvalidArgument("a trace needs deviations above zero");
        if (i > 0 && trace[i].time && trace[i - 1].time && *trace[i].time < *trace[i - 1].time) {
            throw InvalidArgument("the times of a trace decrease");
        }
        for (const TraceCandidate& one : trace[i].candidates) {
            if (one.place.arcs.size() != 1) throw InvalidArgument("a candidate of a trace needs one arc");
        }
    }
}

}  // namespace

std::vector<TraceMatching> match_trace(const RoadRouter& router, std::span<const TracePoint> trace,
                                       const TraceOptions& options) {
    check_trace(trace);
    const StepModel model(router, options);
    const std::vector<std::size_t> points = points_to_match(trace, options);
    const double pause = longest_pause(trace, options);
    const auto is_gap = [&](std::size_t from, std::size_t to) {
        return trace[from].time && trace[to].time && *trace[to].time - *trace[from].time > pause;
    };
    std::vector<TraceMatching> matchings;
    for (std::size_t first = 0; first < points.size();) {
        TraceChain chain(model, trace, points[first]);
        std::optional<std::size_t> broken;  // the first point since the last one that was reached
        std::size_t next = first + 1;
        for (; next < points.size() && !is_gap(chain.last(), points[next]); ++next) {
            report(options.progress, "match", next, points.size());
            if (chain.extend(points[next]))
                broken.reset();
            else if (!broken)
                broken = next;
            else if (next - *broken + 1 >= most_broken)
                break;
        }
        if (chain.size() > 1) matchings.push_back(matching_of(router, trace, chain, model));
        first = broken.value_or(next);
    }
    return matchings;
}

}  // namespace allways
