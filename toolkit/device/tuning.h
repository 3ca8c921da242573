// SPDX-License-Identifier: Apache-2.0
// The tuning table: values measured on devices, stored as data. Input: a device and a cell format. Output: the values
// of the entry that fits it best, or the safe default of its family.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/cost_type.h"
#include "base/cell_width.h"
#include "device/opencl.h"
#include "device/opencl_options.h"

namespace allways::device {

class ProgramCache;

// ---- entries, as files state them: those of kernels/tuning/, which are embedded in the library, and a user's

// The two kinds of kernels: work-groups that share local memory, or single work-items with wide vectors.
enum class KernelForm { gpu, cpu };

using TuningValues = std::map<std::string, int>;

struct TuningEntry {
    std::string name;                          // file name without .json
    std::string file;                          // path of a user's entry; empty: shipped
    std::map<std::string, std::string> match;  // "kind", "vendor", "name", …: see find_tuning
    KernelForm form = KernelForm::cpu;
    std::string build_options;
    std::map<std::string, TuningValues> sections;  // "values"; "float32", … if present
};

// Throws InputError naming `file`, what was expected and what was found.
TuningEntry parse_tuning_entry(const std::string& text, const std::string& name, const std::string& file);

// The shipped entries of this build, by name.
const std::vector<TuningEntry>& shipped_tuning_entries();

// Reads every *.json of a folder, by name; returns nothing if the folder is missing or `directory` is empty. Throws
// InputError for a file that cannot be read or is damaged.
std::vector<TuningEntry> read_tuning_entries(const std::string& directory);

// ---- the entry that fits a device

// The text of tuning values, "tile=96,vector=8,…", and back; throws InvalidArgument for another text.
std::string values_text(const TuningValues& values);
TuningValues parse_tuning_values(const std::string& text);

struct Tuning {
    std::string name;  // file name without .json; the path of a user's entry
    KernelForm form = KernelForm::cpu;
    TuningValues values;        // "tile", "item", "depth" | "vector", "vectors", "rows"; "min_form"
    std::string build_options;  // passed on to the device's compiler
    bool is_default = false;    // a start for any device of its kind, which nobody has measured on this one

    // Throws InvalidArgument, naming the entry, if the entry lacks the value.
    int value(const std::string& key) const;
    std::size_t value_or(const std::string& key, std::size_t otherwise) const;
};

// The kind of cells, on which tuned values may depend in addition to the device.
struct CellKind {
    CostType type = CostType::int32;
    bool hop_array = false;
    CellWidth width = CellWidth::full;
};

// As `forced`: the entry of a device that has none of its own.
inline constexpr std::string_view default_entry = "default";

// Finds the entry with the most matching conditions ("kind"; "vendor" and "name", which match as substrings, ignoring
// case; "compute_capability" of NVIDIA's GPUs, "9" or "9.0"; "float_lanes"), the first by name on a tie; a matching
// entry in the user's folder `directory` takes precedence over all shipped ones. Devices other than CPUs and GPUs use
// the GPU default. Sections "float32", "float64", "uint16" (CellWidth::bits16), "carried" (a hop array),
// "float32_carried", "float64_carried" and "small_carried" (a hop array and CellWidth::bits23) override the values for
// such cells, in that order. `forced`, for tests and tuning: "ENTRY", "ENTRY:key=value,…" or ":key=value,…" selects
// that entry, and its values override all others; the key build_options adds to the compiler's options. Throws
// InvalidArgument for a missing entry or malformed `forced`, and InputError for a damaged file in `directory`.
Tuning find_tuning(const OpenClDevice& device, const CellKind& kind, std::string_view forced = {},
                   const std::string& directory = {});

// ---- the values that devices without an entry of their own found for themselves, kept beside the compiled programs

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

// Sets the values that follow from what the device can do, "nv_packed_min" for 16-bit cells, unless they are set: found
// out by building a small kernel and checking its results. Throws DeviceError if the device fails.
void add_capabilities(Tuning& tuning, const CellKind& kind, const OpenClDevice& device, ProgramCache& cache);

}  // namespace allways::device
