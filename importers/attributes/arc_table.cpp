// SPDX-License-Identifier: Apache-2.0
// Names → fields; texts → numbers and speeds; rows → arcs.
#include "attributes/arc_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "base/text.h"

namespace allways::importers {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 27> end_names{{
    {"from", "to"},
    {"from_node_id", "to_node_id"},
    {"from_node", "to_node"},
    {"from_id", "to_id"},
    {"fromnode", "tonode"},
    {"fromnodeid", "tonodeid"},
    {"node_from", "node_to"},
    {"fnode", "tnode"},
    {"fnode_", "tnode_"},
    {"f_node", "t_node"},
    {"source", "target"},
    {"source_id", "target_id"},
    {"source", "destination"},
    {"source", "dest"},
    {"src", "dst"},
    {"src", "dest"},
    {"tail", "head"},
    {"tail_node", "head_node"},
    {"init_node", "term_node"},
    {"start", "end"},
    {"start_node", "end_node"},
    {"node1", "node2"},
    {"node_a", "node_b"},
    {"a_node", "b_node"},
    {"anode", "bnode"},
    {"a", "b"},
    {"u", "v"},
}};

std::optional<std::size_t> index_of(const std::vector<std::string>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

// Returns a number with the symbol of its unit, empty if it states none. Speeds may have a decimal comma, since no
// speed has thousands: "50,5 km/h".
std::pair<std::optional<Decimal>, std::string> split_speed(std::string_view text) {
    const auto end = std::min(text.find_first_not_of("0123456789.,+-"), text.size());
    std::string with_point(text.substr(0, end));
    std::ranges::replace(with_point, ',', '.');
    return {Decimal::parse(with_point), unit_symbol(text.substr(end))};
}

}  // namespace

FieldNames::FieldNames(std::vector<std::string> names, std::string has_no, std::string it_has)
    : names_(std::move(names)), has_no_(std::move(has_no)), it_has_(std::move(it_has)) {
    for (const auto& name : names_) lower_.push_back(lower_case(name));
}

std::optional<std::size_t> FieldNames::usual(std::string_view lower_name) const {
    return index_of(lower_, lower_name);
}

std::optional<std::size_t> FieldNames::usual(std::span<const std::string_view> lower_names) const {
    for (const auto name : lower_names) {
        if (const auto field = index_of(lower_, name)) return field;
    }
    return std::nullopt;
}

std::optional<std::size_t> FieldNames::find(std::string_view wanted) const {
    const auto exact = index_of(names_, wanted);
    return exact ? exact : index_of(lower_, lower_case(wanted));
}

std::size_t FieldNames::named(std::string_view option, std::string_view wanted) const {
    if (const auto field = find(wanted)) return *field;
    throw InvalidArgument(format("`{}`: {} '{}'; {}: {}", option, has_no_, wanted, it_has_, joined(names_)));
}

std::optional<std::pair<std::size_t, std::size_t>> find_arc_ends(const FieldNames& names) {
    for (const auto& [from, to] : end_names) {
        const auto from_field = names.usual(from);
        const auto to_field = names.usual(to);
        if (from_field && to_field) return std::pair{*from_field, *to_field};
    }
    return std::nullopt;
}

bool names_arc_ends(const std::vector<std::string_view>& header) {
    return find_arc_ends(FieldNames(header)).has_value();
}

std::vector<DirectedField> directed_fields(const FieldNames& names) {
    constexpr std::array<std::array<std::string_view, 2>, 2> marks{{{"ab", "ba"}, {"ft", "tf"}}};
    std::vector<DirectedField> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& lower = names.lower(i);
        for (const auto& [along, against] : marks) {
            const bool at_end = lower.ends_with(format("_{}", along));
            if (lower.size() < 4 || (!at_end && !lower.starts_with(format("{}_", along)))) continue;
            const std::string name = at_end ? names[i].substr(0, names[i].size() - 3) : names[i].substr(3);
            const auto other = names.usual(at_end ? format("{}_{}", lower_case(name), against)
                                                  : format("{}_{}", against, lower_case(name)));
            if (other) found.push_back({name, i, *other});
        }
    }
    return found;
}

