// SPDX-License-Identifier: Apache-2.0
#include "export/formats/losses.h"

#include <algorithm>
#include <set>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "base/counted.h"
#include "base/text.h"
#include "cost/fixed_cost.h"
#include "export/formats/id_file.h"

namespace allways::tools {

namespace {

std::uint64_t lost_turns(const RoadNetwork& network, const FormatWriter& format) {
    if (format.lost_turns != nullptr) return format.lost_turns(network);
    return network.turns.size() + network.turns.costs.size();
}

// Returns how many no-through nodes can be passed in the written network.
std::size_t lost_no_through(const RoadNetwork& network, const FormatWriter& format) {
    if (format.has(FormatTrait::no_through)) return 0;
    std::size_t kept = 0;
    for (const NodeIndex node : format.node_order ? format.node_order(network) : std::vector<NodeIndex>{}) {
        if (!is_centroid(network, node)) break;
        ++kept;
    }
    return count_no_through(network) - kept;
}

// The losses of a network in a format.
class Losses {
public:
    Losses(const RoadNetwork& network, const FormatWriter& format, const std::string& path,
           const ExportOptions& options)
        : network_(network), format_(format), path_(path), options_(options) {
        if (format.node_order != nullptr) order_ = format.node_order(network);
        compare_nodes();
        compare_turns();
        compare_arcs();
        compare_fields();
        compare_places();
        if (lacks(FormatTrait::order) && !network_.elimination_order.empty()) other("the elimination order");
        if (!network_.zone_ids.empty()) other("the zones of nodes");
        if (lacks(FormatTrait::notes)) {
            auto notes = names_of(network_.provenance.notes, [](const auto& note) { return note.first; });
            if (format_.node_order && ids_kept_) std::erase(notes, "zones");  // TNTP has their number
            other_names("the notes", notes);
        }
        if (format_.default_cost != nullptr) compare_default_cost();
    }

    std::vector<std::string> of_distances;  // these change paths: "2 no-through nodes", "7 turn rules"
    std::vector<std::string> others;        // "coordinates", "the texts name, ref"
    std::vector<std::string> remarks;       // full sentences

private:
    void other(std::string what) { others.push_back(std::move(what)); }
    void other_names(const char* what, const std::vector<std::string>& names) {
        if (!names.empty()) other(format("{} {}", what, joined(names)));
    }

    template <class Values, class Name>
    static std::vector<std::string> names_of(const Values& values, const Name& name) {
        std::vector<std::string> names;
        for (const auto& value : values) names.push_back(name(value));
        return names;
    }

    bool lacks(FormatTrait trait) const { return !format_.has(trait); }
    bool one_column() const { return format_.has(FormatTrait::one_cost); }
    // Returns true if second files are written, which standard output cannot have.
    bool beside() const { return path_ != "-" && (format_.files == nullptr || format_.files(path_).size() > 1); }

    void compare_nodes() {
        if (const std::size_t count = lost_no_through(network_, format_)) {
            const std::size_t all = count_no_through(network_);
            const auto marked = std::ranges::find_if(network_.no_through,
                                                     [](std::uint8_t mark) { return mark != NoThrough::passable; });
            const auto first = static_cast<std::uint32_t>(marked - network_.no_through.begin());
            of_distances.push_back(count < all ? format("{} of {} no-through nodes", count, all)
                                               : format("{} no-through node{} ({}{})", count, count == 1 ? "" : "s",
                                                        network_.node_ids.text(first), count == 1 ? "" : ", …"));
        }
        if (lacks(FormatTrait::isolated_nodes)) {
            std::vector<std::uint8_t> has_arc(network_.node_count(), 0);
            for (std::size_t arc = 0; arc < network_.arc_count(); ++arc) {
                has_arc[network_.tail[arc]] = has_arc[network_.head[arc]] = 1;
            }
            if (const auto count = std::ranges::count(has_arc, 0)) {
                other(format("{} node{} without arcs", count, count == 1 ? "" : "s"));
            }
        }
        const bool ids = format_.has(FormatTrait::node_ids) || (format_.has(FormatTrait::node_ids_beside) && beside());
        ids_kept_ = ids || are_counted_from_1(network_.node_ids, order_);
        if (!ids_kept_) other("the ids of nodes");
    }

