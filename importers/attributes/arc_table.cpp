// SPDX-License-Identifier: Apache-2.0
// Names → fields; texts → numbers and speeds; rows → arcs.
#include "attributes/arc_table.h"

#include <algorithm>
#include <tuple>

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

}  // namespace allways::importers
