// SPDX-License-Identifier: Apache-2.0
// The smallest cards of the papers: Radeon HD 6450 and 6850 have 32 KiB of local memory and work-groups of 256 (Pandey
// & Sharma, "OpenCL parallel blocked approach …", experimental setup). No such card is available, so the needs of the
// kernels are calculated, compared with a compiler's figures, and the kernels run on a CPU device in exactly that
// geometry.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "allways/base/format.h"
#include "device/tuning.h"
#include "engine/dense/opencl/kernel_set.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/tile_problem.h"
#include "support/kernel_cache.h"

namespace allways::testing {
namespace {

using device::find_opencl_devices;
using device::find_tuning;
using device::OpenClDevice;
using device::Tuning;

constexpr std::size_t local_memory = 32 * 1024;
constexpr std::size_t work_group = 256;

OpenClDevice radeon() {
    OpenClDevice device;
    device.info.kind = DeviceInfo::Kind::gpu;
    device.info.name = "Barts";
    device.info.vendor = "Advanced Micro Devices, Inc.";
    device.info.max_work_group = work_group;
    device.info.local_memory_bytes = local_memory;
    device.info.has_float64 = true;  // the larger one has it
    return device;
}

std::vector<CellFormat> every_format() {
    return {{CostType::int32, HopMode::none, 0},    {CostType::int32, HopMode::first_arc, test_first_arc_bits},
            {CostType::int32, HopMode::array, 0},   {CostType::float32, HopMode::none, 0},
            {CostType::float32, HopMode::array, 0}, {CostType::float64, HopMode::none, 0},
            {CostType::float64, HopMode::array, 0}, {.type = CostType::int32, .width = CellWidth::bits16}};
}

Tuning tuning_of(const CellFormat& cell) {
    return find_tuning(radeon(), kind_of(cell));
}

// The formulas at the heads of product.gpu.cl and closure.gpu.cl.
struct Footprint {
    std::size_t work_items;
    std::size_t product_bytes;
    std::size_t closure_bytes;
};

Footprint footprint(const CellFormat& cell) {
    const Tuning tuning = tuning_of(cell);
    const auto tile = static_cast<std::size_t>(tuning.value("tile"));
    const auto item = static_cast<std::size_t>(tuning.value("item"));
    const auto depth = static_cast<std::size_t>(tuning.value("depth"));
    const bool is_bits16 = cell.width == CellWidth::bits16;
    const std::size_t words = is_bits16 ? tile / 2 : tile;
    const std::size_t word = is_bits16 ? 4 : size_of(cell.type);
    const std::size_t hops = cell.hops == HopMode::array ? 2 * tile * sizeof(std::uint32_t) : 0;
    return {tile / item * (words / item), 2 * depth * (tile + words) * word, 2 * (tile + words) * word + hops};
}

std::optional<OpenClDevice> processor() {
    for (const OpenClDevice& device : find_opencl_devices().devices) {
        if (device.info.kind == DeviceInfo::Kind::cpu) return device;
    }
    return std::nullopt;
}

TEST(SmallGpu, EveryKernelFits) {
    for (const CellFormat& cell : every_format()) {
        SCOPED_TRACE(format("{} hops {}", name(cell.type), static_cast<int>(cell.hops)));
        const Footprint need = footprint(cell);
        EXPECT_LE(need.work_items, work_group);
        EXPECT_LE(need.product_bytes, local_memory / 2);
        EXPECT_LE(need.closure_bytes, local_memory / 2);
        const Tuning tuning = tuning_of(cell);
        EXPECT_EQ(tuning.form, device::KernelForm::gpu);
        EXPECT_NO_THROW(check_constraints(tuning, radeon().info, cell, static_cast<std::size_t>(tuning.value("tile"))));
    }
}

TEST(SmallGpu, TheCompilerSaysTheSame) {
    const auto device = processor();
    if (!device) GTEST_SKIP() << "no OpenCL CPU device here";
    const cl::Context context(device->handle);
    device::ProgramCache cache("", {});
    for (const CellFormat& cell : every_format()) {
        SCOPED_TRACE(format("{} hops {}", name(cell.type), static_cast<int>(cell.hops)));
        const Footprint need = footprint(cell);
        const Tuning tuning = tuning_of(cell);
        KernelSet kernels =
            build_kernels(context, *device, cache, tuning, cell, static_cast<std::size_t>(tuning.value("tile")));
        for (const Operation operation : {Operation::closure, Operation::panels, Operation::min_plus}) {
            const cl::Kernel& kernel = kernels.kernel(operation);
            const auto items = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device->handle);
            EXPECT_EQ(items[0] * items[1] * items[2], need.work_items);
            const bool finds_hops =
                operation == Operation::min_plus && cell.hops == HopMode::array && cell.width != CellWidth::bits23;
            const std::size_t product_bytes = need.product_bytes + (finds_hops ? sizeof(std::uint32_t) : 0);
            const std::size_t bytes = operation == Operation::closure ? need.closure_bytes : product_bytes;
            const auto said = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device->handle);
            if (said != 0) {  // PoCL 6 does not know it before the kernel runs
                EXPECT_EQ(said, bytes);
            }
        }
    }
}

template <class T>
void expect_the_plain_loops_answer(const CellFormat& cell) {
    const auto tuning = tuning_of(cell);
    const auto tile = static_cast<std::size_t>(tuning.value("tile"));
    const auto executor = make_executor("cpu", {.cache_directory = testing::kernel_cache(), .tuning = tuning.name});
    ASSERT_EQ(executor->preferred_tile(cell), tile);
    auto problem = random_problem<T>(2 * tile + 9, 5, cell.hops, 11);
    problem.format.width = cell.width;
    const auto solved = solved_by(*executor, problem, tile);
    const auto expected = solved_by(*make_reference_executor(), problem, tile);
    EXPECT_EQ(solved.cells, expected.cells);
    EXPECT_EQ(solved.hops, expected.hops);
    if constexpr (std::is_integral_v<T>) {
        EXPECT_EQ(solved.cells, solved_by_plain_loop(problem).cells);
    }
}

TEST(SmallGpu, TheGeometryGivesTheReferencesTables) {
    if (!processor()) GTEST_SKIP() << "no OpenCL CPU device here";
    for (const CellFormat& cell : every_format()) {
        SCOPED_TRACE(format("{} hops {}", name(cell.type), static_cast<int>(cell.hops)));
        with_cost_type(cell.type, [&]<class T>() { expect_the_plain_loops_answer<T>(cell); });
    }
}

}  // namespace
}  // namespace allways::testing
