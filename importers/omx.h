// Solved tables in Open Matrix files.
#pragma once

#include <string>

#include "allways/importers/read.h"

namespace allways {

// Files that Allways wrote come back whole: distances, next hops, arcs, coordinates. Of other Open Matrix files the
// matrix named by options.cost_field is read, or the first, as distances without next hops: inf, nan and the value of
// an attribute NA are unreachable, the diagonal becomes 0 where it is missing. Throws InputError where the file is not
// an Open Matrix table, naming what it lacks.
DistanceTable read_omx(const std::string& path, const ReadOptions& options);

}  // namespace allways
