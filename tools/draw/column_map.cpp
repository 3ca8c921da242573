// SPDX-License-Identifier: Apache-2.0
// Maps whose roads or points have the colours of the classes of a column, and roads widths proportional to one.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <unordered_map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/draw/maps.h"
#include "allways/points/snapped_points.h"
#include "base/counted.h"
#include "base/text.h"
#include "draw/base_map.h"

namespace allways {

using namespace tools;

namespace {

// ---- classes

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// Widths of lines before their boldness: of 0, the smallest class, categories, and the largest class.
constexpr double thinnest = 0.5;
constexpr double thin = 0.9;
constexpr double medium = 2.2;
constexpr double thick = 4.2;

struct ClassLook {
    std::string label;
    Colour colour;
    double width = thin;
};

// The looks of classes, bottom first, and the class of each thing that has a value.
struct Classes {
    std::vector<ClassLook> looks;
    std::vector<std::size_t> of;
};

enum : std::size_t { without_value, zero_or_other, first_class };  // indexes of looks

// Classes with nothing in them; those of 0 and of other categories are apart.
Classes begin_classes(std::size_t things, const std::string& label_apart, const Theme& theme) {
    const auto between = [&](double Colour::*part) { return (theme.road.*part + theme.faint_ink.*part) / 2; };
    const Colour grey{between(&Colour::red), between(&Colour::green), between(&Colour::blue)};
    return {{{"no value", theme.road}, {label_apart, grey}}, std::vector<std::size_t>(things, without_value)};
}

// From -1 to 1: how far a class is from 0 among those on its side, in steps of the side with more classes.
double place_around_0(const Bands& bands, std::size_t at) {
    const auto below = std::ranges::count_if(bands.breaks, [](double end) { return end <= 0; });
    const auto count = static_cast<std::ptrdiff_t>(bands.count());
    const bool has_across = below < count && (below == 0 || bands.breaks[static_cast<std::size_t>(below) - 1] < 0);
    const auto above = count - below - (has_across ? 1 : 0);
    const auto place = static_cast<std::ptrdiff_t>(at) - below;
    const auto steps = place < 0 || has_across ? place : place + 1;
    return static_cast<double>(steps) / static_cast<double>(std::max({below, above, std::ptrdiff_t{1}}));
}

Classes number_classes(const std::vector<double>& values, const std::string& unit, const ClassChoice& choice,
                       const Theme& theme) {
    const Bands bands = class_bands(values, unit, choice);
    Classes classes = begin_classes(values.size(), quantity_text(0, unit), theme);
    classes.looks[zero_or_other].width = thinnest;
    std::vector<std::pair<double, double>> ranges(bands.count(), {INFINITY, -INFINITY});
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t band = bands.band_of(values[i]);
        if (values[i] == 0) classes.of[i] = zero_or_other;
        if (values[i] == 0 || band == bands.count()) continue;
        classes.of[i] = first_class + band;
        auto& [low, high] = ranges[band];
        low = std::min(low, values[i]), high = std::max(high, values[i]);
    }
    const auto is_negative = [](double value) { return value < 0; };
    const bool changes = std::ranges::any_of(values, is_negative) || std::ranges::any_of(choice.limits, is_negative);
    const std::vector<Colour> colours = value_colours(bands.count(), theme);
    for (std::size_t at = 0; at < bands.count(); ++at) {
        const auto& [low, high] = ranges[at];
        const double last = static_cast<double>(bands.count() - 1);
        const double place = changes ? place_around_0(bands, at) : last > 0 ? static_cast<double>(at) / last : 0.5;
        ClassLook look{bands.label(at), changes ? change_colour(place, theme) : colours[at],
                       thin + (thick - thin) * std::abs(place)};
        if (choice.limits.empty()) {
            if (low == high && (choice.rule != ClassRule::equal || last == 0))
                look.label = quantity_text(low, unit);
            else if (at == 0 && low < 0)
                look.label = Bands{{low, bands.breaks[0]}, unit}.label(1);
        }
        classes.looks.push_back(std::move(look));
    }
    return classes;
}

// The most frequent texts have a colour each, the others one together; the empty text is a missing value.
Classes text_classes(const std::vector<std::string>& texts, const ClassChoice& choice, const Theme& theme) {
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const std::string& text : texts) {
        if (!text.empty()) ++counts[text];
    }
    std::vector<std::pair<std::string_view, std::size_t>> all(counts.begin(), counts.end());
    std::ranges::sort(all, [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    const std::size_t most = choice.most > 0 ? choice.most : category_colour_count;
    const std::size_t shown = std::min(all.size(), most);
    Classes classes = begin_classes(texts.size(), format("other ({})", counted(all.size() - shown, "value")), theme);
    std::unordered_map<std::string_view, std::size_t> known;
    for (std::size_t at = shown; at-- > 0;) {  // the most frequent one on top
        known[all[at].first] = classes.looks.size();
        classes.looks.push_back({std::string(all[at].first), category_colour(at), medium});
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].empty()) continue;
        const auto found = known.find(texts[i]);
        classes.of[i] = found == known.end() ? std::size_t{zero_or_other} : found->second;
    }
    return classes;
}

