// SPDX-License-Identifier: Apache-2.0
// Lengths of the lines of a layer: on the ellipsoid if the reference system is known, otherwise in the plane.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "allways/importers/read.h"
#include "allways/network/arc_shapes.h"
#include "libraries/reference_system.h"
#include "libraries/vector_layer.h"

namespace allways::importers {

class LineLengths {
public:
    // Chooses the system of a layer (attributes/system_choice.h) from all of its lines, before any length is computed.
    // Logs a missing or unusable system.
    void choose(const VectorLayer& layer, const ArcShapes& lines, const ReadOptions& options);

    const std::optional<ReferenceSystem>& system() const { return system_; }
    // The length of two or more points, in metres or file units. Throws InvalidArgument for points outside the area of
    // the system.
    double length(std::span<const Coordinate> line) const;

    struct Unit {
        std::string symbol;  // "m", that of ReadOptions::length_unit, or empty
        int digits = 3;      // digits kept of each length
        int resolution = 1;  // meaningful digits after the point
    };
    const Unit& unit() const { return unit_; }
    // Metres per unit of the coordinates; 1 if their unit is unknown.
    double metres_per_unit() const { return metres_per_unit_; }

private:
    std::optional<ReferenceSystem> system_;
    Unit unit_;
    double metres_per_unit_ = 1;
};

}  // namespace allways::importers
