// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/place_tables.h"

#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "allways/base/error.h"
#include "engine/factor/factor_network.h"
#include "engine/factor/factor_skims.h"
#include "engine/factor/factor_tree.h"
#include "engine/factor/subfactor.h"
#include "engine/skims/skim_sweep.h"
#include "engine/sweep/sweep_host.h"

namespace allways::engine {

class PlaceTables::Sweeps {
public:
    using Ties = std::span<const std::vector<PlaceTie>>;
    virtual ~Sweeps() = default;
    virtual std::vector<double> distances(Ties rows, Ties columns, unsigned threads,
                                          const ProgressCallback& progress) const = 0;
    virtual PlaceTable sums(std::span<const NodeIndex> from, std::span<const NodeIndex> to,
                            std::span<const std::string> fields, const ProgressCallback& progress) const = 0;
};

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<NodeIndex> places_of(PlaceTables::Sweeps::Ties all) {
    std::vector<NodeIndex> places;
    for (const auto& ties : all) {
        for (const PlaceTie& tie : ties) places.push_back(tie.place);
    }
    return places;
}

template <class T>
std::vector<double> as_doubles(const std::vector<T>& cells) {
    std::vector<double> values(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        values[i] = is_reachable(cells[i]) ? static_cast<double>(cells[i]) : infinity;
    }
    return values;
}

// Returns a cell with additional cost before or behind it.
template <class T>
T with_cost(T cell, double cost) {
    const double sum = static_cast<double>(cell) + cost;
    return sum < static_cast<double>(unreachable_cost<T>) ? static_cast<T>(sum) : unreachable_cost<T>;
}

// Makes the access arcs of all ties, grouped by row or column. `places`: those of the ties, one by one.
template <class T>
SweepSide<T> tied(const SweepSide<T>& places, PlaceTables::Sweeps::Ties all) {
    SweepSide<T> side;
    std::size_t place = 0;
    for (const auto& ties : all) {
        for (const PlaceTie& tie : ties) {
            for (const AccessArc<T>& access : places.access_arcs_of(place)) {
                const T cell = with_cost(access.cell, tie.cost);
                if (is_reachable(cell)) side.access_arcs.push_back({access.rank, cell});
            }
            ++place;
        }
        side.first_access_arc.push_back(side.access_arcs.size());
    }
    return side;
}

template <class T>
class SweepsOf final : public PlaceTables::Sweeps {
public:
    explicit SweepsOf(std::shared_ptr<const NetworkFactor> factor)
        : kept_(std::move(factor)), network_(*kept_), tree_(*kept_) {
        if (network_.has_potentials()) throw InvalidArgument("places on roads need costs that are not negative");
        cells_ = part_of_factor<T>(network_, tree_, {}, {}, RankSelection::all).problem.factor;
    }

    std::vector<double> distances(Ties rows, Ties columns, unsigned threads,
                                  const ProgressCallback& progress) const override {
        const SweepProblem<T> places = sides_of_factor(network_, tree_, places_of(rows), places_of(columns));
        SweepProblem<T> problem;
        problem.format = places.format;
        problem.rows = tied(places.rows, rows);
        problem.columns = tied(places.columns, columns);
        problem.first_direct.assign(rows.size() + 1, 0);
        problem.first_fixed.assign(rows.size() + 1, 0);
        complete(problem);
        return as_doubles(sweep_in_ranges(problem, progress, threads));
    }

    PlaceTable sums(std::span<const NodeIndex> from, std::span<const NodeIndex> to, std::span<const std::string> names,
                    const ProgressCallback& progress) const override {
        const auto summed = summed_fields(names);
        SweepProblem<T> sweep = sides_of_factor(network_, tree_, from, to);
        complete(sweep);
        const SkimProblem<T, double> problem(summed->arcs, std::move(sweep), from, to);
        std::vector<T> distances(from.size() * to.size());
        PlaceTable table;
        SkimTarget<T, double> target{{distances.data(), to.size()}, {}, {}};
        table.sums.assign(names.size(), std::vector<double>(distances.size()));
        for (std::size_t f = 0; f < names.size(); ++f) {
            target.sums.push_back(table.sums[f].data());
            target.divisors.push_back(std::pow(10.0, summed->fields[f].scale.digits));
        }
        sweep_sums(problem, target, [&](std::size_t columns) { report(progress, "solve", columns, to.size()); });
        table.distances = as_doubles(distances);
        return table;
    }

private:
    void complete(SweepProblem<T>& problem) const {
        problem.factor = cells_;
        problem.visit = ranks_to_visit(*cells_->elimination, problem.rows);
    }

    // Fields with the sums of all arcs of the factor, made at the first request.
    struct SummedFields {
        std::vector<result::SkimField> fields;
        SkimNetwork<T> network;
        ComputedArcSums<T, double> arcs;

        SummedFields(const NetworkFactor& factor, const FactorNetwork<T>& of, const ordering::Factor<T>& cells,
                     std::span<const std::string> names)
            : fields(skim_fields(factor, names)), network(factor_skims(factor, of, fields)), arcs(network, cells) {}
    };
    std::shared_ptr<const SummedFields> summed_fields(std::span<const std::string> names) const {
        const std::lock_guard lock(mutex_);
        auto& kept = summed_[{names.begin(), names.end()}];
        if (!kept) kept = std::make_shared<const SummedFields>(*kept_, network_, *cells_, names);
        return kept;
    }

    std::shared_ptr<const NetworkFactor> kept_;
    FactorNetwork<T> network_;
    FactorTree<T> tree_;
    std::shared_ptr<const ordering::Factor<T>> cells_;
    mutable std::mutex mutex_;
    mutable std::map<std::vector<std::string>, std::shared_ptr<const SummedFields>> summed_;
};

}  // namespace

PlaceTables::PlaceTables(std::shared_ptr<const NetworkFactor> factor) {
    sweeps_ = with_cost_type(factor->type(), [&]<class T>() -> std::unique_ptr<const Sweeps> {
        return std::make_unique<SweepsOf<T>>(std::move(factor));
    });
}
PlaceTables::~PlaceTables() = default;
PlaceTables::PlaceTables(PlaceTables&&) noexcept = default;
PlaceTables& PlaceTables::operator=(PlaceTables&&) noexcept = default;

std::vector<double> PlaceTables::distances(std::span<const std::vector<PlaceTie>> rows,
                                           std::span<const std::vector<PlaceTie>> columns, unsigned threads,
                                           const ProgressCallback& progress) const {
    return sweeps_->distances(rows, columns, threads, progress);
}

PlaceTable PlaceTables::sums(std::span<const NodeIndex> from, std::span<const NodeIndex> to,
                             std::span<const std::string> fields, const ProgressCallback& progress) const {
    return sweeps_->sums(from, to, fields, progress);
}

}  // namespace allways::engine
