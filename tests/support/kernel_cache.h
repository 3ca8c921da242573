// SPDX-License-Identifier: Apache-2.0
// Compiled kernels, kept for all test programs and for the next run: most solves of tests are shorter than a
// compilation.
#pragma once

#include <string>

namespace allways::testing {

std::string kernel_cache();  // a folder of the build

}  // namespace allways::testing
