// SPDX-License-Identifier: Apache-2.0
// METIS graphs: the registry entry and the reader.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format metis_format();

}  // namespace allways::importers
