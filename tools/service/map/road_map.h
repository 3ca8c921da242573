// SPDX-License-Identifier: Apache-2.0
// The roads of a network for drawing: the roads in a box, important classes first, no finer than the screen shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "allways/base/ids.h"
#include "allways/draw/map.h"
#include "allways/network/coordinate.h"
#include "routes/road_classes.h"

namespace allways::tools {

class MapSnapshot;

// The roads of one class in a box.
struct DrawnRoads {
    RoadClass road_class = RoadClass::other;
    std::vector<std::vector<Coordinate>> lines = {};  // none: the class would exceed the limit of points
    std::vector<ArcIndex> roads = {};                 // an arc for each line
};

// Roads, one entry for both directions, are sorted by class and along a Z-order curve. Each group of 64 neighbours
// stores its bounding box, number of points and length, so the size of an answer is known before any line is read.
class RoadMap {
public:
    // O(m log m). The snapshot must outlive the road map.
    explicit RoadMap(const MapSnapshot& map);

    const BoundingBox& extent() const { return extent_; }  // of all nodes and lines, in degrees
    const BoundingBox& shown() const { return shown_; }    // without outliers
    // One arc for each road; the most important classes come first.
    const std::vector<ArcIndex>& roads() const { return roads_; }

    // `resolution` is in degrees of latitude. Points closer than that to the previous point are left out, and of
    // shorter roads one is kept per square of that side; 0 keeps everything. Classes are added, the most important
    // first, while they have at most `most_points` together; the others that have roads there have no lines.
    std::vector<DrawnRoads> within(const BoundingBox& box, double resolution, std::size_t most_points) const;

    // All roads whose box meets this one, by the arc of one direction.
    std::vector<ArcIndex> roads_within(const BoundingBox& box) const;
    // The arcs of a road: one or two.
    std::vector<ArcIndex> both_directions(ArcIndex road) const;
    // Returns true for an arc between nodes of strong components with less than 1,000 nodes.
    bool is_in_small_component(ArcIndex arc) const;

private:
    struct Group {
        std::size_t first = 0, last = 0;  // range of roads_
        RoadClass road_class = RoadClass::other;
        BoundingBox extent;
        std::size_t points = 0;
        double length = 0;  // in degrees of latitude
    };

    double distance(Coordinate a, Coordinate b) const;
    void sort_roads();
    void find_small_components();
    void add_group(std::size_t first, std::size_t last, RoadClass road_class);
    std::size_t most_points_of(const Group& group, double resolution) const;
    std::vector<Coordinate> thinned(const std::vector<Coordinate>& line, double resolution) const;
    bool add_class(std::vector<DrawnRoads>& drawn, const std::vector<const Group*>& groups, const BoundingBox& box,
                   double resolution, std::size_t& room) const;

    const MapSnapshot& map_;
    double narrowing_ = 1;  // length of a degree of longitude / of latitude
    BoundingBox extent_;
    BoundingBox shown_;
    std::vector<ArcIndex> roads_;
    std::vector<Group> groups_;
    std::vector<std::uint8_t> is_small_;  // by node
};

}  // namespace allways::tools
