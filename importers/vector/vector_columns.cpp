// SPDX-License-Identifier: Apache-2.0
// Feature values → columns.
#include "vector/vector_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "allways/base/format.h"
#include "allways/network/road_network.h"
#include "attributes/edge_list_layout.h"
#include "base/text.h"
#include "text/rounded_decimal.h"

namespace allways::importers {

namespace {

using Kind = VectorLayer::Field::Kind;

constexpr std::array<std::string_view, 4> made_names{"length", "cost", "free_speed", "time"};
constexpr std::array<std::string_view, 4> text_names{"name", "ref", "facility_type", "junction"};

bool is_one_of(const std::array<std::string_view, 4>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// Returns the number of digits after the point for values of sections of cut lines: enough that a section's share is
// accurate to a thousandth of the lines' last digit, but no finer than a millionth.
int shared_digits(const std::vector<Decimal>& of_lines) {
    int digits = 0;
    for (const Decimal& value : of_lines) {
        if (!value.is_missing()) digits = std::max(digits, value.scale());
    }
    return std::max(digits, std::min(digits + 3, 6));
}

// Returns the value of a line from its beginning to `at`: differences of these add up to the whole. A value too large
// for `digits` digits gets as many as fit.
Decimal value_until(const Decimal& value, double at, double length, int digits) {
    if (at <= 0) return {};
    if (at >= length) return value;
    for (int k = std::max(digits, value.scale()); k >= value.scale(); --k) {
        const auto whole = value.fixed_point(k);
        if (whole) return Decimal(std::llround(static_cast<long double>(*whole) * (at / length)), k);
    }
    return value;
}

Decimal negated(const Decimal& value) {
    return {-value.digits(), value.scale()};
}

// Returns the values of the arcs' sections; `of_line(arc)` is the line's value.
template <class OfLine>
std::vector<Decimal> shares(const LineParts& parts, const std::vector<PartArc>& arcs, int digits, OfLine&& of_line) {
    std::vector<Decimal> values;
    values.reserve(arcs.size());
    for (const PartArc& arc : arcs) {
        const Decimal& whole = of_line(arc);
        const double length = parts.line_length(arc.part);
        if (whole.is_missing() || (parts.begin[arc.part] == 0 && parts.end[arc.part] == length)) {
            values.push_back(whole);
            continue;
        }
        values.push_back(value_until(whole, parts.end[arc.part], length, digits) +
                         negated(value_until(whole, parts.begin[arc.part], length, digits)));
    }
    return values;
}

// Detects rows that were sorted separately from the shapes: no unit makes most of the stated lengths match the lines.
bool are_lengths_of_others(const std::vector<Decimal>& stated, const LineParts& parts) {
    constexpr double like = 1.25;
    std::vector<double> ratios;  // stated to measured
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const Decimal& length = stated[parts.line[part]];
        if (parts.begin[part] != 0 || length.is_missing() || length.digits() <= 0 || parts.line_length(part) <= 0)
            continue;
        ratios.push_back(length.to_double() / parts.line_length(part));
    }
    if (ratios.empty()) return false;
    std::ranges::sort(ratios);
    const double usual = ratios[ratios.size() / 2];
    const auto near =
        std::ranges::count_if(ratios, [&](double ratio) { return ratio < usual * like && ratio * like > usual; });
    return static_cast<std::size_t>(near) * 2 < ratios.size();
}

}  // namespace

VectorColumns::VectorColumns(const VectorLayer& layer, const VectorFields& fields) : layer_(layer), fields_(fields) {
    for (std::size_t i = 0; i < layer.fields().size(); ++i) {
        if (i == fields.from || i == fields.to || i == fields.id || layer.fields()[i].kind == Kind::other) continue;
        const auto pair = std::ranges::find(fields.pairs, i, &DirectedField::along);
        const bool is_pair = pair != fields.pairs.end();
        if (std::ranges::find(fields.pairs, i, &DirectedField::against) != fields.pairs.end()) continue;
        const std::string called = is_pair ? pair->name : name(i);
        if (i == fields.cost && lower_case(called) == "cost") continue;  // it is the cost column already
        Own& own = own_.emplace_back();
        own.field = i;
        own.name = called;
        if (is_pair) own.against = pair->against;
    }
}

void VectorColumns::take_costs() {
    if (fields_.cost) cost_ = feature_cost(*fields_.cost);
    if (fields_.reverse_cost) reverse_cost_ = feature_cost(*fields_.reverse_cost);
}

Decimal VectorColumns::feature_cost(std::size_t field) const {
    const Decimal cost = layer_.number(field);
    if (cost.is_missing() && layer_.fields()[field].kind != Kind::number && !is_missing_word(layer_.text(field))) {
        layer_.fail(format("the cost field '{}' needs a number, found '{}'{}", name(field),
                           shortened(layer_.text(field)), comma_hint(layer_.text(field))));
    }
    return cost;
}

bool VectorColumns::is_open(bool against) const {
    if (!fields_.reverse_cost) return true;
    return opens_direction(against ? reverse_cost_ : cost_);
}

bool VectorColumns::has_nothing(bool against) const {
    const auto is_used = [&](std::size_t field) {
        const Decimal value = layer_.number(field);
        return !value.is_missing() && value.digits() > 0;
    };
    const auto any = [&](bool back) {
        return std::ranges::any_of(fields_.pairs, [&](const auto& p) { return is_used(back ? p.against : p.along); });
    };
    return !fields_.pairs.empty() && !any(against) && any(!against);
}

void VectorColumns::add_line() {
    if (fields_.cost) costs_.push_back(cost_);
    if (fields_.reverse_cost) reverse_costs_.push_back(reverse_cost_);
    for (Own& own : own_) {
        if (layer_.fields()[own.field].kind == Kind::number) {
            own.numbers.push_back(layer_.number(own.field));
            if (own.against) own.numbers_against.push_back(layer_.number(*own.against));
        } else {
            own.texts.add(layer_.text(own.field));
        }
    }
}

void VectorColumns::add_costs(RoadNetwork& network, const LineParts& parts, const std::vector<PartArc>& arcs,
                              const LineLengths::Unit& unit) {
    ArcColumn length{"length", unit.symbol, {}, unit.resolution};
    for (const PartArc& arc : arcs) {
        length.values.push_back(rounded(parts.end[arc.part], unit.digits) +
                                negated(rounded(parts.begin[arc.part], unit.digits)));
    }
    network.columns.push_back(std::move(length));
    if (!fields_.cost) return;
    const auto of_line = [&](const PartArc& arc) -> const Decimal& {
        const auto& costs = arc.against && fields_.reverse_cost ? reverse_costs_ : costs_;
        return costs[parts.line[arc.part]];
    };
    const int digits = std::max(shared_digits(costs_), shared_digits(reverse_costs_));
    network.columns.push_back({"cost", "", shares(parts, arcs, digits, of_line), std::nullopt});
}

void VectorColumns::add_own(RoadNetwork& network, const LineParts& parts, const std::vector<PartArc>& arcs,
                            const LogCallback& log_to) {
    for (Own& own : own_) {
        const std::string& stated = own.name;
        const bool is_number = layer_.fields()[own.field].kind == Kind::number;
        if (layer_.fields()[own.field].tag && own.texts.texts().size() == 1) continue;  // no line has this tag
        std::string called = stated;
        const std::string lower = lower_case(stated);
        const bool is_own = fields_.is_network_of_ours && is_number && (lower == "time" || lower == "free_speed");
        if (is_one_of(made_names, lower) && !(is_own && network.column(lower) == nullptr)) called += "_field";
        if (!is_number && is_one_of(text_names, lower)) called = lower;
        if (own.field == fields_.facility_type) called = "facility_type";
        if (called == "name" && (fields_.name || fields_.name_given)) called += "_field";
        if (own.field == fields_.name) called = "name";
        while (network.column(called) != nullptr || network.text(called) != nullptr) called += "_field";
        if (called.ends_with("_field") && called != stated) {
            log(log_to, LogLevel::info,
                format("layer '{}': field '{}' becomes column '{}'", layer_.name(), stated, called));
        }
        if (is_number && lower == "length" && are_lengths_of_others(own.numbers, parts)) {
            log(log_to, LogLevel::warning,
                format("layer '{}': the values in '{}' do not match the lengths of the lines in any unit; the rows may "
                       "belong to other lines",
                       layer_.name(), stated));
        }
        if (is_number) {
            ArcColumn column{called, "", {}, std::nullopt};
            const auto of_line = [&](const PartArc& arc) -> const Decimal& {
                return (arc.against && own.against ? own.numbers_against : own.numbers)[parts.line[arc.part]];
            };
            if (is_additive(column)) {
                const int digits = std::max(shared_digits(own.numbers), shared_digits(own.numbers_against));
                column.values = shares(parts, arcs, digits, of_line);
            } else {
                for (const PartArc& arc : arcs) column.values.push_back(of_line(arc));
            }
            network.columns.push_back(std::move(column));
        } else {
            std::vector<ArcIndex> lines;
            lines.reserve(arcs.size());
            for (const PartArc& arc : arcs) lines.push_back(parts.line[arc.part]);
            TextColumn texts = own.texts.in_order(lines);
            texts.rename(called);
            network.texts.push_back(std::move(texts));
        }
    }
}

}  // namespace allways::importers
