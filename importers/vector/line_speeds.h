// SPDX-License-Identifier: Apache-2.0
// Speeds of the lines of a layer and, with a profile, also their directions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "attributes/oneway_values.h"
#include "libraries/vector_layer.h"
#include "osm/profile/profile.h"
#include "vector/vector_fields.h"

namespace allways::importers {

// A line's speed is that of its field, otherwise of its class, otherwise the default. With a profile the profile
// determines it, reading the fields as OpenStreetMap tags.
class LineSpeeds {
public:
    // Borrows layer and fields. Throws InvalidArgument for an invalid list of speeds, and for a profile together with
    // speeds.
    LineSpeeds(const VectorLayer& layer, const VectorFields& fields, const ReadOptions& options);

    // Returns the profile's rules for the layer's current feature, whose one-way field means `stated`; nothing if there
    // is no profile.
    std::optional<osm::WayRules> rules(OnewayValues::Ways stated);

    // Stores the speed of the current feature for one of its lines; `rules` as above.
    void add_line(const std::optional<osm::WayRules>& rules);

    // The rule by which slopes change the speeds of the profile: "bicycle", "foot"; empty: they do not.
    std::string grade() const { return profile_ ? profile_->grade() : ""; }

    // Adds free_speed and time, from the network's lengths, for arcs with known speeds; rows of arcs are lines. Throws
    // InputError if times are requested and more than a fifth of the arcs have no time, unless options.lenient is set.
    void finish(RoadNetwork& network, const std::vector<RowArc>& arcs) &&;

private:
    void add_entries(std::string_view list);
    void add_entry(std::string_view entry);
    Decimal class_speed() const;
    Decimal stated_speed(std::size_t field);
    bool is_asked() const;
    bool forget_guesses_too_fast();
    void warn_of_speeds_too_fast() const;
    Decimal speed_of(const RowArc& arc) const;
    std::string most_by_class(const ArcColumn& speeds, const std::vector<RowArc>& arcs) const;
    std::string remedy() const;
    void refuse(std::size_t missing, std::size_t all, const std::string& classes) const;
    std::string sources() const;
    void say(LogLevel level, const std::string& what) const;

    const VectorLayer& layer_;
    const VectorFields& fields_;
    const ReadOptions& options_;
    std::optional<osm::Profile> profile_;
    std::map<std::string, Decimal> by_class_;  // in lower case
    Decimal default_ = Decimal::missing();

    // One per line.
    std::vector<Decimal> stated_;
    std::vector<Decimal> of_class_;
    std::vector<Decimal> against_;           // with a profile or a pair of fields; `stated_` is then along the line
    std::vector<const std::string*> class_;  // in classes_; empty if no field has classes
    std::set<std::string> classes_;
    struct Unread {
        std::uint64_t count = 0;
        std::string first;
    };
    std::map<std::string, Unread> unread_;  // values that the profile does not understand, by field
    std::uint64_t texts_without_speed_ = 0;
    std::string first_without_speed_;
};

}  // namespace allways::importers
