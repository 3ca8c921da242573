// Where the sources lie that the tests were built from: their fixtures, and beside them the real data. A function, so
// that one file alone is compiled with a path of this machine and compiler caches serve every other checkout.
#pragma once

#include <string>

namespace allways::testing {

std::string source_folder();

}  // namespace allways::testing
