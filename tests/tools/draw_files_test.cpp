// SPDX-License-Identifier: Apache-2.0
// Pictures and pages as files: read back, and looked at pixel by pixel.
#include <cmath>
#include <limits>
#include <memory>
#include <regex>

#include <cairo.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/draw/picture.h"
#include "draw/base_map.h"
#include "draw/sheet.h"
#include "draw_support.h"

namespace allways::tools {
namespace {

// A PNG file, decoded.
class Png {
public:
    explicit Png(const std::string& path)
        : surface_(cairo_image_surface_create_from_png(path.c_str()), cairo_surface_destroy) {
        EXPECT_EQ(cairo_surface_status(surface_.get()), CAIRO_STATUS_SUCCESS) << path;
    }
    int width() const { return cairo_image_surface_get_width(surface_.get()); }
    int height() const { return cairo_image_surface_get_height(surface_.get()); }
    // Returns true if a pixel has this colour, up to Cairo's rounding.
    bool has(int x, int y, const Colour& colour) const {
        const unsigned char* row =
            cairo_image_surface_get_data(surface_.get()) + y * cairo_image_surface_get_stride(surface_.get());
        const unsigned pixel = reinterpret_cast<const std::uint32_t*>(row)[x];
        const auto is_near = [](unsigned byte, double part) { return std::abs((byte & 255) - 255 * part) < 1.5; };
        return is_near(pixel >> 16, colour.red) && is_near(pixel >> 8, colour.green) && is_near(pixel, colour.blue);
    }
    int count(const Colour& colour) const {
        int found = 0;
        for (int y = 0; y < height(); ++y) {
            for (int x = 0; x < width(); ++x) found += has(x, y, colour);
        }
        return found;
    }

private:
    std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface_;
};

// A cross in a plane, 100 × 100, its streets of two classes.
RoadNetwork cross() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(5);
    network.coordinates = {{50, 50}, {0, 50}, {100, 50}, {50, 0}, {50, 100}};
    network.arc_ids = IdTable::consecutive(8);
    network.texts = {TextColumn("facility_type")};
    network.columns = {{"length", "m", {}, std::nullopt}};
    for (const NodeIndex end : {1u, 2u, 3u, 4u}) {
        for (const auto& [tail, head] : {std::pair{0u, end}, std::pair{end, 0u}}) {
            network.tail.push_back(tail);
            network.head.push_back(head);
            network.texts[0].add(end < 3 ? "primary" : "residential");
            network.columns[0].values.push_back(Decimal(50, 0));
        }
    }
    return network;
}

PictureOptions png(const std::string& path) {
    PictureOptions options;
    options.path = path;
    options.width = 400;
    options.height = 400;
    options.pixels_a_point = 1;
    return options;
}

TEST(MapPicture, HasRoadsInTheirColourWhereTheyAre) {
    const test::ScratchFolder folder;
    const Theme& theme = theme_named("light");
    Map map = network_map(test::source_of(cross()), theme);
    map.label_nodes = false;
    PictureOptions options = png(folder.file("cross.png"));
    options.legend = false;
    write_picture(map, options);
    const Png picture(options.path);
    EXPECT_EQ(picture.width(), 400);
    EXPECT_EQ(picture.height(), 400);
    EXPECT_TRUE(picture.has(2, 2, theme.paper));
    // The middle of the map is where the streets meet; the box lies between margins of 20, below the title.
    int crossing = 0;
    for (int y = 100; y < 380; ++y) crossing += picture.has(100, y, style_of(RoadClass::primary, theme).colour);
    EXPECT_GE(crossing, 4);
    EXPECT_LE(crossing, 8);  // one road, as wide as its class
    EXPECT_TRUE(picture.has(100, 120, theme.ground));
    EXPECT_GT(picture.count(style_of(RoadClass::local, theme).colour), 200);
}

TEST(MapPicture, GrowsWithItsContentAndItsPixels) {
    const test::ScratchFolder folder;
    const Map map = network_map(test::source_of(test::small_town()), theme_named("dark"));
    PictureOptions options;
    options.path = folder.file("town.png");
    options.theme = "dark";
    write_picture(map, options);
    const Png large(options.path);
    options.pixels_a_point = 1;
    options.path = folder.file("small.png");
    write_picture(map, options);
    const Png small(options.path);
    EXPECT_NEAR(large.width(), 2 * small.width(), 1);
    EXPECT_GT(small.height(), 800);  // the town is tall
    EXPECT_TRUE(small.has(1, 1, theme_named("dark").paper));
    options.width = 90;
    EXPECT_THROW(write_picture(map, options), InvalidArgument);
}

TEST(MapPicture, HasAllOfItsLegendOnASmallSheet) {
    const test::ScratchFolder folder;
    Map map = network_map(test::source_of(cross()), theme_named("light"));
    map.label_nodes = false;
    const MapLine street = map.layers[0].lines[0];
    map.layers.clear();
    for (int i = 0; i < 12; ++i) map.layers.push_back({format("layer {}", i), {{0, 0, i / 12.0}, 8, false}, {street}});
    PictureOptions options = png(folder.file("small.png"));
    options.width = 300;
    options.height = 190;
    options.pixels_a_point = 4;
    write_picture(map, options);
    const Png picture(options.path);
    for (const LineLayer& layer : map.layers) {
        int found = 0;  // right of the map, where the legend is
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 4 * 185; x < picture.width(); ++x) found += picture.has(x, y, layer.style.colour);
        }
        EXPECT_GT(found, 0) << layer.label;
    }
}

