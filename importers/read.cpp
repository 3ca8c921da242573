// SPDX-License-Identifier: Apache-2.0
// Entry points of the readers: find the format, read, and report. Everything that no single format owns happens here:
// no-through nodes, turn rules, reference system and unit of costs by option, the bounding box, the import report, and
// running out of memory.
#include "allways/importers/read.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <type_traits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/closed_roads.h"
#include "attributes/import_report.h"
#include "attributes/node_attributes.h"
#include "attributes/system_choice.h"
#include "attributes/travel_time.h"
#include "attributes/turn_rows.h"
#include "base/counted.h"
#include "base/text.h"
#include "elevation/climb.h"
#include "libraries/vector_layer.h"
#include "text/file_format.h"

namespace allways {

using namespace importers;

std::string_view name(FormatInfo::Holds holds) {
    switch (holds) {
        case FormatInfo::Holds::network: return "network";
        case FormatInfo::Holds::matrix: return "matrix";
        case FormatInfo::Holds::table: return "table";
        case FormatInfo::Holds::factor: break;
    }
    return "factor";
}

std::optional<FormatInfo::Holds> parse_holds(std::string_view text) {
    using enum FormatInfo::Holds;
    for (const auto holds : {network, matrix, table, factor}) {
        if (text == name(holds)) return holds;
    }
    return std::nullopt;
}

namespace {

std::string contents(FormatInfo::Holds holds) {
    return format("a {}{}", holds == FormatInfo::Holds::table ? "solved " : "", name(holds));
}

[[noreturn]] void refuse(const std::string& path, const Format& found, FormatInfo::Holds wanted) {
    throw InputError(path, 0,
                     format("expected {}, but format '{}' contains {}", contents(wanted), found.info.name,
                            contents(found.info.holds)));
}

void log_skipped(const ImportReport& found, const LogCallback& callback) {
    for (const auto& skipped : found.skipped) {
        const std::string first = skipped.first_line == 0 ? "" : format(", first at line {}", skipped.first_line);
        log(callback, skipped.closed ? LogLevel::info : LogLevel::loss,
            format("{}: skipped {} × {}{}", found.source, count_text(skipped.count), skipped.reason, first));
    }
}

[[noreturn]] void refuse_size(const ImportReport& found) {
    const std::string nodes = found.nodes == 0 ? "" : format(", which states {} nodes,", found.nodes);
    throw CapacityError(format("{}{} does not fit into memory; the file may be damaged", found.source, nodes), 0, 0);
}

// Runs `read`. Out of memory becomes a CapacityError with the file's name and the node count of `found`.
template <class Read>
auto within_memory(const ImportReport& found, Read&& read) {
    try {
        return read();
    } catch (const std::bad_alloc&) {
        refuse_size(found);
    } catch (const std::length_error&) {
        refuse_size(found);
    }
}

void choose_turns(RoadNetwork& network, const ReadOptions& options, ImportReport& found) {
    if (options.turns.empty()) return;
    auto& notes = network.provenance.notes;
    const auto note = [&](const char* name) {
        return std::ranges::find(notes, name, &std::pair<std::string, std::string>::first);
    };
    const auto tell_left_out = [&](std::uint64_t rules, std::uint64_t prices) {
        if (rules + prices == 0) return;
        log(options.log, LogLevel::info,
            format("{}{}{} {} not applied, because `turns` is {}", rules == 0 ? "" : counted(rules, "turn rule"),
                   rules > 0 && prices > 0 ? " and " : "",
                   prices == 0 ? "" : counted(prices, "price of a turn", "prices of turns"),
                   by_count(rules + prices, "is", "are"), options.turns));
    };
    if (options.turns == "none") {
        tell_left_out(network.turns.size(), network.turns.costs.size());
        network.turns = {};
        if (note("turn_restrictions") != notes.end()) note("turn_restrictions")->second = "left out";
    } else if (options.turns == "restrictions") {
        tell_left_out(0, network.turns.costs.size());
        network.turns.costs.clear();
    } else if (options.turns != "full") {
        add_turns(network, options, found);
        // The times inside arcs have no prices, either.
    } else if (network.turns.costs.empty() && note("turn_prices") == notes.end()) {
        log(options.log, LogLevel::warning, "the network states no prices of turns: `turns` full is like restrictions");
    }
}

RoadNetwork read_with(const Format& source, const std::string& path, const ReadOptions& options, ImportReport* wanted) {
    ImportReport found;
    found.source = without_password(path);
    found.format = source.info.name;
    RoadNetwork network = within_memory(found, [&] {
        RoadNetwork read = source.read_network(path, options, found);
        check_places(path, read.coordinates, read.shapes.all_points());
        if (!options.lenient) require_most(found);
        if (!source.chooses_system) settle_system(read, found.source, options, !source.keeps_system);
        if (!options.no_through.empty()) block_nodes(read, options.no_through, options.log);
        choose_turns(read, options, found);
        // The cost may be a column of heights, or an expression of one.
        const bool has_cost = options.elevation.empty() || options.cost.empty() || read.column(options.cost) != nullptr;
        if (has_cost) settle_cost(read, options);
        if (read.provenance.coordinate_unit == Provenance::CoordinateUnit::unknown)
            set_coordinate_unit(read.provenance);
        if (options.bbox) read = within_box(std::move(read), *options.bbox, path, options.log);
        read = without_closed(std::move(read), options, source.filters_arcs, found);
        if (!options.elevation.empty()) add_climb(read, options, found);
        if (!has_cost) settle_cost(read, options);
        if (wanted != nullptr) describe(read, found, options.progress);
        return read;
    });
    network.provenance.source = found.source;
    network.provenance.format = source.info.name;
    log_skipped(found, options.log);
    if (wanted != nullptr) *wanted = std::move(found);
    return network;
}

// Gives the coordinates of a table the reference system that the options state.
void state_system(const ReadOptions& options, bool has_coordinates, const std::string& stated,
                  const std::string& path) {
    if (!has_coordinates) throw InvalidArgument(format("`crs` applies to coordinates, but {} has none", path));
    const std::string system = named_system(options.crs);
    if (stated.empty() || stated == system) return;
    log(options.log, LogLevel::warning,
        format("{} states {}, but its coordinates are read in {}, as `crs` states", path, stated,
               system.empty() ? "a plane of unknown units" : system));
}

void state_system(TableContent& content, const ReadOptions& options, const std::string& path) {
    if (options.crs.empty()) return;
    if (auto* table = std::get_if<DistanceTable>(&content)) {
        state_system(options, !table->coordinates().empty(), table->crs(), path);
        table->set_coordinates(table->coordinates(), named_system(options.crs));
    } else if (auto* pairs = std::get_if<OriginDestinationTable>(&content)) {
        state_system(options, !pairs->origin_places().empty(), pairs->crs(), path);
        pairs->set_places(pairs->origin_places(), pairs->destination_places(), named_system(options.crs));
    } else {
        state_system(options, false, "", path);
    }
}

// Reads a table; the report describes only matrices and is left empty.
TableContent table_of(const Format& source, const std::string& path, const ReadOptions& options, ImportReport* wanted) {
    const std::string held = contents(source.info.holds);
    for (const ReadOptionRow& row : read_options()) {
        if (row.formats != all_networks || row.name == "lenient" || !row.is_given(options)) continue;
        throw InvalidArgument(format("`{}` applies to networks only; this is {}", row.name, held));
    }
    ImportReport found;
    found.source = path;
    found.format = source.info.name;
    TableContent content = within_memory(found, [&] {
        TableContent read = source.read_table(path, options, found);
        state_system(read, options, path);
        if (auto* matrix = std::get_if<CostMatrix>(&read)) {
            matrix->set_source(path);
            if (wanted != nullptr) describe(*matrix, found);
        }
        return read;
    });
    if (wanted != nullptr) *wanted = std::move(found);
    return content;
}

NetworkFactor factor_of(const Format& source, const std::string& path, const ReadOptions& options) {
    ImportReport found;
    found.source = path;
    NetworkFactor factor = within_memory(found, [&] { return source.read_factor(path, options); });
    if (!options.crs.empty()) {
        state_system(options, factor.coordinates.size() > 0, factor.crs, path);
        factor.crs = named_system(options.crs);
    }
    return factor;
}

// Returns the file's content. Throws InputError if the file contains something else.
template <class Content>
Content expected(const std::string& path, const ReadOptions& options, FormatInfo::Holds wanted, ImportReport* report) {
    const Format& found = find_format(path, options, wanted);
    if (found.read_table == nullptr) refuse(path, found, wanted);
    TableContent content = table_of(found, path, options, report);
    if (auto* held = std::get_if<Content>(&content)) return std::move(*held);
    if (std::holds_alternative<OriginDestinationTable>(content)) {
        throw InputError(
            path, 0,
            format("expected a {}, but its rows are origins and its columns are other nodes (destinations)",
                   wanted == FormatInfo::Holds::matrix ? "square matrix" : "table of the same nodes both ways"));
    }
    if (std::is_same_v<Content, OriginDestinationTable>) {
        throw InputError(
            path, 0,
            "its rows and columns are the same nodes; expected a table from origins to other nodes (destinations)");
    }
    refuse(path, found, wanted);
}

}  // namespace

RoadNetwork read_network(const std::string& path, const ReadOptions& options, ImportReport* report) {
    const Format& found = find_format(path, options, FormatInfo::Holds::network);
    if (found.read_network == nullptr) refuse(path, found, FormatInfo::Holds::network);
    return read_with(found, path, options, report);
}

CostMatrix read_matrix(const std::string& path, const ReadOptions& options, ImportReport* report) {
    return expected<CostMatrix>(path, options, FormatInfo::Holds::matrix, report);
}

DistanceTable read_table(const std::string& path, const ReadOptions& options) {
    return expected<DistanceTable>(path, options, FormatInfo::Holds::table, nullptr);
}

OriginDestinationTable read_origin_destination_table(const std::string& path, const ReadOptions& options) {
    return expected<OriginDestinationTable>(path, options, FormatInfo::Holds::table, nullptr);
}

NetworkFactor read_factor(const std::string& path, const ReadOptions& options) {
    const Format& found = find_format(path, options, FormatInfo::Holds::factor);
    if (found.read_factor == nullptr) refuse(path, found, FormatInfo::Holds::factor);
    return factor_of(found, path, options);
}

Input read_input(const std::string& path, const ReadOptions& options, ImportReport* report) {
    const Format& found = find_format(path, options);
    if (found.read_network != nullptr) return read_with(found, path, options, report);
    if (found.read_table != nullptr) {
        return std::visit([](auto&& table) -> Input { return std::move(table); },
                          table_of(found, path, options, report));
    }
    return factor_of(found, path, options);
}

FormatInfo input_format(const std::string& path, const ReadOptions& options, std::optional<FormatInfo::Holds> wanted) {
    return find_format(path, options, wanted).info;
}

std::vector<FormatInfo> input_formats() {
    std::vector<FormatInfo> known;
    for (const auto& format : formats()) known.push_back(format.info);
    return known;
}

// ---- checks of the cost to minimise

namespace {

void check_cost_options(const CostOptions& cost, const Input& input) {
    if (!cost.field.empty() && !std::holds_alternative<RoadNetwork>(input)) {
        throw InvalidArgument("`cost` selects a column of a network, but this input has only one cost");
    }
    if (!cost.type) return;
    if (std::holds_alternative<DistanceTable>(input) || std::holds_alternative<OriginDestinationTable>(input)) {
        throw InvalidArgument("`cost_type` does not apply to a solved table");
    }
    if (std::holds_alternative<NetworkFactor>(input)) {
        throw InvalidArgument("`cost_type` does not apply to a factor");
    }
}

}  // namespace

std::string named_cost(const CostOptions& cost, const ReadOptions& read, const Input& input) {
    check_cost_options(cost, input);
    if (!cost.field.empty() || read.cost_field.empty()) return cost.field;
    return std::holds_alternative<RoadNetwork>(input) ? "cost" : "";  // the cost of a table names its matrix
}

void require_costs(const std::string& cost, const ReadOptions& read, const Input& input, const LogCallback& log_to) {
    const auto* network = std::get_if<RoadNetwork>(&input);
    if (network == nullptr) return;
    const ArcColumn& column = cost_column(*network, cost);
    const auto missing = static_cast<std::uint64_t>(std::ranges::count_if(column.values, &Decimal::is_missing));
    if (missing == 0) return;
    const std::string without =
        format("{} of {} have no '{}'", count_text(missing), counted(column.values.size(), "arc"), column.name);
    if (read.lenient || !is_much(missing, column.values.size())) {
        log(log_to, network->provenance.format == "gpkg" ? LogLevel::info : LogLevel::loss,
            without + " and are closed");
        return;
    }
    const std::string remedy = network->provenance.format == "gmns"
                                   ? "read the links of one mode (`mode` auto)"
                                   : "give lines a speed when they are read (`default_speed_kmh`, `class_speeds`)";
    throw InputError(network->provenance.source, 0,
                     format("{}, more than a fifth, and would be closed. Choose another cost (`cost`), {}, or go on "
                            "without these arcs (`lenient`)",
                            without, remedy));
}

}  // namespace allways
