// SPDX-License-Identifier: Apache-2.0
// Deng: repeated squaring in CUDA, one thread per cell in global memory, and by blocks through shared memory.
#include <algorithm>

#include "allways/base/stopwatch.h"
#include "papers/baselines.h"
#include "papers/experiments.h"
#include "papers/float_cells.h"
#include "papers/random_graph.h"
#include "papers/squaring_forms.h"

namespace allways::papers {
namespace {

using Quantity = Published::Quantity;

constexpr double probability = 0.5;
constexpr std::int32_t largest_weight = 100;
constexpr std::size_t block = 32;  // section 5; the naive method's groups have as many work-items in one dimension
const std::string transfers = "buffers, upload, kernels, download; programs are built before";

double sequential(const Run& run) {
    std::vector<float> cells = float_cells(run.graph, run.graph.n);
    const Stopwatch clock;
    squaring(cells, run.graph.n, run.tick);
    const double seconds = clock.seconds();
    take_float_cells(cells, run.graph.n, run.graph.n, run.distances);
    return seconds;
}

double naive(const Run& run) {
    return square_by_cells(run, block * block);
}

double shared(const Run& run) {
    return square_by_blocks(run, {.block = block, .store_every_block = true, .copy_back = false, .compare = false});
}

// The longest of the shortest paths, ignoring unreachable pairs (section 1).
double diameter(const std::vector<std::int32_t>& distances) {
    std::int32_t longest = 0;
    for (const std::int32_t distance : distances) {
        if (distance != unreachable) longest = std::max(longest, distance);
    }
    return longest;
}

std::vector<Published> published() {
    const std::string cpu = "host of a Dartmouth machine, not named";
    const std::string gpu = "CUDA device, not named; by its limits (section 3.2) of compute capability 2.0";
    return {
        {"Sequential",
         cpu,
         Quantity::seconds,
         {},
         {0.001, 0.011, 0.100, 1.071, 11.937, 108.041, 911.511, {}, {}, {}},
         {},
         {}},
        {"Naive Parallel",
         gpu,
         Quantity::seconds,
         {},
         {0.00019, 0.00024, 0.001, 0.001, 0.06, 1.091, 0.02, 0.07, 16.45, 18.013},
         {"2,048 nodes in 0.02 s, 1,024 in 1.091 s. n³·⌈log2(n-1)⌉ pairs make 4.7, 11.8, 0.43 and 3.4·10¹² pairs/s at "
          "n = 2,048, 4,096, 8,192 and 16,384; the largest cards of that generation (GTX 580, 512 cores × 1.544 GHz, "
          "one add and one min a pair) end at 0.40·10¹². Launches that were not waited for would look so. From 4,096 "
          "on the paper has no sequential result to check against."},
         {}},
        {"Shared Mem",
         gpu,
         Quantity::seconds,
         {},
         {0.00010, 0.00014, 0.00027, 0.00028, 0.007, 0.155, 0.833, 5.237, 40.105, 385.826},
         {"n = 256: 0.48·10¹² pairs/s, more than the 0.40·10¹² of the largest cards of that generation. From 512 on "
          "the column agrees with n³·⌈log2(n-1)⌉ (0.07 … 0.18·10¹² pairs/s)."},
         {}},
    };
}

}  // namespace

Experiment deng_experiment() {
    Experiment experiment;
    experiment.name = "deng";
    experiment.title = "Deng, CUDA: Solving All-Pairs Shortest Paths in Parallel, Dartmouth College";
    experiment.source = "table 1; sections 2.3, 4.2.1 and 4.2.2";
    experiment.graph =
        "each ordered pair has an arc with probability 0.5, weight 1 … 100; the paper leaves p and range open, and its "
        "listing makes an arc where the draw is above p, so that p = 0.5 is right either way";
    experiment.sizes = {32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384};
    experiment.make_graph = [](std::size_t n, std::uint64_t seed) {
        return random_graph(n, seed, probability, 1, largest_weight);
    };
    experiment.methods = {
        {"Sequential", "squaring, float32, loops i, j, k", "the loops", sequential, {}, {}, squaring_work},
        {"Naive Parallel",
         "one work-item a cell, global memory only, float32, groups of 1024",
         transfers,
         naive,
         {},
         {},
         squaring_work},
        {"Shared Mem", "blocks of 32×32 through local memory, float32", transfers, shared, {}, {}, squaring_work},
    };
    experiment.speed_ups = {{"Naive Parallel", "Sequential"},
                            {"Shared Mem", "Sequential"},
                            {"Shared Mem", "Naive Parallel"},
                            {product_whole, "Sequential"},
                            {product_whole, "Shared Mem"}};
    experiment.published = published();
    experiment.remarks = {
        "The paper's result check, parallel against sequential, is the comparison that every column here passes.",
        "The listing of the naive method clears `col[index]`, a misprint of `c[index]`.",
        "Table 1 is the mean of 7 runs; here it is the median of the runs stated.",
        "The product also takes any n, has next hops, and tells the diameter with the pair that has it.",
    };
    experiment.facts = {{"diameter", "the longest shortest path, unreachable pairs left out", diameter}};
    return experiment;
}

}  // namespace allways::papers
