// SPDX-License-Identifier: Apache-2.0
// Compiled programs, kept on disk so that a second run does not compile. Input: source and options. Output: a program
// ready to use.
#pragma once

#include <string>

#include "allways/base/progress.h"
#include "device/cache_folder.h"
#include "device/opencl.h"

namespace allways::device {

class ProgramCache {
public:
    // directory: the folder of binaries, created when first needed; empty: nothing is kept.
    ProgramCache(std::string directory, LogCallback log);

    // Loads the binary for that device, driver, source and options, or builds it from source and stores it. An entry
    // that is damaged, has another key, or is refused by the driver is rebuilt and overwritten. A directory that cannot
    // be written is logged once, and then nothing is stored. Throws DeviceError with the build log.
    cl::Program build(const cl::Context& context, const OpenClDevice& device, const std::string& source,
                      const std::string& options);

    // Returns the file of that entry; for tests.
    std::string path_of(const OpenClDevice& device, const std::string& source, const std::string& options) const;

private:
    CacheFolder folder_;
    LogCallback log_;
};

}  // namespace allways::device
