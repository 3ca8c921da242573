// SPDX-License-Identifier: Apache-2.0
#include "engine/tuning/device_meters.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "base/threads/progress_meter.h"
#include "device/program_cache.h"
#include "device/tuning.h"
#include "engine/dense/opencl/kernel_set.h"

namespace allways::engine {

// ---- The ceiling

namespace {

using device::KernelForm;

bool is_bits16(const device::CellKind& kind) {
    return kind.width == CellWidth::bits16;
}

struct Shape {
    int rows;
    int vectors;
    int vector;
    int steps;
    int min_form;
    std::size_t global_items;
    std::size_t local_items;
};

// GPU: 8 × 8 accumulators per work-item as in the product kernels, and smaller tiles that leave room for more
// concurrent work-items. Each shape is measured with one sum per minimum and with the lesser of two sums, and for
// floats with both kinds of min: which one reaches the ceiling depends on the type and the compiler. CPU: the
// accumulators of the widest register tile, with several work-items per core so that an interrupted one does not
// decide; with AVX-512 vectors also those of AVX2, since a device may be set to compile for fewer instructions than its
// processor has.
std::vector<Shape> shapes_for(const device::OpenClDevice& device, const device::Tuning& tuning,
                              const device::CellKind& kind) {
    const auto units = static_cast<std::size_t>(device.info.compute_units);
    if (tuning.form == KernelForm::cpu) {
        // For 16-bit cells: the longest vector of OpenCL has 16 elements.
        const auto vector = [&](int lanes) {
            return is_bits16(kind) ? 16 : kind.type == CostType::float64 ? lanes / 2 : lanes;
        };
        const int min_form = tuning.value("min_form");
        std::vector<Shape> shapes{{6, 2, vector(8), 1, min_form, units * 8, 1}};
        if (device.float_lanes >= 16) shapes.push_back({8, 3, vector(16), 1, min_form, units * 8, 1});
        return shapes;
    }
    std::vector<Shape> shapes;
    const bool is_float = kind.type != CostType::int32;
    for (const int min_form : is_float ? std::vector{1, 2} : std::vector{0}) {
        for (const int steps : {1, 2}) {
            for (const auto& [rows, vectors] : {std::pair{8, 8}, std::pair{8, 4}, std::pair{4, 4}}) {
                shapes.push_back({rows, vectors, 1, steps, min_form, units * 8 * 256, 256});
            }
        }
    }
    return shapes;
}

// T: a word of the device (kernels/cell.cl).
template <class T>
double measure(const device::OpenClDevice& device, device::ProgramCache& cache, const device::Tuning& tuning,
               const device::CellKind& kind, const Shape& shape, double least_seconds, int runs) {
    const std::string options = format(
        "-cl-std=CL1.2 -D CELL_TYPE={} -D MIN_FORM={} -D ROWS={} -D VECTORS={} -D VECTOR={} -D STEPS={} {} {}",
        is_bits16(kind) ? 3 : static_cast<int>(kind.type), shape.min_form, shape.rows, shape.vectors, shape.vector,
        shape.steps, tuning.value_or("nv_packed_min", 0) != 0 ? "-D NV_PACKED_MIN=1" : "", tuning.build_options);
    const cl::Context context = device::context_of(device);
    const cl::CommandQueue queue(context, device.handle);
    cl::Kernel kernel(cache.build(context, device, device::kernel_source("ceiling.cl"), options), "ceiling");
    std::vector<T> seeds(static_cast<std::size_t>(shape.steps * (shape.rows + shape.vectors)));
    for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = static_cast<T>(i * i + 1);
    std::vector<T> step{T(1)};
    const cl::Buffer seed(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, seeds.size() * sizeof(T), seeds.data());
    const cl::Buffer change(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(T), step.data());
    const cl::Buffer result(context, CL_MEM_WRITE_ONLY, shape.global_items * sizeof(T));
    kernel.setArg(0, seed);
    kernel.setArg(1, change);
    kernel.setArg(2, result);
    const auto seconds_for = [&](cl_uint rounds) {
        kernel.setArg(3, rounds);
        Stopwatch watch;
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(shape.global_items),
                                   cl::NDRange(shape.local_items));
        queue.finish();
        return watch.lap();
    };
    cl_uint rounds = 1024;
    seconds_for(rounds);  // the driver may still be compiling
    double seconds = seconds_for(rounds);
    while (seconds < least_seconds) {
        rounds *= seconds < least_seconds / 5 ? 8 : 2;
        seconds = seconds_for(rounds);
    }
    for (int run = 0; run < runs; ++run) seconds = std::min(seconds, seconds_for(rounds));
    const int lanes = is_bits16(kind) && shape.vector == 1 ? 2 : 1;
    return static_cast<double>(shape.global_items) * rounds * shape.steps * shape.rows * shape.vectors * shape.vector *
           lanes / seconds;
}

double rate_of(const device::OpenClDevice& device, device::ProgramCache& cache, const device::Tuning& tuning,
               const device::CellKind& kind, const Shape& shape, double least_seconds, int runs) {
    return device::checked(device.info.name, [&] {
        if (is_bits16(kind) && shape.vector != 1) {
            return measure<std::uint16_t>(device, cache, tuning, kind, shape, least_seconds, runs);
        }
        return with_cost_type(
            kind.type, [&]<class T>() { return measure<T>(device, cache, tuning, kind, shape, least_seconds, runs); });
    });
}

// The forms of min to choose from, each with the shape that tries it.
std::vector<Shape> minima_for(const device::OpenClDevice& device, const device::Tuning& tuning,
                              const device::CellKind& kind) {
    std::vector<Shape> shapes;
    if (tuning.form == KernelForm::cpu) {
        Shape shape = shapes_for(device, tuning, kind).front();
        for (const int min_form : {2, 0}) {
            shape.min_form = min_form;
            shapes.push_back(shape);
        }
        return shapes;
    }
    for (const Shape& shape : shapes_for(device, tuning, kind)) {
        if (shape.rows == 8 && shape.vectors == 4) shapes.push_back(shape);
    }
    return shapes;
}

}  // namespace

