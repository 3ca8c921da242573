// SPDX-License-Identifier: Apache-2.0
#include "allways/engine/float_type.h"

#include <algorithm>

#include "engine/dense/opencl/opencl_executor.h"

namespace allways {

CostType float_type_for(const DeviceChoice& device) {
    if (device.may_be_host()) return CostType::float64;
    const auto chosen = engine::choose_devices(device);
    const bool all_have_it = std::ranges::all_of(chosen, [](const auto& one) { return one.info.has_float64; });
    return all_have_it ? CostType::float64 : CostType::float32;
}

}  // namespace allways
