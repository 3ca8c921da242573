// SPDX-License-Identifier: Apache-2.0
// A paper's experiment as a value: what it ran, on which graphs and sizes, and what it published. Built without a
// device; run_experiment.h measures it. One file per paper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/error.h"

namespace allways::papers {

class PaperDevice;

// A dense graph as the paper's generator makes it: n×n, row-major, [from][to], `unreachable` if there is no arc, 0 on
// the diagonal. Weights are integers and all shortest distances below 2²⁴, so that int32 and float32 tables of a graph
// are equal in every number.
struct Graph {
    std::size_t n = 0;
    std::vector<std::int32_t> cells;
};
inline constexpr std::int32_t unreachable = (1 << 30) - 1;

// Input and tools of a method, for one size. A method first prepares itself (allocates, compiles, uploads), and is then
// timed.
struct Run {
    const Graph& graph;
    std::vector<std::int32_t>& distances;  // n×n, the answer; compared with other methods' answers
    PaperDevice& device;
    // Call it between the steps of a long run (rows, rounds): throws NotRun after the time limit, and Cancelled.
    const std::function<void()>& tick;
};

// Thrown by a method for a size or device that it does not support; the table shows the reason.
class NotRun : public Error {
public:
    using Error::Error;
};

// A way to solve: one column of the paper's table. `run` returns the seconds that the paper's own measurement covers
// (`covers` describes them: with or without transfers).
struct Method {
    std::string name;  // the paper's name for it
    std::string what;  // one sentence: algorithm, memory, work-group
    std::string covers;
    std::function<double(const Run&)> run;
    std::string group = {};               // the table it belongs to; empty: the paper's main one
    std::vector<std::size_t> sizes = {};  // the experiment's sizes that it applies to; empty: all
    // The number of adds and mins for n nodes, to predict seconds from size to size; empty: n³.
    std::function<double(std::size_t n)> work = {};
};

// A published column: hardware, and seconds or speed-ups by size; nothing for values that the paper lacks. Footnotes
// name figures that this algorithm cannot reach on this hardware, with the arithmetic.
struct Published {
    std::string name;
    std::string hardware;
    enum class Quantity { seconds, speed_up } quantity = Quantity::seconds;
    std::string over;                           // speed-ups: the baseline's name
    std::vector<std::optional<double>> values;  // one per size
    std::vector<std::string> footnotes;
    std::string group = {};  // the table it belongs to, as in Method::group
};

// A column of speed-ups: seconds of `baseline` over seconds of `method`.
struct SpeedUp {
    std::string method;
    std::string baseline;
};

// The product's two columns, which the runner appends; speed-ups may refer to them.
inline constexpr const char* product_kernels = "allways, kernels";
inline constexpr const char* product_whole = "allways, whole";

// A number that the paper derives from the answer ("diameter"), one per size.
struct Fact {
    std::string name;
    std::string what;
    std::function<double(const std::vector<std::int32_t>& distances)> value;
};

struct Experiment {
    std::string name;    // its name on the command line: "zuccato"
    std::string title;   // authors, title, year
    std::string source;  // section, table, figure
    std::string graph;   // the generator in one sentence, with the density used
    std::vector<std::size_t> sizes;
    std::function<Graph(std::size_t n, std::uint64_t seed)> make_graph;
    std::vector<Method> methods;  // in the paper's order; the runner appends the product's best schedule
    std::vector<SpeedUp> speed_ups;
    std::vector<Published> published;
    std::vector<std::string> remarks;  // features of the product that the paper lacks; changes and their reasons
    std::vector<Fact> facts = {};
};

}  // namespace allways::papers