bool is_missing_value(std::string_view text) {
    text = trimmed(text);
    return is_missing_word(text) || (text != "-" && is_unreachable_word(text));
}

Decimal speed_kmh(std::string_view text, std::string_view unit) {
    const auto [number, stated] = split_speed(trimmed(text));
    const auto millionths = number ? number->rounded_fixed_point(6) : std::nullopt;
    constexpr std::int64_t fastest = 1'000'000'000'000;  // leaves room for the factors
    if (!millionths || *millionths <= 0 || *millionths > fastest) return Decimal::missing();
    const Unit* known = find_unit(stated.empty() ? unit : std::string_view(stated), Unit::Kind::speed);
    if (known == nullptr) return Decimal::missing();
    std::int64_t factor = known->size;
    int digits = 7;  // digits of km/h: Unit::size / sizes_per_kmh
    for (; factor % 10 == 0 && digits > 0; factor /= 10) --digits;
    return Decimal(*millionths * factor, 6 + digits);
}

bool FieldColumn::add(std::string_view text) {
    if (is_text_) {
        has_value_ = has_value_ || !text.empty();
        if (keeps_texts_) texts_.add(text);
        return false;
    }
    std::optional<Decimal> number = Decimal::parse(trimmed(text));
    std::string unit;
    if (!number && is_missing_value(text)) {
        if (keeps_texts_ && !text.empty()) words_.emplace_back(values_.size(), text);
        values_.push_back(Decimal::missing());
        return true;
    }
    if (!number) {
        std::tie(number, unit) = split_speed(trimmed(text));
        if (!number || find_unit(unit, Unit::Kind::speed) == nullptr) return become_text(text);
    }
    if (has_value_ && unit_ != unit) return become_text(text);
    unit_ = std::move(unit);
    has_value_ = true;
    values_.push_back(*number);
    return true;
}

// "none" means a missing number, but is a text in a field such as parking.
bool FieldColumn::become_text(std::string_view first) {
    is_text_ = true;
    auto word = words_.begin();
    for (std::size_t row = 0; row < values_.size() && keeps_texts_; ++row) {
        const bool is_word = word != words_.end() && word->first == row;
        const std::string number = is_word ? "" : values_[row].to_string();
        texts_.add(is_word ? (word++)->second : unit_.empty() || number.empty() ? number : number + " " + unit_);
    }
    values_ = {};
    words_ = {};
    return add(first);
}

void ArcTable::hand_over(RoadNetwork& network) const {
    for (std::size_t i = 0; i < arcs_.size(); ++i) {
        const auto [row, against] = arcs_[i];
        network.tail.push_back(ends_[2 * std::size_t{row} + (against ? 1 : 0)]);
        network.head.push_back(ends_[2 * std::size_t{row} + (against ? 0 : 1)]);
        network.reversed.push_back(i > 0 && row == arcs_[i - 1].row ? 1 : 0);
    }
    if (std::ranges::count(network.reversed, 1) == 0) network.reversed.clear();
}

std::vector<std::uint32_t> ArcTable::rows() const {
    std::vector<std::uint32_t> rows;
    rows.reserve(arcs_.size());
    for (const RowArc& arc : arcs_) rows.push_back(arc.row);
    return rows;
}

bool ArcTable::is_list_of(std::size_t rows) const {
    return arcs_.size() == rows && std::ranges::none_of(arcs_, &RowArc::against);
}

TextColumn ArcTable::of_arcs(TextColumn texts) const {
    return is_list_of(texts.size()) ? std::move(texts) : texts.in_order(rows());
}

std::vector<Decimal> ArcTable::of_arcs(std::vector<Decimal> values) const {
    if (is_list_of(values.size())) return values;
    std::vector<Decimal> result;
    result.reserve(arcs_.size());
    for (const RowArc& arc : arcs_) result.push_back(values[arc.row]);
    return result;
}

