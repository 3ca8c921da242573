// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep/device/sweep_device_sums.h"

#include <algorithm>
#include <cstdint>

#include "allways/base/format.h"
#include "base/int32_sums.h"
#include "base/threads/progress_meter.h"
#include "engine/sweep/device/sweep_device_errors.h"
#include "engine/sweep/device/sweep_device_problem.h"

namespace allways::engine {

namespace {

// The launches that sum the blocks of one table, with weights of one type.
template <class T, class Weight>
class BlockSums {
public:
    BlockSums(SweepDevice& device, const TableSums<T>& wanted, std::size_t results)
        : device_(device), wanted_(wanted), results_(results), count_(wanted.weights.front().size()) {
        std::vector<Weight> all;
        for (const auto of_kind : wanted.weights) all.insert(all.end(), of_kind.begin(), of_kind.end());
        limits_ = copy_of(wanted.limits);
        weights_ = copy_of(all);
        sums_ = cl::Buffer(device.context(), CL_MEM_READ_WRITE, results * sums_a_result() * sizeof(Weight));
        device.work_queue().enqueueFillBuffer(sums_, Weight{0}, 0, results * sums_a_result() * sizeof(Weight));
    }

    void add(const DeviceColumnBlock& block, ColumnRange part) {
        wanted_.of_columns ? add_columns(block, part) : add_rows(block, part);
    }

    std::vector<double> read() const {
        std::vector<Weight> found(results_ * sums_a_result());
        device_.work_queue().enqueueReadBuffer(sums_, CL_TRUE, 0, found.size() * sizeof(Weight), found.data());
        return {found.begin(), found.end()};
    }

private:
    std::size_t sums_a_result() const { return wanted_.weights.size() * wanted_.limits.size(); }
    template <class Value>
    cl::Buffer copy_of(const std::vector<Value>& values) const {
        return {device_.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(Value),
                const_cast<Value*>(values.data())};
    }
    std::size_t items() const {
        constexpr std::size_t wanted = 128;
        return std::min<std::size_t>(wanted, device_.device().info.max_work_group);
    }
    cl::Kernel& kernel(const char* name, const DeviceColumnBlock& block) {
        cl::Kernel& found = device_.kernel(
            "sums.cl", name, cost_type_of<T>,
            format("-D WEIGHT_TYPE={} -D KINDS={} -D LIMITS={} -D ITEMS={}", std::is_same_v<Weight, double> ? 1 : 0,
                   wanted_.weights.size(), wanted_.limits.size(), items()));
        found.setArg(0, block.cells);
        found.setArg(1, limits_);
        found.setArg(2, weights_);
        found.setArg(3, sums_);
        found.setArg(4, static_cast<cl_uint>(block.width));
        found.setArg(5, static_cast<cl_uint>(count_));
        return found;
    }

    void add_rows(const DeviceColumnBlock& block, ColumnRange part) {
        cl::Kernel& sum = kernel("sums_of_rows", block);
        sum.setArg(6, static_cast<cl_uint>(part.begin));
        sum.setArg(7, static_cast<cl_uint>(part.size()));
        constexpr std::size_t most = 65535;  // rows of work-groups that every device accepts in a launch
        for (std::size_t row = 0; row < results_; row += most) {
            sum.setArg(8, static_cast<cl_uint>(row));
            device::enqueue_kernel(device_.work_queue(), sum, cl::NDRange(items(), std::min(most, results_ - row)),
                                   cl::NDRange(items(), 1));
        }
    }

    void add_columns(const DeviceColumnBlock& block, ColumnRange part) {
        cl::Kernel& sum = kernel("sums_of_columns", block);
        sum.setArg(6, static_cast<cl_uint>(part.begin));
        device::enqueue_kernel(device_.work_queue(), sum, cl::NDRange(part.size()), cl::NullRange);
    }

    SweepDevice& device_;
    const TableSums<T>& wanted_;
    std::size_t results_;  // rows, or columns
    std::size_t count_;    // weights of a kind
    cl::Buffer limits_, weights_, sums_;
};

template <class Weight, class T>
std::vector<double> sums_of_blocks(SweepDevice& device, const SweepProblem<T>& problem, const TableSums<T>& wanted,
                                   const ProgressCallback& progress) {
    const std::size_t rows = problem.rows.count();
    const std::size_t columns = problem.columns.count();
    ProgressMeter meter(progress, std::uint64_t{rows} * columns);
    DeviceSweepProblem<T> on_device(device, problem, 0);
    BlockSums<T, Weight> sums(device, wanted, wanted.of_columns ? columns : rows);
    const std::size_t width = std::min(on_device.whole_groups(wanted_block_columns(device.device(), columns)),
                                       on_device.most_block_columns(1));
    const DeviceColumnBlock block = on_device.make_block(width);
    on_device.pass_upwards();
    for (std::size_t begin = 0; begin < columns; begin += width) {
        const ColumnRange part{begin, std::min(begin + width, columns)};
        on_device.compute(block, part);
        sums.add(block, part);
        on_device.wait();
        meter.add(std::uint64_t{rows} * part.size());
    }
    meter.finish();
    return sums.read();
}

}  // namespace

template <class T>
std::vector<double> sums_on_device(SweepDevice& device, const SweepProblem<T>& problem, const TableSums<T>& wanted,
                                   const ProgressCallback& progress) {
    require_type(device, cost_type_of<T>);
    if (problem.rows.count() == 0 || problem.columns.count() == 0) {
        const std::size_t results = wanted.of_columns ? problem.columns.count() : problem.rows.count();
        return std::vector<double>(results * wanted.weights.size() * wanted.limits.size());
    }
    const bool whole = std::ranges::all_of(wanted.weights, add_up_in_int32);
    if (!whole && !device.device().info.has_float64) {
        throw InvalidArgument(
            format("weights that are not integers, or total more than 2^31, need float64, which {} "
                   "does not support; leave out the device",
                   device.name()));
    }
    return on_sweep_device(device, [&] {
        return whole ? sums_of_blocks<std::int32_t>(device, problem, wanted, progress)
                     : sums_of_blocks<double>(device, problem, wanted, progress);
    });
}

#define ALLWAYS_INSTANTIATE(T)                                                                             \
    template std::vector<double> sums_on_device(SweepDevice&, const SweepProblem<T>&, const TableSums<T>&, \
                                                const ProgressCallback&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
