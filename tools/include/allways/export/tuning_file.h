// SPDX-License-Identifier: Apache-2.0
// What `tune` has found, as an entry of the tuning table: a file that a device uses from then on.
#pragma once

#include <string>

#include "allways/base/api.h"
#include "allways/engine/tune.h"

namespace allways {

// The file of a device in a folder of entries, such as ".../nvidia_h200.json"; the folder is created if it is missing.
// Throws InvalidArgument for an empty folder, InputError if it cannot be created, and as tuned_device().
ALLWAYS_API std::string tuning_file(const std::string& folder, const DeviceChoice& device);

// The entry as JSON. "about" records where, when and by which options it was measured, and the rates; "match" names the
// device but not its driver.
ALLWAYS_API std::string tuning_entry(const TuneResult& result, const TuneOptions& options);

}  // namespace allways
