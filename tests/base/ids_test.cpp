// SPDX-License-Identifier: Apache-2.0
#include "allways/base/ids.h"

#include <gtest/gtest.h>

#include <thread>

#include "allways/base/units.h"

namespace allways {
namespace {

TEST(IdRange, HasTheWholeNumbersBetweenItsEnds) {
    using Indexes = std::vector<std::uint32_t>;
    const IdTable ids(std::vector<std::int64_t>{30, -2, 7, 12, 7});
    EXPECT_EQ(find_range(ids, "7-30"), (Indexes{2, 4, 3, 0}));
    EXPECT_EQ(find_range(ids, "-5--1"), (Indexes{1}));
    EXPECT_EQ(find_range(ids, "40-50"), Indexes{});
    for (const char* other : {"7", "a-b", "7-", "-7", "7-30-40", ""}) EXPECT_EQ(find_range(ids, other), std::nullopt);
    EXPECT_EQ(find_range(IdTable(std::vector<std::string>{"x", "3", "03", "3a"}), "1-9"), (Indexes{1, 2}));
}

TEST(IdTable, ConsecutiveNumbers) {
    const IdTable ids = IdTable::consecutive(3, 10);
    EXPECT_EQ(ids.find("10"), 0u);
    EXPECT_EQ(ids.find("12"), 2u);
    EXPECT_EQ(ids.find("13"), std::nullopt);
    EXPECT_EQ(ids.find("9"), std::nullopt);
    EXPECT_EQ(ids.find("ten"), std::nullopt);
    EXPECT_EQ(ids.text(1), "11");
}

TEST(IdTable, AnyNumbersAndRepeats) {
    const IdTable ids(std::vector<std::int64_t>{7, -2, 7, 100000});
    EXPECT_EQ(ids.find("-2"), 1u);
    EXPECT_EQ(ids.find("7"), 0u);
    EXPECT_EQ(ids.first_repeated(), 2u);
    EXPECT_EQ(ids.find("8"), std::nullopt);
}

TEST(IdTable, TextsStayTexts) {
    EXPECT_TRUE(IdTable::from_texts({"1", "20", "3"}).is_numeric());
    const IdTable padded = IdTable::from_texts({"01", "2"});
    EXPECT_FALSE(padded.is_numeric());
    EXPECT_EQ(padded.find("01"), 0u);
    EXPECT_EQ(padded.find("1"), std::nullopt);
    const IdTable of_pandas = IdTable::from_texts({"1", "2.0"});  // a column with gaps
    EXPECT_EQ(of_pandas.text(1), "2");
    EXPECT_EQ(of_pandas.find("2.0"), 1u);
    EXPECT_EQ(IdTable::from_texts({"1.0", "1.1"}).text(0), "1.0");
    EXPECT_EQ(IdTable::from_texts({"1 100002", "b"}).find("1 100002"), 0u);
}

TEST(IdTable, Empty) {
    EXPECT_EQ(IdTable().size(), 0u);
    EXPECT_EQ(IdTable().find("1"), std::nullopt);
    EXPECT_EQ(IdTable().first_repeated(), std::nullopt);
}

TEST(CostScale, RawNameCarriesTheUnit) {
    EXPECT_EQ((CostScale{"time", "s", 3}.raw_name()), "time_ms");
    EXPECT_EQ((CostScale{"time", "s", 0}.raw_name()), "time_s");
    EXPECT_EQ((CostScale{"length", "m", 1}.raw_name()), "length_dm");
    EXPECT_EQ((CostScale{"length", "ft", 2}.raw_name()), "length_ft");
    EXPECT_EQ((CostScale{"cost", "", 4}.raw_name()), "cost");
}

TEST(IdTable, SelectionKeepsOrderAndRepeats) {
    const std::vector<std::uint32_t> indexes{2, 0, 2};
    const IdTable numbers = IdTable::consecutive(3, 7).selection(indexes);
    EXPECT_EQ(numbers, IdTable(std::vector<std::int64_t>{9, 7, 9}));
    EXPECT_EQ(numbers.find("9"), 0u);
    EXPECT_FALSE(numbers.find("8"));
    EXPECT_EQ(IdTable(std::vector<std::string>{"a", "b", "c"}).selection(indexes),
              IdTable(std::vector<std::string>{"c", "a", "c"}));
}

TEST(IdTable, SeveralThreadsSearchATableAndItsCopy) {
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < 10000; ++i) numbers.push_back((i * 7919) % 10007);
    const IdTable ids(numbers);
    const IdTable copy = ids;
    std::vector<std::size_t> found(4, 0);
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < found.size(); ++t) {
        threads.emplace_back([&, t] {
            const IdTable& table = t % 2 ? ids : copy;
            for (std::uint32_t i = 0; i < numbers.size(); ++i) found[t] += table.find(std::to_string(numbers[i])) == i;
        });
    }
    threads.clear();
    EXPECT_EQ(found, std::vector<std::size_t>(4, numbers.size()));
}

}  // namespace
}  // namespace allways
