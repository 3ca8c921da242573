// SPDX-License-Identifier: Apache-2.0
// Rules of access, of which the last one that matches a traveller decides → access tags, of which the one with the most
// specific key decides: a rule replaces what earlier ones state about its modes and those that belong to them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "overture/scope.h"

namespace allways::importers::overture {

enum class AccessType : std::uint8_t { allowed, denied, designated };

// Add the rules of one piece in their order, then take the tags.
//   denied without scope         access=no
//   denied by mode               motor_vehicle=no
//   denied by heading            oneway=yes or -1, by mode oneway:bicycle=…: as in OpenStreetMap, people on foot are
//   not
//                                meant unless they are named
//   allowed for a purpose        destination, private, … in place of an earlier denial
//   denied above a size          maxweight=7.5
//   at times, by other sizes     access:conditional=no @ (…)
class AccessTags {
public:
    void add(AccessType type, const Scope& scope);
    void write(TagList& tags) const;

private:
    enum class Flow : std::uint8_t { unstated, open, closed };
    // The statements for one mode; arrays by heading: both, along, against.
    struct Stated {
        std::array<std::string, 3> values;
        std::array<std::string, 3> conditions;  // values of conditional tags
        std::array<Flow, 2> flow{Flow::unstated, Flow::unstated};
        std::string flow_condition;
        friend bool operator==(const Stated&, const Stated&) = default;
    };

    void add_conditional(std::size_t mode, std::string_view value, bool denied, const Scope& scope);
    bool add_limit(std::size_t mode, const Scope& scope);
    void deny(std::size_t mode, const Scope& scope);
    void permit(std::size_t mode, const std::string& value, const Scope& scope);
    void permit_purpose(std::size_t mode, const std::string& value, std::size_t heading);
    template <class Change>
    void change_below(std::size_t mode, Change&& change);
    bool is_closed(std::size_t mode, std::size_t heading) const;
    bool flow_is_closed(std::size_t mode, std::size_t way) const;

    std::array<Stated, mode_tree.size()> stated_;
    std::map<std::string, double> limits_;  // "maxweight:hgv:forward"
};

}  // namespace allways::importers::overture
