// Whether a result can be written where it is wanted, judged before the work that makes it.
#pragma once

#include <string>

namespace allways::tools {

inline const std::string standard_output = "-";

// Throws InputError where `path` exists and may not be replaced, or its folder is missing or not writable. Standard
// output and no path at all are fine.
void check_output(const std::string& path, bool overwrite);

}  // namespace allways::tools
