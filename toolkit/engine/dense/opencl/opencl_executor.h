// The executor over one OpenCL device.
#pragma once

#include <memory>
#include "allways/device/device_choice.h"

#include "device/opencl.h"
#include "engine/dense/executor.h"

namespace allways::engine {

std::unique_ptr<Executor> make_opencl_executor(device::OpenClDevice device, const device::OpenClOptions& options);

// Returns the device for `choice` ("auto" | "cpu" | "gpu" | "I:J"); nothing for "auto" if there is none. Throws as
// make_executor.
std::unique_ptr<device::OpenClDevice> choose_device(const DeviceChoice& choice);

}  // namespace allways::engine
