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
constexpr double deviations_of_step = 4;
constexpr double most_moves_back = 3;  // by which a place may lie behind the one where the traveller stood
constexpr double thinned_m = 15;
constexpr double thinned_s = 5;
constexpr std::size_t most_broken = 10;
constexpr double gap_intervals = 10;
constexpr double shortest_interval_s = 1;
constexpr double share_at_node = 1e-5;
constexpr double share_at_end = 1e-6;  // a place so close to the end of its arc is still on that arc
constexpr double log_of_passing_node = -1e-3;
constexpr double alternative_probability = 0.05;

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
        const double straight = network::metres_between(from.position, to.position);
        double longest = straight + longest_detour_m;
        if (from.time && to.time)
            longest = std::min(longest, straight + noise(from, to) + fastest_m_s * (*to.time - *from.time));
        const double between = deviation(from, to);
        const std::size_t count = to.candidates.size();
        Steps steps(routes.size(), never);
        for (std::size_t j = 0; j < count; ++j) {
            const RoadPlace& place = to.candidates[j].place;
            const auto ahead = arcs_ahead(place, noise(from, to));
            for (std::size_t i = 0; i < from.candidates.size(); ++i) {
                const double behind = metres_behind(from.candidates[i].place, ahead);
                const bool stands = behind >= 0 && behind <= noise(from, to);
                const double route = stands ? 0 : routes[i * count + j];
                if (!(route <= longest)) continue;
                double& step = steps[i * count + j];
                step = -std::abs(route - straight) / mean_detour_m;
                if (stands) step -= behind * behind / (2 * between * between);
                if (place.share_behind(place.arcs.front()) < share_at_node) step += log_of_passing_node;
            }
        }
        return steps;
    }

    // Returns the way from `to` to `from`, by which `to` lies behind; negative if it lies before it on the same
    // arc, infinite if `from` is on no arc that begins within so many metres.
    double metres_behind(const RoadPlace& from, const RoadPlace& to, double metres) const {
        return metres_behind(from, arcs_ahead(to, metres));
    }
    // Standard deviation of the distance between the two positions along a road.
    static double deviation(const TracePoint& from, const TracePoint& to) {
        return std::hypot(from.deviation, to.deviation);
    }
    static double noise(const TracePoint& from, const TracePoint& to) {
        return deviations_of_noise * deviation(from, to);
    }

    double arc_metres(ArcIndex arc) const {
        const Decimal length = router_.factor().arcs.column(options_.length_field)->values[arc];
        return length.is_missing() ? std::numeric_limits<double>::quiet_NaN()
                                   : length.to_double() * options_.metres_per_length;
    }

