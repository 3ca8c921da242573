// SPDX-License-Identifier: Apache-2.0
// Turns rows into stretches of arcs, or whole arcs, and then into costs.
#include "allways/cost/cost_updates.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "base/text.h"
#include "cost/damaged_rows.h"
#include "network/edit/inner_nodes.h"
#include "network/snap/segment.h"

namespace allways::cost {

// ---- the stretches of arcs between neighbouring nodes of the map, found by the ids of these nodes

struct RoadStretch {
    std::int64_t from;  // node ids, or node indexes where ids are texts
    std::int64_t to;
    ArcIndex arc;
    float share;  // length of the stretch as a share of the arc's length
};

class RoadStretches {
public:
    // O(p log p) for p points of shapes.
    explicit RoadStretches(const RoadNetwork& network);

    std::size_t size() const { return stretches_.size(); }
    const RoadStretch& operator[](std::size_t i) const { return stretches_[i]; }
    // The stretches from one node to another: parallel roads have several. [begin, end)
    std::pair<std::size_t, std::size_t> find(std::string_view from, std::string_view to) const;
    // Returns true if some stretch begins or ends at this node.
    bool knows(std::string_view node) const;

private:
    std::optional<std::int64_t> key(std::string_view node) const;

    IdTable node_ids_;                    // empty if ids are numbers
    std::vector<RoadStretch> stretches_;  // sorted by from, to, arc
    std::vector<std::int64_t> nodes_;     // ascending
};

namespace {

// The share of the line's length up to each of its points.
std::vector<double> shares_along(const RoadNetwork& network, ArcIndex arc, std::size_t points) {
    std::vector<double> shares(points);
    for (std::size_t i = 0; i < points; ++i) shares[i] = static_cast<double>(i) / static_cast<double>(points - 1);
    if (points == 2) return shares;
    const bool is_plane = network.provenance.coordinate_unit == Provenance::CoordinateUnit::length;
    const auto space = is_plane ? network::Space::plane : network::Space::sphere;
    const std::vector<double> lengths = network::lengths_along(network.shapes.points(arc), space);
    if (!(lengths.back() > 0)) return shares;
    for (std::size_t i = 0; i < points; ++i) shares[i] = lengths[i] / lengths.back();
    return shares;
}

}  // namespace

RoadStretches::RoadStretches(const RoadNetwork& network) {
    const bool are_numbers = network.node_ids.is_numeric();
    if (!are_numbers) node_ids_ = network.node_ids;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const std::vector<std::int64_t> nodes = are_numbers
                                                    ? network::nodes_along(network, arc)
                                                    : std::vector<std::int64_t>{network.tail[arc], network.head[arc]};
        if (nodes.empty()) continue;
        const std::vector<double> shares = shares_along(network, arc, nodes.size());
        for (std::size_t i = 1; i < nodes.size(); ++i) {
            stretches_.push_back({nodes[i - 1], nodes[i], arc, static_cast<float>(shares[i] - shares[i - 1])});
        }
        nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
    }
    std::ranges::sort(stretches_, {},
                      [](const RoadStretch& piece) { return std::tuple(piece.from, piece.to, piece.arc); });
    std::ranges::sort(nodes_);
    const auto repeated = std::ranges::unique(nodes_);
    nodes_.erase(repeated.begin(), repeated.end());
    nodes_.shrink_to_fit();
}

std::optional<std::int64_t> RoadStretches::key(std::string_view node) const {
    if (node_ids_.size() == 0) return parse_whole(node);
    return node_ids_.find(node);
}

std::pair<std::size_t, std::size_t> RoadStretches::find(std::string_view from, std::string_view to) const {
    const auto tail = key(from);
    const auto head = key(to);
    if (!tail || !head) return {};
    const auto found = std::ranges::equal_range(stretches_, std::tuple(*tail, *head), {}, [](const RoadStretch& piece) {
        return std::tuple(piece.from, piece.to);
    });
    return {static_cast<std::size_t>(found.begin() - stretches_.begin()),
            static_cast<std::size_t>(found.end() - stretches_.begin())};
}

bool RoadStretches::knows(std::string_view node) const {
    const auto id = key(node);
    return id && std::ranges::binary_search(nodes_, *id);
}

}  // namespace allways::cost

