// SPDX-License-Identifier: Apache-2.0
// A result as tables for a terminal.
#pragma once

#include <string>

#include "papers/experiment_result.h"

namespace allways::papers {

// For each of the paper's tables (Column::group): measured and published seconds side by side, then measured and
// published speed-ups; after that the reasons why cells did not run, the descriptions of columns, the sources and
// footnotes of published figures, and remarks. Ends with a newline.
std::string result_text(const ExperimentResult& result);

}  // namespace allways::papers