TEST(MapPicture, HasRoomForMarksAtItsEdge) {
    const test::ScratchFolder folder;
    const auto source = test::source_of(cross());
    Map map = path_map(source, {test::route_of(source, {"2", "3"})}, theme_named("light"));
    map.extent = {0, 0, 100, 100};  // node 2 lies on its left edge
    map.marks[0].colour = {1, 0, 1};
    map.marks[0].letter.clear();
    PictureOptions options = png(folder.file("edge.png"));
    options.width = options.height = 300;
    options.legend = false;
    options.pixels_a_point = 4;
    write_picture(map, options);
    const double whole = Png(options.path).count(map.marks[0].colour);
    map.extent = grown(map.extent, 0.5);
    options.overwrite = true;
    write_picture(map, options);
    EXPECT_NEAR(whole, Png(options.path).count(map.marks[0].colour), 0.05 * whole);
}

// Text as in Latin-1 files and in file names.
TEST(MapPicture, TakesTextThatIsNoUtf8) {
    const test::ScratchFolder folder;
    const auto source = test::source_of(test::small_town());
    Map map = path_map(source, {test::route_of(source, {"1", "4", "8"})}, theme_named("light"));
    map.title =
        "Stra\xDF"
        "e.osm";
    map.subtitle = "caf\xE9";
    map.attribution = "\xA9 " + std::string(300, '\xE9');  // too long as well
    map.marks[0].label = "\xC3";
    map.legend_title = std::string(80, '\x80');
    map.node_ids[1] = "\xFF";
    map.label_nodes = true;
    const DistanceTable table(std::vector<std::int32_t>{0, 1, 2, 0}, 2, {"length", "m", 1}, IdTable::consecutive(2));
    HeatMap heat = heat_map(cells_of(table), 10, "t");
    heat.row_ids = heat.column_ids = {"\xE9t\xE9", std::string(200, '\xBF')};
    for (const std::string suffix : {"png", "svg", "pdf"}) {
        PictureOptions options;
        options.path = folder.file("map." + suffix);
        options.kind = *picture_kind_of(options.path);
        write_picture(map, options);
        options.path = folder.file("heat." + suffix);
        write_picture(heat, options);
    }
    write_page(map, {folder.file("map.html")});
    EXPECT_NE(folder.text("map.html").find("<title>Stra\uFFFDe.osm</title>"), std::string::npos);
}