std::vector<Decimal> ArcTable::of_arcs(const std::vector<Decimal>& along, const std::vector<Decimal>& against) const {
    std::vector<Decimal> result;
    result.reserve(arcs_.size());
    for (const RowArc& arc : arcs_) result.push_back((arc.against ? against : along)[arc.row]);
    return result;
}

// ---- node ids

namespace {

void check_count(std::size_t count) {
    if (count >= no_node) throw CapacityError("a network has at most 2^32 - 2 nodes", count, no_node - 1);
}

// Accepts only integers that print back as themselves: "007" and "+7" stay texts, or two nodes would become one.
std::optional<std::int64_t> plain_number(std::string_view id) {
    const auto number = parse_whole(id);
    const auto digits = id.starts_with('-') ? id.substr(1) : id;
    const bool plain = !digits.empty() && digits[0] != '+' && (digits == id || digits != "0") &&
                       (digits.size() == 1 || digits[0] != '0');
    return plain ? number : std::nullopt;
}

using Nodes = NodeNames::Nodes;

// Numbers nodes whose ids are integers close together: by a table of all integers between the smallest and the largest.
Nodes number_dense_nodes(const std::vector<std::int64_t>& numbers, std::int64_t least, std::size_t range) {
    std::vector<NodeIndex> index_of(range, no_node);
    const auto entry = [&](std::int64_t number) -> NodeIndex& {
        return index_of[static_cast<std::size_t>(number - least)];
    };
    for (const auto number : numbers) entry(number) = 0;
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < range; ++i) {
        if (index_of[i] == no_node) continue;
        index_of[i] = static_cast<NodeIndex>(ids.size());
        ids.push_back(least + static_cast<std::int64_t>(i));
    }
    check_count(ids.size());
    Nodes nodes;
    nodes.index.reserve(numbers.size());
    for (const auto number : numbers) nodes.index.push_back(entry(number));
    nodes.ids = IdTable(std::move(ids));
    return nodes;
}

Nodes number_nodes(const std::vector<std::int64_t>& numbers) {
    Nodes nodes;
    if (numbers.empty()) return nodes;
    const auto [least, largest] = std::ranges::minmax(numbers);
    const std::uint64_t range = static_cast<std::uint64_t>(largest) - static_cast<std::uint64_t>(least);
    if (range < 2 * numbers.size()) return number_dense_nodes(numbers, least, range + 1);
    std::vector<std::int64_t> ids = numbers;
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    check_count(ids.size());
    nodes.index.reserve(numbers.size());
    for (const auto number : numbers) {
        nodes.index.push_back(static_cast<NodeIndex>(std::ranges::lower_bound(ids, number) - ids.begin()));
    }
    nodes.ids = IdTable(std::move(ids));
    return nodes;
}

}  // namespace

void NodeNames::add(std::string_view id) {
    if (numeric_) {
        const bool is_decimal = id.ends_with(".0");
        if (const auto number = plain_number(is_decimal ? id.substr(0, id.size() - 2) : id)) {
            if (is_decimal) decimals_.push_back(numbers_.size());
            numbers_.push_back(*number);
            return;
        }
        numeric_ = false;
        texts_.reserve(2 * numbers_.size());
        for (const auto number : numbers_) texts_.push_back(std::to_string(number));
        for (const std::size_t at : decimals_) texts_[at] += ".0";
        numbers_ = {};
    }
    texts_.emplace_back(id);
}

NodeNames::Nodes NodeNames::finish() && {
    Nodes nodes;
    if (numeric_) return number_nodes(numbers_);
    std::unordered_map<std::string_view, NodeIndex> known;
    std::vector<std::string> ids;
    nodes.index.reserve(texts_.size());
    for (const auto& text : texts_) {
        const auto [entry, is_new] = known.try_emplace(text, static_cast<NodeIndex>(ids.size()));
        if (is_new) ids.push_back(text);
        nodes.index.push_back(entry->second);
    }
    check_count(ids.size());
    nodes.ids = IdTable(std::move(ids));
    return nodes;
}

// ---- shapes

