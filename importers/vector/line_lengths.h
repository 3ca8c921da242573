// Lengths of the lines of a layer: on the ellipsoid if the reference system is known, else in the plane.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "allways/base/progress.h"
#include "libraries/reference_system.h"

namespace allways::importers {

class LineLengths {
public:
    // `definition`: WKT, or empty. Logs a missing or unusable system; `layer` is the layer's name.
    LineLengths(const std::string& layer, const std::string& definition, const LogCallback& log_to);

    const std::optional<ReferenceSystem>& system() const { return system_; }
    // Length of two or more points, in metres or file units. Throws InvalidArgument for points outside the system.
    double length(std::span<const Coordinate> line);

    struct Unit {
        std::string symbol;  // "m", or empty
        int digits = 3;      // digits kept of each length
        int resolution = 1;  // meaningful digits after the point
    };
    // Recognises degrees by the lines seen so far, keeps more digits for them, and logs it.
    Unit unit(const LogCallback& log_to) const;

private:
    std::string layer_;
    std::optional<ReferenceSystem> system_;
    bool all_within_degrees_ = true;
};

}  // namespace allways::importers
