// SPDX-License-Identifier: Apache-2.0
#include "allways/network/travel_mode.h"

namespace allways {

TravelMode travel_mode(std::span<const std::pair<std::string, std::string>> notes) {
    for (const auto& [name, value] : notes) {
        if (name == "profile" && value.starts_with("bicycle")) return TravelMode::cycling;
        if (name == "profile" && value.starts_with("foot")) return TravelMode::walking;
    }
    return TravelMode::driving;
}

}  // namespace allways
