// SPDX-License-Identifier: Apache-2.0
// Text in aligned columns.
#pragma once

#include <string>
#include <vector>

#include "allways/base/api.h"

namespace allways {

// Takes rows of equal length. Each column is as wide as its widest cell, with two blanks between columns. The first
// `left` columns are left-aligned; the others, numbers, are right-aligned. Each row ends with a newline, without
// trailing blanks.
ALLWAYS_API std::string text_table(const std::vector<std::vector<std::string>>& rows, std::size_t left);

}  // namespace allways
