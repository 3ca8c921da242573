// SPDX-License-Identifier: Apache-2.0
// The texts of ways that arcs take over: names, classes, and what directions need of signs and lanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "allways/network/text_column.h"
#include "osm/objects/tags.h"
#include "osm/profile/profile.h"

namespace allways::importers::osm {

// One text per way and kind. Signs and lanes have two: for the direction of the way's nodes, and against it.
class WayTexts {
public:
    enum Kind : std::size_t {
        name,
        ref,
        facility_type,
        junction,
        toll,       // "yes", or empty
        service,    // the kind of a service road: "driveway"
        tunnel,     // "yes", or empty
        structure,  // "bridge", "tunnel" or "covered" where the road's height is not that of the ground
        destination,
        destination_ref,
        exit,        // "junction:ref", the number of an exit
        turn_lanes,  // of the lanes that the mode may use: "left|through;right"
        kind_count
    };

    WayTexts();

    // Returns the position of the way's texts.
    std::size_t add(const Tags& tags, const WayRules& rules, const Profile& profile);

    std::string_view text(Kind kind, std::size_t way, bool backward = false) const {
        return texts_[kind].text(row(kind, way, backward));
    }
    static std::string_view column_name(Kind kind);
    // Returns false if no way has a text of this kind.
    bool has(Kind kind) const { return texts_[kind].distinct_count() > 1; }

    // The texts of a kind and where they are, to select from.
    const TextColumn& texts(Kind kind) const { return texts_[kind]; }
    std::uint32_t row(Kind kind, std::size_t way, bool backward) const {
        const bool has_two = kind == destination || kind == destination_ref || kind == turn_lanes;
        return static_cast<std::uint32_t>(has_two ? 2 * way + backward : way);
    }

private:
    void add_signs(const Tags& tags, bool forward, bool backward);
    void add_lanes(const Tags& tags, const WayRules& rules, const Profile& profile);

    std::array<TextColumn, kind_count> texts_;
};

}  // namespace allways::importers::osm
