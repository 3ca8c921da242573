// SPDX-License-Identifier: Apache-2.0
// Values of conditional tags ("access:conditional", "maxspeed:conditional"): text → the value that applies to a vehicle
// at a time. Values stay text: the meaning of "no" or "50 mph" depends on the key.
//
// Source: https://wiki.openstreetmap.org/wiki/Conditional_restrictions. These forms are read:
//   text        value @ condition; value @ (condition); …       the last one that holds applies
//   condition   conditions joined by AND or OR, in parentheses where they nest; AND binds closer
//   hours       Mo-Fr 07:00-19:00; PH off                       opening_hours.h; with ";" only in parentheses
//   comparison  weight>7.5  length >= 12 m  height<12'6"  axles=3  stay < 2 hours
//   word        destination  hgv  wet  snow  parking_permit:F
//   words       (destination; delivery)  (snow,ice)             one of them; not for hours
// A value without "@" ("no @ (22:00-06:00); yes", "no @ Su; PH") is a fault, as in the wiki.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "osm/conditions/opening_hours.h"

namespace allways::importers::osm {

// The known facts about a trip. Members that are not set are unknown.
struct Situation {
    std::optional<CivilTime> at;
    Holidays holidays;

    std::optional<double> weight_t;         // "weight", "maxweight", "grossweight", "gross_weight", "actualweight"
    std::optional<double> weight_rating_t;  // "weightrating", "maxweightrating": the permitted weight
    std::optional<double> axle_load_t;      // "axleload", "maxaxleload"
    std::optional<double> length_m;         // "length", "maxlength"
    std::optional<double> width_m;
    std::optional<double> height_m;
    std::optional<double> axles;
    std::optional<double> stay_min;  // minutes

    // The classes of vehicles to which it belongs: "vehicle", "motor_vehicle", "motorcar". If any is given, it belongs
    // to no other class that https://wiki.openstreetmap.org/wiki/Key:access lists.
    std::vector<std::string> classes;
    std::map<std::string, bool, std::less<>>
        facts;  // further words in lower case: {"wet", false}, {"destination", true}
};

// Immutable; safe to use from several threads. Copies share their conditions.
class Conditional {
public:
    struct Outcome {
        std::optional<std::string_view>
            value;                // the last value that certainly applies, borrowed; nothing: the plain tag applies
        bool is_unknown = false;  // a different value may apply instead, or the text is not valid
        std::string reason;       // "'snow' is not known", "public holidays are not known"; empty unless unknown
    };
    static constexpr std::size_t longest_text = OpeningHours::longest_text;
    static constexpr int deepest_nesting = 8;  // levels of parentheses

    // Accepts any bytes; takes time linear in their number, multiplied by the depth of parentheses.
    static Conditional parse(std::string_view text);

    bool is_valid() const { return !fault_; }
    const std::optional<SyntaxFault>& fault() const { return fault_; }

    // Never returns a value if the text is not valid: later values override earlier ones, so an unreadable one voids
    // all. Linear in the length of the text.
    Outcome at(const Situation& situation) const;

private:
    struct Clause;
    class Parser;
    std::shared_ptr<const std::vector<Clause>> clauses_;  // null if not valid
    std::optional<SyntaxFault> fault_;
};

}  // namespace allways::importers::osm
