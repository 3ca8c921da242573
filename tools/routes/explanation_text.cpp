// SPDX-License-Identifier: Apache-2.0
// Explanations as text and JSON.
#include <cmath>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/result/natural_text.h"
#include "allways/routes/explanation.h"
#include "base/counted.h"
#include "base/human.h"

namespace allways {

namespace {

using ExplanationJson = nlohmann::ordered_json;

std::string labelled(const char* label, const std::string& text) {
    return format("{:<6}{}\n", label, text);
}

std::string cost_text(double raw, const Explanation& explanation) {
    return natural_text(raw, explanation.type, explanation.scale) + unit_suffix(explanation.scale);
}

std::string path_text(const Explanation& made) {
    std::string found = format("{}, {}", cost_text(made.raw_distance, made), counted(made.arcs, "arc"));
    for (const auto& [name, value, unit] : made.sums)
        found += format(", {} {}{}", name, value.to_string(), unit.empty() ? "" : " " + unit);
    std::string text = labelled("path", found) + labelled("why", made.why);
    if (made.costliest) {
        text += labelled("", format("its costliest arc is {}, from {} to {}, with {}", made.costliest->text,
                                    made.costliest->from, made.costliest->to, cost_text(made.costliest->cost, made)));
    }
    if (made.turn_rule) {
        text += labelled(
            "",
            format("without turn rules it would be {}, {} less: {}", cost_text(made.turn_rule->distance_without, made),
                   cost_text(made.raw_distance - made.turn_rule->distance_without, made), made.turn_rule->text));
    }
    if (!made.costliest) return text;
    const double other = made.raw_distance_without_costliest;
    if (!std::isfinite(other)) return text + labelled("", "without that arc there would be no path");
    return text + labelled("", format("without that arc it would be {}, {} more", cost_text(other, made),
                                      cost_text(other - made.raw_distance, made)));
}

std::string no_path_text(const Explanation& made) {
    return labelled("path", format("none: {} can be reached from the start, and {} can reach the end",
                                   counted(made.reached_from_start, "node"), count_text(made.reaching_end))) +
           labelled("why", made.why);
}

ExplanationJson end_json(const Explanation::End& end) {
    ExplanationJson json{{"asked", end.asked}, {"place", end.place}, {"component", end.component}};
    if (end.distance) json[end.in_metres ? "distance_m" : "distance"] = *end.distance;
    return json;
}

}  // namespace

std::string explanation_text(const Explanation& made) {
    std::string text;
    for (const auto& [label, end] : {std::pair{"from", &made.from}, std::pair{"to", &made.to}})
        text += labelled(label, end->place) + labelled("", end->component);
    text += labelled("cost", made.scale.name + (made.scale.unit.empty() ? "" : " in " + made.scale.unit));
    return text + (made.reachable ? path_text(made) : no_path_text(made));
}

std::string explanation_json(const Explanation& made) {
    const auto natural = [&](double raw) { return natural_json(raw, made.scale); };
    ExplanationJson json{{"from", end_json(made.from)},
                         {"to", end_json(made.to)},
                         {"cost", made.scale.name},
                         {"unit", made.scale.unit},
                         {"reachable", made.reachable}};
    if (made.reachable) {
        json["distance"] = natural(made.raw_distance);
        json["arcs"] = made.arcs;
    } else {
        json["reached_from_start"] = made.reached_from_start;
        json["reaching_end"] = made.reaching_end;
    }
    json["why"] = made.why;
    if (made.costliest) {
        json["costliest"] = {
            {"arc", made.costliest->id}, {"road", made.costliest->road}, {"cost", natural(made.costliest->cost)}};
    }
    if (made.turn_rule) {
        json["turn_rule"] = {{"text", made.turn_rule->text},
                             {"source", made.turn_rule->source},
                             {"node", made.turn_rule->node},
                             {"distance_without", natural(made.turn_rule->distance_without)}};
    }
    if (made.costliest) {
        json["without_costliest"] = {{"reachable", std::isfinite(made.raw_distance_without_costliest)},
                                     {"distance", natural(made.raw_distance_without_costliest)}};
    }
    return json_text(json, 2);
}

}  // namespace allways
