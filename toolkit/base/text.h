// SPDX-License-Identifier: Apache-2.0
// Small text functions that all formats share, independent of the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/base/api.h"

namespace allways {

inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}
inline std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}
ALLWAYS_API std::string lower_case(std::string_view text);

// Fields separated by runs of blanks and tabs. `fields` is overwritten; the views point into `line`.
ALLWAYS_API void split_blanks(std::string_view line, std::vector<std::string_view>& fields);

// The parts between separators, one more than there are separators; views into `text`.
ALLWAYS_API std::vector<std::string_view> split(std::string_view text, char separator);
// The items of a list that a user writes, such as "motorway, ferry": trimmed, without empty ones; views into `text`.
ALLWAYS_API std::vector<std::string_view> items_in(std::string_view text, std::string_view separators = ",");

// Parses the whole text as a finite number, or returns nothing. A leading sign is allowed, blanks are not.
ALLWAYS_API std::optional<std::int64_t> parse_whole(std::string_view text);
ALLWAYS_API std::optional<double> parse_real(std::string_view text);

// A hint for messages about texts that are not numbers: "; decimals need a point" after "3,5", nothing after others.
ALLWAYS_API std::string comma_hint(std::string_view text);

// Shortens long text for messages, cutting between UTF-8 characters.
ALLWAYS_API std::string shortened(std::string_view text, std::size_t most = 60);

// True for the words that files write for a missing value: an empty text, NULL, NA, N/A, NaN, None (any case).
ALLWAYS_API bool is_missing_word(std::string_view text);

// True for the words that mean "no arc" in a matrix: the words above, "-" and infinity, but not -infinity.
ALLWAYS_API bool is_unreachable_word(std::string_view text);

// Joins texts: "a, b, c".
ALLWAYS_API std::string joined(const std::vector<std::string>& parts, std::string_view separator = ", ");

// Makes names of fields distinct even if case is ignored, as GeoPackages require: "name", "name_2", "name_3".
class ALLWAYS_API DistinctNames {
public:
    explicit DistinctNames(const std::vector<std::string>& taken = {});  // in lower case
    std::string add(const std::string& wanted);

private:
    std::unordered_map<std::string, std::size_t> last_number_;  // by names in lower case
};

// The usual symbol of a unit as files spell it: "miles" -> "mi", "Foot" -> "ft", "kph" -> "km/h"; others unchanged.
ALLWAYS_API std::string unit_symbol(std::string_view text);

// ---- text for formats that require UTF-8 (pictures, pages, XML), and for terminals

// Returns the text unchanged if it is valid UTF-8. Each invalid byte becomes U+FFFD; an incomplete character becomes a
// single U+FFFD. The 66 noncharacters are replaced, too: Cairo refuses all of them, XML two.
ALLWAYS_API std::string valid_utf8(std::string_view text);

// Returns the text with U+FFFD for every control character (C0 and C1 with DEL) but line feeds and tabs: a terminal
// would obey them.
ALLWAYS_API std::string without_controls(std::string_view text);

}  // namespace allways
