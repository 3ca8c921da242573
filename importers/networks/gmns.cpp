// SPDX-License-Identifier: Apache-2.0
// GMNS folder → RoadNetwork. link.csv (from_node_id, to_node_id, directed, length, free_speed …) with node.csv
// (x_coord, y_coord, node_type) and config.csv (units, CRS; as an extension, the unit of a link field `time`). Ids are
// texts. A link with an empty `directed` is directed, as specified. Shapes are WKT in link.csv or geometry.csv;
// dir_flag states the direction in which they run and never reverses a link. movement.csv becomes turn rules. Source:
// zephyr-data-specs/GMNS.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/cost/arc_costs.h"
#include "allways/importers/read.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "attributes/import_report.h"
#include "attributes/node_attributes.h"
#include "attributes/system_choice.h"
#include "attributes/travel_time.h"
#include "attributes/turn_rows.h"
#include "base/counted.h"
#include "base/text.h"
#include "networks/gmns_links.h"
#include "text/file_format.h"

namespace allways::importers {

namespace {

// ---- movement.csv lists how inbound links connect to outbound ones: a link that has movements at the node where it
// ends leads only to the links that they name

class Movements {
public:
    Movements(const std::string& path, const GmnsNodes& nodes, const GmnsUses& uses, const ReadOptions& options,
              RoadNetwork& network, ImportReport& report)
        : nodes_(nodes),
          uses_(uses),
          options_(options),
          network_(network),
          report_(report),
          table_(path, options),
          node_(table_.require("node_id")),
          inbound_(table_.require("ib_link_id")),
          outbound_(table_.require("ob_link_id")),
          penalty_(table_.find("penalty")),
          allowed_uses_(table_.find("allowed_uses")),
          arcs_(network.arc_ids),
          prices_(network.turns) {}

    void read() {
        while (table_.next()) {
            ++rows_;
            if (allowed_uses_ && !uses_.allow(table_[*allowed_uses_])) {
                ++other_uses_;
            } else {
                read_movement();
            }
        }
        if (rows_ == 0) return;
        forbid_unlisted();
        tell();
    }

private:
    void skip(std::string_view reason) { note_skipped(report_, reason, table_.line_number()); }
    // Skips a link that was not read; links that the options exclude do not count as lost.
    void skip_unread_link() {
        const bool chosen = !options_.where.empty() || uses_.has_mode();
        (chosen ? note_closed : note_skipped)(report_, "movement of a link that is not read", table_.line_number());
    }

    void read_movement() {
        const std::string_view ends[] = {table_[node_], table_[inbound_], table_[outbound_]};
        if (std::ranges::any_of(ends, is_missing_word)) return skip("movement without a node or link");
        const Decimal penalty = read_penalty();
        const auto node = nodes_.index.find(std::string(table_[node_]));
        if (node == nodes_.index.end()) return skip("movement at an unknown node");
        const std::span<const ArcIndex> inbound = arcs_.find(table_[inbound_]);
        if (inbound.empty()) return skip_unread_link();
        const auto from = ending_at(node->second, inbound, network_.head);
        if (from.empty()) return skip("movement whose inbound link does not end at its node");
        const std::span<const ArcIndex> outbound = arcs_.find(table_[outbound_]);
        const auto to = ending_at(node->second, outbound, network_.tail);
        if (!outbound.empty() && to.empty()) return skip("movement whose outbound link does not start at its node");
        for (const ArcIndex arc : from) listed_.emplace(arc, no_arc);  // even if the outbound link is not read
        if (outbound.empty()) return skip_unread_link();
        for (const ArcIndex a : from) {
            for (const ArcIndex b : to) add(a, b, penalty);
        }
    }

    Decimal read_penalty() const {
        if (!penalty_ || is_missing_word(table_[*penalty_])) return Decimal::missing();
        const auto seconds = Decimal::parse(table_[*penalty_]);
        if (!seconds || seconds->digits() < 0) {
            table_.fail(
                format("penalty needs seconds, a number of at least 0, found '{}'", shortened(table_[*penalty_])));
        }
        return *seconds;
    }

    static std::vector<ArcIndex> ending_at(NodeIndex node, std::span<const ArcIndex> arcs,
                                           const std::vector<NodeIndex>& ends) {
        std::vector<ArcIndex> found;
        std::ranges::copy_if(arcs, std::back_inserter(found), [&](ArcIndex arc) { return ends[arc] == node; });
        return found;
    }

