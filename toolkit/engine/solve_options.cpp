// SPDX-License-Identifier: Apache-2.0
#include "allways/engine/solve_options.h"

namespace allways {

const std::vector<SolveOptionRow>& solve_options() {
    using Solve = SolveOptions;
    static const std::vector<SolveOptionRow> rows{
        {"cost", &Solve::cost, "FIELD",
         "Column to use as the cost (default: the one of `cost_field`, else cost, weight, time, travel_time, length or "
         "another usual name), or an expression of columns, such as 'time + 0.055 * toll'"},
        {"cost_type", &Solve::cost_type, "TYPE",
         "Number type of costs (default: int32 fixed point if it fits, else float64)"},
        {"skims", &Solve::skims, "FIELD",
         "Field to sum along the shortest paths, such as length in addition to time; repeatable", "", "--skim"},
        {"schedule", &Solve::schedule, "NAME",
         std::string("Schedule: auto chooses sweep or blocked, whichever is predicted to be faster; sweep, for "
                     "networks, eliminates nodes in a good order and then needs few operations per pair, on the host's "
                     "processor; ") +
             tile_schedules_text},
        {"device", &Solve::device, "TEXT", device_text},
        {"memory_limit_bytes", &Solve::memory_limit_bytes, "SIZE",
         "Use at most this much memory, such as 800M or 1.5G (default: what host and device have)", "", "--memory"},
        {"device_memory_bytes", &Solve::device_memory_bytes, "SIZE", device_memory_text, "", "--device-memory"},
        {"scratch_directory", &Solve::scratch_directory, "FOLDER",
         "Folder for a file with those rows of such a matrix that are not on the device (default: they are in memory)",
         "", "--scratch"},
        {"tile", &Solve::tile, "NODES", "Tile size in nodes (default: as tuned for the device)"},
        {"self_tuning", &Solve::self_tuning, "",
         "Do not let a device without a tuning entry of its own search for faster kernels before a long job", "",
         "--no-tune"},
        {"next_hops", &Solve::next_hops, "", "Without next hops a table needs less memory, but has no paths"},
        {"cache_directory", &Solve::cache_directory, "FOLDER", "Folder that keeps compiled kernels; empty: none", "",
         no_flag},
        {"tuning_directory", &Solve::tuning_directory, "FOLDER",
         "Folder of tuning entries that override the shipped ones; empty: none", "", no_flag},
    };
    return rows;
}

std::vector<std::string> words_of(const ScheduleChoice&) {
    std::vector<std::string> words{"auto", "sweep"};
    words.insert(words.end(), tile_schedules().begin(), tile_schedules().end());
    return words;
}

}  // namespace allways
