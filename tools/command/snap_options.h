// How positions are put onto a network: the options that all commands with positions share.
#pragma once

#include "allways/points/snapped_points.h"
#include "command/cli_fwd.h"

namespace allways::command {

void add_snap_options(CLI::App& app, SnapChoice& choice);  // --snap, --snap-radius, --snap-component

}  // namespace allways::command
