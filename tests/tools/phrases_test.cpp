// SPDX-License-Identifier: Apache-2.0
// Directions in several languages: every language has every phrase, and says the same.
#include "routes/phrases.h"

#include <set>

#include "allways/base/error.h"
#include "street_map.h"

namespace allways::tools {
namespace {

using test::Texts;

std::multiset<std::string> placeholders_of(const std::string& phrase) {
    std::multiset<std::string> names;
    for (std::size_t open = phrase.find('{'); open != phrase.npos; open = phrase.find('{', open + 1)) {
        const std::size_t close = phrase.find('}', open);
        if (close == phrase.npos) return {"unclosed"};
        names.insert(phrase.substr(open + 1, close - open - 1));
    }
    return names;
}

TEST(Phrases, EveryLanguageHasEveryPhraseWithTheSamePlaceholders) {
    const auto& languages = all_languages();
    ASSERT_EQ(languages.size(), 12u);
    const auto& english = languages.front().phrases();
    EXPECT_EQ(languages.front().code(), "en");
    std::set<std::string> names;
    for (const Language& language : languages) {
        EXPECT_EQ(language.phrases().size(), english.size()) << language.code();
        for (const auto& [key, phrase] : english) {
            const auto found = language.phrases().find(key);
            ASSERT_NE(found, language.phrases().end()) << language.code() << ": " << key;
            EXPECT_EQ(placeholders_of(found->second), placeholders_of(phrase)) << language.code() << ": " << key;
            EXPECT_FALSE(found->second.empty() || found->second.front() == ' ') << language.code() << ": " << key;
        }
        names.insert(language.text("language"));
    }
    EXPECT_EQ(names.size(), languages.size());
}

TEST(Phrases, TheNearestAcceptedLanguageIsTaken) {
    EXPECT_EQ(accepted_language("de-CH,de;q=0.9,en;q=0.8"), "de");
    EXPECT_EQ(accepted_language("ja, fr;q=0.3, EN-gb;q=0.7"), "en");
    EXPECT_EQ(accepted_language("ja"), "");
    EXPECT_EQ(accepted_language("en;q=0"), "");
    EXPECT_EQ(accepted_language(""), "");
}

TEST(Phrases, AnUnknownLanguageIsAnErrorThatListsThem) {
    try {
        Language::find("xx");
        FAIL();
    } catch (const InvalidArgument& error) {
        EXPECT_STREQ(error.what(),
                     "`language`: unknown language 'xx'; expected en, de, fr, es, it, pt, nl, sv, da, pl, cs, ru");
    }
}

TEST(Phrases, DirectionsInOtherLanguages) {
    const RoadNetwork network = test::street_map({{0, 0}, {100, 0}, {100, 200}, {100, -200}, {300, 200}, {100, 400}},
                                                 {{1, 2, "A"}, {2, 3, "B"}, {2, 4, "C"}, {3, 5, ""}, {3, 6, "D"}});
    const auto found = test::asked(network, {{"1", "5"}});
    const RoadFacts facts(found.source.arcs(), found.source.scale());
    const Directions directions(found.source, facts);
    const auto told = [&](const char* language) {
        Texts texts;
        for (const Instruction& one : directions.of(found.routes[0], Language::find(language))) {
            texts.push_back(one.text);
        }
        return texts;
    };
    EXPECT_EQ(told(""),
              (Texts{"head east on A", "turn left onto B", "turn right onto unnamed residential road", "arrive at 5"}));
    EXPECT_EQ(told("de"), (Texts{"nach Osten auf A starten", "links auf B abbiegen",
                                 "rechts auf Straße ohne Namen abbiegen", "Ankunft: 5"}));
    for (const std::string& code : instruction_languages()) EXPECT_EQ(told(code.c_str()).size(), 4u) << code;
}

TEST(Phrases, VerbsComeLastWhereALanguagePutsThemThere) {
    const Language& german = Language::find("de");
    const auto onto = [&](const std::string& instruction) {
        return german.text("onto", {{"instruction", instruction}, {"road", "A | B"}});
    };
    const auto finished = [](const std::string& text) { return Language::finished(text); };
    const std::string left = german.text("left");
    EXPECT_EQ(finished(left), "links abbiegen");
    EXPECT_EQ(finished(onto(left)), "links auf A | B abbiegen");
    EXPECT_EQ(finished(german.text("end of road", {{"instruction", left}})), "am Ende der Straße links abbiegen");
    EXPECT_EQ(finished(onto(german.text("end of road", {{"instruction", left}}))),
              "am Ende der Straße links auf A | B abbiegen");
    EXPECT_EQ(finished(german.text("stay", {{"instruction", left}, {"road", "A"}})),
              "links abbiegen, um auf A zu bleiben");
    EXPECT_EQ(
        finished(german.text("towards", {{"instruction", onto(german.text("exit right"))}, {"destinations", "C"}})),
        "die Ausfahrt rechts auf A | B Richtung C nehmen");
    EXPECT_EQ(finished(german.text("start")), "losfahren");
    EXPECT_EQ(finished(onto(german.text("start"))), "auf A | B losfahren");
}

// To the left, not from the left.
TEST(Phrases, MergingLeadsToASide) {
    for (const auto& [code, text] : {std::pair{"pt", "entrar na via à esquerda"},
                                     {"es", "incorporarse a la izquierda"},
                                     {"pl", "włącz się do ruchu po lewej"}}) {
        EXPECT_EQ(Language::find(code).text("merge left"), text);
    }
}

}  // namespace
}  // namespace allways::tools
