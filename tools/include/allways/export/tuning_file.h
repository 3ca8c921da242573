// SPDX-License-Identifier: Apache-2.0
// The result of `tune` as an entry of the tuning table: a file that the device uses from then on.
#pragma once

#include <string>

#include "allways/base/api.h"
#include "allways/engine/bench.h"

namespace allways {

// Returns the path of a device's file in a folder of entries, such as ".../nvidia_h200.json"; creates the folder if it
// is missing. Throws InvalidArgument for an empty folder, InputError if it cannot be created, and as tuned_device().
ALLWAYS_API std::string tuning_file(const std::string& folder, const DeviceChoice& device);

// The entry as JSON. "about" records the host, the date, the options of the measurement, and the rates; "match" names
// the device but not its driver.
ALLWAYS_API std::string tuning_entry(const TuneResult& result, const TuneOptions& options);

}  // namespace allways
