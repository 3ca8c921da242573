// SPDX-License-Identifier: Apache-2.0
// The float type of costs that int32 does not hold.
#pragma once

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/device/device_choice.h"

namespace allways {

// float64, or float32 if a device that is asked for, other than the host's processor, does not compute in float64.
// Throws DeviceError if it is absent.
ALLWAYS_API CostType float_type_for(const DeviceChoice& device);

}  // namespace allways
