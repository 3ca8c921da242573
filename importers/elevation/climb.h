// SPDX-License-Identifier: Apache-2.0
// Heights from a raster → columns `ascent` and `descent` of arcs, and times that mind slopes; and the parts of which
// they are made: roads, their heights and grades.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "allways/base/ids.h"
#include "allways/importers/read.h"
#include "allways/network/coordinate.h"
#include "allways/network/road_network.h"
#include "libraries/reference_system.h"

namespace allways::importers {

// Adds the columns `ascent` and `descent`, in metres for the direction of each arc, from options.elevation. Heights are
// taken along the shapes at steps of about a cell of the raster, at least 10 m, and smoothed by a moving average over
// 150 m that keeps the ends (as GraphHopper does). Bridges, tunnels, covered roads and ferries
// rise evenly from end to end. Places without a height get one from their neighbours along the roads. ascent - descent
// is exactly the difference of the ends' heights. A network whose reader left the note "grade" (of a profile:
// "bicycle", "foot") and columns time, length and free_speed gets the times of that rule; ferries and steps keep
// theirs.
//
// Adds counts to the report. Throws InputError for a network without positions or reference system, or with heights
// already, for a file that is no raster of heights (HeightRaster), if no point has a height, and if more than a fifth
// of the points have none, unless options.lenient is set. O(m log m + points).
void add_climb(RoadNetwork& network, const ReadOptions& options, ImportReport& report);

namespace elevation {

// ---- roads, whose heights are found once for both directions

// One line between two nodes, along which one or more arcs run.
struct Road {
    NodeIndex start = no_node;  // of the line
    NodeIndex end = no_node;
    ArcShapes::ShapeIndex shape = ArcShapes::no_shape;  // or a straight line
    bool is_structure = false;                          // a bridge, tunnel, covered, ferry: not as high as the ground
};

struct Roads {
    std::vector<Road> roads;                // near ones follow one another
    std::vector<ArcIndex> arcs;             // road by road
    std::vector<std::uint32_t> first_arc;   // position of each road's first arc in `arcs`, and the number of arcs
    std::vector<std::uint8_t> is_backward;  // one per arc: it runs against its road's line

    std::span<const ArcIndex> arcs_of(std::size_t road) const {
        return std::span(arcs).subspan(first_arc[road], first_arc[road + 1] - first_arc[road]);
    }
};

// Arcs on a bridge, in a tunnel or under a roof have a text "structure", as OpenStreetMap files do, or a text or number
// bridge, tunnel or covered that says so, as layers do; ferries count as bridges. The network has coordinates.
// O(m log m).
Roads find_roads(const RoadNetwork& network);

// The line of a road; a point may be unknown (NaN).
std::vector<Coordinate> line_of(const Road& road, const RoadNetwork& network);

// ---- heights of nodes that the raster does not tell: on bridges, in tunnels, and those without a value

// A stretch of road from a node of unknown height to a known height, or to another such node.
struct Stretch {
    NodeIndex from = no_node;
    NodeIndex to = no_node;  // no_node: the height is known
    double height = 0;       // if it is known
    double length_m = 0;
};

// Fills in the missing heights (NaN) of nodes that stretches join to known heights, directly or through one another:
// each becomes the mean of its neighbours' heights, weighted by the inverse of their distances. Along a chain of nodes
// that is the straight slope between the known heights; where several meet it is the surface without sources (Laplace's
// equation on the graph, solved by conjugate gradients). The others stay missing.
void fill_heights(std::vector<double>& heights, std::span<const Stretch> stretches);

// ---- heights along a road → ascent, descent and grades

// Points and heights at equal distances along a road, both ends included.
struct RoadProfile {
    std::vector<Coordinate> points;  // two or more, or none
    double step_m = 0;               // between them, along the line
    std::vector<double> heights;     // metres
    double length_m() const { return step_m * static_cast<double>(points.size() - 1); }

    // Interpolates linearly between known neighbours where heights are missing (NaN). Both ends must be known.
    void fill_gaps();
    // Takes the mean of the heights within `window_m` along the road, half on each side; less near the ends, which keep
    // their heights, so that roads stay joined and even slopes unchanged.
    void smooth(double window_m);
    double ascent_m() const;  // the sum of all rises
};

// Returns points without heights. Steps are at most `step_m` long. The line has two or more points. Returns no points
// if one of them lies outside the area of the system.
RoadProfile points_along(std::span<const Coordinate> line, const ReferenceSystem& system, double step_m);

// ---- how slopes change the speed of cyclists and walkers

enum class GradeRule { none, bicycle, foot };
// "bicycle" and "foot"; none for any other text.
GradeRule grade_rule(std::string_view name);

// The speed of somebody on foot, in km/h, at a grade (rise by run): 6 · exp(-3.5 · |grade + 0.05|). W. Tobler, "Three
// presentations on geographical analysis and modeling", NCGIA Technical Report 93-1, 1993.
double walking_kmh(double grade);

// The speed of a cyclist in km/h at which the power at the wheel equals that needed against slope, rolling and air
// (Martin, Milliken, Cobb, McFadden and Coggan, "Validation of a mathematical model for road cycling power", Journal of
// Applied Biomechanics 14, 1998, without wind and acceleration): 100 W, rider and bicycle of 90 kg, CdA 0.5 m², rolling
// resistance 0.006, air of 1.2 kg/m³. At most 40 km/h, where cyclists brake, and never less than on foot, since they
// can push.
double cycling_kmh(double grade);

// The time on a slope by that on the level, for a mode whose speed on the level is `level_kmh`: the ratio of the speeds
// above. Cyclists who are not faster than walking push, and are slowed as on foot. Grades count up to 35 %: steeper
// ones are errors of heights and not roads. 1 for GradeRule::none.
double time_factor(GradeRule rule, double grade, double level_kmh);

}  // namespace elevation

}  // namespace allways::importers
