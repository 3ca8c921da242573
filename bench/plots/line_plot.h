// Lines over a size on logarithmic axes, drawn with Cairo. In: plain values; out: a PNG, SVG or PDF file.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace allways::command {

struct PlotLine {
    // Measured lines are solid, each in a colour of its own, the product's black; published ones are dashed and grey.
    enum class Kind { measured, product, published };

    std::string name;                               // in the legend
    std::vector<std::pair<double, double>> points;  // x, y, both above 0; in order of x
    Kind kind = Kind::measured;
};

struct PlotPanel {
    std::string title;  // above it; may be empty
    std::vector<PlotLine> lines;
};

// Panels stand below each other, each with its axes and its legend at the right.
struct LinePlot {
    std::string title;
    std::string x_title;
    std::string y_title;
    std::string caption;  // below; broken into lines where it is long
    std::vector<PlotPanel> panels;
};

// Throws InvalidArgument where the name ends in none of .png, .svg, .pdf.
void check_plot_name(const std::string& path);

// Writes the file, by its suffix. Throws InvalidArgument as check_plot_name and for a plot without a point, InputError
// where the file exists and may not be replaced, or cannot be written.
void write_line_plot(const LinePlot& plot, const std::string& path, bool overwrite);

}  // namespace allways::command
