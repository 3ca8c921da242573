// SPDX-License-Identifier: Apache-2.0
// Finds what PROJ would open for a reference system in a file, before GDAL hands the system to it.
#pragma once

#include <string>

namespace allways::importers::gdal {

// Returns the text, if the file or the .prj beside it states a reference system that names a file by its path:
// "+nadgrids=/data/x.gsb", "+init=x/y:1", EXTENSION["PROJ4_GRIDS","../x"], PARAMETERFILE["…","/x"]; otherwise an empty
// text. Reads JSON and XML to their end, other files as far as their headers go. `name` may be one of GDAL's virtual
// files, or a folder.
std::string foreign_grid(const std::string& name);

}  // namespace allways::importers::gdal
