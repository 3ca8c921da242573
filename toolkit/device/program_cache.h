// Built programs, kept on disk so that a second run does not compile. In: source and options; out: a program
// that is ready to use.
#pragma once

#include <string>

#include "allways/base/progress.h"
#include "device/opencl.h"

namespace allways::device {

class ProgramCache {
public:
    // directory: where binaries are kept, made when first needed; empty: nothing is kept.
    ProgramCache(std::string directory, LogCallback log);

    // Loads the binary of that device, driver, source and options, or builds it from source and stores it. An entry
    // that is damaged, for something else, or refused by the driver is rebuilt and overwritten. A directory that cannot
    // be written is logged once and does without. Throws DeviceError with the build log.
    cl::Program build(const cl::Context& context, const OpenClDevice& device, const std::string& source,
                      const std::string& options);

    // The file that entry has; for tests.
    std::string path_of(const OpenClDevice& device, const std::string& source, const std::string& options) const;

private:
    std::string directory_;
    LogCallback log_;
};

}  // namespace allways::device
