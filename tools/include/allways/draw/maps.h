// SPDX-License-Identifier: Apache-2.0
// Maps made from a network: the network itself, a column of it, points and paths on it, and isochrones around one node.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/draw/colours.h"
#include "allways/draw/map.h"
#include "allways/importers/points.h"
#include "allways/points/pair_lists.h"
#include "allways/routes/route.h"

namespace allways {

// Shows roads by class (text "facility_type"), the no-through nodes, and in a separate colour the roads without a way
// there and back (outside the largest strong component of passable nodes).
ALLWAYS_API Map network_map(const PathSource& source, const Theme& theme);

// What a map of a column shows. One of the columns may be empty: colours are those of width_by then, and widths those
// of the classes.
struct ColumnChoice {
    std::string colour_by;  // numbers, or texts as categories
    std::string width_by;   // numbers, whose absolute values the widths of roads are proportional to
    ClassChoice classes = {};
};

// Roads in the colours of the classes of a column: numbers, large values on top, 0 apart and thin, values of both signs
// in colours that mirror each other at 0; or categories, the most frequent ones and the others together. Missing values
// are grey. The two directions of a road are drawn side by side, each to the right of its travel, if their classes
// differ or with widths of their own; otherwise as one line. Of parallel arcs the value farthest from 0 is shown, or
// the first text. Throws InvalidArgument for an unknown column, and for texts where numbers are needed; InputError if
// every value is missing.
ALLWAYS_API Map column_map(const PathSource& source, const ColumnChoice& choice, const Theme& theme);

// Points in the colours of the classes of points.numbers[0], or for categories of points.texts, which `column` names,
// over the network in grey. Points whose value is missing (NaN) are grey, too; points without a position are left out.
// Throws InputError if every value is missing.
ALLWAYS_API Map point_map(const PathSource& source, const PointSet& points, const std::string& column,
                          const ClassChoice& classes, const Theme& theme);

// The routes with their stops, each in its own colour, over the network around them in grey. Unreachable routes are
// drawn as stops only. Routes are named by the labels of their pairs, else by their ends.
ALLWAYS_API Map path_map(const PathSource& source, const std::vector<Route>& routes, const Theme& theme,
                         const PairColumns& pairs = {});

// Roads coloured by the cost to get there from `from`. `cutoffs` are in `unit` (empty: the cost's own), as in
// bands_at(); without cutoffs the bands are those of nice_bands(). Throws InputError for a negative cost,
// InvalidArgument for a unit that the cost cannot have.
ALLWAYS_API Map isochrone_map(const PathSource& source, const Stop& from, std::span<const double> cutoffs,
                              const Theme& theme, const std::string& unit = {});

// Raw distances from one node to all; +inf if there is no path. Costs must not be negative. O(m log n).
ALLWAYS_API std::vector<double> distances_from(const PathSource& source, NodeIndex from);

// A piece of a road within one band. `band` is bands.count() beyond the last band; `reachable` is false if no path
// leads to the piece.
struct BandStretch {
    std::size_t band = 0;
    bool reachable = true;
    double from = 0, to = 1;  // shares of the road's length
    friend bool operator==(const BandStretch&, const BandStretch&) = default;
};
// Cuts by the natural distances of the road's ends: the value rises linearly from either end, and the smaller one
// counts. A road is entered at an end only if that end's distance is finite.
ALLWAYS_API std::vector<BandStretch> cut_road(double at_tail, double at_head, double forward, double backward,
                                              const Bands& bands);

// The layers that a picture of an isochrone map adds to its own: one for each band, one beyond, one unreachable.
ALLWAYS_API std::vector<LineLayer> layers_of_reach(const Map& map);

}  // namespace allways
