// Counts and sizes on the command line. CLI11 by itself takes -5 for a very large unsigned number.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/Error.hpp>
#include <CLI/Validators.hpp>

namespace allways::command {

// Nodes are 32-bit indexes, the largest of which means none.
inline constexpr std::uint64_t most_nodes = std::numeric_limits<std::uint32_t>::max() - 1;

// "1.5G", "800 MiB", "4096": bytes, with prefixes of 1024. Nothing where the text is none, or not above 0.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

// An integer from `smallest` to `largest`.
CLI::Validator count_from(std::uint64_t smallest, std::uint64_t largest = std::numeric_limits<std::uint64_t>::max());

// A number from `smallest` to `largest`; one above `limit`. CLI11's own ranges tell double's largest number in 309
// digits, and let nan pass.
CLI::Validator number_from(double smallest, double largest = std::numeric_limits<double>::max());
CLI::Validator number_above(double limit);

// For transform(): a size in bytes as parse_bytes reads it.
CLI::Validator size_in_bytes();

// "90", "90s", "1.5min", "2h": seconds. Nothing where the text is none, or not above 0.
std::optional<double> parse_duration(std::string_view text);

// For transform(): a time in seconds as parse_duration reads it.
CLI::Validator time_in_seconds();

}  // namespace allways::command
