// SPDX-License-Identifier: Apache-2.0
#include "engine/tuning/ceiling.h"

#include <algorithm>
#include <vector>

#include "allways/base/format.h"
#include "base/threads/progress_meter.h"
#include "device/capabilities.h"
#include "device/kernel_source.h"

namespace allways::engine {
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

FastestMinimum find_fastest_minimum(const device::OpenClDevice& device, device::ProgramCache& cache,
                                    const device::Tuning& tuning, const device::CellKind& kind) {
    if (kind.type == CostType::int32) return {tuning.value("min_form"), 1};
    const std::vector<Shape> shapes = minima_for(device, tuning, kind);
    std::size_t best = 0;
    double fastest = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const double rate = rate_of(device, cache, tuning, kind, shapes[i], 0.002, 2);
        if (rate > fastest) best = i;
        fastest = std::max(fastest, rate);
    }
    return {shapes[best].min_form, shapes[best].steps};
}

}  // namespace allways::engine
