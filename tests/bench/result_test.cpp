// SPDX-License-Identifier: Apache-2.0
// Results as JSON, there and back, and as tables.
#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "papers/result_json.h"
#include "papers/result_text.h"

namespace allways::papers {
namespace {

ExperimentResult some_result() {
    ExperimentResult result;
    result.name = "some";
    result.title = "Quotes \" and \\ and\nlines, ⌈log2(n-1)⌉";
    result.source = "table 1";
    result.graph = "random";
    result.sizes = {10, 200};
    result.columns = {{"slow", "loops", "the loops", "", {{0.1, 3, true, ""}, {1.0 / 3, 1, false, ""}}},
                      {"fast", "kernels", "kernels", "", {{1e-6, 3, true, ""}, {{}, 0, false, "predicted 70 s"}}},
                      {"8×8", "kernels", "kernels", "Table 2", {{}, {2.5, 3, true, ""}}}};
    result.facts = {{"diameter", "longest", {17, {}}}};
    result.speed_ups = {{"fast", "slow"}};
    result.published = {
        {"slow", "a host", Published::Quantity::seconds, "", {{}, 0.25}, {"too good"}, ""},
        {"fast", "a card", Published::Quantity::speed_up, "slow", {2.0, 4.0}, {"too good", "and more"}, ""},
        {"8×8", "a card", Published::Quantity::seconds, "", {{}, 0.94}, {}, "Table 2"}};
    result.remarks = {"first", "second"};
    result.device = "a device";
    result.driver = "1.2";
    result.version = "0.1.0";
    result.date = "2026-11-21T12:30:00Z";
    result.seed = 18446744073709551615u;
    result.limit_seconds = 0.3;
    result.runs = 3;
    return result;
}

TEST(ResultJson, ReadsBackAsItWasWritten) {
    const std::string text = results_as_json({some_result(), some_result()});
    const auto read = results_from_json(text, "some.json");
    ASSERT_EQ(read.size(), 2u);
    EXPECT_EQ(results_as_json(read), text);
    const ExperimentResult& result = read[1];
    EXPECT_EQ(result.title, some_result().title);
    EXPECT_EQ(result.seed, some_result().seed);
    EXPECT_EQ(result.sizes, some_result().sizes);
    EXPECT_EQ(result.columns[0].cells[1].seconds, 1.0 / 3);
    EXPECT_FALSE(result.columns[1].cells[1].seconds.has_value());
    EXPECT_EQ(result.columns[1].cells[1].note, "predicted 70 s");
    EXPECT_TRUE(result.columns[0].cells[0].warmed_up);
    EXPECT_EQ(result.published[1].quantity, Published::Quantity::speed_up);
    EXPECT_EQ(result.published[1].footnotes, some_result().published[1].footnotes);
    EXPECT_EQ(result.facts[0].values, some_result().facts[0].values);
    EXPECT_TRUE(results_from_json(results_as_json({}), "none.json").empty());
}

// The message of the error that reading `text` ends with.
std::string error_of(const std::string& text) {
    try {
        results_from_json(text, "some.json");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

std::string with(std::string text, const std::string& part, const std::string& other) {
    return text.replace(text.find(part), part.size(), other);
}

TEST(ResultJson, SaysWhatIsWrong) {
    const std::string text = results_as_json({some_result()});
    EXPECT_NE(error_of("{\"format\":\n").find("some.json:"), std::string::npos) << error_of("{\"format\":\n");
    EXPECT_NE(error_of("{}").find("not a result"), std::string::npos);
    EXPECT_NE(error_of(with(text, "\"remarks\"", "\"remark\"")).find("lacks 'remarks'"), std::string::npos);
    EXPECT_NE(error_of(with(text, "[10, 200]", "[10]")).find("1 sizes, but 2 cells"), std::string::npos);
    EXPECT_NE(error_of(with(text, "\"runs\": 3", "\"runs\": \"x\"")).find("expected a number, found 'x'"),
              std::string::npos);
}

TEST(ResultText, ShowsMeasuredBesidePublished) {
    const std::string text = result_text(some_result());
    const auto has = [&](const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    };
    has("  n    slow       fast  diameter  │  slow [a]");
    has("200  0.333*    not run         -  │      0.25");
    has("Table 2");
    has("200  2.50  │     0.94");
    has("fast / slow [b]");
    has(" 10       100000  │                2\n");
    has("fast at n = 200: predicted 70 s");
    has("[b] fast on a card\n      ! as [a]\n      ! and more\n");
    has("  - second\n");
}

TEST(SpeedUps, NeedBothTimes) {
    const ExperimentResult result = some_result();
    const auto values = speed_up_values(result, {"fast", "slow"});
    EXPECT_NEAR(values.at(0).value(), 1e5, 1e-6);
    EXPECT_FALSE(values.at(1).has_value());
    EXPECT_FALSE(speed_up_values(result, {"fast", "nobody"}).at(0).has_value());
}

}  // namespace
}  // namespace allways::papers
