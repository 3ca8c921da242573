// SPDX-License-Identifier: Apache-2.0
// allways draw: a network, paths, an isochrone map or a table's heat map as a picture or a page.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/draw/heat_map.h"
#include "allways/draw/maps.h"
#include "allways/draw/picture.h"
#include "allways/points/point_list.h"
#include "base/counted.h"
#include "base/human.h"
#include "base/text.h"
#include "command/asked_stops.h"
#include "command/command.h"
#include "command/input.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/solve_options.h"

namespace allways::command {

namespace draw_verb {
namespace {

constexpr std::size_t most_cells_of_a_page = 512;  // per side
constexpr std::size_t most_cells_of_a_picture = 1024;

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    StopArguments stops;
    SnapChoice snap;
    std::string path;
    std::string format;  // empty: from the suffix
    bool overwrite = false;
    std::size_t alternatives = 0;
    std::vector<std::string> cutoffs;
    std::string unit;  // of cutoffs
    std::string colour_by;
    std::string width_by;
    std::string classes;
    std::string attribution;
    std::string size;
    double dpi = 0;  // 0: 192
    std::string title;
    std::string theme = "light";
    bool no_legend = false;

    bool wants_paths() const { return !stops.pairs.empty() || !stops.to.empty(); }
    bool wants_column() const { return !colour_by.empty() || !width_by.empty(); }
    bool wants_stops() const { return wants_paths() || !stops.from.empty(); }
};

// "png", "svg", "pdf" or "html". Throws InvalidArgument.
std::string format_of(const Arguments& arguments) {
    if (!arguments.format.empty()) return arguments.format;
    for (const std::string name : {"png", "svg", "pdf", "html"}) {
        if (arguments.path.ends_with("." + name)) return name;
    }
    if (arguments.path.ends_with(".htm")) return "html";
    throw InvalidArgument(
        arguments.path == standard_output
            ? std::string("standard output requires -f: png, svg, pdf or html")
            : format(
                  "'{}' has no picture suffix: use .png, .svg, .pdf, or .html for a page; or choose a format with -f",
                  arguments.path));
}

// "1200x800"
std::pair<double, double> parse_size(const std::string& text) {
    constexpr double largest = 20000;
    double width = 0;
    double height = 0;
    int used = 0;
    if (std::sscanf(text.c_str(), "%lf%*[xX]%lf%n", &width, &height, &used) == 2 &&
        static_cast<std::size_t>(used) == text.size() && width >= 1 && height >= 1 && width <= largest &&
        height <= largest) {
        return {width, height};
    }
    throw InvalidArgument(
        format("--size: expected WIDTHxHEIGHT such as 1600x1200, each up to {:.0f}, found '{}'", largest, text));
}

// "equal", "5", "equal,5", "100,500,1000": a rule, a number of classes, both, or limits. Throws InvalidArgument.
ClassChoice parse_classes(const std::string& text) {
    constexpr std::size_t most_classes = 12;
    ClassChoice choice;
    if (text.empty()) return choice;
    std::vector<std::string_view> parts = split(text, ',');
    const std::vector<std::string> rules = words_of(ClassRule());
    const auto rule = std::ranges::find(rules, trimmed(parts.front()));
    if (rule != rules.end()) {
        choice.rule = static_cast<ClassRule>(rule - rules.begin());
        parts.erase(parts.begin());
    }
    bool right = parts.size() < 2 || !choice.rule;
    for (const std::string_view part : parts) {
        const auto value = parse_real(trimmed(part));
        right = right && value && (choice.limits.empty() || *value > choice.limits.back());
        choice.limits.push_back(value.value_or(0));
    }
    if (parts.size() == 1) {
        const std::size_t most = choice.rule == ClassRule::categories ? category_colour_count : most_classes;
        const double count = choice.limits[0];
        right = right && count >= 1 && count <= static_cast<double>(most) && count == std::floor(count);
        if (right) choice.most = static_cast<std::size_t>(count);
        choice.limits.clear();
    }
    if (right) return choice;
    throw InvalidArgument(
        format("--classes: expected {}, a number of classes (1 to {}, categories 1 to {}), a rule and "
               "a number such as equal,5, or growing limits such as 100,500,1000, found '{}'",
               joined(rules), most_classes, category_colour_count, text));
}

void check_column(const Arguments& arguments) {
    if (!arguments.wants_column()) {
        if (!arguments.classes.empty()) throw InvalidArgument("--classes applies only to --colour-by and --width-by");
        return check_stop_options(arguments.stops);
    }
    parse_classes(arguments.classes);
    if (arguments.wants_stops())
        throw InvalidArgument(format("{} cannot be combined with --from, --to or --pairs",
                                     arguments.colour_by.empty() ? "--width-by" : "--colour-by"));
    if (arguments.stops.points.empty()) return check_point_options(arguments.stops.read_points, {});
    if (!arguments.width_by.empty())
        throw InvalidArgument("--width-by applies to roads, not to --points, which --colour-by colours");
}

void check(const Arguments& arguments) {
    const StopArguments& stops = arguments.stops;
    const std::string output_format = format_of(arguments);
    check_column(arguments);
    if (stops.from.empty() && !stops.to.empty()) throw InvalidArgument("--to requires --from");
    if (stops.to.empty() && !stops.via.empty()) throw InvalidArgument("--via requires --from and --to");
    if (arguments.alternatives > 0 && (!arguments.wants_paths() || !stops.via.empty())) {
        throw InvalidArgument("--alternatives requires --from and --to, or --pairs, without --via");
    }
    if (!arguments.cutoffs.empty() && (stops.from.empty() || arguments.wants_paths())) {
        throw InvalidArgument("--cutoff applies only to isochrone maps: --from without --to");
    }
    if (!arguments.cutoffs.empty()) bands_at(parse_cutoffs(arguments.cutoffs), {});
    if (!arguments.unit.empty() && arguments.cutoffs.empty()) throw InvalidArgument("--unit applies only to --cutoff");
    if (output_format == "html" && (!arguments.size.empty() || arguments.dpi > 0)) {
        throw InvalidArgument("--size and --dpi apply only to pictures; a page fills its window");
    }
    if (output_format != "png" && arguments.dpi > 0) {
        throw InvalidArgument(format("--dpi applies only to png; {} has no pixels", output_format));
    }
    if (!arguments.size.empty()) parse_size(arguments.size);
    check_file_output(arguments.path, arguments.overwrite);
}

PictureOptions picture_options(const Arguments& arguments, Console& console) {
    constexpr double points_an_inch = 96;
    PictureOptions options;
    options.path = arguments.path;
    options.overwrite = arguments.overwrite;
    options.kind = *picture_kind_of("." + format_of(arguments));
    if (arguments.dpi > 0) options.pixels_a_point = arguments.dpi / points_an_inch;
    if (!arguments.size.empty()) {
        const auto [width, height] = parse_size(arguments.size);
        const double unit = options.kind == PictureKind::png ? options.pixels_a_point : 1;
        options.width = width / unit;
        options.height = height / unit;
    }
    options.theme = arguments.theme;
    options.legend = !arguments.no_legend;
    options.progress = console.progress();
    return options;
}

template <class Content>
void write(Content content, const Arguments& arguments, Console& console) {
    if (!arguments.title.empty()) content.title = arguments.title;
    if (!arguments.attribution.empty()) content.attribution = arguments.attribution;
    if (format_of(arguments) == "html") {
        write_page(content,
                   {arguments.path, arguments.overwrite, arguments.theme, !arguments.no_legend, console.progress()});
    } else {
        write_picture(content, picture_options(arguments, console));
    }
}

std::size_t most_cells(const Arguments& arguments) {
    return format_of(arguments) == "html" ? most_cells_of_a_page : most_cells_of_a_picture;
}

void warn_unplaced(const PointSet& points, Console& console) {
    const auto is_unplaced = [](const std::string& problem) { return !problem.empty(); };
    const auto first = std::ranges::find_if(points.problems, is_unplaced);
    if (first == points.problems.end()) return;
    const auto count = static_cast<std::uint64_t>(std::count_if(first, points.problems.end(), is_unplaced));
    const auto at = static_cast<std::size_t>(first - points.problems.begin());
    console.warn(format("{} without a position not drawn; the first is {}: {}", counted(count, "point"),
                        points.where(at), *first));
}

Map coloured_map(const PathSource& source, const Arguments& arguments, Console& console) {
    const Theme& theme = theme_named(arguments.theme);
    const ClassChoice classes = parse_classes(arguments.classes);
    if (arguments.stops.points.empty())
        return column_map(source, {arguments.colour_by, arguments.width_by, classes}, theme);
    PointOptions options = arguments.stops.read_points;
    if (classes.rule == ClassRule::categories)
        options.text_field = arguments.colour_by;
    else
        options.number_fields = {arguments.colour_by};
    options.missing_numbers = true;
    options.log = console.log();
    const PointSet points = read_point_file(arguments.stops.points, options);
    warn_unplaced(points, console);
    return point_map(source, points, arguments.colour_by, classes, theme);
}

Map map_of(Input input, const Arguments& arguments, Console& console) {
    const Theme& theme = theme_named(arguments.theme);
    const std::string& file = arguments.input.path;
    if (arguments.wants_column()) {
        return coloured_map(make_path_source(std::move(input), file, arguments.solve.options(console)), arguments,
                            console);
    }
    if (!arguments.wants_stops())
        return network_map(make_path_source(std::move(input), file, arguments.solve.options(console)), theme);
    auto [asked, columns] = find_asked_stops(std::move(input), file, arguments.stops, arguments.solve.options(console),
                                             arguments.snap, nullptr);
    if (!arguments.wants_paths()) {
        return isochrone_map(asked.source, asked.stops.at(0).at(0), parse_cutoffs(arguments.cutoffs), theme,
                             arguments.unit);
    }
    if (arguments.alternatives > 0) prepare_routes(asked.source, asked.stops, arguments.alternatives);
    const std::vector<Route> routes =
        find_routes(asked.source, std::move(asked.stops), arguments.alternatives, console.progress());
    return path_map(asked.source, routes, theme, columns_of_routes(columns, routes));
}

void draw(Input input, const Arguments& arguments, Console& console) {
    const bool stops = arguments.wants_stops() || arguments.wants_column();
    const std::string& file = arguments.input.path;
    if (const auto* table = std::get_if<DistanceTable>(&input); table != nullptr && !stops) {
        return write(heat_map(cells_of(*table), most_cells(arguments), file, console.progress()), arguments, console);
    }
    if (const auto* matrix = std::get_if<CostMatrix>(&input)) {
        if (stops)
            throw InputError(file, 0,
                             "a matrix has no roads to draw; leave out --from, --pairs, --colour-by or --width-by to "
                             "draw its costs");
        return write(heat_map(*matrix, most_cells(arguments), file, console.progress()), arguments, console);
    }
    if (const auto* part = std::get_if<OriginDestinationTable>(&input)) {
        if (stops)
            throw InputError(file, 0,
                             "a table of origins and destinations has no roads to draw; leave out --from, --pairs, "
                             "--colour-by or --width-by to draw its cells");
        return write(heat_map(cells_of(*part), most_cells(arguments), file, console.progress()), arguments, console);
    }
    Map map = map_of(std::move(input), arguments, console);
    if (map.left_out > 0) {
        console.warn(format("{} not on the map, because an end has no coordinates",
                            counted(map.left_out, "road is", "roads are")));
    }
    if (map.far_nodes > 0) {
        console.info(format("{} outside the picture; --bbox sets its extent",
                            counted(map.far_nodes, "outlying node is", "outlying nodes are")));
    }
    write(std::move(map), arguments, console);
}

ExitCode run(Arguments arguments, Console& console) {
    check(arguments);
    Input input = read(for_solving(arguments.input, arguments.solve), console);
    arguments.solve.cost = named_cost(arguments.solve.cost_options(), arguments.input.read, input);
    draw(std::move(input), arguments, console);
    console.stop();
    console.info(format("drawn: {}", arguments.path));
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, a factor, a solved table or a matrix");
    add_flag(app, arguments->path,
             {"-o,--output", "PICTURE", "Picture or web page to write; - writes to standard output (with -f)"})
        ->required();
    add_flag(app, arguments->format, {"-f,--format", "png|svg|pdf|html", "Format of the output (default: by suffix)"});
    app.add_flag("-O,--overwrite", arguments->overwrite, "Overwrite an existing output");
    add_stop_options(app, arguments->stops);
    add_alternatives_option(app, arguments->alternatives);
    add_flag(
        app, arguments->cutoffs,
        {"--cutoff", "VALUES",
         "With --from alone: limits of the bands in the cost's unit or --unit, such as 300,600,900 (default: round "
         "numbers)"});
    add_flag(app, arguments->unit, {"--unit", "UNIT", "Unit of the limits, such as min or km"});
    add_flag(app, arguments->colour_by,
             {"--colour-by", "FIELD",
              "Column of the roads, such as load, whose values colour them; with --points, a field of the points, "
              "which are drawn over the roads"});
    add_flag(app, arguments->width_by,
             {"--width-by", "FIELD",
              "Column of numbers that the widths of the roads are proportional to, the two directions side by side "
              "(colours: of --colour-by, or of the same column)"});
    add_flag(app, arguments->classes,
             {"--classes", "CLASSES",
              "Classes of the colours: round, round limits near quantiles, closer for a long tail (default); "
              "quantiles, of about equally many values; equal, of one width; categories, a colour for each value "
              "(default for texts); a number of classes, also after a rule (equal,5); or limits (100,500,1000)"});
    add_flag(
        app, arguments->attribution,
        {"--attribution", "TEXT", "Credit below the picture (default: what the data requires, if its file says so)"});
    add_flag(app, arguments->title, {"--title", "TEXT", "Title (default: what the picture shows)"});
    add_flag(app, arguments->theme, {"--theme", "light|dark", "Colours"});
    app.add_flag("--no-legend", arguments->no_legend, "Leave out the legend");
    add_flag(app, arguments->size,
             {"--size", "WxH",
              "Size such as 1600x1200, in pixels of a png or points of an svg or "
              "pdf (default: by the shape of the content)"});
    add_flag(app, arguments->dpi, {"--dpi", "DPI", "Resolution of a png; text and lines grow with it (default: 192)"})
        ->check(number_from(24, 1200));
    add_snap_options(app, arguments->snap);
    add_cost_options(app, arguments->solve);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace draw_verb

Command draw_command() {
    return {"draw", "Draw a network, paths, an isochrone map or a table as a heat map",
            "  allways draw monaco.osm.pbf -o monaco.png\n"
            "  allways draw city.gpkg --from @7.4166,43.7311 --to @7.4275,43.7402 -o path.svg\n"
            "  allways draw city.gpkg --from 17 --cutoff 300,600,900 -o reach.pdf\n"
            "  allways draw city.gpkg --from 17 -o reach.html        # opens in a browser, moves and answers\n"
            "  allways draw loads.gpkg --colour-by load -o loads.png\n"
            "  allways draw loads.gpkg --width-by load --classes 1000,5000,20000 -o loads.pdf\n"
            "  allways draw city.gpkg --points jobs.gpkg --colour-by jobs_30 -o jobs.html\n"
            "  allways draw table.omx -o table.png --theme dark",
            draw_verb::declare};
}

}  // namespace allways::command
