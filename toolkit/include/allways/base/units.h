// What a number measures and how it is stored: a name, a unit, and a power of ten for fixed point.
#pragma once

#include <string>

namespace allways {

// A cost's meaning: natural value = raw value × 10^-digits, in `unit`.
struct CostScale {
    std::string name = "cost";  // "time", "length", or the field's own name
    std::string unit;           // "s", "min", "m", "ft", "mi", …; empty where the file states none
    int digits = 0;             // decimal digits kept in int32; 0 for floats

    // The name raw values are stored under: it carries the unit of the raw number where that has a
    // standard symbol ("time_ms" for seconds with 3 digits, "length_dm", "length_mm"), else the natural
    // unit ("length_ft", to be read with `digits`), else the bare name.
    std::string raw_name() const;

    friend bool operator==(const CostScale&, const CostScale&) = default;
};

}  // namespace allways
