// SPDX-License-Identifier: Apache-2.0
// Xiao, Xiao, Li and Zhou 2023: repeated squaring by blocks in OpenCL (OCL_SP), against sequential and OpenMP programs.
#include <optional>

#include "allways/base/format.h"
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
constexpr std::size_t size_of_table_1 = 5000;
const std::string table_1 = "Table 1: sides of a work-group";
const std::string transfers = "buffers, upload, kernels, download (T_k + T_h + T_o); programs are built before";

Method on_host(std::string name, std::string what, void (*solve)(std::vector<float>&, std::size_t, const Tick&)) {
    const auto timed = [solve](const Run& run) {
        std::vector<float> cells = float_cells(run.graph, run.graph.n);
        const Stopwatch clock;
        solve(cells, run.graph.n, run.tick);
        const double seconds = clock.seconds();
        take_float_cells(cells, run.graph.n, run.graph.n, run.distances);
        return seconds;
    };
    return {std::move(name), std::move(what), "the loops", timed, {}, {}, squaring_work};
}

Method ocl_sp(std::string name, std::size_t block) {
    const auto timed = [block](const Run& run) {
        return square_by_blocks(run, {.block = block, .store_every_block = false, .copy_back = true, .compare = true});
    };
    return {std::move(name),
            format("squaring in OpenCL, float32, blocks of {0}×{0} through local memory, the product copied to both "
                   "factors after every round",
                   block),
            transfers,
            timed,
            {},
            {},
            squaring_work};
}

std::vector<Method> methods() {
    std::vector<Method> all{
        on_host("CPU_SP", "sequential squaring, float32, loops i, j, k", squaring<float>),
        on_host("OMP_SP", "the same, rows shared out among OpenMP's threads", squaring_openmp<float>),
        ocl_sp("OCL_SP", 16),
    };
    for (const std::size_t block : {4, 8, 16, 32}) {
        Method method = ocl_sp(format("{0}×{0}", block), block);
        method.group = table_1;
        method.sizes = {size_of_table_1};
        all.push_back(std::move(method));
    }
    return all;
}

// Table 1 has one size only: its figure belongs to n = 5000, the seventh of nine sizes.
Published of_table_1(std::string name, double seconds) {
    return {std::move(name),
            "NVIDIA GTX 1070",
            Quantity::seconds,
            {},
            {{}, {}, {}, {}, {}, {}, seconds, {}, {}},
            {"At least 1.12 s by the arithmetic for CUDA_SP."},
            table_1};
}

const std::string too_fast_gtx =
    "n³·⌈log2(n-1)⌉ pairs, one add and one min each, at one operation a core and clock (1,920 × 1.506 GHz, 1.45·10¹² "
    "pairs/s) take at least 1.12, 6.87 and 9.68 s for n = 5,000, 8,920 and 10,000: the figures there are 1.3, 4.9 and "
    "4.7 times too short for the algorithm as stated. A single product (n³ pairs) would fit into them. Section 4.2.1 "
    "gives the kernel 0.028 s at n = 10,000: 5·10¹⁴ pairs/s.";