    // Rows of one movement are its lanes: travellers use the one with the lowest penalty.
    void add(ArcIndex from, ArcIndex to, const Decimal& penalty) {
        listed_.emplace(from, to);
        if (penalty.is_missing()) return;
        const Decimal* known = prices_.find(from, to);
        if (known != nullptr && *known != penalty) ++different_;
        if (known == nullptr || penalty.to_double() < known->to_double()) prices_.set(from, to, penalty);
    }

    void forbid_unlisted() {
        const AdjacencyArray out = build_adjacency(network_.node_count(), network_.tail);
        std::vector<std::uint8_t> at_node(network_.node_count(), 0);
        for (auto first = listed_.begin(); first != listed_.end();) {
            const ArcIndex from = first->first;
            at_node[network_.head[from]] = 1;
            ++links_;
            for (const ArcIndex to : out.out_arcs(network_.head[from])) {
                if (listed_.contains({from, to})) continue;
                network_.turns.add(TurnRules::Kind::forbidden, std::array{from, to}, "movement.csv");
                ++forbidden_;
            }
            first = listed_.lower_bound({from + 1, 0});
        }
        for (std::size_t arc = 0; arc < network_.arc_count(); ++arc) {
            const auto next = listed_.lower_bound({static_cast<ArcIndex>(arc), 0});
            free_ += at_node[network_.head[arc]] != 0 && (next == listed_.end() || next->first != arc);
        }
    }

    bool is_time_by_default() const {
        const ArcColumn* cost = usual_cost_column(network_);
        return cost != nullptr && find_unit(cost->unit, Unit::Kind::time) != nullptr;
    }

    void tell() {
        report_.counts.push_back({"movements", rows_});
        report_.counts.push_back({"turns that no movement lists, forbidden", forbidden_});
        std::string text = format("movement.csv: {} only where {} movements go; {} forbidden",
                                  counted(links_, "link leads", "links lead"), by_count(links_, "its", "their"),
                                  counted(forbidden_, "other turn is", "other turns are"));
        if (const std::size_t prices = network_.turns.costs.size(); prices > 0)
            text += format("; {} a penalty{}", counted(prices, "turn has", "turns have"),
                           is_time_by_default() ? "" : ", which adds to times only: the cost by default is none");
        if (free_ > 0) {
            text += format("; {} at the same nodes {} no movements and {} everywhere", counted(free_, "link"),
                           by_count(free_, "has", "have"), by_count(free_, "leads", "lead"));
        }
        log(options_.log, LogLevel::info, text);
        if (other_uses_ > 0) {
            log(options_.log, LogLevel::info,
                format("movement.csv: {} not open to the mode {} ignored", counted(other_uses_, "movement"),
                       by_count(other_uses_, "is", "are")));
        }
        if (different_ > 0) {
            log(options_.log, LogLevel::info,
                format("movement.csv: the least penalty counts where lanes of a movement have different ones ({})",
                       counted(different_, "row")));
        }
    }

