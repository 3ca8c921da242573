// SPDX-License-Identifier: Apache-2.0
// One spelling for formatted text: std::format where the standard library has it, {fmt} elsewhere (g++ 12). This header
// is not installed (cmake/package.cmake): installed headers must not include it.
#pragma once

#include <version>

#ifdef __cpp_lib_format
#include <format>
namespace allways {
using std::format;
}
#else
#include <fmt/format.h>
namespace allways {
using fmt::format;
}
#endif
