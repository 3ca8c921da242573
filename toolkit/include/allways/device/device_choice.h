// SPDX-License-Identifier: Apache-2.0
// The devices that a program requests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"

namespace allways {

// "auto" (the first GPU, else a CPU device, else the reference, which also takes dense matrices that it solves before a
// device is open), "cpu", "gpu", "reference" (host threads without OpenCL), or a device id "I:J", platform and device
// as in list_devices. Several share one job: "gpu:all" or "cpu:all", or any of these joined by "," or "+" ("0:0,0:1",
// "cpu+gpu"). Constructed from that text; throws InvalidArgument for any other.
class ALLWAYS_API DeviceChoice {
public:
    DeviceChoice() = default;
    DeviceChoice(std::string_view text);  // NOLINT: implicit, so that a text can be passed as a choice
    DeviceChoice(const std::string& text) : DeviceChoice(std::string_view(text)) {}
    DeviceChoice(const char* text) : DeviceChoice(std::string_view(text)) {}

    const std::string& text() const { return text_; }
    bool is_auto() const { return text_ == "auto"; }
    bool is_reference() const { return text_ == "reference"; }
    // Returns true if the work may stay on the host's processor: "auto", "cpu" and "reference".
    bool may_be_host() const { return is_auto() || is_reference() || text_ == "cpu"; }
    // The names that "," or "+" join.
    std::vector<std::string> parts() const;
    friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;

private:
    std::string text_ = "auto";
};

}  // namespace allways
