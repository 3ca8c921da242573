// SPDX-License-Identifier: Apache-2.0
#include "overture/access_tags.h"

#include <algorithm>
#include <utility>

#include "allways/base/format.h"

namespace allways::importers::overture {

namespace {

constexpr std::string_view closed_value = "no";
constexpr double below_bound = 0.001;  // a limit that excludes the bound itself: by a millimetre or a kilogram

std::size_t heading_index(const Scope& scope) {
    return !scope.forward ? 0 : *scope.forward ? 1 : 2;
}

void append_with(std::string& text, std::string_view separator, std::string_view added) {
    if (!text.empty()) text += separator;
    text += added;
}

std::string purposes_text(const Scope& scope) {
    std::string text;
    for (const std::string_view purpose : scope.purposes) {
        if (text.find(purpose) == text.npos) append_with(text, ";", purpose);
    }
    return text;
}

std::string key_with(std::string_view prefix, std::size_t mode, std::string_view suffix) {
    return format("{}{}{}", prefix, mode == 0 ? "" : format(":{}", mode_tree[mode].key), suffix);
}

}  // namespace

// Calls `change` with each mode that belongs to `mode`, but not with that itself.
template <class Change>
void AccessTags::change_below(std::size_t mode, Change&& change) {
    for (std::size_t below = 0; below < stated_.size(); ++below) {
        if (below != mode && belongs_to(below, mode)) change(stated_[below]);
    }
}

// A statement for the mode itself decides, and one for its heading before one for both.
bool AccessTags::is_closed(std::size_t mode, std::size_t heading) const {
    for (;; mode = mode_tree[mode].parent) {
        const auto& values = stated_[mode].values;
        const std::string& value = values[heading].empty() ? values[0] : values[heading];
        if (!value.empty()) return value == closed_value;
        if (mode == 0) return false;
    }
}

bool AccessTags::flow_is_closed(std::size_t mode, std::size_t way) const {
    for (;; mode = mode_tree[mode].parent) {
        const Flow flow = stated_[mode].flow[way];
        if (flow != Flow::unstated) return flow == Flow::closed;
        if (mode == 0) return false;
    }
}

void AccessTags::add(AccessType type, const Scope& scope) {
    const bool denied = type == AccessType::denied;
    // A ban for some purposes leaves the way open to travellers, whose purpose is unknown.
    if (denied && !scope.purposes.empty()) return;
    const std::string plain(denied ? closed_value : type == AccessType::designated ? "designated" : "yes");
    const std::string value = scope.purposes.empty() ? plain : purposes_text(scope);
    for (const std::size_t mode : modes_of(scope.modes)) {
        if (scope.is_conditional()) {
            if (!denied || !add_limit(mode, scope)) add_conditional(mode, value, denied, scope);
        } else if (denied) {
            deny(mode, scope);
        } else if (scope.purposes.empty()) {
            permit(mode, value, scope);
        } else {
            permit_purpose(mode, value, heading_index(scope));
        }
    }
}

// A ban above one size, at all times, is a limit of that size. Returns false for others.
bool AccessTags::add_limit(std::size_t mode, const Scope& scope) {
    if (!scope.during.empty() || scope.vehicle.size() != 1) return false;
    const VehicleBound& bound = scope.vehicle.front();
    if (bound.dimension == "axles" || !bound.comparison.starts_with('>')) return false;
    const double most = std::max(bound.value - (bound.comparison == ">=" ? below_bound : 0), below_bound);
    const std::string key = key_with(format("max{}", bound.dimension), mode, heading_suffixes[heading_index(scope)]);
    const auto [known, is_new] = limits_.emplace(key, most);
    if (!is_new) known->second = std::min(known->second, most);
    return true;
}

void AccessTags::add_conditional(std::size_t mode, std::string_view value, bool denied, const Scope& scope) {
    const std::size_t heading = heading_index(scope);
    Stated& stated = stated_[mode];
    const bool by_flow = heading > 0 && (denied || flow_is_closed(mode, heading - 1));
    if (by_flow && scope.purposes.empty()) {
        const std::string_view flow = !denied ? "no" : heading == 1 ? "-1" : "yes";
        append_with(stated.flow_condition, "; ", format("{} @ ({})", flow, scope.condition()));
        return;
    }
    append_with(stated.conditions[heading], "; ", format("{} @ ({})", value, scope.condition()));
}

void AccessTags::deny(std::size_t mode, const Scope& scope) {
    const std::size_t heading = heading_index(scope);
    if (heading == 0) {
        change_below(mode, [](Stated& below) { below.values = below.conditions = {}; });
        stated_[mode].values = {std::string(closed_value), "", ""};
        stated_[mode].conditions = {};
        return;
    }
    const auto close = [&](Stated& stated) {
        stated.flow[heading - 1] = Flow::closed;
        stated.values[heading].clear();
    };
    close(stated_[mode]);
    change_below(mode, [&](Stated& below) {
        if (below.flow[heading - 1] != Flow::unstated) close(below);
    });
}

void AccessTags::permit(std::size_t mode, const std::string& value, const Scope& scope) {
    const std::size_t heading = heading_index(scope);
    for (std::size_t way = 0; way < 2; ++way) {
        if (heading != 0 && heading != way + 1) continue;
        if (flow_is_closed(mode, way)) stated_[mode].flow[way] = Flow::open;
        change_below(mode, [&](Stated& below) {
            if (below.flow[way] == Flow::closed) below.flow[way] = Flow::open;
        });
    }
    if (heading == 0) {
        change_below(mode, [](Stated& below) { below.values = below.conditions = {}; });
        stated_[mode].values = {value, "", ""};
        stated_[mode].conditions = {};
        return;
    }
    if (is_closed(mode, heading)) stated_[mode].values[heading] = value;
    change_below(mode, [&](Stated& below) {
        const std::string& own = below.values[heading].empty() ? below.values[0] : below.values[heading];
        if (own == closed_value) below.values[heading] = value;
    });
}

// Replaces denials, and adds to purposes that earlier rules permit. Where all may go it changes nothing.
void AccessTags::permit_purpose(std::size_t mode, const std::string& value, std::size_t heading) {
    constexpr std::array<std::string_view, 3> for_all{"", "yes", "designated"};
    const auto replace = [&](std::string& text) {
        if (std::ranges::find(for_all, text) != for_all.end()) return;
        if (text == closed_value) text.clear();
        append_with(text, ";", value);
    };
    if (heading > 0 && flow_is_closed(mode, heading - 1)) {
        stated_[mode].flow[heading - 1] = Flow::open;
        stated_[mode].values[heading] = value;
        return;
    }
    Stated& own = stated_[mode];
    if (heading == 0 && flow_is_closed(mode, 0) && flow_is_closed(mode, 1)) {
        own.flow = {Flow::open, Flow::open};
        own.values[0] = value;
    } else if (own.values[heading].empty() && own.values[0].empty() && is_closed(mode, heading)) {
        own.values[heading] = value;
    } else {
        if (own.values[heading].empty()) own.values[heading] = own.values[0];
        replace(own.values[heading]);
    }
    change_below(mode, [&](Stated& below) {
        if (below.values[heading].empty()) below.values[heading] = below.values[0];
        replace(below.values[heading]);
    });
}

void AccessTags::write(TagList& tags) const {
    const auto add = [&](std::string key, const std::string& value) {
        if (!value.empty()) tags.emplace_back(std::move(key), value);
    };
    std::array<std::array<bool, 2>, mode_tree.size()> open;
    for (std::size_t mode = 0; mode < stated_.size(); ++mode) {
        const Stated& stated = stated_[mode];
        for (std::size_t way = 0; way < 2; ++way) open[mode][way] = !flow_is_closed(mode, way);
        if (stated == Stated{}) continue;
        std::array<std::string, 3> values = stated.values;
        const bool states_flow = stated.flow[0] != Flow::unstated || stated.flow[1] != Flow::unstated;
        const auto [along, against] = open[mode];
        const auto parent = open[mode_tree[mode].parent];
        if (states_flow && !along && !against) {
            values = {std::string(closed_value), "", ""};
        } else if (states_flow) {
            add(key_with("oneway", mode, ""), along && against ? "no" : along ? "yes" : "-1");
            if (mode != 0 && !parent[0] && !parent[1] && values[0].empty()) values[0] = "yes";
        }
        add(key_with("oneway", mode, ":conditional"), stated.flow_condition);
        for (std::size_t heading = 0; heading < 3; ++heading) {
            const std::string key = format("{}{}", mode_tree[mode].key, heading_suffixes[heading]);
            add(key, values[heading]);
            add(key + ":conditional", stated.conditions[heading]);
        }
    }
    for (const auto& [key, most] : limits_) add(key, format("{:.10g}", most));
}

}  // namespace allways::importers::overture
