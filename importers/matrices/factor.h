// Factors of networks.
#pragma once

#include <string>

#include "allways/importers/read.h"

namespace allways {

// What tools/export/factor.cpp wrote. Throws InputError where the file is no factor or is damaged: sizes that differ,
// indexes out of range, a checksum that does not fit.
NetworkFactor read_factor_file(const std::string& path, const ReadOptions& options);

}  // namespace allways
