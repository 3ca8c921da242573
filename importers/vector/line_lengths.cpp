#include "vector/line_lengths.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::importers {

LineLengths::LineLengths(const std::string& layer, const std::string& definition, const LogCallback& log_to)
    : layer_(layer) {
    std::string why = "it states no reference system";
    if (!definition.empty()) {
        try {
            system_.emplace(definition);
            return;
        } catch (const InvalidArgument& error) {
            why = error.what();
        }
    }
    log(log_to, LogLevel::warning, format("layer '{}': {}; lengths are in the units of its coordinates", layer, why));
}

double LineLengths::length(std::span<const Coordinate> line) {
    if (system_) {
        const double length = system_->length_m(line);
        if (std::isfinite(length)) return length;
        throw InvalidArgument(format("coordinates such as {},{} lie outside {}; check the layer's reference system",
                                     line[0].x, line[0].y, system_->name()));
    }
    all_within_degrees_ = all_within_degrees_ && std::ranges::all_of(line, [](Coordinate point) {
                              return std::abs(point.x) <= 180 && std::abs(point.y) <= 90;
                          });
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    }
    return length;
}

LineLengths::Unit LineLengths::unit(const LogCallback& log_to) const {
    if (system_) return {"m", 3, 1};
    if (!all_within_degrees_) return {"", 3, 1};
    log(log_to, LogLevel::warning,
        format(
            "layer '{}': all coordinates could be degrees: to get lengths in metres, set the reference system in the "
            "file, for example with ogr2ogr -a_srs EPSG:4326",
            layer_));
    return {"", 9, 7};
}

}  // namespace allways::importers
