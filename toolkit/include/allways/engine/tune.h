// SPDX-License-Identifier: Apache-2.0
// Measures which kernel geometry is fastest on a device within a stated time. `allways tune` writes the result as an
// entry of the tuning table.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/device/device_choice.h"

namespace allways {

struct TuneOptions {
    DeviceChoice device = {};  // as SolveOptions::device; the reference has nothing to tune
    // Types to measure; int32 also covers its 16-bit cells.
    std::vector<CostType> types = {CostType::int32, CostType::float32, CostType::float64};
    double seconds = 120;               // for the whole run; a kernel compilation that has begun is completed
    std::string cache_directory = {};   // compiled kernels of all candidates; empty: compiled anew for each round
    std::string tuning_directory = {};  // as SolveOptions::tuning_directory: the source of the device's current values
    ProgressCallback progress = {};     // stage "tune", in milliseconds of the stated time
    LogCallback log = {};
};

using TuneOptionRow = OptionRow<TuneOptions, DeviceChoice, std::vector<CostType>, double, std::string>;
// In the order of the command's help.
ALLWAYS_API const std::vector<TuneOptionRow>& tune_options();

// A section of a tuning entry and its measured rates, for the same problem on the same device, in pairs per second as
// in BenchResult.
struct TunedSection {
    std::string name;   // "values", "float32", "float64", "uint16", "carried", "float64_carried", "small_carried"
    std::string cells;  // described in words: "int32", "int32, hop array"
    std::map<std::string, int> values;
    std::size_t candidates = 0;  // geometries that the device supports
    std::size_t measured = 0;    // candidates measured in the time available; 0: `values` are the current ones
    std::size_t n = 0;           // nodes of the longest measurement
    double before = 0;           // rate with the current values; 0 if they did not run
    double after = 0;
};

struct ALLWAYS_API TuneResult {
    std::string device;
    std::string driver;
    std::string kind;           // "cpu" or "gpu", as an entry's "match" has it
    std::string form;           // form of the kernels: "cpu" or "gpu"
    std::string build_options;  // those of the current entry, unchanged
    std::string before;         // name of the current entry
    std::vector<TunedSection> sections;
    double seconds = 0;

    std::size_t candidates() const;
    std::size_t measured() const;
};

// Tries the geometries that the device's limits allow by successive halving, starting with those that a rough model
// expects to be fast: short runs of all, longer runs of the better half. Each run uses the real engine on a complete
// digraph and checks the answer against Dijkstra's; a geometry that fails or gives a wrong answer is logged and
// dropped. The current values are always candidates and stay unless others are faster. Throws InvalidArgument (device
// text, no types, seconds not above 0 or too few to measure anything), DeviceError (no such device), InputError (a
// damaged file in tuning_directory), and Cancelled.
ALLWAYS_API TuneResult tune(const TuneOptions& options);

// Returns the name of the device that `tune` would choose for `device`. Throws as tune does.
ALLWAYS_API std::string tuned_device(const DeviceChoice& device);

}  // namespace allways
