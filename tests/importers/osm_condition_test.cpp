// SPDX-License-Identifier: Apache-2.0
// Conditional tags → the value that applies, a table for each rule. 2026-11-23 is a Monday.
#include "osm/conditions/condition.h"

#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "allways/base/format.h"

namespace allways::test {

using namespace importers;
namespace {

using osm::Conditional;
using osm::Situation;

// The value that applies ("-" for none), and why another may apply instead: "no ? 'snow' is not known".
std::string outcome_text(const Conditional& conditional, const Situation& situation) {
    const auto outcome = conditional.at(situation);
    EXPECT_EQ(outcome.is_unknown, !outcome.reason.empty());
    return std::string(outcome.value.value_or("-")) + (outcome.is_unknown ? " ? " + outcome.reason : "");
}

struct ConditionalRow {
    std::string_view text;
    std::string_view expected;
};

void expect_outcomes(const Situation& situation, std::initializer_list<ConditionalRow> rows) {
    for (const auto& [text, expected] : rows) {
        const auto conditional = Conditional::parse(text);
        ASSERT_TRUE(conditional.is_valid())
            << text << " at " << conditional.fault()->position << ": " << conditional.fault()->expected;
        EXPECT_EQ(outcome_text(conditional, situation), expected) << text;
    }
}

Situation situation_at(std::string_view time) {
    Situation situation;
    situation.at = osm::parse_civil_time(time);
    EXPECT_TRUE(situation.at) << time;
    return situation;
}

Situation lorry() {
    auto lorry = situation_at("2026-11-23T08:00");
    lorry.weight_t = 7.5;
    lorry.weight_rating_t = 12;
    lorry.axle_load_t = 5;
    lorry.length_m = 9;
    lorry.width_m = 2.5;
    lorry.height_m = 3.6576;  // 12 feet
    lorry.axles = 2;
    lorry.classes = {"vehicle", "motor_vehicle", "goods", "hgv"};
    lorry.facts = {{"destination", true}, {"wet", false}, {"hazmat", false}};
    return lorry;
}

TEST(Conditional, Hours) {
    expect_outcomes(
        situation_at("2026-11-23T08:00"),
        {{"60 @ 23:00-05:00", "-"},
         {"no @ (Mo-Fr 07:00-19:00)", "no"},
         {"no@(Mo-Fr 07:00-19:00)", "no"},
         {" no  @  ( Mo-Fr 07:00-19:00 ) ; ", "no"},
         {"30@(Mo-Sa 06:00-22:00);50@PH", "30 ? public holidays are not known"},
         {"40 @ (Mo-Fr 08:00-09:30,14:30-16:00; PH off; SH off)", "- ? school holidays are not known"},
         {"no @ (2015 Aug 31-2015 Sep 4)", "-"},
         {"no @ (Dec 1 - Jun 15)", "-"},
         {"yes @ (May 16-Oct 31 09:00-18:30)", "-"},
         {"no @ (Sep 20-Dec 31 (sunset-02:00)-(sunrise+02:00))", "- ? the times of sunrise and sunset are not known"},
         {"private @ (Oct 01-Apr 30 || \"when the barrier is locked\")", "private"},
         {"yes @ (((Mo)))", "yes"},
         {"no @ week 45-20", "no"},
         {"100 @ (06:00-19:00;Su,PH off)", "- ? public holidays are not known"},
         {"yes|yes|designated @ Mo-Sa 06:00-10:00", "yes|yes|designated"}});
    expect_outcomes({}, {{"no @ (Mo-Fr 07:00-19:00)", "- ? the time is not known"}});
}

// All values of the maps that the tests use, and their like.
TEST(Conditional, ValuesOfMaps) {
    const auto monday = situation_at("2026-11-23T08:00");
    expect_outcomes(monday,
                    {{"destination @ (06:00-22:00)", "destination"},
                     {"destination @ (06:30-08:30); destination @ (16:30-18:30)", "destination"},
                     {"destination @ (06:30-08:30);destination @ (16:30-18:30)", "destination"},
                     {"no @ winter", "- ? 'winter' is not known"},
                     {"delivery @ (Mo-Sa 18:30-10:00,12:30-15:00);no @ PH", "- ? public holidays are not known"}});
    expect_outcomes(situation_at("2026-11-22T13:00"),
                    {{"delivery @ (Mo-Sa 18:30-10:00,12:30-15:00);no @ PH", "- ? public holidays are not known"}});
    expect_outcomes(situation_at("2026-11-24T08:00"), {{"delivery @ (Mo-Sa 18:30-10:00,12:30-15:00);no @ PH",
                                                        "delivery ? public holidays are not known"}});
    EXPECT_FALSE(Conditional::parse("schooldays only").is_valid());
}

TEST(Conditional, LaterValuesOverrideEarlierOnes) {
    auto at = situation_at("2026-11-23T08:00");
    expect_outcomes(at, {{"50 @ (05:00-20:00); 60 @ (07:00-10:00)", "60"},
                         {"60 @ (07:00-10:00); 50 @ (05:00-20:00)", "50"},
                         {"50 @ (05:00-07:00,20:00-23:00); 60 @ (23:00-05:00)", "-"},
                         {"yes @ (07:00-10:00); no @ snow", "yes ? 'snow' is not known"},
                         {"no @ snow; yes @ (07:00-10:00)", "yes"},
                         {"no @ (07:00-10:00); no @ snow", "no"},
                         {"no @ ice; no @ snow", "- ? 'snow' is not known"}});
    at.facts = {{"snow", true}};
    expect_outcomes(at, {{"yes @ (07:00-10:00); no @ snow", "no"}, {"no @ Snow", "no"}});
}

TEST(Conditional, Comparisons) {
    expect_outcomes(lorry(), {{"no @ (weight>7.5)", "-"},
                              {"no @ (weight>=7.5)", "no"},
                              {"no @ weight >= 7.5 t", "no"},
                              {"no @ (weight=>7.5)", "no"},
                              {"no @ (weight ≥ 7.5)", "no"},
                              {"yes @ (weight<=7.5t)", "yes"},
                              {"yes @ (weight≤7.4)", "-"},
                              {"yes @ (weight=7.5)", "yes"},
                              {"yes @ (weight==7.5)", "yes"},
                              {"30 @ (weight>3,5)", "30"},
                              {"no @ (weight>7499 kg)", "no"},
                              {"no @ (weight>8.26 st)", "no"},
                              {"no @ (weight>8.27 st)", "-"},
                              {"no @ (weight>16534 lbs)", "no"},
                              {"no @ (weight>16535 lbs)", "-"},
                              {"no @ (weight>147 cwt)", "no"},
                              {"no @ (weight>148 cwt)", "-"},
                              {"no @ (weight>7.3 lt)", "no"},
                              {"no @ (maxweight>3.5)", "no"},
                              {"no @ (weightrating>7.5)", "no"},
                              {"no @ (axleload>5)", "-"},
                              {"no @ length>8", "no"},
                              {"no @ (length > 25ft)", "no"},
                              {"no @ (length>900 cm)", "-"},
                              {"no @ (width<2.5)", "-"},
                              {"no @ (height>11'11\")", "no"},
                              {"no @ (height>12'1\")", "-"},
                              {"no @ (height>12')", "-"},
                              {"no @ (height>140 in)", "no"},
                              {"no @ (axles=3)", "-"},
                              {"no @ (axles<3)", "no"},
                              {"yes @ (stay < 2 hours)", "- ? 'stay' is not known"},
                              {"no @ (bogie:axles>=2)", "- ? 'bogie:axles' is not known"},
                              {"no @ (temperature<3 c)", "- ? 'temperature' is not known"},
                              {"140 @ (weight<=3.5); 80 @ (weight>3.5)", "80"}});
    Situation parking;
    parking.stay_min = 90;
    expect_outcomes(parking, {{"yes @ (stay < 2 hours)", "yes"},
                              {"yes @ (stay <= 90 min)", "yes"},
                              {"yes @ (stay < 60)", "-"},
                              {"no @ (stay > 1 day)", "-"},
                              {"no @ (weight>7.5)", "- ? 'weight' is not known"}});
}

TEST(Conditional, WordsAreClassesOrFacts) {
    expect_outcomes(lorry(), {{"no @ hgv", "no"},
                              {"no @ (HGV)", "no"},
                              {"none @ bicycle", "-"},
                              {"yes @ psv; yes @ bus", "-"},
                              {"yes @ destination", "yes"},
                              {"60 @ wet", "-"},
                              {"50@(fog)", "- ? 'fog' is not known"},
                              {"no @ hazmat", "-"},
                              {"no @ (hazmat:water)", "- ? 'hazmat:water' is not known"},
                              {"no @ permit_holder", "- ? 'permit_holder' is not known"},
                              {"no @ emergency", "- ? 'emergency' is not known"},
                              {"yes @ open", "- ? 'open' is not known"},
                              {"no @ closed", "- ? 'closed' is not known"}});
    expect_outcomes({}, {{"no @ hgv", "- ? 'hgv' is not known"}});
}

TEST(Conditional, AndBindsCloserThanOr) {
    expect_outcomes(lorry(), {{"no @ (weight>7 AND Mo-Fr 07:00-09:00)", "no"},
                              {"no @ (Mo-Fr 07:00-09:00 and weight>8)", "-"},
                              {"no @ (weight>7 AND snow)", "- ? 'snow' is not known"},
                              {"no @ (weight>8 AND snow)", "-"},
                              {"no @ (weight>8 OR snow)", "- ? 'snow' is not known"},
                              {"no @ (weight>7 OR snow)", "no"},
                              {"no @ (weight>8 AND wet OR hgv)", "no"},
                              {"no @ (weight>8 AND (wet OR hgv))", "-"},
                              {"no @ ((weight>7)AND(hgv)AND Mo)", "no"},
                              {"none @ ((06:00-10:00; 19:00-22:00) AND weight<8)", "none"},
                              {"no @ (Mo-Fr 06:00-10:00; Sa 06:00-08:00 AND hgv)", "no"},
                              {"yes @ (stay > 2 hours AND (Mo-Fr 17:00-19:00; Sa 07:00-13:00))", "-"},
                              {"no @ weight>7 AND Mo 07:00-09:00", "no"},
                              {"no @ android", "- ? 'android' is not known"}});
}

TEST(Conditional, ListsOfWordsAreAlternatives) {
    expect_outcomes(lorry(), {{"destination @ (delivery; residential; destination)", "destination"},
                              {"none @ (psv, bicycle)", "-"},
                              {"50 @ wet,snow", "- ? 'snow' is not known"},
                              {"12 @ hgv,bus ; none @psv", "12"},
                              {"no @ (weight>7;length>12)", "no"}});
}

struct FaultyConditional {
    std::string_view text;
    std::size_t position;
    std::string_view expected;
};

TEST(Conditional, FaultsSayWhereAndWhatIsMissing) {
    constexpr std::string_view at = "'@' and a condition", condition = "a condition", hours = "days or times";
    constexpr std::string_view parentheses = "parentheses that match";
    for (const auto& [text, position, expected] : std::initializer_list<FaultyConditional>{
             {"", 0, at},
             {"no", 2, at},
             {"no (2014 Sep 25-2014 Oct 1)", 27, at},
             {"no @ (22:00-06:00); yes", 23, at},
             {"no @ Su; PH", 11, at},
             {"no @ 22:00-06:00;; yes @ Mo", 17, at},
             {";no @ Mo", 0, at},
             {"through;right @ bus", 7, at},
             {"@ Mo", 0, "a value before '@'"},
             {"no @", 4, condition},
             {"no @ ()", 6, condition},
             {"no @ (( ))", 8, condition},
             {"no @ (AND Mo)", 6, condition},
             {"no @ (Mo AND)", 12, condition},
             {"no @ (hgv) bus", 6, "sunrise, sunset, dawn or dusk"},
             {"no @ (Mo-Fr 7:00-18:00", 5, parentheses},
             {"no @ (MO-FR) and 06:00-20:00)", 28, parentheses},
             {"no @ Mo \"market", 15, "a '\"' that ends the comment"},
             {"no @ Mo yes @ Tu", 12, "';' before a further value"},
             {"delivery @ (delivery @ (Mo))", 12, hours},
             {"no @ (Mo-Fr 0700-0900)", 12, "a year from 2000 to 2199 or a time such as 07:30"},
             {"no @ Mo-Fr 08:00-9pm", 17, "a time such as 07:30"},
             {"no @ (when flashing)", 6, hours},
             {"no @ (snow; Mo 07:00)", 6, hours},
             {"no @ (hgv; bus AND Mo)", 6, hours},
             {"no @ (weight>heavy)", 13, "a number such as 7.5"},
             {"no @ (weight>7,500 kg)", 13, "a number such as 7.5"},
             {"no @ (weight>7.5 m)", 17, "a unit that fits, or AND"},
             {"no @ (weight>7.5 & Mo)", 17, "a unit that fits, or AND"},
             {"no @ (length>12'x)", 16, "inches"},
             {"no @ (((((((((Mo)))))))))", 13, "fewer parentheses"},
             {"no @ \xff", 5, hours},
         }) {
        const auto conditional = Conditional::parse(text);
        ASSERT_FALSE(conditional.is_valid()) << text;
        EXPECT_EQ(conditional.fault()->expected, expected) << text;
        EXPECT_EQ(conditional.fault()->position, position) << text;
        EXPECT_EQ(outcome_text(conditional, lorry()), format("- ? expected {}", expected)) << text;
    }
}

TEST(Conditional, ValuesOutliveTheTextAndCopies) {
    std::optional<std::string_view> value;
    auto text = std::string("permissive_or_longer_than_short_strings @ Mo");
    const auto kept = Conditional::parse(text);
    text.assign(text.size(), 'x');
    {
        const auto copy = kept;
        value = copy.at(lorry()).value;
    }
    EXPECT_EQ(value, "permissive_or_longer_than_short_strings");
}

TEST(Conditional, HostileTextIsRefusedAtOnce) {
    const auto many = [](std::string_view unit) {
        std::string text = "no @ ";
        while (text.size() + unit.size() <= Conditional::longest_text) text += unit;
        return text;
    };
    for (const auto unit : {"(", ")", "((", "\"", "AND ", "AND(", "a;", "a@b;", "<", "(a;b)AND ", "Mo,", "07:00-",
                            "1'1\"", ",", "Mar Su["}) {
        const auto conditional = Conditional::parse(many(unit));
        if (conditional.is_valid()) outcome_text(conditional, lorry());
    }
    EXPECT_TRUE(Conditional::parse("no @ (" + std::string(4000, 'x') + ")").is_valid());
    EXPECT_FALSE(Conditional::parse("no @ (" + std::string(5000, 'x') + ")").is_valid());
}

TEST(Conditional, AnyBytesGiveAnAnswerOrAFault) {
    constexpr std::string_view tokens[] = {"no",     " @ ", "@",   "(",    ")",      ";",  " AND ",  " OR ",
                                           "weight", ">",   "7.5", "<=",   "t",      "'",  "\"",     "hgv",
                                           "snow",   "Mo",  "-Fr", " ",    "07:00",  "-",  ",",      "PH off",
                                           "\xff",   "6",   "≥",   "24/7", "sunset", "||", "length", " 12'6\""};
    std::mt19937 random(7);
    const auto known = lorry();
    for (int trial = 0; trial < 20000; ++trial) {
        std::string text = random() % 2 == 0 ? "no @ " : "";
        for (auto left = random() % 12; left > 0; --left) text += tokens[random() % std::size(tokens)];
        const auto conditional = Conditional::parse(text);
        if (!conditional.is_valid()) {
            ASSERT_LE(conditional.fault()->position, text.size()) << text;
            ASSERT_FALSE(conditional.fault()->expected.empty()) << text;
        }
        outcome_text(conditional, known);
        outcome_text(conditional, {});
    }
}

}  // namespace
}  // namespace allways::test
