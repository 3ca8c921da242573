// SPDX-License-Identifier: Apache-2.0
// A map as a plain value: what is drawn, where and in which colour. picture.h and page.h render it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
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
    std::uint32_t text = 0;  // index into Map::texts: its name
};

struct LineLayer {
    std::string label;  // legend entry; empty: none
    LineStyle style;
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
    Extent extent;                  // the part that pictures show
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
