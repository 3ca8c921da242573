// SPDX-License-Identifier: Apache-2.0
// The symbols of units, for help and messages.
#pragma once

#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/units.h"

namespace allways {

// All symbols of a kind, the smallest unit first.
ALLWAYS_API std::vector<std::string_view> unit_symbols(Unit::Kind kind);

}  // namespace allways
