// SPDX-License-Identifier: Apache-2.0
// Numbers as they are read from and shown to people.
#include <limits>

#include <gtest/gtest.h>

#include "allways/importers/read.h"
#include "allways/result/distance_table.h"
#include "allways/result/natural_scale.h"
#include "base/text.h"
#include "base/text_table.h"
#include "command/help.h"
#include "command/info_text.h"
#include "command/number_options.h"
#include "command/option_rows.h"

namespace allways::tools {

using namespace command;
namespace {

TEST(Text, SizesInBytes) {
    EXPECT_EQ(parse_bytes("4096"), 4096u);
    EXPECT_EQ(parse_bytes("1k"), 1024u);
    EXPECT_EQ(parse_bytes("1.5G"), 3u << 29);
    EXPECT_EQ(parse_bytes("800 MiB"), 800u << 20);
    EXPECT_EQ(parse_bytes("1Ki"), 1024u);
    EXPECT_EQ(parse_bytes("2GB"), std::uint64_t{2} << 30);
    EXPECT_EQ(parse_bytes("0.5K"), 512u);
    for (const char* text : {"", "G", "-5", "0", "0.1", "1x", "1.5GX", "1e3", "nan", "inf", "99999999P"}) {
        EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
    }
}

TEST(Text, MessagesOfTheLibraryNameFlags) {
    EXPECT_EQ(with_flags("`speed_field`: the unit of the speeds is not stated; set `speed_unit`"),
              "--speed-field: the unit of the speeds is not stated; set --speed-unit");
    EXPECT_EQ(with_flags("`profile`: accepts car and foot, found 'boat'; use `mode` for other uses"),
              "--profile: accepts car and foot, found 'boat'; use --mode for other uses");
    EXPECT_EQ(with_flags("`reverse_cost_field` needs `cost_field`, the cost along the line"),
              "--rcost-field needs --cost-field, the cost along the line");
    EXPECT_EQ(with_flags("t.omx: exists already; `overwrite` replaces it"),
              "t.omx: exists already; -O (--overwrite) replaces it");
    EXPECT_EQ(with_flags("`points.layer`: 'a' has no layer 'b'; `layer`"),
              "--points-layer: 'a' has no layer 'b'; --layer");
    EXPECT_EQ(with_flags("set `from_field` \"\" to skip the guess (`lenient`)"),
              "set --from-field \"\" to skip the guess (--lenient)");
    EXPECT_EQ(with_flags("without `next_hops = false`; `width × height` is small"),
              "without --no-next-hops; --size is small");
    EXPECT_EQ(with_flags("`input_formats()` lists the names"), "'allways formats' lists the names");
    EXPECT_EQ(with_flags("`transfers` and `points.where` have none"), "transfers and points.where have none");
}

TEST(Text, QuotesOfMessagesStayAsTheyAre) {
    EXPECT_EQ(with_flags("`id_field`: layer '`layer`' has no field 'a`mode`b'; it has: mode"),
              "--id-field: layer '`layer`' has no field 'a`mode`b'; it has: mode");
    EXPECT_EQ(with_flags("`where`: GDAL does not understand the filter \"`mode` = 'x'\" for layer 'a'"),
              "--where: GDAL does not understand the filter \"`mode` = 'x'\" for layer 'a'");
    EXPECT_EQ(with_flags("the table's own unit, the rows' `unit`, and the line's"),
              "the table's own unit, the rows' --unit, and the line's");
    EXPECT_EQ(with_flags("found 'it's `mode` here', not `mode`"), "found 'it's `mode` here', not --mode");
    for (const char* message : {"", "`", "``", "'", "a ' b", "`mode", "`a b`", "say \"`mode", "where the mode is"}) {
        EXPECT_EQ(with_flags(message), message);
    }
}

TEST(Text, FieldsHaveFlags) {
    EXPECT_EQ(flag_of("default_speed_kmh"), "--default-speed");
    EXPECT_EQ(flag_of("points.id_field"), "--points-id");
    EXPECT_EQ(flag_of("read.format"), "-F");
    EXPECT_EQ(flag_of("format"), "-f");
    EXPECT_EQ(flag_of("radius"), "--snap-radius");
    EXPECT_EQ(flag_of("transfers"), "");
    for (const ReadOptionRow& row : read_options()) EXPECT_EQ(flag_of("read." + row.name).empty(), row.flag == no_flag);
}

TEST(Text, MistypedWordsGetTheNearestKnownOne) {
    EXPECT_EQ(edit_distance("", ""), 0u);
    EXPECT_EQ(edit_distance("abc", ""), 3u);
    EXPECT_EQ(edit_distance("slove", "solve"), 1u);  // neighbours swapped
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
    const std::vector<std::string> known = {"solve",        "table",    "simplify", "snap",
                                            "--from-field", "--format", "--pairs"};
    EXPECT_EQ(suggestion("slove", known), "solve");
    EXPECT_EQ(suggestion("tabel", known), "table");
    EXPECT_EQ(suggestion("--form", known), "--format");  // the only one that begins so
    EXPECT_EQ(suggestion("--fro-field", known), "--from-field");
    EXPECT_EQ(suggestion("-", known), "");
    EXPECT_EQ(suggestion("", known), "");
    EXPECT_EQ(suggestion("fly", known), "");
    EXPECT_EQ(did_you_mean("slove", known), "; did you mean 'solve'?");
    EXPECT_EQ(did_you_mean("xyz", known), "");
}

TEST(Text, SystemsWithoutACodeGoByTheirName) {
    EXPECT_EQ(reference_system_text("EPSG:2100"), "EPSG:2100");
    EXPECT_EQ(reference_system_text(R"(PROJCRS["Town grid",BASEGEOGCRS["WGS 84"]])"),
              "'Town grid', a system without a code; --json shows it in full");
}

TEST(Text, LinesAreWrappedBetweenWords) {
    EXPECT_EQ(wrapped("one two three", 0, 0), "one two three");
    EXPECT_EQ(wrapped("one two three", 0, 13), "one two three");
    EXPECT_EQ(wrapped("one two three", 0, 12), "one two\nthree");
    EXPECT_EQ(wrapped("one two three", 2, 9), "one two\n  three");
    EXPECT_EQ(wrapped("extraordinary x", 0, 5), "extraordinary\nx");  // never inside a word
    EXPECT_EQ(wrapped("äöü äöü", 0, 7), "äöü äöü");                   // letters count, not bytes
}

TEST(Text, CountsAreNeitherNegativeNorTooLarge) {
    const auto refused = [](const CLI::Validator& validator, std::string text) { return !validator(text).empty(); };
    EXPECT_FALSE(refused(count_from(0), "0"));
    EXPECT_FALSE(refused(count_from(0), "18446744073709551615"));
    EXPECT_FALSE(refused(count_from(1, 5), "5"));
    for (const char* text : {"-1", "-0", "+1", "1.5", "1e3", "", " 1", "18446744073709551616"}) {
        EXPECT_TRUE(refused(count_from(0), text)) << text;
    }
    EXPECT_TRUE(refused(count_from(1, 5), "0"));
    EXPECT_TRUE(refused(count_from(1, 5), "6"));
}

TEST(Text, FloatsArePlainWhereThatIsShort) {
    const auto text = [](double number, CostType type) { return natural_text(number, type, {}); };
    EXPECT_EQ(text(2e9, CostType::float32), "2000000000");
    EXPECT_EQ(text(2e9, CostType::float64), "2000000000");
    EXPECT_EQ(text(-123456789012345.5, CostType::float64), "-123456789012345.5");
    EXPECT_EQ(text(1e-5, CostType::float32), "0.00001");
    EXPECT_EQ(text(0.1f, CostType::float32), "0.1");
    EXPECT_EQ(text(1e15, CostType::float64), "1e+15");
    EXPECT_EQ(text(9e-6, CostType::float64), "9e-06");
    EXPECT_EQ(text(0, CostType::float64), "0");
    EXPECT_EQ(text(std::numeric_limits<double>::infinity(), CostType::float64), "inf");
}

TEST(Text, SumsOfFloatsHaveTheDigitsThatAreCertain) {
    const auto text = [](double number, CostType type) { return sum_text(number, type, {"cost", "", 3}); };
    EXPECT_EQ(text(double(0.1f) + double(0.7f) + double(0.1f), CostType::float32), "0.9");
    EXPECT_EQ(text(0.1 + 0.2, CostType::float64), "0.3");
    EXPECT_EQ(text(1234567, CostType::float32), "1234570");
    EXPECT_EQ(text(1500, CostType::int32), "1.5");
    EXPECT_EQ(text(std::numeric_limits<double>::infinity(), CostType::float32), "inf");
}

TEST(Text, Utf8StaysAndOtherBytesAreReplaced) {
    for (const std::string text : {"", "plain", "Straße, 東京, 🚲", "\x7F", "\u0800", "\uFFFD", "\U0010FFFD"})
        EXPECT_EQ(valid_utf8(text), text);
    EXPECT_EQ(valid_utf8(std::string("a\0b", 3)), std::string("a\0b", 3));
    const std::string bad = "\uFFFD";
    EXPECT_EQ(valid_utf8("Stra\xDF"
                         "e"),
              "Stra" + bad + "e");  // Latin-1
    EXPECT_EQ(valid_utf8("\xE9t\xE9"), bad + "t" + bad);
    EXPECT_EQ(valid_utf8("\x80\xBF"), bad + bad);                     // go on without a beginning
    EXPECT_EQ(valid_utf8("\xE6\x9D|\xF0\x9F\x9A"), bad + "|" + bad);  // cut off
    EXPECT_EQ(valid_utf8("\xC0\xAF"), bad + bad);                     // a longer form than needed
    EXPECT_EQ(valid_utf8("\xE0\x80\xAF"), bad + bad + bad);
    EXPECT_EQ(valid_utf8("\xED\xA0\x80"), bad + bad + bad);            // a surrogate
    EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), bad + bad + bad + bad);  // beyond the last
    EXPECT_EQ(valid_utf8("\xF5\xFF"), bad + bad);
    EXPECT_EQ(valid_utf8("\uFFFE\uFFFF\uFDD0\U0001FFFF|"), bad + bad + bad + bad + "|");
}

