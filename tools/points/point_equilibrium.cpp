// SPDX-License-Identifier: Apache-2.0
#include "allways/points/point_equilibrium.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/solve_between.h"
#include "allways/points/point_table.h"
#include "base/counted.h"
#include "base/text.h"
#include "network/named_column.h"
#include "points/named_records.h"

namespace allways {

namespace {

using Numbers = std::vector<double>;  // by arc

constexpr std::array<std::string_view, 3> usual_capacities{"capacity", "cap", "link_capacity"};
constexpr std::array<std::string_view, 3> usual_alphas{"alpha", "b", "vdf_alpha"};
constexpr std::array<std::string_view, 3> usual_betas{"beta", "power", "vdf_beta"};

// Finds the first of the usual names, in any case and also with 1 at its end, as of DTALite's first period.
const ArcColumn* usual_column(const RoadNetwork& network, std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
        for (const ArcColumn& column : network.columns) {
            const std::string lower = lower_case(column.name);
            if (lower == name || lower == std::string(name) + "1") return &column;
        }
    }
    return nullptr;
}

Numbers numbers_of(const ArcColumn& column) {
    Numbers numbers;
    numbers.reserve(column.values.size());
    for (const Decimal& value : column.values)
        numbers.push_back(value.is_missing() ? std::numeric_limits<double>::quiet_NaN() : value.to_double());
    return numbers;
}

Numbers numbers_of(const RoadNetwork& network, const std::string& text) {
    return numbers_of(column_or_expression(network, text));
}

// A role of volume–delay functions that a column or a number plays.
struct Role {
    const char* name;
    std::span<const std::string_view> usual;
    std::optional<double> number;  // without a column
};

// Values by the class of roads.
class RoadClasses {
public:
    RoadClasses(const RoadNetwork& network, const std::string& path) : texts_(network.text("facility_type")) {
        if (texts_ == nullptr)
            throw InvalidArgument("`road_classes`: the network has no text 'facility_type', the class of roads");
        tools::NamedRecords records(path, {"class", "capacity", "alpha", "beta"});
        heading_ = records.columns();
        if (!records.has("class")) records.fail("expected a column 'class'");
        while (records.next()) {
            Numbers numbers;
            for (const std::string_view field : records.fields()) {
                const std::string& column = heading_[numbers.size()];
                const auto number = parse_real(field);
                if (!number && column != "class" && !field.empty())
                    records.fail(format("expected a number in column '{}', found '{}'", column, field));
                numbers.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
            }
            const std::string name = records.value("class");
            if (!rows_.emplace(name, std::move(numbers)).second)
                records.fail(format("class '{}' is there twice", name));
        }
    }

    bool has(std::string_view role) const { return std::ranges::find(heading_, role) != heading_.end(); }
    Numbers values(std::string_view role) const {
        const auto at = static_cast<std::size_t>(std::ranges::find(heading_, role) - heading_.begin());
        Numbers of_class(texts_->distinct_count(), std::numeric_limits<double>::quiet_NaN());
        for (std::uint32_t i = 0; i < of_class.size(); ++i) {
            const auto row = rows_.find(texts_->distinct(i));
            if (row != rows_.end()) of_class[i] = row->second[at];
        }
        Numbers numbers;
        for (std::size_t arc = 0; arc < texts_->size(); ++arc) numbers.push_back(of_class[texts_->indexes()[arc]]);
        return numbers;
    }
    void report(const LogCallback& callback) const {
        std::map<std::string, std::uint64_t> missing;
        for (std::size_t arc = 0; arc < texts_->size(); ++arc) {
            if (!rows_.contains(texts_->text(arc))) ++missing[std::string(texts_->text(arc))];
        }
        std::vector<std::string> list;
        for (const auto& [name, count] : missing)
            list.push_back(format("{} ({})", name.empty() ? "without a class" : name, counted(count, "arc")));
        if (!list.empty())
            log(callback, LogLevel::warning,
                format("no row of `road_classes` has these classes, so their times are constant: {}", joined(list)));
    }

private:
    const TextColumn* texts_;
    std::vector<std::string> heading_;
    std::map<std::string, Numbers, std::less<>> rows_;  // by class, as the heading
};

class DelayReader {
public:
    DelayReader(const RoadNetwork& network, const std::string& road_classes, const std::string& file,
                const LogCallback& log)
        : network_(network), file_(file), log_(log) {
        if (road_classes.empty()) return;
        classes_.emplace(network, road_classes);
        classes_->report(log);
    }

