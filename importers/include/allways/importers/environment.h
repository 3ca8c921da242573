// SPDX-License-Identifier: Apache-2.0
// What this machine and the installed libraries offer, and what is missing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"

namespace allways {

struct EnvironmentCheck {
    std::string subject;  // "OpenCL", "GDAL", "PROJ", "HDF5", "memory", "temporary files"
    bool holds = false;
    std::string found;   // versions, devices, free space; or what is wrong
    std::string remedy;  // what to do; empty where the check holds
};

// Looks for OpenCL devices, the formats of GDAL, PROJ's database, memory and room for temporary files. Does not throw
// for anything that is missing. Takes a second at most.
ALLWAYS_API std::vector<EnvironmentCheck> check_environment();

// ---- messages of GDAL and PROJ, for programs that show them

// Passes GDAL's and PROJ's own messages to `take`; readers include the relevant ones in their errors. Call it once when
// the program starts: GDAL has one such handler for all threads.
ALLWAYS_API void pass_on_gdal_messages(void (*take)(std::string_view message));

}  // namespace allways
