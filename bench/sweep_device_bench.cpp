// SPDX-License-Identifier: Apache-2.0
#include "sweep_device_bench.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <future>
#include <iostream>
#include <memory>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "base/threads/parallel.h"
#include "device/opencl.h"
#include "device/program_cache.h"
#include "engine/sweep/device/sweep_device_problem.h"
#include "engine/sweep/sweep_host.h"

namespace allways::bench {

namespace {

using namespace engine;

template <class Work>
double best_seconds(int runs, const Work& work) {
    double best = 0;
    for (int run = 0; run < std::max(1, runs); ++run) {
        const double seconds = work();
        best = run == 0 ? seconds : std::min(best, seconds);
    }
    return best;
}

double seconds_of(const cl::Event& event) {
    event.wait();
    return static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                               event.getProfilingInfo<CL_PROFILING_COMMAND_START>()) *
           1e-9;
}

class Fill {
public:
    explicit Fill(SweepDevice& device) : device_(device), program_(device.context(), device::kernel_source("fill.cl")) {
        program_.build(std::vector<cl::Device>{device.device().handle}, "-cl-std=CL1.2");
        kernel_ = cl::Kernel(program_, "fill");
    }
    double seconds(const cl::Buffer& buffer, std::uint64_t bytes) {
        kernel_.setArg(0, buffer);
        kernel_.setArg(1, cl_uint{0xa5a5a5a5});
        cl::Event event;
        device_.work_queue().enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(bytes / 16), cl::NullRange,
                                                  nullptr, &event);
        return seconds_of(event);
    }

private:
    SweepDevice& device_;
    cl::Program program_;
    cl::Kernel kernel_;
};

// Some columns computed by plain loops, with which tables are compared.
template <class T>
class Check {
public:
    Check(const SweepProblem<T>& problem, std::size_t hop_bytes) : rows_(problem.rows.count()), hop_bytes_(hop_bytes) {
        const std::size_t n = problem.columns.count();
        for (const std::size_t column : {std::size_t{0}, n / 3, n / 2, n - 1}) {
            if (!columns_.empty() && columns_.back() == column) continue;
            columns_.push_back(column);
            cells_.emplace_back(rows_);
            hops_.emplace_back(rows_ * hop_bytes);
            const SweepTarget<T> target{cells_.back().data(), 1, hop_bytes ? hops_.back().data() : nullptr, hop_bytes};
            sweep_by_plain_loops(problem, {column, column + 1}, target);
        }
    }
    const std::vector<std::size_t>& columns() const { return columns_; }
    // Checks the cells and hops of the i-th of columns().
    void compare(std::size_t i, const std::vector<T>& cells, const std::vector<unsigned char>& hops) const {
        for (std::size_t row = 0; row < rows_; ++row) {
            const bool same_hop =
                std::memcmp(hops.data() + row * hop_bytes_, hops_[i].data() + row * hop_bytes_, hop_bytes_) == 0;
            if (cells[row] == cells_[i][row] && same_hop) continue;
            throw Error(format("the device's answer is wrong: row {}, column {} is {}, by plain loops {}{}", row,
                               columns_[i], cells[row], cells_[i][row], same_hop ? "" : "; the hops differ"));
        }
    }

private:
    std::size_t rows_;
    std::size_t hop_bytes_;
    std::vector<std::size_t> columns_;
    std::vector<std::vector<T>> cells_;
    std::vector<std::vector<unsigned char>> hops_;
};

// Reads one column of a column block.
template <class V>
std::vector<V> read_column(SweepDevice& device, const cl::Buffer& buffer, std::size_t width, std::size_t column,
                           std::size_t rows, std::size_t cell_bytes) {
    std::vector<V> values(rows * cell_bytes / sizeof(V));
    if (cell_bytes == 0) return values;
    const std::array<cl::size_type, 3> from{column * cell_bytes, 0, 0};
    const std::array<cl::size_type, 3> to{0, 0, 0};
    const std::array<cl::size_type, 3> region{cell_bytes, rows, 1};
    device.read_queue().enqueueReadBufferRect(buffer, CL_TRUE, from, to, region, width * cell_bytes, 0, cell_bytes, 0,
                                              values.data());
    return values;
}

