// SPDX-License-Identifier: Apache-2.0
// What readings by a profile of OpenStreetMap have in common, whatever the file: the profile and the time that options
// choose, prices, and what is reported.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/importers/read.h"
#include "osm/conditions/condition.h"
#include "osm/profile/profile.h"
#include "osm/turns/turn_costs.h"
#include "osm/ways/ways.h"

namespace allways::importers::osm {

struct Trip {
    Profile profile;
    std::optional<CivilTime> at;
    std::optional<Situation> situation;  // with a time
    const Situation* known() const { return situation ? &*situation : nullptr; }
};

// Loads the profile and reads the time of the options. Throws InvalidArgument and InputError as Profile::load does, and
// InvalidArgument for a text that is no time.
Trip choose_trip(const ReadOptions& options);

// Adds every count above zero but those of the file's own objects.
void add_counts(const Counts& counts, ImportReport& found);

// Logs what is not understood or known of tags: "values of maxspeed not understood: 2, taken as absent (way 7: 70 mp,
// way 8: fast)"; "conditional tags, not valid: 2, taken as not in force (way 7 (…), way 8 (…))".
void log_doubts(const Counts& counts, const LogCallback& log_to);

// Returns the notes for Provenance: profile, vehicle, attribution, turn_restrictions, at.
std::vector<std::pair<std::string, std::string>> trip_notes(const ReadOptions& options, const Trip& trip,
                                                            std::string_view attribution, const TurnCounts& turns);

// Adds the prices of turns, with their counts and note.
void add_prices(const TurnCostRules& rules, const Ways& ways, const Nodes& nodes, const Counts& counts,
                RoadNetwork& network, ImportReport& found);

}  // namespace allways::importers::osm
