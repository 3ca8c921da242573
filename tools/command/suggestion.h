// A mistyped word → the word that was probably meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace allways::command {

// Letters to insert, delete, replace or swap with their neighbour; each pair of neighbours is swapped once at most
// (optimal string alignment distance: Boytsov 2011, "Indexing methods for approximate dictionary searching", section
// 2).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The known word nearest to `word`: the one that alone begins with it, or one at most a third of its letters away.
// Empty where there is none.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

// "; did you mean 'solve'?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace allways::command
