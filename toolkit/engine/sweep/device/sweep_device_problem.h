// SPDX-License-Identifier: Apache-2.0
// A sweep's problem in a device's memory, and the launches that compute a column block of its table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/sweep/device/instruction_stream.h"
#include "engine/sweep/device/sweep_device.h"

namespace allways::engine {

// Memory for some columns of the table, all rows: row i of column j is at i · width + j, in cells and in hops alike.
struct DeviceColumnBlock {
    cl::Buffer cells;
    cl::Buffer hops;  // null if no hops are wanted
    std::size_t width = 0;
};

template <class T>
class DeviceSweepProblem {
public:
    // `hop_bytes`: the size of a stored hop, 1, 2 or 4; 0 if no hops are wanted or the format has no first-arc bits.
    // Throws CapacityError if the problem does not fit.
    DeviceSweepProblem(SweepDevice& device, const SweepProblem<T>& problem, std::size_t hop_bytes);

    const SweepShape& shape() const { return shape_; }

    // The number of columns rounded up to whole work-groups.
    std::size_t whole_groups(std::size_t columns) const;
    // Returns the largest number of columns per block for `blocks` blocks to fit the device at the same time, within
    // the limits of the options. Throws CapacityError if not even the columns of one work-group fit.
    std::size_t most_block_columns(std::size_t blocks) const;
    DeviceColumnBlock make_block(std::size_t width);

    // The next two functions enqueue work and return immediately. pass_upwards() comes before the first block.
    void pass_upwards();
    // The block has room for whole_groups(range.size()) columns.
    void compute(const DeviceColumnBlock& block, ColumnRange range);
    // Waits for everything enqueued since the last wait, and returns the device's seconds from start to end.
    double wait();

private:
    std::uint64_t bytes_per_column() const;  // in a block; rows of scratch are shared by all blocks
    template <class Value>
    cl::Buffer upload(const std::vector<Value>& values);
    cl::Buffer reserve(std::uint64_t bytes, const char* what);
    void upload_columns();
    void upload_cells();
    void upload_hops();
    void upload_potentials();
    void enqueue_regions(cl::Kernel& kernel, std::size_t width, std::size_t group, cl_uint region_argument,
                         std::uint32_t first, std::uint32_t regions);
    void walk(const RegionLaunch& launch, const DeviceColumnBlock& block, ColumnRange range);
    void write_cells(const DeviceColumnBlock& block, ColumnRange range);
    void launched(const cl::Event& event);
    // Work-groups of 32 work-items that keep the device busy.
    std::size_t busy_groups() const { return std::size_t{8} * device_.device().info.compute_units; }
    cl::Kernel& kernel(const char* file, const char* name, const std::string& settings) {
        return device_.kernel(file, name, cost_type_of<T>, settings);
    }

    SweepDevice& device_;
    const SweepProblem<T>& problem_;
    std::size_t hop_bytes_;
    SweepShape shape_;
    std::string cell_settings_;   // for all kernels
    std::string table_settings_;  // for kernels that write into the table
    InstructionStream<T> stream_;
    UpwardStream<T> upward_;
    std::uint64_t fixed_bytes_ = 0;
    std::uint64_t scratch_width_ = 0;

    struct {
        cl::Buffer regions, instructions;
        cl::Buffer columns, access_arcs, access_cells;
        cl::Buffer upward_regions, upward_nodes, upward_arcs, upward_cells;
        cl::Buffer hop_of_first_arc, row_potential, column_potential;
        cl::Buffer direct, fixed, fixed_distances;
        cl::Buffer scratch;
    } on_device_;
    std::vector<std::uint32_t> fixed_columns_;  // ascending, like the known cells
    std::vector<cl::Event> first_and_last_;
};

}  // namespace allways::engine
