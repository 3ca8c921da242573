// SPDX-License-Identifier: Apache-2.0
// Lines → sections whose ends meet.
#include "vector/line_joints.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "attributes/import_report.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/height_raster.h"

namespace allways::importers {

namespace {

using Join = ReadOptions::Join;

// Fewer lines may really be separate, as in an example.
constexpr std::uint64_t few_lines = 20;

// The headroom of a path, 2.5 m, and what carries the road above put two roads farther apart than this. Heights of one
// place, surveyed or taken from a raster, rarely differ as much.
constexpr double least_clearance_m = 3;
constexpr double unknown_height = std::numeric_limits<double>::quiet_NaN();

constexpr std::string_view ends_on_levels = "places where line ends on different levels do not meet";

class Joiner {
public:
    Joiner(const DrawnLines& drawn, const ReadOptions& options, ImportReport& report)
        : drawn_(drawn), options_(options), report_(report) {}

    JoinedLines join() {
        const auto before = report_.counts;
        JoinedLines joined = choose_joints();
        const std::uint64_t nodes = joined.ends.coordinates.size();
        if (options_.join == Join::automatic && is_much(joined.ends.on_levels, nodes)) {
            guess(
                options_.log, Guess::joints,
                format("layer '{}': the fields of levels would part the ends at {} of {} and are not used, since they "
                       "may be heights",
                       drawn_.layer, counted(joined.ends.on_levels, "place"), counted(nodes, "node")));
            report_.counts = before;
            DrawnLines flat = drawn_;
            flat.end_levels = {};
            return Joiner(flat, options_, report_).join();
        }
        part_by_heights(joined);
        report_near_misses(joined);
        return joined;
    }

private:
    JoinedLines choose_joints() {
        if (options_.join == Join::ends) return at_ends();
        if (options_.join == Join::automatic && !drawn_.end_levels.empty()) return at_ends();
        auto cuts = shared_vertices(drawn_.lines);
        if (options_.join == Join::crossings) return at_crossings(std::move(cuts));
        if (cuts.empty()) return at_ends();
        if (options_.join == Join::vertices || options_.join == Join::heights) return cut(std::move(cuts));
        return choose(std::move(cuts));
    }

    JoinedLines at_ends() {
        JoinedLines joined{.parts = whole_lines(drawn_.lines, drawn_.lengths),
                           .ends = meet_ends(drawn_.lines, drawn_.tolerance, drawn_.places, drawn_.end_levels)};
        count_joined(joined);
        if (joined.ends.touching > 0) {
            count("line ends inside other lines, not connected to them", joined.ends.touching);
            say(LogLevel::warning,
                format("{} line ends touch the inside of another line and are not connected to it; set "
                       "`join` vertices to connect them",
                       joined.ends.touching));
        }
        return joined;
    }

    JoinedLines cut(std::vector<Cut> cuts) {
        auto parts = cut_lines(drawn_.lines, std::move(cuts), drawn_.tolerance,
                               [&](std::span<const Coordinate> line) { return drawn_.length.length(line); });
        LineEnds ends = meet_ends(parts.shapes, drawn_.tolerance, drawn_.places, end_levels(parts));
        JoinedLines joined{.parts = std::move(parts), .ends = std::move(ends)};
        count_joined(joined);
        count("parts of lines cut where they meet inside", joined.parts.size());
        return joined;
    }

    // Joins lines at shared vertices if that makes a large difference: a fifth of the separate networks, or of the
    // lines.
    JoinedLines choose(std::vector<Cut> cuts) {
        const std::uint64_t lines = drawn_.lines.shape_count();
        std::uint64_t shared = 0;
        for (std::size_t i = 0; i < cuts.size(); ++i) shared += i == 0 || cuts[i].line != cuts[i - 1].line;
        const auto before = report_.counts;
        const auto pieces = count_pieces(meet_ends(drawn_.lines, drawn_.tolerance, drawn_.places));
        JoinedLines joined = cut(std::move(cuts));
        const auto joined_pieces = joined.pieces;
        const std::string figures = format("{} of {} {} others at inner vertices", count_text(shared),
                                           counted(lines, "line"), by_count(shared, "meets", "meet"));
        const std::string instead = joined_pieces == pieces ? "" : format(" instead of {}", count_text(pieces));
        const std::string fewer = counted(joined_pieces, "separate piece") + instead;
        if (is_much(pieces - joined_pieces, pieces) || is_much(shared, lines)) {
            say(LogLevel::info,
                format("{}; lines are cut there into {}, which makes {}; set `join` ends to keep them whole", figures,
                       counted(joined.parts.size(), "part"), fewer));
            return joined;
        }
        report_.counts = before;
        guess(options_.log, Guess::joints,
              format("layer '{}': {}; lines are joined at their ends only; `join` vertices would join them there, too, "
                     "and make {}",
                     drawn_.layer, figures, fewer));
        return at_ends();
    }

