#include "allways/device/device_choice.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

namespace {

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_device_id(std::string_view text) {
    const std::size_t colon = text.find(':');
    return colon != text.npos && is_number(text.substr(0, colon)) && is_number(text.substr(colon + 1));
}

}  // namespace

DeviceChoice::DeviceChoice(std::string_view text) : text_(text) {
    if (text == "auto" || text == "cpu" || text == "gpu" || text == "reference" || is_device_id(text)) return;
    throw InvalidArgument(
        format("no device '{}'; expected auto, cpu, gpu, reference, or platform:device as in 0:0", text));
}

}  // namespace allways
