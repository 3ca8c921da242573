// SPDX-License-Identifier: Apache-2.0
// Text of opening hours → an answer at a time, a table for each rule. 2026-11-23 is a Monday.
#include "osm/conditions/opening_hours.h"

#include <chrono>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "allways/base/format.h"

namespace allways::test {

using namespace importers;
namespace {

using osm::CivilTime;
using osm::Holidays;
using osm::OpeningHours;
using osm::Truth;

// "yes", "no", or the reason why it is unknown.
std::string hours_answer(const OpeningHours& hours, const CivilTime& time, const Holidays& holidays = {}) {
    const auto answer = hours.at(time, holidays);
    EXPECT_EQ(answer.holds == Truth::unknown, !answer.reason.empty());
    return answer.holds == Truth::unknown ? std::string(answer.reason) : answer.holds == Truth::yes ? "yes" : "no";
}

struct HoursRow {
    std::string_view text;
    std::string_view time;
    std::string_view expected;
};

void expect_hours(std::initializer_list<HoursRow> rows, const Holidays& holidays = {}) {
    for (const auto& [text, time, expected] : rows) {
        const auto hours = OpeningHours::parse(text);
        ASSERT_TRUE(hours.is_valid()) << text << " at " << hours.fault()->position << ": " << hours.fault()->expected;
        const auto at = osm::parse_civil_time(time);
        ASSERT_TRUE(at) << time;
        EXPECT_EQ(hours_answer(hours, *at, holidays), expected) << text << " at " << time;
    }
}

constexpr std::string_view ph = "public holidays are not known";
constexpr std::string_view sh = "school holidays are not known";
constexpr std::string_view sun = "the times of sunrise and sunset are not known";

TEST(OpeningHours, CivilTimesAreChecked) {
    const auto time = osm::parse_civil_time("2026-11-23T08:05");
    ASSERT_TRUE(time);
    EXPECT_EQ(*time, (CivilTime{2026, 11, 23, 8, 5}));
    EXPECT_EQ(osm::parse_civil_time("2026-11-23 08:05"), time);
    EXPECT_TRUE(osm::parse_civil_time("2024-02-29T00:00"));
    for (const auto text :
         {"", "2026-11-23", "2026-11-23T08:05Z", "2026-11-23T08:5 ", "2026-02-29T00:00", "2026-13-01T00:00",
          "2026-00-01T00:00", "2026-11-31T00:00", "2026-11-23T24:00", "2026-11-23T08:60", "0000-11-23T08:00",
          "-026-11-23T08:00", "2026/11/23T08:00", "2026-11-23t08:00"}) {
        EXPECT_FALSE(osm::parse_civil_time(text)) << text;
    }
}

TEST(OpeningHours, TimesHoldFromTheFirstMinuteToBeforeTheLast) {
    expect_hours({{"07:00-19:00", "2026-11-23T06:59", "no"},
                  {"07:00-19:00", "2026-11-23T07:00", "yes"},
                  {"07:00-19:00", "2026-11-23T18:59", "yes"},
                  {"07:00-19:00", "2026-11-23T19:00", "no"},
                  {"7:00-9:00", "2026-11-23T07:30", "yes"},
                  {"7-19", "2026-11-23T07:00", "yes"},
                  {"7-19", "2026-11-23T19:00", "no"},
                  {"16:00 - 24:00", "2026-11-23T23:59", "yes"},
                  {"06:00- 09:00", "2026-11-23T08:59", "yes"},
                  {"07:00–19:00", "2026-11-23T08:00", "yes"},
                  {"07:00—19:00", "2026-11-23T20:00", "no"},
                  {"06:30-08:30,16:30-18:30", "2026-11-23T17:00", "yes"},
                  {"06:30-08:30,16:30-18:30", "2026-11-23T12:00", "no"},
                  {"06:30-08:30, 16:30-18:30", "2026-11-23T17:00", "yes"},
                  {"24/7", "2026-11-23T03:00", "yes"},
                  {"Mo-Fr 24/7", "2026-11-22T03:00", "no"},
                  {"00:00-24:00", "2026-11-23T00:00", "yes"},
                  {"00:00-00:00", "2026-11-23T23:59", "yes"}});
}

TEST(OpeningHours, HoursAfterMidnightBelongToTheDayBefore) {
    expect_hours({{"22:00-06:00", "2026-11-23T21:59", "no"},
                  {"22:00-06:00", "2026-11-23T22:00", "yes"},
                  {"22:00-06:00", "2026-11-23T05:59", "yes"},
                  {"22:00-06:00", "2026-11-23T06:00", "no"},
                  {"20:00-26:00", "2026-11-23T01:59", "yes"},
                  {"20:00-26:00", "2026-11-23T02:00", "no"},
                  {"Fr 22:00-06:00", "2026-11-28T05:00", "yes"},
                  {"Fr 22:00-06:00", "2026-11-27T05:00", "no"},
                  {"Mo-Fr 22:00-06:00", "2026-11-23T05:00", "no"},  // that of Sunday
                  {"Dec 31 22:00-06:00", "2027-01-01T05:00", "yes"},
                  {"Nov 23 24:00-09:00", "2026-11-24T08:00", "yes"},
                  // Other open rules for the next day do not end them.
                  {"Tu-Th 07:00-04:00; Fr-Su 09:00-17:00", "2026-11-27T03:00", "yes"},
                  {"Mo-Th 22:00-06:00; Fr 22:00-08:00", "2026-11-27T05:00", "yes"},
                  {"Mo-Th 22:00-06:00; Fr 22:00-08:00", "2026-11-28T07:00", "yes"},
                  // "off" ends those that reach into its day, and those that begin on it.
                  {"22:00-06:00; Su off", "2026-11-22T03:00", "no"},
                  {"22:00-06:00; Su off", "2026-11-23T03:00", "no"},
                  {"22:00-06:00; Su off", "2026-11-21T03:00", "yes"},
                  {"22:00-06:00; 02:00-03:00 off", "2026-11-22T02:30", "no"},
                  {"22:00-06:00; Sa 23:00-01:00 off", "2026-11-22T00:30", "no"},
                  {"22:00-06:00; Sa 23:00-01:00 off", "2026-11-22T01:30", "yes"}});
}

TEST(OpeningHours, OpenEndsLastUntilMidnight) {
    expect_hours({{"18:00+", "2026-11-23T18:00", "yes"},
                  {"18:00+", "2026-11-23T23:59", "yes"},
                  {"18:00+", "2026-11-23T17:59", "no"},
                  {"18:00+", "2026-11-23T00:30", "no"},
                  {"14:00-17:00+", "2026-11-23T16:00", "yes"},
                  {"14:00-17:00+", "2026-11-23T17:00", "the end of the hours is open"},
                  {"14:00-17:00+", "2026-11-23T13:00", "no"}});
}

TEST(OpeningHours, Weekdays) {
    expect_hours({{"Mo-Fr", "2026-11-23T08:00", "yes"},
                  {"Mo-Fr", "2026-11-22T08:00", "no"},
                  {"Sa,Su", "2026-11-22T08:00", "yes"},
                  {"Sa-Mo", "2026-11-22T08:00", "yes"},
                  {"Sa-Mo", "2026-11-23T08:00", "yes"},
                  {"Sa-Mo", "2026-11-24T08:00", "no"},
                  {"Fr-Tu,Th", "2026-11-25T08:00", "no"},
                  {"Mo, We 07:00-09:00", "2026-11-25T08:00", "yes"},
                  {"mo - fr 07:00-09:00", "2026-11-25T08:00", "yes"},
                  {"MO-FR 07:00-09:00", "2026-11-25T08:00", "yes"},
                  {"Mon-Fri 07:00-09:00", "2026-11-25T08:00", "yes"},
                  {"Thurs", "2026-11-26T08:00", "yes"},
                  {"sunday", "2026-11-29T08:00", "yes"},
                  {"Mo-Fr: 07:00-09:00", "2026-11-25T08:00", "yes"}});
}

TEST(OpeningHours, NthWeekdaysOfTheMonth) {
    expect_hours({{"Mo[1]", "2026-11-02T08:00", "yes"},
                  {"Mo[1]", "2026-11-09T08:00", "no"},
                  {"Mo[1]", "2026-11-03T08:00", "no"},
                  {"Mo[-1]", "2026-11-30T08:00", "yes"},
                  {"Mo[-1]", "2026-11-23T08:00", "no"},
                  {"Mo[-2]", "2026-11-23T08:00", "yes"},
                  {"Mo[4]", "2026-11-23T08:00", "yes"},
                  {"Mo[1,-1]", "2026-11-30T08:00", "yes"},
                  {"Mo[2-3]", "2026-11-16T08:00", "yes"},
                  {"Mo[2-3]", "2026-11-23T08:00", "no"},
                  {"Mo[5]", "2026-11-30T08:00", "yes"},
                  {"Th[3],Th[-1] 08:00-12:00", "2026-11-26T08:00", "yes"},
                  {"Aug Su[1] 9:00-19:00", "2026-08-02T09:00", "yes"},
                  {"Aug Su[1] 9:00-19:00", "2026-08-09T09:00", "no"}});
}

TEST(OpeningHours, MonthsAndDates) {
    expect_hours({{"Nov-Mar", "2026-11-01T00:00", "yes"},
                  {"Nov-Mar", "2026-03-31T23:59", "yes"},
                  {"Nov-Mar", "2026-04-01T00:00", "no"},
                  {"Nov", "2026-11-30T12:00", "yes"},
                  {"sept-october", "2026-10-30T12:00", "yes"},
                  {"Jan-Mar;Dec", "2026-12-01T12:00", "yes"},
                  {"Dec 24-Jan 6", "2026-12-24T12:00", "yes"},
                  {"Dec 24-Jan 6", "2027-01-06T12:00", "yes"},
                  {"Dec 24-Jan 6", "2027-01-07T12:00", "no"},
                  {"Dec 20-Dec 06", "2026-12-20T12:00", "yes"},  // all but two weeks
                  {"Dec 20-Dec 06", "2026-12-31T12:00", "yes"},
                  {"Dec 20-Dec 06", "2026-01-01T12:00", "yes"},
                  {"Dec 20-Dec 06", "2026-12-06T12:00", "yes"},
                  {"Dec 20-Dec 06", "2026-12-07T12:00", "no"},
                  {"Dec 20-Dec 06", "2026-12-19T12:00", "no"},
                  {"Dec 6-Dec 20", "2026-11-30T12:00", "no"},
                  {"Dec 24-26 10:00-12:00", "2026-12-26T11:00", "yes"},
                  {"Dec 24,26 10:00-12:00", "2026-12-25T11:00", "no"},
                  {"Dec 24,Jan 1", "2027-01-01T11:00", "yes"},
                  {"Oct 01-Apr 30", "2027-04-30T11:00", "yes"},
                  {"Feb 11 - Apr 4", "2026-04-05T11:00", "no"},
                  {"Sep 31", "2026-09-30T11:00", "yes"},
                  {"Feb 29", "2028-02-29T11:00", "yes"},
                  {"Nov 20:00-22:00", "2026-11-10T21:00", "yes"},
                  {"Jun-Aug 7-19", "2026-07-30T12:00", "yes"},
                  {"Jun-Aug 7-19", "2026-07-30T20:00", "no"},
                  {"Aug 15-Jun 15: Mo-Fr 07:00-17:00", "2026-11-23T12:00", "yes"},
                  {"Apr-Sep: Mo-Fr 09:00-13:00,14:00-18:00; Apr-Sep: Sa 10:00-13:00", "2026-09-05T12:00", "yes"},
                  {"Dec 15-Apr 30 Sa 07:00-12:00", "2027-01-02T08:00", "yes"},
                  {"Mar Su[-1]-Oct Su[-1]", "2026-03-28T12:00", "no"},
                  {"Mar Su[-1]-Oct Su[-1]", "2026-03-29T12:00", "yes"},
                  {"Mar Su[-1]-Oct Su[-1]", "2026-10-25T12:00", "yes"},
                  {"Mar Su[-1]-Oct Su[-1]", "2026-10-26T12:00", "no"},
                  {"Oct Mo[2]-Jan 01", "2026-10-12T12:00", "yes"},
                  {"Mar 3-Dec Su[1]", "2026-12-07T12:00", "no"},
                  {"Nov Su[3]-Nov 20", "2026-11-15T12:00", "yes"},
                  {"Nov Su[3]-Nov 20", "2021-03-15T12:00", "no"},  // it is the 21st
                  {"easter", "2026-04-05T12:00", "yes"},
                  {"Nov-easter", "2026-04-05T12:00", "yes"},
                  {"Nov-easter", "2026-04-06T12:00", "no"},
                  {"easter -2 days", "2026-04-03T12:00", "yes"},
                  {"easter -48 days 12:00-17:30", "2026-02-16T12:00", "yes"},
                  {"easter +1 day", "2038-04-26T12:00", "yes"},
                  {"easter -Oct 31", "2026-10-31T12:00", "yes"}});
}

TEST(OpeningHours, Years) {
    expect_hours({{"2026 Nov 23", "2026-11-23T08:00", "yes"},
                  {"2026 Nov 23", "2027-11-23T08:00", "no"},
                  {"2015 Feb 24- 2015 Jul 7", "2015-07-07T23:59", "yes"},
                  {"2014 Sep 29 - 2014 Nov 14 00:00-24:00", "2014-11-14T23:59", "yes"},
                  {"2014 Dec 20-Jan 6", "2015-01-06T12:00", "yes"},
                  {"2014 Dec 20-Jan 6", "2014-01-06T12:00", "no"},
                  {"2015 Jun-Aug", "2015-08-31T12:00", "yes"},
                  {"2015 Sep 1-30", "2015-09-30T12:00", "yes"},
                  {"2016-05-01 - 2016-06-29", "2016-06-29T12:00", "yes"},
                  {"2026-11-23", "2026-11-24T12:00", "no"},
                  {"2016 Sep 30+", "2026-01-01T12:00", "yes"},
                  {"Sep 30+", "2026-12-31T12:00", "yes"},
                  {"Sep 30+", "2026-01-01T12:00", "no"},
                  {"2026", "2026-01-01T12:00", "yes"},
                  {"2026-2028 Mar-Apr Mo", "2028-03-06T12:00", "yes"},
                  {"2026-2028", "2029-03-06T12:00", "no"},
                  {"2026+", "2105-03-06T12:00", "yes"},
                  {"2020,2026", "2026-03-06T12:00", "yes"},
                  {"2020-2030/2", "2027-03-06T12:00", "no"}});
}

TEST(OpeningHours, WeeksAreThoseOfIso8601) {
    expect_hours({{"week 48", "2026-11-23T08:00", "yes"},
                  {"week 48", "2026-11-29T08:00", "yes"},
                  {"week 48", "2026-11-30T08:00", "no"},
                  {"week 1-26", "2026-06-28T08:00", "yes"},
                  {"week 1-26", "2026-06-29T08:00", "no"},
                  {"week 44-17", "2027-01-03T08:00", "yes"},
                  {"week 44-17", "2026-05-20T08:00", "no"},
                  {"week 53", "2027-01-03T08:00", "yes"},
                  {"week 1", "2025-12-29T08:00", "yes"},
                  {"week 1-53/2", "2026-11-23T08:00", "no"},
                  {"week 2-52/2 Mo", "2026-11-23T08:00", "yes"},
                  {"week 1,48 Mo", "2026-11-23T08:00", "yes"},
                  {"week 20-25 00:00-23:59", "2026-05-14T08:00", "yes"}});
}

TEST(OpeningHours, HolidaysAreUnknownWhereTheyMatter) {
    expect_hours({{"PH", "2026-11-23T08:00", ph},
                  {"SH", "2026-11-23T08:00", sh},
                  {"PH off", "2026-11-23T08:00", "no"},
                  {"Mo-Fr 08:00-18:00; PH off", "2026-11-23T10:00", ph},
                  {"Mo-Fr 08:00-18:00; PH off", "2026-11-23T20:00", "no"},
                  {"Mo-Fr 08:00-09:30,14:30-16:00; PH off; SH off", "2026-11-23T09:00", sh},
                  {"Su,PH", "2026-11-22T10:00", "yes"},
                  {"Su,PH", "2026-11-23T10:00", ph},
                  {"Mo-Sa 20:00-06:00; Su,PH 00:00-24:00", "2026-11-22T12:00", "yes"},
                  {"Mo-Sa 20:00-06:00; Su,PH 00:00-24:00", "2026-11-23T12:00", ph},
                  {"Mo-Sa 20:00-06:00; Su,PH 00:00-24:00", "2026-11-23T22:00", "yes"},
                  {"PH Mo-Fr 07:00-16:00", "2026-11-22T10:00", "no"},
                  {"PH Mo-Fr 07:00-16:00", "2026-11-23T10:00", ph},
                  {"SH,PH Mo-Fr 07:00-16:00", "2026-11-23T17:00", "no"},
                  {"Mo-Fr 06:00-18:00; PH off; PH -1 day off", "2026-11-23T10:00", ph}});
    const Holidays none{false, false}, all{true, true};
    expect_hours({{"Mo-Fr 08:00-18:00; PH off", "2026-11-23T10:00", "yes"},
                  {"Su,PH", "2026-11-23T10:00", "no"},
                  {"PH -1 day", "2026-11-23T10:00", ph}},
                 none);
    expect_hours({{"Mo-Fr 08:00-18:00; PH off", "2026-11-23T10:00", "no"},
                  {"Su,PH", "2026-11-23T10:00", "yes"},
                  {"SH Mo-Fr 07:00-16:00", "2026-11-23T10:00", "yes"},
                  {"SH Mo-Fr 07:00-16:00", "2026-11-22T10:00", "no"}},
                 all);
}

TEST(OpeningHours, TheSunIsUnknown) {
    expect_hours({{"sunrise-sunset", "2026-11-23T12:00", sun},
                  {"sunset-sunrise", "2026-11-23T12:00", sun},
                  {"Mar 01-Oct 31 08:00-sunset", "2026-11-23T12:00", "no"},
                  {"Mar 01-Oct 31 08:00-sunset", "2026-06-23T12:00", sun},
                  {"Sep 20-Dec 31 (sunset-02:00)-(sunrise+02:00)", "2026-11-23T12:00", sun},
                  {"dawn-dusk off", "2026-11-23T12:00", "no"},
                  {"24/7; dusk - dawn off", "2026-11-23T12:00", sun}});
}

TEST(OpeningHours, LaterRulesReplaceTheDaysThatTheyName) {
    expect_hours({{"Mo-Fr 08:00-16:00; We 12:00-20:00", "2026-11-25T09:00", "no"},
                  {"Mo-Fr 08:00-16:00; We 12:00-20:00", "2026-11-25T19:00", "yes"},
                  {"Mo-Fr 08:00-16:00; We 12:00-20:00", "2026-11-23T09:00", "yes"},
                  {"Mo-Fr 08:00-16:00, We 18:00-20:00", "2026-11-25T09:00", "yes"},
                  {"Mo-Fr 08:00-16:00, We 18:00-20:00", "2026-11-25T19:00", "yes"},
                  {"Mo-Fr 10:00-20:00; 12:00-14:00 off", "2026-11-23T13:00", "no"},
                  {"Mo-Fr 10:00-20:00; 12:00-14:00 off", "2026-11-23T14:00", "yes"},
                  {"Mo-Fr 10:00-20:00 open; We closed", "2026-11-25T14:00", "no"},
                  {"24/7; Su off", "2026-11-22T14:00", "no"},
                  {"Su off; 24/7", "2026-11-22T14:00", "yes"},
                  {"open; Mo 14:00-15:00 off", "2026-11-23T14:00", "no"},
                  // A rule without days, or with those of the rule before it, adds.
                  {"Mo-Fr 06:30-08:30; Mo-Fr 16:30-18:30", "2026-11-23T08:00", "yes"},
                  {"24/7; Mo-Fr 06:30-08:30; Mo-Fr 16:30-18:30", "2026-11-23T12:00", "no"},
                  {"06:00-09:00; 13:00-19:00", "2026-11-23T08:00", "yes"},
                  {"Mo-Fr 09:00-15:00; 18:00-07:00", "2026-11-23T10:00", "yes"},
                  // A rule applies where those before it say no.
                  {"Mo-Fr 08:00-12:00 || Mo 14:00-16:00", "2026-11-23T15:00", "yes"},
                  {"Mo-Fr 08:00-12:00 || \"by appointment\"", "2026-11-23T10:00", "yes"},
                  {"Mo-Fr 08:00-12:00 || \"by appointment\"", "2026-11-23T15:00", "the hours depend on a remark"},
                  {"Mo-Fr 08:00-12:00 || 24/7 off", "2026-11-23T10:00", "yes"}});
}

TEST(OpeningHours, RemarksAreUnknownUnlessARuleSaysOpenOrOff) {
    constexpr std::string_view remark = "the hours depend on a remark";
    expect_hours({{"\"when the barrier is down; (maybe)\"", "2026-11-23T08:00", remark},
                  {"Mo-Fr 07:00-09:00 \"on school days\"", "2026-11-23T08:00", remark},
                  {"Mo-Fr 07:00-09:00 \"on school days\"", "2026-11-23T10:00", "no"},
                  {"Mo-Fr 07:00-09:00 open \"buses\"", "2026-11-23T08:00", "yes"},
                  {"24/7; Mo off \"market\"", "2026-11-23T08:00", "no"},
                  {"Mo unknown", "2026-11-23T08:00", remark},
                  {"Mo unknown", "2026-11-24T08:00", "no"}});
}

struct FaultyHours {
    std::string_view text;
    std::size_t position;
    std::string_view expected;
};

TEST(OpeningHours, FaultsSayWhereAndWhatIsMissing) {
    constexpr std::string_view time = "a time such as 07:30", more = "';' or ',' before further days";
    for (const auto& [text, position, expected] : std::initializer_list<FaultyHours>{
             {"", 0, "days or times"},
             {" ; ", 1, "days or times"},
             {"Mo;;Tu", 3, "days or times"},
             {"winter", 0, "days or times"},
             {"Set-Giu", 0, "days or times"},
             {"Mo-Fr 07:00-09:00 school days", 18, more},
             {"Mo-Fr 08:00-12:00 Sa 09:00-12:00", 18, more},
             {"08:00-12:00 Mo", 12, more},
             {"Mo-Fr Sa 10:00-12:00", 6, "',' or ';' before further days"},
             {"Jan Feb", 4, "',' or ';' before further days"},
             {"Mo-Fr, 08:00-12:00", 7, "days, or a blank instead of the comma before the times"},
             {"Mo-Xy", 3, "a weekday after '-'"},
             {"Mo[0]", 3, "a number from 1 to 5"},
             {"Mo[1", 4, "']'"},
             {"Su[1] +1 day", 6, "days or times"},
             {"07:30", 5, "'-' and the end of the time"},
             {"08.00-18.00", 2, "'-' and the end of the time"},
             {"07:00-9pm", 6, time},
             {"07:00-0900", 6, time},
             {"07:00-011:00", 6, time},
             {"07:60-09:00", 0, time},
             {"24:01-25:00", 0, time},
             {"07:00-48:01", 6, time},
             {"10:30:00-12:30:00", 0, time},
             {"07:00-19:00/00:30", 11, "';' or ',' before further days"},
             {"(noon+01:00)-18:00", 1, "sunrise, sunset, dawn or dusk"},
             {"(sunset+01:00-18:00", 13, "')'"},
             {"Dec 32", 4, "a day of the month"},
             {"Nov 15-2", 6, "a later date after '-'"},
             {"2014 Sep 15-2014 Sep 9", 11, "a later date after '-'"},
             {"Dec 1-2015 Mar 1", 5, "a year in the first date, too"},
             {"2015 Feb 2-2015 Deb 31", 16, "a month"},
             {"1900-2100", 0, "a year from 2000 to 2199 or a time such as 07:30"},
             {"2026-2024", 9, "a later year"},
             {"week 54", 5, "a week from 1 to 53"},
             {"week 45-10/2", 10, "a range before '/'"},
             {"Mo \"market", 3, "a '\"' that ends the comment"},
             {"Mo off open", 7, "';' or a comment"},
             {"Mo |Tu", 3, "';' or the end of the hours"},
             {"PH -1 week", 6, "'days'"},
             {std::string_view("Mo\0", 3), 2, "days or times"},
         }) {
        const auto hours = OpeningHours::parse(text);
        ASSERT_FALSE(hours.is_valid()) << text;
        EXPECT_EQ(hours.fault()->position, position) << text;
        EXPECT_EQ(hours.fault()->expected, expected) << text;
        EXPECT_EQ(hours_answer(hours, {}), "the hours cannot be read");
    }
}

TEST(OpeningHours, LongTextIsRefused) {
    std::string text = "Mo";
    while (text.size() + 3 <= OpeningHours::longest_text) text += ",Mo";
    EXPECT_TRUE(OpeningHours::parse(text).is_valid());
    EXPECT_FALSE(OpeningHours::parse(text + ",Mo,Mo").is_valid());
}

// Every minute of two weeks, counted from the Monday 00:00.
TEST(OpeningHours, AgreesWithPlainArithmetic) {
    const auto hours = OpeningHours::parse("Mo-We,Fr 21:30-04:15; Sa 10:00-12:00,22:00-02:00; Tu 23:00-24:00 off");
    ASSERT_TRUE(hours.is_valid());
    const auto is_open = [](int minute) {
        const auto begins = [&](int begin, int length) { return ((minute - begin) % 10080 + 10080) % 10080 < length; };
        bool open = false;
        for (const int day : {0, 1, 2, 4}) open |= begins(day * 1440 + 1290, 405);
        open |= begins(5 * 1440 + 600, 120) || begins(5 * 1440 + 1320, 240);
        return open && !begins(1440 + 1380, 60);
    };
    for (int minute = 0; minute < 2 * 10080; ++minute) {
        const CivilTime time{2026, 11, 9 + minute / 1440, minute / 60 % 24, minute % 60};
        ASSERT_EQ(hours_answer(hours, time), is_open(minute) ? "yes" : "no") << minute;
    }
}

// Weeks and nth weekdays against the C++ library and counting, over 400 years.
TEST(OpeningHours, AgreesWithTheCalendar) {
    using namespace std::chrono;
    const auto first_monday = OpeningHours::parse("Mo[1]"), last_friday = OpeningHours::parse("Fr[-1]");
    const auto first_week = OpeningHours::parse("week 1");
    for (sys_days day = 2000y / January / 1; day < sys_days(2400y / January / 1); day += days(1)) {
        const year_month_day date(day);
        const CivilTime time{static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
                             static_cast<int>(static_cast<unsigned>(date.day())), 12, 0};
        const auto of_month = [&](const auto& which) { return day == sys_days(date.year() / date.month() / which); };
        ASSERT_EQ(hours_answer(first_monday, time) == "yes", of_month(Monday[1])) << day.time_since_epoch().count();
        ASSERT_EQ(hours_answer(last_friday, time) == "yes", of_month(Friday[last])) << day.time_since_epoch().count();
        // Week 1 has the 4th of January.
        const auto has_the_fourth = [&](year of) {
            const sys_days fourth = of / January / 4;
            const sys_days monday = fourth - (weekday(fourth) - Monday);
            return monday <= day && day < monday + days(7);
        };
        ASSERT_EQ(hours_answer(first_week, time) == "yes",
                  has_the_fourth(date.year()) || has_the_fourth(date.year() + years(1)));
    }
}

TEST(OpeningHours, AnyBytesGiveAnAnswerOrAFault) {
    constexpr std::string_view tokens[] = {"Mo",   "Fr",          "PH",     "SH",           "[",      "]",      "-1",
                                           "-",    ",",           ";",      "||",           "07:",    "00",     ":",
                                           "24/7", "Dec",         "24",     "2026",         "week",   "/2",     "+",
                                           "(",    ")",           "easter", " days",        "sunset", "off",    "open",
                                           "\"",   "x",           " ",      "\xe2\x80\x93", "\xff",   "Su[-1]", "Mar",
                                           " ",    "07:00-09:00", "unknown"};
    std::mt19937 random(5);
    for (int trial = 0; trial < 20000; ++trial) {
        std::string text;
        for (auto left = random() % 12; left > 0; --left) text += tokens[random() % std::size(tokens)];
        const auto hours = OpeningHours::parse(text);
        if (!hours.is_valid()) {
            ASSERT_LE(hours.fault()->position, text.size()) << text;
            ASSERT_FALSE(hours.fault()->expected.empty()) << text;
        }
        hours_answer(hours, {2024, 2, 29, 23, 59});
        hours_answer(hours, {1, 1, 1, 0, 0}, {true, false});
    }
}

}  // namespace
}  // namespace allways::test