void require_values(const Classes& classes, const std::string& file, const std::string& column) {
    if (std::ranges::all_of(classes.of, [](std::size_t at) { return at == without_value; }))
        throw InputError(file, 0, format("every value of column '{}' is missing", column));
}

std::string legend_title(const std::string& column, const ClassChoice& choice) {
    if (choice.limits.empty() && choice.rule == ClassRule::quantiles) return column + ", classes of equal counts";
    if (choice.limits.empty() && choice.rule == ClassRule::equal) return column + ", classes of equal width";
    return column;
}

// Drops the layers without values, and of 0 or other values, if nothing is in them.
template <class Layer, class Content>
void drop_unused(std::vector<Layer>& layers, Content Layer::*content) {
    for (const std::size_t at : {zero_or_other, without_value})
        if ((layers[at].*content).empty()) layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(at));
}

// ---- ways: the two directions of roads. Way 2i is road i in the direction of its line, way 2i + 1 against it

template <class Visit>
void visit_ways(const RoadPlan& plan, const Visit& visit) {
    for (std::size_t arc = 0; arc < plan.road_of_arc.size(); ++arc) {
        if (plan.road_of_arc[arc] != RoadPlan::no_road)
            visit(2 * std::size_t{plan.road_of_arc[arc]} + plan.against[arc], arc);
    }
}

const TableColumn& numbers_of(const PathSource& source, const std::string& column) {
    const TableArcs& arcs = source.arcs();
    if (const TableColumn* found = arcs.column(column)) return *found;
    std::vector<std::string> numbers;
    std::vector<std::string> texts;
    for (const TableColumn& one : arcs.columns) numbers.push_back(one.name);
    for (const TextColumn& one : arcs.texts) texts.push_back(one.name());
    throw InvalidArgument(format("the roads of {} have {} '{}'; their columns of numbers: {}; of texts: {}",
                                 source.name(), arcs.text(column) != nullptr ? "texts, not numbers, in" : "no column",
                                 column, numbers.empty() ? "none" : joined(numbers),
                                 texts.empty() ? "none" : joined(texts)));
}

std::vector<double> values_of_ways(const RoadPlan& plan, const TableColumn& column) {
    std::vector<double> values(2 * plan.roads.size(), no_value);
    const std::vector<Decimal> of_arcs = column.values.decimals();
    visit_ways(plan, [&](std::size_t way, std::size_t arc) {
        if (of_arcs[arc].is_missing()) return;
        const double value = of_arcs[arc].to_double();
        if (!(std::abs(values[way]) >= std::abs(value))) values[way] = value;
    });
    return values;
}

Classes classes_of_ways(const PathSource& source, const RoadPlan& plan, const std::string& column,
                        const ClassChoice& choice, const Theme& theme) {
    const TextColumn* texts = source.arcs().text(column);
    const bool categories =
        choice.limits.empty() && choice.rule.value_or(ClassRule::categories) == ClassRule::categories;
    if (!categories || (texts == nullptr && !choice.rule)) {
        const TableColumn& numbers = numbers_of(source, column);
        return number_classes(values_of_ways(plan, numbers), numbers.unit, choice, theme);
    }
    std::vector<std::string> of_ways(2 * plan.roads.size());
    const std::vector<Decimal> numbers =
        texts == nullptr ? numbers_of(source, column).values.decimals() : std::vector<Decimal>();
    visit_ways(plan, [&](std::size_t way, std::size_t arc) {
        if (!of_ways[way].empty()) return;
        if (texts != nullptr)
            of_ways[way] = texts->text(arc);
        else if (!numbers[arc].is_missing())
            of_ways[way] = numbers[arc].to_string();
    });
    return text_classes(of_ways, choice, theme);
}

// ---- widths

// Widths of lines for absolute values, and their samples in the legend.
struct WidthScale {
    double largest = 0;
    double widest = 0;
    double least = 0;

