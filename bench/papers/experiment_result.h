// The result of an experiment, as a plain value: it is printed, written as JSON, read back and drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "papers/experiment.h"

namespace allways::papers {

// One method at one size. Neither seconds nor a note: the method is not for that size.
struct Cell {
    std::optional<double> seconds;  // median of the measured runs
    unsigned runs = 0;              // measured
    bool warmed_up = false;         // one more run came before them
    std::string note;               // why there are no seconds
};

struct Column {
    std::string name;
    std::string what;
    std::string covers;
    std::string group;
    std::vector<Cell> cells;  // one a size
};

struct FactColumn {
    std::string name;
    std::string what;
    std::vector<std::optional<double>> values;  // one a size; nothing where no method ran
};

struct ExperimentResult {
    std::string name;  // this and the next three as in Experiment
    std::string title;
    std::string source;
    std::string graph;
    std::vector<std::size_t> sizes;  // those that were asked for
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

// The column of that name, or null.
const Column* find_column(const ExperimentResult& result, const std::string& name);

// Seconds of the baseline over seconds of the method, one a size; nothing where either has none.
std::vector<std::optional<double>> speed_up_values(const ExperimentResult& result, const SpeedUp& speed_up);

}  // namespace allways::papers
