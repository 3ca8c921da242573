// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/kernel_set.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <tuple>

#include "allways/base/format.h"
#include "device/program_cache.h"

namespace allways::engine {
namespace {

using device::KernelForm;
using device::Tuning;

void require(bool holds, const Tuning& tuning, const std::string& constraint) {
    if (!holds) throw InvalidArgument(format("tuning entry {}: violated constraint: {}", tuning.name, constraint));
}

// Cells per register of a GPU.
std::size_t lanes(const CellFormat& cell) {
    return cell.width == CellWidth::bits16 ? 2 : 1;
}

// The cells that a work-item owns: `rows` × `item` words. `key` is the tuned value that states the words.
struct ItemShape {
    const char* key;
    std::size_t rows;
    std::size_t item;
};

ItemShape product_shape(const Tuning& tuning) {
    const auto item = static_cast<std::size_t>(tuning.value("item"));
    return {"item", tuning.value_or("rows", item), item};
}

ItemShape closure_shape(const Tuning& tuning) {
    const auto item = tuning.value_or("closure_item", static_cast<std::size_t>(tuning.value("item")));
    return {"closure_item", item, item};
}

std::size_t work_items(const ItemShape& shape, std::size_t tile, std::size_t words) {
    return (tile / shape.rows) * (words / shape.item);
}

void check_items(const Tuning& tuning, const DeviceInfo& device, const ItemShape& shape, std::size_t tile,
                 std::size_t words) {
    const auto& [key, rows, item] = shape;
    require(item > 0 && item % 4 == 0, tuning, format("{} % 4 == 0 ({} {})", key, key, item));
    require(rows > 0 && rows % 4 == 0, tuning, format("rows % 4 == 0 (rows {})", rows));
    require(words % item == 0 && tile % rows == 0 && tile / rows % 2 == 0, tuning,
            format("words of a tile's row % {0} == 0, tile % rows == 0 and tile / rows % 2 == 0 (words {1}, tile {2}, "
                   "{0} {3}, rows {4})",
                   key, words, tile, item, rows));
    require(work_items(shape, tile, words) <= device.max_work_group, tuning,
            format("tile / rows * words / {0} <= work-group (tile {1}, words {2}, {0} {3}, rows {4}, the device's "
                   "work-group {5})",
                   key, tile, words, item, rows, device.max_work_group));
}

// Steps whose least sum find_hops looks up (product.gpu.cl).
std::size_t span_of(const Tuning& tuning) {
    return tuning.value_or("span", tuning.value("depth") % 8 == 0 ? 8 : 4);
}

// Local memory of the GPU form's largest kernel (product.gpu.cl, closure.gpu.cl).
std::size_t gpu_local_bytes(const CellFormat& cell, std::size_t tile, std::size_t depth) {
    const std::size_t word = cell.width == CellWidth::bits16 ? 4 : size_of(cell.type);
    const std::size_t words = tile / lanes(cell);
    const std::size_t counter = cell.hops == HopMode::array && cell.width != CellWidth::bits23 ? 4 : 0;
    const std::size_t product = 2 * depth * (tile + words) * word + counter;
    const std::size_t closure = 2 * (tile + words) * word + (cell.hops == HopMode::array ? 2 * tile * 4 : 0);
    return std::max(product, closure);
}

void check_gpu(const Tuning& tuning, const DeviceInfo& device, const CellFormat& cell, std::size_t tile) {
    const auto item = static_cast<std::size_t>(tuning.value("item"));
    const auto depth = static_cast<std::size_t>(tuning.value("depth"));
    const std::size_t words = tile / lanes(cell);
    require(tile > 0 && tile % lanes(cell) == 0, tuning, format("tile % lanes == 0 (tile {})", tile));
    const ItemShape shape = product_shape(tuning);
    check_items(tuning, device, shape, tile, words);
    check_items(tuning, device, closure_shape(tuning), tile, words);
    const std::size_t items = work_items(shape, tile, words);
    require(cell.hops != HopMode::array || (item <= 8 && shape.rows <= 8), tuning,
            format("item <= 8 and rows <= 8 where there is a hop array (item {}, rows {})", item, shape.rows));
    require(cell.width != CellWidth::bits23 || tile < 128, tuning,
            format("tile < 128 where steps are packed (tile {})", tile));
    require(depth > 0 && depth % (4 * lanes(cell)) == 0, tuning,
            format("depth % (4 * lanes) == 0 (depth {}, lanes {})", depth, lanes(cell)));
    require(tile % depth == 0, tuning, format("tile % depth == 0 (tile {}, depth {})", tile, depth));
    const std::size_t steps = tuning.value_or("steps", 1);
    require((steps == 1 || steps == 2 || steps == 4) && depth % steps == 0, tuning,
            format("steps is 1, 2 or 4, and depth % steps == 0 (steps {}, depth {})", steps, depth));
    const std::size_t span = span_of(tuning);
    require(cell.hops != HopMode::array || (span > 0 && span % 4 == 0 && span % steps == 0 && depth % span == 0),
            tuning,
            format("span % 4 == 0, span % steps == 0 and depth % span == 0 where there is a hop array (span {}, steps "
                   "{}, depth {})",
                   span, steps, depth));
    require(words * depth / 4 % items == 0, tuning,
            format("words * depth / 4 % work-items == 0 (words {}, depth {}, work-items {})", words, depth, items));
    const std::size_t bytes = gpu_local_bytes(cell, tile, depth);
    require(bytes <= device.local_memory_bytes, tuning,
            format("2 * depth * (tile + words) * sizeof(word), and 4 with hops to find, = {} <= local memory (tile {}, "
                   "words {}, depth {}, local "
                   "memory {} bytes)",
                   bytes, tile, words, depth, device.local_memory_bytes));
}

void check_cpu(const Tuning& tuning, std::size_t tile) {
    const auto vector = static_cast<std::size_t>(tuning.value("vector"));
    const auto vectors = static_cast<std::size_t>(tuning.value("vectors"));
    const auto rows = static_cast<std::size_t>(tuning.value("rows"));
    require(vector == 4 || vector == 8 || vector == 16, tuning, format("vector is 4, 8 or 16 (vector {})", vector));
    require(vectors > 0 && tile > 0 && tile % (vector * vectors) == 0, tuning,
            format("tile % (vector * vectors) == 0 (tile {}, vector {}, vectors {})", tile, vector, vectors));
    require(rows > 0 && tile % rows == 0, tuning, format("tile % rows == 0 (tile {}, rows {})", tile, rows));
    require(tile % 4 == 0, tuning, format("tile % 4 == 0 (tile {})", tile));
}

// Programs live as long as the process's context: even loading one from a file takes a driver milliseconds.
cl::Program program_of_process(const cl::Context& context, const device::OpenClDevice& device,
                               device::ProgramCache& cache, const std::string& file, const std::string& options) {
    static auto& programs = *new std::map<std::tuple<cl_context, cl_device_id, std::string, std::string>, cl::Program>;
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    cl::Program& program = programs[{context(), device.handle(), file, options}];
    if (program() == nullptr) program = cache.build(context, device, device::kernel_source(file), options);
    return program;
}

// Macros of cell.cl and the tuned values as compiler options.
std::string build_options(const Tuning& tuning, const CellFormat& cell, std::size_t tile) {
    const int cell_type = cell.width == CellWidth::bits16 ? 3 : static_cast<int>(cell.type);
    std::string options =
        format("-cl-std=CL1.2 -D CELL_TYPE={} -D HOPS={} -D TILE={}", cell_type, static_cast<int>(cell.hops), tile);
    if (cell.width == CellWidth::bits23) options += " -D BITS23=1";
    if (cell.hops == HopMode::first_arc) options += format(" -D FIRST_ARC_BITS={}", cell.first_arc_bits);
    for (const auto& [key, value] : tuning.values) {
        // Values for schedules, not kernels. "ends" is the file format's key for streamed pivots.
        if (key == "tile" || key == "group" || key == "ends" || key.starts_with("sweep_")) continue;
        std::string macro = key;
        std::transform(macro.begin(), macro.end(), macro.begin(), [](unsigned char c) { return std::toupper(c); });
        options += format(" -D {}={}", macro, value);
    }
    if (!tuning.build_options.empty()) options += " " + tuning.build_options;
    return options;
}

}  // namespace

device::CellKind kind_of(const CellFormat& format) {
    return {format.type, format.hops == HopMode::array, format.width};
}

void check_constraints(const Tuning& tuning, const DeviceInfo& device, const CellFormat& format, std::size_t tile) {
    if (tuning.form == KernelForm::gpu) {
        check_gpu(tuning, device, format, tile);
    } else {
        check_cpu(tuning, tile);
    }
}

cl::Kernel& KernelSet::kernel(Operation operation) {
    cl::Kernel& kernel = kernels_[operation];
    if (kernel() != nullptr) return kernel;
    const char* suffix = form == KernelForm::gpu ? ".gpu.cl" : ".cpu.cl";
    const auto make = [&](const std::string& file, const char* name) { kernel = cl::Kernel(build(file), name); };
    switch (operation) {
        case Operation::closure: make(format("closure{}", suffix), "closure"); break;
        case Operation::panels: make(format("panel{}", suffix), "panels"); break;
        case Operation::min_plus: make(format("min_plus{}", suffix), "min_plus"); break;
        case Operation::relax: make("relax.cl", "relax"); break;
        default: make("compare.cl", "compare");
    }
    return kernel;
}

const cl::Program& KernelSet::rows() {
    if (rows_() == nullptr) rows_ = build("rows.cl");
    return rows_;
}

KernelSet build_kernels(const cl::Context& context, const device::OpenClDevice& device, device::ProgramCache& cache,
                        const Tuning& tuning, const CellFormat& cell, std::size_t tile) {
    check_constraints(tuning, device.info, cell, tile);
    const std::string options = build_options(tuning, cell, tile);
    const auto build = [context, device, &cache, options](const std::string& file) {
        return program_of_process(context, device, cache, file, options);
    };
    KernelSet kernels;
    kernels.build = build;
    kernels.form = tuning.form;
    if (tuning.form == KernelForm::gpu) {
        const std::size_t words = tile / lanes(cell);
        kernels.local_items = work_items(product_shape(tuning), tile, words);
        kernels.panel_row_items = kernels.panel_column_items = kernels.min_plus_items = kernels.local_items;
        kernels.closure_items = work_items(closure_shape(tuning), tile, words);
        // Sixteen bits hold the span in which a cell last fell (product.gpu.cl, MOST_SPANS).
        if (cell.hops == HopMode::array) {
            kernels.most_inner = 65535 / static_cast<std::uint32_t>(tile / span_of(tuning));
        }
    } else {
        const auto block_columns = static_cast<std::size_t>(tuning.value("vector") * tuning.value("vectors"));
        kernels.panel_row_items = kernels.min_plus_items = tile / block_columns;
        kernels.panel_column_items = tile / static_cast<std::size_t>(tuning.value("rows"));
    }
    return kernels;
}

}  // namespace allways::engine
