// SPDX-License-Identifier: Apache-2.0
#include "allways/query/path_source.h"

#include <optional>
#include <utility>

#include "allways/base/error.h"
#include "allways/engine/factorize.h"
#include "allways/result/distance_table.h"
#include "cost/expanded_network.h"
#include "engine/factor/factor_paths.h"
#include "query/path_finder.h"

namespace allways {

class PathSource::Answers {
public:
    virtual ~Answers() = default;
    virtual const char* method() const = 0;
    virtual Path path(NodeIndex from, NodeIndex to) const = 0;
    virtual Path path_after(double /*raw_elapsed*/, NodeIndex from, NodeIndex to) const { return path(from, to); }
    virtual const ClockTime* departure() const { return nullptr; }
    virtual double raw_distance(NodeIndex from, NodeIndex to) const { return path(from, to).raw_distance; }
    virtual void expect(std::size_t /*paths*/) {}
    virtual std::shared_ptr<const NetworkFactor> factor() {
        throw InvalidArgument("alternative paths need a network or a factor; a table has only its next hops");
    }

    const std::string name;
    const std::string attribution;
    std::vector<std::string> point_names;
    // These belong to the table, the factor or the network, which each kind of answers owns.
    CostType type = CostType::int32;
    const IdTable* node_ids = nullptr;
    const CostScale* scale = nullptr;
    const TableArcs* arcs = nullptr;
    std::span<const Coordinate> coordinates;
    const std::string* crs = nullptr;
    std::span<const std::uint8_t> no_through;

protected:
    Answers(std::string file, const TableProvenance& notes)
        : name(std::move(file)), attribution(attribution_in(notes)) {}
    void describe(CostType of_costs, const CostScale& of_raw, const TableArcs& of_paths) {
        type = of_costs;
        scale = &of_raw;
        arcs = &of_paths;
    }
    void describe(const IdTable& ids, std::span<const Coordinate> positions, const std::string& system,
                  std::span<const std::uint8_t> marks) {
        node_ids = &ids;
        coordinates = positions;
        crs = &system;
        no_through = marks;
    }
};

namespace {

using Answers = PathSource::Answers;
using engine::FactorPaths;
using query::PathFinder;

// Calls ask() and adds the name of the file to errors about its content.
template <class Ask>
auto naming(const std::string& file, const Ask& ask) {
    try {
        return ask();
    } catch (const DamagedContent& error) {
        throw InputError(file, 0, error.what());
    } catch (const InvalidArgument& error) {
        throw InputError(file, 0, error.what());
    } catch (const InputError& error) {
        if (!error.file().empty()) throw;
        throw InputError(file, 0, error.what());
    }
}

class TableAnswers : public Answers {
public:
    TableAnswers(std::shared_ptr<const DistanceTable> table, const std::string& file)
        : Answers(file, table->provenance()), table_(std::move(table)) {
        if (!table_->has_next_hops()) {
            throw InputError(file, 0,
                             "the table has distances but no next hops, so it contains no paths; solve again "
                             "without `next_hops = false`, or use the network itself");
        }
        describe(table_->type(), table_->scale(), table_->arcs());
        describe(table_->node_ids(), table_->coordinates(), table_->crs(), table_->no_through());
    }
    const char* method() const override { return "table"; }
    Path path(NodeIndex from, NodeIndex to) const override { return table_->path(from, to); }

private:
    std::shared_ptr<const DistanceTable> table_;
};

class FactorAnswers : public Answers {
public:
    FactorAnswers(std::shared_ptr<const NetworkFactor> factor, const std::string& file)
        : Answers(file, factor->provenance),
          factor_(std::move(factor)),
          paths_(naming(file, [&] { return FactorPaths(factor_); })) {
        const NetworkFactor& own = paths_.factor();
        describe(own.type(), own.scale, own.arcs);
        describe(own.node_ids, own.coordinates, own.crs, own.no_through);
    }
    const char* method() const override { return "factor"; }
    Path path(NodeIndex from, NodeIndex to) const override { return paths_.path(from, to); }
    double raw_distance(NodeIndex from, NodeIndex to) const override { return paths_.raw_distance(from, to); }
    std::shared_ptr<const NetworkFactor> factor() override { return factor_; }

private:
    std::shared_ptr<const NetworkFactor> factor_;
    FactorPaths paths_;
};

class SearchAnswers : public Answers {
public:
    SearchAnswers(std::shared_ptr<const RoadNetwork> network, const cost::ExpandedNetwork& expanded,
                  const ArcCosts& costs, const std::string& field, const PathSourceOptions& options,
                  const std::string& file)
        : Answers(file, network->provenance.notes),
          scale_(costs.scale),
          finder_(expanded, costs),
          network_(std::move(network)) {
        describe(costs.type(), scale_, finder_.arcs());
        describe(network_->node_ids, network_->coordinates, network_->provenance.crs, network_->no_through);
        point_names = options.point_names;
        factor_options_.cost = field;
        factor_options_.cost_type = type;
        factor_options_.progress = options.progress;
    }
    // Factorizes for int32 costs only, where both methods give the same path.
    void expect(std::size_t paths) override {
        if (type != CostType::int32 || factor_) return;
        if (auto factor = factorize_for_paths(*network_, paths, factor_options_)) use(std::move(*factor));
    }
    std::shared_ptr<const NetworkFactor> factor() override {
        if (!factor_) use(factorize(*network_, factor_options_));
        return factor_;
    }
    const char* method() const override { return factor_ ? "factor" : "searches"; }
    Path path(NodeIndex from, NodeIndex to) const override {
        return factor_ ? factor_paths_->path(from, to) : finder_.shortest_path(from, to);
    }
    double raw_distance(NodeIndex from, NodeIndex to) const override {
        return factor_ ? factor_paths_->raw_distance(from, to) : Answers::raw_distance(from, to);
    }

private:
    void use(NetworkFactor made) {
        factor_ = std::make_shared<const NetworkFactor>(std::move(made));
        factor_paths_.emplace(factor_);
    }

