// The device a program asks for.
#pragma once

#include <string>
#include <string_view>

namespace allways {

// "auto" (the first GPU, else a CPU device, else the reference), "cpu", "gpu", "reference" (host threads without
// OpenCL), or a device id "I:J", platform and device as in list_devices. Constructed from that text; throws
// InvalidArgument for any other.
class DeviceChoice {
public:
    DeviceChoice() = default;
    DeviceChoice(std::string_view text);  // NOLINT: implicit, so that a text can be passed as a choice
    DeviceChoice(const std::string& text) : DeviceChoice(std::string_view(text)) {}
    DeviceChoice(const char* text) : DeviceChoice(std::string_view(text)) {}

    const std::string& text() const { return text_; }
    bool is_auto() const { return text_ == "auto"; }
    bool is_reference() const { return text_ == "reference"; }
    bool is_id() const { return text_.find(':') != std::string::npos; }
    // Returns true if the work may stay on the host's processor: any choice except "gpu" and a device id.
    bool may_be_host() const { return text_ != "gpu" && !is_id(); }
    friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;

private:
    std::string text_ = "auto";
};

}  // namespace allways