    void compare_turns() {
        const TurnRules& turns = network_.turns;
        const std::uint64_t lost = lost_turns(network_, format_);
        if (lost > 0) {
            const std::uint64_t all = turns.size() + turns.costs.size();
            of_distances.push_back(lost == all ? counted(lost, "turn rule")
                                               : format("{} of {} turn rules", count_text(lost), count_text(all)));
        }
        if (format_.has(FormatTrait::turn_marks)) return;
        if (!turns.destination_only.empty()) of_distances.push_back("the streets for destinations only");
        if (!turns.may_turn_round.empty()) of_distances.push_back("where paths may turn round");
    }

    void compare_arcs() {
        if (lacks(FormatTrait::arc_ids) && !are_counted_from_1(network_.arc_ids)) other("the ids of arcs");
        if (lacks(FormatTrait::edges) && std::ranges::count(network_.reversed, 1) > 0)
            other("which arcs are two ways of one road");
        if (!one_column() || network_.columns.empty()) return;
        const ArcColumn& cost = written_column();
        const auto missing = std::ranges::count_if(cost.values, &Decimal::is_missing);
        if (missing > 0) other(format("{} arc{} without {}", missing, missing == 1 ? "" : "s", cost.name));
        if (format_.has(FormatTrait::parallel_arcs)) return;
        std::set<std::pair<NodeIndex, NodeIndex>> ends;
        std::size_t with_cost = 0;
        for (std::size_t arc = 0; arc < network_.arc_count(); ++arc) {
            if (cost.values[arc].is_missing()) continue;
            ++with_cost;
            ends.emplace(network_.tail[arc], network_.head[arc]);
        }
        if (const std::size_t parallel = with_cost - ends.size()) {
            other(format("{} parallel arc{} that cost{} more", parallel, parallel == 1 ? "" : "s",
                         parallel == 1 ? "s" : ""));
        }
    }

    const ArcColumn& written_column() const { return cost_column(network_, options_.cost); }

    void compare_fields() {
        std::vector<std::string> units;
        std::vector<std::string> resolutions;
        std::vector<std::string> columns;
        const ArcColumn* written = one_column() && !network_.columns.empty() ? &written_column() : nullptr;
        for (const ArcColumn& column : network_.columns) {
            const std::string name = format_.column_name ? format_.column_name(network_, column) : column.name;
            if (one_column() ? &column != written : format_.column_name && name.empty()) {
                columns.push_back(column.name);
                continue;
            }
            if (name != column.name)
                remarks.push_back(format("{} does not have the name '{}'; the field is read back as '{}'", format_.name,
                                         column.name, name));
            if (!column.unit.empty() && (format_.keeps_unit == nullptr || !format_.keeps_unit(column))) {
                units.push_back(format("{} ({})", column.name, column.unit));
            }
            if (lacks(FormatTrait::resolutions) && is_finer_than_its_resolution(column))
                resolutions.push_back(column.name);
        }
        other_names(columns.size() == 1 ? "the column" : "the columns", columns);
        other_names("the units of", units);
        other_names("the resolution of", resolutions);
        const auto texts = names_of(network_.texts, [](const TextColumn& text) { return text.name(); });
        if (lacks(FormatTrait::texts)) other_names(texts.size() == 1 ? "the text" : "the texts", texts);
        if (!one_column() && format_.is_reserved != nullptr) compare_names();
    }

    // Returns true if a value has more digits than the column's resolution, to which costs are rounded. Without the
    // resolution every digit counts.
    static bool is_finer_than_its_resolution(const ArcColumn& column) {
        return column.resolution_digits && std::ranges::any_of(column.values, [&](const Decimal& value) {
                   return !value.is_missing() && value.scale() > *column.resolution_digits;
               });
    }

    void compare_names() {
        const std::vector<std::string> names = field_names(network_, format_.is_reserved);
        const auto tell = [&](const std::string& own, const std::string& written) {
            if (own == written) return;
            remarks.push_back(format("{} reserves the name '{}' or already uses it; the field is written as '{}'",
                                     format_.name, own, written));
        };
        for (std::size_t i = 0; i < network_.columns.size(); ++i) tell(network_.columns[i].name, names[i]);
        for (std::size_t i = 0; format_.has(FormatTrait::texts) && i < network_.texts.size(); ++i)
            tell(network_.texts[i].name(), names[network_.columns.size() + i]);
    }

