// From what the user asks for to the executor that runs it.
#include <algorithm>
#include <cctype>

#include "allways/base/format.h"
#include "engine/dense/opencl/opencl_executor.h"

namespace allways::engine {
namespace {

using device::OpenClDevice;
using Kind = DeviceInfo::Kind;

constexpr int device_not_found = -1;  // CL_DEVICE_NOT_FOUND

bool is_device_id(const std::string& text) {
    const std::size_t colon = text.find(':');
    const auto is_number = [](std::string_view part) {
        return !part.empty() &&
               std::all_of(part.begin(), part.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    };
    return colon != std::string::npos && is_number(std::string_view(text).substr(0, colon)) &&
           is_number(std::string_view(text).substr(colon + 1));
}

const OpenClDevice* first_of(const std::vector<OpenClDevice>& devices, Kind kind) {
    const auto found = std::find_if(devices.begin(), devices.end(), [&](const auto& d) { return d.info.kind == kind; });
    return found == devices.end() ? nullptr : &*found;
}

std::string what_there_is(const device::OpenClDevices& found) {
    if (found.devices.empty()) return found.explanation;
    std::string text = "There is:";
    for (const auto& device : found.devices) text += format(" {} {};", device.info.id, device.info.name);
    text.back() = '.';
    return text;
}

}  // namespace

std::unique_ptr<OpenClDevice> choose_device(const std::string& text) {
    const bool is_id = is_device_id(text);
    if (text != "auto" && text != "cpu" && text != "gpu" && !is_id) {
        throw InvalidArgument(
            format("no device '{}'; expected auto, cpu, gpu, reference, or platform:device as in 0:0", text));
    }
    const device::OpenClDevices found = device::find_opencl_devices();
    const OpenClDevice* chosen = nullptr;
    if (is_id) {
        const auto match = std::find_if(found.devices.begin(), found.devices.end(),
                                        [&](const OpenClDevice& device) { return device.info.id == text; });
        if (match != found.devices.end()) chosen = &*match;
    } else {
        if (text != "cpu") chosen = first_of(found.devices, Kind::gpu);
        if (chosen == nullptr && text != "gpu") chosen = first_of(found.devices, Kind::cpu);
    }
    if (chosen != nullptr) return std::make_unique<OpenClDevice>(*chosen);
    if (text == "auto") return nullptr;
    throw DeviceError(format("there is no OpenCL device '{}'. {}", text, what_there_is(found)), device_not_found);
}

std::unique_ptr<Executor> make_executor(const std::string& text, const device::OpenClOptions& options) {
    if (text == "reference") return make_reference_executor();
    const auto device = choose_device(text);
    if (!device) {
        auto reference = make_reference_executor();
        log(options.log, LogLevel::warning,
            format("no OpenCL device for 'auto'; using the {}. {}", reference->description(),
                   device::find_opencl_devices().explanation));
        return reference;
    }
    if (text == "auto") log(options.log, LogLevel::info, format("device: {} ({})", device->info.name, device->info.id));
    return make_opencl_executor(*device, options);
}

}  // namespace allways::engine
