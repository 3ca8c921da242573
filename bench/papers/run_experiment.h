// SPDX-License-Identifier: Apache-2.0
// Measures an experiment on a device: each method and the product at each size, with all answers compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "papers/experiment_result.h"

namespace allways::papers {

struct RunOptions {
    std::string device = "auto";          // "auto" | "cpu" | "gpu" | "I:J"
    double limit_seconds = 60;            // for one run of one method at one size, without building programs; see below
    unsigned runs = 3;                    // measured, after one warm-up run
    std::vector<std::size_t> sizes = {};  // some of the experiment's sizes; empty: all
    std::uint64_t seed = 1;
    std::string cache_directory = {};  // built programs; empty: not kept
    ProgressCallback progress = {};    // milliseconds: spent, and spent + expected
    LogCallback log = {};
};

// A cell whose run exceeds the limit, or is predicted to, has a note in place of seconds; nothing is extrapolated. The
// prediction is the shortest run of the method's last size times the growth of its work (Method::work). If not all
// requested runs fit in the limit, only as many run as fit; if not even two fit, the first is the measured one
// (Cell::runs, Cell::warmed_up). A size that exceeds one buffer or the host's memory has a note, too.
//
// Every answer is compared, cell by cell, with the first answer of its size: throws Error naming both methods, the size
// and the first cell that differs. Throws InvalidArgument for a size that the experiment does not have or a limit that
// is not above 0, DeviceError for a device that is missing or fails, and Cancelled.
ExperimentResult run_experiment(const Experiment& experiment, const RunOptions& options);

}  // namespace allways::papers
