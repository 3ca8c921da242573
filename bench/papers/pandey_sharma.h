// SPDX-License-Identifier: Apache-2.0
// Shared by both papers of Pandey and Sharma: graphs, sizes, hardware, and the times they measure.
#pragma once

#include "papers/experiment.h"
#include "papers/random_graph.h"

namespace allways::papers {

inline constexpr const char* pandey_i3 = "Intel Core i3-2310M, 2.095 GHz, OpenCL on the CPU";
inline constexpr const char* pandey_hd6450 = "AMD Radeon HD 6450, 2 compute units, 625 MHz";
inline constexpr const char* pandey_hd6850 = "AMD Radeon HD 6850, 12 compute units, 860 MHz";
inline constexpr const char* pandey_gt630m = "NVIDIA GeForce GT 630M, 2 compute units, 950 MHz";
inline constexpr const char* pandey_covers = "first launch to end of the last, without transfers";

// An experiment with graph and sizes set, and the remarks that apply to both papers.
inline Experiment pandey_sharma_experiment() {
    Experiment experiment;
    experiment.graph =
        "each ordered pair has an arc with probability 0.5, weight 1 … 10; the papers state the weights, and dense "
        "graphs with a number of arcs of the order of n²";
    experiment.sizes = {64, 128, 256, 512, 1024, 2048, 4096};
    experiment.make_graph = [](std::size_t n, std::uint64_t seed) { return random_graph(n, seed, 0.5, 1, 10); };
    experiment.remarks = {
        "The papers time the total of kernel execution; here the clock runs from the first launch to the end of the "
        "last, gaps between launches included. Their sequential programs ran on one thread of the Core i3-2310M.",
    };
    return experiment;
}

}  // namespace allways::papers
