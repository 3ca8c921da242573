// SPDX-License-Identifier: Apache-2.0
// Access to opportunities: how many jobs, beds or pupils lie within reach of each place, and which destinations are
// nearest, from rows of distances that are reduced as they are computed. No table of distances is kept.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/engine/solve.h"
#include "allways/result/network_factor.h"

namespace allways {

// The weight of an opportunity at distance d under a cutoff c (Geurs and van Wee 2004, section 3.2):
//   step         1 up to c, else 0: cumulative opportunities
//   linear       1 - d/c up to c, else 0
//   exponential  exp(-d/c)
//   gaussian     exp(-d²/(2c²))
// An unreachable one counts 0. A negative distance counts as 0 does.
enum class AccessDecay { step, linear, exponential, gaussian };
inline std::vector<std::string> words_of(AccessDecay) {
    return {"step", "linear", "exponential", "gaussian"};
}

struct AccessRequest {
    std::span<const NodeIndex> origins;       // nodes of the factor, in any order, repeats allowed
    std::span<const NodeIndex> destinations;  // where the opportunities are, the same
    bool to_origins = false;  // distances are those from the destinations to each origin, not from it to them
    // By kind of opportunity: one number for each destination, finite and not negative.
    std::vector<std::span<const double>> weights = {};
    std::vector<double> cutoffs = {};  // above 0, ascending, in `unit`; needed for weights
    std::string unit = {};             // of the cutoffs; empty: the cost's own
    AccessDecay decay = AccessDecay::step;
    // Not empty: one number for each origin, finite and not negative. Weights are then supplies that the demand shares:
    // the two-step floating catchment area method (Luo and Wang 2003; with a decay, Luo and Qi 2009). Each supply is
    // divided by the demand within its cutoff, and an origin sums these ratios; both count by the decay. A supply that
    // no demand reaches, or less than 1e-100, counts 0.
    std::span<const double> demand = {};
    // The nearest destinations of each class to find for each origin.
    std::size_t nearest = 0;
    std::span<const std::uint32_t> classes = {};  // one for each destination, from 0 without gaps; empty: one class
};

inline constexpr std::uint32_t no_destination = std::numeric_limits<std::uint32_t>::max();

struct NearestDestination {
    std::uint32_t destination = no_destination;  // its position in the request
    double raw_distance = std::numeric_limits<double>::infinity();
    friend bool operator==(const NearestDestination&, const NearestDestination&) = default;
};

struct ALLWAYS_API Access {
    std::size_t kinds = 0;
    std::size_t cutoffs = 0;
    std::size_t classes = 0;
    std::size_t nearest = 0;
    std::vector<double> sums;  // origins × kinds × cutoffs
    // Origins × classes × nearest, the nearest first, of equally near ones the first in the request.
    std::vector<NearestDestination> found;
    SolveReport report;

    double sum(std::size_t origin, std::size_t kind, std::size_t cutoff) const {
        return sums[(origin * kinds + kind) * cutoffs + cutoff];
    }
    std::span<const NearestDestination> nearest_of(std::size_t origin, std::size_t of_class) const {
        return std::span(found).subspan((origin * classes + of_class) * nearest, nearest);
    }
};

// If the nearest destinations alone are asked for, costs are integers from 0, and one search from all destinations is
// less work than all pairs are, that search finds the same ones (Access::report says so). Otherwise sweeps once, with
// the origins, or with to_origins the destinations, as rows (TableStream), and reduces each band of rows on all
// cores; under demand once more, and once for each cutoff. Sums of integers are exact below 2⁵³; other sums are the
// same for any number of threads. Memory: as TableStream, and the result. With options.device a device computes sums
// under steps, which then differ by rounding alone where they are not of integers; it finds no nearest destinations and
// knows no other decay. Throws InvalidArgument for such requests and for weights, cutoffs, a unit or classes out of
// range and for an index that is no node; CapacityError, DamagedContent and Cancelled as TableStream.
ALLWAYS_API Access find_access(const NetworkFactor& factor, const AccessRequest& request,
                               const SolveOptions& options = {});

}  // namespace allways
