// SPDX-License-Identifier: Apache-2.0
// Rasters of heights, from an ASCII grid and a virtual raster that gives it a reference system.
#pragma once

#include <functional>
#include <string>

#include <gdal.h>

#include "allways/base/format.h"
#include "support.h"

namespace allways::test {

struct HeightFile {
    int columns = 10;
    int rows = 10;
    double left = 500'000;  // of the lower left corner
    double bottom = 5'200'000;
    double cell = 100;
    std::string crs = "EPSG:32632";
    std::string of_band = "";  // further elements of the band: "<Scale>2</Scale>"
    int bands = 1;
};

// Writes heights of the centres of cells, height(x, y); NaN where there is none. Returns the path of the raster.
inline std::string write_heights(const TemporaryFolder& folder, const std::function<double(double, double)>& height,
                                 const HeightFile& file = {}) {
    std::string grid = format("ncols {}\nnrows {}\nxllcorner {}\nyllcorner {}\ncellsize {}\nNODATA_value -9999\n",
                              file.columns, file.rows, file.left, file.bottom, file.cell);
    for (int row = 0; row < file.rows; ++row) {
        for (int column = 0; column < file.columns; ++column) {
            const double z =
                height(file.left + (column + 0.5) * file.cell, file.bottom + (file.rows - row - 0.5) * file.cell);
            grid += std::isnan(z) ? "-9999 " : format("{:.6f} ", z);
        }
        grid += "\n";
    }
    folder.write("heights.asc", grid);
    std::string bands;
    for (int band = 1; band <= file.bands; ++band) {
        bands += format(
            "<VRTRasterBand dataType='Float64' band='{}'><NoDataValue>-9999</NoDataValue>{}<SimpleSource>"
            "<SourceFilename relativeToVRT='1'>heights.asc</SourceFilename><SourceBand>1</SourceBand>"
            "</SimpleSource></VRTRasterBand>",
            band, file.of_band);
    }
    const std::string system = file.crs.empty() ? "" : format("<SRS>{}</SRS>", file.crs);
    const std::string described = folder.write(
        "heights.vrt", format("<VRTDataset rasterXSize='{}' rasterYSize='{}'>{}<GeoTransform>{}, {}, 0, {}, 0, {}"
                              "</GeoTransform>{}</VRTDataset>",
                              file.columns, file.rows, system, file.left, file.cell,
                              file.bottom + file.rows * file.cell, -file.cell, bands));
    GDALAllRegister();
    const std::string raster = folder.path("heights.tif");
    const GDALDatasetH source = GDALOpen(described.c_str(), GA_ReadOnly);
    GDALClose(GDALCreateCopy(GDALGetDriverByName("GTiff"), raster.c_str(), source, FALSE, nullptr, nullptr, nullptr));
    GDALClose(source);
    return raster;
}

}  // namespace allways::test
