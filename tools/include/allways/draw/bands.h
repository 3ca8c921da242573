// Values in bands: where one ends and the next begins, and how they are told to people.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace allways {

// Band i holds values above breaks[i-1] and up to breaks[i]; the first begins at 0. What lies beyond the last break is
// in none of them, or where `open` in one more.
struct Bands {
    std::vector<double> breaks;  // rising, natural units
    std::string unit;
    bool open = false;

    std::size_t count() const { return breaks.size() + (open ? 1 : 0); }
    // count() where the value is in none.
    std::size_t band_of(double value) const;
    std::string label(std::size_t band) const;  // "5 to 10 min", "up to 5 min", "over 40 min"
    std::string beyond_label() const;           // "farther than 15 min"
};

// At most eight bands of one round width: 5 min, 100 m, 2. They cover all values, or 19 of 20 where the rest lie far
// out, which the open one then holds. Values that are not finite do not count.
Bands nice_bands(std::span<const double> values, const std::string& unit);

// "300,600,900" in natural units. Throws InvalidArgument where they are not numbers above zero that rise.
Bands bands_at(const std::string& cutoffs, const std::string& unit);

// A round step, 1, 2 or 5 times a power of ten, or of times 15, 20 and 30 seconds or minutes, 6 hours and so on, of
// which at most `most` fit into `range`.
double nice_step(double range, std::size_t most, const std::string& unit);

// "45 s", "5 min", "1:30 h", "250 m", "1.2 km", "3.5 ft"; unknown units are left out.
std::string quantity_text(double value, const std::string& unit);

}  // namespace allways