    Numbers read(const Role& role, const std::string& stated) {
        if (classes_ && classes_->has(role.name)) {
            if (!stated.empty())
                throw InvalidArgument(format("`{}`: the file of `road_classes` has a column {}", role.name, role.name));
            return classes_->values(role.name);
        }
        if (const auto number = parse_real(stated)) return Numbers(network_.arc_count(), *number);
        if (!stated.empty()) return numbers_of(network_, stated);
        if (const ArcColumn* column = usual_column(network_, role.usual)) {
            found_.push_back(column->name == role.name ? format("'{}'", role.name)
                                                       : format("{} from '{}'", role.name, column->name));
            return numbers_of(*column);
        }
        if (role.number) {
            assumed_.push_back(format("{} is {}", role.name, *role.number));
            return Numbers(network_.arc_count(), *role.number);
        }
        std::vector<std::string> known;
        for (const ArcColumn& column : network_.columns) known.push_back(column.name);
        throw InvalidArgument(format("`{}`: no column has a usual name ({}); state it. This network has: {}", role.name,
                                     joined(std::vector<std::string>(role.usual.begin(), role.usual.end())),
                                     known.empty() ? "none" : joined(known)));
    }

    // Throws for a value that is not from 0, or missing where the arc has a capacity.
    void check(const char* role, const Numbers& numbers, const Numbers& capacity) const {
        for (std::size_t arc = 0; arc < numbers.size(); ++arc) {
            const bool missing = std::isnan(numbers[arc]);
            if (missing && !(capacity[arc] > 0)) continue;
            if (missing || numbers[arc] < 0) fail(arc, format("expected {} from 0", role), numbers[arc]);
        }
    }

    [[noreturn]] void fail(std::size_t arc, const std::string& expected, double found) const {
        throw InputError(file_, 0,
                         format("{}, found {} at arc {}", expected, std::isnan(found) ? "none" : format("{}", found),
                                network_.arc_ids.text(static_cast<ArcIndex>(arc))));
    }

