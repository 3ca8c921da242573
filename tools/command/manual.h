// SPDX-License-Identifier: Apache-2.0
// Manual pages from the declared command line.
#pragma once

#include <string>

#include "command/cli_fwd.h"

namespace allways::command {

// Writes "allways.1" and one page a command, "allways-solve.1", into a folder, which it makes. The pages have no date,
// so the same program writes the same bytes. Throws InputError if a file cannot be written.
void write_manual(const CLI::App& app, const std::string& folder);

}  // namespace allways::command
