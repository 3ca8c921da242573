// Feature values → columns.
#include "vector_columns.h"

#include <algorithm>
#include <array>

#include "allways/base/format.h"
#include "edge_list_layout.h"
#include "fields.h"
#include "gmns_units.h"
#include "rounded_decimal.h"

namespace allways {

namespace {

using Kind = VectorLayer::Field::Kind;

constexpr std::array<std::string_view, 4> made_names{"length", "cost", "free_speed", "time"};
constexpr std::array<std::string_view, 4> text_names{"name", "ref", "facility_type", "junction"};
// Guessed speeds above it are no kilometres an hour: some networks have feet a minute.
constexpr double fastest_road = 200;

bool is_one_of(const std::array<std::string_view, 4>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

std::int64_t count_missing(const std::vector<Decimal>& values) {
    return std::ranges::count_if(values, [](const Decimal& value) { return value.is_missing(); });
}

}  // namespace

VectorColumns::VectorColumns(const VectorLayer& layer, const VectorFields& fields) : layer_(layer), fields_(fields) {
    for (std::size_t i = 0; i < layer.fields().size(); ++i) {
        if (i == fields.from || i == fields.to || i == fields.id || layer.fields()[i].kind == Kind::other) continue;
        if (i == fields.cost && lower_case(name(i)) == "cost") continue;  // it is that column
        own_.emplace_back().field = i;
    }
}

void VectorColumns::take_feature() {
    for (Own& own : own_) {
        if (layer_.fields()[own.field].kind == Kind::number) {
            own.number = layer_.number(own.field);
        } else {
            own.text = layer_.text(own.field);
        }
    }
    if (fields_.cost) cost_ = feature_cost(*fields_.cost);
    if (fields_.reverse_cost) reverse_cost_ = feature_cost(*fields_.reverse_cost);
    if (fields_.speed) speed_ = feature_speed();
}

Decimal VectorColumns::feature_cost(std::size_t field) const {
    const Decimal cost = layer_.number(field);
    if (cost.is_missing() && layer_.fields()[field].kind != Kind::number && !is_missing_word(layer_.text(field))) {
        layer_.fail(format("the cost field '{}' needs a number, found '{}'", name(field), layer_.text(field)));
    }
    return cost;
}

Decimal VectorColumns::feature_speed() {
    const std::string text = layer_.text(*fields_.speed);
    const Decimal speed = speed_kmh(text, fields_.speed_unit);
    const bool is_text = layer_.fields()[*fields_.speed].kind != Kind::number;
    if (speed.is_missing() && is_text && !is_missing_word(trimmed(text)) && text != "0") {
        if (texts_without_speed_++ == 0) first_without_speed_ = text;
    }
    return speed;
}

bool VectorColumns::is_open(bool against) const {
    if (!fields_.reverse_cost) return true;
    return opens_direction(against ? reverse_cost_ : cost_);
}

void VectorColumns::add_arc(double length, bool against) {
    lengths_.push_back(length);
    if (fields_.cost) costs_.push_back(against && fields_.reverse_cost ? reverse_cost_ : cost_);
    if (fields_.speed) speeds_.push_back(speed_);
    for (Own& own : own_) {
        if (layer_.fields()[own.field].kind == Kind::number) {
            own.numbers.push_back(own.number);
        } else {
            own.texts.add(own.text);
        }
    }
}

void VectorColumns::finish(RoadNetwork& network, const LineLengths::Unit& unit, const LogCallback& log_to) && {
    add_lengths(network, unit);
    if (fields_.cost) network.columns.push_back({"cost", "", std::move(costs_), std::nullopt});
    if (fields_.speed) add_speeds(network, log_to);
    add_own(network, log_to);
}

void VectorColumns::add_lengths(RoadNetwork& network, const LineLengths::Unit& unit) const {
    ArcColumn length{"length", unit.symbol, {}, unit.resolution};
    length.values.reserve(lengths_.size());
    for (const double value : lengths_) length.values.push_back(rounded(value, unit.digits));
    network.columns.push_back(std::move(length));
}

void VectorColumns::add_speeds(RoadNetwork& network, const LogCallback& log_to) {
    const std::string& field = name(*fields_.speed);
    const auto say = [&](LogLevel level, const std::string& what) {
        log(log_to, level, format("layer '{}': {}", layer_.name(), what));
    };
    if (texts_without_speed_ > 0) {
        say(LogLevel::warning, format("{} texts in '{}' are no speeds, the first is '{}'", texts_without_speed_, field,
                                      first_without_speed_));
    }
    const auto too_fast = [](const Decimal& speed) { return !speed.is_missing() && speed.to_double() > fastest_road; };
    if (!fields_.speed_given && !fields_.speed_unit_known && std::ranges::any_of(speeds_, too_fast)) {
        say(LogLevel::warning,
            format("'{}' is not taken as the speed: it has values above {} km/h. Name it with its unit "
                   "to have times (--speed-field {} --speed-unit …)",
                   field, fastest_road, field));
        return;
    }
    const auto missing = count_missing(speeds_);
    const auto arcs = static_cast<std::int64_t>(speeds_.size());
    if (missing == arcs) {
        say(LogLevel::warning, format("no arc has a speed in '{}': no times are made", field));
        return;
    }
    network.columns.push_back({"free_speed", "km/h", std::move(speeds_), std::nullopt});
    if (missing > 0 && !fields_.speed_given) {
        say(LogLevel::warning, format("{} of {} arcs have no speed in '{}', which was guessed: no times are made. "
                                      "--speed-field {} makes them for the other arcs",
                                      missing, arcs, field, field));
        return;
    }
    auto time = travel_time(*network.column("length"), network.columns.back());
    if (!time) {
        say(LogLevel::warning, "no times are made: lengths have no unit, for want of a reference system");
        return;
    }
    for (Decimal& value : time->values) {
        if (const auto thousandths = value.rounded_fixed_point(3)) value = Decimal(*thousandths, 3);
    }
    network.columns.push_back(std::move(*time));
    say(missing == 0 ? LogLevel::info : LogLevel::warning,
        format("time = length / speed in seconds, speeds of '{}' in {}; {} of {} arcs have none for want of a speed",
               field, fields_.speed_unit, missing, arcs));
}

void VectorColumns::add_own(RoadNetwork& network, const LogCallback& log_to) {
    for (Own& own : own_) {
        const std::string& stated = name(own.field);
        const bool is_number = layer_.fields()[own.field].kind == Kind::number;
        std::string called = stated;
        const std::string lower = lower_case(stated);
        if (is_one_of(made_names, lower)) called += "_field";
        if (!is_number && is_one_of(text_names, lower)) called = lower;
        if (own.field == fields_.facility_type) called = "facility_type";
        while (network.column(called) != nullptr || network.text(called) != nullptr) called += "_field";
        if (called.ends_with("_field") && called != stated) {
            log(log_to, LogLevel::info,
                format("layer '{}': its field '{}' is the column '{}'", layer_.name(), stated, called));
        }
        if (is_number) {
            network.columns.push_back({called, "", std::move(own.numbers), std::nullopt});
        } else {
            own.texts.rename(called);
            network.texts.push_back(std::move(own.texts));
        }
    }
}

}  // namespace allways
