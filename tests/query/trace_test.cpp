// SPDX-License-Identifier: Apache-2.0
// Traces on a made-up grid of streets: against the probabilities of all sequences of candidates, and by known answers.
#include "allways/query/trace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>

#include "allways/base/error.h"
#include "allways/engine/factorize.h"
#include "allways/result/network_factor.h"
#include "base/random.h"
#include "network/snap/segment.h"

namespace allways::test {

namespace {

constexpr int side = 4;
constexpr double step = 0.001;  // degrees between crossings, 111.2 m at the equator

// Two-way streets of 10 s between neighbouring crossings 0 … 15, by rows from the south-west; the northernmost row is
// one-way eastwards. Node 16 and 17 are an island 0.1 degrees in the east.
RoadNetwork grid_network() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(side * side + 2, 1);
    network.provenance.crs = "EPSG:4326";
    network.provenance.coordinate_unit = Provenance::CoordinateUnit::degrees;
    network.columns = {{"time", "s", {}, 3}, {"length", "m", {}, 1}};
    const auto add = [&](int from, int to) {
        network.tail.push_back(static_cast<NodeIndex>(from));
        network.head.push_back(static_cast<NodeIndex>(to));
        network.reversed.push_back(0);
        network.columns[0].values.emplace_back(10000, 3);
        network.columns[1].values.emplace_back(1112, 1);
    };
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            network.coordinates.push_back({step * column, step * row});
            const int at = row * side + column;
            if (column + 1 < side) add(at, at + 1);
            if (column + 1 < side && row + 1 < side) add(at + 1, at);
            if (row + 1 < side) add(at, at + side), add(at + side, at);
        }
    }
    network.coordinates.push_back({0.1, 0});
    network.coordinates.push_back({0.1 + step, 0});
    add(16, 17);
    add(17, 16);
    network.arc_ids = IdTable::consecutive(network.arc_count(), 1);
    return network;
}

class Streets {
public:
    Streets()
        : factor_(std::make_shared<const NetworkFactor>(factorize(grid_network(), {.cost = "time"}))),
          router(factor_),
          snapper_(extract_network(*factor_), {}, everywhere()) {}

    // A position in units of the grid, with candidates within three deviations.
    TracePoint point(double x, double y, std::optional<double> time = {}, double deviation = 5) const {
        TracePoint made{{step * x, step * y}, time, deviation, {}};
        for (const SnappedPoint& snapped : snapper_.nearby(made.position, {.count = 20, .radius = 3 * deviation})) {
            SnappedPoint inside = snapped;
            if (inside.node != no_node) {
                const NodeIndex high = std::max(router.tail(inside.arc), factor_->arcs.head[inside.arc]);
                inside.fraction = inside.node == high ? 1 - 1e-6 : 1e-6;
                inside.node = no_node;
            }
            for (const RoadPlace::Arc& arc : router.place(inside).arcs) {
                made.candidates.push_back({{no_node, inside.fraction, {arc}}, snapped.distance});
            }
        }
        return made;
    }

    NodeIndex head(ArcIndex arc) const { return factor_->arcs.head[arc]; }

private:
    static SnapOptions everywhere() {
        SnapOptions options;
        options.space = SnapOptions::Space::sphere;
        options.component = SnapOptions::Component::any;
        options.radius = std::numeric_limits<double>::infinity();
        return options;
    }
    std::shared_ptr<const NetworkFactor> factor_;

public:
    RoadRouter router;

private:
    Snapper snapper_;
};

const Streets& streets() {
    static const Streets made;
    return made;
}

double metres(Coordinate a, Coordinate b) {
    const auto space = network::Space::sphere;
    return network::length_of_chord(network::chord(network::to_vector(a, space), network::to_vector(b, space)), space);
}

