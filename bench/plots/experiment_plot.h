// SPDX-License-Identifier: Apache-2.0
// A paper's experiment as a plot: measured and published seconds over n.
#pragma once

#include "papers/experiment_result.h"
#include "plots/line_plot.h"

namespace allways::command {

// One panel for each of the paper's tables that has a line of two or more sizes, with the product's lines in each.
// Cells that did not run are missing from their line.
LinePlot experiment_plot(const papers::ExperimentResult& result);

}  // namespace allways::command
