// GraphML: the registry entry and the reader.
#pragma once

#include "formats.h"

namespace allways {

Format graphml_format();

}  // namespace allways
