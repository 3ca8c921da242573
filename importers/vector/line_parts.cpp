// SPDX-License-Identifier: Apache-2.0
// Lines and cuts → sections; crossings and touching ends, with segments in a tree of boxes.
#include "vector/line_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "attributes/import_report.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/height_raster.h"

namespace allways::importers {

namespace {

// A position inside a line: in the segment that begins at vertex number `segment`, at the fraction `along` of its
// length. 0 is the vertex itself, which is not an end of the line.
struct Cut {
    std::uint32_t line = 0;
    std::uint32_t segment = 0;
    double along = 0;
    Coordinate place;

    bool at_vertex() const { return along == 0; }
};

using LineLength = std::function<double(std::span<const Coordinate>)>;

bool is_before(Coordinate a, Coordinate b) {
    return std::tie(a.x, a.y) < std::tie(b.x, b.y);
}

// Visits each vertex of a line that differs from the one before it.
template <class Visit>
void visit_vertices(std::span<const Coordinate> points, Visit&& visit) {
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (i == 0 || points[i] != points[i - 1]) visit(i);
    }
}

// ---- sections

class Cutter {
public:
    Cutter(double tolerance, const LineLength& length, LineParts& parts)
        : tolerance_(tolerance), length_(length), parts_(parts) {}

    // `cuts` must be sorted along the line.
    void cut(std::uint32_t line, std::span<const Coordinate> points, std::span<const Cut> cuts) {
        line_ = line;
        walked_ = 0;
        part_.assign(1, points.front());
        std::uint32_t next_vertex = 1;
        for (std::size_t i = 0; i < cuts.size(); ++i) {
            const Coordinate next_fixed = next_fixed_place(points, cuts.subspan(i + 1));
            for (; next_vertex <= cuts[i].segment; ++next_vertex) append(points[next_vertex]);
            if (!cuts[i].at_vertex() && (is_near(cuts[i].place, part_.front()) || is_near(cuts[i].place, next_fixed)))
                continue;
            append(cuts[i].place);
            finish_part(cuts[i].segment);
        }
        for (; next_vertex < points.size(); ++next_vertex) append(points[next_vertex]);
        finish_part(static_cast<std::uint32_t>(points.size() - 1));
        parts_.lengths.push_back(walked_);
    }

private:
    static Coordinate next_fixed_place(std::span<const Coordinate> points, std::span<const Cut> later) {
        const auto fixed = std::ranges::find_if(later, &Cut::at_vertex);
        return fixed == later.end() ? points.back() : fixed->place;
    }
    bool is_near(Coordinate a, Coordinate b) const { return a == b || length_(std::array{a, b}) <= tolerance_; }
    void append(Coordinate point) {
        if (part_.back() != point) part_.push_back(point);
    }
    void finish_part(std::uint32_t last_vertex) {
        if (part_.size() < 2) return;
        const double from = walked_;
        walked_ += length_(part_);
        parts_.shapes.add_shape(part_);
        parts_.line.push_back(line_);
        parts_.begin.push_back(from);
        parts_.end.push_back(walked_);
        parts_.last_vertex.push_back(last_vertex);
        part_.assign(1, Coordinate(part_.back()));
    }

