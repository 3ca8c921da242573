// Where a command's results go: checked before the work, and never half-written under the final name.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

namespace allways::tools {

inline const std::string standard_output = "-";

// Throws InputError where `path` exists and may not be replaced, or its folder does not exist.
void check_output(const std::string& path, bool overwrite);

// Calls write() with standard output for "-", else with a file beside `path` that takes its name when complete.
// Throws InputError where it cannot be written.
void write_text(const std::string& path, const std::function<void(std::ostream&)>& write);

}  // namespace allways::tools
