// SPDX-License-Identifier: Apache-2.0
#include "allways/points/point_assignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/files.h"
#include "allways/points/standard_input.h"
#include "allways/points/zone_matrix.h"
#include "base/text.h"
#include "points/named_records.h"
#include "points/zones.h"

namespace allways {

// ---- trips

namespace {

constexpr std::array<std::string_view, 4> usual_trip_columns{"trips", "volume", "demand", "flow"};

// Adds pairs that name the ids of both sides.
void add_ids(const IdTable& rows, const IdTable& columns, PairList& list) {
    const std::size_t count = rows.size() == 0 || columns.size() == 0 ? 0 : std::max(rows.size(), columns.size());
    for (std::size_t i = 0; i < count; ++i) {
        list.pairs.push_back({rows.text(static_cast<std::uint32_t>(std::min(i, rows.size() - 1))),
                              columns.text(static_cast<std::uint32_t>(std::min(i, columns.size() - 1))), 0});
    }
}

using IndexPair = std::pair<std::uint32_t, std::uint32_t>;

// `named`: the indexes of the ids, from add_ids.
void add_trips(const ZoneMatrix& cells, std::span<const IndexPair> named, const std::string& file, PairLists& found) {
    for (std::uint32_t row = 0; row < cells.rows.size(); ++row) {
        for (std::uint32_t column = 0; column < cells.columns.size(); ++column) {
            const double trips = cells.cells[std::size_t{row} * cells.columns.size() + column];
            if (trips < 0) {
                throw InputError(file, 0,
                                 format("expected trips from 0, found {} from {} to {}", trips, cells.rows.text(row),
                                        cells.columns.text(column)));
            }
            if (!(trips > 0) || !std::isfinite(trips)) continue;
            found.pairs.emplace_back(named[row].first, named[column].second);
            found.trips.push_back(trips);
        }
    }
}

}  // namespace

std::optional<std::size_t> trip_column(const std::vector<std::string>& names, const std::string& field,
                                       const LogCallback& log) {
    if (!field.empty()) {
        const auto found = std::ranges::find(names, field);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
        throw InvalidArgument(format("`trips`: the pairs have no column '{}'; they have: {}", field,
                                     names.empty() ? "none but their ends" : joined(names)));
    }
    for (const std::string_view usual : usual_trip_columns) {
        const auto found = std::ranges::find_if(names, [&](const auto& name) { return lower_case(name) == usual; });
        if (found == names.end()) continue;
        allways::log(log, LogLevel::info, format("the numbers of trips are those of the column '{}'", *found));
        return static_cast<std::size_t>(found - names.begin());
    }
    allways::log(log, LogLevel::info, "every pair is one trip; `trips` names a column with their numbers");
    return std::nullopt;
}

PairLists read_trip_pairs(const std::string& path, const std::string& field, const PointOptions& options,
                          const PointSides* points, const LogCallback& log) {
    PairList list = read_pairs(path, options);
    const std::string file = tools::source_name(path);
    std::vector<double> trips;
    const std::optional<std::size_t> column = trip_column(list.columns.names, field, log);
    for (std::size_t pair = 0; pair < list.pairs.size(); ++pair) {
        if (!column) {
            trips.push_back(1);
            continue;
        }
        const std::string& text = list.columns.values[pair][*column];
        const std::optional<double> number = parse_real(trimmed(text));
        if (!number || *number < 0) {
            throw InputError(file, list.pairs[pair].line,
                             format("expected trips, a number from 0, in column '{}', found '{}'{}",
                                    list.columns.names[*column], shortened(text), comma_hint(text)));
        }
        trips.push_back(*number);
    }
    PairLists found = pair_lists(std::move(list), file, points);
    found.trips = std::move(trips);
    return found;
}

PairLists trips_in(std::span<const Input> matrices, const std::vector<std::string>& files, const PointSides* points,
                   std::vector<std::size_t>* ends) {
    std::vector<ZoneMatrix> cells;
    std::vector<std::size_t> first_name;
    PairList names;
    std::vector<std::string> distinct;
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (std::ranges::find(distinct, files[i]) == distinct.end()) distinct.push_back(files[i]);
        cells.push_back(zone_matrix(matrices[i], files[i], "; give a list of trips as pairs"));
        first_name.push_back(names.pairs.size());
        add_ids(cells[i].rows, cells[i].columns, names);
    }
    PairLists found = pair_lists(std::move(names), joined(distinct), points);
    const std::vector<IndexPair> named = std::exchange(found.pairs, {});
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        add_trips(cells[i], std::span(named).subspan(first_name[i]), files[i], found);
        if (ends != nullptr) ends->push_back(found.pairs.size());
    }
    return found;
}

