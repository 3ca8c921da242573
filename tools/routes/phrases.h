// SPDX-License-Identifier: Apache-2.0
// The phrases of instructions in one language, from phrases.json.
#pragma once

#include <map>
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

}  // namespace allways::tools
