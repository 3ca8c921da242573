// SPDX-License-Identifier: Apache-2.0
// Explains a path: where its ends lie on the network, and why there is no path or why it is this one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/decimal.h"
#include "allways/base/units.h"
#include "allways/query/path_source.h"
#include "allways/routes/route.h"

namespace allways {

// Distances and costs in here are raw: × 10^-scale.digits in scale.unit, +inf if there is no path.
struct Explanation {
    struct End {
        std::string asked;      // the id or position as given
        std::string place;      // "node 7"; "@7.42,43.73: on arc 12 (High Street), between nodes 1 and 2, …"
        std::string component;  // "in strong component 1 of 3, with 12 nodes"
        std::optional<double> distance = {};  // of a position from its place on the network
        bool in_metres = false;               // unit of `distance`; false: the unit of the coordinates
    };
    struct Arc {
        std::string id;
        std::string text;  // "arc 12 (High Street)"
        std::string road;  // its name, number or class; empty if the network has none
        std::string from, to;
        double cost = 0;
    };
    struct TurnRule {
        std::string text;    // what the rule forbids, demands or prices, and where
        std::string source;  // "relation 4711 no_left_turn"; empty if not stated
        std::string node;    // empty if the rule is not at a node
        double distance_without = 0;
    };
    struct Sum {
        std::string name;
        Decimal value;
        std::string unit;
    };

    End from, to;
    CostScale scale;
    CostType type = CostType::int32;
    bool reachable = false;
    std::string why = {};                    // one sentence
    std::optional<TurnRule> turn_rule = {};  // the first rule that prevents a shorter path, or any path
    double raw_distance = 0;

    // A path, if there is one.
    std::uint64_t arcs = 0;
    std::vector<Sum> sums = {};         // its length and time, unless they are the cost or the network lacks them
    std::optional<Arc> costliest = {};  // nothing: both ends are the same place
    double raw_distance_without_costliest = 0;  // of the path that avoids this arc

    // Without a path: how many nodes paths from the start reach, and from how many nodes paths lead to the end, both
    // including that place itself.
    std::uint64_t reached_from_start = 0;
    std::uint64_t reaching_end = 0;
};

// Runs a few searches and finds the strong components: O(m log n). Throws InputError for the source of a matrix, which
// has no arcs.
ALLWAYS_API Explanation explain(const PathSource& source, const Stop& from, const Stop& to);

// Some lines of text, as `allways explain` prints them, and the same as a JSON object in natural numbers.
ALLWAYS_API std::string explanation_text(const Explanation& explanation);
ALLWAYS_API std::string explanation_json(const Explanation& explanation);

}  // namespace allways
