// SPDX-License-Identifier: Apache-2.0
// Factors of networks.
#pragma once

#include <string>

#include "allways/importers/read.h"

namespace allways::importers {

// Reads a file that tools/export/formats/hdf5/factor_file.cpp wrote. Throws InputError if the file is not a factor or
// is damaged: sizes that differ, indexes out of range, a wrong checksum.
NetworkFactor read_factor_file(const std::string& path, const ReadOptions& options);

}  // namespace allways::importers
