// SPDX-License-Identifier: Apache-2.0
// Plots: where ticks are, and what lies in the files.
#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "plots/experiment_plot.h"
#include "plots/log_axis.h"
#include "scratch_folder.h"

namespace allways::tools {

using namespace command;
namespace {

std::vector<std::string> labels(const LogAxis& axis) {
    std::vector<std::string> found;
    for (const auto& tick : axis.ticks()) {
        if (!tick.label.empty()) found.push_back(tick.label);
    }
    return found;
}

TEST(LogAxis, HasLabelsAtDecades) {
    EXPECT_EQ(labels({0.001, 100}), (std::vector<std::string>{"0.001", "0.01", "0.1", "1", "10", "100"}));
    EXPECT_EQ(labels({9, 11000}), (std::vector<std::string>{"10", "100", "1,000", "10,000"}));
    EXPECT_EQ(labels({60, 700}), (std::vector<std::string>{"100", "200", "500"}));
    EXPECT_EQ(labels({0.2, 0.6}), (std::vector<std::string>{"0.2", "0.5"}));
    EXPECT_DOUBLE_EQ((LogAxis{0.01, 100}.share(1)), 0.5);
}

TEST(LogAxis, GoesAroundItsValues) {
    const LogAxis decades = decades_around({0.02, 3, 1000});
    EXPECT_DOUBLE_EQ(decades.first, 0.01);
    EXPECT_DOUBLE_EQ(decades.last, 1000);
    const LogAxis one = decades_around({10});  // one value, still a range
    EXPECT_DOUBLE_EQ(one.first, 10);
    EXPECT_DOUBLE_EQ(one.last, 100);
    const LogAxis close = range_around({10, 10000});
    EXPECT_LT(close.first, 10);
    EXPECT_GT(close.last, 10000);
}

papers::ExperimentResult some_result() {
    papers::ExperimentResult result;
    result.title = "A paper";
    result.sizes = {10, 100};
    const papers::Cell second{1.0, 3, true, ""};
    result.columns = {{"slow", "", "", "", {second, {{}, 0, false, "predicted"}}},
                      {"8×8", "", "", "Table 2", {{}, second}},
                      {papers::product_whole, "", "", "", {second, second}}};
    result.published = {{"slow", "a card", papers::Published::Quantity::seconds, "", {2.0, 3.0}, {}, ""},
                        {"slow", "a card", papers::Published::Quantity::speed_up, "fast", {2.0, 3.0}, {}, ""}};
    result.date = "2026-11-21T12:30:00Z";
    return result;
}

TEST(ExperimentPlot, DrawsWhatRanAndWhatWasPublished) {
    const LinePlot plot = experiment_plot(some_result());
    ASSERT_EQ(plot.panels.size(), 1u);  // table 2 has one size
    const auto& lines = plot.panels[0].lines;
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0].name, "slow");
    EXPECT_EQ(lines[0].points.size(), 1u);  // the cell that did not run is not there
    EXPECT_EQ(lines[1].name, papers::product_whole);
    EXPECT_EQ(lines[1].kind, PlotLine::Kind::product);
    EXPECT_EQ(lines[2].kind, PlotLine::Kind::published);
    EXPECT_EQ(lines[2].points, (std::vector<std::pair<double, double>>{{10, 2}, {100, 3}}));
    EXPECT_NE(plot.caption.find("2026-11-21"), std::string::npos);
}

TEST(LinePlot, WritesEachKindOfFile) {
    const test::ScratchFolder folder;
    const LinePlot plot = experiment_plot(some_result());
    for (const std::string suffix : {"png", "svg", "pdf"}) {
        write_line_plot(plot, folder.file("plot." + suffix), false);
        const std::string start = suffix == "png" ? "\x89PNG" : suffix == "svg" ? "<?xml" : "%PDF";
        EXPECT_TRUE(folder.text("plot." + suffix).starts_with(start)) << suffix;
        EXPECT_THROW(write_line_plot(plot, folder.file("plot." + suffix), false), InputError);  // exists
    }
    write_line_plot(plot, folder.file("plot.png"), true);
    EXPECT_THROW(write_line_plot(plot, folder.file("plot.gif"), false), InvalidArgument);
    EXPECT_THROW(write_line_plot({}, folder.file("none.png"), false), InvalidArgument);
    EXPECT_THROW(write_line_plot(plot, folder.file("no_folder/plot.svg"), false), InputError);
}

}  // namespace
}  // namespace allways::tools