    const double tolerance_;
    const LineLength& length_;
    LineParts& parts_;
    std::uint32_t line_ = 0;
    double walked_ = 0;
    std::vector<Coordinate> part_;
};

// Cuts may be in any order and may repeat. A cut inside a segment is skipped if a cut vertex, an end, or the previous
// cut lies within `tolerance` of it. The lengths of sections add up to those of lines, as `length` measures them.
LineParts cut_lines(const ArcShapes& lines, std::vector<Cut> cuts, double tolerance, const LineLength& length) {
    std::ranges::sort(cuts, {}, [](const Cut& cut) { return std::tuple(cut.line, cut.segment, cut.along); });
    LineParts parts;
    Cutter cutter(tolerance, length, parts);
    auto first = cuts.begin();
    for (std::uint32_t line = 0; line < lines.shape_count(); ++line) {
        const auto last = std::find_if(first, cuts.end(), [&](const Cut& cut) { return cut.line != line; });
        cutter.cut(line, lines.shape_points(line), std::span(first, last));
        first = last;
    }
    return parts;
}

// Returns inner vertices that coincide exactly with a vertex of another line, or with another one of the same line.
std::vector<Cut> shared_vertices(const ArcShapes& lines) {
    std::vector<Coordinate> places;
    places.reserve(lines.all_points().size());
    for (std::uint32_t line = 0; line < lines.shape_count(); ++line) {
        const auto points = lines.shape_points(line);
        visit_vertices(points, [&](std::uint32_t i) { places.push_back(points[i]); });
    }
    std::ranges::sort(places, is_before);
    std::vector<Coordinate> shared;
    for (std::size_t i = 1; i < places.size(); ++i) {
        if (places[i] == places[i - 1] && (shared.empty() || shared.back() != places[i])) shared.push_back(places[i]);
    }
    std::vector<Cut> cuts;
    for (std::uint32_t line = 0; line < lines.shape_count(); ++line) {
        const auto points = lines.shape_points(line);
        visit_vertices(points, [&](std::uint32_t i) {
            if (i == 0 || i + 1 == points.size()) return;
            if (std::ranges::binary_search(shared, points[i], is_before)) cuts.push_back({line, i, 0, points[i]});
        });
    }
    return cuts;
}

// ---- crossings

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using Point = bg::model::point<double, 2, bg::cs::cartesian>;
using Box = bg::model::box<Point>;
using Entry = std::pair<Box, std::size_t>;
using Tree = bgi::rtree<Entry, bgi::quadratic<16>>;

struct Segment {
    std::uint32_t line = 0;
    std::uint32_t number = 0;
    Coordinate first, last;
    bool begins_line = false, ends_line = false;
};

Box box_of(const Segment& segment) {
    const auto& [a, b] = std::pair(segment.first, segment.last);
    return {Point(std::min(a.x, b.x), std::min(a.y, b.y)), Point(std::max(a.x, b.x), std::max(a.y, b.y))};
}

Coordinate difference(Coordinate a, Coordinate b) {
    return {a.x - b.x, a.y - b.y};
}
double cross(Coordinate a, Coordinate b) {
    return a.x * b.y - a.y * b.x;
}
double dot(Coordinate a, Coordinate b) {
    return a.x * b.x + a.y * b.y;
}
Coordinate between(const Segment& segment, double along) {
    const Coordinate way = difference(segment.last, segment.first);
    return {segment.first.x + along * way.x, segment.first.y + along * way.y};
}

bool is_inside(double along) {
    return along > 0 && along < 1;
}
// Like between(), but returns the first or last point exactly.
Coordinate vertex(const Segment& segment, double along) {
    return along == 0 ? segment.first : along == 1 ? segment.last : between(segment, along);
}

// Returns the position of the crossing along each segment. Segments with a common end share a vertex and do not cross.
std::optional<std::pair<double, double>> crossing(const Segment& a, const Segment& b) {
    if (a.first == b.first || a.first == b.last || a.last == b.first || a.last == b.last) return std::nullopt;
    const Coordinate along_a = difference(a.last, a.first);
    const Coordinate along_b = difference(b.last, b.first);
    const double turn = cross(along_a, along_b);
    if (turn == 0) return std::nullopt;
    const Coordinate apart = difference(b.first, a.first);
    const double on_a = cross(apart, along_b) / turn;
    const double on_b = cross(apart, along_a) / turn;
    if (!(on_a >= 0 && on_a <= 1 && on_b >= 0 && on_b <= 1)) return std::nullopt;
    return std::pair{on_a, on_b};
}

// Positions where lines cross or touch without a common vertex.
struct LineCrossings {
    std::vector<Cut> cuts;        // for both lines of a crossing, and for the line that an end touches
    std::uint64_t crossings = 0;  // crossings that are cut
    std::uint64_t apart = 0;      // crossings on different levels, which are not cut
};

// Crossings and loose ends of lines as drawn, straight between their points. O(points · log + crossings) for lines of
// typical roads.
class Search {
public:
    Search(const ArcShapes& lines, std::span<const double> level, double tolerance, const Places& places)
        : level_(level), tolerance_(tolerance), places_(places) {
        for (std::uint32_t line = 0; line < lines.shape_count(); ++line) {
            const auto points = lines.shape_points(line);
            for (std::uint32_t i = 0; i + 1 < points.size(); ++i) {
                if (points[i] == points[i + 1]) continue;
                segments_.push_back({line, i, points[i], points[i + 1], i == 0, i + 2 == points.size()});
            }
        }
        std::vector<Entry> entries;
        for (std::size_t i = 0; i < segments_.size(); ++i) entries.emplace_back(box_of(segments_[i]), i);
        tree_ = Tree(entries);
    }