TEST(Text, TablesKeepTwoBlanksBetweenColumns) {
    EXPECT_EQ(text_table({{"column", "unit", "largest"}, {"Länge", "-", "12"}, {"a_long_name", "m", "1234567890"}}, 2),
              "column       unit     largest\n"
              "Länge        -             12\n"
              "a_long_name  m     1234567890\n");
    EXPECT_EQ(text_table({{"a", "b"}, {"c", ""}}, 2), "a  b\nc\n");
    EXPECT_EQ(text_table({}, 0), "");
}

// A factor's notes have been made once before: its network's own source, and that of its network.
TEST(MadeBy, HasEachKeyOnce) {
    const TableProvenance notes{
        {"program", "allways 0"}, {"source", "city.gpkg"}, {"network_source", "city.osm"}, {"profile", "car"}};
    const TableProvenance made = made_by({{"source", "city.factor"}, {"schedule", "sweep"}}, notes);
    const TableProvenance rest(made.begin() + 1, made.end());
    EXPECT_EQ(rest, (TableProvenance{{"source", "city.factor"},
                                     {"schedule", "sweep"},
                                     {"network_program", "allways 0"},
                                     {"network_source", "city.osm"},
                                     {"profile", "car"}}));
}

}  // namespace
}  // namespace allways::tools
