// SPDX-License-Identifier: Apache-2.0
#include "allways/engine/schedules.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways {

const std::vector<std::string>& tile_schedules() {
    static const std::vector<std::string> names{"blocked", "naive", "recursive", "squaring"};
    return names;
}

ScheduleChoice::ScheduleChoice(std::string_view text) : text_(text) {
    if (is_auto() || is_sweep() || std::ranges::find(tile_schedules(), text_) != tile_schedules().end()) return;
    throw InvalidArgument(format("unknown schedule '{}'; expected auto, sweep, {}", text, joined(tile_schedules())));
}

}  // namespace allways
