// SPDX-License-Identifier: Apache-2.0
// The float type for costs that do not fit int32.
#pragma once

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/device/device_choice.h"

namespace allways {

// float64, or float32 if a requested device other than the host's processor does not compute in float64. Throws
// DeviceError if the device is absent.
ALLWAYS_API CostType float_type_for(const DeviceChoice& device);

}  // namespace allways
