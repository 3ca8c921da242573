// How long the lines of a layer are: on the ellipsoid where the reference system is known, else in the plane.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "allways/base/progress.h"
#include "libraries/reference_system.h"

namespace allways {

class LineLengths {
public:
    // `definition`: WKT, or empty. A system that is missing or of no use is said through the log; `layer` is its name.
    LineLengths(const std::string& layer, const std::string& definition, const LogCallback& log_to);

    const std::optional<ReferenceSystem>& system() const { return system_; }
    // Of two or more points, in metres or the file's units. Throws InvalidArgument for points outside the system.
    double length(std::span<const Coordinate> line);

    struct Unit {
        std::string symbol;  // "m", or empty
        int digits = 3;      // kept of each length
        int resolution = 1;  // that mean something
    };
    // Knows degrees, of which it takes more digits, by the lines seen so far, and says so.
    Unit unit(const LogCallback& log_to) const;

private:
    std::string layer_;
    std::optional<ReferenceSystem> system_;
    bool all_within_degrees_ = true;
};

}  // namespace allways