    void report(VolumeDelayForm form) const {
        if (!found_.empty())
            log(log_, LogLevel::info, format("volume–delay functions {} take {}", word_of(form), joined(found_)));
        if (!assumed_.empty())
            guess(log_, Guess::vdf, format("no column has a usual name, so {} on every arc", joined(assumed_)));
    }

private:
    const RoadNetwork& network_;
    const std::string& file_;
    const LogCallback& log_;
    std::optional<RoadClasses> classes_;
    std::vector<std::string> found_;
    std::vector<std::string> assumed_;
};

// GMNS states capacities for each lane.
const ArcColumn* lanes_of(const RoadNetwork& network, const std::string& stated) {
    if (!stated.empty()) return &network::named_column(network.columns, stated, "that has the numbers of lanes");
    return network.provenance.format == "gmns" ? network.column("lanes") : nullptr;
}

// The numbers of a column whose unit, if it is one of time, is that of the cost; an expression may convert.
Numbers costs_of(const RoadNetwork& network, const std::string& text, const std::string& cost) {
    const ArcColumn column = column_or_expression(network, text);
    const std::string& unit = cost_column(network, cost).unit;
    if (network.column(text) != nullptr && column.unit != unit && !column.unit.empty()) {
        throw InvalidArgument(format("`fixed_cost`: '{}' is in {}, the cost in {}; multiply it, as in \"0.1 * {}\"",
                                     text, column.unit, unit.empty() ? "no unit" : unit, text));
    }
    return numbers_of(column);
}

// Replaces missing numbers by 0, and returns how many there were. Throws InputError for one below 0.
std::uint64_t fill_missing(const RoadNetwork& network, const char* what, const std::string& file, Numbers& numbers) {
    std::uint64_t missing = 0;
    for (std::size_t arc = 0; arc < numbers.size(); ++arc) {
        if (std::isnan(numbers[arc])) ++missing, numbers[arc] = 0;
        if (numbers[arc] < 0) {
            throw InputError(file, 0,
                             format("expected {} from 0, found {} at arc {}", what, numbers[arc],
                                    network.arc_ids.text(static_cast<ArcIndex>(arc))));
        }
    }
    return missing;
}

Numbers fixed_costs(const RoadNetwork& network, const std::string& text, const std::string& cost,
                    const std::string& file, const LogCallback& log) {
    if (text.empty()) return {};
    Numbers costs = costs_of(network, text, cost);
    const std::uint64_t missing = fill_missing(network, "fixed costs", file, costs);
    if (missing > 0)
        allways::log(log, LogLevel::warning, format("{} without a fixed cost: none is added", counted(missing, "arc")));
    return costs;
}

// The column of these numbers, to the most digits at which sums of paths fit int32, if any.
ArcColumn column_of(const Numbers& numbers, const std::vector<std::uint8_t>& closed, const ArcColumn& like,
                    const std::string& name, int digits) {
    ArcColumn made{name, like.unit, std::vector<Decimal>(numbers.size()), digits};
    const double unit = std::pow(10.0, digits);
    for (std::size_t arc = 0; arc < numbers.size(); ++arc) {
        made.values[arc] = like.values[arc].is_missing() || (!closed.empty() && closed[arc] != 0)
                               ? Decimal::missing()
                               : Decimal(std::llround(numbers[arc] * unit), digits);
    }
    return made;
}

ArcColumn rounded_cost(const RoadNetwork& network, const Numbers& numbers, const std::vector<std::uint8_t>& closed,
                       const ArcColumn& like, const std::string& name) {
    constexpr int most_digits = 6;
    for (int digits = most_digits; digits > 0; --digits) {
        ArcColumn made = column_of(numbers, closed, like, name, digits);
        const RoadNetwork alone = network::with_columns(network, {made});
        if (build_arc_costs(alone, {name, {}}).type() == CostType::int32) return made;
    }
    return column_of(numbers, closed, like, name, most_digits);
}

}  // namespace

VolumeDelay volume_delay(const RoadNetwork& network, const EquilibriumChoice& choice, const std::string& cost,
                         const std::string& file, const LogCallback& log) {
    const VolumeDelayForm form = choice.vdf.value();
    const bool is_bpr = form == VolumeDelayForm::bpr || form == VolumeDelayForm::bpr2;
    DelayReader reader(network, choice.road_classes, file, log);
    VolumeDelay::Arcs arcs;
    arcs.free_time = numbers_of(cost_column(network, cost));
    std::ranges::replace_if(
        arcs.free_time, [](double time) { return std::isnan(time); }, 0.0);  // closed
    arcs.capacity = reader.read({"capacity", usual_capacities, {}}, choice.capacity);
    if (const ArcColumn* lanes = lanes_of(network, choice.lanes)) {
        const Numbers numbers = numbers_of(*lanes);
        for (std::size_t arc = 0; arc < numbers.size(); ++arc) arcs.capacity[arc] *= numbers[arc];
        allways::log(log, LogLevel::info, format("capacities are those of a lane, times '{}'", lanes->name));
    }
    arcs.alpha = reader.read({"alpha", usual_alphas, is_bpr ? std::optional(0.15) : std::nullopt}, choice.alpha);
    if (is_bpr || form == VolumeDelayForm::akcelik)
        arcs.beta = reader.read({"beta", usual_betas, is_bpr ? std::optional(4.0) : std::nullopt}, choice.beta);
    else if (!choice.beta.empty())
        throw InvalidArgument(format("`beta`: volume–delay functions {} have none", word_of(form)));
    reader.report(form);
    for (std::size_t arc = 0; arc < arcs.capacity.size(); ++arc) {
        if (arcs.capacity[arc] < 0) reader.fail(arc, "expected a capacity from 0", arcs.capacity[arc]);
        if (arcs.free_time[arc] < 0) reader.fail(arc, "expected a free-flow time from 0", arcs.free_time[arc]);
    }
    reader.check("alpha", arcs.alpha, arcs.capacity);
    reader.check("beta", arcs.beta, arcs.capacity);
    for (std::size_t arc = 0; arc < arcs.alpha.size(); ++arc) {
        const bool constant = !(arcs.capacity[arc] > 0);
        const double alpha = arcs.alpha[arc];
        if (constant) arcs.alpha[arc] = form == VolumeDelayForm::conical ? 2 : 0;  // has no effect
        if (constant && !arcs.beta.empty()) arcs.beta[arc] = 0;
        if (!constant && form == VolumeDelayForm::conical && !(alpha > 1))
            reader.fail(arc, "expected alpha above 1", alpha);
        if (!constant && form == VolumeDelayForm::inrets && alpha > 1)
            reader.fail(arc, "expected alpha up to 1", alpha);
    }
    return VolumeDelay(form, std::move(arcs));
}

