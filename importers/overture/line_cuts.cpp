// SPDX-License-Identifier: Apache-2.0
#include "overture/line_cuts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace allways::importers::overture {

namespace {

constexpr double vertex_tolerance_m = 0.05;

Coordinate between_points(Coordinate from, Coordinate to, double share) {
    return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

// Builds the line anew from vertex to vertex.
class LineBuilder {
public:
    LineBuilder(const ReferenceSystem& wgs84, const std::vector<Coordinate>& points) : points_(points) {
        along_m_.push_back(0);
        for (std::size_t i = 1; i < points.size(); ++i) {
            const std::array ends{points[i - 1], points[i]};
            along_m_.push_back(along_m_.back() + wgs84.length_m(ends));
        }
        line_.push_back(points.front());
    }

    // Returns the index of the point at this fraction. Cuts must come in ascending order.
    std::size_t add(const LineCut& cut) {
        const double wanted_m = cut.at * along_m_.back();
        while (next_ < points_.size() && is_nearer(along_m_[next_], wanted_m)) append();
        const bool is_taken = cut.own_point && taken_ == line_.size();
        if (std::abs(wanted_m - last_m_) > vertex_tolerance_m || is_taken) {
            insert(is_taken ? std::max(wanted_m, last_m_) : wanted_m);
        }
        if (cut.own_point) taken_ = line_.size();
        return line_.size() - 1;
    }

    std::vector<Coordinate> finish() && {
        while (next_ < points_.size()) append();
        return std::move(line_);
    }

private:
    // True for vertices up to the place, and for one behind it that is nearer than the last point.
    bool is_nearer(double vertex_m, double wanted_m) const {
        const double behind_m = vertex_m - wanted_m;
        return behind_m <= 0 || (behind_m <= vertex_tolerance_m && behind_m < wanted_m - last_m_);
    }

    void append() {
        line_.push_back(points_[next_]);
        last_m_ = along_m_[next_];
        ++next_;
    }

    void insert(double at_m) {
        const std::size_t to = std::min(next_, points_.size() - 1);
        const double length_m = along_m_[to] - along_m_[to - 1];
        const double share = length_m > 0 ? (at_m - along_m_[to - 1]) / length_m : 0;
        line_.push_back(between_points(points_[to - 1], points_[to], std::clamp(share, 0.0, 1.0)));
        last_m_ = at_m;
    }

    const std::vector<Coordinate>& points_;
    std::vector<double> along_m_;
    std::vector<Coordinate> line_;
    std::size_t next_ = 1;   // the vertex that comes next
    std::size_t taken_ = 0;  // the number of points when a connector last took one
    double last_m_ = 0;      // of the last point
};

}  // namespace

void cut_line(const ReferenceSystem& wgs84, std::vector<Coordinate>& points, std::span<LineCut> cuts) {
    const bool only_ends = std::ranges::all_of(cuts, [](const LineCut& cut) { return cut.at == 0 || cut.at == 1; });
    const auto ends = [&](double at) {
        return std::ranges::count_if(cuts, [&](const LineCut& cut) { return cut.own_point && cut.at == at; });
    };
    if (only_ends && ends(0) <= 1 && ends(1) <= 1) {
        for (LineCut& cut : cuts) cut.point = cut.at == 0 ? 0 : points.size() - 1;
        return;
    }
    LineBuilder builder(wgs84, points);
    for (LineCut& cut : cuts) cut.point = builder.add(cut);
    points = std::move(builder).finish();
}

}  // namespace allways::importers::overture
