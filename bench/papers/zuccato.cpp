// SPDX-License-Identifier: Apache-2.0
// Zuccato and Lena 2022: eight versions of blocked Floyd–Warshall, from global memory to a dependency graph, by
// blocking factor.
#include <array>
#include <optional>

#include "allways/base/format.h"
#include "papers/blocked_forms.h"
#include "papers/experiments.h"
#include "papers/random_graph.h"
#include "papers/sequential_forms.h"

namespace allways::papers {
namespace {

const std::vector<std::size_t> sizes{80, 160, 240, 320, 480, 640, 720, 1200};
const std::array<std::size_t, 4> blocking_factors{8, 16, 24, 32};
constexpr double probability = 0.5;
constexpr std::int32_t largest_weight = 100;

struct Version {
    BlockedVersion version;
    const char* name;
    const char* what;
};

const std::array<Version, 8> versions{{
    {BlockedVersion::v1_0, "1.0", "global memory, one launch a block"},
    {BlockedVersion::v1_1, "1.1", "global memory, one launch a phase over all blocks; those not of the phase return"},
    {BlockedVersion::v1_2, "1.2", "global memory, one launch a phase over the blocks it needs"},
    {BlockedVersion::v2_0, "2.0", "as 1.2, blocks in local memory"},
    {BlockedVersion::v2_1, "2.1",
     "as 2.0 without bank conflicts: transposed where read down columns, padded in phase 1"},
    {BlockedVersion::v3_0, "3.0",
     "as 2.1, phases 2 and 3 in four pieces each, on four queues; a phase waits for the last"},
    {BlockedVersion::v4_0, "4.0", "pieces as a graph of events on one out-of-order queue; a round waits for the last"},
    {BlockedVersion::v4_1, "4.1", "as 4.0, a round's pieces wait only for the corners before that they need"},
}};

std::string name_of(const Version& version, std::size_t block) {
    return format("{} B={}", version.name, block);
}

std::vector<std::size_t> sizes_divided_by(std::size_t block) {
    std::vector<std::size_t> divided;
    for (const std::size_t n : sizes) {
        if (n % block == 0) divided.push_back(n);
    }
    return divided;
}

std::vector<Method> methods() {
    std::vector<Method> all{
        {"sequential", "sequential Floyd–Warshall, int32, loops k, i, j", "the loops", sequential_floyd_int32}};
    for (const std::size_t block : blocking_factors) {
        for (const Version& version : versions) {
            all.push_back(
                {name_of(version, block), format("{}; int32, groups of B×B", version.what), "upload, kernels, download",
                 [which = version.version, block](const Run& run) { return blocked_by_version(run, which, block); },
                 format("Blocking factor {}", block), sizes_divided_by(block)});
        }
    }
    return all;
}

// Each version compared with the previous one, to show the gain of each idea, for each blocking factor.
std::vector<SpeedUp> speed_ups() {
    std::vector<SpeedUp> all;
    for (const std::size_t block : blocking_factors) {
        for (std::size_t i = 1; i < versions.size(); ++i) {
            all.push_back({name_of(versions[i], block), name_of(versions[i - 1], block)});
        }
    }
    const std::string best = name_of(versions[4], 16);  // 16 divides all sizes
    all.push_back({best, "sequential"});
    all.push_back({product_whole, "sequential"});
    all.push_back({product_whole, best});
    return all;
}

std::vector<Published> published() {
    const std::string k80 = "NVIDIA K80, one core of a Xeon at 2.20 GHz (Kaggle)";
    const std::vector<std::optional<double>> charts(sizes.size());
    const auto seconds = Published::Quantity::seconds;
    return {
        {"1.1 … 4.1",
         k80,
         seconds,
         {},
         charts,
         {"Chart only (figure 4.1). In words: 1.1, 4.0 and 4.1 slowest, the last two alike; 1.2 somewhat slower than "
          "2.0, 2.1 and 3.0. 1.0 was too slow to be shown."},
         {}},
        {"2.0, 2.1, 3.0",
         k80,
         seconds,
         {},
         charts,
         {"Chart only (figure 4.2). In words: at B = 8 2.1 best and 3.0 slowest, at 16 and 24 nearly alike, at 32 2.0 "
          "far behind."},
         {}},
        {"2.1 by B",
         k80,
         seconds,
         {},
         charts,
         {"Chart only (figure 4.3). In words: B = 8 never best, 32 best at n = 640, 16 better than 24 at n = 1,200. "
          "The "
          "text calls the version 2.2, which the report does not have; the paragraph that names the figure says 2.1."},
         {}},
    };
}

std::vector<std::string> remarks() {
    return {
        "A CUDA block is a work-group, a thread a work-item, shared memory local memory. B = 24 and 32 need groups of "
        "576 "
        "and 1,024 work-items; where a device takes fewer those versions are not run.",
        "Work-items of a line run down a column of the block (rows first). The report does not say so, but its "
        "analysis "
        "of bank conflicts holds for that order alone: with columns first, a line of work-items reads one cell "
        "M[i][k], "
        "and 2.1 could not differ from 2.0. Its test for conflicts, lcm(B, 32) ≤ (B - 1)·B, holds for all four B, so "
        "that 2.1 always pads and transposes.",
        "3.0: streams are four in-order queues. How phases wait for each other between streams is not stated; here by "
        "events.",
        "4.0 and 4.1: a CUDA graph is one out-of-order queue whose commands, the two copies among them, wait for "
        "events. "
        "The report builds a graph whole and then runs it, which it blames for the slowness (section 5.4), along with "
        "one grid size for all nodes, so that threads idle; here commands are enqueued while others run, at most eight "
        "rounds ahead, and every piece has its own size. Edges of 4.1 as section 3.4.2 lists them.",
        "The report does not say what its clock covers. As the graphs of 4.x hold both copies, they are counted for "
        "every version.",
        "What the report misses (chapter 5): n that B does not divide: the product pads tiles, any n works; B above "
        "32: "
        "its work-items compute several cells, tiles are 64 and more; next hops: it has them; better graphs: it works "
        "on "
        "the next pivot beside the present remainder.",
    };
}

}  // namespace

Experiment zuccato_experiment() {
    Experiment experiment;
    experiment.name = "zuccato";
    experiment.title = "Zuccato and Lena, A CUDA implementation of Blocked All Pairs Shortest Path, 2022";
    experiment.source = "algorithm 1, section 2.4, chapter 3; figures 4.1 to 4.3";
    experiment.graph =
        "each ordered pair has an arc with probability 0.5, weight 1 … 100; the report does not state its graphs";
    experiment.sizes = sizes;
    experiment.make_graph = [](std::size_t n, std::uint64_t seed) {
        return random_graph(n, seed, probability, 1, largest_weight);
    };
    experiment.methods = methods();
    experiment.speed_ups = speed_ups();
    experiment.published = published();
    experiment.remarks = remarks();
    return experiment;
}

}  // namespace allways::papers