    // `level` has the level of each line: lines on different levels cross without meeting. An end of a line within the
    // tolerance (as in meet_ends) of another line touches it, whatever their levels, since bridges begin and end on
    // roads.
    LineCrossings find() && {
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            const Segment& segment = segments_[i];
            visit(box_of(segment), [&](std::size_t other) {
                if (other > i) cross_over(segment, segments_[other]);
            });
            if (segment.begins_line) touch(segment, segment.first);
            if (segment.ends_line) touch(segment, segment.last);
        }
        return std::move(found_);
    }

    // Finds places where lines cross on the same level without a common vertex, dead ends within the tolerance of a
    // line that does not end at the same node, and all other dead ends. `node` has the nodes of each line's ends.
    std::vector<ImportReport::LooseEnd> loose_ends(std::span<const NodeIndex> node) const {
        using Kind = ImportReport::LooseEnd::Kind;
        std::vector<ImportReport::LooseEnd> ends;
        std::vector<std::uint32_t> degree;
        std::set<std::pair<NodeIndex, NodeIndex>> neighbours;  // nodes joined by lines so short that all is near
        for (std::size_t end = 0; end < node.size(); ++end) {
            degree.resize(std::max<std::size_t>(degree.size(), node[end] + std::size_t{1}));
            ++degree[node[end]];
        }
        for (const Segment& segment : segments_) {
            if (!segment.begins_line || !segment.ends_line || !is_near(segment.first, segment.last)) continue;
            neighbours.insert(std::minmax(node[2 * segment.line], node[2 * segment.line + 1]));
        }
        const auto is_dead_end_near = [&](const Segment& segment, Coordinate end, NodeIndex at) {
            bool found = false;
            visit_near(end, [&](const Segment& other, double along) {
                const NodeIndex first = node[2 * other.line];
                const NodeIndex last = node[2 * other.line + 1];
                found |= other.line != segment.line && first != at && last != at &&
                         !neighbours.contains(std::minmax(at, first)) && !neighbours.contains(std::minmax(at, last)) &&
                         is_near(end, between(other, along));
            });
            return found;
        };
        // A crossing beside a dead end is a gap, and beside a common node none.
        const auto is_beside_end = [&](const Segment& segment, const Segment& other, Coordinate place) {
            const auto counts = [&](NodeIndex at) {
                return degree[at] == 1 || at == node[2 * other.line] || at == node[2 * other.line + 1];
            };
            return (segment.begins_line && is_near(segment.first, place) && counts(node[2 * segment.line])) ||
                   (segment.ends_line && is_near(segment.last, place) && counts(node[2 * segment.line + 1]));
        };
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            const Segment& segment = segments_[i];
            visit(box_of(segment), [&](std::size_t other) {
                if (other <= i || level_[segment.line] != level_[segments_[other].line]) return;
                const auto along = crossing(segment, segments_[other]);
                if (!along) return;
                const Coordinate place = vertex(segment, along->first);
                if (along->first < 1 && along->second < 1 && !is_beside_end(segment, segments_[other], place) &&
                    !is_beside_end(segments_[other], segment, place))
                    ends.push_back({Kind::crossing, place});
            });
            const NodeIndex first = node[2 * segment.line];
            const NodeIndex last = node[2 * segment.line + 1];
            const auto add = [&](Coordinate end, NodeIndex at) {
                if (degree[at] == 1)
                    ends.push_back({is_dead_end_near(segment, end, at) ? Kind::gap : Kind::dead_end, end});
            };
            if (segment.begins_line) add(segment.first, first);
            if (segment.ends_line) add(segment.last, last);
        }
        return ends;
    }

