// SPDX-License-Identifier: Apache-2.0
// What belongs to the interface of the library, and its version.
#pragma once

#include <string_view>

#define ALLWAYS_API __attribute__((visibility("default")))

namespace allways {

ALLWAYS_API std::string_view version();  // "0.1.0"

}  // namespace allways
