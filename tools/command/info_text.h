// SPDX-License-Identifier: Apache-2.0
// Text helpers of `allways info`.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "allways/base/cost_type.h"
#include "allways/base/units.h"
#include "allways/result/distance_table.h"

namespace allways::command {

// Prints "label                 value" to standard output.
void put_line(std::string_view label, const std::string& value);
// Prints each note on one line; of a note with several lines, the first.
void put_notes(const TableProvenance& notes);
nlohmann::ordered_json notes_json(const TableProvenance& notes);
// Notes on what a table or factor was made from, without those on how: these vary by machine and stay in the file.
TableProvenance notes_of(const TableProvenance& provenance);

// "EPSG:2100" unchanged; for a system without a code, which is WKT, its name.
std::string reference_system_text(const std::string& crs);

// "time, int32, in s, 3 decimal digits"
std::string scale_text(CostType type, const CostScale& scale);
nlohmann::ordered_json scale_json(CostType type, const CostScale& scale);

}  // namespace allways::command
