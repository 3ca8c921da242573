// SPDX-License-Identifier: Apache-2.0
// The tuning table entry that a device gets, and its values.
#include "device/tuning.h"

#include <gtest/gtest.h>

#include "device/program_cache.h"
#include "engine/dense/opencl/kernel_set.h"

namespace allways::device {
namespace {

OpenClDevice device(DeviceInfo::Kind kind, const std::string& name, unsigned float_lanes) {
    OpenClDevice device;
    device.info.kind = kind;
    device.info.name = name;
    device.info.max_work_group = 256;
    device.info.local_memory_bytes = 32 * 1024;
    device.float_lanes = float_lanes;
    return device;
}

TEST(Tuning, TheMostConditionsWin) {
    const auto name_of = [](const OpenClDevice& d) { return find_tuning(d, {CostType::int32}).name; };
    using Kind = DeviceInfo::Kind;
    OpenClDevice hopper = device(Kind::gpu, "a card that is not known by name", 1);
    hopper.info.vendor = "NVIDIA Corporation";
    EXPECT_EQ(name_of(hopper), "gpu_default");
    hopper.compute_capability = "9.0";
    EXPECT_EQ(name_of(hopper), "nvidia_hopper");
    for (const char* other : {"9", "90.1", "8.9", "19.0"}) {
        hopper.compute_capability = other;
        EXPECT_EQ(name_of(hopper), other == std::string("9") ? "nvidia_hopper" : "gpu_default");
    }
    EXPECT_EQ(name_of(device(Kind::gpu, "Radeon", 1)), "gpu_default");
    EXPECT_EQ(name_of(device(Kind::accelerator, "a card", 1)), "gpu_default");
    EXPECT_EQ(name_of(device(Kind::cpu, "pthread-skylake-avx512", 16)), "cpu_avx512");
    EXPECT_EQ(name_of(device(Kind::cpu, "pthread-haswell", 8)), "cpu_avx2");
    EXPECT_EQ(name_of(device(Kind::cpu, "pthread-penryn", 4)), "cpu_default");
}

TEST(Tuning, SectionsAndTextOverride) {
    const auto cpu = device(DeviceInfo::Kind::cpu, "pthread-penryn", 4);
    EXPECT_EQ(find_tuning(cpu, {CostType::float32}).value("vector"), 8);
    EXPECT_EQ(find_tuning(cpu, {CostType::float64}).value("vector"), 4);
    EXPECT_EQ(find_tuning(cpu, {CostType::int32}, "gpu_default").form, KernelForm::gpu);
    const Tuning forced = find_tuning(cpu, {CostType::int32}, ":rows=2,build_options=-cl-mad-enable");
    EXPECT_EQ(forced.name, "cpu_default");
    EXPECT_EQ(forced.value("rows"), 2);
    EXPECT_NE(forced.build_options.find("-cl-mad-enable"), std::string::npos);
    EXPECT_THROW(find_tuning(cpu, {CostType::int32}, "nonesuch"), InvalidArgument);
    EXPECT_THROW(find_tuning(cpu, {CostType::int32}, ":rows"), InvalidArgument);
    EXPECT_THROW(forced.value("nonesuch"), InvalidArgument);
}

// Any GPU has 32 KiB of local memory and work-groups of 256.
TEST(Tuning, DefaultsFitTheSmallestDevices) {
    for (const auto kind : {DeviceInfo::Kind::gpu, DeviceInfo::Kind::cpu}) {
        const auto any = device(kind, "unknown", 4);
        for (const auto type : {CostType::int32, CostType::float32, CostType::float64}) {
            for (const auto hops : {engine::HopMode::none, engine::HopMode::array}) {
                const Tuning tuning = find_tuning(any, {type, hops == engine::HopMode::array});
                EXPECT_NO_THROW(engine::check_constraints(tuning, any.info, {type, hops, 0},
                                                          static_cast<std::size_t>(tuning.value("tile"))));
            }
        }
    }
}

TEST(Tuning, EveryEntryHoldsItsOwnConstraints) {
    DeviceInfo large;
    large.max_work_group = 1024;
    large.local_memory_bytes = 48 * 1024;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.name.ends_with(".json")) continue;
        const std::string name(file.name.substr(0, file.name.size() - 5));
        for (const auto type : {CostType::int32, CostType::float32, CostType::float64}) {
            for (const bool hop_array : {false, true}) {
                const Tuning tuning = find_tuning({}, {type, hop_array}, name);
                EXPECT_NO_THROW(engine::check_constraints(
                    tuning, large, {type, hop_array ? engine::HopMode::array : engine::HopMode::none, 0},
                    static_cast<std::size_t>(tuning.value("tile"))))
                    << name;
            }
        }
    }
}

// The kernels take `steps` of a slice at once: what is left of a slice would be lost.
TEST(Tuning, StepsDivideDepth) {
    DeviceInfo large;
    large.max_work_group = 1024;
    large.local_memory_bytes = 48 * 1024;
    for (const int depth : {4, 8, 16}) {
        for (int steps = 0; steps <= 17; ++steps) {
            const Tuning tuning =
                find_tuning({}, {CostType::int32},
                            "gpu_default:item=8,steps=" + std::to_string(steps) + ",depth=" + std::to_string(depth));
            const auto check = [&] {
                engine::check_constraints(tuning, large, {CostType::int32, engine::HopMode::none, 0}, 64);
            };
            if ((steps == 1 || steps == 2 || steps == 4) && depth % steps == 0) {
                EXPECT_NO_THROW(check()) << steps << " " << depth;
                continue;
            }
            try {
                check();
                FAIL() << "taken: steps " << steps << ", depth " << depth;
            } catch (const InvalidArgument& error) {
                EXPECT_NE(std::string(error.what()).find("depth % steps == 0 (steps " + std::to_string(steps)),
                          std::string::npos)
                    << error.what();
            }
        }
    }
}

TEST(KernelSource, ExpandsEachIncludeOnce) {
    const std::string text = kernel_source("min_plus.gpu.cl");
    EXPECT_EQ(text.find("#include"), std::string::npos);
    const std::size_t first = text.find("span_tile(tile_span span");
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(text.find("span_tile(tile_span span", first + 1), std::string::npos);
    EXPECT_THROW(kernel_source("nonesuch.cl"), InvalidArgument);
}

}  // namespace
}  // namespace allways::device
