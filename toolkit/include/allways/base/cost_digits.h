// How many decimal digits exact costs may have.
#pragma once

namespace allways {

// What files of tables and factors hold; costs that need more are floats.
inline constexpr int most_cost_digits = 18;

}  // namespace allways
