// SPDX-License-Identifier: Apache-2.0
// How slopes change the speed of cyclists and walkers.
#pragma once

#include <string_view>

namespace allways::importers::elevation {

enum class GradeRule { none, bicycle, foot };
// "bicycle" and "foot"; none for any other text.
GradeRule grade_rule(std::string_view name);

// The speed of somebody on foot, in km/h, at a grade (rise by run): 6 · exp(-3.5 · |grade + 0.05|). W. Tobler, "Three
// presentations on geographical analysis and modeling", NCGIA Technical Report 93-1, 1993.
double walking_kmh(double grade);

// The speed of a cyclist in km/h at which the power at the wheel equals that needed against slope, rolling and air
// (Martin, Milliken, Cobb, McFadden and Coggan, "Validation of a mathematical model for road cycling power", Journal of
// Applied Biomechanics 14, 1998, without wind and acceleration): 100 W, rider and bicycle of 90 kg, CdA 0.5 m², rolling
// resistance 0.006, air of 1.2 kg/m³. At most 40 km/h, where cyclists brake, and never less than on foot, since they
// can push.
double cycling_kmh(double grade);

// The time on a slope by that on the level, for a mode whose speed on the level is `level_kmh`: the ratio of the speeds
// above. Cyclists who are not faster than walking push, and are slowed as on foot. Grades count up to 35 %: steeper
// ones are errors of heights and not roads. 1 for GradeRule::none.
double time_factor(GradeRule rule, double grade, double level_kmh);

}  // namespace allways::importers::elevation
