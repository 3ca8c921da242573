// SPDX-License-Identifier: Apache-2.0
// The phrases of instructions in one language, from phrases.json, and the texts of steps made of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/routes/instruction.h"
#include "base/embedded_file.h"

namespace allways::tools {

namespace phrases_file {
const std::vector<EmbeddedFile>& embedded_files();  // phrases.json, embedded at build time
}

class Language {
public:
    // A code such as "de"; empty: English. Throws InvalidArgument for an unknown one, listing the known.
    static const Language& find(std::string_view code);

    const std::string& code() const { return code_; }
    const std::map<std::string, std::string, std::less<>>& phrases() const { return phrases_; }

    // The phrase with values in place of its placeholders: ("onto", {{"instruction", "turn left"}, {"road", "A"}}).
    // A '|' in phrases.json divides an instruction where a language says more before its last words, and the words
    // behind it come last: "links| abbiegen" and "{instruction} auf {road}" make "links auf A| abbiegen". In a phrase
    // with an instruction, '|' is where these words come: "{instruction}|, um auf {road} zu bleiben".
    using Values = std::vector<std::pair<std::string_view, std::string_view>>;
    std::string text(std::string_view phrase, const Values& values = {}) const;
    static std::string finished(std::string text);  // without the mark

private:
    friend const std::vector<Language>& all_languages();
    std::string code_;
    std::map<std::string, std::string, std::less<>> phrases_;
};

const std::vector<Language>& all_languages();

// Texts of steps from one road onto another; Directions writes those for ends, stops and roundabouts.
class TurnText {
public:
    explicit TurnText(const Language& language) : language_(language) {}

    std::string of(const Instruction& one) const;
    std::string onto(const std::string& instruction, const Instruction& one) const;  // "turn left onto High Street"
    std::string on(const std::string& instruction, const Instruction& one) const;

private:
    std::string move(const std::optional<double>& angle) const;
    std::string ramp(const std::string& instruction, const Instruction& one) const;
    std::string fork(const Instruction& one) const;

    const Language& language_;
};

}  // namespace allways::tools
