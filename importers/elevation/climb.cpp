// SPDX-License-Identifier: Apache-2.0
#include "elevation/climb.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/human.h"
#include "libraries/height_raster.h"
#include "libraries/reference_system.h"
#include "text/rounded_decimal.h"

namespace allways::importers {

using namespace elevation;

namespace {

constexpr double window_m = 150;
constexpr double finest_step_m = 10;
constexpr std::size_t points_at_once = 1 << 20;
constexpr int height_digits = 2;  // centimetres
constexpr int time_digits = 3;    // milliseconds
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::int64_t centimetres(double metres) {
    return std::llround(metres * 100);
}

class Climber {
public:
    Climber(RoadNetwork& network, const ReadOptions& options, GradeRule rule)
        : network_(network),
          options_(options),
          rule_(rule),
          system_(network.provenance.crs),
          raster_(options.elevation, network.provenance.crs),
          step_m_(std::max(raster_.cell_m(), finest_step_m)),
          roads_(find_roads(network)) {}

    void add(ImportReport& report) {
        find_node_heights();
        ascent_.assign(network_.arc_count(), Decimal::missing());
        descent_ = ascent_;
        if (rule_ != GradeRule::none) find_times();
        climb_roads();
        tell_impossible();
        require_most_points();
        set_column({"ascent", "m", std::move(ascent_), height_digits});
        set_column({"descent", "m", std::move(descent_), height_digits});
        tell(report);
    }

private:
    ArcColumn* column(std::string_view name) {
        const auto found = std::ranges::find(network_.columns, name, &ArcColumn::name);
        return found == network_.columns.end() ? nullptr : &*found;
    }

    void count(const HeightRaster::Heights& heights) {
        points_ += heights.metres.size();
        outside_ += heights.outside;
        no_value_ += heights.no_value;
        if (impossible_ == 0) first_impossible_ = heights.first_impossible;
        impossible_ += heights.impossible;
    }

    bool has_line(const Road& road) const {
        return is_finite(network_.coordinates[road.start]) && is_finite(network_.coordinates[road.end]);
    }

    // ---- nodes

    void find_node_heights() {
        HeightRaster::Heights ground = raster_.at(network_.coordinates);
        count(ground);
        heights_ = std::move(ground.metres);
        const std::vector<double> on_ground = heights_;
        lift_structures();
        fill_heights(heights_, stretches());
        for (std::size_t node = 0; node < heights_.size(); ++node) {
            if (std::isnan(heights_[node])) heights_[node] = on_ground[node];  // structures that touch no ground
            heights_[node] = std::round(heights_[node] * 100) / 100;
        }
    }

    // Forgets the ground's height at nodes that only structures touch.
    void lift_structures() {
        std::vector<std::uint8_t> touches(heights_.size(), 0);  // 1: a structure, 2: a road on the ground
        for (const Road& road : roads_.roads) {
            touches[road.start] |= road.is_structure ? 1 : 2;
            touches[road.end] |= road.is_structure ? 1 : 2;
            structures_ += road.is_structure;
        }
        for (std::size_t node = 0; node < heights_.size(); ++node) {
            if (touches[node] == 1) heights_[node] = unknown;
        }
    }

    // From nodes of unknown height along their roads to the first known height.
    std::vector<Stretch> stretches() {
        std::vector<Stretch> found;
        for (const Road& road : roads_.roads) {
            const bool start_known = !std::isnan(heights_[road.start]);
            const bool end_known = !std::isnan(heights_[road.end]);
            if ((start_known && end_known) || !has_line(road) || road.start == road.end) continue;
            const RoadProfile points = points_along(line_of(road, network_), system_, step_m_);
            if (points.points.empty()) continue;
            std::vector<double> inside;
            if (!road.is_structure)
                inside = raster_.at(std::span(points.points).subspan(1, points.points.size() - 2)).metres;
            const auto is_known = [](double height) { return !std::isnan(height); };
            const auto first = std::ranges::find_if(inside, is_known);
            if (first == inside.end()) {
                if (start_known) {
                    found.push_back({road.end, no_node, heights_[road.start], points.length_m()});
                } else if (end_known) {
                    found.push_back({road.start, no_node, heights_[road.end], points.length_m()});
                } else {
                    found.push_back({road.start, road.end, 0, points.length_m()});
                }
                continue;
            }
            const auto last = std::find_if(inside.rbegin(), inside.rend(), is_known);
            const double from_start = points.step_m * static_cast<double>(first - inside.begin() + 1);
            const double from_end = points.step_m * static_cast<double>(last - inside.rbegin() + 1);
            if (!start_known) found.push_back({road.start, no_node, *first, from_start});
            if (!end_known) found.push_back({road.end, no_node, *last, from_end});
        }
        return found;
    }

