// SPDX-License-Identifier: Apache-2.0
// The section [turn_costs] of a profile: converts the angle of a turn, turning round, and passing nodes such as signals
// to seconds.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace allways::importers::osm {

class Tags;

// The content of the section.
struct TurnCostRules {
    enum class Curve { sigmoid, square };
    enum class Side { as_roundabouts, right, left };  // the side on which the traffic drives
    struct OfKey {
        std::string key;
        std::map<std::string, double, std::less<>> seconds;  // by value
    };
    Curve curve = Curve::sigmoid;
    double turn_s = 0;  // the scale of the curve
    double bias = 1;    // above 1: turns across the oncoming traffic cost more than the others
    std::optional<double> u_turn_s;
    Side side = Side::as_roundabouts;
    std::vector<OfKey> node;
};

// The seconds that passing a node takes. Forward is the direction of the way on which a path arrives.
struct NodePrice {
    double forward_s = 0;
    double backward_s = 0;
    double sign_s = 0;        // for a stop or give-way sign without a direction
    bool minor_only = false;  // at a junction the sign binds the slower roads only

    bool is_free() const { return forward_s == 0 && backward_s == 0 && sign_s == 0; }
    double seconds(bool backward, bool sign_binds) const;
};

NodePrice node_price(const TurnCostRules& rules, const Tags& node);

// Returns the seconds of a turn by `degrees` (0 to 180), either across the oncoming traffic or to the other side. The
// curves are those of OSRM's profiles car and bicycle.
double turn_seconds(const TurnCostRules& rules, double degrees, bool crosses_traffic);

// Seconds for the two directions of a road.
struct SecondsBothWays {
    double forward = 0;
    double backward = 0;
};

// Returns the seconds that a node inside a road adds to it. A sign without a direction applies to those who drive
// towards the nearer end, where the junction is; on a one-way road it applies to everybody.
SecondsBothWays seconds_inside(const NodePrice& price, double from_start_m, double length_m, bool both_ways);

}  // namespace allways::importers::osm
