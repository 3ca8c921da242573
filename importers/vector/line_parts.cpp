// SPDX-License-Identifier: Apache-2.0
// Lines and cuts → sections.
#include "vector/line_parts.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace allways::importers {

namespace {

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

}  // namespace allways::importers