    const GmnsNodes& nodes_;
    const GmnsUses& uses_;
    const ReadOptions& options_;
    RoadNetwork& network_;
    ImportReport& report_;
    GmnsTable table_;
    std::size_t node_, inbound_, outbound_;
    std::optional<std::size_t> penalty_, allowed_uses_;
    ArcsById arcs_;
    TurnPrices prices_;
    std::set<std::pair<ArcIndex, ArcIndex>> listed_;  // turns, and (arc, no_arc) for each arc that has movements
    std::uint64_t rows_ = 0;
    std::uint64_t links_ = 0;       // arcs with movements
    std::uint64_t free_ = 0;        // arcs without movements, at the same nodes
    std::uint64_t forbidden_ = 0;   // turns
    std::uint64_t other_uses_ = 0;  // rows
    std::uint64_t different_ = 0;   // rows
};

std::uint64_t count_rows(const std::filesystem::path& path) {
    if (!is_gmns_file(path)) return 0;
    GmnsTable table(path.string(), {});
    std::uint64_t count = 0;
    while (table.next()) ++count;
    return count;
}

void report_times_of_day(const std::filesystem::path& path, ImportReport& report, const LogCallback& log_to) {
    const std::uint64_t count = count_rows(path);
    if (count == 0) return;
    report.counts.push_back({"movements by time of day, not applied", count});
    log(log_to, LogLevel::loss,
        format("{} in movement_tod.csv {} ignored: rules that depend on the time of day are not applied",
               counted(count, "movement"), by_count(count, "is", "are")));
}

// Forbids the turns that movement.csv in `folder` does not list, and adds penalties as prices. Movements that are not
// open to the mode are ignored. Rows that do not match the links are counted as skipped. Counts movement_tod.csv, and
// logs that it is ignored. Throws InputError with the line for a penalty that is not a number of seconds.
void read_gmns_movements(const std::filesystem::path& folder, const GmnsNodes& nodes, const GmnsUses& uses,
                         const ReadOptions& options, RoadNetwork& network, ImportReport& report) {
    report_times_of_day(folder / "movement_tod.csv", report, options.log);
    const std::filesystem::path path = folder / "movement.csv";
    if (!is_gmns_file(path)) return;
    if (options.id_field && lower_case(*options.id_field) != "link_id") {
        const std::uint64_t count = count_rows(path);
        if (count == 0) return;
        report.counts.push_back({"movements, not applied", count});
        log(options.log, LogLevel::loss,
            format("{} in movement.csv {} ignored: they name links by link_id, but `id_field` takes other ids",
                   counted(count, "movement"), by_count(count, "is", "are")));
        return;
    }
    Movements(path.string(), nodes, uses, options, network, report).read();
}

// ---- units of lengths and speeds: config.csv states them, but real files do not always follow it

// The content of config.csv, if it exists. Units are symbols ("ft", "mi", "m", "km", "mph", "km/h"); empty if not
// stated. GMNS has no unit of time; `time` is an extension, the unit of a link field `time`, as Allways itself writes
// it ("second", "minute", "hour").
struct GmnsConfig {
    std::string short_length;
    std::string long_length;
    std::string speed;
    std::string time;
    std::string crs;
};

double straight_metres_on_earth(Coordinate a, Coordinate b) {
    constexpr double degree = std::numbers::pi / 180;
    const double mean_latitude = (a.y + b.y) / 2 * degree;
    return mean_earth_radius_m * degree * std::hypot((a.x - b.x) * std::cos(mean_latitude), a.y - b.y);
}

// Returns the median ratio of length to straight line, each in the file's units; 0 if no link allows it.
double typical_detour(const RoadNetwork& network, const std::vector<Decimal>& lengths, bool geographic) {
    std::vector<double> ratios;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        if (lengths[arc].is_missing() || lengths[arc].digits() <= 0) continue;
        const Coordinate a = network.coordinates[network.tail[arc]];
        const Coordinate b = network.coordinates[network.head[arc]];
        const double straight = geographic ? straight_metres_on_earth(a, b) : std::hypot(a.x - b.x, a.y - b.y);
        if (straight > 0) ratios.push_back(lengths[arc].to_double() / straight);
    }
    if (ratios.empty()) return 0;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::ranges::nth_element(ratios, middle);
    return *middle;
}

bool is_geographic(const std::string& crs, const std::vector<Coordinate>& points) {
    return crs == "EPSG:4326" ||
           std::ranges::all_of(points, [](Coordinate p) { return std::abs(p.x) <= 180 && std::abs(p.y) <= 90; });
}

std::optional<double> metres_of(const std::string& length_unit) {
    const Unit* unit = find_unit(length_unit, Unit::Kind::length);
    if (unit == nullptr) return std::nullopt;
    return static_cast<double>(unit->size) / sizes_per_metre;
}

// A unit of lengths, and how well the typical link in this unit matches its straight line.
struct Fit {
    std::string unit;
    double plane_metres = 1;                                  // metres per unit of the coordinates
    double misfit = std::numeric_limits<double>::infinity();  // logarithm of length over straight line; 0 is perfect
};

double misfit_of(double detour, double unit_metres, double plane_metres) {
    return std::abs(std::log(detour * unit_metres / plane_metres));
}

// Returns the best of these units; of equal ones the first.
template <class Units>
Fit best_fit(double detour, bool geographic, const Units& candidates) {
    Fit best;
    for (const std::string& candidate : candidates) {
        const auto unit = metres_of(candidate);
        if (!unit) continue;
        for (const double plane_metres : {1.0, *metres_of("ft")}) {
            if (geographic && plane_metres != 1.0) continue;
            const double misfit = misfit_of(detour, *unit, plane_metres);
            if (misfit < best.misfit - 1e-9) best = {candidate, plane_metres, misfit};
        }
    }
    return best;
}

// Links longer than twice their straight line, or shorter than half of it, are no evidence for any unit.
bool is_evidence(const Fit& fit) {
    return fit.misfit <= std::log(2.0);
}

// Returns "5,280 times", or "1/5,280 of".
std::string times_text(double ratio) {
    const auto whole = [](double number) { return count_text(static_cast<std::uint64_t>(std::llround(number))); };
    if (ratio < 1) return "1/" + whole(1 / ratio) + " of";
    return ratio < 10 ? format("{:.2g} times", ratio) : whole(ratio) + " times";
}

// Throws InputError if the file is malformed; all fields are empty if it does not exist.
GmnsConfig read_gmns_config(const std::string& path) {
    GmnsConfig config;
    if (!is_gmns_file(path)) return config;
    CsvReader records(path);
    std::vector<std::string_view> fields;
    if (!records.next(fields)) return config;
    const std::vector<std::string> names(fields.begin(), fields.end());
    if (!records.next(fields)) return config;
    if (fields.size() != names.size()) {
        records.fail(format("expected {} fields, found {}", names.size(), fields.size()));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (is_missing_word(fields[i])) continue;
        if (names[i] == "short_length") config.short_length = unit_symbol(fields[i]);
        if (names[i] == "long_length") config.long_length = unit_symbol(fields[i]);
        if (names[i] == "speed") config.speed = unit_symbol(fields[i]);
        if (names[i] == "time") config.time = unit_symbol(fields[i]);
        if (names[i] == "crs")
            config.crs = parse_whole(fields[i]) ? format("EPSG:{}", fields[i]) : std::string(fields[i]);
    }
    return config;
}

// Returns the unit of link.csv's `length`. The specification means long_length; some networks use short_length (Lima:
// feet, with "mile" stated). So lengths are compared with the straight lines between the nodes: of the two units, and a
// plane in feet or metres, the pair is chosen for which the typical link is as long as its straight line. Without
// coordinates the unit is long_length; empty if neither is stated. Logs the choice, and mentions the straight lines
// only if they decided.
std::string decide_length_unit(const GmnsConfig& config, const RoadNetwork& network,
                               const std::vector<Decimal>& lengths, const LogCallback& log_to) {
    std::string stated = !config.long_length.empty() ? config.long_length : config.short_length;
    if (stated.empty()) {
        log(log_to, LogLevel::warning,
            "no config.csv states a unit of length, so no times are computed; set `length_unit` and `speed_unit`");
        return "";
    }
    const bool geographic = is_geographic(config.crs, network.coordinates);
    const double detour = network.coordinates.empty() ? 0 : typical_detour(network, lengths, geographic);
    const auto as_stated = [&] {
        log(log_to, LogLevel::info, format("lengths are read in {}, as config.csv states", stated));
        return stated;
    };
    const bool one_unit =
        config.long_length.empty() || config.short_length.empty() || config.long_length == config.short_length;
    if (detour == 0 || one_unit) return as_stated();

    const Fit best = best_fit(detour, geographic, std::array{config.long_length, config.short_length});
    if (!is_evidence(best)) return as_stated();
    if (best.unit == stated) {
        log(log_to, LogLevel::info,
            format("lengths are read in {}, the long_length of config.csv: a typical link is then as long as its "
                   "straight line",
                   stated));
    } else {
        guess(log_to, Guess::lengths,
              format("lengths are read in {}, not {}, the long_length of config.csv: a typical link is then as long as "
                     "its straight line",
                     best.unit, stated));
    }
    return best.unit;
}

// Warns if the unit that the user states does not fit the straight lines and another one does.
void check_stated_length_unit(const std::string& unit, const GmnsConfig& config, const RoadNetwork& network,
                              const std::vector<Decimal>& lengths, const LogCallback& log_to) {
    const auto metres = metres_of(unit);
    const bool geographic = is_geographic(config.crs, network.coordinates);
    const double detour = network.coordinates.empty() ? 0 : typical_detour(network, lengths, geographic);
    if (detour == 0 || !metres) return;
    const Fit as_stated = best_fit(detour, geographic, std::array{unit});
    const Fit best = best_fit(
        detour, geographic, std::array<std::string, 6>{config.short_length, config.long_length, "ft", "mi", "m", "km"});
    if (is_evidence(as_stated) || !is_evidence(best)) return;
    log(log_to, LogLevel::warning,
        format("lengths in {} are {} the straight line between their ends; try `length_unit` {}", unit,
               times_text(detour * *metres / best.plane_metres), best.unit));
}

// ---- the network

GmnsNodes read_nodes(const std::string& path, const ReadOptions& options) {
    GmnsTable table(path, options);
    const std::size_t id = table.require("node_id");
    const auto x = table.find("x_coord");
    const auto y = table.find("y_coord");
    const auto type = table.find("node_type");
    const auto zone = table.find("zone_id");
    GmnsNodes nodes;
    while (table.next()) {
        if (table[id].empty()) table.fail("a node without node_id");
        const auto [entry, is_new] =
            nodes.index.try_emplace(std::string(table[id]), static_cast<NodeIndex>(nodes.ids.size()));
        if (!is_new) table.fail(format("duplicate node_id {}", table[id]));
        nodes.ids.push_back(entry->first);
        nodes.no_through.push_back(no_through_of(type ? lower_case(table[*type]) : ""));
        nodes.zones.emplace_back(zone ? table[*zone] : std::string_view());
        nodes.with_type += type && !table[*type].empty() ? 1 : 0;
        nodes.points.emplace_back();
        if (!x || !y || is_missing_word(table[*x]) || is_missing_word(table[*y])) continue;
        const auto easting = parse_real(table[*x]);
        const auto northing = parse_real(table[*y]);
        if (!easting || !northing) {
            table.fail(format("x_coord and y_coord need numbers, found '{}' and '{}'", table[*x], table[*y]));
        }
        nodes.points.back() = Coordinate{*easting, *northing};
    }
    return nodes;
}

void add_nodes(RoadNetwork& network, const GmnsNodes& nodes, const std::string& path, const LogCallback& log_to) {
    network.node_ids = IdTable::from_texts(nodes.ids);
    NodeCoordinates coordinates(nodes.ids.size());
    for (std::size_t node = 0; node < nodes.ids.size(); ++node) {
        if (nodes.points[node]) coordinates.set(static_cast<NodeIndex>(node), *nodes.points[node]);
    }
    network.coordinates = std::move(coordinates).take(path, false, log_to);
    network.no_through = nodes.no_through;
    const bool has_zones = std::ranges::any_of(nodes.zones, [](const std::string& zone) { return !zone.empty(); });
    if (has_zones) network.zone_ids = nodes.zones;
    const std::size_t count = count_no_through(network);
    if (has_zones && nodes.with_type == 0) {
        log(log_to, LogLevel::info,
            "nodes have a zone_id but no node_type, so centroids are unknown and paths pass through all nodes; list "
            "centroids with `no_through`");
    }
    if (count == 0) return network.no_through.clear();
    log(log_to, LogLevel::info,
        format("{} of type centroid or barrier {} no-through", counted(count, "node"), by_count(count, "is", "are")));
}

ArcColumn* find_link_column(RoadNetwork& network, std::string_view name) {
    const auto found = std::ranges::find(network.columns, name, &ArcColumn::name);
    return found == network.columns.end() ? nullptr : &*found;
}

// Caps the speed of a mode at its own: times are those of the slower of mode and link.
void slow_down(ArcColumn& time, const ArcColumn& length, std::int64_t kilometres_an_hour) {
    const ArcColumn own{"", "km/h", std::vector<Decimal>(length.values.size(), Decimal(kilometres_an_hour, 0)),
                        std::nullopt};
    const auto slow = travel_time(length, own);
    if (!slow) return;
    if (time.values.empty()) time = *slow;
    for (std::size_t arc = 0; arc < time.values.size(); ++arc) {
        const bool slower =
            time.values[arc].is_missing() ||
            (slow->values[arc] + Decimal(-time.values[arc].digits(), time.values[arc].scale())).digits() > 0;
        if (slower) time.values[arc] = slow->values[arc];
    }
}

// Logs which column is the cost of links without times, since nobody chose it.
void tell_cost_without_times(const RoadNetwork& network, std::string_view why, bool is_guess,
                             const ReadOptions& options) {
    if (!options.cost_field.empty() || !options.cost.empty()) return;
    const ArcColumn* cost = usual_cost_column(network);
    if (cost == nullptr) return;
    const std::string said = format("{}, so the links have no times: the cost is '{}' by default", why, cost->name);
    if (is_guess)
        guess(options.log, Guess::cost, said);
    else
        log(options.log, LogLevel::info, said);
}

// Sets units from the options, otherwise from config.csv, and adds the column "time" in seconds from length and free
// speed unless the file has one.
void add_units_and_time(RoadNetwork& network, const GmnsConfig& config, const GmnsUses& uses,
                        const ReadOptions& options) {
    ArcColumn* length = find_link_column(network, "length");
    ArcColumn* speed = find_link_column(network, lower_case(options.speed_field.value_or("free_speed")));
    if (speed == nullptr && !options.speed_field.value_or("").empty()) {
        throw InvalidArgument(format("`speed_field`: link.csv has no numeric field '{}'", *options.speed_field));
    }
    if (length == nullptr && !options.length_unit.empty())
        throw InvalidArgument("`length_unit`: link.csv has no field 'length'");
    if (length != nullptr) {
        if (options.length_unit.empty()) {
            length->unit = decide_length_unit(config, network, length->values, options.log);
        } else {
            length->unit = stated_unit("length_unit", options.length_unit, {Unit::Kind::length});
            check_stated_length_unit(length->unit, config, network, length->values, options.log);
        }
    }
    if (speed == nullptr && !options.speed_unit.empty())
        throw InvalidArgument("`speed_unit`: link.csv has no field 'free_speed'; `speed_field` names another");
    if (speed != nullptr) {
        if (!options.speed_unit.empty())
            speed->unit = stated_unit("speed_unit", options.speed_unit, {Unit::Kind::speed});
        else if (speed->unit.empty())
            speed->unit = config.speed;
    }
    if (ArcColumn* time = find_link_column(network, "time")) {
        time->unit = config.time;
        return;
    }
    const auto own_speed = uses.own_speed();
    if (length == nullptr || (speed == nullptr && !own_speed)) {
        const char* why = speed == nullptr ? "link.csv has no numeric field 'free_speed'" : "link.csv has no lengths";
        return tell_cost_without_times(network, why, false, options);
    }
    ArcColumn time{"time", "s", {}, 3};
    if (auto stated = speed == nullptr ? std::nullopt : travel_time(*length, *speed)) time = std::move(*stated);
    if (own_speed) slow_down(time, *length, *own_speed);
    if (time.values.empty()) {
        const auto unit_text = [](const ArcColumn& column) {
            return column.unit.empty() ? std::string("unknown units") : format("'{}'", column.unit);
        };
        const std::string speeds = speed == nullptr ? "" : format(", speeds in {}", unit_text(*speed));
        return tell_cost_without_times(
            network, format("lengths are in {}{} (set `length_unit` and `speed_unit`)", unit_text(*length), speeds),
            true, options);
    }
    const std::string capped = own_speed ? format(", at most {} km/h,", *own_speed) : "";
    add_time(network, std::move(time), format("length / {}{}", speed == nullptr ? "speed" : speed->name, capped),
             options.log);
}

std::filesystem::path folder_of(const std::string& path) {
    std::error_code error;
    const std::filesystem::path location(path);
    return std::filesystem::is_directory(location, error) ? location : location.parent_path();
}

RoadNetwork read_gmns(const std::string& path, const ReadOptions& options, ImportReport& report) {
    const auto folder = folder_of(path);
    const std::string node_file = options.node_file.empty() ? (folder / "node.csv").string() : options.node_file;
    GmnsConfig config = read_gmns_config((folder / "config.csv").string());
    const GmnsNodes nodes = read_nodes(node_file, options);

    RoadNetwork network;
    network.provenance.crs = config.crs;
    add_nodes(network, nodes, node_file, options.log);
    GmnsUses uses(folder, options);
    read_gmns_links(folder, nodes, uses, options, network);
    settle_system(network, path, options, true);
    config.crs = network.provenance.crs;
    add_units_and_time(network, config, uses, options);
    read_gmns_movements(folder, nodes, uses, options, network, report);
    return network;
}

bool recognise_gmns(const FileSample& sample) {
    if (sample.folder) return is_gmns_file(std::filesystem::path(sample.path) / "link.csv");
    const auto first = sample.lines(1);
    if (first.empty()) return false;
    const std::string header = lower_case(first[0]);
    return (sample.name == "link.csv" && header.find("from_node_") != std::string::npos) ||
           (sample.name == "node.csv" && header.find("node_id") != std::string::npos);
}

}  // namespace

Format gmns_format() {
    return {.info = {"gmns",
                     "GMNS network: a folder with link.csv and node.csv, or one of these files",
                     {"link.csv", "node.csv"},
                     FormatInfo::Holds::network},
            .recognises = recognise_gmns,
            .read_network = read_gmns};
}

}  // namespace allways::importers
