// SPDX-License-Identifier: Apache-2.0
// Heights of points from a raster (a digital elevation model) of any format that GDAL opens.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/network/coordinate.h"

namespace allways::importers {

constexpr double lowest_height_m = -500;   // the Dead Sea's shore lies at -430 m
constexpr double highest_height_m = 9000;  // Mount Everest: 8849 m

// Reads tiles of the raster when points lie in them, and keeps some tens of megabytes of them.
class HeightRaster {
public:
    // `crs`: the reference system of the points, as in Provenance::crs. Throws InputError for a file that is no raster,
    // has several bands, a palette, no reference system or position, heights in an unknown unit, or blocks, which can
    // only be read as a whole, of more than 256 MB.
    HeightRaster(const std::string& path, const std::string& crs);
    ~HeightRaster();

    // The shorter side of a cell in the middle of the raster, in metres.
    double cell_m() const;

    struct Heights {
        std::vector<double> metres;  // one per point; NaN if there is none
        std::uint64_t outside = 0;   // points outside the raster
        std::uint64_t no_value = 0;  // points inside it where it has no value
        // Points beside a cell whose number is no height on earth (lowest_height_m to highest_height_m), which counts
        // as no value; and the first such height, in metres.
        std::uint64_t impossible = 0;
        double first_impossible = 0;
    };
    // Interpolates between the centres of the four nearest cells (bilinear), and takes the nearest in the outermost
    // half of a cell. Cells without a value do not count; a point has no height if they have more than half of its
    // weight. Takes points tile by tile: the more at once, the better. Throws InputError if the raster cannot be read
    // there.
    Heights at(std::span<const Coordinate> points);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allways::importers
