// SPDX-License-Identifier: Apache-2.0
// What `allways info` says of solved tables and matrices, and how it writes costs and notes of any input.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "allways/base/cost_type.h"
#include "allways/base/units.h"
#include "allways/cost/cost_matrix.h"
#include "allways/importers/read.h"
#include "allways/result/distance_table.h"
#include "allways/result/origin_destination_table.h"

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

// Prints to standard output; `source` is the file.
void print(const DistanceTable& table, const std::string& source);
void print(const OriginDestinationTable& table, const std::string& source);
// Prints the numbers of a matrix as direct costs.
void print(const CostMatrix& matrix, const ImportReport& report);

nlohmann::ordered_json json_of(const DistanceTable& table, const std::string& source);
nlohmann::ordered_json json_of(const OriginDestinationTable& table, const std::string& source);
nlohmann::ordered_json json_of(const CostMatrix& matrix, const ImportReport& report);

// Prints the first `count` rows and columns.
void print_corner(const DistanceTable& table, std::size_t count);
void print_corner(const OriginDestinationTable& table, std::size_t count);

}  // namespace allways::command
