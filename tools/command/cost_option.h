// SPDX-License-Identifier: Apache-2.0
// --cost: the column of a network to use as cost.
#pragma once

#include <string>

#include "command/cli_fwd.h"

namespace allways::command {

void add_cost_option(CLI::App& app, std::string& cost);

}  // namespace allways::command
