// The maps that are made of a network: itself, paths on it, and how far everything is from one node.
#pragma once

#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/draw/colours.h"
#include "allways/draw/map.h"
#include "allways/draw/roads.h"
#include "allways/points/pairs_file.h"
#include "allways/routes/route.h"

namespace allways {

// Roads by their class (text "facility_type"), those that no path goes to and comes back from (outside the largest
// strong component of passable nodes) in a colour of their own, and the nodes that paths may not pass.
Map network_map(const PathSource& source, const Theme& theme);

// The routes over the network in grey, each in its colour, with its stops. Shows the surroundings of the routes. Routes
// that are unreachable have their stops alone. The labels of the pairs name them, else their ends.
Map path_map(const PathSource& source, const std::vector<Route>& routes, const Theme& theme,
             const PairColumns& pairs = {});

// Roads in the colours of what it costs to get there from `from`. `cutoffs` as bands_at() takes them; empty:
// nice_bands. Throws InputError where a cost is negative.
Map isochrone_map(const PathSource& source, const Stop& from, const std::string& cutoffs, const Theme& theme);

// Raw distances from one node to all, +inf where there is no path. Costs are zero or more. O(m log n).
std::vector<double> distances_from(const PathSource& source, NodeIndex from);

// A piece of a road within one band, or bands.count() beyond them all; `reachable` false: nobody gets there.
struct RoadPiece {
    std::size_t band = 0;
    bool reachable = true;
    double from = 0, to = 1;  // shares of the road's length
    friend bool operator==(const RoadPiece&, const RoadPiece&) = default;
};
// By the natural distances of its ends; on the way the value rises evenly from either end, and the smaller one counts.
// A road is entered at an end only where that is given as finite.
std::vector<RoadPiece> cut_road(double at_tail, double at_head, double forward, double backward, const Bands& bands);

// What a picture of a reach map draws over its layers: one layer for each band, beyond and unreachable.
std::vector<LineLayer> layers_of_reach(const Map& map);

}  // namespace allways
