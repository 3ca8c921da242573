// Which device a program asks for.
#pragma once

#include <string>
#include <string_view>

namespace allways {

// "auto" (the first GPU, else a CPU device, else the reference), "cpu", "gpu", "reference" (host threads without
// OpenCL), or a device's id "I:J", platform and device as list_devices has them. Made from such a text; throws
// InvalidArgument for others.
class DeviceChoice {
public:
    DeviceChoice() = default;
    DeviceChoice(std::string_view text);  // NOLINT: a text is a choice
    DeviceChoice(const std::string& text) : DeviceChoice(std::string_view(text)) {}
    DeviceChoice(const char* text) : DeviceChoice(std::string_view(text)) {}

    const std::string& text() const { return text_; }
    bool is_auto() const { return text_ == "auto"; }
    bool is_reference() const { return text_ == "reference"; }
    bool is_id() const { return text_.find(':') != std::string::npos; }
    // Whether the work may stay on the host's processor: anything but a GPU or a device by its id.
    bool may_be_host() const { return text_ != "gpu" && !is_id(); }
    friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;

private:
    std::string text_ = "auto";
};

}  // namespace allways
