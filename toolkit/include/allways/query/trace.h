// SPDX-License-Identifier: Apache-2.0
// Map matching: the way on the roads that a sequence of measured positions most probably belongs to.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/network/coordinate.h"
#include "allways/query/road_router.h"

namespace allways {

// A place where the traveller may have been: inside a road, on its way along one of its arcs.
struct TraceCandidate {
    RoadPlace place;      // with one arc
    double distance = 0;  // metres from the measured position
};

struct TracePoint {
    Coordinate position;                     // longitude and latitude
    std::optional<double> time = {};         // seconds, not less than that of the point before
    double deviation = 5;                    // standard deviation of the measured position in metres
    std::vector<TraceCandidate> candidates;  // empty: the point is not matched
};

struct TraceOptions {
    std::string length_field = "length";  // a column of the factor's arcs
    double metres_per_length = 1;         // size of the column's unit
    bool splits_at_gaps = true;           // at long pauses between two times
    // Leaves out points until the trace has gone on for 15 m and, if there are times, for 5 s: they say little but take
    // time.
    bool thins_out = false;
    std::vector<std::size_t> kept = {};  // points that are not thinned out, and that count however dense the trace is
    ProgressCallback progress = {};      // stage "match"
};

// A stretch of the trace without interruption.
struct TraceMatching {
    struct Point {
        std::size_t point;             // index in the trace
        std::size_t candidate;         // index among the point's candidates
        RoadPlace place;               // the candidate's; that of the point before if the traveller stood
        std::size_t alternatives = 0;  // number of candidates on other roads, each with a probability of 5 % or more
    };
    std::vector<Point> points;    // two or more
    std::vector<RoadPath> paths;  // from each point to the next
    // The mean over the points that count of the probability that the traveller was on an arc of the matching, 0 … 1.
    double confidence = 0;
};

// Finds the most probable sequence of candidates in a hidden Markov model (Newson and Krumm 2009, "Hidden Markov Map
// Matching Through Noise and Sparseness"). The distance of a candidate from its position is normally distributed with
// the point's deviation. The difference between the length of the fastest route from one candidate to the next and the
// straight line between their positions is exponentially distributed with a mean of 10 m. Routes are excluded that are
// 2 km longer than the straight line, or longer than 50 m/s allow in the time between the points.
//
// Points within four deviations of the last one that counts say more about noise than about the way: they do not count,
// and lie where the way passes them (as Newson and Krumm 4.1, who take two deviations; at Monaco, with a point each 15
// m and deviations of 10 m, four leave a third of the wrong lengths). Requested points always count.
//
// A candidate that lies behind the one before, on the same arc or across nodes, by at most three deviations of the
// distance between two points, means that the traveller stood there; how far behind is normally distributed. At a node
// the arc that ends there is a little more probable than those that begin there, so that no matching turns round at its
// end. A point that no route reaches is left out; after ten such points in sequence the matching ends, and another one
// begins with the first of them. A pause is long if it exceeds ten times the median interval, which counts as 1 s at
// least. Probabilities of single candidates are those of the forward-backward algorithm.
//
// O(n c²) routes for n points with c candidates each. Throws InvalidArgument for times that decrease, deviations that
// are not above zero and candidates without one arc, as RoadRouter::table, and Cancelled.
ALLWAYS_API std::vector<TraceMatching> match_trace(const RoadRouter& router, std::span<const TracePoint> trace,
                                                   const TraceOptions& options = {});

}  // namespace allways
