#include "engine/kernel_set.h"

#include <algorithm>
#include <cctype>

#include "allways/base/format.h"
#include "device/kernel_source.h"

namespace allways::engine {
namespace {

using device::KernelForm;
using device::Tuning;

void require(bool holds, const Tuning& tuning, const std::string& constraint) {
    if (!holds) throw InvalidArgument(format("tuning entry {}: {} does not hold", tuning.name, constraint));
}

void check_gpu(const Tuning& tuning, const DeviceInfo& device, std::size_t cell_size, std::size_t tile) {
    const auto item = static_cast<std::size_t>(tuning.value("item"));
    const auto depth = static_cast<std::size_t>(tuning.value("depth"));
    require(item > 0 && item % 4 == 0, tuning, format("item % 4 == 0 (item {})", item));
    require(depth > 0 && depth % 4 == 0, tuning, format("depth % 4 == 0 (depth {})", depth));
    require(tile > 0 && tile % item == 0, tuning, format("tile % item == 0 (tile {}, item {})", tile, item));
    require(tile % depth == 0, tuning, format("tile % depth == 0 (tile {}, depth {})", tile, depth));
    const std::size_t items = (tile / item) * (tile / item);
    require(items <= device.max_work_group, tuning,
            format("(tile / item)² <= work-group (tile {}, item {}, the device's work-group {})", tile, item,
                   device.max_work_group));
    require(tile * depth / 4 % items == 0, tuning,
            format("tile * depth / 4 % (tile / item)² == 0 (tile {}, depth {}, item {})", tile, depth, item));
    const std::size_t local_bytes = 4 * tile * std::max(depth, std::size_t{2}) * cell_size;
    require(local_bytes <= device.local_memory_bytes, tuning,
            format("4 * tile * depth * sizeof(cell) <= local memory (tile {}, depth {}, cell {} bytes, local memory {} "
                   "bytes)",
                   tile, depth, cell_size, device.local_memory_bytes));
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

}  // namespace

void check_constraints(const Tuning& tuning, const DeviceInfo& device, const CellFormat& format, std::size_t tile) {
    if (tuning.form == KernelForm::gpu) {
        check_gpu(tuning, device, size_of(format.type), tile);
    } else {
        check_cpu(tuning, tile);
    }
}

std::string build_options(const Tuning& tuning, const CellFormat& cell, std::size_t tile) {
    std::string options = format("-cl-std=CL1.2 -D CELL_TYPE={} -D HOPS={} -D TILE={}", static_cast<int>(cell.type),
                                 static_cast<int>(cell.hops), tile);
    if (cell.hops == HopMode::label) options += format(" -D LABEL_BITS={}", cell.label_bits);
    for (const auto& [key, value] : tuning.values) {
        if (key == "tile" || key == "group") continue;
        std::string macro = key;
        std::transform(macro.begin(), macro.end(), macro.begin(), [](unsigned char c) { return std::toupper(c); });
        options += format(" -D {}={}", macro, value);
    }
    if (!tuning.build_options.empty()) options += " " + tuning.build_options;
    return options;
}

KernelSet build_kernels(const cl::Context& context, const device::OpenClDevice& device, device::ProgramCache& cache,
                        const Tuning& tuning, const CellFormat& cell, std::size_t tile) {
    check_constraints(tuning, device.info, cell, tile);
    const std::string options = build_options(tuning, cell, tile);
    const std::string form = tuning.form == KernelForm::gpu ? ".gpu.cl" : ".cpu.cl";
    const auto build = [&](const std::string& file) {
        return cache.build(context, device, device::kernel_source(file), options);
    };
    KernelSet kernels;
    kernels.form = tuning.form;
    kernels.closure = cl::Kernel(build("closure" + form), "closure");
    const cl::Program panel = build("panel" + form);
    kernels.panel_row = cl::Kernel(panel, "panel_row");
    kernels.panel_column = cl::Kernel(panel, "panel_column");
    kernels.min_plus = cl::Kernel(build("min_plus" + form), "min_plus");
    kernels.relax = cl::Kernel(build("relax.cl"), "relax");
    kernels.compare = cl::Kernel(build("compare.cl"), "compare");
    if (tuning.form == KernelForm::gpu) {
        const std::size_t side = tile / static_cast<std::size_t>(tuning.value("item"));
        kernels.local_items = side * side;
        kernels.panel_row_items = kernels.panel_column_items = kernels.min_plus_items = kernels.closure_items =
            side * side;
    } else {
        const std::size_t strips = tile / static_cast<std::size_t>(tuning.value("vector") * tuning.value("vectors"));
        kernels.panel_row_items = kernels.min_plus_items = strips;
        kernels.panel_column_items = tile / static_cast<std::size_t>(tuning.value("rows"));
    }
    return kernels;
}

}  // namespace allways::engine