    JoinedLines at_crossings(std::vector<Cut> cuts) {
        const auto found = find_crossings(drawn_.lines, line_levels(), drawn_.tolerance, drawn_.places);
        if (!has_levels()) {
            say(LogLevel::warning, "no field layer, bridge or tunnel: bridges are joined with what they cross");
        }
        count("crossings of lines without a vertex, joined", found.crossings);
        if (found.apart > 0) count("crossings on different levels (layer, bridge, tunnel), not joined", found.apart);
        cuts.insert(cuts.end(), found.cuts.begin(), found.cuts.end());
        JoinedLines joined = cut(std::move(cuts));
        const std::string apart =
            found.apart == 0 ? "" : format(", {} of different levels are not", count_text(found.apart));
        say(LogLevel::info,
            format("{} {} cut into {} in {}; {} without a vertex {} joined{}",
                   counted(drawn_.lines.shape_count(), "line"), by_count(drawn_.lines.shape_count(), "is", "are"),
                   counted(joined.parts.size(), "part"), counted(joined.pieces, "separate piece"),
                   counted(found.crossings, "crossing"), by_count(found.crossings, "is", "are"), apart));
        return joined;
    }

    bool has_levels() const { return !drawn_.levels.empty() || !drawn_.end_levels.empty(); }

    // By line; one that leads from one level to another meets none inside.
    std::vector<double> line_levels() const {
        if (!drawn_.levels.empty()) return {drawn_.levels.begin(), drawn_.levels.end()};
        std::vector<double> levels(drawn_.lines.shape_count(), 0);
        for (std::size_t line = 0; 2 * line < drawn_.end_levels.size(); ++line) {
            const double level = drawn_.end_levels[2 * line];
            levels[line] = level == drawn_.end_levels[2 * line + 1] ? level : std::numeric_limits<double>::quiet_NaN();
        }
        return levels;
    }
    std::vector<double> end_levels(const LineParts& parts) const {
        std::vector<double> levels;
        for (std::size_t part = 0; part < parts.size() && !drawn_.end_levels.empty(); ++part) {
            const double* const of_line = &drawn_.end_levels[2 * std::size_t{parts.line[part]}];
            levels.push_back(of_line[0]);
            levels.push_back(of_line[parts.end[part] == parts.line_length(part) ? 1 : 0]);
        }
        return levels;
    }

    // Ends at one place whose heights differ do not meet. Heights are a guess unless the option states them.
    void part_by_heights(JoinedLines& joined) {
        const bool stated = options_.join == Join::heights;
        if (stated && drawn_.heights.empty())
            throw InvalidArgument(format("`join` heights: the lines of layer '{}' have no heights (Z)", drawn_.layer));
        const bool used = stated || (options_.join == Join::automatic && drawn_.end_levels.empty());
        if (!used || drawn_.heights.empty()) return;
        const auto found =
            levels_of_heights(joined.ends.node, end_heights(joined.parts), least_clearance_m / metres_of_heights());
        if (found.parted == 0) return;
        const std::string what =
            format("layer '{}': the heights (Z) of lines differ by more than {} m at {} of {} where lines meet",
                   drawn_.layer, least_clearance_m, count_text(found.parted), counted(found.shared, "node"));
        if (!stated && is_much(found.parted, found.shared)) {
            return guess(options_.log, Guess::joints,
                         what + "; they are not used, since they may count from different levels");
        }
        joined.ends = meet_ends(joined.parts.shapes, drawn_.tolerance, drawn_.places, found.levels);
        joined.pieces = count_pieces(joined.ends);
        count(ends_on_levels, found.parted);
        if (!stated) guess(options_.log, Guess::joints, what + ", and lines of different heights do not meet there");
    }

    double metres_of_heights() const {
        const auto& system = drawn_.length.system();
        if (!system) return drawn_.length.metres_per_unit();
        return system->is_geographic() ? 1 : system->metres_per_unit();
    }

    // Of the first and last point of each part; NaN for numbers that are no heights on Earth. A line that is 0
    // everywhere was drawn without heights, unless so many are that 0 may be the ground.
    std::vector<double> end_heights(const LineParts& parts) const {
        const auto of_line = [&](std::uint32_t line) {
            const auto first = drawn_.lines.first_points()[line];
            return drawn_.heights.subspan(first, drawn_.lines.first_points()[line + 1] - first);
        };
        std::vector<bool> is_zero(drawn_.lines.shape_count());
        for (std::uint32_t line = 0; line < is_zero.size(); ++line)
            is_zero[line] = std::ranges::all_of(of_line(line), [](double height) { return height == 0; });
        const auto zero_lines = static_cast<std::uint64_t>(std::ranges::count(is_zero, true));
        const bool keeps_zeros = is_much(zero_lines, is_zero.size());
        std::vector<double> heights;
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const std::uint32_t line = parts.line[part];
            const bool continues = part > 0 && parts.line[part - 1] == line;
            for (const auto vertex : {continues ? parts.last_vertex[part - 1] : 0, parts.last_vertex[part]}) {
                const double metres = of_line(line)[vertex] * metres_of_heights();
                const bool known = metres >= lowest_height_m && metres <= highest_height_m;
                heights.push_back(known && (keeps_zeros || !is_zero[line]) ? of_line(line)[vertex] : unknown_height);
            }
        }
        return heights;
    }

