// SPDX-License-Identifier: Apache-2.0
// The OpenCL devices of this machine, as plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"

namespace allways {

struct DeviceInfo {
    std::string id;  // "I:J": platform and device index, as SolveOptions::device takes it
    std::string name;
    std::string platform;
    std::string vendor;
    std::string driver;   // driver version
    std::string version;  // OpenCL version text
    enum class Kind { cpu, gpu, accelerator, other } kind = Kind::other;
    std::uint64_t compute_units = 0;
    std::uint64_t memory_bytes = 0;
    std::uint64_t max_allocation_bytes = 0;
    std::uint64_t local_memory_bytes = 0;
    std::uint64_t max_work_group = 0;
    bool has_float64 = false;
    std::string tuning;  // name of the tuning table entry in use; for a user's entry the path of its file
};

// The name of a kind: "cpu", "gpu", "accelerator", "other".
ALLWAYS_API std::string_view name(DeviceInfo::Kind kind);

struct DeviceList {
    std::vector<DeviceInfo> devices;
    // If `devices` is empty: the cause (no ICD file, error -1001, a driver that failed) and the remedy.
    std::string explanation;
};

// Does not throw for a missing platform or driver. `tuning_directory` holds a user's tuning entries, as in
// SolveOptions; throws InputError for a damaged file in it.
ALLWAYS_API DeviceList list_devices(const std::string& tuning_directory = {});

}  // namespace allways