double measure_ceiling(const device::OpenClDevice& device, device::ProgramCache& cache, const device::Tuning& entry,
                       const device::CellKind& kind) {
    device::Tuning tuning = entry;
    device::add_capabilities(tuning, kind, device, cache);
    double best = 0;
    for (const Shape& shape : shapes_for(device, tuning, kind)) {
        best = std::max(best, rate_of(device, cache, tuning, kind, shape, 0.05, 4));
    }
    return best;
}

device::TuningValues find_fastest_minimum(const device::OpenClDevice& device, device::ProgramCache& cache,
                                          const device::Tuning& tuning, const device::CellKind& kind) {
    device::TuningValues best{{"min_form", tuning.value("min_form")}};
    if (tuning.form == KernelForm::gpu) best["steps"] = 1;
    if (kind.type == CostType::int32) return best;
    double fastest = 0;
    for (const Shape& shape : minima_for(device, tuning, kind)) {
        const double rate = rate_of(device, cache, tuning, kind, shape, 0.002, 2);
        if (rate <= fastest) continue;
        fastest = rate;
        best["min_form"] = shape.min_form;
        if (tuning.form == KernelForm::gpu) best["steps"] = shape.steps;
    }
    return best;
}

// ---- Products
//
// The matrix holds numbers drawn by place, so that the host knows them all: a cell falls in the first products and
// seldom later, as in a solve.

namespace {

constexpr std::size_t small_matrix = 1536;
constexpr std::size_t most_nodes = 8192;
constexpr double long_launch = 1e-3;  // seconds: many times what a launch takes
constexpr std::size_t pattern_cells = std::size_t{1} << 20;
constexpr std::size_t checked_rows = 8;

// The number of a cell by its place in a buffer. Sums of two fit 15 bits in narrow cells, else 23.
std::uint32_t drawn(std::size_t place, const CellFormat& cell) {
    auto mixed = static_cast<std::uint32_t>(place % pattern_cells) * 2654435761u;
    mixed ^= mixed >> 15;
    return 1 + mixed % (cell.width == CellWidth::bits16 ? 10'000u : 1'000'000u);
}

std::uint32_t drawn_hop(std::size_t place) {
    return static_cast<std::uint32_t>(place % pattern_cells);
}

// Fills a buffer with the repeated pattern, most of it by copies on the device.
template <class T>
void fill_buffer(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t cells,
                 const std::vector<T>& pattern) {
    std::size_t filled = std::min(cells, pattern.size());
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, filled * sizeof(T), pattern.data());
    while (filled < cells) {
        const std::size_t next = std::min(cells - filled, filled);
        queue.enqueueCopyBuffer(buffer, buffer, 0, filled * sizeof(T), next * sizeof(T));
        filled += next;
    }
    queue.finish();
}

template <class Work>
void with_cell(const CellFormat& cell, const Work& work) {
    if (cell.width == CellWidth::bits16) return work.template operator()<std::uint16_t>();
    with_cost_type(cell.type, work);
}

}  // namespace

ProductMeter::ProductMeter(const device::OpenClDevice& device, const CellFormat& cell, device::ProgramCache& cache)
    : device_(device),
      cell_(cell),
      cache_(cache),
      context_(device::checked(device.info.name, [&] { return device::context_of(device); })),
      nodes_(small_matrix) {
    device::checked(device_.info.name, [&] {
        for (cl::CommandQueue& queue : queues_) queue = cl::CommandQueue(context_, device_.handle);
    });
}

