// SPDX-License-Identifier: Apache-2.0
// The executor over OpenCL devices: one, or several that share the rows of tiles.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "allways/device/devices.h"
#include "device/opencl.h"
#include "engine/dense/executor.h"

namespace allways::engine {

// At least one device.
std::unique_ptr<Executor> make_opencl_executor(std::vector<device::OpenClDevice> devices,
                                               const device::OpenClOptions& options);

// Returns the device for a choice of one; nothing for "auto" if there is none. Throws as make_executor, and
// InvalidArgument for a choice of several.
std::unique_ptr<device::OpenClDevice> choose_device(const DeviceChoice& choice);
// Returns the devices for any choice, in its order, without repetition; none for "auto" if there is none.
std::vector<device::OpenClDevice> choose_devices(const DeviceChoice& choice);

// Returns the device among them whose tuning all follow: the first GPU, or else the first; nothing if there is none.
std::optional<device::OpenClDevice> leading_device(const DeviceChoice& choice);

}  // namespace allways::engine
