// SPDX-License-Identifier: Apache-2.0
// The meaning and storage of a number: a name, a unit, and a power of ten for fixed point.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "allways/base/api.h"

namespace allways {

// A cost's scale: natural value = raw value × 10^-digits, in `unit`.
struct ALLWAYS_API CostScale {
    std::string name = "cost";  // "time", "length", or the field's own name
    std::string unit;           // "s", "min", "m", "ft", "mi", …; empty if the file states none
    int digits = 0;             // decimal digits kept in int32; 0 for floats

    // The stored name of raw values. With the unit of the raw number if that has a standard symbol ("time_ms" for
    // seconds with 3 digits, "length_dm", "length_mm"), else with the natural unit ("length_ft", to be read with
    // `digits`), else the bare name.
    std::string raw_name() const;

    friend bool operator==(const CostScale&, const CostScale&) = default;
};

// The natural value of a raw cost or distance: raw × 10^-digits.
ALLWAYS_API double natural_value(double raw, const CostScale& scale);

// A unit of time, length or speed. Sizes are integers, so that conversions are exact fractions.
struct Unit {
    enum class Kind { time, length, speed };
    std::string_view symbol;
    Kind kind;
    std::int64_t size;  // milliseconds, tenths of a millimetre, or tenths of a millimetre per hour
};

// Finds a unit by its symbol: "ms", "s", "min", "h"; "mm", "cm", "dm", "m", "km", "ft", "mi"; "km/h", "mph", "m/s",
// "ft/s", "ft/min", "kn". Null for others. unit_symbol (text.h) maps other spellings to symbols.
ALLWAYS_API const Unit* find_unit(std::string_view symbol);
ALLWAYS_API const Unit* find_unit(std::string_view symbol, Unit::Kind kind);

inline constexpr std::int64_t sizes_per_metre = 10'000;    // for lengths
inline constexpr std::int64_t sizes_per_kmh = 10'000'000;  // for speeds

}  // namespace allways