// ---- classes

ClassFile read_classes(const std::string& path) {
    tools::NamedRecords records(path, {"class", "matrix", "matrix_name", "pce", "fixed_cost", "closed"});
    const auto value = [&](std::string_view column) { return records.value(column); };
    ClassFile found;
    while (records.next()) {
        ClassColumns one{.name = value("class"), .fixed_cost = value("fixed_cost"), .closed = value("closed")};
        if (one.name.empty() || value("matrix").empty()) records.fail("expected a class and its matrix");
        if (std::ranges::find(found.classes, one.name, &ClassColumns::name) != found.classes.end())
            records.fail(format("the class '{}' is there twice", one.name));
        if (const std::string text = value("pce"); !text.empty()) {
            const auto number = parse_real(text);
            if (!number || !(*number > 0)) records.fail(format("expected a PCE above 0, found '{}'", text));
            one.pce = *number;
        }
        found.matrices.push_back((std::filesystem::path(path).parent_path() / value("matrix")).string());
        found.matrix_names.push_back(value("matrix_name"));
        found.classes.push_back(std::move(one));
    }
    if (found.classes.empty()) throw InputError(path, 0, "expected classes of trips, found none");
    return found;
}

// ---- loads

using namespace tools;

namespace {

// All arcs with one of these ids, in a set for those between two '&'.
std::vector<std::vector<ArcIndex>> arc_sets(const std::vector<std::string>& names, const RoadNetwork& network,
                                            const std::string& file) {
    const IdTable& ids = network.arc_ids;
    std::vector<std::vector<ArcIndex>> sets(names.empty() ? 0 : 1);
    const auto add = [&](const std::string& name) {
        const auto first = ids.find(name);
        if (!first) throw InputError(file, 0, format("no arc has the id '{}'", name));
        for (ArcIndex arc = *first; arc < ids.size(); ++arc) {
            const bool same = ids.is_numeric() ? ids.numbers()[arc] == ids.numbers()[*first]
                                               : ids.texts()[arc] == ids.texts()[*first];
            if (same) sets.back().push_back(arc);
        }
    };
    for (const std::string& name : names) {
        std::size_t begin = 0;
        for (std::size_t end; (end = name.find('&', begin)) != std::string::npos; begin = end + 1) {
            add(name.substr(begin, end - begin));
            sets.emplace_back();
        }
        add(name.substr(begin));
    }
    return sets;
}

// The trips of all pairs, which have a node for each part of a zone.
struct PlacedTrips {
    std::vector<NodeTrips> trips;
    std::vector<std::size_t> cells;    // by trip, of a table between zones; only for selected_table
    std::vector<std::size_t> ends{0};  // of the trips of each class
};

// The trips of each pair of nodes, between which those of a class divide alike.
std::map<std::pair<NodeIndex, NodeIndex>, double> by_nodes(std::span<const NodeTrips> trips) {
    std::map<std::pair<NodeIndex, NodeIndex>, double> sums;
    for (const NodeTrips& some : trips) sums[{some.from, some.to}] += some.trips;
    return sums;
}

// The selected trips between zones: of all classes, and as further matrices of each of several. `cells`: by trip.
OriginDestinationTable selected_table(const PlacedTrips& all, const PointAssignment& found, IdTable origins,
                                      IdTable destinations) {
    std::vector<std::vector<double>> of_class;
    std::vector<double> sums(origins.size() * destinations.size(), 0.0);
    for (std::size_t k = 0; k + 1 < all.ends.size(); ++k) {
        const auto trips = std::span(all.trips).subspan(all.ends[k], all.ends[k + 1] - all.ends[k]);
        const auto requested = by_nodes(trips);
        const auto selected =
            by_nodes(found.equilibrium ? found.equilibrium->selected[k].selected : found.loads.selected);
        std::vector<double>& cells = of_class.emplace_back(sums.size(), 0.0);
        for (std::size_t i = 0; i < trips.size(); ++i) {
            const auto at = selected.find({trips[i].from, trips[i].to});
            if (at == selected.end()) continue;
            const double some = trips[i].trips * (at->second / requested.at(at->first));
            cells[all.cells[all.ends[k] + i]] += some;
            sums[all.cells[all.ends[k] + i]] += some;
        }
    }
    OriginDestinationTable table(CellNumbers(std::move(sums)), {"trips", "", 0}, std::move(origins),
                                 std::move(destinations));
    for (std::size_t k = 0; k < of_class.size() && of_class.size() > 1; ++k)
        table.add_skim({{found.classes[k], "", 0}, CellNumbers(std::move(of_class[k]))});
    return table;
}

void find_equilibrium(const PlacedSides& placed, std::span<const NodeTrips> trips, const RoadNetwork& roads,
                      std::vector<ClassColumns> stated, const PointAssignmentRequest& request, PointAssignment& found) {
    const RoadNetwork& network = placed.on(roads);
    const EquilibriumChoice& choice = request.equilibrium;
    SolveOptions solve = request.solve;
    solve.cost = cost_column(network, solve.cost).name;
    if (stated.empty()) stated.push_back({.end = trips.size()});
    for (const ClassColumns& one : stated) found.classes.push_back(one.name);
    const VolumeDelay delay = volume_delay(network, choice, solve.cost, request.name, solve.log);
    const std::vector<TripClass> classes =
        trip_classes(network, choice, stated, trips, solve.cost, request.name, solve.log);
    EquilibriumOptions wanted{
        .method = choice.method, .gap = choice.gap, .iterations = choice.iterations, .seconds = choice.seconds};
    wanted.preload = preload_of(network, choice, request.name);
    wanted.go_on = request.go_on;
    const auto sets = arc_sets(request.select, network, request.name);
    wanted.select = sets;
    found.equilibrium = assign_equilibrium(network, classes, delay, wanted, solve);
    found.loads = sum_of_classes(network, classes, *found.equilibrium);
    for (const Assignment& of_class : found.equilibrium->selected) {
        found.selected_loads.resize(network.arc_count());
        for (std::size_t arc = 0; arc < network.arc_count(); ++arc)
            found.selected_loads[arc] += of_class.arc_loads[arc];
        found.selected_trips += of_class.loaded;
    }
    if (classes.size() == 1) found.fixed_costs = classes[0].fixed_costs;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) found.capacities.push_back(delay.capacity(arc));
    if (!request.wants_skims) return;
    solve.skims = request.skims;
    found.skims =
        between_zones(congested_skims(network, classes, *found.equilibrium, placed.origins, placed.destinations, solve),
                      Zones(request.pairs.origins), Zones(request.pairs.destinations), solve.log);
}

}  // namespace

