// SPDX-License-Identifier: Apache-2.0
// Devices: those that this machine has, and the choice of one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"

namespace allways {

// ---- the devices that a program requests

// "auto" (the first GPU, else a CPU device, else the reference, which also takes dense matrices that it solves before a
// device is open), "cpu", "gpu", "reference" (host threads without OpenCL), or a device id "I:J", platform and device
// as in list_devices. Several share one job: "gpu:all" or "cpu:all", or any of these joined by "," or "+" ("0:0,0:1",
// "cpu+gpu"). Constructed from that text; throws InvalidArgument for any other.
class ALLWAYS_API DeviceChoice {
public:
    DeviceChoice() = default;
    DeviceChoice(std::string_view text);  // NOLINT: implicit, so that a text can be passed as a choice
    DeviceChoice(const std::string& text) : DeviceChoice(std::string_view(text)) {}
    DeviceChoice(const char* text) : DeviceChoice(std::string_view(text)) {}

    const std::string& text() const { return text_; }
    bool is_auto() const { return text_ == "auto"; }
    bool is_reference() const { return text_ == "reference"; }
    // Returns true if the work may stay on the host's processor: "auto", "cpu" and "reference".
    bool may_be_host() const { return is_auto() || is_reference() || text_ == "cpu"; }
    // The names that "," or "+" join.
    std::vector<std::string> parts() const;
    friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;

private:
    std::string text_ = "auto";
};

// ---- the devices of this machine

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

    static void each_row(auto&& row) {
        row("id", &DeviceInfo::id, "I:J, the indexes of platform and device");
        row("name", &DeviceInfo::name);
        row("kind", &DeviceInfo::kind, "cpu, gpu, accelerator or other");
        row("platform", &DeviceInfo::platform);
        row("vendor", &DeviceInfo::vendor);
        row("driver", &DeviceInfo::driver, "Version of the driver");
        row("version", &DeviceInfo::version, "OpenCL version");
        row("compute_units", &DeviceInfo::compute_units);
        row("memory_bytes", &DeviceInfo::memory_bytes);
        row("max_allocation_bytes", &DeviceInfo::max_allocation_bytes);
        row("local_memory_bytes", &DeviceInfo::local_memory_bytes);
        row("max_work_group", &DeviceInfo::max_work_group);
        row("has_float64", &DeviceInfo::has_float64, "", JsonForm::plain, "float64");
        row("tuning", &DeviceInfo::tuning, "The tuning entry in use; for a user's entry the path of its file");
    }
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
