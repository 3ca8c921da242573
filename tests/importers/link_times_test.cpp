// SPDX-License-Identifier: Apache-2.0
// GMNS's speeds by time of day, and costs of one file for each hour.
#include "allways/importers/cost_updates.h"

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <gtest/gtest.h>

#include "allways/base/error.h"

namespace allways::test {
namespace {

class LinkTimes : public ::testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& name, const std::string& text) const {
        const std::string path = (folder_ / name).string();
        std::ofstream(path) << text;
        return path;
    }
    HourlyUpdates read(const std::string& rows, const char* unit = "mph") const {
        return read_link_times(
            write("link_tod.csv", "link_tod_id,link_id,time_day,timeday_id,free_speed,allowed_uses\n" + rows),
            *find_unit(unit));
    }
    std::string fault(const std::string& rows) const {
        try {
            read(rows);
        } catch (const InputError& error) {
            const std::string text = error.what();
            return text.substr(text.find("link_tod.csv"));
        }
        return "none";
    }
    static std::vector<int> hours(const HourlyUpdates& updates) {
        std::vector<int> found;
        for (const auto& [hour, rows] : updates) found.push_back(hour);
        return found;
    }

    const std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("allways_link_times_" + std::to_string(::getpid()));
};

TEST_F(LinkTimes, BitsAreSundayToSaturdayAndHolidays) {
    const HourlyUpdates one = read("1,a,01000001_0700_0900,,10,\n");
    EXPECT_EQ(hours(one), (std::vector<int>{7, 8}));
    const CostUpdates& seven = one.at(7);
    EXPECT_EQ(seven.of, CostUpdates::Of::arcs);
    EXPECT_EQ(seven.values, CostUpdates::Values::speeds);
    ASSERT_EQ(seven.rows.size(), 1u);
    EXPECT_EQ(seven.rows[0].line, 2u);
    EXPECT_EQ(seven.rows[0].from, "a");
    EXPECT_FALSE(seven.rows[0].reversed);
    EXPECT_EQ(seven.rows[0].value, *Decimal::parse("16.09344"));
    EXPECT_EQ(hours(read("1,a,10000000_2200_0200,,10,\n")), (std::vector<int>{0, 1, 166, 167}));
    EXPECT_EQ(hours(read("1,a,00000010_2300_2400,,10,\n")), (std::vector<int>{143}));
    EXPECT_EQ(hours(read("1,a,11111110_0000_0000,,10,\n")).size(), 168u);
    EXPECT_EQ(read("1,a,01000000_0700_0800,,10,\n2,b,01000000_0700_0800,,20,\n3,c,01000000_0700_0800,,,\n", "km/h")
                  .at(7)
                  .rows.size(),
              2u);
}

TEST_F(LinkTimes, SetsAreDefinedBeside) {
    write("time_set_definitions.csv",
          "timeday_id,monday,tuesday,wednesday,thursday,Friday,saturday,sunday,holiday,start_time,end_time\n"
          "peak,0,true,0,0,FALSE,0,1,0,07:00,8:00:00\n");
    EXPECT_EQ(hours(read("1,a,,peak,10,\n")), (std::vector<int>{31, 151}));
    EXPECT_NE(fault("1,a,,night,10,\n").find("the timeday_id 'night' is not defined in "), std::string::npos);
    EXPECT_EQ(fault("1,a,,,10,\n"), "link_tod.csv:2: the field timeday_id is missing or empty");
}

TEST_F(LinkTimes, DamagedRowsAreNamed) {
    EXPECT_EQ(fault("1,a,01000000_0730_0900,,10,\n"),
              "link_tod.csv:2: '0730' is not at a full hour, at which costs by hour change");
    EXPECT_EQ(fault("1,a,01000000_0700_2500,,10,\n"),
              "link_tod.csv:2: '2500' is no time of day; expected one such as 07:00");
    EXPECT_EQ(fault("1,a,01000000_0700_0700,,10,\n"), "link_tod.csv:2: the time from 0700 to 0700 is empty");
    for (const char* text : {"0100000_0700_0900", "01000000", "0100000x_0700_0900", "01000000-0700-0900"}) {
        EXPECT_EQ(fault(std::string("1,a,") + text + ",,10,\n"),
                  std::string("link_tod.csv:2: the time_day '") + text +
                      "' is none; expected one such as 01111100_0700_0900");
    }
    EXPECT_EQ(fault("1,a,01000000_0700_0900,,-10,\n"),
              "link_tod.csv:2: the free_speed '-10' is none; expected a number of 0 or more");
    EXPECT_EQ(fault("1,,01000000_0700_0900,,10,\n"), "link_tod.csv:2: the field link_id is missing or empty");
    EXPECT_EQ(fault("1,a,01000000_0700_0900,,10,bike\n"),
              "link_tod.csv:2: allowed_uses by time of day are not read; leave them empty, and close links by rows "
              "hour,arc,cost");
    EXPECT_EQ(fault("1,a,01000000_0700_0900,,,\n"), "link_tod.csv: no row has a free_speed for any hour of the week");
}

TEST_F(LinkTimes, TheFirstLineTells) {
    EXPECT_TRUE(is_link_times(write("a.csv", "Link_ID,time_day,free_speed\n")));
    EXPECT_TRUE(is_link_times(write("b.csv", "link_tod_id,link_id,timeday_id\n")));
    EXPECT_FALSE(is_link_times(write("c.csv", "hour,arc,cost\n")));
    EXPECT_FALSE(is_link_times(write("d.csv", "")));
}

TEST_F(LinkTimes, OneFileForEachHour) {
    write("s_7.csv", "1,4,30\n");
    write("s_08.csv", "arc,cost\n");
    const std::string pattern = (folder_ / "s_{hour}.csv").string();
    const HourlyUpdates all = read_hourly_files(pattern, {});
    EXPECT_EQ(hours(all), (std::vector<int>{7, 8}));
    EXPECT_EQ(all.at(7).rows.size(), 1u);
    EXPECT_TRUE(all.at(8).rows.empty());
    EXPECT_EQ(hours(read_hourly_files(pattern, {8})), (std::vector<int>{8}));
    EXPECT_THROW(read_hourly_files(pattern, {8, 9}), InputError);
    EXPECT_THROW(read_hourly_files((folder_ / "x_{hour}.csv").string(), {}), InputError);
    write("s_07.csv", "1,4,30\n");
    EXPECT_THROW(read_hourly_files(pattern, {}), InputError);
}

}  // namespace
}  // namespace allways::test
