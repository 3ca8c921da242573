// A map as a plain value: what is drawn where and in which colour, decided here and carried out by the picture
// (picture.h) and the page (page.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allways/draw/bands.h"
#include "allways/draw/colour.h"
#include "allways/draw/projection.h"
#include "allways/draw/roads.h"

namespace allways {

// Widths are points on paper and pixels of 1/96 inch on screens.
struct LineStyle {
    Colour colour;
    double width = 1;
    bool dashed = false;
    friend bool operator==(const LineStyle&, const LineStyle&) = default;
};

struct MapLine {
    std::vector<Coordinate> points;
    std::uint32_t text = 0;  // of Map::texts: what it is called
};

struct LineLayer {
    std::string label;  // in the legend; empty: not there
    LineStyle style;
    std::vector<MapLine> lines;
    bool named = true;  // its lines are roads, of which pages tell the names
};

struct DotLayer {
    std::string label;
    Colour colour;
    double radius = 2;
    bool square = false;
    std::vector<Coordinate> at;
};

// A place that stands out, with its letter.
struct MapMark {
    Coordinate at;
    std::string letter;
    std::string label;  // in the legend; empty: not there
    Colour colour;
};

// How far everything is from one node. Its roads are drawn in the colours of their bands, cut where one band ends.
struct MapIsochrone {
    std::string title;  // "Travel time"
    NodeIndex from = no_node;
    std::vector<double> distances;  // raw, one a node; +inf where there is no path
    Bands bands;
    std::vector<Colour> colours;           // bands.count() of them
    LineStyle beyond;                      // not within the last band
    LineStyle unreachable;                 // always as wide as it says
    std::vector<double> widths;            // of the roads
    int digits = 0;                        // costs are raw: × 10^-digits in bands.unit
    std::vector<std::uint8_t> no_through;  // empty, or 1 for nodes that paths may not pass
};

struct Map {
    std::string title;
    std::string subtitle;
    std::string legend_title;
    std::string attribution;
    Extent extent;                  // what the picture shows
    double metres_per_unit = 0;     // 0: unknown, and there is no scale bar
    std::vector<LineLayer> layers;  // the lowest first
    std::vector<DotLayer> dots;
    std::vector<MapMark> marks;
    std::vector<std::string> texts{""};
    // What pages tell about the place under the pointer.
    std::vector<Coordinate> nodes;
    std::vector<std::string> node_ids;
    std::size_t left_out = 0;   // roads that have no place
    std::size_t far_nodes = 0;  // nodes outside the extent, because few lie so far out
    bool label_nodes = false;   // the ids stand at the nodes: for few of them
    std::optional<MapIsochrone> reach;
    std::vector<Road> roads;                // of a reach map; else empty
    std::vector<std::uint32_t> road_texts;  // one a road
};

// Entries of the legend from the top: marks, the layers that are drawn, the uppermost first, and dots.
struct LegendEntry {
    enum class Kind { line, dot, square, mark } kind;
    std::string label;
    LineStyle style;
    std::string letter;
};
std::vector<LegendEntry> legend_of(const Map& map, const std::vector<LineLayer>& drawn);

}  // namespace allways
