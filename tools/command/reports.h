// SPDX-License-Identifier: Apache-2.0
// Reports as JSON: what reading found, where positions were snapped, the decisions and timings of a solve. A plan also
// as text.
#pragma once

#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "allways/points/snapped_points.h"

namespace allways::command {

// The import report, for `info --json` and --report.
nlohmann::ordered_json to_json(const ImportReport& report);

// Writes the same to a file, or to standard output for "-".
void write_import_report(const ImportReport& report, const std::string& path, bool overwrite);

// [{"id": "mill", "snap_distance_m": 12.5}, …]; also "snapped": false, and "nearest_road_m" where a nearer road was
// passed over. Null for a position without a place.
nlohmann::ordered_json to_json(std::span<const Place> positions);

// The decisions and timings of a solve.
nlohmann::ordered_json to_json(const SolveReport& report);
nlohmann::ordered_json to_json(const FactorReport& report);
// A plan, in a few lines.
std::string plan_text(const SolveReport& report);

}  // namespace allways::command