namespace allways {

// ---- updates

namespace {

constexpr std::size_t no_row = std::numeric_limits<std::size_t>::max();

std::string imported_name(const std::string& cost) {
    return cost + "_imported";
}

const ArcColumn& imported(const RoadNetwork& network, const ArcColumn& cost) {
    const ArcColumn* kept = network.column(imported_name(cost.name));
    return kept != nullptr ? *kept : cost;
}

// The digits after the decimal point for times exact to the millisecond, or more if the column has more.
int digits_of(const ArcColumn& column, const Unit& unit) {
    int digits = 0;
    for (std::int64_t size = 1; size < unit.size; size *= 10) ++digits;
    return std::max(digits, column.resolution_digits.value_or(0));
}

// The values of a column in the base size of its unit, NaN where they are missing; empty if there is no such column.
std::vector<double> sizes_of(const RoadNetwork& network, std::string_view name, Unit::Kind kind) {
    const ArcColumn* column = network.column(name);
    const Unit* unit = column == nullptr ? nullptr : find_unit(column->unit, kind);
    if (unit == nullptr) return {};
    std::vector<double> sizes;
    sizes.reserve(column->values.size());
    for (const Decimal& value : column->values) {
        sizes.push_back(value.is_missing() ? std::numeric_limits<double>::quiet_NaN()
                                           : value.to_double() * static_cast<double>(unit->size));
    }
    return sizes;
}

// Returns the milliseconds for a length at a speed, both in the sizes of their units (units.h).
double milliseconds(double length, double speed) {
    return length / speed * 3'600'000;
}

// The rows' effect on one arc.
struct Touched {
    double share = 0;         // share of its length that rows cover
    double milliseconds = 0;  // time for this share
    bool is_closed = false;
};

class Reporter {
public:
    Reporter(const CostUpdates& updates, CostUpdateReport& report) : of_(updates.of), report_(report) {
        report_.rows = updates.rows.size();
        report_.rates = updates.rates;
    }
    void not_found(const CostUpdates::Row& row, std::string why) {
        ++report_.not_found;
        if (report_.examples.size() == CostUpdateReport::most_examples) return;
        std::string text = of_ == CostUpdates::Of::node_pairs ? format("{},{}", row.from, row.to) : row.from;
        report_.examples.push_back({row.line, std::move(text), std::move(why)});
    }

private:
    CostUpdates::Of of_;
    CostUpdateReport& report_;
};

}  // namespace

struct CostUpdater::State {
    ArcColumn cost;  // the imported cost
    cost::RoadStretches pieces;
    bool has_node_numbers;  // the ids of nodes are numbers
    IdTable arc_ids;
    std::vector<ArcIndex> by_id;         // arcs sorted so that arcs with one id are adjacent
    std::vector<std::uint8_t> reversed;  // empty, or one per arc
    std::vector<double> lengths;         // empty if unknown
    std::vector<double> free_speeds;     // empty if unknown
    std::optional<TextColumn> classes;   // of roads
    std::optional<TextColumn> names;     // of roads
    std::optional<TextColumn> lines;     // ids of the lines of which arcs are parts
    bool is_expression;                  // the cost is more than a time

    State(const RoadNetwork& network, const ArcColumn& minimised)
        : cost(imported(network, minimised)),
          pieces(network),
          has_node_numbers(network.node_ids.is_numeric()),
          arc_ids(network.arc_ids),
          by_id(network.arc_count()),
          reversed(network.reversed),
          lengths(sizes_of(network, "length", Unit::Kind::length)),
          free_speeds(sizes_of(network, "free_speed", Unit::Kind::speed)),
          is_expression(is_cost_expression(network, minimised.name)) {
        if (const TextColumn* found = network.text("facility_type")) classes = *found;
        if (const TextColumn* found = network.text("name")) names = *found;
        if (const TextColumn* found = network.text("line_id")) lines = *found;
        cost.name = minimised.name;
        std::iota(by_id.begin(), by_id.end(), ArcIndex{0});
        arc_ids.is_numeric() ? sort_by_id(arc_ids.numbers()) : sort_by_id(arc_ids.texts());
    }
    template <class Ids>
    void sort_by_id(const Ids& ids) {
        std::ranges::stable_sort(by_id, {}, [&](ArcIndex arc) { return ids[arc]; });
    }

