// SPDX-License-Identifier: Apache-2.0
// Writes results as JSON and reads them back, so that other machines can print and draw them.
#pragma once

#include <string>
#include <vector>

#include "papers/experiment_result.h"

namespace allways::papers {

inline constexpr const char* result_format = "allways paper experiments 1";

// {"format": "allways paper experiments 1", "experiments": [{…}, …]}, with keys named like the members of
// ExperimentResult and null for missing values. Speed-ups include their values for other readers. Numbers read back as
// the same numbers. Ends with a newline.
std::string results_as_json(const std::vector<ExperimentResult>& results);

// Reads the text that results_as_json writes. Throws InputError, naming `file`, for text that is not JSON, has another
// format or lacks a key, and for columns whose length differs from the number of sizes.
std::vector<ExperimentResult> results_from_json(const std::string& text, const std::string& file);

}  // namespace allways::papers
