// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command/console.h"
#include "command/difference_report.h"
#include "command/output.h"

namespace allways::command {

// Writes B − A as a table.
void write_differences(const DifferenceReport& report, const OutputArguments& output, Console& console);

}  // namespace allways::command
