// SPDX-License-Identifier: Apache-2.0
// Draws lines over a size on logarithmic axes with Cairo. In: plain values; out: a PNG, SVG or PDF file.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace allways::command {

struct PlotLine {
    // Measured lines are solid, each in its own colour, the product's black; published ones are dashed and grey.
    enum class Kind { measured, product, published };

    std::string name;                               // in the legend
    std::vector<std::pair<double, double>> points;  // x, y, both above 0; ascending x
    Kind kind = Kind::measured;
};

struct PlotPanel {
    std::string title;  // above it; may be empty
    std::vector<PlotLine> lines;
};

// Panels are stacked, each with its axes, and its legend at the right.
struct LinePlot {
    std::string title;
    std::string x_title;
    std::string y_title;
    std::string caption;  // below; long captions are wrapped
    std::vector<PlotPanel> panels;
};

// Throws InvalidArgument unless the name ends in .png, .svg or .pdf.
void check_plot_name(const std::string& path);

// Writes the format of the file's suffix. Throws InvalidArgument as check_plot_name does and for a plot without points,
// InputError if the file exists and may not be replaced, or cannot be written.
void write_line_plot(const LinePlot& plot, const std::string& path, bool overwrite);

}  // namespace allways::command
