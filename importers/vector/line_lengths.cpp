// SPDX-License-Identifier: Apache-2.0
#include "vector/line_lengths.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/stated_units.h"
#include "attributes/system_choice.h"

namespace allways::importers {

namespace {

// Returns the system that the layer states; sets `why_not` if there is none, or if it has no positions on Earth.
std::optional<ReferenceSystem> stated_system(const VectorLayer& layer, std::string& why_not) {
    why_not = "it states no reference system";
    const std::string definition = layer.reference_system();
    if (definition.empty()) return std::nullopt;
    try {
        return ReferenceSystem(definition);
    } catch (const InvalidArgument& error) {
        why_not = error.what();
    }
    return std::nullopt;
}

}  // namespace

void LineLengths::choose(const VectorLayer& layer, const ArcShapes& lines, const ReadOptions& options) {
    const std::string name = format("layer '{}'", layer.name());
    std::string why_not;
    const Coordinates coordinates{layer.path(), name, stated_system(layer, why_not),
                                  true,         true, [&] { return guess_coordinates(lines); }};
    system_ = choose_system(coordinates, options);
    unit_ = {"m", 3, 1};
    if (system_) return;
    const auto points = std::span<const Coordinate>(lines.all_points());
    const bool small =
        std::ranges::all_of(points, [](Coordinate at) { return std::abs(at.x) <= 180 && std::abs(at.y) <= 90; });
    unit_ = small ? Unit{"", 9, 7} : Unit{"", 3, 1};
    if (!options.length_unit.empty()) {
        unit_.symbol = stated_unit("length_unit", options.length_unit, {allways::Unit::Kind::length});
        metres_per_unit_ = static_cast<double>(find_unit(unit_.symbol)->size) / sizes_per_metre;
        // Lengths are kept to the millimetre; digits down to the decimetre are significant, as for lengths in metres.
        const int digits = std::max(static_cast<int>(std::ceil(std::log10(metres_per_unit_))), -1);
        unit_.digits = 3 + digits;
        unit_.resolution = 1 + digits;
    }
    if (!options.crs.empty()) return;
    log(options.log, LogLevel::warning,
        format("{}: {}; lengths are in {} of its coordinates{}; set `crs` to state a reference system", name, why_not,
               unit_.symbol.empty() ? "the units" : unit_.symbol + ", the unit",
               small ? ", which could be degrees" : ""));
}

double LineLengths::length(std::span<const Coordinate> line) const {
    if (system_) {
        // Geodesics accept any longitude; 0 to 360 is a usual range, too.
        const auto outside = [&](Coordinate at) { return std::abs(at.x) > 360 || std::abs(at.y) > 90; };
        const auto found = system_->is_geographic() ? std::ranges::find_if(line, outside) : line.end();
        const double length = found == line.end() ? system_->length_m(line) : std::numeric_limits<double>::quiet_NaN();
        if (std::isfinite(length)) return length;
        const Coordinate at = found == line.end() ? line.front() : *found;
        const bool exchanged = system_->is_geographic() && std::abs(at.x) <= 90 && std::abs(at.y) <= 180;
        throw InvalidArgument(format("coordinates such as {},{} lie outside {}; {}", at.x, at.y, system_->name(),
                                     exchanged ? "exchange x and y: longitude comes before latitude"
                                               : "check the layer's reference system, or set `crs`"));
    }
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    }
    return length;
}

}  // namespace allways::importers
