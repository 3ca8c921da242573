// SPDX-License-Identifier: Apache-2.0
// Volume–delay functions: the travel time of an arc by the volume of its traffic, with exact slopes and integrals, as
// traffic assignment needs them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"

namespace allways {

// With free-flow time t0, capacity c and x = volume / c, the travel time is
//   bpr      t0 (1 + alpha x^beta)                            Bureau of Public Roads, Traffic Assignment Manual (1964)
//   bpr2     as bpr, with twice the power above capacity      AequilibraE's BPR2
//   conical  t0 (2 + √(alpha² (1 - x)² + b²) - alpha (1 - x) - b), b = (2 alpha - 1) / (2 alpha - 2)
//                                                             Spiess, Transportation Science 24 (1990), section 3
//   inrets   t0 (1.1 - alpha x) / (1.1 - x) up to capacity, above t0 (1.1 - alpha) / 0.1 x²
//                                                             INRETS, as AequilibraE has it
//   akcelik  t0 + alpha (x - 1 + √((x - 1)² + beta x / c))    Akçelik, Australian Road Research 21 (1991); alpha is a
//                                                             quarter of the period, beta eight times his delay
//                                                             parameter, in the units of t0 and c
enum class VolumeDelayForm : std::uint8_t { bpr, bpr2, conical, inrets, akcelik };
inline std::vector<std::string> words_of(VolumeDelayForm) {
    return {"bpr", "bpr2", "conical", "inrets", "akcelik"};
}

// The function of each arc. Where the capacity is 0 or missing (NaN), the time is the free-flow time at every volume.
class ALLWAYS_API VolumeDelay {
public:
    // Values by arc.
    struct Arcs {
        std::vector<double> free_time;
        std::vector<double> capacity;
        std::vector<double> alpha;
        std::vector<double> beta;  // bpr, bpr2 and akcelik
    };
    // Throws InvalidArgument, naming the index of the arc, for a value that is negative, infinite or missing, but for
    // the capacity; for alpha of conical that is not above 1, and of inrets that is above 1; for sizes that differ.
    VolumeDelay(VolumeDelayForm form, Arcs arcs);

    VolumeDelayForm form() const { return form_; }
    std::size_t size() const { return arcs_.free_time.size(); }
    double capacity(ArcIndex arc) const { return arcs_.capacity[arc]; }

    // `volume`: from 0, in the unit of the capacity. The time does not fall with the volume.
    double time(ArcIndex arc, double volume) const;
    // The derivative of the time by the volume; at the capacity, where that of bpr2 and inrets jumps, the left one.
    // Infinite at volume 0 for powers below 1.
    double slope(ArcIndex arc, double volume) const;
    // ∫ time from 0 to the volume: the arc's term of Beckmann's objective (Beckmann, McGuire and Winsten, Studies in
    // the Economics of Transportation, 1956, chapter 3).
    double integral(ArcIndex arc, double volume) const;

private:
    bool is_constant(ArcIndex arc) const { return !(arcs_.capacity[arc] > 0); }

    VolumeDelayForm form_;
    Arcs arcs_;
};

}  // namespace allways
