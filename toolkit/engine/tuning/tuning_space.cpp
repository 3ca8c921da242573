// SPDX-License-Identifier: Apache-2.0
#include "engine/tuning/tuning_space.h"

#include <algorithm>
#include <utility>

#include "engine/dense/opencl/kernel_set.h"

namespace allways::engine {
namespace {

using device::KernelForm;
using device::OpenClDevice;
using device::TuningValues;

struct Axis {
    const char* key;
    std::vector<int> values;
};

std::vector<Axis> axes(KernelForm form) {
    if (form == KernelForm::gpu)
        return {
            {"tile", {16, 32, 48, 64, 96, 128, 192, 256}}, {"item", {4, 8, 12, 16}}, {"depth", {4, 8, 16, 24, 32, 64}}};
    return {{"tile", {32, 48, 64, 96, 128, 144, 192, 256, 288, 384}},
            {"vector", {4, 8, 16}},
            {"vectors", {1, 2, 3, 4}},
            {"rows", {2, 3, 4, 6, 8, 12, 16, 24}}};
}

// Returns every combination of the axes.
std::vector<TuningValues> product(const std::vector<Axis>& axes) {
    std::vector<TuningValues> all{{}};
    for (const Axis& axis : axes) {
        std::vector<TuningValues> longer;
        for (const TuningValues& values : all) {
            for (const int value : axis.values) {
                longer.push_back(values);
                longer.back()[axis.key] = value;
            }
        }
        all = std::move(longer);
    }
    return all;
}

bool is_allowed(device::Tuning tuning, const TuningValues& values, const OpenClDevice& device, const CellFormat& cell) {
    tuning.values = values;
    try {
        check_constraints(tuning, device.info, cell, static_cast<std::size_t>(values.at("tile")));
        return true;
    } catch (const InvalidArgument&) {
        return false;
    }
}

double gpu_cost(const TuningValues& values, const DeviceInfo& device, const CellFormat& cell) {
    const double tile = values.at("tile");
    const double item = values.at("item");
    const double depth = values.at("depth");
    const double lanes = cell.width == CellWidth::bits16 ? 2 : 1;
    const double size = cell.type == CostType::float64 ? 2 : 1;  // registers per word
    const double items = (tile / item) * (tile / lanes / item);
    const double registers = item * item * (size + (cell.hops == HopMode::array ? 1 : 0)) + 2 * item * size;
    const double groups = static_cast<double>(device.local_memory_bytes) / (8 * size * depth * (tile + tile / lanes));
    double cost = 2 / item * size;       // operands from local memory
    cost += 8 / tile * size;             // the tile and its operands from global memory, once per product
    cost += items / 64 / depth;          // waiting at a slice's barrier, longer in large groups
    if (registers > 128) cost += 0.2;    // half as many groups compute while others wait
    if (registers > 200) cost += 2;      // of some 255 per work-item: beyond that registers spill
    if (groups < 2) cost += 0.5;         // no other group computes while one waits
    if (items < 32) cost += 32 / items;  // idle lanes
    return cost;
}

double cpu_cost(const TuningValues& values, const OpenClDevice& device, const CellFormat& cell) {
    const double tile = values.at("tile");
    const double vector = values.at("vector");
    const double vectors = values.at("vectors");
    const double rows = values.at("rows");
    const auto size = static_cast<double>(cell_bytes(cell));
    // The longest vector of OpenCL has 16 elements.
    const double lanes = std::clamp(static_cast<double>(device.float_lanes) * 4 / size, 1.0, 16.0);
    const double file = device.float_lanes >= 16 ? 32 : 16;  // registers: those of AVX-512, or of AVX2 and SSE
    const double arrays = cell.hops == HopMode::array ? 2 : 1;
    const double parts = std::max(1.0, vector / lanes);  // native vectors per vector of the kernel
    const double accumulators = rows * vectors * parts;
    const double registers = accumulators * arrays + vectors * parts + 2 * arrays;  // plus a broadcast and a sum
    // With AVX-512, a cell of the left operand that is used only once is read by the addition itself.
    const double loads = device.float_lanes >= 16 && vectors * parts == 1 ? 1 : rows + vectors * parts;
    double cost = loads / accumulators;                                    // operands from the cache
    cost += 8 / tile;                                                      // a tile's loads and stores, once a product
    cost += 2 * (lanes / std::min(lanes, vector) - 1);                     // idle lanes
    cost += std::max(0.0, registers - file) / file * 4;                    // spills
    cost += std::max(0.0, 8 - accumulators) / 8;                           // too few to hide an operation's latency
    if (tile * (vector * vectors + rows) * size > 64 * 1024) cost += 0.3;  // operands exceed the nearest cache
    return cost;
}

}  // namespace

double predicted_cost(KernelForm form, const TuningValues& values, const OpenClDevice& device, const CellFormat& cell) {
    return form == KernelForm::gpu ? gpu_cost(values, device.info, cell) : cpu_cost(values, device, cell);
}

std::vector<TuningValues> tuning_space(const device::Tuning& now, const OpenClDevice& device, const CellFormat& cell) {
    std::vector<std::pair<double, TuningValues>> ranked;
    for (const TuningValues& geometry : product(axes(now.form))) {
        TuningValues values = now.values;
        for (const auto& [key, value] : geometry) values[key] = value;
        if (!is_allowed(now, values, device, cell)) continue;
        ranked.emplace_back(predicted_cost(now.form, values, device, cell), std::move(values));
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<TuningValues> space;
    for (auto& candidate : ranked) space.push_back(std::move(candidate.second));
    return space;
}

}  // namespace allways::engine
