// Makes the executor for the device that the user requested.
#include <algorithm>

#include "allways/base/format.h"
#include "engine/dense/opencl/opencl_executor.h"

namespace allways::engine {
namespace {

using device::OpenClDevice;
using Kind = DeviceInfo::Kind;

constexpr int device_not_found = -1;  // CL_DEVICE_NOT_FOUND

const OpenClDevice* first_of(const std::vector<OpenClDevice>& devices, Kind kind) {
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const auto& d) { return d.info.kind == kind; });
    return found == devices.end() ? nullptr : &*found;
}

std::string what_there_is(const device::OpenClDevices& found) {
    if (found.devices.empty()) return found.explanation;
    std::string text = "Available:";
    for (const auto& device : found.devices) text += format(" {} {};", device.info.id, device.info.name);
    text.back() = '.';
    return text;
}

}  // namespace

std::unique_ptr<OpenClDevice> choose_device(const DeviceChoice& choice) {
    const std::string& text = choice.text();
    const device::OpenClDevices found = device::find_opencl_devices();
    const OpenClDevice* chosen = nullptr;
    if (choice.is_id()) {
        const auto match = std::find_if(found.devices.begin(), found.devices.end(),
                                        [&](const OpenClDevice& device) { return device.info.id == text; });
        if (match != found.devices.end()) chosen = &*match;
    } else {
        if (text != "cpu") chosen = first_of(found.devices, Kind::gpu);
        if (chosen == nullptr && text != "gpu") chosen = first_of(found.devices, Kind::cpu);
    }
    if (chosen != nullptr) return std::make_unique<OpenClDevice>(*chosen);
    if (choice.is_auto()) return nullptr;
    throw DeviceError(format("there is no OpenCL device '{}'. {}", text, what_there_is(found)), device_not_found);
}

std::unique_ptr<Executor> make_executor(const DeviceChoice& choice, const device::OpenClOptions& options) {
    if (choice.is_reference()) return make_reference_executor();
    const auto device = choose_device(choice);
    if (!device) {
        auto reference = make_reference_executor();
        log(options.log, LogLevel::warning,
            format("no OpenCL device for 'auto'; using the {}. {}", reference->description(),
                   device::find_opencl_devices().explanation));
        return reference;
    }
    if (choice.is_auto())
        log(options.log, LogLevel::info, format("device: {} ({})", device->info.name, device->info.id));
    return make_opencl_executor(*device, options);
}

}  // namespace allways::engine
