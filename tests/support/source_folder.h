// SPDX-License-Identifier: Apache-2.0
// The folder of the sources that the tests were built from: their fixtures, and beside them the real data. A function,
// so that only one file is compiled with a path of this machine and compiler caches serve every other checkout.
#pragma once

#include <string>

namespace allways::testing {

std::string source_folder();

}  // namespace allways::testing
