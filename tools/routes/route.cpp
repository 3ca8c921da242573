#include "routes/route.h"

#include <algorithm>
#include <limits>

#include "allways/base/damaged.h"
#include "allways/base/error.h"
#include "allways/engine/factor_paths.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/query/path_query.h"
#include "provenance.h"

namespace allways::tools {

namespace {

// `ask()`, and the file's name on what is wrong with its content.
template <class Ask>
auto of_file(const std::string& file, Ask&& ask) {
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

class TableRoutes : public RouteSource {
public:
    TableRoutes(std::string file, DistanceTable table)
        : file_(std::move(file)), table_(std::move(table)), attribution_(attribution_in(table_.provenance())) {}
    const std::string& file() const override { return file_; }
    const IdTable& node_ids() const override { return table_.node_ids(); }
    CostType type() const override { return table_.type(); }
    const CostScale& scale() const override { return table_.scale(); }
    const TableArcs& arcs() const override { return table_.arcs(); }
    const std::vector<Coordinate>& coordinates() const override { return table_.coordinates(); }
    const std::string& crs() const override { return table_.crs(); }
    const std::vector<std::uint8_t>& no_through() const override { return table_.no_through(); }
    const std::string& attribution() const override { return attribution_; }
    const char* means() const override { return "table"; }
    Path path(NodeIndex from, NodeIndex to) const override {
        return of_file(file_, [&] { return table_.path(from, to); });
    }

private:
    std::string file_;
    DistanceTable table_;
    std::string attribution_;
};

class FactorRoutes : public RouteSource {
public:
    FactorRoutes(std::string file, NetworkFactor factor)
        : file_(std::move(file)), paths_(std::move(factor)), attribution_(attribution_in(paths_.provenance())) {}
    const std::string& file() const override { return file_; }
    const IdTable& node_ids() const override { return paths_.node_ids(); }
    CostType type() const override { return paths_.type(); }
    const CostScale& scale() const override { return paths_.scale(); }
    const TableArcs& arcs() const override { return paths_.arcs(); }
    const std::vector<Coordinate>& coordinates() const override { return paths_.coordinates(); }
    const std::string& crs() const override { return paths_.crs(); }
    const std::vector<std::uint8_t>& no_through() const override { return paths_.no_through(); }
    const std::string& attribution() const override { return attribution_; }
    const char* means() const override { return "factor"; }
    Path path(NodeIndex from, NodeIndex to) const override {
        return of_file(file_, [&] { return paths_.path(from, to); });
    }

private:
    std::string file_;
    FactorPaths paths_;
    std::string attribution_;
};

class NetworkRoutes : public RouteSource {
public:
    NetworkRoutes(std::string file, RoadNetwork network, std::vector<std::string> point_names, const ArcCosts& costs,
                  FactorOptions options)
        : file_(std::move(file)),
          type_(costs.type()),
          scale_(costs.scale),
          finder_(network, costs),
          network_(std::move(network)),
          point_names_(std::move(point_names)),
          attribution_(attribution_in(network_.provenance.notes)),
          options_(std::move(options)) {
        options_.cost_type = type_;
    }
    const std::string& file() const override { return file_; }
    const IdTable& node_ids() const override { return network_.node_ids; }
    bool is_point(NodeIndex node) const override { return node >= network_.node_count() - point_names_.size(); }
    std::string node_text(NodeIndex node) const override {
        return is_point(node) ? point_names_[node - (network_.node_count() - point_names_.size())]
                              : network_.node_ids.text(node);
    }
    CostType type() const override { return type_; }
    const CostScale& scale() const override { return scale_; }
    const TableArcs& arcs() const override { return finder_.arcs(); }
    const std::vector<Coordinate>& coordinates() const override { return network_.coordinates; }
    const std::string& crs() const override { return network_.provenance.crs; }
    const std::vector<std::uint8_t>& no_through() const override { return network_.no_through; }
    const std::string& attribution() const override { return attribution_; }
    // For int32 alone, where both ways give the same path.
    void expect(std::size_t paths) override {
        if (type_ != CostType::int32 || factor_) return;
        if (auto factor = factorize_for_paths(network_, paths, options_)) factor_.emplace(std::move(*factor));
    }
    const char* means() const override { return factor_ ? "factor" : "searches"; }
    Path path(NodeIndex from, NodeIndex to) const override {
        return factor_ ? factor_->path(from, to) : finder_.shortest_path(from, to);
    }

private:
    std::string file_;
    CostType type_;
    CostScale scale_;
    PathFinder finder_;
    RoadNetwork network_;
    std::vector<std::string> point_names_;
    std::string attribution_;
    FactorOptions options_;
    std::optional<FactorPaths> factor_;
};

}  // namespace

Route RouteSource::route(std::vector<Stop> stops) const {
    Route route;
    route.stops = std::move(stops);
    for (std::size_t at = 1; at < route.stops.size(); ++at) {
        const Path part = path(route.stops[at - 1].node, route.stops[at].node);
        route.parts.push_back({part.from, part.to, part.distance, route.legs.size(), part.legs.size()});
        route.reachable = route.reachable && part.reachable;
        route.distance += part.distance;
        route.legs.insert(route.legs.end(), part.legs.begin(), part.legs.end());
    }
    if (!route.reachable) {
        route.distance = std::numeric_limits<double>::infinity();
        route.legs.clear();
        route.parts.clear();
    }
    return route;
}

InputError no_paths_between_origins(const std::string& file) {
    return {file, 0,
            "it has distances from origins to destinations and knows no paths; ask the network itself, or a table of all its "
            "pairs"};
}

std::unique_ptr<RouteSource> make_route_source(Input input, const std::string& file, const SolveArguments& arguments,
                                               Console& console, std::vector<std::string> point_names) {
    if (auto* table = std::get_if<DistanceTable>(&input)) {
        if (!table->has_next_hops()) {
            throw InputError(file, 0,
                             "the table has distances but no next hops, so it knows no paths; solve again "
                             "without --no-next-hops, or ask the network itself");
        }
        return std::make_unique<TableRoutes>(file, std::move(*table));
    }
    if (auto* network = std::get_if<RoadNetwork>(&input)) {
        const CostOptions cost{arguments.cost, arguments.options().cost_type};
        const ArcCosts costs = build_arc_costs(*network, cost, console.log());
        FactorOptions options;
        options.cost = cost.field;
        options.progress = console.progress();
        return std::make_unique<NetworkRoutes>(file, std::move(*network), std::move(point_names), costs,
                                               std::move(options));
    }
    if (auto* factor = std::get_if<NetworkFactor>(&input)) {
        return of_file(file, [&] { return std::make_unique<FactorRoutes>(file, std::move(*factor)); });
    }
    if (std::holds_alternative<OriginDestinationTable>(input)) throw no_paths_between_origins(file);
    SolveOptions options = arguments.options();
    options.progress = console.progress();
    options.log = console.log();
    return std::make_unique<TableRoutes>(file, solve(std::get<CostMatrix>(input), options));
}

}  // namespace allways::tools
