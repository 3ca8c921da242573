// SPDX-License-Identifier: Apache-2.0
// The snapping options shared by all commands that take positions.
#pragma once

#include "allways/points/snapped_points.h"
#include "command/cli_fwd.h"

namespace allways::command {

void add_snap_options(CLI::App& app, SnapChoice& choice);  // --snap, --snap-radius, --snap-component

// --access-speed, for commands whose results have room for it.
void add_access_option(CLI::App& app, SnapChoice& choice);

}  // namespace allways::command
