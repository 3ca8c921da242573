// What the texts of `allways info` have in common.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "allways/base/cost_type.h"
#include "allways/base/units.h"
#include "allways/result/distance_table.h"

namespace allways::command {

// "label                 value" on standard output.
void put_line(std::string_view label, const std::string& value);
// One line each: of a note of several the first.
void put_notes(const TableProvenance& notes);
nlohmann::ordered_json notes_json(const TableProvenance& notes);
// What a table or factor was made from. How it was made varies by machine and is in the file.
TableProvenance notes_of(const TableProvenance& provenance);

// "EPSG:2100" as it is; of a system without a code, which is WKT, the name.
std::string reference_system_text(const std::string& crs);

// "time, int32, in s, 3 decimal digits"
std::string scale_text(CostType type, const CostScale& scale);
nlohmann::ordered_json scale_json(CostType type, const CostScale& scale);

}  // namespace allways::command