std::vector<Published> published() {
    const std::string ryzen = "AMD Ryzen 5 1600X, one thread";
    const std::string ryzen_all = "AMD Ryzen 5 1600X, 6 cores";
    return {
        {"CPU_SP",
         ryzen,
         Quantity::seconds,
         {},
         {0.09, 0.14, 0.27, 1.44, 7.57, 43.47, 123.59, 225.80, 407.10},
         {"4,000 pairs at n = 10 in 0.09 s are 22 µs a pair; 1.4·10¹³ pairs at n = 10,000 in 407.10 s are 34 G pairs/s "
          "(44 G at 8,920). The loops cannot be both. Two 128-bit add pipes of a Zen core make 8 float adds a clock: "
          "at most 28.8 G pairs/s at 3.6 GHz, and plain loops reach a fraction of that. From 300 to 1,400 nodes the "
          "column grows 5.3 times, n³·⌈log2(n-1)⌉ 124 times."},
         {}},
        {"OMP_SP",
         ryzen_all,
         Quantity::seconds,
         {},
         {0.08, 0.12, 0.22, 0.91, 2.88, 11.94, 26.41, 45.07, 76.09},
         {"n = 8,920 and 10,000: 220 and 184 G pairs/s; six cores at 8 float adds a clock and 3.6 GHz make at most 173 "
          "G."},
         {}},
        {"CUDA_SP",
         "NVIDIA GTX 1070",
         Quantity::seconds,
         {},
         {0.09, 0.07, 0.25, 0.28, 0.32, 0.56, 0.88, 1.43, 2.13},
         {too_fast_gtx},
         {}},
        {"OCL_SP",
         "NVIDIA GTX 1070",
         Quantity::seconds,
         {},
         {0.04, 0.07, 0.12, 0.24, 0.30, 0.54, 0.85, 1.40, 2.07},
         {too_fast_gtx},
         {}},
        {"OCL_SP",
         "AMD RX 570",
         Quantity::seconds,
         {},
         {0.05, 0.07, 0.13, 0.25, 0.31, 0.55, 0.86, 1.41, 2.08},
         {"As for the GTX 1070, with 2,048 cores × 1.168 GHz (1.20·10¹² pairs/s): at least 1.36, 8.31 and 11.7 s for n "
          "= 5,000, 8,920 and 10,000."},
         {}},
        {"OMP_SP",
         ryzen_all,
         Quantity::speed_up,
         "CPU_SP",
         {1.13, 1.17, 1.23, 1.58, 2.63, 3.64, 4.68, 5.01, 5.35},
         {},
         {}},
        {"CUDA_SP",
         "NVIDIA GTX 1070",
         Quantity::speed_up,
         "CPU_SP",
         {1.00, 2.00, 1.08, 5.14, 23.66, 77.63, 140.44, 157.90, 191.13},
         {},
         {}},
        {"OCL_SP",
         "AMD RX 570",
         Quantity::speed_up,
         "CPU_SP",
         {1.80, 2.00, 2.12, 5.68, 24.65, 78.62, 143.57, 160.23, 195.32},
         {},
         {}},
        {"OCL_SP",
         "NVIDIA GTX 1070",
         Quantity::speed_up,
         "CPU_SP",
         {2.25, 2.00, 2.32, 5.87, 25.12, 78.87, 144.56, 161.32, 196.35},
         {},
         {}},
        {"OCL_SP",
         "NVIDIA GTX 1070",
         Quantity::speed_up,
         "OMP_SP",
         {2.00, 1.71, 1.83, 3.79, 9.60, 22.11, 31.07, 32.19, 36.76},
         {},
         {}},
        {"OCL_SP",
         "NVIDIA GTX 1070",
         Quantity::speed_up,
         "CUDA_SP",
         {2.25, 1.00, 2.08, 1.17, 1.07, 1.04, 1.04, 1.02, 1.02},
         {},
         {}},
        of_table_1("4×4", 0.96),
        of_table_1("8×8", 0.94),
        of_table_1("16×16", 0.85),
        of_table_1("32×32", 0.91),
    };
}

}  // namespace

Experiment xiao_experiment() {
    Experiment experiment;
    experiment.name = "xiao";
    experiment.title =
        "Xiao, Xiao, Li and Zhou, All-source pair shortest path parallel algorithm based on GPU acceleration, 2023";
    experiment.source = "tables 1, 2 and 3; algorithm 1; doi:10.7540/j.ynu.20220170";
    experiment.graph =
        "each ordered pair has an arc with probability 0.5, weight 1 … 100; the paper draws by rand() seeded with n "
        "and states neither density nor weights";
    experiment.sizes = {10, 50, 200, 300, 1400, 2000, 5000, 8920, 10000};
    experiment.make_graph = [](std::size_t n, std::uint64_t seed) {
        return random_graph(n, seed, probability, 1, largest_weight);
    };
    experiment.methods = methods();
    experiment.speed_ups = {{"OMP_SP", "CPU_SP"},      {"OCL_SP", "CPU_SP"},      {"OCL_SP", "OMP_SP"},
                            {product_whole, "CPU_SP"}, {product_whole, "OMP_SP"}, {product_whole, "OCL_SP"}};
    experiment.published = published();
    experiment.remarks = {
        "OCL_SP's listing leaves rows that are no multiple of the block open; here the host pads the table with "
        "unreachable, so that no work-item branches.",
        "CUDA_SP is published only: its kernel is OCL_SP's.",
        "Squaring does n³·⌈log2(n-1)⌉ pairs, blocked Floyd–Warshall, which the product takes for dense matrices, n³. "
        "The product also has next hops and exact integers.",
    };
    return experiment;
}

}  // namespace allways::papers
