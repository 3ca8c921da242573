// SPDX-License-Identifier: Apache-2.0
// A heat map as a page: writes the values of its cells.
#include <array>
#include <cmath>

#include "allways/base/format.h"
#include "allways/draw/bands.h"
#include "allways/draw/page.h"
#include "draw/page_writer.h"

namespace allways {

using namespace tools;

namespace {

constexpr std::size_t ramp_steps = 128;

void write_values(const HeatMap& map, const PageOptions& options, JsonWriter& json) {
    json.key("values").open('[');
    for (std::size_t at = 0; at < map.values.size(); ++at) {
        if (at % map.shown_columns == 0) report(options.progress, "write", at, map.values.size());
        const double value = map.values[at];
        if (!std::isfinite(value)) {
            json.word("null");
        } else if (map.is_downsampled()) {
            json.word(format("{:.6g}", value));
        } else {
            json.number(value);
        }
    }
    json.close(']');
}

}  // namespace

void write_page(const HeatMap& map, const PageOptions& options) {
    constexpr std::array<std::string_view, 4> scripts{"view.js", "page_data.js", "search_box.js", "heat.js"};
    write_page_around({map.title, map.subtitle, map.attribution}, scripts, options, [&](JsonWriter& json) {
        json.key("valueName").text(map.value_name);
        json.key("unit").text(map.unit);
        json.key("shownRows").number(map.shown_rows);
        json.key("shownColumns").number(map.shown_columns);
        json.key("smallest").number(map.smallest);
        json.key("largest").number(map.largest);
        json.key("rowIds").texts(map.row_ids);
        json.key("columnIds").texts(map.column_ids);
        json.key("ramp").open('[');
        for (const Colour& colour : value_colours(ramp_steps, theme_named(options.theme))) json.colour(colour);
        json.close(']');
        const std::vector<double> ticks = value_ticks(map);
        json.key("ticks").numbers(ticks);
        json.key("tickLabels").open('[');
        for (const double tick : ticks) json.text(quantity_text(tick, map.unit));
        json.close(']');
        write_values(map, options, json);
    });
}

}  // namespace allways
