// SPDX-License-Identifier: Apache-2.0
#include "allways/draw/map.h"

#include <algorithm>

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
    constexpr double visible = 3.5;  // smaller dots have no clear colour
    for (auto dots = map.dots.rbegin(); dots != map.dots.rend(); ++dots) {
        if (dots->square)
            add(Kind::square, dots->label, {dots->colour, dots->radius, false});
        else
            add(Kind::dot, dots->label, {dots->colour, std::max(visible, dots->radius), false});
    }
    return entries;
}

}  // namespace allways