PointAssignment assign_point_trips(const RoadNetwork& network, const PointAssignmentRequest& request) {
    PointAssignment found;
    const PairLists& lists = request.pairs;
    PlacedSides placed =
        place_sides(network, &lists.origins, lists.destinations, request.solve, request.snap, request.name);
    const Zones origins(lists.origins);
    const Zones destinations(lists.destinations);
    PlacedTrips all;
    std::vector<NodeTrips>& trips = all.trips;
    std::vector<std::size_t> ends{0};  // of the trips of each pair
    for (std::size_t pair = 0; pair < lists.pairs.size(); ++pair) {
        const auto [from, to] = lists.pairs[pair];
        for (std::uint32_t i = origins.begin(from); i < origins.end(from); ++i) {
            for (std::uint32_t j = destinations.begin(to); j < destinations.end(to); ++j) {
                trips.push_back({placed.origins.nodes[i], placed.destinations.nodes[j],
                                 lists.trips[pair] * (origins.share(i) * destinations.share(j))});
                if (request.wants_selected) all.cells.push_back(from * destinations.size() + to);
            }
        }
        ends.push_back(trips.size());
    }
    if (request.equilibrium.vdf) {
        std::vector<ClassColumns> classes = request.classes;
        for (ClassColumns& one : classes) all.ends.push_back(one.end = ends[one.end]);
        find_equilibrium(placed, trips, network, std::move(classes), request, found);
    } else {
        const auto select = arc_sets(request.select, placed.on(network), request.name);
        found.loads = assign_trips(placed.on(network), {trips, select}, request.solve);
    }
    if (all.ends.size() == 1) all.ends.push_back(trips.size());
    if (request.wants_selected)
        found.selected =
            selected_table(all, found, origins.ids(placed.origins.ids), destinations.ids(placed.destinations.ids));
    found.points = std::move(placed.points);
    found.unsnapped = std::move(placed.unsnapped);
    return found;
}