    void require_ids(const CostUpdates& updates) const;
    std::vector<ArcIndex> arcs_with_id(const std::string& id) const;
    bool is_usable(ArcIndex arc, bool by_speed) const {
        return !cost.values[arc].is_missing() && (!by_speed || std::isfinite(lengths[arc]));
    }
    void set_pieces(const CostUpdates& updates, UpdatedCosts& made) const;
    void set_arcs(const CostUpdates& updates, UpdatedCosts& made) const;
    void set_classes(const CostUpdates& updates, UpdatedCosts& made) const;
    Decimal cost_times(ArcIndex arc, const Decimal& factor, CostUpdates::Values values, const Unit* time) const;
    void touch(Touched& touched, ArcIndex arc, double share, const Decimal& speed) const;
    Decimal time_of(ArcIndex arc, const Touched& touched, const Unit& unit) const;
    void set_times(const std::vector<Touched>& touched, UpdatedCosts& made) const;
    void require_times() const;
};

// If ids are numbers, another text is no id of a road that is missing, but damage.
void CostUpdater::State::require_ids(const CostUpdates& updates) const {
    if (updates.of == CostUpdates::Of::classes || updates.of == CostUpdates::Of::names) return;
    const bool of_arcs = updates.of == CostUpdates::Of::arcs;
    if (!(of_arcs ? arc_ids.is_numeric() : has_node_numbers)) return;
    cost::DamagedRows damaged(updates.source);
    const auto is_number = [](std::string_view text) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc() && end == text.data() + text.size();
    };
    for (const CostUpdates::Row& row : updates.rows) {
        const std::string& id = is_number(row.from) ? row.to : row.from;
        if (is_number(row.from) && (of_arcs || is_number(row.to))) continue;
        damaged.add(row.line, format("'{}' is no id; expected the id of {}, an integer", shortened(id),
                                     of_arcs ? "an arc" : "a node"));
    }
    damaged.require_none();
}

std::vector<ArcIndex> CostUpdater::State::arcs_with_id(const std::string& id) const {
    const auto found = arc_ids.find(id);
    if (!found) return {};
    const auto same = [&](ArcIndex arc) {
        return arc_ids.is_numeric() ? arc_ids.numbers()[arc] == arc_ids.numbers()[*found]
                                    : arc_ids.texts()[arc] == arc_ids.texts()[*found];
    };
    const auto less = [&](ArcIndex arc) {
        return arc_ids.is_numeric() ? arc_ids.numbers()[arc] < arc_ids.numbers()[*found]
                                    : arc_ids.texts()[arc] < arc_ids.texts()[*found];
    };
    std::vector<ArcIndex> arcs;
    for (auto at = std::ranges::partition_point(by_id, less); at != by_id.end() && same(*at); ++at) arcs.push_back(*at);
    return arcs;
}

void CostUpdater::State::require_times() const {
    if (find_unit(cost.unit, Unit::Kind::time) == nullptr) {
        throw InvalidArgument(
            format("speeds change times, but the cost '{}' has the unit '{}'; update 'arc,cost' or "
                   "choose a cost that is a time",
                   cost.name, cost.unit));
    }
    if (is_expression) {
        throw InvalidArgument(
            format("speeds change times, but the cost is the expression '{}'; update a time", cost.name));
    }
    if (lengths.empty()) {
        throw InvalidArgument(
            "speeds need a column 'length' of the network's arcs, in a known unit; update 'arc,cost'");
    }
}

void CostUpdater::State::touch(Touched& touched, ArcIndex arc, double share, const Decimal& speed) const {
    touched.share += share;
    const double size = speed.to_double() * static_cast<double>(sizes_per_kmh);
    if (size > 0)
        touched.milliseconds += milliseconds(lengths[arc] * share, size);
    else
        touched.is_closed = true;
}

void CostUpdater::State::set_pieces(const CostUpdates& updates, UpdatedCosts& made) const {
    Reporter reporter(updates, made.report);
    std::vector<std::size_t> row_of(pieces.size(), no_row);
    for (std::size_t i = 0; i < updates.rows.size(); ++i) {
        const CostUpdates::Row& row = updates.rows[i];
        const auto [begin, end] = pieces.find(row.from, row.to);
        if (begin == end) {
            const bool knows_both = pieces.knows(row.from) && pieces.knows(row.to);
            reporter.not_found(
                row, knows_both ? "no arc leads straight from one node to the other"
                                : format("node {} is not in the network", pieces.knows(row.from) ? row.to : row.from));
            continue;
        }
        bool is_usable_here = false;
        bool is_repeated = false;
        bool is_part = false;
        for (std::size_t piece = begin; piece < end; ++piece) {
            if (!is_usable(pieces[piece].arc, true)) continue;
            is_usable_here = true;
            is_repeated |= row_of[piece] != no_row;
            is_part |= pieces[piece].share < 1;
            row_of[piece] = i;
        }
        if (!is_usable_here) {
            reporter.not_found(row, "the arc has no length, or is closed in the network");
            continue;
        }
        ++made.report.applied;
        made.report.repeated += is_repeated;
        made.report.parts += is_part;
    }
    std::vector<Touched> touched(cost.values.size());
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
        if (row_of[piece] == no_row) continue;
        const ArcIndex arc = pieces[piece].arc;
        touch(touched[arc], arc, pieces[piece].share, updates.rows[row_of[piece]].value);
    }
    set_times(touched, made);
}

