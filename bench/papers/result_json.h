// Results as JSON, and back, so that what was measured on one machine is printed and drawn on another.
#pragma once

#include <string>
#include <vector>

#include "papers/experiment_result.h"

namespace allways::papers {

inline constexpr const char* result_format = "allways paper experiments 1";

// {"format": "allways paper experiments 1", "experiments": [{…}, …]}, keys named as the members of ExperimentResult;
// null where there is no value. Speed-ups carry their values, too, for other readers. Numbers read back as the same
// numbers. Ends with a line end.
std::string results_as_json(const std::vector<ExperimentResult>& results);

// Reads the text that results_as_json wrote. `file` is named by errors: throws InputError for text that is not JSON, is
// of another format, or lacks a key, and for columns of another length than the sizes.
std::vector<ExperimentResult> results_from_json(const std::string& text, const std::string& file);

}  // namespace allways::papers
