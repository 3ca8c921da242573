// Solved tables in Open Matrix files.
#pragma once

#include <string>

#include "text/file_format.h"

namespace allways {

// Files that Allways wrote come back whole: distances with skims, ids, and of the same nodes both ways next hops, arcs
// and coordinates, of origins × destinations their places. Of other Open Matrix files the matrix named by
// options.cost_field is read, or the first, as distances without next hops: inf, nan and the value of an attribute NA
// are unreachable; of a square one with one lookup for both sides the diagonal becomes 0 where it is missing. Throws
// InputError where the file is not an Open Matrix table, naming what it lacks.
TableContent read_omx(const std::string& path, const ReadOptions& options, ImportReport& found);

}  // namespace allways
