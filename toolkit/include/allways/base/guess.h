// SPDX-License-Identifier: Apache-2.0
// What a file is taken to mean where it does not say so: one row for each guess, with the options that state it
// instead. docs/what-files-mean.md explains them.
#pragma once

#include <span>
#include <string_view>

#include "allways/base/api.h"
#include "allways/base/progress.h"

namespace allways {

enum class Guess {
    cost,        // the column that is minimised
    directions,  // where lines may be travelled both ways
    oneway,      // the words of a one-way field
    speeds,      // the unit of speeds
    lengths,     // the unit of lengths
    mode,        // whose links are read
    crs,         // the reference system
    joints,      // where lines meet
    points,      // the fields of a file of points
    points_crs,  // the reference system of a file of points
    lookup,      // the ids of an OMX file
    encoding,    // the characters of texts
    holiday,     // if a day is a holiday
};

struct GuessRow {
    Guess guess;
    std::string_view name;     // as in docs/what-files-mean.md
    std::string_view options;  // the fields of option structs that state it, in backticks, as in a sentence
};

// In the order of the enumerators.
ALLWAYS_API std::span<const GuessRow> guesses();

// Logs what was guessed, with counts, as LogLevel::guess; adds the options that state it.
ALLWAYS_API void guess(const LogCallback& callback, Guess guess, std::string_view message);

}  // namespace allways
