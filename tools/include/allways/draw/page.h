// SPDX-License-Identifier: Apache-2.0
// Maps and heat maps as one self-contained HTML page that loads no other script, font or image. The page pans, zooms,
// describes the element under the pointer, and recomputes an isochrone map from any node that the reader clicks.
#pragma once

#include <string>

#include "allways/base/api.h"
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

// Equal maps give equal bytes. Points are rounded to 2^-20 of the longer side of their extent. Throws InputError if the
// file exists and may not be replaced, or cannot be written.
ALLWAYS_API void write_page(const Map& map, const PageOptions& options);
ALLWAYS_API void write_page(const HeatMap& map, const PageOptions& options);

}  // namespace allways
