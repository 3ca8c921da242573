// SPDX-License-Identifier: Apache-2.0
#include "allways/device/devices.h"

#include <gtest/gtest.h>

#include <set>

namespace allways {
namespace {

TEST(Devices, AListOrAnExplanation) {
    const DeviceList list = list_devices();
    EXPECT_EQ(list.devices.empty(), !list.explanation.empty()) << list.explanation;
    std::set<std::string> ids;
    for (const DeviceInfo& device : list.devices) {
        EXPECT_TRUE(ids.insert(device.id).second) << device.id;
        EXPECT_FALSE(device.name.empty());
        EXPECT_GT(device.compute_units, 0u);
        EXPECT_GT(device.memory_bytes, 0u);
        EXPECT_LE(device.max_allocation_bytes, device.memory_bytes);
    }
}

}  // namespace
}  // namespace allways
