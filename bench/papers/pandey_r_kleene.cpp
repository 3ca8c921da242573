// SPDX-License-Identifier: Apache-2.0
// Pandey and Sharma 2014: recursive R-Kleene in OpenCL, compared with Floyd–Warshall and sequential programs.
#include <optional>

#include "papers/experiments.h"
#include "papers/floyd_forms.h"
#include "papers/pandey_sharma.h"
#include "papers/r_kleene_forms.h"
#include "papers/sequential_forms.h"

namespace allways::papers {
namespace {

const std::string sequential_floyd = "FW_Sequential";
const std::string sequential_r_kleene = "RK_Sequential";
const std::string parallel_floyd = "FW_Parallel";
const std::string parallel_r_kleene = "RK_Parallel";
constexpr std::size_t sequential_base = 16;

Published of_table_1(std::string hardware, std::vector<std::optional<double>> values, std::vector<std::string> notes) {
    return {parallel_r_kleene,
            std::move(hardware),
            Published::Quantity::speed_up,
            sequential_r_kleene,
            std::move(values),
            std::move(notes),
            {}};
}

Published chart_only(const std::string& name, const std::string& over, const std::string& note) {
    return {name, "four devices", Published::Quantity::speed_up, over, std::vector<std::optional<double>>(7), {note},
            {}};
}

std::vector<Published> published() {
    return {
        of_table_1(
            pandey_i3, {3.4, 3.5, 4.7, 5.9, 6.3, 9.7, 10.4},
            {"Two cores make four threads: what lies above 4 is not threads. At n = 4,096 the sequential program "
             "must be at least 2.6 times slower than one of the four threads that run the kernel."}),
        of_table_1(
            pandey_hd6450, {7.5, 9.3, 47.8, 111.4, 171.6, 160.2, 165.6},
            {"The kernel of figure 12 loads Y[i,k] and Z[k,j] for every pair. Two compute units of 16 lanes that "
             "load once a clock make at most 20·10⁹ loads/s at 625 MHz, 10·10⁹ pairs/s: at least 6.9 s for n = "
             "4,096. 165.6 times that are 1,138 s, 35 clocks of the i3 for every add and min. The figure needs a "
             "sequential program that slow."}),
        of_table_1(pandey_hd6850, {9.0, 11.4, 51.7, 157.1, 317.9, 308.5, 318.6},
                   {"0.65 of the GT 630M's speed at n = 4,096, with six times its compute units at 0.9 of its clock."}),
        of_table_1(pandey_gt630m, {11.2, 17.1, 66.7, 202.9, 409.3, 521.9, 489.7},
                   {"By the same arithmetic two compute units of 16 load/store units at 950 MHz make at most 15.2·10⁹ "
                    "pairs/s: at least 4.5 s for n = 4,096. 489.7 times that are 2,214 s, 67 clocks of the i3 for "
                    "every add and min (half as many were 950 MHz the clock of the chip, whose shaders run at twice "
                    "that). The figure needs a sequential program that slow."}),
        chart_only(parallel_r_kleene, sequential_floyd,
                   "Chart only (figure 16); times in milliseconds, too (figure 14)."),
        chart_only(parallel_r_kleene, parallel_floyd, "Charts of times only (figures 17, 18 and 19)."),
    };
}

}  // namespace

Experiment pandey_r_kleene_experiment() {
    Experiment experiment = pandey_sharma_experiment();
    experiment.name = "pandey-r-kleene";
    experiment.title =
        "Pandey and Sharma, A Parallel Recursive Approach for Solving All Pairs Shortest Path Problem on GPU using "
        "OpenCL, IJCSIT 5(6), 2014";
    experiment.source = "section IV, figures 5 and 9 to 13; table I, figures 14 to 19";
    experiment.methods = {
        {sequential_floyd, "sequential Floyd–Warshall, float32, loops k, i, j", "the loops", sequential_floyd_float32},
        {sequential_r_kleene, "sequential R-Kleene, float32, products i, j, k, blocks of 16 by Floyd–Warshall",
         "the loops", [](const Run& run) { return sequential_r_kleene_float32(run, sequential_base); }},
        {parallel_floyd, "OpenCL Floyd–Warshall: one launch a step, one work-item a cell, global memory, float32",
         pandey_covers, floyd_by_cells},
        {parallel_r_kleene,
         "OpenCL R-Kleene: recursion on the host, naive products in global memory, 16×16 closed in local memory, "
         "float32",
         pandey_covers, r_kleene_on_device},
    };
    experiment.speed_ups = {{parallel_r_kleene, sequential_r_kleene}, {parallel_r_kleene, sequential_floyd},
                            {parallel_r_kleene, parallel_floyd},      {parallel_floyd, sequential_floyd},
                            {product_kernels, sequential_r_kleene},   {product_kernels, parallel_r_kleene}};
    experiment.published = published();
    experiment.remarks.push_back(
        "The precedence graph (figure 10) lets two pairs of products run side by side; the listing (figure 11) has "
        "them "
        "one after the other, and so are they here, on one in-order queue. The base of the sequential recursion is not "
        "stated; here it is 16 too.");
    experiment.remarks.push_back(
        "In B ← B ⊕ A⊗B work-items read cells of B that others write. Every value is a path's cost and A is closed, so "
        "the answer does not depend on the order; it is compared cell by cell all the same.");
    experiment.remarks.push_back(
        "The paper's sizes are 16·2^m; other sizes are padded to one. The product's recursive schedule takes any n, "
        "its products stage operands in registers and local memory, and it has next hops.");
    return experiment;
}

}  // namespace allways::papers
