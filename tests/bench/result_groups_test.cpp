// SPDX-License-Identifier: Apache-2.0
// Prints results with several tables (Method::group).
#include <gtest/gtest.h>

#include "papers/result_text.h"

namespace allways::papers {
namespace {

Column column(const std::string& name, const std::string& group, double seconds) {
    return {name, "blocks of B×B", "kernels", group, {{seconds, 1, true, {}}}};
}

ExperimentResult two_tables() {
    ExperimentResult result;
    result.sizes = {80};
    result.runs = 1;
    result.columns = {column("plain", {}, 8), column("old B=8", "Factor 8", 4), column("new B=8", "Factor 8", 1),
                      column("old B=16", "Factor 16", 3)};
    result.columns[0].what = "loops";
    result.speed_ups = {{"new B=8", "old B=8"}, {"new B=8", "plain"}};
    return result;
}

std::string between(const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t begin = text.find(from);
    const std::size_t end = text.find(to, begin);
    return begin == std::string::npos || end == std::string::npos ? "" : text.substr(begin, end - begin);
}

TEST(ResultGroups, SpeedUpsStandInTheTableOfBothColumns) {
    const std::string text = result_text(two_tables());
    const std::string main_table = between(text, "\nSpeed-ups", "\n\n");
    const std::string table_of_8 = between(text, "\nFactor 8, speed-ups", "\n\n");
    EXPECT_NE(main_table.find("new B=8 / plain"), std::string::npos) << text;
    EXPECT_EQ(main_table.find("old B=8"), std::string::npos) << text;
    EXPECT_NE(table_of_8.find("new B=8 / old B=8"), std::string::npos) << text;
    EXPECT_NE(table_of_8.find("4.00"), std::string::npos) << text;
    EXPECT_EQ(text.find("Factor 16, speed-ups"), std::string::npos) << text;
}

TEST(ResultGroups, ColumnsOfOneDescriptionShareALine) {
    const std::string text = result_text(two_tables());
    EXPECT_NE(text.find("old B=8; new B=8; old B=16: blocks of B×B. Covers kernels."), std::string::npos) << text;
    EXPECT_NE(text.find("plain: loops. Covers kernels."), std::string::npos) << text;
}

}  // namespace
}  // namespace allways::papers