namespace {

void write_tntp_flow(const RoadNetwork& network, const PointAssignment& found, const FeatureOutput& output) {
    if (!found.equilibrium || found.points || !network.node_ids.is_numeric())
        throw InvalidArgument("tntp-flow needs an equilibrium (`vdf`) of trips between nodes whose ids are integers");
    std::string rows = "From\tTo\tVolume\tCost\n";
    const auto& ids = network.node_ids.numbers();
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const double cost = found.equilibrium->times[arc] + (found.fixed_costs.empty() ? 0 : found.fixed_costs[arc]);
        if (!std::isfinite(cost)) continue;  // closed: no link
        rows += format("{}\t{}\t{}\t{}\n", ids[network.tail[arc]], ids[network.head[arc]],
                       found.equilibrium->volumes[arc], cost);
    }
    write_text_file(output.path, rows, output.overwrite);
}

}  // namespace

void write_loads(const RoadNetwork& network, const PointAssignment& found, const FeatureOutput& output,
                 FeatureLayers layers) {
    if (is_tntp_flow(output)) return write_tntp_flow(network, found, output);
    const Assignment& loads = found.loads;
    NetworkColumns columns{"load", {{"load", loads.node_loads}}, {{"load", loads.arc_loads}}, network.node_count()};
    std::vector<double> ratios;
    if (const auto& equilibrium = found.equilibrium) {
        for (std::size_t k = 0; k < found.classes.size() && found.classes.size() > 1; ++k)
            columns.of_arcs.push_back({"load_" + found.classes[k], equilibrium->loads[k]});
        for (std::size_t arc = 0; arc < found.capacities.size(); ++arc) {
            const double capacity = found.capacities[arc];
            ratios.push_back(capacity > 0 ? equilibrium->volumes[arc] / capacity
                                          : std::numeric_limits<double>::quiet_NaN());
        }
        columns.of_arcs.push_back({"volume", equilibrium->volumes});
        columns.of_arcs.push_back({"time", equilibrium->times});
        columns.of_arcs.push_back({"voc", ratios});
        if (!found.selected_loads.empty()) columns.of_arcs.push_back({"selected", found.selected_loads});
    }
    write_network_columns(found.on(network), columns, output, layers);
}

}  // namespace allways