// The logarithm of a sequence's probability, by the rules of match_trace.
double log_of(const std::vector<TracePoint>& trace, const std::vector<std::size_t>& sequence) {
    double sum = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const TraceCandidate& now = trace[i].candidates[sequence[i]];
        sum -= std::pow(now.distance / trace[i].deviation, 2) / 2;
        if (i == 0) continue;
        const TraceCandidate& before = trace[i - 1].candidates[sequence[i - 1]];
        const double straight = metres(trace[i - 1].position, trace[i].position);
        const RoadTable table =
            streets().router.table({&before.place, 1}, {&now.place, 1}, {.sums = {"length"}, .threads = 1});
        double route = std::isinf(table.raw_distances[0]) ? table.raw_distances[0] : table.sums[0][0];
        // Behind the place before, on the same arc or on one that leads into its arc; all arcs are longer than the
        // limit.
        const RoadPlace::Arc& arc = before.place.arcs[0];
        const RoadPlace::Arc& now_arc = now.place.arcs[0];
        const bool leads_on = streets().head(now_arc.arc) == streets().router.tail(arc.arc) &&
                              streets().head(arc.arc) != streets().router.tail(now_arc.arc);
        if (arc == now_arc || leads_on) {
            const double share = before.place.share_behind(arc) - now.place.share_behind(now_arc) + (leads_on ? 1 : 0);
            const double behind = share * 111.2;
            const bool stands = behind >= 0 && behind <= 30 * std::numbers::sqrt2;
            if (stands) route = 0, sum -= behind * behind / 400;
        }
        if (now.place.share_behind(now.place.arcs[0]) < 1e-5) sum -= 1e-3;
        if (!(route <= straight + 2000)) return -std::numeric_limits<double>::infinity();
        sum -= std::abs(route - straight) / 10;
    }
    return sum;
}

void visit_sequences(const std::vector<TracePoint>& trace, std::vector<std::size_t>& sequence,
                     const std::function<void()>& visit) {
    if (sequence.size() == trace.size()) return visit();
    for (std::size_t i = 0; i < trace[sequence.size()].candidates.size(); ++i) {
        sequence.push_back(i);
        visit_sequences(trace, sequence, visit);
        sequence.pop_back();
    }
}

}  // namespace

TEST(Trace, MatchesTheMostProbableOfAllSequences) {
    Random random(3);
    int compared = 0;
    for (int trial = 0; trial < 120; ++trial) {
        SCOPED_TRACE(trial);
        std::vector<TracePoint> trace;
        double x = static_cast<double>(random.below(300)) / 100;
        double y = static_cast<double>(random.below(300)) / 100;
        for (int i = 0; i < 4; ++i) {
            (random.below(2) == 0 ? x : y) += static_cast<double>(random.between(-80, 80)) / 100;
            trace.push_back(streets().point(x, y, {}, 10));
        }
        if (std::ranges::any_of(trace, [](const TracePoint& one) { return one.candidates.empty(); })) continue;
        double best = -std::numeric_limits<double>::infinity();
        double all = 0;
        std::vector<std::size_t> sequence;
        visit_sequences(trace, sequence, [&] {
            const double log = log_of(trace, sequence);
            best = std::max(best, log);
            all += std::exp(log);
        });
        const auto matchings = match_trace(streets().router, trace, {.kept = {0, 1, 2, 3}});
        ASSERT_EQ(matchings.size(), 1u);
        ASSERT_EQ(matchings[0].points.size(), 4u);
        for (const TraceMatching::Point& one : matchings[0].points) sequence.push_back(one.candidate);
        EXPECT_NEAR(log_of(trace, sequence), best, 1e-9);
        EXPECT_GE(matchings[0].confidence, std::exp(best) / all - 1e-9);
        EXPECT_LE(matchings[0].confidence, 1);
        ++compared;
    }
    EXPECT_GE(compared, 20);
}

