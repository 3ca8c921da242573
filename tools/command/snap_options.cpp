// SPDX-License-Identifier: Apache-2.0
#include "command/snap_options.h"

#include "allways/points/snap_options.h"
#include "command/option_rows.h"

namespace allways::command {

void add_snap_options(CLI::App& app, SnapChoice& choice) {
    add_options(app, snap_options(), choice, "Positions", taken_by(""));
}

void add_access_option(CLI::App& app, SnapChoice& choice) {
    add_options(app, snap_options(), choice, "Positions", taken_by(with_times));
}

}  // namespace allways::command
