// Maps and heat maps as one HTML page that needs nothing else: no network, no script, font or image beside it. It pans
// and zooms, tells what is under the pointer, and of a map of reach computes the map from any node that is clicked.
#pragma once

#include <string>

#include "allways/base/progress.h"
#include "allways/draw/heat_map.h"
#include "allways/draw/map.h"

namespace allways {

struct PageOptions {
    std::string path;
    bool overwrite = false;
    std::string theme = "light";
    bool legend = true;
    ProgressCallback progress = {};  // stage "write"
};

// The same map gives the same bytes. Points are rounded to 2^-20 of the longer side of what they span. Throw InputError
// where the file exists and may not be replaced, or cannot be written.
void write_page(const Map& map, const PageOptions& options);
void write_page(const HeatMap& map, const PageOptions& options);

}  // namespace allways
