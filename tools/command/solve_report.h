// SPDX-License-Identifier: Apache-2.0
// The decisions and timings of a solve, as JSON and as text.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"

namespace allways::command {

nlohmann::ordered_json to_json(const SolveReport& report);
nlohmann::ordered_json to_json(const FactorReport& report);
// A plan, in a few lines.
std::string plan_text(const SolveReport& report);

}  // namespace allways::command
