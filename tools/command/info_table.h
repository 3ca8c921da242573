// SPDX-License-Identifier: Apache-2.0
// `allways info` of solved tables and matrices.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "allways/cost/cost_matrix.h"
#include "allways/importers/read.h"
#include "allways/result/distance_table.h"
#include "allways/result/origin_destination_table.h"

namespace allways::command {

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
