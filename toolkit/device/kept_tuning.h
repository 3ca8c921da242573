// SPDX-License-Identifier: Apache-2.0
// The values that devices without an entry of their own found for themselves, kept beside the compiled programs.
#pragma once

#include <optional>
#include <string>

#include "device/opencl.h"
#include "device/opencl_options.h"
#include "device/tuning.h"

namespace allways::device {

struct KeptTuning {
    TuningValues values;
    double seconds = 0;  // of the search that found them
};

// The values kept for the device and its driver, in this version of the kernels; for this process, and in the folder
// unless `cache_directory` is empty. A damaged file counts as none.
std::optional<KeptTuning> kept_tuning(const OpenClDevice& device, const CellKind& kind,
                                      const std::string& cache_directory);
// A folder that cannot be written is logged.
void keep_tuning(const OpenClDevice& device, const CellKind& kind, const KeptTuning& kept,
                 const std::string& cache_directory, const LogCallback& log_to);

// Returns true for the values of a default entry, unless the options name one, or ranks have to agree.
bool may_tune_itself(const Tuning& tuning, const OpenClOptions& options);

// The values that a device uses: those of its entry (find_tuning), or if it may tune itself the kept ones. Throws as
// find_tuning does.
Tuning choose_tuning(const OpenClDevice& device, const CellKind& kind, const OpenClOptions& options);

}  // namespace allways::device
