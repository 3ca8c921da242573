// A sweep's problem in a device's memory, and the launches that compute a strip of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/sweep/device/sweep_device.h"
#include "engine/sweep/device/upward_stream.h"
#include "engine/sweep/device/instruction_stream.h"

namespace allways::engine {

// Memory for some columns of the table, all rows: row i of column j at i · width + j, in cells and in hops alike.
struct DeviceStrip {
    cl::Buffer cells;
    cl::Buffer hops;  // where they are wanted
    std::size_t width = 0;
};

template <class T>
class DeviceSweepProblem {
public:
    // `hop_bytes`: of a stored hop, 1, 2 or 4; 0 where none are wanted or the format has no labels. Throws
    // CapacityError where the problem does not fit.
    DeviceSweepProblem(SweepDevice& device, const SweepProblem<T>& problem, std::size_t hop_bytes);

    const SweepShape& shape() const { return shape_; }

    // Columns in whole work-groups.
    std::size_t whole_groups(std::size_t columns) const;
    // That `strips` of them fit the device at the same time, the limits of the options kept. Throws CapacityError where
    // not even one work-group's columns do.
    std::size_t most_strip_columns(std::size_t strips) const;
    // As many strips as cover the columns, as wide as a buffer can be. Throws CapacityError where they do not fit.
    std::vector<DeviceStrip> make_strips(std::size_t columns);
    DeviceStrip make_strip(std::size_t width);

    // Enqueue work, and return at once. lift() comes before the first strip.
    void lift();
    // The strip has room for whole_groups(range.size()) columns.
    void compute(const DeviceStrip& strip, ColumnRange range);
    // Waits for all that was enqueued since the last wait, and returns the device's seconds from its start to its end.
    double wait();

private:
    std::uint64_t bytes_per_column() const;  // of a strip; rows of scratch are shared by all strips
    template <class Value>
    cl::Buffer upload(const std::vector<Value>& values);
    cl::Buffer reserve(std::uint64_t bytes, const char* what);
    void upload_columns();
    void upload_cells();
    void upload_hops();
    void upload_potentials();
    void enqueue_regions(cl::Kernel& kernel, std::size_t width, std::size_t group, cl_uint region_argument,
                         std::uint32_t first, std::uint32_t regions);
    void walk(const TapeLaunch& launch, const DeviceStrip& strip, ColumnRange range);
    void write_cells(const DeviceStrip& strip, ColumnRange range);
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
    std::string cell_settings_;   // of kernels
    std::string table_settings_;  // of those that write into the table
    SweepTape<T> tape_;
    LiftTape<T> lift_;
    std::uint64_t fixed_bytes_ = 0;
    std::uint64_t scratch_width_ = 0;

    struct {
        cl::Buffer regions, records;
        cl::Buffer columns, taps, tap_cells;
        cl::Buffer lift_regions, lift_nodes, lift_arcs, lifts;
        cl::Buffer hop_of_label, row_potential, column_potential;
        cl::Buffer direct, fixed, fixed_distances;
        cl::Buffer scratch;
    } on_device_;
    std::vector<std::uint32_t> fixed_columns_;  // ascending, as the records
    std::vector<cl::Event> first_and_last_;
};

}  // namespace allways::engine