    void compare_places() {
        const bool degrees = format_.has(FormatTrait::degrees_beside) && beside();
        const bool plain = format_.has(FormatTrait::coordinates_beside) && beside() &&
                           std::ranges::all_of(network_.coordinates, is_finite);
        const bool places = format_.has(FormatTrait::coordinates) || (degrees && are_degrees(network_)) || plain;
        if (!network_.coordinates.empty() && !places) {
            other(degrees ? "coordinates that are not the degrees of all nodes" : "coordinates");
        }
        if (plain && !network_.provenance.crs.empty()) other("the reference system " + network_.provenance.crs);
        if (lacks(FormatTrait::shapes) && !network_.shapes.empty()) other("the lines of roads");
    }

    void compare_default_cost() {
        const ArcColumn* usual = usual_cost_column(network_);
        if (usual == nullptr) return;
        const std::string own = usual->name;
        const std::string theirs = format_.default_cost(network_);
        if (own == theirs) return;
        remarks.push_back(format(
            "without `cost`, the cost is {} in the written file but {} in this network; choose it there with `cost` {}",
            theirs, own, own));
    }

    const RoadNetwork& network_;
    const FormatWriter& format_;
    const std::string& path_;
    const ExportOptions& options_;
    std::vector<NodeIndex> order_;  // of the format; empty: the network's
    bool ids_kept_ = true;
};

// Names the formats that keep everything that distances depend on.
std::string keepers_of_distances(const RoadNetwork& network) {
    std::vector<std::string> names;
    const bool marks = !network.turns.destination_only.empty() || !network.turns.may_turn_round.empty();
    for (const FormatWriter& format : format_writers()) {
        if (!format.has(FormatTrait::networks)) continue;
        if (lost_no_through(network, format) > 0) continue;
        if (lost_turns(network, format) == 0 && (format.has(FormatTrait::turn_marks) || !marks))
            names.push_back(format.name);
    }
    return joined(names);
}

}  // namespace

bool are_degrees(const RoadNetwork& network) {
    const std::string& crs = network.provenance.crs;
    return (crs.empty() || crs == "EPSG:4326") && std::ranges::all_of(network.coordinates, [](Coordinate point) {
               return std::abs(point.x) <= 180 && std::abs(point.y) <= 90;  // false for missing coordinates
           });
}

void refuse_losses(const RoadNetwork& network, const FormatWriter& format, const std::string& path,
                   const ExportOptions& options) {
    const Losses losses(network, format, path, options);
    if (losses.of_distances.empty() || options.lossy) return;
    throw InvalidArgument(
        allways::format("{} cannot store {}, without which distances change; choose {}, or leave that out with `lossy`",
                        format.name, joined(losses.of_distances), keepers_of_distances(network)));
}

void tell_losses(const RoadNetwork& network, const FormatWriter& format, const std::string& path,
                 const ExportOptions& options) {
    const Losses losses(network, format, path, options);
    if (!losses.of_distances.empty()) {
        log(options.log, LogLevel::loss,
            allways::format("{} cannot store {}: distances in the written network will differ", format.name,
                            joined(losses.of_distances)));
    }
    if (!losses.others.empty()) {
        log(options.log, LogLevel::loss,
            allways::format("{} cannot store {}: left out", format.name, joined(losses.others, "; ")));
    }
    for (const std::string& remark : losses.remarks) log(options.log, LogLevel::loss, remark);
}

std::vector<std::string> field_names(const RoadNetwork& network,
                                     bool (*is_reserved)(std::string_view name, bool text)) {
    std::set<std::string> used;
    const auto free_name = [&](const std::string& own, bool text) {
        const std::string wanted = own.empty() ? "field" : own;
        std::string name = wanted;
        for (int number = 2;; ++number) {
            const std::string lower = lower_case(name);
            const bool reserved = is_reserved != nullptr && is_reserved(lower, text);
            if (!reserved && used.insert(lower).second) return name;
            name = format("{}_{}", wanted, number);
        }
    };
    std::vector<std::string> names;
    for (const ArcColumn& column : network.columns) names.push_back(free_name(column.name, false));
    for (const TextColumn& text : network.texts) names.push_back(free_name(text.name(), true));
    return names;
}

const ArcColumn& single_cost_column(const RoadNetwork& network, const std::string& wanted, const char* format) {
    if (network.columns.empty()) {
        throw InvalidArgument(allways::format("the network has no cost column, but {} needs one", format));
    }
    return cost_column(network, wanted);
}

}  // namespace allways::tools
