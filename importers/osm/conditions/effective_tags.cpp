// SPDX-License-Identifier: Apache-2.0
// Conditional tags → plain ones.
#include "osm/conditions/effective_tags.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "allways/base/format.h"

namespace allways::importers::osm {

namespace {

// Returns the conditional tag of the key: its own, otherwise a plain tag with a condition.
std::optional<Tag> conditional_tag(const Tags& tags, std::string_view key) {
    std::optional<Tag> misplaced;
    for (const Tag& tag : tags) {
        if (!tag.first.starts_with(key)) continue;
        if (tag.first.substr(key.size()) == conditional_suffix) return tag;
        if (tag.first == key && tag.second.find('@') != tag.second.npos) misplaced = tag;
    }
    return misplaced;
}

std::string_view plain_key(std::string_view key) {
    return key.substr(0, key.size() - (key.ends_with(conditional_suffix) ? conditional_suffix.size() : 0));
}

}  // namespace

bool may_be_conditional(const Tags& tags) {
    return std::ranges::any_of(tags, [](const Tag& tag) {
        return tag.first.ends_with(conditional_suffix) || tag.second.find('@') != tag.second.npos;
    });
}

Tags without_key(const Tags& tags, std::string_view key) {
    std::vector<Tag> kept;
    std::ranges::copy_if(tags, std::back_inserter(kept), [&](const Tag& tag) { return tag.first != key; });
    return Tags(std::move(kept));
}

Tags with_value(const Tags& tags, std::string_view key, std::string_view value) {
    std::vector<Tag> changed{{key, value}};
    std::ranges::copy_if(tags, std::back_inserter(changed), [&](const Tag& tag) { return tag.first != key; });
    return Tags(std::move(changed));
}

EffectiveTags effective_tags(Tags tags, std::span<const std::string> keys, const Situation* situation,
                             const std::function<bool(const Tags& before, const Tags& after)>& opens,
                             const std::function<bool(std::string_view key, std::string_view value)>& understands) {
    EffectiveTags result;
    result.tags = std::move(tags);
    // A tag, and a value that applies unless another one does.
    std::vector<std::pair<Tag, std::string_view>> doubtful;
    for (const std::string& key : keys) {
        const auto tag = conditional_tag(result.tags, key);
        if (!tag) continue;
        const auto [own_key, text] = *tag;
        result.found.push_back(own_key);
        if (situation == nullptr) continue;
        const auto leave_undecided = [&, conditional_key = own_key](EffectiveTags::Doubt doubt,
                                                                    std::string_view reason) {
            result.undecided.emplace_back(doubt, format("{}: {}", conditional_key, reason));
        };
        const Conditional conditional = Conditional::parse(text);
        auto outcome = conditional.at(*situation);
        if (outcome.is_unknown && conditional.is_valid() && !situation->holidays.is_public) {
            Situation on_no_holiday = *situation;
            on_no_holiday.holidays = {false, false};
            const auto without = conditional.at(on_no_holiday);
            if (!without.is_unknown) {
                leave_undecided(EffectiveTags::Doubt::holidays, outcome.reason);
            }
            outcome = without;
        }
        std::string_view value;  // points into the tag, which outlives the outcome
        if (outcome.value) value = text.substr(text.find(*outcome.value), outcome.value->size());
        const bool has_meaning = !outcome.value || understands(plain_key(own_key), value);
        if (outcome.is_unknown) {
            const auto doubt = conditional.is_valid() ? EffectiveTags::Doubt::unknown : EffectiveTags::Doubt::invalid;
            leave_undecided(doubt, outcome.reason);
            if (outcome.value && has_meaning) doubtful.emplace_back(*tag, value);
            continue;
        }
        if (!has_meaning) {
            leave_undecided(EffectiveTags::Doubt::unknown, format("the profile does not know '{}'", value));
            continue;
        }
        result.tags = without_key(result.tags, own_key);
        if (outcome.value) {
            ++result.applied;
            result.tags = with_value(result.tags, plain_key(own_key), value);
        } else {
            result.lapsed.push_back(plain_key(own_key));
        }
    }
    for (const auto& [tag, value] : doubtful) {
        Tags after = with_value(without_key(result.tags, tag.first), plain_key(tag.first), value);
        if (opens(result.tags, after)) continue;
        result.tags = std::move(after);
        ++result.applied;
    }
    return result;
}

std::string_view name_of(EffectiveTags::Doubt doubt) {
    constexpr std::string_view names[] = {"conditional tags that name holidays", "conditional tags, unknown conditions",
                                          "conditional tags, not valid"};
    return names[static_cast<std::size_t>(doubt)];
}

}  // namespace allways::importers::osm
