// SPDX-License-Identifier: Apache-2.0
#include "plots/experiment_plot.h"

#include <algorithm>

#include "allways/base/format.h"

namespace allways::command {

namespace {

using papers::Column;
using papers::ExperimentResult;
using papers::Published;

bool is_product(const Column& column) {
    return column.name == papers::product_kernels || column.name == papers::product_whole;
}

PlotLine measured_line(const ExperimentResult& result, const Column& column) {
    PlotLine line{column.name, {}, is_product(column) ? PlotLine::Kind::product : PlotLine::Kind::measured};
    for (std::size_t i = 0; i < column.cells.size(); ++i) {
        const auto& seconds = column.cells[i].seconds;
        if (seconds && *seconds > 0) line.points.emplace_back(static_cast<double>(result.sizes[i]), *seconds);
    }
    return line;
}

PlotLine published_line(const ExperimentResult& result, const Published& column) {
    PlotLine line{format("{}, published: {}", column.name, column.hardware), {}, PlotLine::Kind::published};
    for (std::size_t i = 0; i < column.values.size(); ++i) {
        if (column.values[i]) line.points.emplace_back(static_cast<double>(result.sizes[i]), *column.values[i]);
    }
    return line;
}

// The panel of a table; empty if the table has no line of its own.
PlotPanel panel_of(const ExperimentResult& result, const std::string& group) {
    PlotPanel panel{group, {}};
    const auto add = [&](PlotLine line) {
        if (!line.points.empty()) panel.lines.push_back(std::move(line));
    };
    for (const Column& column : result.columns) {
        if (column.group == group && !is_product(column)) add(measured_line(result, column));
    }
    for (const Published& column : result.published) {
        if (column.group == group && column.quantity == Published::Quantity::seconds)
            add(published_line(result, column));
    }
    const bool has_a_line = std::any_of(panel.lines.begin(), panel.lines.end(),
                                        [](const PlotLine& line) { return line.points.size() > 1; });
    if (!has_a_line) return {};
    // The product's lines follow the paper's measured ones.
    const auto first_published = std::find_if(panel.lines.begin(), panel.lines.end(), [](const PlotLine& line) {
        return line.kind == PlotLine::Kind::published;
    });
    std::vector<PlotLine> product;
    for (const Column& column : result.columns) {
        if (is_product(column)) product.push_back(measured_line(result, column));
    }
    std::erase_if(product, [](const PlotLine& line) { return line.points.empty(); });
    panel.lines.insert(first_published, product.begin(), product.end());
    return panel;
}

}  // namespace

LinePlot experiment_plot(const ExperimentResult& result) {
    LinePlot plot;
    plot.title = result.title;
    plot.x_title = "n, nodes";
    plot.y_title = "seconds";
    plot.caption = format(
        "Solid: measured on {}, driver {}, Allways {}, {}; cells over {} s a run are left out. Dashed: as published.",
        result.device, result.driver, result.version, result.date.substr(0, 10), result.limit_seconds);
    std::vector<std::string> groups;
    for (const Column& column : result.columns) {
        if (std::find(groups.begin(), groups.end(), column.group) != groups.end()) continue;
        groups.push_back(column.group);
        PlotPanel panel = panel_of(result, column.group);
        if (!panel.lines.empty()) plot.panels.push_back(std::move(panel));
    }
    return plot;
}

}  // namespace allways::command
