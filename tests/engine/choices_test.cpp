// SPDX-License-Identifier: Apache-2.0
// Choices that a program makes by name: schedules and devices.
#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/device/devices.h"
#include "allways/engine/solve.h"

namespace allways {
namespace {

TEST(Choices, OfDevicesAreChecked) {
    for (const char* text : {"auto", "cpu", "gpu", "reference", "0:0", "12:3"})
        EXPECT_EQ(DeviceChoice(text).text(), text);
    for (const char* text : {"", "fast", "0:", ":1", "0:x", "Auto", "0:0:0"})
        EXPECT_THROW(DeviceChoice{text}, InvalidArgument) << text;
    EXPECT_TRUE(DeviceChoice().is_auto());
    EXPECT_EQ(DeviceChoice("gpu:all").text(), "gpu:all");
    EXPECT_EQ(DeviceChoice("0:0,0:1+cpu").parts(), (std::vector<std::string>{"0:0", "0:1", "cpu"}));
    for (const char* text : {"0:0,", "+gpu", "cpu+auto", "gpu:some", "all", "reference,cpu"})
        EXPECT_THROW(DeviceChoice{text}, InvalidArgument) << text;
    EXPECT_FALSE(DeviceChoice("cpu:all").may_be_host());
    EXPECT_FALSE(DeviceChoice("1:0").may_be_host());
    EXPECT_FALSE(DeviceChoice("gpu").may_be_host());
    EXPECT_TRUE(DeviceChoice("reference").may_be_host());
}

TEST(Choices, OfSchedulesAreChecked) {
    EXPECT_TRUE(ScheduleChoice().is_auto());
    EXPECT_TRUE(ScheduleChoice("sweep").is_sweep());
    for (const std::string& text : tile_schedules()) EXPECT_EQ(ScheduleChoice(text).text(), text);
    EXPECT_THROW(ScheduleChoice("fastest"), InvalidArgument);
}

}  // namespace
}  // namespace allways