    CostScale scale_;
    PathFinder finder_;
    std::shared_ptr<const RoadNetwork> network_;
    SolveOptions factor_options_;
    std::shared_ptr<const NetworkFactor> factor_;
    std::optional<FactorPaths> factor_paths_;
};

class DepartureAnswers : public Answers {
public:
    DepartureAnswers(std::shared_ptr<const RoadNetwork> network, HourlyDeparture departure,
                     const PathSourceOptions& options, const std::string& file)
        : Answers(file, network->provenance.notes),
          search_(*network, departure, options.log),
          departure_(departure.at),
          network_(std::move(network)) {
        describe(CostType::int32, search_.scale(), search_.arcs());
        describe(network_->node_ids, network_->coordinates, network_->provenance.crs, network_->no_through);
        point_names = options.point_names;
    }
    std::shared_ptr<const NetworkFactor> factor() override {
        throw InvalidArgument("alternative paths are those of costs that do not depend on a departure");
    }
    const char* method() const override { return "searches"; }
    const ClockTime* departure() const override { return &departure_; }
    Path path(NodeIndex from, NodeIndex to) const override { return search_.path(from, to); }
    Path path_after(double raw_elapsed, NodeIndex from, NodeIndex to) const override {
        return search_.path(from, to, static_cast<std::int64_t>(raw_elapsed));
    }

private:
    DepartureSearch search_;
    ClockTime departure_;
    std::shared_ptr<const RoadNetwork> network_;
};

std::string name_of(const RoadNetwork& network, const PathSourceOptions& options) {
    return options.name.empty() ? network.provenance.source : options.name;
}

std::unique_ptr<Answers> search_answers(std::shared_ptr<const RoadNetwork> network, const CostOptions& cost,
                                        const PathSourceOptions& options) {
    const std::string name = name_of(*network, options);
    const cost::ExpandedNetwork expanded(*network, cost.field);
    const ArcCosts costs = expanded.costs(cost, options.log);
    return std::make_unique<SearchAnswers>(std::move(network), expanded, costs, cost.field, options, name);
}

}  // namespace

PathSource::PathSource(std::shared_ptr<const DistanceTable> table, const PathSourceOptions& options)
    : answers_(std::make_unique<TableAnswers>(std::move(table), options.name)) {}
PathSource::PathSource(DistanceTable table, const PathSourceOptions& options)
    : PathSource(std::make_shared<const DistanceTable>(std::move(table)), options) {}
PathSource::PathSource(std::shared_ptr<const NetworkFactor> factor, const PathSourceOptions& options)
    : answers_(std::make_unique<FactorAnswers>(std::move(factor), options.name)) {}
PathSource::PathSource(NetworkFactor factor, const PathSourceOptions& options)
    : PathSource(std::make_shared<const NetworkFactor>(std::move(factor)), options) {}
PathSource::PathSource(std::shared_ptr<const RoadNetwork> network, const CostOptions& cost,
                       const PathSourceOptions& options)
    : answers_(search_answers(std::move(network), cost, options)) {}
PathSource::PathSource(RoadNetwork network, const CostOptions& cost, const PathSourceOptions& options)
    : PathSource(std::make_shared<const RoadNetwork>(std::move(network)), cost, options) {}
PathSource::PathSource(std::shared_ptr<const RoadNetwork> network, HourlyDeparture departure,
                       const PathSourceOptions& options) {
    const std::string name = name_of(*network, options);
    answers_ = std::make_unique<DepartureAnswers>(std::move(network), std::move(departure), options, name);
}
PathSource::~PathSource() = default;
PathSource::PathSource(PathSource&&) noexcept = default;
PathSource& PathSource::operator=(PathSource&&) noexcept = default;

Path PathSource::path(NodeIndex from, NodeIndex to, double raw_elapsed) const {
    return naming(name(), [&] { return answers_->path_after(raw_elapsed, from, to); });
}

double PathSource::raw_distance(NodeIndex from, NodeIndex to) const {
    return naming(name(), [&] { return answers_->raw_distance(from, to); });
}

void PathSource::expect(std::size_t paths) {
    answers_->expect(paths);
}

std::shared_ptr<const NetworkFactor> PathSource::factor() {
    return naming(name(), [&] { return answers_->factor(); });
}

const ClockTime* PathSource::departure() const {
    return answers_->departure();
}

const char* PathSource::method() const {
    return answers_->method();
}
const std::string& PathSource::name() const {
    return answers_->name;
}
const IdTable& PathSource::node_ids() const {
    return *answers_->node_ids;
}
CostType PathSource::type() const {
    return answers_->type;
}
const CostScale& PathSource::scale() const {
    return *answers_->scale;
}
const TableArcs& PathSource::arcs() const {
    return *answers_->arcs;
}
std::span<const Coordinate> PathSource::coordinates() const {
    return answers_->coordinates;
}
const std::string& PathSource::crs() const {
    return *answers_->crs;
}
std::span<const std::uint8_t> PathSource::no_through() const {
    return answers_->no_through;
}
const std::string& PathSource::attribution() const {
    return answers_->attribution;
}

bool PathSource::is_point(NodeIndex node) const {
    return node >= node_count() - answers_->point_names.size();
}

std::string PathSource::node_text(NodeIndex node) const {
    if (!is_point(node)) return node_ids().text(node);
    return answers_->point_names[node - (node_count() - answers_->point_names.size())];
}

}  // namespace allways