TEST(Trace, PathsLeadFromPointToPoint) {
    std::vector<TracePoint> trace;
    for (int i = 0; i < 8; ++i) trace.push_back(streets().point(0.1 + 0.25 * i, 0.03 * (i % 2)));
    for (int i = 1; i < 5; ++i) trace.push_back(streets().point(2.02, 0.25 * i));
    const auto matchings = match_trace(streets().router, trace);
    ASSERT_EQ(matchings.size(), 1u);
    const TraceMatching& found = matchings[0];
    ASSERT_EQ(found.points.size(), trace.size());
    ASSERT_EQ(found.paths.size(), trace.size() - 1);
    for (std::size_t i = 0; i + 1 < trace.size(); ++i) {
        ASSERT_TRUE(found.paths[i].reachable);
        EXPECT_EQ(found.paths[i].legs.front().arc, found.points[i].place.arcs.front().arc);
        EXPECT_EQ(found.paths[i].legs.back().arc, found.points[i + 1].place.arcs.front().arc);
    }
    EXPECT_GT(found.confidence, 0.8);
    EXPECT_EQ(found.points[5].alternatives, 0u);
}

TEST(Trace, WhoStandsDoesNotMoveBack) {
    std::vector<TracePoint> trace;
    for (const double x : {0.2, 0.5, 0.48, 0.52, 0.47, 0.51, 0.8, 1.3}) trace.push_back(streets().point(x, 0.01));
    const auto matchings = match_trace(streets().router, trace);
    ASSERT_EQ(matchings.size(), 1u);
    double seconds = 0;
    for (const RoadPath& path : matchings[0].paths) seconds += path.raw_distance / 1000;
    EXPECT_NEAR(seconds, 11, 0.01);  // from 0.2 to 1.3
    EXPECT_EQ(matchings[0].points[2].place, matchings[0].points[1].place);
}

TEST(Trace, WhoStandsDoesNotMoveBackAcrossANode) {
    std::vector<TracePoint> trace;
    for (const double x : {0.2, 0.6, 1.1, 0.92, 1.5, 1.9}) trace.push_back(streets().point(x, 0));
    const auto matchings = match_trace(streets().router, trace, {.kept = {3}});
    ASSERT_EQ(matchings.size(), 1u);
    double seconds = 0;
    for (const RoadPath& path : matchings[0].paths) seconds += path.raw_distance / 1000;
    EXPECT_NEAR(seconds, 17, 0.01);  // from 0.2 to 1.9
    EXPECT_EQ(matchings[0].points[3].place, matchings[0].points[2].place);
}

TEST(Trace, ADenseNoisyTraceIsAsLongAsTheWay) {
    // Two streets, at a right angle; a point every 7 m, each moved by a deviation of 10 m to the east and the north.
    Random random(7);
    const auto noise = [&] {
        double sum = -6;  // of twelve uniform numbers: close to normal
        for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.below(10000)) / 10000;
        return sum * 10 / (step * 111195);
    };
    for (int trial = 0; trial < 20; ++trial) {
        SCOPED_TRACE(trial);
        const double begin = static_cast<double>(random.between(20, 80)) / 100;
        const double end = static_cast<double>(random.between(230, 280)) / 100;
        std::vector<TracePoint> trace;
        const double driven = (3 - begin) + end;
        for (double at = 0; at <= driven; at += 7 / (step * 111195)) {
            const double x = std::min(begin + at, 3.0);
            trace.push_back(streets().point(x + noise(), begin + at - x + noise(), {}, 10));
        }
        const auto matchings = match_trace(streets().router, trace);
        ASSERT_EQ(matchings.size(), 1u);
        EXPECT_GE(matchings[0].points.size(), trace.size() - 2);  // without those far off the way
        ASSERT_EQ(matchings[0].paths.size(), matchings[0].points.size() - 1);
        double seconds = 0;
        for (const RoadPath& path : matchings[0].paths) seconds += path.raw_distance / 1000;
        EXPECT_NEAR(seconds, 10 * driven, 5);  // 55 m of the 550 m or so, for the noise of both ends and the corner
    }
}

