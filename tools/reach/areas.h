// Areas around the roads that are reached: their lines, widened by a buffer and united on all threads.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ogr_geometry.h>
#include <ogr_spatialref.h>

#include "allways/network/coordinate.h"
#include "reach/joined_lines.h"

namespace allways::tools {

// Works in a plane around `centre` that keeps distances from there (azimuthal equidistant), so that buffers are metres whatever
// the reference system; where that is unknown, in the coordinates as they are. An area only grows, so later ones contain
// earlier ones.
class ReachAreas {
public:
    // `crs` empty: unknown. `centre` and all lines are in it. `buffer` in metres, or in units of the coordinates.
    ReachAreas(const std::string& crs, Coordinate centre, double buffer);

    // Holes smaller than this are closed: the square whose side is four buffers, a usual block of houses.
    double hole_limit() const { return 16 * buffer_ * buffer_; }

    // One point or more. Lines are united with the area by grow(), the same way whatever the number of threads.
    void add(std::span<const Coordinate> line);
    void grow();

    const OGRGeometry& area() const { return *area_; }
    // In square metres, or squares of the coordinates' unit.
    static double size(const OGRGeometry& area);
    // Of the plane, in the network's reference system.
    OGRGeometryUniquePtr in_network_system(const OGRGeometry& area) const;

private:
    OGRGeometryUniquePtr around(std::span<const Line> lines) const;
    OGRGeometryUniquePtr without_small_holes(const OGRGeometry& area) const;

    double buffer_;
    std::unique_ptr<OGRCoordinateTransformation> to_plane_;  // null where coordinates stay as they are
    std::unique_ptr<OGRCoordinateTransformation> from_plane_;
    std::vector<Line> lines_;  // that are new, in the plane
    OGRGeometryUniquePtr area_;
};

}  // namespace allways::tools