std::vector<double> preload_of(const RoadNetwork& network, const EquilibriumChoice& choice, const std::string& file) {
    if (choice.preload.empty()) return {};
    Numbers volumes = numbers_of(network, choice.preload);
    fill_missing(network, "a preload", file, volumes);
    return volumes;
}

std::vector<TripClass> trip_classes(const RoadNetwork& network, const EquilibriumChoice& choice,
                                    const std::vector<ClassColumns>& classes, std::span<const NodeTrips> trips,
                                    const std::string& cost, const std::string& file, const LogCallback& log) {
    std::vector<TripClass> made;
    std::size_t begin = 0;
    for (const ClassColumns& one : classes) {
        TripClass& added = made.emplace_back();
        added.name = one.name;
        added.trips = trips.subspan(begin, one.end - begin);
        added.pce = one.pce;
        added.fixed_costs =
            fixed_costs(network, one.fixed_cost.empty() ? choice.fixed_cost : one.fixed_cost, cost, file, log);
        if (!one.closed.empty()) {
            for (const double mark : numbers_of(network, one.closed))
                added.closed.push_back(!std::isnan(mark) && mark != 0 ? 1 : 0);
        }
        begin = one.end;
    }
    return made;
}

Assignment sum_of_classes(const RoadNetwork& network, const std::vector<TripClass>& classes, const Equilibrium& found) {
    Assignment sum = found.last.front();
    std::ranges::fill(sum.arc_loads, 0.0);
    std::ranges::fill(sum.node_loads, 0.0);
    sum.requested = sum.loaded = sum.unreachable = sum.within_nodes = sum.unselected = sum.raw_cost = 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        const Assignment& last = found.last[k];
        const Numbers& fixed = classes[k].fixed_costs;
        sum.requested += last.requested;
        sum.loaded += last.loaded;
        sum.unreachable += last.unreachable;
        sum.within_nodes += last.within_nodes;
        for (std::size_t node = 0; node < sum.node_loads.size(); ++node) sum.node_loads[node] += last.node_loads[node];
        for (std::size_t arc = 0; arc < sum.arc_loads.size(); ++arc) {
            const double load = found.loads[k][arc];
            sum.arc_loads[arc] += load;
            sum.raw_cost += load * (found.times[arc] + (fixed.empty() ? 0 : fixed[arc]));
            // Trips that begin at a node are the same on all paths.
            sum.node_loads[network.head[arc]] += load - last.arc_loads[arc];
        }
    }
    sum.raw_cost *= std::pow(10.0, sum.scale.digits);
    return sum;
}

