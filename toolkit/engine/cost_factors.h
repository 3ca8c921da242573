// SPDX-License-Identifier: Apache-2.0
// The factors from which tables of a network are computed, for one cost or for several.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/progress.h"
#include "allways/engine/factorize.h"
#include "result/expanded_arcs.h"

namespace allways::engine {

// Factorizes as factorize() does, for a table: of what describes the arcs the factor has the columns of options.skims,
// and it keeps no sums.
Factored factorize_for_table(const RoadNetwork& network, const SolveOptions& options);

// Makes a factor for each of several costs: the first one on all threads, the others on a thread each. All have one
// elimination order: the network's, or one found first. Without turn rules they have one tree besides, unless cycles of
// zero cost differ from cost to cost.
class CostFactors {
public:
    // Borrows all; the columns need not be the network's. `only`: of the network's columns, which the factors have
    // (result/expanded_arcs.h). Throws InvalidArgument for columns that do not fit the network, or share a name.
    CostFactors(const RoadNetwork& network, std::vector<const ArcColumn*> costs, result::OnlyColumns only,
                const SolveOptions& options);
    ~CostFactors();
    CostFactors(const CostFactors&) = delete;
    CostFactors& operator=(const CostFactors&) = delete;

    struct Job {
        std::size_t cost;
        Factored made;
        SolveOptions options;  // with a log of its own, and without progress if others run beside it
    };
    using Take = std::function<void(Job)>;
    // Both throw as factorize() and `take` do. Messages are told in the order of the costs, each once.
    void make_first(const Take& take);
    void make_others(unsigned threads, const Take& take);  // Cancelled between two jobs, too
    // Returns the number of others that run at once, at least one, if each takes `job_bytes` of `bytes` in all.
    unsigned at_once(std::uint64_t bytes, std::uint64_t job_bytes) const;
    // Seconds of what all have in common.
    const std::map<std::string, double>& seconds() const { return seconds_; }

private:
    class Common;
    void make(std::size_t cost, const ProgressCallback& progress, const Take& take);
    Factored under_turn_rules(const ArcColumn& cost, SolveOptions options) const;
    void tell(std::size_t cost) const;

    const RoadNetwork& network_;
    std::vector<const ArcColumn*> costs_;
    result::OnlyColumns only_;
    const SolveOptions& options_;
    std::map<std::string, double> seconds_;
    std::vector<NodeIndex> order_;
    std::unique_ptr<const Common> common_;     // null under turn rules
    std::optional<NetworkFactor> attributes_;  // of all factors under turn rules, unless `only` says which they have
    std::vector<std::vector<std::pair<LogLevel, std::string>>> messages_;  // by cost
};

}  // namespace allways::engine
