// SPDX-License-Identifier: Apache-2.0
// TSPLIB95 instance → matrix, with NAME.ids.csv if Allways wrote it. `KEYWORD : value` lines, then sections. Weights
// are EXPLICIT, in one of the layouts below, with line breaks anywhere between numbers; or they are distances between
// NODE_COORD_SECTION points. Costs are integers, read as int32 or as the requested type. The diagonal, which many
// instances fill with a huge number, is not a cost and becomes 0. Source: G. Reinelt, TSPLIB 95 (1995).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "attributes/travel_time.h"
#include "base/text.h"
#include "matrices/matrix_content.h"
#include "text/file_format.h"
#include "text/input_file.h"
#include "text/line_reader.h"

namespace allways::importers {

namespace {

// ---- distances of points, rounded as specified: tour lengths in the literature depend on it

using TsplibPoint = std::array<double, 3>;

// Returns the distance between two points: an integer, as a double because distances of far points exceed every integer
// type.
using TsplibDistance = double (*)(const TsplibPoint&, const TsplibPoint&);

struct TsplibMetric {
    TsplibDistance distance = nullptr;  // null for an unknown type
    int dimensions = 2;
};

// Returns the specification's nint: rounds half away from zero.
double nearest(double value) {
    return std::round(value);
}

double euclidean_length(const TsplibPoint& a, const TsplibPoint& b) {
    const double x = a[0] - b[0];
    const double y = a[1] - b[1];
    const double z = a[2] - b[2];
    return std::sqrt(x * x + y * y + z * z);
}

double euclidean(const TsplibPoint& a, const TsplibPoint& b) {
    return nearest(euclidean_length(a, b));
}

double euclidean_up(const TsplibPoint& a, const TsplibPoint& b) {
    return std::ceil(euclidean_length(a, b));
}

double manhattan(const TsplibPoint& a, const TsplibPoint& b) {
    return nearest(std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]));
}

double maximum(const TsplibPoint& a, const TsplibPoint& b) {
    return std::max({nearest(std::abs(a[0] - b[0])), nearest(std::abs(a[1] - b[1])), nearest(std::abs(a[2] - b[2]))});
}

// Coordinates are degrees.minutes. The specification prints nint for the degrees; the published optimum of burma14
// (3323) results only if the degrees are truncated (with nint it is 3454).
double geographic_radians(double degrees_minutes) {
    constexpr double pi = 3.141592;  // the specification's value
    const double degrees = std::trunc(degrees_minutes);
    const double minutes = degrees_minutes - degrees;
    return pi * (degrees + 5.0 * minutes / 3.0) / 180.0;
}

double geographic(const TsplibPoint& a, const TsplibPoint& b) {
    constexpr double earth_radius_km = 6378.388;
    const double latitude_a = geographic_radians(a[0]);
    const double latitude_b = geographic_radians(b[0]);
    const double q1 = std::cos(geographic_radians(a[1]) - geographic_radians(b[1]));
    const double q2 = std::cos(latitude_a - latitude_b);
    const double q3 = std::cos(latitude_a + latitude_b);
    return std::floor(earth_radius_km * std::acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)) + 1.0);
}

// The pseudo-Euclidean distance of the AT&T instances.
double att(const TsplibPoint& a, const TsplibPoint& b) {
    const double x = a[0] - b[0];
    const double y = a[1] - b[1];
    const double length = std::sqrt((x * x + y * y) / 10.0);
    const double rounded = nearest(length);
    return rounded < length ? rounded + 1 : rounded;
}

// Returns the metric of an EDGE_WEIGHT_TYPE: EUC_2D, EUC_3D, MAX_2D, MAX_3D, MAN_2D, MAN_3D, CEIL_2D, GEO, ATT. Source:
// G. Reinelt, TSPLIB 95, section 2 (1995).
TsplibMetric tsplib_metric(std::string_view edge_weight_type) {
    if (edge_weight_type == "EUC_2D") return {euclidean, 2};
    if (edge_weight_type == "EUC_3D") return {euclidean, 3};
    if (edge_weight_type == "MAX_2D") return {maximum, 2};
    if (edge_weight_type == "MAX_3D") return {maximum, 3};
    if (edge_weight_type == "MAN_2D") return {manhattan, 2};
    if (edge_weight_type == "MAN_3D") return {manhattan, 3};
    if (edge_weight_type == "CEIL_2D") return {euclidean_up, 2};
    if (edge_weight_type == "GEO") return {geographic, 2};
    if (edge_weight_type == "ATT") return {att, 2};
    return {};
}

// ---- notes in the COMMENT of instances that Allways writes: what the numbers mean

