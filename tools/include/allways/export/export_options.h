// SPDX-License-Identifier: Apache-2.0
// The options of writing as rows, from which the command and Python make theirs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/export/export.h"

namespace allways {

using ExportOptionRow = OptionRow<ExportOptions, bool, std::string, std::optional<std::string>, std::optional<Decimal>,
                                  std::optional<std::uint64_t>>;

// OptionText::formats of rows that need a table between positions.
inline constexpr const char* tables_of_positions = "tables of positions";

// In the order of the command's help.
ALLWAYS_API const std::vector<ExportOptionRow>& export_options();

}  // namespace allways
