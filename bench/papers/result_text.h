// A result as tables for a terminal.
#pragma once

#include <string>

#include "papers/experiment_result.h"

namespace allways::papers {

// For each of the paper's tables (Column::group): seconds measured, beside the published ones; then speed-ups, measured
// beside published; then why cells did not run, what the columns are, where the published figures come from with their
// footnotes, and remarks. Ends with a line end.
std::string result_text(const ExperimentResult& result);

}  // namespace allways::papers
