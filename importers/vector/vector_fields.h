// SPDX-License-Identifier: Apache-2.0
// The role of each field of a line layer, from the options or by usual names, and the columns that fields become. Also
// reads the one-way field.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "attributes/arc_table.h"
#include "attributes/oneway_values.h"
#include "libraries/vector_layer.h"
#include "osm/profile/profile.h"
#include "vector/end_points.h"
#include "vector/line_parts.h"

namespace allways::importers {

struct VectorFields {
    std::optional<std::size_t> from, to;  // both or neither
    std::optional<std::size_t> id;
    std::optional<std::size_t> cost, reverse_cost;
    std::vector<DirectedField> pairs;  // of numbers
    std::optional<std::size_t> oneway;
    std::optional<std::size_t> speed;
    std::optional<std::size_t> speed_against;          // of a pair; then `speed` is that along the line
    std::optional<std::size_t> name;                   // of the road
    bool name_given = false;                           // an option names it, or states that there is none
    std::optional<std::size_t> facility_type;          // kept under the name facility_type
    std::optional<std::size_t> road_class;             // for speeds and profiles
    std::optional<std::size_t> from_level, to_level;   // of the ends: lines meet on the same level
    std::optional<std::size_t> layer, bridge, tunnel;  // levels of lines that cross over and under each other
    std::vector<std::string> unknown;                  // names of fields without a known meaning
    // The costs of both directions are not a pair, so they state the directions alone, as pgRouting's do.
    bool costs_state_directions = false;
    // Allways wrote it, and its field of times is that of the network.
    bool is_network_of_ours = false;
    bool ends_given = false;
    bool id_given = false;
    bool speed_given = false;
    std::string speed_unit = "km/h";  // unit of speeds that state none
    bool speed_unit_known = false;    // stated by the option or the field's name
};

// Logs guesses, each in one line. Throws InvalidArgument, listing the fields, for an option that names no field, or
// that lacks the option it belongs to. `guess_ends`: fields that no option names may be from and to.
VectorFields decide_vector_fields(VectorLayer& layer, const ReadOptions& options, bool guess_ends);

// Returns the meaning of the one-way field's values, which are counted first. Throws InvalidArgument for invalid
// options.oneway_values, and as OnewayValues::choose.
OnewayValues choose_oneway_values(VectorLayer& layer, const VectorFields& fields, const ReadOptions& options);

// Returns the directions of the current feature: both ways if it states none or has an unknown word.
OnewayValues::Ways stated_ways(const VectorLayer& layer, const VectorFields& fields, const OnewayValues& values);

// Returns the level of the current feature's lines, from the OpenStreetMap fields layer, bridge and tunnel: 0 on the
// ground. Of two lines that cross, one is above the other if their layers differ, or if only one is a bridge or a
// tunnel.
double level_of_line(const VectorLayer& layer, const VectorFields& fields);

// ---- columns

// Fields of a line layer → columns and texts of arcs: the file's own fields, and length and cost. Costs of a line that
// is cut are divided among its sections. Rows of arcs are sections.
class VectorColumns {
public:
    // Borrows both arguments.
    VectorColumns(const VectorLayer& layer, const VectorFields& fields);

    // Reads the costs of the layer's current feature, for is_open(). Throws InputError for a cost that is not a number.
    void take_costs();
    // Returns true if the costs leave the direction open: with a reverse cost, negative and missing costs close it.
    bool is_open(bool against) const;
    // Returns true if all pairs of fields are 0 or missing in this direction, and not all in the other.
    bool has_nothing(bool against) const;
    void add_line();  // stores the current feature's values for one of its lines

    // Adds length and cost of the arcs.
    void add_costs(RoadNetwork& network, const LineParts& parts, const std::vector<RowArc>& arcs,
                   const LineLengths::Unit& unit);
    // Adds the file's fields, in order.
    void add_own(RoadNetwork& network, const LineParts& parts, const std::vector<RowArc>& arcs,
                 const LogCallback& log_to);

private:
    struct Own {
        std::size_t field = 0;
        std::string name;
        std::optional<std::size_t> against;    // the field for the other direction
        std::vector<Decimal> numbers;          // one per line, for number fields
        std::vector<Decimal> numbers_against;  // the same of `against`
        TextColumn texts;                      // one per line, for text fields
    };

    Decimal feature_cost(std::size_t field) const;
    const std::string& name(std::size_t field) const { return layer_.fields()[field].name; }

    const VectorLayer& layer_;
    const VectorFields& fields_;
    std::vector<Own> own_;
    std::vector<Decimal> costs_, reverse_costs_;  // one per line
    Decimal cost_, reverse_cost_;                 // costs of the current feature
};

// ---- speeds of lines

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