    // Reports places where the joined lines nearly meet; a guess unless the option states where lines meet.
    void report_near_misses(const JoinedLines& joined) {
        // A distance says nothing if the unit of coordinates is unknown.
        const bool has_unit = !drawn_.length.unit().symbol.empty();
        const double near = std::max(drawn_.tolerance, has_unit ? 1 / drawn_.length.metres_per_unit() : 0);
        std::vector<double> levels;
        const auto of_lines = line_levels();
        for (const auto line : joined.parts.line) levels.push_back(of_lines[line]);
        using Kind = ImportReport::LooseEnd::Kind;
        auto ends = find_loose_ends(joined.parts.shapes, joined.ends.node, levels, near, drawn_.places);
        const auto count_of = [&](Kind kind) {
            return static_cast<std::uint64_t>(std::ranges::count(ends, kind, &ImportReport::LooseEnd::kind));
        };
        const std::uint64_t crossings = count_of(Kind::crossing);
        const std::uint64_t gaps = count_of(Kind::gap);
        report_.loose_ends = std::move(ends);
        if (crossings > 0) count("crossings without a vertex, not joined", crossings);
        if (gaps > 0) count("dead ends near another line, not joined", gaps);
        if (options_.join != Join::automatic || crossings + gaps == 0) return;
        std::vector<std::string> found;
        if (crossings > 0) {
            found.push_back(counted(crossings, "crossing without a vertex", "crossings without a vertex") +
                            (has_levels() ? "" : " (which may be bridges: no field layer, bridge or tunnel)"));
        }
        if (gaps > 0)
            found.push_back(format("{} within {} {} of another line", counted(gaps, "dead end"),
                                   Decimal::from_double(near).to_string(), drawn_.length.system() ? "m" : "units"));
        guess(options_.log, Guess::joints,
              format("layer '{}': lines do not meet at {}", drawn_.layer, allways::joined(found, " and ")));
    }

    void count_joined(const JoinedLines& joined) {
        if (joined.ends.joined > 0)
            count("places of line ends joined to others within the tolerance", joined.ends.joined);
        if (joined.ends.on_levels > 0) count(ends_on_levels, joined.ends.on_levels);
        if (joined.ends.chained == 0) return;
        guess(options_.log, Guess::joints,
              format("layer '{}': {} line ends farther apart than the tolerance, up to {} {} from the node, since "
                     "others in between connect them",
                     drawn_.layer, counted(joined.ends.chained, "node joins", "nodes join"),
                     Decimal::from_double(std::round(100 * joined.ends.farthest) / 100).to_string(),
                     drawn_.length.system() ? "m" : "units"));
    }
    void count(std::string_view name, std::uint64_t number) { report_.counts.push_back({std::string(name), number}); }
    void say(LogLevel level, const std::string& what) const {
        log(options_.log, level, format("layer '{}': {}", drawn_.layer, what));
    }

    const DrawnLines& drawn_;
    const ReadOptions& options_;
    ImportReport& report_;
};

bool says_yes(const std::string& text) {
    const std::string word = lower_case(trimmed(text));
    return !is_missing_word(word) && word != "no" && word != "n" && word != "f" && word != "false" && word != "0";
}

}  // namespace

double level_of_line(const VectorLayer& layer, const VectorFields& fields) {
    // A bridge is above and a tunnel below another line of its layer.
    constexpr double within_layer = 0.5;
    double level = 0;
    if (fields.layer) {
        const auto stated = Decimal::parse(trimmed(layer.text(*fields.layer)));
        if (stated && !stated->is_missing()) level = stated->to_double();
    }
    if (fields.bridge && says_yes(layer.text(*fields.bridge))) return (level == 0 ? 1 : level) + within_layer;
    // A passage through a building is at ground level.
    if (fields.tunnel && says_yes(layer.text(*fields.tunnel)) && layer.text(*fields.tunnel) != "building_passage")
        return (level == 0 ? -1 : level) - within_layer;
    return level;
}

JoinedLines join_lines(const DrawnLines& drawn, const ReadOptions& options, ImportReport& report) {
    DrawnLines by_option = drawn;
    if (options.join == Join::heights) by_option.end_levels = {};
    JoinedLines joined = Joiner(by_option, options, report).join();
    const std::uint64_t lines = drawn.lines.shape_count();
    if (lines >= few_lines && joined.pieces > lines / 4) {
        log(options.log, LogLevel::warning,
            format(
                "layer '{}': {} make {}, so nearly nothing is connected; if ends that should meet lie some way apart, "
                "`tolerance_m` joins them, and `join` crossings joins lines that cross",
                drawn.layer, counted(lines, "line"), counted(joined.pieces, "separate piece")));
    }
    return joined;
}

}  // namespace allways::importers