private:
    template <class Visit>
    void visit(const Box& box, Visit&& visit) const {
        tree_.query(bgi::intersects(box),
                    boost::make_function_output_iterator([&](const Entry& entry) { visit(entry.second); }));
    }

    bool is_near(Coordinate a, Coordinate b) const {
        return a == b || Places::distance(places_.place(a), places_.place(b)) <= tolerance_;
    }
    bool is_end(const Segment& segment, Coordinate place) const {
        return (segment.begins_line && is_near(place, segment.first)) ||
               (segment.ends_line && is_near(place, segment.last));
    }

    void cross_over(const Segment& a, const Segment& b) {
        const auto along = crossing(a, b);
        if (!along) return;
        const auto [on_a, on_b] = *along;
        const Coordinate place = is_inside(on_a) && !is_inside(on_b) ? vertex(b, on_b) : vertex(a, on_a);
        if (is_end(a, place) || is_end(b, place)) return;  // it is an end that touches
        if (level_[a.line] != level_[b.line]) {
            found_.apart += on_a < 1 && on_b < 1;
            return;
        }
        found_.crossings += on_a < 1 && on_b < 1;  // of two segments that cross at a vertex only one counts
        cut(a, on_a, place);
        cut(b, on_b, place);
    }

    // `end` is the end of the line at which `segment` begins or ends.
    void touch(const Segment& segment, Coordinate end) {
        visit_near(end, [&](const Segment& other, double along) {
            if (&other == &segment || !is_near(end, between(other, along))) return;
            if (other.line == segment.line && is_end(other, between(other, along))) return;
            cut(other, along, end);
        });
    }

    // Visits segments that may be within the tolerance, with the position of the nearest point along each.
    template <class Visit>
    void visit_near(Coordinate place, Visit&& visit_segment) const {
        const auto around = places_.around(place, tolerance_);
        visit(Box(Point(around.first.x, around.first.y), Point(around.second.x, around.second.y)), [&](std::size_t i) {
            const Segment& other = segments_[i];
            const Coordinate way = difference(other.last, other.first);
            visit_segment(other, std::clamp(dot(difference(place, other.first), way) / dot(way, way), 0.0, 1.0));
        });
    }

    void cut(const Segment& segment, double along, Coordinate place) {
        if ((along == 0 && segment.begins_line) || (along == 1 && segment.ends_line)) return;
        if (is_inside(along)) {
            found_.cuts.push_back({segment.line, segment.number, along, place});
        } else {  // vertices keep their position
            found_.cuts.push_back({segment.line, segment.number + (along == 1 ? 1 : 0), 0, vertex(segment, along)});
        }
    }

    std::span<const double> level_;
    const double tolerance_;
    const Places& places_;
    std::vector<Segment> segments_;
    Tree tree_;
    LineCrossings found_;
};

}  // namespace

LineParts whole_lines(const ArcShapes& lines, std::span<const double> lengths) {
    const std::vector<double> of_lines(lengths.begin(), lengths.end());
    LineParts parts{lines, {}, std::vector<double>(lengths.size(), 0), of_lines, of_lines, {}};
    for (std::uint32_t line = 0; line < lengths.size(); ++line) {
        parts.line.push_back(line);
        parts.last_vertex.push_back(static_cast<std::uint32_t>(lines.shape_points(line).size() - 1));
    }
    return parts;
}

// ---- joints

namespace {

using Join = ReadOptions::Join;

// Fewer lines may really be separate, as in an example.
constexpr std::uint64_t few_lines = 20;

// The headroom of a path, 2.5 m, and what carries the road above put two roads farther apart than this. Heights of one
// place, surveyed or taken from a raster, rarely differ as much.
constexpr double least_clearance_m = 3;
constexpr double unknown_height = std::numeric_limits<double>::quiet_NaN();

constexpr std::string_view ends_on_levels = "places where line ends on different levels do not meet";

// Levels of ends that meet, by their heights.
struct HeightLevels {
    std::vector<double> levels;  // of each end, from 0 at each node
    std::uint64_t shared = 0;    // nodes at which ends with heights meet
    std::uint64_t parted = 0;    // of them, those at which ends are on several levels
};

// Ends at one node are on one level if their heights follow each other in steps of at most `step`. Ends without a
// height (NaN) are on the lowest. `node` has the nodes of each line's two ends, as has LineEnds.
HeightLevels levels_of_heights(std::span<const NodeIndex> node, std::span<const double> heights, double step) {
    HeightLevels found{std::vector<double>(node.size(), 0)};
    std::vector<std::size_t> known;
    for (std::size_t end = 0; end < node.size(); ++end) {
        if (!std::isnan(heights[end])) known.push_back(end);
    }
    std::ranges::sort(known, {}, [&](std::size_t end) { return std::pair(node[end], heights[end]); });
    for (std::size_t first = 0, next = 0; first < known.size(); first = next) {
        double level = 0;
        for (next = first + 1; next < known.size() && node[known[next]] == node[known[first]]; ++next) {
            level += heights[known[next]] - heights[known[next - 1]] > step ? 1 : 0;
            found.levels[known[next]] = level;
        }
        found.shared += next - first > 1;
        found.parted += level > 0;
    }
    return found;
}

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
        const auto of_lines = line_levels();
        const auto found = Search(drawn_.lines, of_lines, drawn_.tolerance, drawn_.places).find();
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

    // Heights of the first and last point of each part; NaN for numbers that are no heights on Earth. A line that is 0
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
        auto ends = Search(joined.parts.shapes, levels, near, drawn_.places).loose_ends(joined.ends.node);
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

}  // namespace

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
