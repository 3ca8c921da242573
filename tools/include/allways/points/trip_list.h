// SPDX-License-Identifier: Apache-2.0
// Trips between places, as files state them: a list of pairs with a column of trips, or a matrix.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/importers/read.h"
#include "allways/points/pair_lists.h"

namespace allways {

struct TripList {
    PairLists lists;
    std::vector<double> trips;  // one for each pair, from 0
};

// The position of the column of the trips: `field`; empty: the one that is called trips, volume, demand or flow.
// Nothing: without such a column every pair is one trip. Both are logged. Throws InvalidArgument for an unknown field.
ALLWAYS_API std::optional<std::size_t> trip_column(const std::vector<std::string>& names, const std::string& field,
                                                   const LogCallback& log = {});

// A file of pairs (read_pairs) with a trip_column(). Throws as read_pair_lists and trip_column do, and InputError,
// naming the line, for trips that are no numbers or negative.
ALLWAYS_API TripList read_trip_pairs(const std::string& path, const std::string& field,
                                     const PointOptions& options = {}, const NamedPoints* points = nullptr,
                                     const LogCallback& log = {});

// The cells of a matrix or a table, such as an Open Matrix file or a TNTP trips file, above 0: trips from the node of
// the row to that of the column, or between the `points` with these ids. Cells without a number are no trips. Throws
// InputError, naming `file`, for a network, negative cells, and ids as pair_lists does.
ALLWAYS_API TripList trips_in(const Input& matrix, const std::string& file, const NamedPoints* points = nullptr);

}  // namespace allways