    // ---- roads

    // Takes roads together until they have many points, so that each tile of the raster is read once for all of them.
    void climb_roads() {
        std::vector<RoadProfile> lines;
        std::vector<Coordinate> inside;
        std::size_t begin = 0;
        for (std::size_t at = 0; at < roads_.roads.size(); ++at) {
            const Road& road = roads_.roads[at];
            const double step_m = road.is_structure ? std::numeric_limits<double>::infinity() : step_m_;
            lines.push_back(has_line(road) ? points_along(line_of(road, network_), system_, step_m) : RoadProfile{});
            const auto& points = lines.back().points;
            if (points.size() > 2) inside.insert(inside.end(), points.begin() + 1, points.end() - 1);
            if (inside.size() < points_at_once && at + 1 < roads_.roads.size()) continue;
            report(options_.progress, "heights", at + 1, roads_.roads.size());
            const HeightRaster::Heights heights = raster_.at(inside);
            count(heights);
            std::size_t used = 0;
            for (std::size_t i = begin; i <= at; ++i) {
                RoadProfile& line = lines[i - begin];
                const std::size_t own = std::max<std::size_t>(line.points.size(), 2) - 2;
                climb(i, line, std::span(heights.metres).subspan(used, own));
                used += own;
            }
            begin = at + 1;
            lines.clear();
            inside.clear();
        }
    }

    void climb(std::size_t at, RoadProfile& profile, std::span<const double> inside) {
        const Road& road = roads_.roads[at];
        const double start = heights_[road.start];
        const double end = heights_[road.end];
        if (profile.points.empty() || std::isnan(start) || std::isnan(end)) {
            unknown_arcs_ += roads_.arcs_of(at).size();
            return;
        }
        profile.heights = {start};
        profile.heights.insert(profile.heights.end(), inside.begin(), inside.end());
        profile.heights.push_back(end);
        profile.fill_gaps();
        profile.smooth(window_m);
        const std::int64_t rise_cm = centimetres(end) - centimetres(start);
        const std::int64_t ascent_cm = std::max({std::int64_t{0}, rise_cm, centimetres(profile.ascent_m())});
        for (const ArcIndex arc : roads_.arcs_of(at)) {
            const bool backward = roads_.is_backward[arc] != 0;
            ascent_[arc] = Decimal(backward ? ascent_cm - rise_cm : ascent_cm, height_digits);
            descent_[arc] = Decimal(backward ? ascent_cm : ascent_cm - rise_cm, height_digits);
            if (time_ != nullptr) slow(arc, profile, backward);
        }
    }

    // ---- times

    void find_times() {
        const auto in_unit = [&](const char* name, const char* unit) {
            const ArcColumn* found = column(name);
            return found != nullptr && found->unit == unit ? found : nullptr;
        };
        length_ = in_unit("length", "m");
        speed_ = in_unit("free_speed", "km/h");
        if (length_ != nullptr && speed_ != nullptr && in_unit("time", "s") != nullptr) time_ = column("time");
    }

    // Replaces the time of riding or walking on the level; what else the time holds, such as prices of gates, stays.
    void slow(ArcIndex arc, const RoadProfile& profile, bool backward) {
        if (time_->values[arc].is_missing() || speed_->values[arc].is_missing() || is_apart(arc)) return;
        const double level_kmh = speed_->values[arc].to_double();
        if (!(level_kmh > 0) || !(profile.step_m > 0)) return;
        double factors = 0;
        for (std::size_t i = 1; i < profile.heights.size(); ++i) {
            const double rise = (profile.heights[i] - profile.heights[i - 1]) * (backward ? -1 : 1);
            factors += time_factor(rule_, rise / profile.step_m, level_kmh);
        }
        const double factor = factors / static_cast<double>(profile.heights.size() - 1);
        const double level_s = length_->values[arc].to_double() / level_kmh * 3.6;
        time_->values[arc] = rounded(time_->values[arc].to_double() + level_s * (factor - 1), time_digits);
        ++timed_arcs_;
    }

    // Ferries, and steps, whose speed is one of climbing.
    bool is_apart(ArcIndex arc) const {
        const TextColumn* types = network_.text("facility_type");
        return types != nullptr && (types->text(arc) == "ferry" || types->text(arc) == "steps");
    }

