// METIS graphs: the registry entry and the reader.
#pragma once

#include "formats.h"

namespace allways {

Format metis_format();

}  // namespace allways
