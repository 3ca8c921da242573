// SPDX-License-Identifier: Apache-2.0
// The version of the library.
#pragma once

#include <string_view>

#include "allways/base/api.h"

namespace allways {

ALLWAYS_API std::string_view version();  // "0.1.0"

}  // namespace allways
