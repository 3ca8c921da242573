// SPDX-License-Identifier: Apache-2.0
// A map as a plain value: what is drawn, where and in which colour; its plane, and the roads on it. picture.h renders
// it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/draw/colours.h"
#include "allways/network/coordinate.h"
#include "allways/routes/route.h"

namespace allways {

// ---- from a network's reference system to the plane that a map is drawn on

// The extent of all finite points, x to the right, y up; never empty, even for one point. All zeros if there are none.
ALLWAYS_API BoundingBox extent_of(std::span<const Coordinate> points);
ALLWAYS_API BoundingBox grown(const BoundingBox& extent,
                              double share);  // by this share of the longer side, on each side

// The Mercator projection turns degrees into metres, with true scale in the middle of the points: shapes are right
// everywhere, and lengths are right within a city. Other coordinates stay as they are.
class ALLWAYS_API Projection {
public:
    // `crs` as in Provenance::crs; empty: unknown, and points stay as they are. Throws InvalidArgument if PROJ does
    // not know it.
    Projection(const std::string& crs, std::span<const Coordinate> points);

    Coordinate operator()(Coordinate point) const;
    double metres_per_unit() const { return metres_per_unit_; }  // 0: unknown

private:
    bool degrees_ = false;
    bool across_antimeridian_ = false;
    double metres_per_unit_ = 0;
    double radius_ = 1;
};

// ---- the roads of a network as a map shows them: both directions of a road are one line

struct Road {
    static constexpr double no_way = std::numeric_limits<double>::infinity();

    NodeIndex tail = no_node;
    NodeIndex head = no_node;
    double forward = no_way;  // raw cost from tail to head, over the cheapest arc
    double backward = no_way;
    std::uint64_t arc = 0;         // its first arc in the source, for its texts
    std::vector<Coordinate> line;  // in the map's plane, from tail to head, two or more points
};

// Roads in the order of their first arcs.
struct RoadPlan {
    std::vector<Coordinate> nodes;  // one per node, in the map's plane; not finite if the file has none
    std::vector<Road> roads;
    static constexpr std::uint32_t no_road = ~std::uint32_t{0};
    std::vector<std::uint32_t> road_of_arc;  // one per arc of the source; no_road for arcs that no road shows
    std::vector<std::uint8_t> against;       // one per arc of the source: 1 from the head of its road to the tail
    std::size_t without_place = 0;           // roads left out because an end has no coordinates
    double metres_per_unit = 0;              // the scale of the plane; 0: unknown
};

// Includes roads without a cost. Throws InputError if the source has no coordinates. O(n + m).
ALLWAYS_API RoadPlan plan_roads(const PathSource& source);

// The part of a line between two shares of its length, 0 ≤ from < to ≤ 1.
ALLWAYS_API std::vector<Coordinate> part_of_line(const std::vector<Coordinate>& line, double from, double to);

// A line beside another, to the right of its direction where y grows downwards, as on pictures.
ALLWAYS_API std::vector<Coordinate> beside(const std::vector<Coordinate>& line, double distance);

// ---- the map

// Widths are points on paper and pixels of 1/96 inch on screens.
struct LineStyle {
    Colour colour;
    double width = 1;
    bool dashed = false;
    friend bool operator==(const LineStyle&, const LineStyle&) = default;
};

struct MapLine {
    std::vector<Coordinate> points;
    std::uint32_t text = 0;  // index into Map::texts: its name
    double width = 0;        // 0: its layer's
    bool beside = false;     // drawn to the right of its points: one direction of a road
};

struct LineLayer {
    std::string label;  // legend entry; empty: none
    LineStyle style;    // width 0: a heading of the legend, without lines
    std::vector<MapLine> lines;
    bool named = true;  // its lines are roads, whose names pages show
};

struct DotLayer {
    std::string label;
    Colour colour;
    double radius = 2;
    bool square = false;
    std::vector<Coordinate> at;
};

// A highlighted place with the letter drawn on it.
struct MapMark {
    Coordinate at;
    std::string letter;
    std::string label;  // legend entry; empty: none
    Colour colour;
};

// The distances from one node. Roads are drawn in the colours of their bands, cut where a band ends.
struct MapIsochrone {
    std::string title;  // "Travel time"
    NodeIndex from = no_node;
    std::vector<double> distances;  // raw, one per node; +inf if there is no path
    Bands bands;
    std::vector<Colour> colours;           // bands.count() of them
    LineStyle beyond;                      // beyond the last band
    LineStyle unreachable;                 // has its own width
    std::vector<double> widths;            // one per road
    int digits = 0;                        // costs are raw: × 10^-digits in bands.unit
    std::vector<std::uint8_t> no_through;  // empty, or 1 for nodes that paths may not pass
};

struct Map {
    std::string title;
    std::string subtitle;
    std::string legend_title;
    std::string attribution;
    BoundingBox extent;             // the part that pictures show
    double metres_per_unit = 0;     // 0: unknown, without a scale bar
    std::vector<LineLayer> layers;  // bottom first
    std::vector<DotLayer> dots;
    std::vector<MapMark> marks;
    std::vector<std::string> texts{""};
    // For pages: the nodes that the pointer can find.
    std::vector<Coordinate> nodes;
    std::vector<std::string> node_ids;
    std::size_t left_out = 0;   // roads without coordinates
    std::size_t far_nodes = 0;  // outliers: nodes outside the extent
    bool label_nodes = false;   // draws ids at the nodes, if there are few
    std::optional<MapIsochrone> reach;
    std::vector<Road> roads;                // of an isochrone map; else empty
    std::vector<std::uint32_t> road_texts;  // one per road
};

// Legend entries from the top: marks, the drawn layers with the uppermost first, dots.
struct LegendEntry {
    enum class Kind { line, dot, square, mark } kind;
    std::string label;
    LineStyle style;
    std::string letter;
};
ALLWAYS_API std::vector<LegendEntry> legend_of(const Map& map, const std::vector<LineLayer>& drawn);

}  // namespace allways