// The columns of one device, resident in its memory.
template <class T>
class DevicePart {
public:
    DevicePart(SweepDevice& device, const SweepProblem<T>& problem, std::size_t hop_bytes, ColumnRange range)
        : device_(device),
          rows_(problem.rows.count()),
          hop_bytes_(hop_bytes),
          range_(range),
          fill_(device),
          on_device_(device, problem, hop_bytes) {
        const std::size_t widest = on_device_.most_block_columns(1);
        const std::size_t count = (range.size() + widest - 1) / widest;
        const std::size_t width = on_device_.whole_groups((range.size() + count - 1) / count);
        if (on_device_.most_block_columns(count) < width) throw Error("the whole table does not fit the device");
        for (std::size_t i = 0; i < count; ++i) blocks_.push_back(on_device_.make_block(width));
    }

    const SweepShape& shape() const { return on_device_.shape(); }
    std::size_t column_blocks() const { return blocks_.size(); }

    double fill() {
        double seconds = 0;
        for (const DeviceColumnBlock& block : blocks_) {
            seconds += fill_.seconds(block.cells, rows_ * block.width * sizeof(T));
            if (hop_bytes_) seconds += fill_.seconds(block.hops, rows_ * block.width * hop_bytes_);
        }
        return seconds;
    }
    double sweep() {
        on_device_.pass_upwards();
        std::size_t begin = range_.begin;
        for (const DeviceColumnBlock& block : blocks_) {
            const std::size_t end = std::min(begin + block.width, range_.end);
            on_device_.compute(block, {begin, end});
            begin = end;
        }
        return on_device_.wait();
    }
    // Compares the checked columns that belong to this device.
    void check(const Check<T>& check) {
        const std::size_t width = blocks_.empty() ? 1 : blocks_.front().width;
        for (std::size_t i = 0; i < check.columns().size(); ++i) {
            const std::size_t column = check.columns()[i];
            if (column < range_.begin || column >= range_.end) continue;
            const DeviceColumnBlock& block = blocks_[(column - range_.begin) / width];
            const std::size_t at = (column - range_.begin) % width;
            check.compare(i, read_column<T>(device_, block.cells, width, at, rows_, sizeof(T)),
                          read_column<unsigned char>(device_, block.hops, width, at, rows_, hop_bytes_));
        }
    }

private:
    SweepDevice& device_;
    std::size_t rows_;
    std::size_t hop_bytes_;
    ColumnRange range_;
    Fill fill_;
    DeviceSweepProblem<T> on_device_;
    std::vector<DeviceColumnBlock> blocks_;
};

// Runs all parts at once, each from its own thread; returns the seconds of the slowest.
template <class T, class Work>
double slowest_of(std::vector<std::unique_ptr<DevicePart<T>>>& parts, const Work& work) {
    std::vector<std::future<double>> seconds;
    for (auto& part : parts) {
        seconds.push_back(std::async(std::launch::async, [&] { return work(*part); }));
    }
    double slowest = 0;
    for (auto& of_part : seconds) slowest = std::max(slowest, of_part.get());
    return slowest;
}

template <class T>
void measure_on_devices(const SweepDevices& devices, const SweepProblem<T>& problem, std::size_t hop_bytes, int runs,
                        const Check<T>& check, DeviceSweepResult& result) {
    const std::size_t n = problem.columns.count();
    const Stopwatch watch;
    std::vector<std::unique_ptr<DevicePart<T>>> parts;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const ColumnRange range{n * i / devices.size(), n * (i + 1) / devices.size()};
        parts.push_back(std::make_unique<DevicePart<T>>(*devices[i], problem, hop_bytes, range));
    }
    result.setup_seconds = watch.seconds();
    result.shape = parts.front()->shape();
    for (const auto& part : parts) result.column_blocks += part->column_blocks();
    const auto fill_all = [&] { return slowest_of(parts, [](DevicePart<T>& part) { return part.fill(); }); };
    const auto sweep_all = [&] { return slowest_of(parts, [](DevicePart<T>& part) { return part.sweep(); }); };
    fill_all();  // first touch
    result.fill_seconds = best_seconds(runs, fill_all);
    sweep_all();
    result.sweep_seconds = best_seconds(runs, sweep_all);
    result.wall_seconds = best_seconds(runs, [&] {
        const Stopwatch wall;
        sweep_all();
        return wall.seconds();
    });
    result.share = result.fill_seconds / result.sweep_seconds;
    for (const auto& part : parts) part->check(check);
    result.checked_columns = check.columns().size();
}

