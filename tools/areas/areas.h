// Areas around reached roads, in a plane and in the network's reference system.
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

// An equal-area plane (Lambert azimuthal, centred on `centre`), so that buffers are in metres whatever the reference
// system: accurate to 0.1 % within 500 km. If the system is unknown, coordinates stay as they are.
class AreaPlane {
public:
    // `crs`: of the network and of `centre`; empty: unknown.
    AreaPlane(const std::string& crs, Coordinate centre);

    // Returns true if the place is near enough to the centre for this plane to serve it as well as its own would.
    bool suits(Coordinate place) const;
    // Transforms all points of the lines from the network's reference system to the plane.
    void take(std::vector<Line>& lines) const;
    // Returns a shape of the plane in the network's reference system, as a valid multipolygon.
    OGRGeometryUniquePtr in_network_system(const OGRGeometry& area) const;

private:
    std::unique_ptr<OGRCoordinateTransformation> to_plane_;  // null: coordinates stay as they are
    std::unique_ptr<OGRCoordinateTransformation> from_plane_;
};

struct AreaOptions {
    double buffer = 0;     // metres, or units of the coordinates
    double tolerance = 0;  // > 0 and at most the buffer
    ProgressCallback progress = {};

    // Smaller holes are closed: the limit is a square whose side is four buffers, a typical city block.
    double hole_limit() const { return 16 * buffer * buffer; }
};

// For each level, a multipolygon in the plane: everything within the buffer of the lines of all levels up to it, as in
// outlines.h. `lines` are in the plane; lines[k] are those that level k adds.
std::vector<OGRGeometryUniquePtr> isochrone_areas(std::span<const std::vector<Line>> lines, const AreaOptions& options);

// Square metres in the plane, or squares of the coordinates' unit.
double area_size(const OGRGeometry& area);

}  // namespace allways::tools
