// Small text work that all formats share. Nothing here depends on the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allways {

bool is_blank(char c);
std::string_view trimmed(std::string_view text);
std::string lower_case(std::string_view text);

// Fields separated by runs of blanks and tabs. `fields` is overwritten; the views point into `line`.
void split_blanks(std::string_view line, std::vector<std::string_view>& fields);

// The whole text as a finite number, or nothing. A sign is allowed in front, blanks are not.
std::optional<std::int64_t> parse_whole(std::string_view text);
std::optional<double> parse_real(std::string_view text);

// For messages: cut where it is long, between characters of UTF-8.
std::string shortened(std::string_view text, std::size_t most = 60);

// The words files write for "no value here": nothing, NULL, NA, N/A, NaN, None (any case).
bool is_missing_word(std::string_view text);

// … and for "no arc here" in a matrix: those, "-" and infinity. Not for -infinity.
bool is_unreachable_word(std::string_view text);

// "a, b, c"
std::string joined(const std::vector<std::string>& parts, std::string_view separator = ", ");

// The usual symbol of a unit as files spell it: "miles" -> "mi", "Foot" -> "ft", "kph" -> "km/h"; others unchanged.
std::string unit_symbol(std::string_view text);

}  // namespace allways
