// SPDX-License-Identifier: Apache-2.0
// Opening hours. The first bytes choose the time.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "osm/conditions/opening_hours.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace allways::importers::osm;
    if (size < 4) return -1;
    const CivilTime time{1 + data[0] * 39, 1 + data[1] % 12, 1 + data[2] % 28, data[3] % 24, data[1] / 12};
    const std::string_view text(reinterpret_cast<const char*>(data) + 4, size - 4);
    const OpeningHours hours = OpeningHours::parse(text);
    if (!hours.is_valid() && hours.fault()->position > text.size()) std::abort();
    for (const Holidays& holidays : {Holidays{}, Holidays{true, false}, Holidays{false, true}}) {
        const auto answer = hours.at(time, holidays);
        if (!hours.is_valid() && answer.holds != Truth::unknown) std::abort();
        if ((answer.holds == Truth::unknown) == answer.reason.empty()) std::abort();
    }
    (void)parse_civil_time(text);
    return 0;
}
