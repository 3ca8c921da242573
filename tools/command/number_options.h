// SPDX-License-Identifier: Apache-2.0
// Counts and sizes on the command line. CLI11 itself turns -5 into a very large unsigned number.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/Error.hpp>
#include <CLI/Validators.hpp>

namespace allways::command {

// Node indexes are 32-bit; the largest value means no node.
inline constexpr std::uint64_t most_nodes = std::numeric_limits<std::uint32_t>::max() - 1;

inline constexpr std::uint64_t most_threads_given = 65'535;

// "1.5G", "800 MiB", "4096": bytes, with prefixes of 1024. Returns nothing if the text is not a size above 0.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

// An integer from `smallest` to `largest`.
CLI::Validator count_from(std::uint64_t smallest, std::uint64_t largest = std::numeric_limits<std::uint64_t>::max());

// A number from `smallest` to `largest`; one above `limit`. CLI11's own ranges print double's largest number with 309
// digits and accept nan.
CLI::Validator number_from(double smallest, double largest = std::numeric_limits<double>::max());
CLI::Validator number_above(double limit);

// For transform(): a size in bytes as parse_bytes reads it.
CLI::Validator size_in_bytes();

// "90", "90s", "1.5min", "2h": seconds. Returns nothing if the text is not a duration above 0.
std::optional<double> parse_duration(std::string_view text);

// {"300,600", "900"}: cutoffs of isochrones, separated by commas. Throws InvalidArgument for texts that are not numbers
// above 0.
std::vector<double> parse_cutoffs(const std::vector<std::string>& texts);

// For transform(): a time in seconds as parse_duration reads it.
CLI::Validator time_in_seconds();

}  // namespace allways::command
