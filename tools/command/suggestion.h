// SPDX-License-Identifier: Apache-2.0
// Suggests the known word that a mistyped word probably meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace allways::command {

// The number of letters to insert, delete, replace or swap with a neighbour; each pair of neighbours is swapped at most
// once (optimal string alignment distance: Boytsov 2011, "Indexing methods for approximate dictionary searching",
// section 2).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The known word nearest to `word`: the only one that begins with it, or one that differs in at most a third of its
// letters. Empty if there is none.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

// "; did you mean 'solve'?", or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace allways::command