namespace {

// Gives a line and its reverse the same hash.
std::size_t hash_of(std::span<const Coordinate> points) {
    std::uint64_t sum = points.size();
    for (const Coordinate& point : points) {
        std::uint64_t mixed = std::bit_cast<std::uint64_t>(point.x) * 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ (mixed >> 32)) + std::bit_cast<std::uint64_t>(point.y);
        mixed *= 0xD6E8FEB86659FD93u;
        sum += mixed ^ (mixed >> 32);
    }
    return sum;
}

}  // namespace

void SharedShapes::add_arc(std::span<const Coordinate> points) {
    if (2 * shapes_.shape_count() >= slots_.size()) grow();
    const std::size_t hash = hash_of(points);
    ArcShapes::ShapeIndex& slot = slots_[slot_of(hash, points)];
    if (slot == ArcShapes::no_shape) {
        slot = shapes_.add_shape(points);
        hashes_.push_back(hash);
        return shapes_.add_arc(slot);
    }
    shapes_.add_arc(slot, !std::ranges::equal(points, shapes_.shape_points(slot)));
}

bool SharedShapes::is_same(ArcShapes::ShapeIndex shape, std::span<const Coordinate> points) const {
    const auto line = shapes_.shape_points(shape);
    return std::ranges::equal(points, line) || std::equal(points.begin(), points.end(), line.rbegin(), line.rend());
}

std::size_t SharedShapes::slot_of(std::size_t hash, std::span<const Coordinate> points) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != ArcShapes::no_shape && (hashes_[slots_[slot]] != hash || !is_same(slots_[slot], points))) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

void SharedShapes::grow() {
    slots_.assign(std::max<std::size_t>(1024, 4 * slots_.size()), ArcShapes::no_shape);
    const std::size_t mask = slots_.size() - 1;
    for (ArcShapes::ShapeIndex shape = 0; shape < hashes_.size(); ++shape) {
        std::size_t slot = hashes_[shape] & mask;
        while (slots_[slot] != ArcShapes::no_shape) slot = (slot + 1) & mask;
        slots_[slot] = shape;
    }
}

ArcShapes SharedShapes::take() && {
    return shapes_.shape_count() == 0 ? ArcShapes{} : std::move(shapes_);
}

// ---- other tables

namespace {

struct Table {
    std::array<std::string_view, 3> fields;  // all must be present; an empty name needs no field
    std::string_view description;
};

constexpr std::string_view gmns_movement = "a GMNS table of movements: name link.csv or its folder";
constexpr std::string_view gmns_lane = "a GMNS table of lanes: name link.csv or its folder";
constexpr std::string_view gmns_segment = "a GMNS table of segments: name link.csv or its folder";
constexpr std::string_view gmns_config = "a GMNS table of units, read with the link.csv beside it";
constexpr std::string_view trips = "a table of trips between origins and destinations";
constexpr std::string_view places = "a table of places with coordinates";

constexpr std::array<Table, 13> tables{{
    {{"mvmt_id", "ib_link_id", "ob_link_id"}, gmns_movement},
    {{"lane_id", "link_id", ""}, gmns_lane},
    {{"segment_id", "link_id", ""}, gmns_segment},
    {{"short_length", "long_length", ""}, gmns_config},
    {{"o", "d", ""}, trips},
    {{"origin", "destination", ""}, trips},
    {{"origin_id", "destination_id", ""}, trips},
    {{"o_zone_id", "d_zone_id", ""}, trips},
    {{"x", "y", ""}, places},
    {{"x_coord", "y_coord", ""}, places},
    {{"lon", "lat", ""}, places},
    {{"longitude", "latitude", ""}, places},
    {{"lng", "lat", ""}, places},
}};

}  // namespace

std::string_view describe_other_table(const std::vector<std::string>& lower_names) {
    const auto has = [&](std::string_view name) { return name.empty() || std::ranges::count(lower_names, name) > 0; };
    const auto found =
        std::ranges::find_if(tables, [&](const Table& table) { return std::ranges::all_of(table.fields, has); });
    return found == tables.end() ? std::string_view() : found->description;
}

}  // namespace allways::importers
