// Lines of roads that go on in each other, as one line: there are fewer of them then to put a buffer around.
#pragma once

#include <vector>

#include "allways/network/coordinate.h"

namespace allways::tools {

using Line = std::vector<Coordinate>;

// The same places, each line in one of the results: where lines of two points or more meet at the end of one, the one that
// goes straightest on follows, unless it turns by more than a right angle. O(n log n).
std::vector<Line> joined_lines(const std::vector<Line>& lines);

}  // namespace allways::tools