    double of(double value) const {
        return std::isnan(value) || value == 0 ? least : std::max(least, widest * std::abs(value) / largest);
    }
    // Round values up to the largest, with a heading above them.
    void add_samples(Map& map, const TableColumn& column, const Theme& theme) const {
        double round = std::pow(10.0, std::floor(std::log10(largest)));
        round *= largest >= 5 * round ? 5 : largest >= 2 * round ? 2 : 1;
        for (const double value : {round / 5, round / 2, round}) {
            const LineStyle style{theme.faint_ink, of(value), false};
            map.layers.push_back({quantity_text(value, column.unit), style, {}});
        }
        map.layers.push_back({format("width: {}", column.name), {theme.faint_ink, 0, false}, {}});
    }
};

}  // namespace

Map column_map(const PathSource& source, const ColumnChoice& choice, const Theme& theme) {
    const RoadPlan plan = plan_roads(source);
    const std::string& column = choice.colour_by.empty() ? choice.width_by : choice.colour_by;
    const TableColumn* widths = choice.width_by.empty() ? nullptr : &numbers_of(source, choice.width_by);
    const Classes classes = classes_of_ways(source, plan, column, choice.classes, theme);
    require_values(classes, source.name(), column);
    Map map = base_map(source, plan);
    map.title = column;
    map.subtitle = std::filesystem::path(source.name()).filename().string();
    map.legend_title = legend_title(column, choice.classes);
    RoadTexts texts(source, map);
    const double bold = boldness(plan);
    const std::vector<double> values = widths == nullptr ? std::vector<double>() : values_of_ways(plan, *widths);
    WidthScale scale{0, std::clamp(8 * bold, 5.0, 14.0), thinnest * bold};
    for (const double value : values) scale.largest = std::fmax(scale.largest, std::abs(value));
    std::vector<LineLayer> layers;
    for (const ClassLook& look : classes.looks) {
        const bool is_zero = look.width == thinnest;
        layers.push_back(
            {look.label, {look.colour, widths != nullptr && !is_zero ? thick : bold * look.width, false}, {}});
    }
    std::vector<std::uint8_t> is_there(2 * plan.roads.size(), 0);
    visit_ways(plan, [&](std::size_t way, std::size_t) { is_there[way] = 1; });
    for (std::size_t way = 0; way < is_there.size(); ++way) {
        const auto width = [&](std::size_t of) { return widths == nullptr ? 0 : scale.of(values[of]); };
        const std::size_t other = is_there[way ^ 1] != 0 ? way ^ 1 : way;
        const bool one_line = classes.of[way] == classes.of[other] && std::max(width(way), width(other)) <= scale.least;
        if (is_there[way] == 0 || (one_line && other < way)) continue;
        const Road& road = plan.roads[way / 2];
        MapLine line{road.line, texts.of(road), width(way), !one_line};
        if (way % 2 == 1) std::ranges::reverse(line.points);
        layers[classes.of[way]].lines.push_back(std::move(line));
    }
    drop_unused(layers, &LineLayer::lines);
    if (scale.largest > 0) scale.add_samples(map, *widths, theme);
    for (LineLayer& layer : layers) map.layers.push_back(std::move(layer));
    return map;
}

Map point_map(const PathSource& source, const PointSet& points, const std::string& column, const ClassChoice& choice,
              const Theme& theme) {
    const Classes classes = choice.rule == ClassRule::categories
                                ? text_classes(points.texts, choice, theme)
                                : number_classes(points.numbers.at(0), "", choice, theme);
    require_values(classes, points.source, column);
    const RoadPlan plan = plan_roads(source);
    Map map = base_map(source, plan);
    map.title = column;
    map.subtitle = std::filesystem::path(points.source).filename().string();
    map.legend_title = legend_title(column, choice);
    map.label_nodes = false;
    map.layers = grey_roads(source, plan, map, theme);
    constexpr double room = 90;  // a radius of 4.5 for 400 points, less for more
    const double radius = std::clamp(room / std::sqrt(static_cast<double>(points.size())), 1.4, 5.0);
    std::vector<DotLayer> dots;
    for (const ClassLook& look : classes.looks) dots.push_back({look.label, look.colour, radius, false, {}});
    const CoordinateFrame frame(source.crs(), source.name(), {});
    const Projection projection(source.crs(), source.coordinates());
    const std::vector<Coordinate> places = frame.positions(points.places, points.crs);
    std::vector<Coordinate> shown;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!is_finite(places[i])) continue;
        shown.push_back(projection(frame.own(places[i])));
        dots[classes.of[i]].at.push_back(shown.back());
    }
    // The points choose the shown part, unless they are one.
    if (shown.size() > 1) map.extent = grown(extent_of(shown), 0.08), map.far_nodes = 0;
    drop_unused(dots, &DotLayer::at);
    for (DotLayer& layer : dots) map.dots.push_back(std::move(layer));
    return map;
}

}  // namespace allways
