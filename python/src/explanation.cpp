// SPDX-License-Identifier: Apache-2.0
// Explanations of paths: natural numbers, sentences and text.
#include <nanobind/stl/map.h>

#include "allways/result/natural_scale.h"
#include "allways/routes/explanation.h"
#include "bindings.h"
#include "callbacks.h"
#include "paths.h"

namespace allways::python {

namespace {

// A value of an explanation, with the scale of its numbers.
template <class Part>
struct Scaled {
    Part part;
    CostScale scale;

    double natural(double raw) const { return natural_value(raw, scale); }
};

using CostlyArc = Scaled<Explanation::Arc>;
using StandingRule = Scaled<Explanation::TurnRule>;

template <class Part>
std::optional<Scaled<Part>> scaled(const std::optional<Part>& part, const CostScale& scale) {
    return part ? std::optional(Scaled<Part>{*part, scale}) : std::nullopt;
}

// The sums by name, as columns are named: "length_m".
std::map<std::string, double> sums_of(const Explanation& self) {
    std::map<std::string, double> sums;
    for (const auto& [name, value, unit] : self.sums) sums[unit.empty() ? name : name + "_" + unit] = value.to_double();
    return sums;
}

std::optional<double> without_costliest(const Explanation& self) {
    if (!self.costliest) return std::nullopt;
    return natural_value(self.raw_distance_without_costliest, self.scale);
}

}  // namespace

void bind_explanation(nb::module_& core) {
    auto explanation =
        nb::class_<Explanation>(core, "Explanation", "The explanation of a path; str() gives some lines of text.");
    nb::class_<Explanation::End>(explanation, "End")
        .def_ro("asked", &Explanation::End::asked, "The id or position as given.")
        .def_ro("place", &Explanation::End::place, "Where it lies: \"on arc 12 (High Street), between nodes …\".")
        .def_ro("component", &Explanation::End::component, "Its component: \"in strong component …\".")
        .def_ro("distance", &Explanation::End::distance, "From a position to its place; None for a node.")
        .def_ro("in_metres", &Explanation::End::in_metres,
                "True if `distance` is in metres, else in the coordinates' unit.");
    nb::class_<CostlyArc>(explanation, "Arc")
        .def_prop_ro("id", [](const CostlyArc& self) { return self.part.id; })
        .def_prop_ro(
            "road", [](const CostlyArc& self) { return self.part.road; }, "Its name, number or class.")
        .def_prop_ro("tail", [](const CostlyArc& self) { return self.part.from; })
        .def_prop_ro("head", [](const CostlyArc& self) { return self.part.to; })
        .def_prop_ro("cost", [](const CostlyArc& self) { return self.natural(self.part.cost); });
    nb::class_<StandingRule>(explanation, "TurnRule")
        .def_prop_ro("text", [](const StandingRule& self) { return self.part.text; })
        .def_prop_ro(
            "source", [](const StandingRule& self) { return self.part.source; }, "\"relation 4711 …\".")
        .def_prop_ro("node", [](const StandingRule& self) { return self.part.node; })
        .def_prop_ro("distance_without",
                     [](const StandingRule& self) { return self.natural(self.part.distance_without); });
    explanation.def_ro("origin", &Explanation::from)
        .def_ro("destination", &Explanation::to)
        .def_prop_ro("cost", [](const Explanation& self) { return self.scale.name; })
        .def_prop_ro("unit", [](const Explanation& self) { return self.scale.unit; })
        .def_ro("reachable", &Explanation::reachable)
        .def_ro("why", &Explanation::why, "The reason, in one sentence.")
        .def_prop_ro(
            "distance", [](const Explanation& self) { return natural_value(self.raw_distance, self.scale); },
            "In `unit`; inf if there is no path.")
        .def_ro("arcs", &Explanation::arcs, "The number of arcs of the path.")
        .def_prop_ro("sums", sums_of, "Its length and time, if the network has them: length_m, time_s.")
        .def_prop_ro("costliest", [](const Explanation& self) { return scaled(self.costliest, self.scale); })
        .def_prop_ro("distance_without_costliest", without_costliest,
                     "The distance without the costliest arc; inf if there would be no path.")
        .def_prop_ro(
            "turn_rule", [](const Explanation& self) { return scaled(self.turn_rule, self.scale); },
            "The first turn rule that prevents a shorter path, or any path.")
        .def_ro("reached_from_start", &Explanation::reached_from_start,
                "Without a path: the number of nodes that the origin reaches.")
        .def_ro("reaching_end", &Explanation::reaching_end,
                "Without a path: the number of nodes that reach the destination.")
        .def("to_json", explanation_json, "The object that `allways explain --json` prints.")
        .def("__str__",
             [](const Explanation& self) {
                 std::string lines = explanation_text(self);
                 lines.pop_back();  // print() adds the last line end
                 return lines;
             })
        .def("__repr__", [](const Explanation& self) { return "<allways.Explanation: " + self.why + ">"; });
    core.def("explain", [](const Source& source, const Stop& from, const Stop& to, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks&) { return explain(*source.paths, from, to); });
    });
}

}  // namespace allways::python
