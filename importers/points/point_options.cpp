// SPDX-License-Identifier: Apache-2.0
#include "allways/importers/point_options.h"

namespace allways {

const std::vector<PointOptionRow>& point_options() {
    static const std::vector<PointOptionRow> rows{
        {"id_field", &PointOptions::id_field, "FIELD",
         "Field with the ids of points (default: id, name and the like, else row numbers)", "", "--points-id"},
        {"layer", &PointOptions::layer, "NAME", "Layer of points to read, if the file has several", "",
         "--points-layer"},
        {"x_field", &PointOptions::x_field, "FIELD",
         "Column with x or the longitude in CSV (default: lon, x and other usual names); for pairs two, such as "
         "from_x,to_x"},
        {"y_field", &PointOptions::y_field, "FIELD", "Column with y or the latitude, in the same form"},
        {"crs", &PointOptions::crs, "CRS",
         "Reference system of x and y columns, and of layers and geometries that state none, such as EPSG:2056 "
         "(default: the network's)",
         "", "--points-crs"},
        {"encoding", &PointOptions::encoding, "NAME",
         "Encoding of points and pairs, such as windows-1252 (default: UTF-8, else windows-1252)", "",
         "--points-encoding"},
        {"where", &PointOptions::where, "FILTER", "Read only points that match, as in \"open = 1\"", "", no_flag},
    };
    return rows;
}

}  // namespace allways
