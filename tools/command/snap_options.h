// The snapping options shared by all commands that take positions.
#pragma once

#include "allways/points/snapped_points.h"
#include "command/cli_fwd.h"

namespace allways::command {

void add_snap_options(CLI::App& app, SnapChoice& choice);  // --snap, --snap-radius, --snap-component

}  // namespace allways::command
