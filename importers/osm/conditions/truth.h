// SPDX-License-Identifier: Apache-2.0
// Answers that may be unknown: Kleene's three-valued logic.
#pragma once

#include <cstdint>

namespace allways::importers::osm {

enum class Truth : std::uint8_t { no, yes, unknown };

constexpr Truth truth_of(bool value) {
    return value ? Truth::yes : Truth::no;
}

constexpr Truth both(Truth a, Truth b) {
    if (a == Truth::no || b == Truth::no) return Truth::no;
    return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::unknown;
}

constexpr Truth either(Truth a, Truth b) {
    if (a == Truth::yes || b == Truth::yes) return Truth::yes;
    return a == Truth::no && b == Truth::no ? Truth::no : Truth::unknown;
}

// Returns `then` or `otherwise`, depending on the condition; if the condition is unknown, the value that both share,
// else unknown.
constexpr Truth choose(Truth condition, Truth then, Truth otherwise) {
    if (condition == Truth::unknown) return then == otherwise ? then : Truth::unknown;
    return condition == Truth::yes ? then : otherwise;
}

}  // namespace allways::importers::osm
