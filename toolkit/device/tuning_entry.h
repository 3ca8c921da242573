// SPDX-License-Identifier: Apache-2.0
// One entry of the tuning table, as a file states it. Input: the files of kernels/tuning/, which are embedded in the
// library, and those of a user's folder. Output: checked values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace allways::device {

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

}  // namespace allways::device
