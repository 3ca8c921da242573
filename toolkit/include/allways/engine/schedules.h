// SPDX-License-Identifier: Apache-2.0
// The schedules: how an all-pairs problem is divided into steps (docs/engine.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"

namespace allways {

// "auto" takes sweep or blocked, whichever is predicted to be faster; "sweep" eliminates the nodes of a network in a
// good order; "blocked", "naive", "recursive" and "squaring" work on tiles of a matrix. Constructed from that text;
// throws InvalidArgument for any other.
class ALLWAYS_API ScheduleChoice {
public:
    ScheduleChoice() = default;
    ScheduleChoice(std::string_view text);  // NOLINT: implicit, so that a text can be passed as a choice
    ScheduleChoice(const std::string& text) : ScheduleChoice(std::string_view(text)) {}
    ScheduleChoice(const char* text) : ScheduleChoice(std::string_view(text)) {}

    const std::string& text() const { return text_; }
    bool is_auto() const { return text_ == "auto"; }
    bool is_sweep() const { return text_ == "sweep"; }
    friend bool operator==(const ScheduleChoice&, const ScheduleChoice&) = default;

private:
    std::string text_ = "auto";
};

// The schedules over tiles, which solve networks and matrices: "blocked", "naive", "recursive", "squaring".
ALLWAYS_API const std::vector<std::string>& tile_schedules();

}  // namespace allways