// Parses "time in s, in steps of 10^-3; 2 pairs are unreachable, written as 70; rounded, by 0.5 at most". `own`:
// Allways certainly wrote it; otherwise only the number for unreachable pairs is read, which no other comment states.
std::pair<CostScale, std::optional<std::int64_t>> tsplib_notes(std::string_view comment, bool own) {
    CostScale scale;
    std::optional<std::int64_t> number;
    constexpr std::string_view unreachable = " pairs are unreachable, written as ";
    if (const std::size_t found = comment.find(unreachable); found != comment.npos) {
        const std::string_view rest = comment.substr(found + unreachable.size());
        number = parse_whole(trimmed(rest.substr(0, rest.find(';'))));
    }
    if (!own) return {scale, number};
    std::string_view meaning = trimmed(comment.substr(0, comment.find(';')));
    constexpr std::string_view steps = ", in steps of 10^-";
    if (const std::size_t found = meaning.find(steps); found != meaning.npos) {
        const auto digits = parse_whole(meaning.substr(found + steps.size()));
        if (digits && *digits >= 0 && *digits <= 18) scale.digits = static_cast<int>(*digits);
        meaning = meaning.substr(0, found);
    }
    const std::size_t in = meaning.rfind(" in ");
    if (!meaning.empty()) scale.name = meaning.substr(0, in);
    if (in != meaning.npos) scale.unit = meaning.substr(in + 4);
    return {scale, number};
}

// ---- the instance

// EDGE_WEIGHT_FORMAT: the entries in the line-th run of numbers. ROW layouts run along row `line`, COL layouts along
// column `line`; a triangle fills both halves.
struct Layout {
    std::string_view name;
    // First entry and one past the last, in run `line` of n.
    std::size_t (*first)(std::size_t line, std::size_t n);
    std::size_t (*last)(std::size_t line, std::size_t n);
    bool triangle = true;
};

constexpr std::size_t zero(std::size_t, std::size_t) {
    return 0;
}
constexpr std::size_t diagonal(std::size_t line, std::size_t) {
    return line;
}
constexpr std::size_t after_diagonal(std::size_t line, std::size_t) {
    return line + 1;
}
constexpr std::size_t all(std::size_t, std::size_t n) {
    return n;
}

//            UPPER_ROW . x x x   LOWER_ROW . . . .   UPPER_COL column by column is LOWER_ROW's order, and
//                      . . x x             x . . .   LOWER_COL that of UPPER_ROW: a symmetric matrix does not
//                      . . . x             x x . .   tell them apart.
constexpr std::array<Layout, 9> weight_layouts{{
    {"FULL_MATRIX", zero, all, false},
    {"UPPER_ROW", after_diagonal, all},
    {"LOWER_ROW", zero, diagonal},
    {"UPPER_DIAG_ROW", diagonal, all},
    {"LOWER_DIAG_ROW", zero, after_diagonal},
    {"UPPER_COL", zero, diagonal},
    {"LOWER_COL", after_diagonal, all},
    {"UPPER_DIAG_COL", zero, after_diagonal},
    {"LOWER_DIAG_COL", diagonal, all},
}};

struct Instance {
    std::map<std::string, std::string, std::less<>> keywords;
    std::size_t n = 0;

    std::string_view value(std::string_view keyword) const {
        const auto found = keywords.find(keyword);
        return found == keywords.end() ? std::string_view() : std::string_view(found->second);
    }
};

bool starts_keyword(std::string_view line) {
    return !line.empty() && ((line[0] >= 'A' && line[0] <= 'Z') || (line[0] >= 'a' && line[0] <= 'z'));
}

// Reads numbers across line ends, up to the next keyword.
class NumberRun {
public:
    NumberRun(LineReader& lines, std::string_view section) : lines_(lines), section_(section) {}

    std::string_view next(std::uint64_t done, std::uint64_t expected) {
        while (at_ == fields_.size()) {
            std::string_view line;
            if (!lines_.next(line) || starts_keyword(trimmed(line))) {
                lines_.fail(format("{} needs {} numbers, but ends after {}", section_, expected, done));
            }
            split_blanks(line, fields_);
            at_ = 0;
        }
        return fields_[at_++];
    }
    void expect_line_end(std::uint64_t expected) const {
        if (at_ < fields_.size()) lines_.fail(format("{} needs {} numbers, but has more", section_, expected));
    }

private:
    LineReader& lines_;
    std::string_view section_;
    std::vector<std::string_view> fields_;
    std::size_t at_ = 0;
};

template <class Shown>
[[noreturn]] void refuse_cost(const LineReader& lines, CostType type, Shown cost, std::size_t from, std::size_t to) {
    const auto way_out = type == CostType::float64 ? "" : "; read it with `cost_type` float64";
    if (type == CostType::int32) {
        lines.fail(format("cost {} from {} to {} does not fit int32 (below {}){}", cost, from + 1, to + 1,
                          unreachable_cost<std::int32_t>, way_out));
    }
    lines.fail(format("cost {} from {} to {} does not fit {}{}", cost, from + 1, to + 1, name(type), way_out));
}