TEST(SheetTexts, AreCutBetweenCharacters) {
    const auto scratch = tools::scratch_context();
    const Canvas canvas(scratch.get());
    set_font(canvas, false);
    const double wide = canvas.width_of("ÄÖÜ…", 10);
    EXPECT_EQ(fitted(canvas, "ÄÖÜß", canvas.width_of("ÄÖÜß", 10), 10), "ÄÖÜß");
    EXPECT_EQ(fitted(canvas, "ÄÖÜßÄÖÜ", wide, 10), "ÄÖÜ…");
    EXPECT_EQ(fitted(canvas, "ÄÖÜßÄÖÜ", wide - 0.5, 10), "ÄÖ…");
    EXPECT_EQ(fitted(canvas, "ÄÖÜ", 0, 10), "…");  // not one fits
    EXPECT_EQ(fitted(canvas, std::string(50, '\xBF'), 0, 10), "…");
    const std::string word(100, 'w');
    const auto lines = canvas.broken("a name: " + word, 120, 10);
    EXPECT_EQ(lines[0], "a name:");
    std::string together;
    for (const std::string& line : lines) {
        EXPECT_LE(canvas.width_of(line, 10), 120);
        together += line;
    }
    EXPECT_EQ(together, "a name:" + word);
}

TEST(MapPicture, IsTheSameEveryTimeInEveryFormat) {
    const test::ScratchFolder folder;
    const auto source = test::source_of(test::small_town());
    const Map map = isochrone_map(source, Stop{0, {}}, {}, theme_named("light"));
    for (const std::string suffix : {"png", "svg", "pdf"}) {
        for (const std::string name : {"a.", "b."}) {
            PictureOptions options;
            options.path = folder.file(name + suffix);
            options.kind = *picture_kind_of(options.path);
            options.pixels_a_point = 1;
            write_picture(map, options);
            EXPECT_THROW(write_picture(map, options), InputError);  // it exists
        }
        // Cairo numbers the surfaces of a process.
        const std::regex number("surface[0-9]+");
        EXPECT_TRUE(std::regex_replace(folder.text("a." + suffix), number, "") ==
                    std::regex_replace(folder.text("b." + suffix), number, ""))
            << suffix;
    }
    const std::string svg = folder.text("a.svg");
    EXPECT_TRUE(svg.starts_with("<?xml"));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    const std::string pdf = folder.text("a.pdf");
    EXPECT_TRUE(pdf.starts_with("%PDF"));
    EXPECT_EQ(pdf.find("/CreationDate"), std::string::npos);
    EXPECT_EQ(folder.names().size(), 6u);  // and nothing beside them
}

DistanceTable some_table(std::size_t n) {
    std::vector<std::int32_t> values;
    for (std::size_t i = 0; i < n * n; ++i)
        values.push_back(static_cast<std::int32_t>(i % n == i / n ? 0 : 100 * (i % n) + 100));
    if (n > 1) values[1] = unreachable_cost<std::int32_t>;
    return DistanceTable(values, n, {"length", "m", 1}, IdTable::consecutive(n));
}

TEST(HeatMap, HasTheValuesOfTheTable) {
    const DistanceTable table = some_table(3);
    const HeatMap map = heat_map(cells_of(table), 10, "t.omx");
    EXPECT_EQ(map.shown_rows, 3u);
    EXPECT_FALSE(map.is_downsampled());
    EXPECT_EQ(map.values, (std::vector<double>{0, INFINITY, 30, 10, 0, 30, 10, 20, 0}));
    EXPECT_EQ(map.smallest, 0);
    EXPECT_EQ(map.largest, 30);
    EXPECT_TRUE(map.has_unreachable);
    EXPECT_EQ(value_ticks(map), (std::vector<double>{0, 5, 10, 15, 20, 25, 30}));
    HeatMap wide = map;
    wide.largest = std::numeric_limits<double>::max();
    EXPECT_EQ(value_ticks(wide).size(), 4u);  // 0, 5e307, 1e308 and 1.5e308
    const DistanceTable nothing;
    EXPECT_THROW(heat_map(cells_of(nothing), 10, "t.omx"), InputError);
}

TEST(HeatMap, TakesCellsTogetherByTheirMean) {
    const DistanceTable table = some_table(4);
    const HeatMap map = heat_map(cells_of(table), 2, "t.omx");
    EXPECT_TRUE(map.is_downsampled());
    // 0, unreachable; 10, 0 and 30, 40; 30, 40.
    EXPECT_EQ(map.values, (std::vector<double>{10 / 3.0, 35, 15, 17.5}));
    EXPECT_EQ(map.subtitle, "4 × 4 cells, shown as the means of 2 × 2 blocks");
    EXPECT_EQ(map.first_row(1), 2u);
    const DistanceTable odd = some_table(5);
    EXPECT_EQ(heat_map(cells_of(odd), 2, "t").first_row(1), 2u);
}

