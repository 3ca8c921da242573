// SPDX-License-Identifier: Apache-2.0
// The result of an experiment, as a plain value that is printed, written as JSON, read back and drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "papers/experiment.h"

namespace allways::papers {

// One method at one size. Without seconds and note, the method does not apply to that size.
struct Cell {
    std::optional<double> seconds;  // median of the measured runs
    unsigned runs = 0;              // measured
    bool warmed_up = false;         // preceded by an unmeasured run
    std::string note;               // the reason if there are no seconds
};

struct Column {
    std::string name;
    std::string what;
    std::string covers;
    std::string group;
    std::vector<Cell> cells;  // one per size
};

struct FactColumn {
    std::string name;
    std::string what;
    std::vector<std::optional<double>> values;  // one per size; nothing if no method ran
};

struct ExperimentResult {
    std::string name;  // this and the next three as in Experiment
    std::string title;
    std::string source;
    std::string graph;
    std::vector<std::size_t> sizes;  // the requested sizes
    std::vector<Column> columns;     // the paper's methods, then the product's two
    std::vector<FactColumn> facts;
    std::vector<SpeedUp> speed_ups;
    std::vector<Published> published;  // values for `sizes`
    std::vector<std::string> remarks;
    std::string device;
    std::string driver;
    std::string version;  // Allways'
    std::string date;     // UTC, "2026-11-21T12:30:00Z"
    std::uint64_t seed = 0;
    double limit_seconds = 0;
    unsigned runs = 0;
};

// The column with that name, or null.
const Column* find_column(const ExperimentResult& result, const std::string& name);

// Seconds of the baseline divided by seconds of the method, one per size; nothing if either is missing.
std::vector<std::optional<double>> speed_up_values(const ExperimentResult& result, const SpeedUp& speed_up);

}  // namespace allways::papers