template <class T>
void measure_end_to_end(SweepDevice& device, const SweepProblem<T>& problem, std::size_t hop_bytes, int runs,
                        const Check<T>& check, DeviceSweepResult& result) {
    const std::size_t rows = problem.rows.count();
    const std::size_t n = problem.columns.count();
    const std::uint64_t cell_bytes = std::uint64_t{rows} * n * sizeof(T);
    const device::Staging cells(device.context(), device.read_queue(), cell_bytes);
    const device::Staging hops(device.context(), device.read_queue(), std::max<std::size_t>(1, rows * n * hop_bytes));
    for (const device::Staging* memory : {&cells, &hops}) {
        parallel_for((memory->bytes() >> 20) + 1, [&](std::size_t i) {
            const std::size_t begin = i << 20;
            std::memset(memory->data() + begin, 0x5a, std::min<std::size_t>(1 << 20, memory->bytes() - begin));
        });
    }
    {
        const std::uint64_t piece = std::min<std::uint64_t>(cell_bytes, std::uint64_t{4} << 30);
        const cl::Buffer buffer(device.context(), CL_MEM_READ_WRITE, piece);
        Fill(device).seconds(buffer, piece);
        const double seconds = best_seconds(runs + 1, [&] {
            const Stopwatch watch;
            device.read_queue().enqueueReadBuffer(buffer, CL_TRUE, 0, piece, cells.data());
            return watch.seconds();
        });
        result.read_seconds = seconds * static_cast<double>(result.table_bytes) / static_cast<double>(piece);
    }
    const SweepTarget<T> target{reinterpret_cast<T*>(cells.data()), n, hop_bytes ? hops.data() : nullptr, hop_bytes};
    result.total_seconds = best_seconds(runs, [&] {
        const Stopwatch watch;
        sweep_on_device(device, problem, {0, n}, target, true);
        return watch.seconds();
    });
    result.total_share = result.read_seconds / result.total_seconds;
    for (std::size_t i = 0; i < check.columns().size(); ++i) {
        std::vector<T> column(rows);
        std::vector<unsigned char> steps(rows * hop_bytes);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t at = row * n + check.columns()[i];
            column[row] = target.cells[at];
            std::memcpy(steps.data() + row * hop_bytes, hops.data() + at * hop_bytes, hop_bytes);
        }
        check.compare(i, column, steps);
    }
}

}  // namespace

template <class T>
DeviceSweepResult bench_device_sweep(const SweepDevices& devices, const SweepProblem<T>& problem, std::size_t hop_bytes,
                                     int runs, bool end_to_end) {
    SweepDevice& device = *devices.front();
    DeviceSweepResult result;
    result.table_bytes = std::uint64_t{problem.rows.count()} * problem.columns.count() * (sizeof(T) + hop_bytes);
    if (result.table_bytes == 0) return result;
    device::checked(device.name(), [&] {
        const Check<T> check(problem, hop_bytes);
        measure_on_devices(devices, problem, hop_bytes, runs, check, result);
        const std::uint64_t cell_bytes = result.table_bytes / (sizeof(T) + hop_bytes) * sizeof(T);
        if (devices.size() > 1) return;
        if (end_to_end && cell_bytes > device.device().info.max_allocation_bytes) {
            std::cerr << format("{} pins at most {} bytes at once and the table has {}: not measured end to end\n",
                                device.name(), device.device().info.max_allocation_bytes, cell_bytes);
        } else if (end_to_end) {
            measure_end_to_end(device, problem, hop_bytes, runs, check, result);
        }
    });
    return result;
}

#define ALLWAYS_INSTANTIATE(T) \
    template DeviceSweepResult bench_device_sweep(const SweepDevices&, const SweepProblem<T>&, std::size_t, int, bool);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::bench
