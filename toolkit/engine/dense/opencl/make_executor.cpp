// SPDX-License-Identifier: Apache-2.0
// Makes the executor for the device that the user requested.
#include <algorithm>

#include "allways/base/format.h"
#include "engine/dense/opencl/opencl_executor.h"

namespace allways::engine {
namespace {

using device::OpenClDevice;
using Kind = DeviceInfo::Kind;

constexpr int device_not_found = -1;  // CL_DEVICE_NOT_FOUND

std::string what_there_is(const device::OpenClDevices& found) {
    if (found.devices.empty()) return found.explanation;
    std::string text = "Available:";
    for (const auto& device : found.devices) text += format(" {} {};", device.info.id, device.info.name);
    text.back() = '.';
    return text;
}

// Returns the devices for a part of a choice, or for "auto"; none if they are absent.
std::vector<const OpenClDevice*> find_part(const std::vector<OpenClDevice>& devices, const std::string& part) {
    std::vector<const OpenClDevice*> found;
    const bool names_an_id = part.front() >= '0' && part.front() <= '9';
    const auto kind = part.starts_with("cpu") ? Kind::cpu : Kind::gpu;
    for (const OpenClDevice& device : devices) {
        if (names_an_id ? part != device.info.id : device.info.kind != kind) continue;
        found.push_back(&device);
        if (!part.ends_with(":all")) break;
    }
    return found;
}

}  // namespace

std::vector<OpenClDevice> choose_devices(const DeviceChoice& choice) {
    const device::OpenClDevices found = device::find_opencl_devices();
    std::vector<OpenClDevice> chosen;
    const auto add = [&](const std::string& part) {
        const auto of_part = find_part(found.devices, part);
        for (const OpenClDevice* device : of_part) {
            const bool is_new = std::ranges::none_of(
                chosen, [&](const OpenClDevice& other) { return other.info.id == device->info.id; });
            if (is_new) chosen.push_back(*device);
        }
        return !of_part.empty();
    };
    if (choice.is_auto()) {
        if (!add("gpu")) add("cpu");
        return chosen;
    }
    for (const std::string& part : choice.parts()) {
        if (add(part)) continue;
        throw DeviceError(format("there is no OpenCL device '{}'. {}", part, what_there_is(found)), device_not_found);
    }
    return chosen;
}

std::unique_ptr<OpenClDevice> choose_device(const DeviceChoice& choice) {
    const std::vector<OpenClDevice> chosen = choose_devices(choice);
    if (chosen.empty()) return nullptr;
    if (chosen.size() == 1) return std::make_unique<OpenClDevice>(chosen.front());
    throw InvalidArgument(format("this runs on one device, but '{}' names {}", choice.text(), chosen.size()));
}

std::unique_ptr<Executor> make_executor(const DeviceChoice& choice, const device::OpenClOptions& options) {
    if (choice.is_reference()) return make_reference_executor();
    std::vector<OpenClDevice> devices = choose_devices(choice);
    if (options.rank >= 0 && !devices.empty()) {
        const bool on_any_gpu = choice.is_auto() && devices.front().info.kind == Kind::gpu;
        if (on_any_gpu) devices = choose_devices("gpu:all");
        devices = {devices[static_cast<std::size_t>(options.rank) % devices.size()]};
    }
    if (devices.empty()) {
        auto reference = make_reference_executor();
        log(options.log, LogLevel::warning,
            format("no OpenCL device for 'auto'; using the {}. {}", reference->description(),
                   device::find_opencl_devices().explanation));
        return reference;
    }
    if (choice.is_auto()) {
        log(options.log, LogLevel::info, format("device: {} ({})", devices.front().info.name, devices.front().info.id));
    }
    return make_opencl_executor(std::move(devices), options);
}

}  // namespace allways::engine
