// SPDX-License-Identifier: Apache-2.0
// Tags of an object and a situation → the tags that apply: if a condition of "maxspeed:conditional" holds, its value
// replaces "maxspeed". The rules of a profile then read plain tags only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "osm/conditions/condition.h"
#include "osm/objects/object.h"

namespace allways::importers::osm {

inline constexpr std::string_view conditional_suffix = ":conditional";

struct EffectiveTags {
    // The reasons why it is unknown if a value applies. holidays: the day is taken to be none, and the value applies.
    enum class Doubt : std::uint8_t { holidays, unknown, invalid, count };
    Tags tags;                            // borrows what the original tags borrow
    std::vector<std::string_view> found;  // keys of conditional tags
    std::size_t applied = 0;              // conditional tags that have replaced the plain tag
    // Plain keys of conditional tags that certainly state nothing in this situation.
    std::vector<std::string_view> lapsed;
    std::vector<std::pair<Doubt, std::string>> undecided;  // with key and reason: "access: 'snow' is not known"
};

// Returns false if no tag can be conditional, as for most objects.
bool may_be_conditional(const Tags& tags);

// Applies the conditional tags of the keys, which are plain: "maxspeed:forward". A plain tag whose value has an "@"
// counts as conditional.
//   - The last value whose condition holds replaces the plain tag.
//   - Unless the situation states it, the day is no holiday.
//   - An unknown condition counts as one that does not hold: an earlier value, or the plain tag, applies. In this doubt
//     a value never opens what the other tags close.
//   - A text that is not valid, or whose value has no meaning, states nothing: the plain tag applies.
// Without a situation the tags stay unchanged, and conditional ones are only counted. An undecided tag stays.
// `opens` returns true if the object is more open with the tags `after` than with `before`, `understands` if the value
// of the plain key has a meaning.
EffectiveTags effective_tags(Tags tags, std::span<const std::string> keys, const Situation* situation,
                             const std::function<bool(const Tags& before, const Tags& after)>& opens,
                             const std::function<bool(std::string_view key, std::string_view value)>& understands);

// Returns the tags without one key.
Tags without_key(const Tags& tags, std::string_view key);
// Returns the tags with that value of the key, which they may have already. Borrows key and value.
Tags with_value(const Tags& tags, std::string_view key, std::string_view value);

// Returns the name of a count in ImportReport: "conditional tags that name holidays".
std::string_view name_of(EffectiveTags::Doubt doubt);

}  // namespace allways::importers::osm
