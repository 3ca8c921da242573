// SPDX-License-Identifier: Apache-2.0
// Text in aligned columns.
#pragma once

#include <string>
#include <vector>

#include "allways/base/api.h"

namespace allways {

// Rows of equal length; each column as wide as its widest cell, two blanks between. The first `left` columns are
// left-aligned, the others, numbers, right-aligned. Each row ends with a newline, without trailing blanks.
ALLWAYS_API std::string text_table(const std::vector<std::vector<std::string>>& rows, std::size_t left);

}  // namespace allways
