// SPDX-License-Identifier: Apache-2.0
// Finds what PROJ would open for a reference system in a file, before GDAL hands the system to it.
#pragma once

#include <string>

struct sqlite3;

namespace allways::importers::gdal {

// Returns the text, if the file or the .prj beside it states a reference system that names a file by its path:
// "+nadgrids=/data/x.gsb", "+init=x/y:1", EXTENSION["PROJ4_GRIDS","../x"], PARAMETERFILE["…","/x"]; otherwise an empty
// text. Reads JSON, XML and file geodatabases to their end, other files as far as their headers go. `name` may be one
// of GDAL's virtual files, or a folder. Databases of SQLite need a ForeignGridWatch as well.
std::string foreign_grid(const std::string& name);

// During the object's lifetime, connections that this thread opens to databases of SQLite fail if a table of reference
// systems, of GeoPackage or SpatiaLite, has such a text.
class ForeignGridWatch {
public:
    ForeignGridWatch();
    ~ForeignGridWatch();
    ForeignGridWatch(const ForeignGridWatch&) = delete;
    ForeignGridWatch& operator=(const ForeignGridWatch&) = delete;

    const std::string& path() const { return path_; }  // as from foreign_grid

private:
    static int on_open(sqlite3* connection, char**, const void*);

    std::string path_;
};

}  // namespace allways::importers::gdal
