// SPDX-License-Identifier: Apache-2.0
// Fields → speeds → times.
#include "vector/vector_fields.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "attributes/import_report.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/text.h"
#include "text/line_reader.h"

namespace allways::importers {

namespace {

// Higher speeds are not in km/h: some networks use feet per minute.
constexpr double fastest_road = 200;

bool is_too_fast(const Decimal& speed) {
    return !speed.is_missing() && speed.to_double() > fastest_road;
}

}  // namespace

LineSpeeds::LineSpeeds(const VectorLayer& layer, const VectorFields& fields, const ReadOptions& options)
    : layer_(layer), fields_(fields), options_(options) {
    if (options.default_speed_kmh) {
        if (!(*options.default_speed_kmh > 0)) throw InvalidArgument("`default_speed_kmh` needs a speed above 0");
        default_ = Decimal::from_double(*options.default_speed_kmh);
    }
    add_entries(options.class_speeds);
    if (options.profile.empty()) return;
    if (fields.speed_given || !by_class_.empty() || !default_.is_missing()) {
        throw InvalidArgument(
            "`profile` sets the speeds; remove `speed_field`, `class_speeds` and `default_speed_kmh`");
    }
    profile_ = osm::Profile::load(options.profile);
}

// Adds entries such as "motorway=110,primary=50 mph,@more.txt".
void LineSpeeds::add_entries(std::string_view list) {
    for (const std::string_view entry : items_in(list)) {
        if (!entry.starts_with('@')) {
            try {
                add_entry(entry);
            } catch (const InvalidArgument& error) {
                throw InvalidArgument(format("`class_speeds`: {}", error.what()));
            }
            continue;
        }
        LineReader lines(std::string(entry.substr(1)), options_);
        std::string_view line;
        while (lines.next(line)) {
            line = trimmed(line.substr(0, line.find('#')));
            try {
                if (!line.empty()) add_entry(line);
            } catch (const InvalidArgument& error) {
                lines.fail(error.what());
            }
        }
    }
}

void LineSpeeds::add_entry(std::string_view entry) {
    const std::size_t sign = entry.find_last_of("=,;\t");
    const auto name = trimmed(entry.substr(0, sign));
    const Decimal speed = sign == entry.npos ? Decimal::missing() : speed_kmh(entry.substr(sign + 1), "km/h");
    if (name.empty() || speed.is_missing()) {
        throw InvalidArgument(
            format("expected CLASS=KMH, such as motorway=110 or primary=50 mph, found '{}'", shortened(entry)));
    }
    by_class_[lower_case(name)] = speed;
}

std::optional<osm::WayRules> LineSpeeds::rules(OnewayValues::Ways stated) {
    if (!profile_) return std::nullopt;
    auto texts = layer_.other_tags();
    for (std::size_t field = 0; field < layer_.fields().size(); ++field) {
        const auto& [name, kind, boolean, tag] = layer_.fields()[field];
        if (kind == VectorLayer::Field::Kind::other || tag || field == fields_.road_class || field == fields_.oneway)
            continue;
        std::string text = layer_.text(field);
        if (text.empty() || (field == fields_.speed && text == "0")) continue;
        texts.emplace_back(lower_case(name), boolean ? (text == "true" ? "yes" : "no") : std::move(text));
    }
    constexpr std::array<const char*, 4> words{"yes", "-1", "no", "reversible"};
    const bool is_stated = fields_.oneway && !layer_.is_null(*fields_.oneway) && !layer_.text(*fields_.oneway).empty();
    std::erase_if(
        texts, [&](const auto& entry) { return entry.first == "highway" || (is_stated && entry.first == "oneway"); });
    texts.emplace_back("highway", lower_case(layer_.text(*fields_.road_class)));
    if (is_stated) texts.emplace_back("oneway", words[static_cast<std::size_t>(stated)]);
    const osm::Tags tags({texts.begin(), texts.end()});
    osm::WayRules found = profile_->rules(tags);
    if (!found.is_usable()) return found;
    for (const auto& [key, value] : profile_->unread_tags(tags, found.ferry)) {
        Unread& unread = unread_[std::string(key)];
        if (unread.count++ == 0) unread.first = value;
    }
    return found;
}

void LineSpeeds::add_line(const std::optional<osm::WayRules>& rules) {
    if (fields_.road_class) class_.push_back(&*classes_.insert(layer_.text(*fields_.road_class)).first);
    if (rules) {
        const auto of = [](const osm::Direction& way) {
            return way.open ? Decimal::from_double(way.speed_kmh) : Decimal::missing();
        };
        stated_.push_back(of(rules->forward));
        against_.push_back(of(rules->backward));
        return;
    }
    stated_.push_back(fields_.speed ? stated_speed(*fields_.speed) : Decimal::missing());
    if (fields_.speed_against) against_.push_back(stated_speed(*fields_.speed_against));
    of_class_.push_back(class_speed());
}

Decimal LineSpeeds::stated_speed(std::size_t field) {
    const std::string text = layer_.text(field);
    const Decimal speed = speed_kmh(text, fields_.speed_unit);
    const bool is_text = layer_.fields()[field].kind != VectorLayer::Field::Kind::number;
    if (speed.is_missing() && is_text && !is_missing_word(trimmed(text)) && text != "0") {
        if (texts_without_speed_++ == 0) first_without_speed_ = text;
    }
    return speed;
}

Decimal LineSpeeds::class_speed() const {
    if (by_class_.empty()) return Decimal::missing();
    const auto found = by_class_.find(lower_case(trimmed(layer_.text(*fields_.road_class))));
    return found == by_class_.end() ? Decimal::missing() : found->second;
}

bool LineSpeeds::is_asked() const {
    return fields_.speed_given || profile_ || !by_class_.empty() || !default_.is_missing();
}

// Ignores speeds from a guessed field that cannot be speeds in its unit: single ones, or all if they are many. Returns
// true if none is left.
bool LineSpeeds::forget_guesses_too_fast() {
    if (!fields_.speed || profile_ || fields_.speed_given || fields_.speed_unit_known) return false;
    std::uint64_t known = 0;
    std::map<std::string, std::uint64_t> too_fast;  // in km/h
    std::uint64_t count = 0;
    for (const auto* speeds : {&stated_, &against_}) {
        for (const Decimal& speed : *speeds) {
            known += !speed.is_missing();
            if (!is_too_fast(speed)) continue;
            ++count;
            ++too_fast[speed.to_string()];
        }
    }
    if (count == 0) return false;
    const std::string& field = layer_.fields()[*fields_.speed].name;
    const bool all = is_much(count, known);
    for (auto* speeds : {&stated_, &against_}) {
        for (Decimal& speed : *speeds) {
            if (all || is_too_fast(speed)) speed = Decimal::missing();
        }
    }
    const std::string what = format("{} of {} values of '{}' are above {} km/h", count, known, field, fastest_road);
    if (all) {
        guess(options_.log, Guess::speeds,
              format("layer '{}': {}, so it is not used as the speed (`speed_field` {} uses it)", layer_.name(), what,
                     field));
        return true;
    }
    std::vector<std::string> values;
    for (const auto& [value, lines] : too_fast) {
        if (values.size() < 5) values.push_back(format("{} ({})", value, lines));
    }
    say(LogLevel::loss, format("{}, and these lines have no speed: {}", what, joined(values)));
    return false;
}

// Speeds that the user has confirmed are kept, with a warning.
void LineSpeeds::warn_of_speeds_too_fast() const {
    if (!fields_.speed || profile_) return;
    std::uint64_t count = 0;
    double fastest = 0;
    for (const Decimal& speed : stated_) {
        if (!is_too_fast(speed)) continue;
        ++count;
        fastest = std::max(fastest, speed.to_double());
    }
    if (count == 0) return;
    say(LogLevel::warning,
        format("by '{}' in {}, {} of {} {} faster than {} km/h, up to {} km/h; set `speed_unit` if the unit is another",
               layer_.fields()[*fields_.speed].name, fields_.speed_unit, count_text(count),
               counted(stated_.size(), "line"), by_count(count, "is", "are"), fastest_road,
               count_text(static_cast<std::uint64_t>(fastest))));
}

Decimal LineSpeeds::speed_of(const RowArc& arc) const {
    if (profile_) return arc.against ? against_[arc.row] : stated_[arc.row];
    const Decimal& stated = (arc.against && fields_.speed_against ? against_ : stated_)[arc.row];
    if (!stated.is_missing()) return stated;
    return of_class_[arc.row].is_missing() ? default_ : of_class_[arc.row];
}

void LineSpeeds::finish(RoadNetwork& network, const std::vector<RowArc>& arcs) && {
    if (!fields_.speed && !is_asked()) return;
    for (const auto& [key, unread] : unread_) {
        say(LogLevel::loss,
            format("{} of '{}' {} not understood and taken as absent; the first is '{}'",
                   counted(unread.count, "value"), key, by_count(unread.count, "is", "are"), shortened(unread.first)));
    }
    if (texts_without_speed_ > 0) {
        say(LogLevel::loss, format("{} texts in '{}' are not speeds; the first is '{}'", texts_without_speed_,
                                   layer_.fields()[*fields_.speed].name, shortened(first_without_speed_)));
    }
    if (forget_guesses_too_fast() && !is_asked()) return;
    warn_of_speeds_too_fast();
    ArcColumn speeds{"free_speed", "km/h", {}, std::nullopt};
    for (const RowArc& arc : arcs) speeds.values.push_back(speed_of(arc));
    const auto missing = static_cast<std::size_t>(std::ranges::count_if(speeds.values, &Decimal::is_missing));
    const std::string classes = missing == 0 ? "" : most_by_class(speeds, arcs);
    if (is_asked() && !options_.lenient && is_much(missing, arcs.size())) refuse(missing, arcs.size(), classes);
    if (missing == arcs.size()) {
        return say(LogLevel::warning, format("no arc has a speed ({}), so no times are computed", sources()));
    }
    network.columns.push_back(std::move(speeds));
    if (missing > 0 && !is_asked()) {
        return say(
            LogLevel::warning,
            format("{} of {} have no speed in '{}', which was guessed, so no times are computed. Set {} for the "
                   "others, or `speed_field` {}{} to leave them without a time",
                   count_text(missing), counted(arcs.size(), "arc"), layer_.fields()[*fields_.speed].name, remedy(),
                   layer_.fields()[*fields_.speed].name, is_much(missing, arcs.size()) ? " with `lenient`" : ""));
    }
    auto time = travel_time(*network.column("length"), network.columns.back());
    if (!time)
        return say(
            LogLevel::warning,
            "no times are computed: lengths have no unit because the layer states no reference system; set `crs` "
            "or `length_unit`");
    for (Decimal& value : time->values) {
        if (const auto thousandths = value.rounded_fixed_point(3)) value = Decimal(*thousandths, 3);
    }
    network.columns.push_back(std::move(*time));
    say(missing == 0 ? LogLevel::info : LogLevel::warning,
        format("time = length / speed in seconds, speeds by {}{}", sources(),
               missing == 0
                   ? ""
                   : format("; {} of {} {} no speed and so no time{}{}", count_text(missing),
                            counted(arcs.size(), "arc"), by_count(missing, "has", "have"), classes,
                            profile_ ? "" : format("; set {} for {}", remedy(), by_count(missing, "it", "them")))));
}

// Returns "; most by class: 'footway' (1,826), '' (12)" for the arcs without a speed; empty if no field has classes.
std::string LineSpeeds::most_by_class(const ArcColumn& speeds, const std::vector<RowArc>& arcs) const {
    if (class_.empty()) return "";
    std::map<std::string_view, std::uint64_t> counts;
    for (std::size_t arc = 0; arc < arcs.size(); ++arc) {
        if (speeds.values[arc].is_missing()) ++counts[*class_[arcs[arc].row]];
    }
    std::vector<std::pair<std::uint64_t, std::string_view>> classes;
    for (const auto& [name, count] : counts) classes.emplace_back(count, name);
    std::ranges::sort(classes, std::greater{});
    if (classes.size() > 3) classes.resize(3);
    std::vector<std::string> most;
    for (const auto& [count, name] : classes) most.push_back(format("'{}' ({})", shortened(name), count_text(count)));
    return "; most by class: " + joined(most);
}

// Returns the options that give a speed to lines without one.
std::string LineSpeeds::remedy() const {
    return fields_.road_class ? "`default_speed_kmh` or `class_speeds`" : "`default_speed_kmh`";
}

void LineSpeeds::refuse(std::size_t missing, std::size_t all, const std::string& classes) const {
    throw InputError(
        layer_.path(), 0,
        format("layer '{}': {} of {} have no speed by {}, more than a fifth, so they would have no time{}. Set "
               "`default_speed_kmh` or `class_speeds`, or use `lenient` to continue",
               layer_.name(), count_text(missing), counted(all, "arc"), sources(), classes));
}

std::string LineSpeeds::sources() const {
    if (profile_) return "profile " + profile_->name();
    std::vector<std::string> parts;
    if (fields_.speed) parts.push_back(format("'{}' in {}", layer_.fields()[*fields_.speed].name, fields_.speed_unit));
    if (!by_class_.empty()) parts.push_back(format("the class in '{}'", layer_.fields()[*fields_.road_class].name));
    if (!default_.is_missing()) parts.push_back(format("default {} km/h", default_.to_string()));
    return joined(parts);
}

void LineSpeeds::say(LogLevel level, const std::string& what) const {
    log(options_.log, level, format("layer '{}': {}", layer_.name(), what));
}

}  // namespace allways::importers
