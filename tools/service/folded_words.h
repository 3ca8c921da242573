// SPDX-License-Identifier: Apache-2.0
// Words of names as a search compares them: in lower case, without accents.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace allways::tools {

// Runs of letters and digits. Latin letters lose their accents ("Żejtun" is "zejtun", "Straße" is "strasse"), Greek and
// Cyrillic ones become lower case, all others stay as they are.
std::vector<std::string> folded_words(std::string_view text);

// Returns true if each prefix begins a word.
bool have_prefixes(const std::vector<std::string>& words, const std::vector<std::string>& prefixes);

}  // namespace allways::tools
