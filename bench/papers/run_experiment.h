// Measures an experiment on a device: each of its methods, and the product, at each size, answers compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "papers/experiment_result.h"

namespace allways::papers {

struct RunOptions {
    std::string device = "auto";  // "auto" | "cpu" | "gpu" | "I:J"
    double limit_seconds = 60;    // for one run of one method at one size, all of it but building programs; see below
    unsigned runs = 3;            // measured, after one that warms up
    std::vector<std::size_t> sizes = {};  // some of the experiment's sizes; empty: all
    std::uint64_t seed = 1;
    std::string cache_directory = {};  // built programs; empty: not kept
    ProgressCallback progress = {};    // in milliseconds: spent, and spent + expected
    LogCallback log = {};
};

// A cell whose run is predicted to exceed the limit, or does, has a note in place of seconds; nothing is extrapolated.
// Predicted is the shortest run of the method's last size times the growth of its work (Method::work). Where all the
// asked runs do not fit into the limit, as many run as fit, and where not even two do, the first is the measured one
// (Cell::runs, Cell::warmed_up). A size that one buffer or the host's memory cannot hold has a note, too.
//
// Every run's answer is compared, cell by cell, with the first answer of its size: throws Error naming both methods,
// the size and the first cell that differs. Throws InvalidArgument for a size that is not one of the experiment's or a
// limit that is not above 0, DeviceError for a device that is absent or fails, and Cancelled.
ExperimentResult run_experiment(const Experiment& experiment, const RunOptions& options);

}  // namespace allways::papers
