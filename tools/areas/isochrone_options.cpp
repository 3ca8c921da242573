// SPDX-License-Identifier: Apache-2.0
#include "allways/areas/isochrones.h"

namespace allways {

const std::vector<IsochroneRequestRow>& isochrone_request_options() {
    static const std::vector<IsochroneRequestRow> rows{
        {"unit", &IsochroneRequest::unit, "UNIT", "Unit of the limits and of the result, such as min or km"},
        {"merge", &IsochroneRequest::merge, "",
         "Merge all starts, so that the nearest one counts (default: separate results for each start)"},
    };
    return rows;
}

const std::vector<IsochroneOutputRow>& isochrone_output_options() {
    using Output = IsochroneOutput;
    static const std::vector<IsochroneOutputRow> rows{
        {"path", &Output::path, "FILE",
         "File to write: .gpkg, .geojson, .shp, .fgb or .csv; - writes to standard output", "", "-o,--output"},
        {"format", &Output::format, "gpkg|geojson|shp|fgb|csv", "Format of the output (default: by suffix)", "",
         "-f,--format"},
        {"overwrite", &Output::overwrite, "", "Overwrite an existing output", "", "-O,--overwrite"},
        {"what", &Output::what, "areas|arcs|nodes",
         "What to write (default: areas to geojson, nodes to csv, all as layers to gpkg)"},
        {"buffer", &Output::buffer, "METRES",
         "Width of the areas around roads (default: the median arc length, between 20 and 500 m)", "areas"},
        {"tolerance", &Output::tolerance, "METRES",
         "Largest distance between written and exact outlines (default: half the buffer)", "areas",
         "--outline-tolerance"},
        {"rings", &Output::rings, "", "Cut the areas of smaller limits out of larger ones", "areas"},
    };
    return rows;
}

}  // namespace allways