OriginDestinationTable congested_skims(const RoadNetwork& network, const std::vector<TripClass>& classes,
                                       const Equilibrium& found, const TableSide& origins,
                                       const TableSide& destinations, const SolveOptions& options) {
    const ArcColumn& free = cost_column(network, options.cost);
    SolveOptions solving = options;
    solving.skims = {free.name};
    std::vector<ArcColumn> columns{rounded_cost(network, found.times, {}, free, free.name)};
    for (const std::string& skim : options.skims) {
        if (skim == free.name) continue;
        columns.push_back(network::named_column(network.columns, skim, "to sum along the paths"));
        solving.skims.push_back(skim);
    }
    std::vector<std::string> costs;
    for (const TripClass& one : classes) {
        const bool is_time = one.fixed_costs.empty() && one.closed.empty();
        const std::string name = is_time ? free.name : classes.size() == 1 ? "cost" : "cost_" + one.name;
        if (std::ranges::find(costs, name) != costs.end()) continue;
        costs.push_back(name);
        if (is_time) continue;
        if (network.column(name) != nullptr)
            throw InvalidArgument(
                format("`skims`: the network has a column '{}', which skims of costs are called", name));
        Numbers sums = found.times;
        for (std::size_t arc = 0; arc < one.fixed_costs.size(); ++arc) sums[arc] += one.fixed_costs[arc];
        columns.push_back(rounded_cost(network, sums, one.closed, free, name));
    }
    if (costs.size() == 1 && costs.front() == free.name) std::erase(solving.skims, free.name);
    const RoadNetwork congested = network::with_columns(network, std::move(columns));
    CostTables solved = solve_between(congested, origins.nodes, destinations.nodes, costs, solving);
    for (OriginDestinationTable& table : solved.tables) table.set_ids(origins.ids, destinations.ids);
    return solved.tables.size() == 1 ? std::move(solved.tables.front()) : one_table(solved.tables);
}

const std::vector<EquilibriumOptionRow>& equilibrium_options() {
    static const std::vector<EquilibriumOptionRow> rows{
        {"vdf", &EquilibriumChoice::vdf, "bpr|bpr2|conical|inrets|akcelik",
         "Find the user equilibrium: times grow with volumes by this volume–delay function, from free-flow times in "
         "`cost`. Without it, all trips take the shortest path (all or nothing)"},
        {"capacity", &EquilibriumChoice::capacity, "COLUMN",
         "Capacity of arcs: a column, or a number, in trips × PCE of the period that the trips are of; 0 or missing: "
         "the time is constant "
         "(default: the column capacity, cap or link_capacity)"},
        {"lanes", &EquilibriumChoice::lanes, "COLUMN",
         "Numbers of lanes: capacities are those of a lane (default: lanes in GMNS, else none)"},
        {"alpha", &EquilibriumChoice::alpha, "COLUMN",
         "Coefficient alpha: a column, or a number (default: the column alpha, b or vdf_alpha; bpr and bpr2 without "
         "one: 0.15)"},
        {"beta", &EquilibriumChoice::beta, "COLUMN",
         "Power beta: a column, or a number (default: the column beta, power or vdf_beta; bpr and bpr2 without one: "
         "4)"},
        {"road_classes", &EquilibriumChoice::road_classes, "FILE",
         "CSV with values by the class of roads: the column class (the network's facility_type), and some of capacity, "
         "alpha and beta"},
        {"fixed_cost", &EquilibriumChoice::fixed_cost, "COLUMN",
         "Cost of arcs beside the time, in its unit, such as '0.02 * toll + 0.04 * length'"},
        {"preload", &EquilibriumChoice::preload, "COLUMN",
         "Volumes that are there whatever the trips do, such as those of buses"},
        {"method", &EquilibriumChoice::method, "tapas|bfw",
         "Search by paired alternative segments (tapas), which reaches any gap, or by bi-conjugate Frank–Wolfe (bfw), "
         "which needs little memory (default: tapas if it fits the memory)"},
        {"gap", &EquilibriumChoice::gap, "GAP",
         "End when the relative gap is at most this: the share of the total cost that trips could save on the shortest "
         "paths"},
        {"iterations", &EquilibriumChoice::iterations, "COUNT", "End after so many iterations"},
        {"seconds", &EquilibriumChoice::seconds, "TIME",
         "End after the iteration in which this time has passed: 90s, 5min", "", "--max-time"},
    };
    return rows;
}

}  // namespace allways
