// Columns of text for people.
#pragma once

#include <string>
#include <vector>

namespace allways {

// Rows of as many cells; each column as wide as its widest cell, two blanks between. The first `left` columns keep to
// the left, the others, numbers, to the right. Ends each row with a line end and no blanks.
std::string text_table(const std::vector<std::vector<std::string>>& rows, std::size_t left);

}  // namespace allways
