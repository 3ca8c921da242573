// SPDX-License-Identifier: Apache-2.0
// A paper's method run on a small graph, beside the reference.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "allways/device/devices.h"
#include "engine/tile_problem.h"
#include "papers/experiment.h"
#include "papers/paper_device.h"

namespace allways::papers {

// For the test's body: skips with a message if there is no OpenCL device.
#define ALLWAYS_NEEDS_OPENCL() \
    if (list_devices().devices.empty()) GTEST_SKIP() << list_devices().explanation

// One device for all tests of a process, since a context and its programs are slow to make. A CPU if there is one.
inline PaperDevice& test_device() {
    static const auto device = [] {
        for (const DeviceInfo& info : list_devices().devices) {
            if (info.kind == DeviceInfo::Kind::cpu) return std::make_unique<PaperDevice>(info.id);
        }
        return std::make_unique<PaperDevice>("auto");
    }();
    return *device;
}

inline std::vector<std::int32_t> reference_distances(const Graph& graph) {
    std::vector<std::int32_t> distances = graph.cells;
    testing::floyd_warshall<std::int32_t>(distances, graph.n, graph.n);
    return distances;
}

inline std::vector<std::int32_t> answer_of(const Method& method, const Graph& graph) {
    std::vector<std::int32_t> distances;
    const std::function<void()> tick = [] {};
    EXPECT_GE(method.run({graph, distances, test_device(), tick}), 0) << method.name;
    return distances;
}

}  // namespace allways::papers