TEST(Trace, EndsAtANodeWithoutTurningRound) {
    const auto matchings = match_trace(
        streets().router, std::vector{streets().point(0.2, 0), streets().point(0.7, 0), streets().point(1, 0)});
    ASSERT_EQ(matchings.size(), 1u);
    const RoadPath& last = matchings[0].paths.back();
    ASSERT_EQ(last.legs.size(), 1u);
    EXPECT_NEAR(last.end, 1, 1e-5);
}

TEST(Trace, SplitsAtGapsAndWhereNoRouteLeads) {
    const auto at = [](double x, std::optional<double> time = {}) { return streets().point(x, 0, time); };
    const std::vector<TracePoint> paused{at(0.2, 0), at(0.7, 10), at(1.2, 20), at(1.7, 500), at(2.2, 510)};
    auto matchings = match_trace(streets().router, paused);
    ASSERT_EQ(matchings.size(), 2u);
    EXPECT_EQ(matchings[0].points.size(), 3u);
    EXPECT_EQ(matchings[1].points.front().point, 3u);
    EXPECT_EQ(match_trace(streets().router, paused, {.splits_at_gaps = false}).size(), 1u);
    // Close points, too, are matched on both sides of a pause.
    matchings = match_trace(streets().router, std::vector{at(0.2, 0), at(0.3, 1), at(0.5, 62), at(0.6, 63)});
    ASSERT_EQ(matchings.size(), 2u);
    EXPECT_EQ(matchings[0].points.size(), 2u);
    EXPECT_EQ(matchings[1].points.front().point, 2u);
    // Ten seconds are no pause, whatever the interval.
    for (const double last : {11, 12}) {
        matchings = match_trace(streets().router, std::vector{at(0.2, 0), at(0.3, 0.5), at(0.4, 1), at(0.9, last)});
        ASSERT_EQ(matchings.size(), 1u);
        EXPECT_EQ(matchings[0].points.size(), last == 11 ? 4u : 3u);
    }
    // One point on the island is left out; many are a matching of their own.
    matchings = match_trace(streets().router, std::vector{at(0.2), at(0.7), at(100.5), at(1.2), at(1.7)});
    ASSERT_EQ(matchings.size(), 1u);
    EXPECT_EQ(matchings[0].points.size(), 4u);
    std::vector<TracePoint> over{at(0.2), at(0.7)};
    for (int i = 0; i < 12; ++i) over.push_back(at(100.1 + 0.05 * i));
    matchings = match_trace(streets().router, over);
    ASSERT_EQ(matchings.size(), 2u);
    EXPECT_EQ(matchings[1].points.size(), 12u);
    // Faster than 50 m/s.
    EXPECT_TRUE(match_trace(streets().router, std::vector{at(0.2, 0), streets().point(2.2, 3, 1)}).empty());
    EXPECT_EQ(match_trace(streets().router, std::vector{at(0.2, 0), streets().point(2.2, 3, 60)}).size(), 1u);
}

TEST(Trace, ThinsOutPointsAndRefusesBadOnes) {
    std::vector<TracePoint> trace;
    for (int i = 0; i < 40; ++i) trace.push_back(streets().point(0.2 + 0.02 * i, 0));
    const auto thin = match_trace(streets().router, trace, {.thins_out = true, .kept = {7}});
    ASSERT_EQ(thin.size(), 1u);
    EXPECT_LT(thin[0].points.size(), 11u);
    EXPECT_EQ(thin[0].points.back().point, 39u);
    EXPECT_TRUE(std::ranges::any_of(thin[0].points, [](const auto& one) { return one.point == 7; }));
    EXPECT_TRUE(match_trace(streets().router, {}).empty());
    trace[3].deviation = 0;
    EXPECT_THROW(match_trace(streets().router, trace), InvalidArgument);
    EXPECT_THROW(match_trace(streets().router, std::vector{streets().point(0, 0, 5), streets().point(0, 0, 4)}),
                 InvalidArgument);
    TraceOptions cancelled;
    cancelled.progress = [](const Progress&) { return false; };
    trace[3].deviation = 5;
    EXPECT_THROW(match_trace(streets().router, trace, cancelled), Cancelled);
}

}  // namespace allways::test
