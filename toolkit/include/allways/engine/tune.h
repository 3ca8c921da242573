// Which kernel geometry is fastest on a device: measured within a stated time. What `allways tune` writes down as an
// entry of the tuning table.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/base/progress.h"
#include "allways/device/device_choice.h"

namespace allways {

struct TuneOptions {
    DeviceChoice device = {};  // as SolveOptions::device; the reference has nothing to tune
    // To measure with; int32 stands for its 16-bit cells too.
    std::vector<CostType> types = {CostType::int32, CostType::float32, CostType::float64};
    double seconds = 120;               // for all of it; a kernel that is being compiled is compiled to its end
    std::string cache_directory = {};   // compiled kernels of all that is tried; empty: compiled anew for each round
    std::string tuning_directory = {};  // as SolveOptions::tuning_directory: what the device takes at present
    ProgressCallback progress = {};     // stage "tune", in milliseconds of the stated time
    LogCallback log = {};
};

// A section of a tuning entry, and what its cells reached: the same problem on the same device, pairs a second as in
// BenchResult.
struct TunedSection {
    std::string name;   // "values", "float32", "float64", "uint16", "carried", "float64_carried", "small_carried"
    std::string cells;  // in words: "int32", "int32, carried hops"
    std::map<std::string, int> values;
    std::size_t candidates = 0;  // that the device can take
    std::size_t measured = 0;    // of these, in the time there was; 0: `values` are those until now
    std::size_t n = 0;           // nodes of the longest measurement
    double before = 0;           // with the values until now; 0 where these did not run
    double after = 0;
};

struct TuneResult {
    std::string device;
    std::string driver;
    std::string kind;           // "cpu" or "gpu", as an entry's "match" has it
    std::string form;           // of kernels: "cpu" or "gpu"
    std::string build_options;  // of the entry until now, kept
    std::string before;         // that entry
    std::vector<TunedSection> sections;
    double seconds = 0;

    std::size_t candidates() const;
    std::size_t measured() const;
};

// Tries the geometries that the device's limits allow, those first that a rough model expects to be fast, by successive
// halving: short runs of all, longer ones of the better half. Each runs through the real engine on a complete digraph,
// its answer checked against Dijkstra's; one that fails or is wrong is logged and left out. The values until now are
// always among them, and stay unless others were faster.
// Throws InvalidArgument (device text, no types, seconds not above 0 or too few to measure anything), DeviceError (no
// such device), InputError (a damaged file in tuning_directory), and Cancelled.
TuneResult tune(const TuneOptions& options);

// The name of the device that `tune` would choose for the text. Throws as tune.
std::string tuned_device(const DeviceChoice& device);

}  // namespace allways
