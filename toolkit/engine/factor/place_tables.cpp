// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/place_tables.h"

#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "allways/base/error.h"
#include "base/threads/large_vector.h"
#include "engine/factor/factor_network.h"
#include "engine/factor/factor_sums.h"
#include "engine/factor/factor_tree.h"
#include "engine/factor/subfactor.h"
#include "engine/skims/skim_sweep.h"
#include "engine/sweep/sweep_host.h"

namespace allways::engine {

class PlaceTables::Sweeps {
public:
    using Connectors = std::span<const std::vector<PlaceConnector>>;
    virtual ~Sweeps() = default;
    virtual std::shared_ptr<const ordering::Elimination> elimination() const = 0;
    virtual std::vector<double> distances(Connectors rows, Connectors columns, unsigned threads,
                                          const ProgressCallback& progress) const = 0;
    virtual PlaceTable sums(Connectors rows, Connectors columns, std::span<const std::string> fields, unsigned threads,
                            const ProgressCallback& progress) const = 0;
};

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<NodeIndex> places_of(PlaceTables::Sweeps::Connectors all) {
    std::vector<NodeIndex> places;
    for (const auto& connectors : all) {
        for (const PlaceConnector& connector : connectors) places.push_back(connector.place);
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

// All else follows from these.
bool is_same_tree(const ordering::Elimination& a, const ordering::Elimination& b) {
    return a.parent == b.parent && a.first_up == b.first_up && a.up == b.up;
}

// Makes the access arcs of all connectors, grouped by row or column. `places`: those of the connectors, one by one.
template <class T>
SweepSide<T> connected(const SweepSide<T>& places, PlaceTables::Sweeps::Connectors all) {
    SweepSide<T> side;
    std::size_t place = 0;
    for (const auto& connectors : all) {
        for (const PlaceConnector& connector : connectors) {
            for (const AccessArc<T>& access : places.access_arcs_of(place)) {
                const T cell = with_cost(access.cell, connector.raw_cost);
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
    SweepsOf(std::shared_ptr<const NetworkFactor> factor, const PlaceTables::Sweeps* like)
        : kept_(std::move(factor)), network_(*kept_), tree_(*kept_) {
        if (network_.has_potentials()) throw InvalidArgument("places on roads need costs that are not negative");
        cells_ = part_of_factor<T>(network_, tree_, {}, {}, RankSelection::all).problem.factor;
        if (like == nullptr || !is_same_tree(*like->elimination(), *cells_->elimination)) return;
        auto sharing = std::make_shared<ordering::Factor<T>>(*cells_);
        sharing->elimination = like->elimination();
        cells_ = std::move(sharing);
    }
    std::shared_ptr<const ordering::Elimination> elimination() const override { return cells_->elimination; }

    std::vector<double> distances(Connectors rows, Connectors columns, unsigned threads,
                                  const ProgressCallback& progress) const override {
        const SweepProblem<T> places =
            FactorSides<T>(network_, costs_alone<T>(), places_of(columns)).with_rows(places_of(rows));
        SweepProblem<T> problem;
        problem.format = places.format;
        problem.rows = connected(places.rows, rows);
        problem.columns = connected(places.columns, columns);
        problem.first_direct.assign(rows.size() + 1, 0);
        problem.first_fixed.assign(rows.size() + 1, 0);
        problem.solve_by(cells_);
        return as_doubles(sweep_in_ranges(problem, progress, threads));
    }

    PlaceTable sums(Connectors rows, Connectors columns, std::span<const std::string> names, unsigned threads,
                    const ProgressCallback& progress) const override {
        const auto summed = summed_fields(names);
        PlaceTable table;
        const auto sweep_with = [&]<class S>(const ArcSums<T, S>& arcs) {
            SweepProblem<T> problem = FactorSides<T>(network_, costs_alone<T>(), {}).with_rows({});
            problem.factor = cells_;
            const SkimProblem<T, S> skims(arcs, std::move(problem), rows, columns);
            return skims.has_all_sums() && sweep(skims, summed->fields, threads, progress, table);
        };
        if (summed->in_integers && sweep_with(*summed->in_integers)) return table;
        sweep_with(summed->in_doubles(*cells_));
        return table;
    }

private:
    // Fields with the sums of all arcs of the factor, made at the first request: as integers if the factor's costs are,
    // and as float64 at the first table whose sums do not fit.
    using IntegerSum = std::conditional_t<std::is_integral_v<T>, std::int32_t, double>;
    struct SummedFields {
        std::vector<result::SkimField> fields;
        SkimNetwork<T> network;
        std::unique_ptr<const ComputedArcSums<T, IntegerSum>> in_integers;
        mutable std::once_flag has_doubles;
        mutable std::unique_ptr<const ComputedArcSums<T, double>> doubles;

        SummedFields(const NetworkFactor& factor, const FactorNetwork<T>& of, const ordering::Factor<T>& cells,
                     std::span<const std::string> names)
            : fields(result::step_fields(factor.arcs, factor.scale, names)), network(factor_skims(factor, of, fields)) {
            if constexpr (std::is_integral_v<T>) {
                in_integers = std::make_unique<const ComputedArcSums<T, IntegerSum>>(network, cells);
            }
        }
        const ComputedArcSums<T, double>& in_doubles(const ordering::Factor<T>& cells) const {
            std::call_once(has_doubles,
                           [&] { doubles = std::make_unique<const ComputedArcSums<T, double>>(network, cells); });
            return *doubles;
        }
    };
    std::shared_ptr<const SummedFields> summed_fields(std::span<const std::string> names) const {
        const std::lock_guard lock(mutex_);
        auto& kept = summed_[{names.begin(), names.end()}];
        if (!kept) kept = std::make_shared<const SummedFields>(*kept_, network_, *cells_, names);
        return kept;
    }

    // Returns false if sums do not fit S.
    template <class S>
    static bool sweep(const SkimProblem<T, S>& skims, std::span<const result::SkimField> fields, unsigned threads,
                      const ProgressCallback& progress, PlaceTable& table) {
        const std::size_t columns = skims.sweep.columns.count();
        auto distances = large_vector<T>(skims.sweep.rows.count() * columns);
        std::vector<std::vector<S>> sums;
        SkimTarget<T, S> target{{distances.data(), columns}, {}, {}};
        for (std::size_t f = 0; f <= fields.size(); ++f) {
            sums.push_back(large_vector<S>(distances.size()));
            target.sums.push_back(sums.back().data());
        }
        target.divisors.assign(sums.size(), 1);
        table.row_connectors = large_vector<std::uint32_t>(distances.size());
        target.row_connectors = table.row_connectors.data();
        if (!sweep_sums(skims, target, progress, threads)) return false;
        return fill(table, distances, sums, fields);
    }

    // Returns false if a sum is no cell.
    template <class S>
    static bool fill(PlaceTable& table, const std::vector<T>& distances, const std::vector<std::vector<S>>& sums,
                     std::span<const result::SkimField> fields) {
        table.distances = as_doubles(distances);
        table.column_connectors.resize(distances.size());
        for (std::size_t i = 0; i < distances.size(); ++i) {
            if (is_reachable(distances[i])) table.column_connectors[i] = static_cast<std::uint32_t>(sums.back()[i]);
        }
        table.sums.assign(fields.size(), std::vector<double>(distances.size(), infinity));
        for (std::size_t f = 0; f < fields.size(); ++f) {
            const double divisor = std::pow(10.0, fields[f].scale.digits);
            for (std::size_t i = 0; i < distances.size(); ++i) {
                if (!is_reachable(distances[i])) continue;
                if constexpr (std::is_integral_v<S>) {
                    if (!is_cell(sums[f][i])) return false;
                }
                table.sums[f][i] = static_cast<double>(sums[f][i]) / divisor;
            }
        }
        return true;
    }

    std::shared_ptr<const NetworkFactor> kept_;
    FactorNetwork<T> network_;
    FactorTree<T> tree_;
    std::shared_ptr<const ordering::Factor<T>> cells_;
    mutable std::mutex mutex_;
    mutable std::map<std::vector<std::string>, std::shared_ptr<const SummedFields>> summed_;
};

}  // namespace

PlaceTables::PlaceTables(std::shared_ptr<const NetworkFactor> factor, const PlaceTables* like) {
    sweeps_ = with_sweep_type(factor->type(), [&]<class T>() -> std::unique_ptr<const Sweeps> {
        return std::make_unique<SweepsOf<T>>(std::move(factor), like == nullptr ? nullptr : like->sweeps_.get());
    });
}
PlaceTables::~PlaceTables() = default;
PlaceTables::PlaceTables(PlaceTables&&) noexcept = default;
PlaceTables& PlaceTables::operator=(PlaceTables&&) noexcept = default;

std::vector<double> PlaceTables::distances(std::span<const std::vector<PlaceConnector>> rows,
                                           std::span<const std::vector<PlaceConnector>> columns, unsigned threads,
                                           const ProgressCallback& progress) const {
    return sweeps_->distances(rows, columns, threads, progress);
}

PlaceTable PlaceTables::sums(std::span<const std::vector<PlaceConnector>> rows,
                             std::span<const std::vector<PlaceConnector>> columns, std::span<const std::string> fields,
                             unsigned threads, const ProgressCallback& progress) const {
    return sweeps_->sums(rows, columns, fields, threads, progress);
}

}  // namespace allways::engine
