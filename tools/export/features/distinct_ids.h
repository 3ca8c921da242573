// SPDX-License-Identifier: Apache-2.0
// Checks for formats that cannot hold every id unchanged.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/ids.h"

namespace allways::tools {

// Throws InputError if two nodes would get the same id in `path` and so be merged. `written`: converts an id to the
// format's text.
void require_distinct_ids(const IdTable& nodes, const std::string& path, std::string (*written)(std::string_view));

}  // namespace allways::tools
