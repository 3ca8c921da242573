// OpenStreetMap data for one mode of travel.
#pragma once

#include "formats.h"

namespace allways {

Format osm_format();

}  // namespace allways
