// A paper's experiment as a value: what it ran, on which graphs and sizes, and what it published. Built without a
// device; run_experiment.h measures it. One file a paper.
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

// A dense graph as the paper's generator makes it: n×n, row-major, [from][to], `unreachable` where there is no arc,
// 0 on the diagonal. Weights are integers and every shortest distance is below 2²⁴, so that int32 and float32
// tables of one graph are equal number by number.
struct Graph {
    std::size_t n = 0;
    std::vector<std::int32_t> cells;
};
inline constexpr std::int32_t unreachable = (1 << 30) - 1;

// The input and the tools of a method, for one size. A method prepares itself (allocates, compiles, uploads), then is
// timed.
struct Run {
    const Graph& graph;
    std::vector<std::int32_t>& distances;  // n×n, the answer; compared with the other methods' answers
    PaperDevice& device;
    // To be called between the steps of a long run (a row, a round): throws NotRun once the time limit has passed, and
    // Cancelled.
    const std::function<void()>& tick;
};

// Thrown by a method for a size or a device that it cannot take; the table shows the reason.
class NotRun : public Error {
public:
    using Error::Error;
};

// One way to solve, one column of the paper's table. `run` returns the seconds that the paper's own measurement
// covers (`covers` says in words: with or without transfers).
struct Method {
    std::string name;  // as the paper calls it
    std::string what;  // one sentence: algorithm, memory, work-group
    std::string covers;
    std::function<double(const Run&)> run;
    std::string group = {};               // the table it stands in; empty: the paper's main one
    std::vector<std::size_t> sizes = {};  // those of the experiment's sizes that it is for; empty: all
    // Adds and mins for n nodes, by which seconds grow from one size to the next; empty: n³.
    std::function<double(std::size_t n)> work = {};
};

// A published column: hardware, and seconds or speed-ups by size; nothing where the paper has none. Footnotes name
// figures that cannot be that algorithm on that hardware, with the arithmetic.
struct Published {
    std::string name;
    std::string hardware;
    enum class Quantity { seconds, speed_up } quantity = Quantity::seconds;
    std::string over;                           // speed-ups: the baseline's name
    std::vector<std::optional<double>> values;  // one a size
    std::vector<std::string> footnotes;
    std::string group = {};  // the table it stands in, as Method::group
};

// A column of speed-ups: seconds of `baseline` over seconds of `method`.
struct SpeedUp {
    std::string method;
    std::string baseline;
};

// The product's two columns, which the runner appends; for speed-ups over and of them.
inline constexpr const char* product_kernels = "allways, kernels";
inline constexpr const char* product_whole = "allways, whole";

// A number that the paper reads off the answer ("diameter"), one a size.
struct Fact {
    std::string name;
    std::string what;
    std::function<double(const std::vector<std::int32_t>& distances)> value;
};

struct Experiment {
    std::string name;    // as the command line has it: "zuccato"
    std::string title;   // authors, title, year
    std::string source;  // section, table, figure
    std::string graph;   // the generator in one sentence, with the density used
    std::vector<std::size_t> sizes;
    std::function<Graph(std::size_t n, std::uint64_t seed)> make_graph;
    std::vector<Method> methods;  // in the paper's order; the runner appends the product's best schedule
    std::vector<SpeedUp> speed_ups;
    std::vector<Published> published;
    std::vector<std::string> remarks;  // features of the product that the paper lacked; changes and their reasons
    std::vector<Fact> facts = {};
};

}  // namespace allways::papers