    // ---- results

    void set_column(ArcColumn made) {
        ArcColumn* known = column(made.name);
        if (known == nullptr) {
            network_.columns.push_back(std::move(made));
            return;
        }
        log(options_.log, LogLevel::warning,
            format("the column '{}' of the file is replaced by that from {}", made.name, options_.elevation));
        *known = std::move(made);
    }

    void tell_impossible() const {
        if (impossible_ == 0) return;
        log(options_.log, LogLevel::loss,
            format(
                "{}: at {} of {} points along the roads it has numbers that are no heights on earth, such as {:.6g} m; "
                "they count as no value, which gdal_edit.py -a_nodata states",
                options_.elevation, count_text(impossible_), count_text(points_), first_impossible_));
    }

    void require_most_points() const {
        const std::uint64_t lost = outside_ + no_value_;
        if (lost < points_ && (options_.lenient || !is_much(lost, points_))) return;
        throw InputError(
            options_.elevation, 0,
            format("of {} points along the roads {} are outside the raster and in {} it has no value; use a "
                   "raster that covers the network, or set `lenient` to take heights from their neighbours",
                   count_text(points_), count_text(outside_), count_text(no_value_)));
    }

    void tell(ImportReport& report) {
        const auto add = [&](const char* name, std::uint64_t count) {
            if (count > 0) report.counts.push_back({name, count});
        };
        add("points with heights", points_ - outside_ - no_value_);
        add("points outside the raster", outside_);
        add("points where the raster has no value", no_value_);
        add("points beside numbers that are no heights", impossible_);
        add("bridges, tunnels, covered roads, ferries", structures_);
        add("arcs without ascent", unknown_arcs_);
        add("arcs with times by grade", timed_arcs_);
        const std::uint64_t lost = outside_ + no_value_;
        log(options_.log, lost > 0 ? LogLevel::warning : LogLevel::info,
            format("{}: heights at {} of {} points along the roads, {:.4g} m apart or less{}", options_.elevation,
                   count_text(points_ - lost), count_text(points_), step_m_,
                   lost == 0 ? "" : "; the others follow from their neighbours"));
        if (unknown_arcs_ > 0) {
            log(options_.log, LogLevel::warning,
                format("{} arcs have no ascent, since no height is known near them", count_text(unknown_arcs_)));
        }
        if (timed_arcs_ > 0) {
            log(options_.log, LogLevel::info,
                format("times by grade ({}): {} arcs", rule_ == GradeRule::foot ? "foot" : "bicycle",
                       count_text(timed_arcs_)));
        }
    }

    RoadNetwork& network_;
    const ReadOptions& options_;
    GradeRule rule_;
    ReferenceSystem system_;
    HeightRaster raster_;
    double step_m_;
    Roads roads_;
    std::vector<double> heights_;  // of nodes
    std::vector<Decimal> ascent_, descent_;
    ArcColumn* time_ = nullptr;  // null: times stay
    const ArcColumn* length_ = nullptr;
    const ArcColumn* speed_ = nullptr;
    // Counts for the report.
    std::uint64_t points_ = 0, outside_ = 0, no_value_ = 0, structures_ = 0, unknown_arcs_ = 0, timed_arcs_ = 0;
    std::uint64_t impossible_ = 0;
    double first_impossible_ = 0;
};

const std::string* note_of(const RoadNetwork& network, std::string_view name) {
    const auto& notes = network.provenance.notes;
    const auto found = std::ranges::find(notes, name, &std::pair<std::string, std::string>::first);
    return found == notes.end() ? nullptr : &found->second;
}

constexpr const char* elevation_note = "elevation";
constexpr const char* grade_note = "grade";

}  // namespace

void add_climb(RoadNetwork& network, const ReadOptions& options, ImportReport& report) {
    if (const std::string* raster = note_of(network, elevation_note)) {
        throw InputError(report.source, 0,
                         format("the network has its heights from {} already; give `elevation` where the original file "
                                "is read",
                                *raster));
    }
    if (network.coordinates.empty())
        throw InputError(report.source, 0, "the network has no coordinates, which `elevation` needs");
    if (network.provenance.crs.empty()) {
        throw InputError(report.source, 0,
                         "the network states no reference system, which `elevation` needs; set `crs`");
    }
    const std::string* rule = note_of(network, grade_note);
    Climber(network, options, rule == nullptr ? GradeRule::none : grade_rule(*rule)).add(report);
    network.provenance.notes.emplace_back(elevation_note, options.elevation);
}

}  // namespace allways::importers
