// What solving decided and took, for machines and for people.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"

namespace allways::command {

nlohmann::ordered_json to_json(const SolveReport& report);
nlohmann::ordered_json to_json(const FactorReport& report);
// A plan, some lines.
std::string plan_text(const SolveReport& report);

}  // namespace allways::command
