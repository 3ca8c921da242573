// SPDX-License-Identifier: Apache-2.0
#include "allways/draw/map.h"

namespace allways {

std::vector<LegendEntry> legend_of(const Map& map, const std::vector<LineLayer>& drawn) {
    using Kind = LegendEntry::Kind;
    std::vector<LegendEntry> entries;
    const auto add = [&](Kind kind, const std::string& label, const LineStyle& style, const std::string& letter = {}) {
        if (!label.empty()) entries.push_back({kind, label, style, letter});
    };
    const auto shown = [&](LineStyle style) {  // bands differ in colour only
        if (map.reach) style.width = 6;
        return style;
    };
    for (const MapMark& mark : map.marks) add(Kind::mark, mark.label, {mark.colour, 0, false}, mark.letter);
    for (auto layer = drawn.rbegin(); layer != drawn.rend(); ++layer)
        add(Kind::line, layer->label, shown(layer->style));
    for (const DotLayer& dots : map.dots) {
        add(dots.square ? Kind::square : Kind::dot, dots.label, {dots.colour, dots.radius, false});
    }
    return entries;
}

}  // namespace allways
