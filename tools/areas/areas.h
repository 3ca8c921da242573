// Areas around the roads that are reached, in a plane and in the network's reference system.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ogr_geometry.h>
#include <ogr_spatialref.h>

#include "allways/base/progress.h"
#include "allways/network/coordinate.h"
#include "areas/contour_grid.h"

namespace allways::tools {

// A plane that keeps areas (Lambert azimuthal equal-area around `centre`), so that buffers are metres whatever the
// reference system: to 0.1 % within 500 km. Where that system is unknown, the coordinates as they are.
class AreaPlane {
public:
    // `crs` empty: unknown. `centre` is in it.
    AreaPlane(const std::string& crs, Coordinate centre);

    // Whether a place lies so near the centre that the plane is as good as one around the place.
    bool suits(Coordinate place) const;
    // All points of the lines, from the network's reference system to the plane.
    void take(std::vector<Line>& lines) const;
    // A shape of the plane in the network's reference system, as a valid multipolygon.
    OGRGeometryUniquePtr in_network_system(const OGRGeometry& area) const;

private:
    std::unique_ptr<OGRCoordinateTransformation> to_plane_;  // null where coordinates stay as they are
    std::unique_ptr<OGRCoordinateTransformation> from_plane_;
};

struct AreaOptions {
    double buffer = 0;     // in metres, or in units of the coordinates
    double tolerance = 0;  // above 0, at most the buffer
    ProgressCallback progress = {};

    // Holes smaller than this are closed: the square whose side is four buffers, a usual block of houses.
    double hole_limit() const { return 16 * buffer * buffer; }
};

// By level a multipolygon of the plane with what lies within the buffer of the lines of all levels up to it, as
// outlines (outlines.h) has it. `lines` are in the plane, those that each level adds.
std::vector<OGRGeometryUniquePtr> isochrone_areas(std::span<const std::vector<Line>> lines, const AreaOptions& options);

// In square metres of the plane, or squares of the coordinates' unit.
double area_size(const OGRGeometry& area);

}  // namespace allways::tools