// A row names the arcs with an id, the parts of a line that was cut, or the arcs with a name.
void CostUpdater::State::set_arcs(const CostUpdates& updates, UpdatedCosts& made) const {
    const bool by_name = updates.of == CostUpdates::Of::names;
    if (by_name && !names) throw InvalidArgument("rows of names need the text 'name' of the network's arcs");
    std::multimap<std::string_view, ArcIndex> roads;
    const auto& road_of = by_name ? names : lines;
    for (ArcIndex arc = 0; road_of && arc < cost.values.size(); ++arc) roads.emplace(road_of->text(arc), arc);
    const bool by_speed = updates.values == CostUpdates::Values::speeds;
    Reporter reporter(updates, made.report);
    std::vector<std::size_t> row_of(cost.values.size(), no_row);
    for (std::size_t i = 0; i < updates.rows.size(); ++i) {
        const CostUpdates::Row& row = updates.rows[i];
        std::vector<ArcIndex> arcs;
        if (!by_name) arcs = arcs_with_id(row.from);
        const bool is_road = arcs.empty();
        const auto [begin, end] = roads.equal_range(row.from);
        for (auto road = begin; is_road && road != end; ++road) arcs.push_back(road->second);
        if (arcs.empty()) {
            reporter.not_found(row, by_name ? "no road has this name" : "the network has no such arc");
            continue;
        }
        if (is_road && arcs.size() > 1 && !by_speed && !row.value.is_missing()) {
            reporter.not_found(row, "the road has several arcs; state the cost of each, or 'inf' to close all");
            continue;
        }
        std::erase_if(arcs, [&](ArcIndex arc) {
            return row.reversed && *row.reversed != (!reversed.empty() && reversed[arc] != 0);
        });
        if (arcs.empty()) {
            reporter.not_found(row, "no such arc leads in this direction");
            continue;
        }
        bool is_usable_here = false;
        bool is_repeated = false;
        for (const ArcIndex arc : arcs) {
            if (!is_usable(arc, by_speed)) continue;
            is_usable_here = true;
            is_repeated |= row_of[arc] != no_row;
            row_of[arc] = i;
        }
        if (!is_usable_here) {
            reporter.not_found(row, "the arc has no length, or is closed in the network");
            continue;
        }
        ++made.report.applied;
        made.report.repeated += is_repeated;
    }
    std::vector<Touched> touched(cost.values.size());
    for (ArcIndex arc = 0; arc < row_of.size(); ++arc) {
        if (row_of[arc] == no_row) continue;
        const Decimal& value = updates.rows[row_of[arc]].value;
        if (by_speed) {
            touch(touched[arc], arc, 1, value);
            continue;
        }
        made.cost.values[arc] = value;
        if (made.cost.resolution_digits && !value.is_missing())
            made.cost.resolution_digits = std::max(*made.cost.resolution_digits, value.scale());
    }
    if (by_speed) set_times(touched, made);
}

Decimal CostUpdater::State::cost_times(ArcIndex arc, const Decimal& factor, CostUpdates::Values values,
                                       const Unit* time) const {
    const bool by_speed = values == CostUpdates::Values::speed_factors;
    if (factor.is_missing() || (by_speed && factor.digits() == 0)) return Decimal::missing();
    if (time == nullptr) return cost.values[arc] * factor;
    const double number = cost.values[arc].to_double();
    const double changed = by_speed ? number / factor.to_double() : number * factor.to_double();
    const int digits = digits_of(cost, *time);
    return {std::llround(changed * std::pow(10, digits)), digits};
}

