// SPDX-License-Identifier: Apache-2.0
// What readings by a profile of OpenStreetMap have in common, whatever the file: the profile and the time that options
// choose, prices, and what is reported.
#pragma once

#include <span>
#include <string_view>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "osm/areas/crossings.h"
#include "osm/profile/profile.h"
#include "osm/ways/ways.h"

namespace allways::importers::osm {

// Loads the profile with the time of the options, and logs its name. Throws InvalidArgument and InputError as
// Profile::load does, and InvalidArgument for a text that is no time.
Profile choose_profile(const ReadOptions& options);

// Adds every count above zero but those of the file's own objects.
void add_counts(const Counts& counts, ImportReport& found);

// Calls take(name, count, is_loss) for the outcomes of turn restrictions that a user should know.
template <class Take>
void each_told_turn(const Counts& counts, Take&& take) {
    counts.turns.each([&](TurnOutcome outcome, const NamedCount& found) {
        const bool is_loss = is_left_aside(outcome);
        if (is_loss || outcome == TurnOutcome::repeated) take(name_of(outcome), found, is_loss);
    });
}

// Logs what is not understood or known of tags: "values of maxspeed not understood: 2, taken as absent (way 7: 70 mp,
// way 8: fast)"; "conditional tags, not valid: 2, taken as not in force (way 7 (…), way 8 (…))".
void log_doubts(const Counts& counts, const LogCallback& log_to);

// Adds the notes profile, vehicle, grade, attribution, turn_restrictions, at, holiday.
void add_notes(const ReadOptions& options, const Profile& profile, std::string_view attribution, const Counts& counts,
               RoadNetwork& network);

// Adds the prices of turns by the profile, with their counts and note.
void add_prices(const Profile& profile, const Ways& ways, const Nodes& nodes, const Counts& counts,
                RoadNetwork& network, ImportReport& found);

// ---- ways and nodes → RoadNetwork (build_network.cpp)

// Splits ways where they meet or end, at places for turning round, at closed barriers, which become no-through nodes,
// and at gates for destinations only, whose roads become such streets. Nodes are in order of OSM id; sections by way
// id, then along the way, followed by the lines across areas, whose ends are nodes too; arcs by section, forward first.
// Missing nodes cut a way in two. Fills the turn rules, without places for turning round if `turn_round` is true: paths
// may then do so everywhere. Prices of nodes inside a section are added to the times of its arcs. Counts missing
// references, ways that are too short, closed barriers and turn restrictions. Throws CapacityError for more arcs than
// an index holds.
RoadNetwork build_network(const Ways& ways, const Nodes& nodes, std::span<const AreaLine> lines_across, bool turn_round,
                          Counts& counts);

// Drops the text by which heights are found (WayTexts::structure).
void drop_structures(RoadNetwork& network);

}  // namespace allways::importers::osm
