// SPDX-License-Identifier: Apache-2.0
// GraphML: the registry entry and the reader.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format graphml_format();

}  // namespace allways::importers