// Stores a cost, which must be an integer, read or computed; NaN also fails the check.
template <class Cost, class Number>
Cost checked_cost(const LineReader& lines, Number cost, std::size_t from, std::size_t to) {
    bool fits = false;
    if constexpr (std::is_integral_v<Cost>) {
        constexpr auto limit = static_cast<Number>(unreachable_cost<Cost>);
        fits = cost < limit && cost > -limit;
    } else {
        fits = std::isfinite(static_cast<Cost>(cost));
    }
    if (!fits) refuse_cost(lines, cost_type_of<Cost>, cost, from, to);
    return static_cast<Cost>(cost);
}

bool is_whole(std::string_view text) {
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Stores the cost that the text of an integer states.
template <class Cost>
Cost parsed_cost(const LineReader& lines, std::string_view text, std::size_t from, std::size_t to) {
    if (const auto cost = parse_whole(text)) return checked_cost<Cost>(lines, *cost, from, to);
    if constexpr (!std::is_integral_v<Cost>) {
        if (const auto cost = float_cost<Cost>(*Decimal::parse(text))) return *cost;
    }
    refuse_cost(lines, cost_type_of<Cost>, text.substr(0, 60), from, to);
}

template <class Cost>
std::vector<Cost> read_weights(LineReader& lines, const Instance& instance) {
    const auto wanted = instance.value("EDGE_WEIGHT_FORMAT");
    const auto* layout = std::ranges::find(weight_layouts, wanted, &Layout::name);
    if (layout == weight_layouts.end()) {
        lines.fail(format("EDGE_WEIGHT_FORMAT '{}' is not one of TSPLIB95's matrix layouts (FULL_MATRIX, UPPER_ROW, …)",
                          wanted));
    }
    const std::size_t n = instance.n;
    std::uint64_t expected = 0;
    for (std::size_t line = 0; line < n; ++line) expected += layout->last(line, n) - layout->first(line, n);

    require_values_fit(lines.file(), 1, expected, 8);
    auto costs = matrix_costs<Cost>(n, n);
    NumberRun numbers(lines, "EDGE_WEIGHT_SECTION");
    std::uint64_t done = 0;
    for (std::size_t line = 0; line < n; ++line) {
        for (std::size_t i = layout->first(line, n); i < layout->last(line, n); ++i) {
            const auto text = numbers.next(done++, expected);
            if (!is_whole(text)) {
                lines.fail(format("expected an integer in EDGE_WEIGHT_SECTION, found '{}'", text));
            }
            if (i == line) continue;
            costs[line * n + i] = parsed_cost<Cost>(lines, text, line, i);
            if (layout->triangle) costs[i * n + line] = costs[line * n + i];
        }
    }
    numbers.expect_line_end(expected);
    return costs;
}

template <class Cost>
std::vector<Cost> read_points(LineReader& lines, const Instance& instance, const TsplibMetric& metric,
                              std::vector<std::int64_t>& ids) {
    std::vector<TsplibPoint> points;
    std::vector<std::string_view> fields;
    std::string_view line;
    while (points.size() < instance.n) {
        if (!lines.next(line) || starts_keyword(trimmed(line))) {
            lines.fail(format("NODE_COORD_SECTION needs {} points, but ends after {}", instance.n, points.size()));
        }
        split_blanks(line, fields);
        if (fields.empty()) continue;
        const auto id = parse_whole(fields[0]);
        TsplibPoint xyz{};
        const auto dimensions = static_cast<std::size_t>(metric.dimensions);
        bool good = id && fields.size() == dimensions + 1;
        for (std::size_t i = 0; good && i < dimensions; ++i) {
            const auto value = parse_real(fields[i + 1]);
            good = value.has_value();
            xyz[i] = value.value_or(0);
        }
        if (!good) {
            lines.fail(format("expected a node number and {} coordinates, found '{}'", dimensions, trimmed(line)));
        }
        ids.push_back(*id);
        points.push_back(xyz);
    }
    const std::size_t n = instance.n;
    auto costs = matrix_costs<Cost>(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i != j) costs[i * n + j] = checked_cost<Cost>(lines, metric.distance(points[i], points[j]), i, j);
        }
    }
    return costs;
}

void check_type(const LineReader& lines, const Instance& instance) {
    const auto type = instance.value("TYPE");
    if (type == "TOUR") {
        lines.fail("this is a TSPLIB tour, which has no costs; name the instance (.tsp, .atsp) that it solves");
    }
    if (!type.empty() && type != "TSP" && type != "ATSP" && type != "CVRP") {
        lines.fail(format("expected a TSPLIB instance of TYPE TSP, ATSP or CVRP, found '{}'", type));
    }
}

