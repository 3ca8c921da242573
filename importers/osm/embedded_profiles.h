// The profiles of OpenStreetMap and the table of countries' speed limits, embedded at build time from profiles/.
#pragma once

#include <string_view>
#include <vector>

namespace allways::importers::osm {

struct EmbeddedFile {
    std::string_view name;  // "car.toml", "country_speeds.toml"
    std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::importers::osm