void CostUpdater::State::set_classes(const CostUpdates& updates, UpdatedCosts& made) const {
    if (!classes) throw InvalidArgument("rows of classes need the text 'facility_type' of the network's arcs");
    const Unit* time = find_unit(cost.unit, Unit::Kind::time);
    if (time == nullptr && updates.values == CostUpdates::Values::speed_factors) {
        throw InvalidArgument(
            format("factors of speeds change times, but the cost '{}' has the unit '{}'; state "
                   "'class,cost_factor' or choose a cost that is a time",
                   cost.name, cost.unit));
    }
    std::map<std::string_view, std::size_t> row_of;
    for (std::size_t i = 0; i < updates.rows.size(); ++i) {
        const bool is_new = row_of.insert_or_assign(updates.rows[i].from, i).second;
        made.report.repeated += is_new ? 0 : 1;
    }
    std::map<std::string_view, std::size_t> arcs_of_class;
    for (ArcIndex arc = 0; arc < cost.values.size(); ++arc) {
        if (cost.values[arc].is_missing()) continue;
        ++arcs_of_class[classes->text(arc)];
        const auto row = row_of.find(classes->text(arc));
        if (row == row_of.end()) continue;
        made.cost.values[arc] = cost_times(arc, updates.rows[row->second].value, updates.values, time);
    }
    if (made.cost.resolution_digits && time != nullptr) made.cost.resolution_digits = digits_of(cost, *time);
    if (made.cost.resolution_digits && time == nullptr) {
        for (const CostUpdates::Row& row : updates.rows) {
            if (row.value.is_missing()) continue;
            made.cost.resolution_digits =
                std::max(*made.cost.resolution_digits, *cost.resolution_digits + row.value.scale());
        }
    }
    Reporter reporter(updates, made.report);
    for (const CostUpdates::Row& row : updates.rows) {
        if (arcs_of_class.contains(row.from))
            ++made.report.applied;
        else
            reporter.not_found(row, "no open arc has this facility_type");
    }
}

// The imported time consists of the time at free_speed, which rows replace for their share of the length, and the rest,
// which stays.
Decimal CostUpdater::State::time_of(ArcIndex arc, const Touched& touched, const Unit& unit) const {
    if (touched.is_closed) return Decimal::missing();
    const double whole = cost.values[arc].to_double() * static_cast<double>(unit.size);
    double driving = whole;
    if (!free_speeds.empty() && free_speeds[arc] > 0) {
        driving = std::min(whole, milliseconds(lengths[arc], free_speeds[arc]));
    }
    // Shares are floats, hence the limit.
    const double rest = touched.share > 0.99999 ? 0 : driving * (1 - touched.share);
    const double time = (whole - driving + rest + touched.milliseconds) / static_cast<double>(unit.size);
    const int digits = digits_of(cost, unit);
    return {std::llround(time * std::pow(10, digits)), digits};
}

void CostUpdater::State::set_times(const std::vector<Touched>& touched, UpdatedCosts& made) const {
    const Unit& unit = *find_unit(cost.unit, Unit::Kind::time);
    if (cost.resolution_digits) made.cost.resolution_digits = digits_of(cost, unit);
    for (ArcIndex arc = 0; arc < touched.size(); ++arc) {
        if (touched[arc].share > 0) made.cost.values[arc] = time_of(arc, touched[arc], unit);
    }
}

CostUpdater::CostUpdater(const RoadNetwork& network, std::string_view cost)
    : state_(std::make_unique<const State>(network, cost_column(network, cost))) {}
CostUpdater::~CostUpdater() = default;
CostUpdater::CostUpdater(CostUpdater&&) noexcept = default;
CostUpdater& CostUpdater::operator=(CostUpdater&&) noexcept = default;

UpdatedCosts CostUpdater::apply(const CostUpdates& updates) const {
    if (updates.values == CostUpdates::Values::speeds) state_->require_times();
    state_->require_ids(updates);
    UpdatedCosts made{state_->cost, {}};
    if (updates.of == CostUpdates::Of::classes)
        state_->set_classes(updates, made);
    else if (updates.of == CostUpdates::Of::arcs || updates.of == CostUpdates::Of::names)
        state_->set_arcs(updates, made);
    else
        state_->set_pieces(updates, made);
    for (ArcIndex arc = 0; arc < made.cost.values.size(); ++arc) {
        if (made.cost.values[arc] == state_->cost.values[arc]) continue;
        ++made.report.arcs;
        made.report.closed += made.cost.values[arc].is_missing();
    }
    return made;
}

void set_costs(RoadNetwork& network, ArcColumn cost) {
    const auto column = std::ranges::find(network.columns, cost.name, &ArcColumn::name);
    if (column == network.columns.end()) throw InvalidArgument(format("the network has no column '{}'", cost.name));
    ArcColumn before = std::exchange(*column, std::move(cost));
    before.name = imported_name(before.name);
    if (network.column(before.name) == nullptr) network.columns.push_back(std::move(before));
}

}  // namespace allways
