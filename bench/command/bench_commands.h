// SPDX-License-Identifier: Apache-2.0
// The commands of allways-bench.
#pragma once

#include "command/command.h"

namespace allways::command {

Command paper_command();
Command replot_command();
Command peers_command();
Command routers_command();

}  // namespace allways::command
