// SPDX-License-Identifier: Apache-2.0
// Routes as readable text: arc by arc, or road by road if the roads have names.
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/natural_scale.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route_formats.h"
#include "base/text_table.h"
#include "export/files/output_file.h"
#include "routes/directions.h"
#include "routes/formats.h"

namespace allways::tools {

namespace {

using Measure = RoadFacts::Measure;

// "350 m", "12.4 km"; unchanged in an unknown unit. Empty if missing.
std::string length_text(const Measure& measure, const Decimal& length) {
    if (length.is_missing()) return "";
    const double value = length.to_double();
    if (measure.unit != "m") return length.to_string() + (measure.unit.empty() ? "" : " " + measure.unit);
    return value < 999.5 ? format("{:.0f} m", value) : format("{:.1f} km", value / 1000);
}

// "40 s", "2:05 min", "1:02:05 h"
std::string duration_text(const Measure& measure, const Decimal& time) {
    if (time.is_missing()) return "";
    if (measure.unit != "s") return time.to_string() + (measure.unit.empty() ? "" : " " + measure.unit);
    const auto whole = std::llround(time.to_double());
    if (whole < 60) return format("{} s", whole);
    if (whole < 3600) return format("{}:{:02} min", whole / 60, whole % 60);
    return format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

class TextWriter {
public:
    TextWriter(OutputFile& out, const PathSource& source, const RouteOutput& output, bool by_road)
        : out_(out),
          source_(source),
          scale_(source.scale(), output.unit),
          facts_(source),
          directions_(source, facts_),
          language_(Language::find(output.language)),
          by_road_(by_road) {}

    // `label`: the pair's name.
    void write(const Route& route, const std::string& label) {
        std::string stops;
        for (const Stop& stop : route.stops) stops += (stops.empty() ? "" : " -> ") + stop_text(source_, stop);
        if (!label.empty()) stops = label + ": " + stops;
        if (route.alternative > 0) stops += format(", alternative {}", route.alternative);
        if (!route.reachable) {
            out_.put(stops + ": unreachable\n");
            return;
        }
        out_.put(format("{}: {} {}{}, {} arc{}", stops, source_.scale().name, cost_text(route.raw_distance),
                        scale_.unit().empty() ? "" : " " + scale_.unit(), route.legs.size(),
                        route.legs.size() == 1 ? "" : "s"));
        if (source_.departure() != nullptr) {
            out_.put(format(", departs {}, arrives {}", time_text(source_, 0), time_text(source_, route.raw_distance)));
        }
        if (by_road_) {
            write_sums(route);
            write_roads(route);
        } else {
            out_.put('\n');
            write_arcs(route);
        }
    }

private:
    // Six digits are enough for readers: whole seconds in minutes may have endless decimals.
    std::string rounded_text(double raw) const { return format("{:.6g}", scale_.value(raw)); }
    std::string cost_text(double raw) const {
        return scale_.is_decimal() ? natural_text(raw, source_.type(), scale_) : rounded_text(raw);
    }
    std::string cost_sum_text(double raw) const {
        return scale_.is_decimal() ? sum_text(raw, source_.type(), scale_) : rounded_text(raw);
    }

    void write_arcs(const Route& route) {
        double sum = 0;
        for (const PathLeg& leg : route.legs) {
            sum += leg.raw_cost;
            out_.put(format("  {:>10} -> {:<10} {:>10}  {:>12}", source_.node_text(leg.from), source_.node_text(leg.to),
                            cost_text(leg.raw_cost), cost_sum_text(sum)));
            if (facts_.has_arc(leg)) {
                out_.put("  arc " + facts_.arc_id(leg) + (facts_.is_reversed(leg) ? " reversed" : ""));
            }
            out_.put('\n');
        }
    }

    void write_sums(const Route& route) {
        std::string sums;
        if (facts_.length()) sums += length_text(*facts_.length(), facts_.length()->sum(route.legs));
        if (facts_.time()) {
            const std::string time = duration_text(*facts_.time(), facts_.time()->sum(route.legs));
            sums += (sums.empty() || time.empty() ? "" : ", ") + time;
        }
        out_.put((sums.empty() ? "" : ", " + sums) + "\n");
    }

    // Writes each road's length and time, or its cost if neither is known, and the sums up to its end.
    void write_roads(const Route& route) {
        std::vector<std::vector<std::string>> rows;
        const auto legs = std::span(route.legs);
        const bool has_measures = facts_.length() || facts_.time();
        for (const Instruction& instruction : directions_.of(route, language_)) {
            std::vector<std::string> row{"  " + instruction.text};
            const std::size_t end = instruction.first_leg + instruction.leg_count;
            const auto add = [&](std::span<const PathLeg> some) {
                if (facts_.length()) row.push_back(length_text(*facts_.length(), facts_.length()->sum(some)));
                if (facts_.time()) row.push_back(duration_text(*facts_.time(), facts_.time()->sum(some)));
                double cost = 0;
                for (const PathLeg& leg : some) cost += leg.raw_cost;
                if (!has_measures) row.push_back(cost_sum_text(cost));
            };
            add(legs.subspan(instruction.first_leg, instruction.leg_count));
            if (instruction.leg_count == 0) std::fill(row.begin() + 1, row.end(), "");
            add(legs.first(end));
            rows.push_back(std::move(row));
        }
        out_.put(text_table(rows, 1));
    }

    OutputFile& out_;
    const PathSource& source_;
    NaturalScale scale_;
    RoadFacts facts_;
    Directions directions_;
    const Language& language_;
    bool by_road_;
};

void write_text(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    const bool by_road = output.steps.empty() ? RoadFacts(source).has_names() : output.steps == "roads";
    if (by_road && source.arcs().size() == 0) {
        throw InvalidArgument("`steps` roads needs a network; a matrix has no roads");
    }
    OutputFile out(output.path, output.overwrite);
    out.keep_printable();
    TextWriter writer(out, source, output, by_road);
    for (std::size_t at = 0; at < routes.size(); ++at) {
        report(output.progress, "write", at, routes.size());
        if (at > 0) out.put('\n');
        writer.write(routes[at], output.pairs.label(at));
    }
    out.commit();
}

}  // namespace

RouteFormat route_text() {
    return {.name = "text", .suffixes = {".txt"}, .write = write_text, .steps = true};
}

}  // namespace allways::tools
