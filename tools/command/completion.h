// SPDX-License-Identifier: Apache-2.0
// Completion of command lines: the shells' scripts ask the program itself, so its options are declared in one place.
#pragma once

#include <string>
#include <vector>

#include "command/cli_fwd.h"

namespace allways::command {

struct Completion {
    struct Word {
        std::string text;
        std::string about;  // one line, or empty
    };
    std::vector<Word> words;
    bool files = false;  // names of files, too
};

// What may stand in the place of the last word, which may be empty. `words` are those after the program's name. Columns
// are read from the first file that the words name, unless it is large.
Completion completion_of(const CLI::App& app, const std::vector<std::string>& words);

// One line a word: the word, a tab, what it is about. ":files" alone stands for names of files.
std::string text_of(const Completion& completion);

// The script that a shell reads: "bash", "zsh" or "fish". Throws InvalidArgument for another shell.
std::string completion_script(const std::string& program, const std::string& shell);

}  // namespace allways::command
