// SPDX-License-Identifier: Apache-2.0
// Pandey and Sharma 2014: three-phase blocked Floyd–Warshall in OpenCL, against their Floyd–Warshall and R-Kleene.
#include <optional>

#include "papers/blocked_forms.h"
#include "papers/experiments.h"
#include "papers/floyd_forms.h"
#include "papers/pandey_sharma.h"
#include "papers/r_kleene_forms.h"
#include "papers/sequential_forms.h"

namespace allways::papers {
namespace {

const std::string sequential = "sequential FW";
const std::string floyd = "OpenCL FW";
const std::string r_kleene_name = "OpenCL RK";
const std::string blocked = "OpenCL blocked";

// The paper states only the maximum over all sizes; a chart shows which size reaches it.
Published at_most(const std::string& hardware, const std::string& figure, std::vector<std::string> notes) {
    notes.insert(notes.begin(), figure + " (section 5.1); by size chart only (figure 21).");
    return {blocked,          hardware, Published::Quantity::speed_up, floyd, std::vector<std::optional<double>>(7),
            std::move(notes), {}};
}

Published chart_only(const std::string& hardware, const std::string& over, const std::string& note) {
    return {blocked, hardware, Published::Quantity::speed_up, over, std::vector<std::optional<double>>(7), {note}, {}};
}

std::vector<Published> published() {
    return {
        at_most(
            pandey_hd6850, "Up to 320 times",
            {"One add and one compare a pair: 12 compute units × 80 lanes × 860 MHz make at most 413·10⁹ pairs/s. "
             "320 times slower is a Floyd–Warshall of at most 1.29·10⁹ pairs/s; three loads and a store a pair, none "
             "of them cached, would be 21 GB/s, a sixth of the card's 128 GB/s. Fewer launches (3 for 16) bring "
             "5.3 times at most. So the figure tells as much about that Floyd–Warshall as about the blocks."}),
        at_most(pandey_gt630m, "Up to 200 times",
                {"By the same arithmetic (96 lanes × 950 MHz, 46·10⁹ pairs/s) a Floyd–Warshall of at most 0.23·10⁹ "
                 "pairs/s, 3.6 GB/s of the 28.8 GB/s that 128 bits of DDR3-1800 give; twice both were 950 MHz the "
                 "clock of the chip, whose shaders run at twice that."}),
        at_most(pandey_hd6450, "Up to 120 times", {}),
        at_most(pandey_i3, "About 10 times", {}),
        chart_only("four devices", sequential, "Chart of times only (figure 20)."),
        chart_only(pandey_gt630m, r_kleene_name, "Chart of times only (figure 22)."),
        chart_only(pandey_hd6850, r_kleene_name, "Chart of times only (figure 23)."),
    };
}

}  // namespace

Experiment pandey_blocked_experiment() {
    Experiment experiment = pandey_sharma_experiment();
    experiment.name = "pandey-blocked";
    experiment.title =
        "Pandey and Sharma, OpenCL Parallel Blocked Approach for Solving All Pairs Shortest Path Problem on GPU";
    experiment.source = "sections 4.2 and 4.4, figures 7 and 16 to 19; section 5, figures 20 to 23";
    experiment.methods = {
        {sequential, "Floyd–Warshall, float32, loops k, i, j", "the loops", sequential_floyd_float32},
        {floyd, "Floyd–Warshall, one launch a step, one work-item a cell, global memory, float32", pandey_covers,
         floyd_by_cells},
        {r_kleene_name, "R-Kleene, recursion on the host, naive products in global memory, base case 16×16, float32",
         pandey_covers, r_kleene_on_device},
        {blocked, "blocked Floyd–Warshall, three launches a round, blocks of 16×16 in local memory, float32",
         pandey_covers, blocked_in_three_phases},
    };
    experiment.speed_ups = {{blocked, floyd},          {blocked, r_kleene_name},    {blocked, sequential},
                            {floyd, sequential},       {r_kleene_name, sequential}, {product_kernels, sequential},
                            {product_kernels, blocked}};
    experiment.published = published();
    experiment.remarks.push_back(
        "The side of a block is said to follow from local memory, and is not stated. Here it is 16: groups of 256 "
        "work-items are the largest that the papers' AMD cards take.");
    experiment.remarks.push_back(
        "The paper asks for CPU and GPU together, and its kernels for n that blocks divide. The product takes any n, "
        "computes several cells a work-item, works on the next pivot beside the present remainder, and has next hops.");
    return experiment;
}

}  // namespace allways::papers
