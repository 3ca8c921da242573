// SPDX-License-Identifier: Apache-2.0
#include "allways/device/device_choice.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

namespace {

constexpr std::string_view separators = ",+";

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_device_id(std::string_view text) {
    const std::size_t colon = text.find(':');
    return colon != text.npos && is_number(text.substr(0, colon)) && is_number(text.substr(colon + 1));
}

bool is_part(std::string_view text) {
    return text == "cpu" || text == "gpu" || text == "cpu:all" || text == "gpu:all" || is_device_id(text);
}

}  // namespace

std::vector<std::string> DeviceChoice::parts() const {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = text_.find_first_of(separators, begin);
        parts.push_back(text_.substr(begin, end - begin));
        if (end == text_.npos) return parts;
        begin = end + 1;
    }
}

DeviceChoice::DeviceChoice(std::string_view text) : text_(text) {
    if (is_auto() || is_reference() || std::ranges::all_of(parts(), is_part)) return;
    throw InvalidArgument(
        format("no device '{}'; expected auto, cpu, gpu, reference, or platform:device as in 0:0; or several: gpu:all, "
               "or some joined as in 0:0,0:1 or cpu+gpu",
               text));
}

}  // namespace allways
