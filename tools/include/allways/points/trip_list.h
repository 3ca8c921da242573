// SPDX-License-Identifier: Apache-2.0
// Trips between places, as files state them: a list of pairs with a column of trips, or a matrix.
#pragma once

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

// A file of pairs (read_pairs). `field`: the column of the trips; empty: the one that is called trips, volume, demand
// or flow, and without such a column every pair is one trip; both are logged. Throws as read_pair_lists,
// InvalidArgument for an unknown field, and InputError, naming the line, for trips that are no numbers or negative.
ALLWAYS_API TripList read_trip_pairs(const std::string& path, const std::string& field,
                                     const PointOptions& options = {}, const NamedPoints* points = nullptr,
                                     const LogCallback& log = {});

// The cells of a matrix or a table, such as an Open Matrix file or a TNTP trips file, above 0: trips from the node of
// the row to that of the column, or between the `points` with these ids. Cells without a number are no trips. Throws
// InputError, naming `file`, for a network, negative cells, and ids as pair_lists does.
ALLWAYS_API TripList trips_in(const Input& matrix, const std::string& file, const NamedPoints* points = nullptr);

}  // namespace allways