private:
    // An arc and the metres from a place to its beginning.
    using ArcAhead = std::pair<ArcIndex, double>;

    // The place's arc, and those that lead on from it without turning round and begin within so many metres.
    std::vector<ArcAhead> arcs_ahead(const RoadPlace& place, double metres) const {
        const TableArcs& arcs = router_.factor().arcs;
        const RoadPlace::Arc& own = place.arcs.front();
        std::vector<ArcAhead> found{{own.arc, -place.share_behind(own) * arc_metres(own.arc)}};
        for (std::size_t at = 0; at < found.size(); ++at) {
            const auto [last, begin] = found[at];
            const double end = begin + arc_metres(last);
            if (!(end <= metres)) continue;
            const NodeIndex node = arcs.head[last];
            for (std::uint64_t out = arcs.first_out[node]; out < arcs.first_out[node + 1]; ++out) {
                const auto next = static_cast<ArcIndex>(out);
                const bool is_known = std::ranges::find(found, next, &ArcAhead::first) != found.end();
                if (!is_known && arcs.head[next] != router_.tail(last)) found.emplace_back(next, end);
            }
        }
        return found;
    }

    double metres_behind(const RoadPlace& from, const std::vector<ArcAhead>& ahead) const {
        const RoadPlace::Arc& arc = from.arcs.front();
        const auto found = std::ranges::find(ahead, arc.arc, &ArcAhead::first);
        if (found == ahead.end()) return std::numeric_limits<double>::infinity();
        return found->second + from.share_behind(arc) * arc_metres(arc.arc);
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

// The points of a trace that determine the way, in order, and those that are passed on it.
struct Selection {
    std::vector<std::size_t> points;
    std::vector<bool> passed;  // by point of the trace

    bool is_matched(std::size_t point) const { return std::ranges::binary_search(points, point); }
};

// Builds a matching from the most probable sequence of a chain, point by point.
class MatchingBuilder {
public:
    MatchingBuilder(const RoadRouter& router, std::span<const TracePoint> trace, const Selection& selection,
                    const StepModel& model)
        : router_(router), trace_(trace), selection_(selection), model_(model) {}

    TraceMatching build(const TraceChain& chain) {
        std::optional<std::pair<std::size_t, std::size_t>> before;
        for (const auto& [point, candidate] : chain.best_sequence()) {
            RoadPlace place = trace_[point].candidates[candidate].place;
            if (before) {
                const TracePoint& last = trace_[before->first];
                const RoadPlace& last_place = last.candidates[before->second].place;
                const RoadPlace from = made_.points.back().place;
                // A traveller who stood is not moved back.
                const double noise = StepModel::noise(last, trace_[point]);
                const double behind = model_.metres_behind(from, place, most_moves_back * noise);
                const bool is_ahead = from.arcs == place.arcs && model_.metres_behind(last_place, place, noise) > noise;
                if (behind >= 0 && std::isfinite(behind) && !is_ahead) place = from;
                RoadPath path = router_.path(from, place);
                if (add_passed(before->first, path, from, place))
                    made_.paths.push_back(router_.path(made_.points.back().place, place));
                else
                    made_.paths.push_back(std::move(path));
            }
            columns_.push_back(made_.points.size());
            made_.points.push_back({point, candidate, std::move(place), 0});
            before = {point, candidate};
        }
        const RoadPlace last = made_.points.back().place;
        add_passed(before->first, {}, last, last);
        judge(chain);
        return std::move(made_);
    }

private:
    // A place on a path, or at the beginning of one without legs.
    struct Passage {
        std::size_t leg = 0;
        double share = 0;  // of the leg's arc
        friend auto operator<=>(const Passage&, const Passage&) = default;
    };

    // Adds the points of the trace that are passed behind `point` on the path between two places. Returns false if
    // there are none.
    bool add_passed(std::size_t point, const RoadPath& path, const RoadPlace& from, const RoadPlace& to) {
        bool any = false;
        const Passage end{path.legs.empty() ? 0 : path.legs.size() - 1, path.end};
        Passage at{0, path.begin};
        for (++point; point < trace_.size() && !selection_.is_matched(point); ++point) {
            if (!selection_.passed[point]) continue;
            Passage passage;
            const auto candidate = passed_candidate(trace_[point], path, from, at, passage);
            if (!candidate) continue;
            RoadPlace place = trace_[point].candidates[*candidate].place;
            const RoadPlace::Arc& arc = place.arcs.front();
            // Rounding must not move the place behind the one before it, or the end behind it.
            if (path.legs.empty() || passage == at) {
                place = made_.points.back().place;
            } else if (passage == end) {
                place = to;
            } else {
                place.fraction = arc.runs_upward ? passage.share : 1 - passage.share;
            }
            at = passage;
            made_.paths.push_back(router_.path(made_.points.back().place, place));
            made_.points.push_back({point, *candidate, std::move(place), 0});
            any = true;
        }
        return any;
    }

    // The candidate nearest to the path from `at` on, and its passage; nothing if none is on an arc of the path.
    std::optional<std::size_t> passed_candidate(const TracePoint& point, const RoadPath& path, const RoadPlace& from,
                                                Passage at, Passage& passage) const {
        std::optional<std::size_t> best;
        double least = std::numeric_limits<double>::infinity();
        const auto consider = [&](std::size_t candidate, double share_along, Passage here) {
            const TraceCandidate& one = point.candidates[candidate];
            const double metres = std::hypot(one.distance, share_along * model_.arc_metres(one.place.arcs.front().arc));
            if (!(metres < least)) return;
            least = metres;
            best = candidate;
            passage = here;
        };
        for (std::size_t i = 0; i < point.candidates.size(); ++i) {
            const RoadPlace& place = point.candidates[i].place;
            const RoadPlace::Arc& arc = place.arcs.front();
            const double share = place.share_behind(arc);
            if (path.legs.empty() && arc == from.arcs.front()) consider(i, share - from.share_behind(arc), at);
            for (std::size_t leg = at.leg; leg < path.legs.size(); ++leg) {
                if (path.legs[leg].arc != arc.arc) continue;
                const double on_path = std::clamp(share, leg == at.leg ? at.share : share_at_end,
                                                  leg + 1 == path.legs.size() ? path.end : 1 - share_at_end);
                consider(i, share - on_path, {leg, on_path});
            }
        }
        return best;
    }

    // Sets the confidence, and counts the alternatives.
    void judge(const TraceChain& chain) {
        std::unordered_set<std::uint64_t> arcs;
        for (const TraceMatching::Point& one : made_.points) arcs.insert(one.place.arcs.front().arc);
        for (const RoadPath& path : made_.paths) {
            for (const PathLeg& leg : path.legs) arcs.insert(leg.arc);
        }
        const auto probabilities = chain.probabilities();
        for (std::size_t at = 0; at < columns_.size(); ++at) {
            TraceMatching::Point& one = made_.points[columns_[at]];
            for (std::size_t i = 0; i < probabilities[at].size(); ++i) {
                const bool is_on_way = arcs.contains(trace_[one.point].candidates[i].place.arcs.front().arc);
                if (is_on_way) made_.confidence += probabilities[at][i] / static_cast<double>(columns_.size());
                if (!is_on_way && probabilities[at][i] >= alternative_probability) ++one.alternatives;
            }
        }
        made_.confidence = std::min(made_.confidence, 1.0);
    }

    const RoadRouter& router_;
    std::span<const TracePoint> trace_;
    const Selection& selection_;
    const StepModel& model_;
    std::vector<std::size_t> columns_;  // the matching's points that are in the chain
    TraceMatching made_;
};

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

Selection points_to_match(std::span<const TracePoint> trace, const TraceOptions& options, double pause) {
    Selection selection{{}, std::vector<bool>(trace.size())};
    const auto seconds_since = [&](std::size_t before, std::size_t i) {
        return trace[before].time && trace[i].time ? std::optional(*trace[i].time - *trace[before].time) : std::nullopt;
    };
    std::size_t last = 0;  // the last point that is not left out
    double metres = 0;     // along the trace since then
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (i > 0) metres += network::metres_between(trace[i - 1].position, trace[i].position);
        if (trace[i].candidates.empty()) continue;
        const bool is_end = i + 1 == trace.size() || seconds_since(i, i + 1).value_or(0) > pause;
        const bool is_free =
            !selection.points.empty() && !is_end && std::ranges::find(options.kept, i) == options.kept.end();
        if (is_free && options.thins_out &&
            (metres < thinned_m || seconds_since(last, i).value_or(thinned_s) < thinned_s)) {
            continue;
        }
        if (is_free) {
            const std::size_t before = selection.points.back();
            const double noise = deviations_of_step * std::max(trace[i].deviation, trace[before].deviation);
            selection.passed[i] = network::metres_between(trace[before].position, trace[i].position) < noise &&
                                  seconds_since(before, i).value_or(0) <= pause;
        }
        if (!selection.passed[i]) selection.points.push_back(i);
        last = i;
        metres = 0;
    }
    return selection;
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
    const double pause = longest_pause(trace, options);
    const Selection selection = points_to_match(trace, options, pause);
    const std::vector<std::size_t>& points = selection.points;
    const auto is_gap = [&](std::size_t from, std::size_t to) {
        return trace[from].time && trace[to].time && *trace[to].time - *trace[from].time > pause;
    };
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::vector<TraceMatching> matchings;
    for (std::size_t first = 0; first < points.size();) {
        TraceChain chain(model, trace, points[first]);
        std::size_t broken = none;  // the first point since the last one that was reached
        std::size_t next = first + 1;
        for (; next < points.size() && !is_gap(chain.last(), points[next]); ++next) {
            report(options.progress, "match", next, points.size());
            if (chain.extend(points[next]))
                broken = none;
            else if (broken == none)
                broken = next;
            else if (points[next] - points[broken] + 1 >= most_broken)
                break;
        }
        if (chain.size() > 1) matchings.push_back(MatchingBuilder(router, trace, selection, model).build(chain));
        first = broken == none ? next : broken;
    }
    return matchings;
}

}  // namespace allways