// Reads keywords up to the section with the costs; returns its name.
std::string read_header(LineReader& lines, Instance& instance) {
    std::string_view line;
    while (lines.next(line)) {
        line = trimmed(line);
        if (line.empty()) continue;
        if (line == "EOF") break;
        const std::size_t end = std::min(line.find_first_of(": \t"), line.size());
        std::string keyword(line.substr(0, end));
        if (!starts_keyword(keyword)) {
            lines.fail(format("expected a TSPLIB keyword ('DIMENSION : 17', 'EDGE_WEIGHT_SECTION'), found '{}'",
                              line.substr(0, 60)));
        }
        if (keyword.ends_with("_SECTION")) {
            check_type(lines, instance);
            if (keyword == "EDGE_WEIGHT_SECTION" || keyword == "NODE_COORD_SECTION") return keyword;
            lines.fail(format("section {} before the costs is not supported", keyword));
        }
        auto value = trimmed(line.substr(end));
        if (value.starts_with(':')) value = trimmed(value.substr(1));
        instance.keywords[keyword] = std::string(value);
        if (keyword == "DIMENSION") {
            const auto n = parse_whole(value);
            // The limit is far beyond what fits in memory, so that n² and the count of numbers stay in 64 bits.
            if (!n || *n < 0 || *n > 1'000'000) lines.fail(format("DIMENSION needs an integer, found '{}'", value));
            instance.n = static_cast<std::size_t>(*n);
        }
    }
    check_type(lines, instance);
    lines.fail("the file ends without EDGE_WEIGHT_SECTION or NODE_COORD_SECTION");
}

// Allways writes ids next to the instance, and the meaning of the weights in its comment.
TableContent weights_content(CostVector costs, const Instance& instance, const std::string& path,
                             const ReadOptions& options) {
    const std::vector<std::string_view> suffixes{".tsp", ".atsp"};
    const bool own = !id_file_of(path, suffixes).empty();
    auto [scale, unreachable] = tsplib_notes(instance.value("COMMENT"), own);
    if (unreachable && std::in_range<std::int32_t>(*unreachable)) {
        const std::int64_t number = *unreachable;
        std::visit(
            [&]<class Cost>(std::vector<Cost>& all) {
                std::ranges::replace(all, static_cast<Cost>(number), unreachable_cost<Cost>);
                for (std::size_t i = 0; i < instance.n; ++i) all[i * instance.n + i] = 0;
            },
            costs);
    }
    state_cost_unit(scale, options);
    return content_of(std::move(costs), scale, sides_beside(path, suffixes, instance.n, instance.n, options.log));
}

TableContent read_tsplib(const std::string& path, const ReadOptions& options, ImportReport& found) {
    LineReader lines(path, options);
    Instance instance;
    const std::string section = read_header(lines, instance);
    if (instance.value("DIMENSION").empty()) lines.fail("the file has no DIMENSION before its costs");
    found.nodes = instance.n;

    std::vector<std::int64_t> ids;
    const auto type = instance.value("EDGE_WEIGHT_TYPE");
    const TsplibMetric metric = tsplib_metric(type);
    const bool weights = section == "EDGE_WEIGHT_SECTION" && type == "EXPLICIT";
    if (!weights && (section != "NODE_COORD_SECTION" || metric.distance == nullptr)) {
        lines.fail(
            format("EDGE_WEIGHT_TYPE '{}' with a {} is not supported; EXPLICIT weights and TSPLIB95's coordinate "
                   "types are",
                   type, section));
    }
    CostVector costs = with_cost_type(options.cost_type.value_or(CostType::int32), [&]<class Cost>() -> CostVector {
        return weights ? read_weights<Cost>(lines, instance) : read_points<Cost>(lines, instance, metric, ids);
    });
    if (weights) return weights_content(std::move(costs), instance, path, options);
    IdTable table(std::move(ids));
    if (const auto repeated = table.first_repeated()) {
        throw InputError(path, 0, format("node {} has two points", table.text(*repeated)));
    }
    CostScale scale;
    state_cost_unit(scale, options);
    return CostMatrix::own(std::move(costs), instance.n, std::move(scale), std::move(table));
}

bool recognise_tsplib(const FileSample& sample) {
    for (const auto line : sample.lines(30)) {
        if (line.starts_with("EDGE_WEIGHT_TYPE") || line.starts_with("DIMENSION") || line == "TOUR_SECTION")
            return true;
    }
    return false;
}

}  // namespace

Format tsplib_format() {
    return {.info = {"tsplib",
                     "TSPLIB95 instance, EXPLICIT (with NAME.ids.csv beside it) or with coordinates",
                     {".tsp", ".atsp", ".tour", ".vrp"},
                     FormatInfo::Holds::matrix},
            .recognises = recognise_tsplib,
            .read_table = read_tsplib};
}

}  // namespace allways::importers
