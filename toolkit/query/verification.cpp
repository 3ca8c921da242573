#include "allways/query/verification.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "query/hop_rule.h"
#include "query/search_graph.h"
#include "query/verifier.h"

namespace allways {

namespace {

using query::Row;
using query::SearchGraph;

template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

template <class T>
class NetworkProblem {
public:
    using Graph = SearchGraph<Wide<T>>;

    NetworkProblem(const RoadNetwork& network, const ArcCosts& costs)
        : network_(network), graph_(query::build_search_graph<Wide<T>>(network, costs)) {}

    std::size_t node_count() const { return network_.node_count(); }
    const IdTable& node_ids() const { return network_.node_ids; }
    bool is_passable(NodeIndex node) const { return !network_.is_no_through(node); }
    const Graph& graph() const { return graph_; }

    Row row(NodeIndex from) const {
        auto tree = query::search(graph_, from, query::Direction::from_root);
        Row row{std::vector<double>(node_count()), std::move(tree.arcs), std::move(tree.magnitude)};
        for (NodeIndex to = 0; to < node_count(); ++to) {
            const auto reduced = tree.distance[to];
            row.distance[to] = reduced == Graph::unreachable ? query::infinity
                                                             : static_cast<double>(graph_.restored(reduced, from, to));
        }
        return row;
    }

    double shift() const {
        double largest = 0;
        for (const auto h : graph_.tail_potential) largest = std::max(largest, std::abs(static_cast<double>(h)));
        for (const auto h : graph_.head_potential) largest = std::max(largest, std::abs(static_cast<double>(h)));
        return largest;
    }

    template <class Visit>
    void for_each_arc(Visit&& visit) const {
        const auto& raw = std::get<std::vector<T>>(graph_.arcs.cost);
        for (std::size_t arc = 0; arc < raw.size(); ++arc) {
            if (graph_.cost[arc] == Graph::unreachable) continue;
            visit(graph_.tail[arc], graph_.arcs.head[arc], static_cast<double>(raw[arc]));
        }
    }

    double cost_of(const PathLeg& leg) const {
        if (graph_.cost[leg.arc] == Graph::unreachable) return query::infinity;
        return static_cast<double>(std::get<std::vector<T>>(graph_.arcs.cost)[leg.arc]);
    }

private:
    const RoadNetwork& network_;
    Graph graph_;
};

template <class T>
bool same_arcs(const DistanceTable& table, const NetworkProblem<T>& problem) {
    const TableArcs& wanted = problem.graph().arcs;
    const TableArcs& found = table.arcs();
    return table.next_hops().kind() == NextHops::Kind::arc_ordinal && found.first_out == wanted.first_out &&
           found.head == wanted.head && found.cost == wanted.cost;
}

// int32 only: what the rule of hop_rule.h says, from the table's own distances.
template <class V>
void check_hop_rule(V& verifier, const DistanceTable& table, const SearchGraph<std::int64_t>& graph,
                    const std::vector<std::pair<NodeIndex, NodeIndex>>& pairs) {
    verifier.start("hop rule");
    const query::HopRule rule(graph);
    const auto values = table.values<std::int32_t>();
    for (const auto& [from, to] : pairs) {
        if (from == to || !table.is_reachable(from, to)) continue;
        const auto distance = [&, to = to](NodeIndex node) {
            const std::int32_t value = values[node * table.node_count() + to];
            return is_reachable(value) ? graph.reduced(value, node, to) : graph.unreachable;
        };
        const ArcIndex wanted = rule.next(from, to, distance);
        const std::uint32_t found = table.next_hops().at(from, to);
        verifier.expect(wanted != no_arc && found == wanted - graph.out.first_out[from], [&, from = from, to = to] {
            return format("from {} to {} the table leaves by out-arc {}, the rule by {}", verifier.id(from),
                          verifier.id(to), found,
                          wanted == no_arc ? "none" : format("{}", wanted - graph.out.first_out[from]));
        });
    }
}

template <class T>
VerificationReport verify_network(const DistanceTable& table, const RoadNetwork& network, const ArcCosts& costs,
                                  const VerifyOptions& options) {
    const NetworkProblem<T> problem(network, costs);
    query::Verifier<T, NetworkProblem<T>> verifier(table, problem, options);
    if (!verifier.check_node_ids()) return verifier.take();
    if (table.has_next_hops()) {
        verifier.start("arcs");
        if (!verifier.expect(same_arcs(table, problem), [] {
                return std::string("the arcs or their costs are not those the table was solved from");
            })) {
            return verifier.take();
        }
    }
    verifier.check_diagonal();
    verifier.check_rows();
    verifier.check_arcs_bound();
    if (table.has_next_hops()) {
        const auto& pairs = verifier.sample_pairs();
        verifier.check_walks();
        if constexpr (std::is_integral_v<T>) check_hop_rule(verifier, table, problem.graph(), pairs);
    }
    return verifier.take();
}

}  // namespace

std::uint64_t VerificationReport::checked() const {
    std::uint64_t sum = 0;
    for (const Check& check : checks) sum += check.checked;
    return sum;
}

std::uint64_t VerificationReport::mismatches() const {
    std::uint64_t sum = 0;
    for (const Check& check : checks) sum += check.mismatches;
    return sum;
}

VerificationReport verify(const DistanceTable& table, const RoadNetwork& network, const VerifyOptions& options) {
    CostOptions cost_options;
    cost_options.field = options.cost.empty() ? table.scale().name : options.cost;
    cost_options.type = table.type();
    const ArcCosts costs = build_arc_costs(network, cost_options);
    if (costs.scale.digits != table.scale().digits || costs.scale.unit != table.scale().unit) {
        throw InvalidArgument(
            format("the table's costs have {} decimal digits and unit '{}', column '{}' of the network {} and '{}'",
                   table.scale().digits, table.scale().unit, costs.scale.name, costs.scale.digits, costs.scale.unit));
    }
    return with_cost_type(table.type(), [&]<class T>() { return verify_network<T>(table, network, costs, options); });
}

}  // namespace allways
