// SPDX-License-Identifier: Apache-2.0
// The settings in which tests solve: everything this machine has.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "allways/device/devices.h"
#include "allways/engine/solve.h"
#include "support/kernel_cache.h"

namespace allways::testing {

// The id of an OpenCL device that is a processor ("cpu" is the host without OpenCL); empty if there is none.
inline std::string id_of_a_processor() {
    for (const DeviceInfo& device : list_devices().devices) {
        if (device.kind == DeviceInfo::Kind::cpu) return device.id;
    }
    return {};
}

inline bool has_device(DeviceInfo::Kind kind) {
    const auto devices = list_devices().devices;
    return std::any_of(devices.begin(), devices.end(), [&](const DeviceInfo& device) { return device.kind == kind; });
}

// A folder for the length of the run.
class TemporaryFolder {
public:
    explicit TemporaryFolder(const std::string& name)
        : path_(::testing::TempDir() + "allways-" + name + "-" + std::to_string(getpid())) {
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

struct Setting {
    std::string device;
    std::size_t tile;                   // 0: the tuned one
    std::string tuning_directory = {};  // empty: the shipped entries
};

// Everything this machine can solve on; prints a note if that is only the reference.
inline const std::vector<Setting>& settings() {
    static const std::vector<Setting> all = [] {
        std::vector<Setting> found = {{"reference", 0}, {"reference", 7}};
        if (has_device(DeviceInfo::Kind::cpu)) {
            found.push_back({"cpu", 0});
            found.push_back({"cpu", 96});
        }
        if (has_device(DeviceInfo::Kind::gpu)) found.push_back({"gpu", 0});
        if (found.size() == 2) std::cerr << "no OpenCL device: only the reference is tested\n";
        return found;
    }();
    return all;
}

// Devices and tiles are of the dense engine, so its schedule is asked for.
inline void choose(const Setting& setting, SolveOptions& options) {
    options.schedule = "blocked";
    options.device = setting.device;
    options.tile = setting.tile;
    options.tuning_directory = setting.tuning_directory;
    options.cache_directory = kernel_cache();
}

}  // namespace allways::testing