void ProductMeter::fill(const DeviceMatrix& matrix) {
    with_cell(cell_, [&]<class T>() {
        std::vector<T> pattern(pattern_cells);
        for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = static_cast<T>(drawn(i, cell_));
        for (const RowBuffer& buffer : matrix.buffers()) {
            fill_buffer(queues_[0], buffer.cells, (buffer.end - buffer.begin) * matrix.layout().row_cells(), pattern);
        }
    });
    if (cell_.hops != HopMode::array) return;
    std::vector<std::uint32_t> pattern(pattern_cells);
    for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = drawn_hop(i);
    for (const RowBuffer& buffer : matrix.buffers()) {
        fill_buffer(queues_[0], buffer.hops, (buffer.end - buffer.begin) * matrix.layout().row_cells(), pattern);
    }
}

// Compares the first rows of the last tile with C ⊕ A⊗B of what was filled in; A and B are `depth` nodes deep.
template <class T>
void ProductMeter::check(const DeviceMatrix& matrix, std::uint32_t depth) {
    const TileLayout& layout = matrix.layout();
    const auto last = static_cast<std::uint32_t>(layout.tiles() - 1);
    const RowBuffer& buffer = matrix.buffer_of(last);
    const std::size_t row_at = matrix.row_in_buffer(last) * layout.row_cells();
    const std::size_t tile_at = row_at + layout.offset_in_row(0, last * layout.tile);
    const std::size_t cells = std::min(checked_rows, layout.tile) * layout.tile;
    std::vector<T> got(cells);
    queues_[0].enqueueReadBuffer(buffer.cells, CL_TRUE, tile_at * sizeof(T), cells * sizeof(T), got.data());
    std::vector<std::uint32_t> hops(cell_.hops == HopMode::array ? cells : 0);
    if (!hops.empty()) {
        queues_[0].enqueueReadBuffer(buffer.hops, CL_TRUE, tile_at * 4, cells * 4, hops.data());
    }
    for (std::size_t i = 0; i < cells; ++i) {
        const std::uint32_t own = drawn(tile_at + i, cell_);
        std::uint32_t least = own;
        bool is_hop = hops.empty() || hops[i] == drawn_hop(tile_at + i);
        for (std::uint32_t k = 0; k < depth; ++k) {
            const std::size_t at_left = row_at + layout.offset_in_row(i / layout.tile, k);
            const std::size_t row_of_b = matrix.row_in_buffer(static_cast<std::uint32_t>(k / layout.tile));
            const std::size_t at_right = row_of_b * layout.row_cells() +
                                         layout.offset_in_row(k % layout.tile, last * layout.tile + i % layout.tile);
            const std::uint32_t sum = drawn(at_left, cell_) + drawn(at_right, cell_);
            if (sum > least || sum >= own) continue;
            const bool same_hop = hops.empty() || hops[i] == drawn_hop(at_left);
            is_hop = same_hop || (is_hop && sum == least);
            least = sum;
        }
        if (got[i] == static_cast<T>(least) && is_hop) continue;
        throw Error(format("a product of {} gave {} instead of {}, or a wrong hop", device_.info.name, got[i], least));
    }
}

double ProductMeter::measure(const device::Tuning& tuned, double seconds) {
    return device::checked(device_.info.name, [&] {
        device::Tuning tuning = tuned;
        device::add_capabilities(tuning, kind_of(cell_), device_, cache_);
        const auto tile = static_cast<std::size_t>(tuning.value("tile"));
        KernelSet kernels = build_kernels(context_, device_, cache_, tuning, cell_, tile);
        const auto depth = static_cast<std::uint32_t>(tuning.value("group"));
        const auto tiles = std::max<std::uint32_t>(2 * depth, static_cast<std::uint32_t>((nodes_ + tile / 2) / tile));
        const TileLayout layout{.pivot_count = tiles * tile, .border_count = 0, .tile = tile};
        const DeviceMatrix matrix(context_, device_, layout, TileShare::all(tiles), cell_,
                                  device_.info.max_allocation_bytes);
        fill(matrix);
        Launcher launcher(queues_, kernels, matrix);
        const auto launch = [&](std::uint32_t group) {
            const TileSpan inner{group * depth, (group + 1) * depth};
            const TileSpan others{0, tiles, inner.begin, inner.end};
            const Step step{.rows = others, .inner = inner, .columns = others, .after = {}};
            launcher.launch(step).wait();
            return pair_count(step, layout);
        };
        launch(0);
        with_cell(cell_, [&]<class T>() { check<T>(matrix, depth * static_cast<std::uint32_t>(tile)); });
        const Stopwatch watch;
        std::uint64_t pairs = 0;
        std::uint32_t launches = 0;
        do {
            pairs += launch(++launches % (tiles / depth));
        } while (watch.seconds() < seconds);
        const double took = watch.seconds();
        if (took / launches < long_launch && nodes_ < most_nodes) {
            const double bytes = static_cast<double>(row_of_tiles_bytes(layout, cell_)) * tiles * 4;
            if (bytes * 4 < static_cast<double>(device_.info.memory_bytes)) nodes_ *= 2;
        }
        return static_cast<double>(pairs) / took;
    });
}

}  // namespace allways::engine