TEST(HeatMap, OfAMatrixHasNoCostOnTheDiagonal) {
    const CostMatrix matrix = CostMatrix::own(std::vector<float>{9, 1, NAN, 9}, 2);
    EXPECT_EQ(heat_map(matrix, 10, "m.csv").values, (std::vector<double>{0, 1, INFINITY, 0}));
}

TEST(HeatPicture, HasCellsInTheirColours) {
    const test::ScratchFolder folder;
    const DistanceTable table = some_table(3);
    const HeatMap map = heat_map(cells_of(table), 10, "t.omx");
    PictureOptions options = png(folder.file("heat.png"));
    write_picture(map, options);
    const Png picture(options.path);
    const Theme& theme = theme_named("light");
    // Three of nine cells are 0, two the largest, one unreachable; each is about a ninth of the image.
    const int cell = picture.count(theme.frame);
    EXPECT_GT(cell, 2000);
    EXPECT_NEAR(picture.count(value_colour(0, theme)), 3 * cell, 0.35 * cell + 900);
    EXPECT_NEAR(picture.count(value_colour(1, theme)), 2 * cell, 0.35 * cell + 900);
    for (const std::string suffix : {"svg", "pdf"}) {
        options.path = folder.file("heat." + suffix);
        options.kind = *picture_kind_of(options.path);
        write_picture(map, options);
        EXPECT_GT(folder.text("heat." + suffix).size(), 1000u);
    }
}

nlohmann::json data_of(const std::string& page) {
    const std::string start = "id=\"data\">";
    const std::size_t at = page.find(start) + start.size();
    return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(MapPage, HasTheMapInWholeNumbers) {
    const test::ScratchFolder folder;
    const auto source = test::source_of(test::small_town());
    Map map = isochrone_map(source, Stop{0, {}}, std::vector<double>{15, 30}, theme_named("light"));
    map.title = "A </script> & \"title\"";
    write_page(map, {folder.file("town.html")});
    const std::string page = folder.text("town.html");
    EXPECT_NE(page.find("<title>A &lt;/script> &amp;"), std::string::npos);
    const auto data = data_of(page);
    EXPECT_EQ(data["title"], map.title);
    EXPECT_EQ(data["nodes"]["ids"].size(), 11u);
    const auto& roads = data["reach"]["roads"];
    EXPECT_EQ(roads["tail"].size(), map.roads.size());
    EXPECT_EQ(roads["forward"][0], 105);                                      // tenths of a second
    EXPECT_EQ(std::ranges::count(roads["backward"], nlohmann::json(-1)), 4);  // one-way roads
    // The first point of the first road is its tail's place.
    EXPECT_EQ(roads["points"][0], data["nodes"]["points"][0]);
    const double width = (map.nodes[1].x - map.nodes[0].x) / data["metres"].get<double>();
    EXPECT_NEAR(roads["points"][2].get<double>(), width, 1);
    EXPECT_THROW(write_page(map, {folder.file("town.html")}), InputError);  // it exists
    write_page(map, {folder.file("again.html")});
    EXPECT_EQ(page, folder.text("again.html"));
    EXPECT_EQ(page.find("://"), std::string::npos);  // it asks nobody
}

TEST(HeatPage, HasTheCells) {
    const test::ScratchFolder folder;
    const DistanceTable table = some_table(3);
    const HeatMap map = heat_map(cells_of(table), 10, "t.omx");
    write_page(map, {folder.file("heat.html")});
    const auto data = data_of(folder.text("heat.html"));
    EXPECT_EQ(data["values"], (nlohmann::json{0.0, nullptr, 30.0, 10.0, 0.0, 30.0, 10.0, 20.0, 0.0}));
    EXPECT_EQ(data["rowIds"], (nlohmann::json{"1", "2", "3"}));
}

}  // namespace
}  // namespace allways::tools
