// A paper's experiment as a plot: seconds over n, ours and the published ones.
#pragma once

#include "papers/experiment_result.h"
#include "plots/line_plot.h"

namespace allways::command {

// A panel for each of the paper's tables that has a line of two sizes or more, with the product's lines in each. Cells
// that did not run leave their line out there.
LinePlot experiment_plot(const papers::ExperimentResult& result);

}  // namespace allways::command
