// Solved tables in Open Matrix files.
#pragma once

#include <string>

#include "allways/importers/read.h"

namespace allways {

// Throws InputError where the file is not an Open Matrix table.
DistanceTable read_omx(const std::string& path, const ReadOptions& options);

}  // namespace allways
