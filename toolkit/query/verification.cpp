#include "allways/query/verification.h"

#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "query/hop_rule.h"
#include "query/search_graph.h"
#include "query/verifier.h"
#include "result/skim_walk.h"

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

    PathLeg step_of(NodeIndex from, std::uint32_t hop) const {
        const std::uint64_t arc = graph_.arcs.first_out[from] + hop;
        if (arc >= graph_.arcs.first_out[from + 1]) return {};
        return {from, graph_.arcs.head[arc], arc, 0};
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

// int32 only: checks the rule of hop_rule.h against the table's own distances.
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

// Checks a table's nodes: the marks that decide which paths exist, and coordinates.
template <class V>
void check_nodes(V& verifier, const DistanceTable& table, const RoadNetwork& network) {
    verifier.start("nodes");
    const bool has_marks = table.has_next_hops() || !table.no_through().empty();
    const auto mark = [&](NodeIndex node) { return !table.no_through().empty() && table.no_through()[node] != 0; };
    const bool places = !table.coordinates().empty() && !network.coordinates.empty();
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        verifier.expect(!has_marks || mark(node) == network.is_no_through(node), [&] {
            return format("node {} is {} no-through node in the table, but {} in the source", verifier.id(node),
                          mark(node) ? "a" : "not a", mark(node) ? "not" : "is one");
        });
        if (!places) continue;
        const Coordinate found = table.coordinates()[node];
        const Coordinate wanted = network.coordinates[node];
        verifier.expect(same(found.x, wanted.x) && same(found.y, wanted.y), [&] {
            return format("node {} lies at {}, {} in the table, at {}, {} in the source", verifier.id(node), found.x,
                          found.y, wanted.x, wanted.y);
        });
    }
}

// Checks what a table keeps of the arcs for directions and lengths: ids, and the columns and texts that both have.
template <class V>
void check_attributes(V& verifier, const TableArcs& found, const TableArcs& wanted) {
    verifier.start("attributes");
    const auto expect = [&](bool same, std::size_t arc, const std::string& what) {
        verifier.expect(same, [&] {
            return format("{} of arc {} differs from the source", what,
                          wanted.arc_ids.text(static_cast<ArcIndex>(arc)));
        });
    };
    for (std::size_t arc = 0; arc < wanted.size(); ++arc) {
        const auto index = static_cast<ArcIndex>(arc);
        expect(found.arc_ids.text(index) == wanted.arc_ids.text(index), arc, "the id");
    }
    for (const ArcColumn& column : found.columns) {
        const ArcColumn* source = wanted.column(column.name);
        if (source == nullptr) continue;
        for (std::size_t arc = 0; arc < wanted.size(); ++arc) {
            const Decimal& a = column.values[arc];
            const Decimal& b = source->values[arc];
            expect(a.is_missing() ? b.is_missing() : !b.is_missing() && a.to_double() == b.to_double(), arc,
                   column.name);
        }
    }
    for (const TextColumn& text : found.texts) {
        const TextColumn* source = wanted.text(text.name());
        if (source == nullptr) continue;
        for (std::size_t arc = 0; arc < wanted.size(); ++arc)
            expect(text.text(arc) == source->text(arc), arc, text.name());
    }
}

// Checks for every pair that a skim is the value of the first arc plus the skim from its head.
template <class V>
void check_skims(V& verifier, const DistanceTable& table, const TableArcs& arcs) {
    verifier.start("skims");
    const std::size_t n = table.node_count();
    for (const Skim& skim : table.skims()) {
        const ArcColumn* column = arcs.column(skim.scale.name);
        if (!verifier.expect(column != nullptr, [&] { return format("the source has no field {}", skim.scale.name); }))
            continue;
        const result::SkimField field(*column, {});
        if (!verifier.expect(field.scale == skim.scale, [&] {
                return format("{} has a different unit or different digits in the source", skim.scale.name);
            })) {
            continue;
        }
        const double power = std::pow(10.0, skim.scale.digits);
        std::visit(
            [&]<class T>(const std::vector<T>& values) {
                const bool whole = std::is_integral_v<T>;
                for (NodeIndex from = 0; from < n; ++from) {
                    for (NodeIndex to = 0; to < n; ++to) {
                        const T value = values[std::size_t{from} * n + to];
                        const std::uint32_t hop = from == to ? NextHops::none : table.next_hops().at(from, to);
                        bool right = false;
                        if (from == to) {
                            right = value == 0;
                        } else if (!table.is_reachable(from, to)) {
                            right = value == unreachable_cost<T>;
                        } else if (hop < arcs.first_out[from + 1] - arcs.first_out[from]) {
                            const std::uint64_t arc = arcs.first_out[from] + hop;
                            const std::int64_t step = field.values[arc];
                            const T onward = values[std::size_t{arcs.head[arc]} * n + to];
                            const double first = whole ? static_cast<double>(step) : static_cast<double>(step) / power;
                            const double sum = first + static_cast<double>(onward);
                            const double slack =
                                whole ? 0 : 0x1p-50 * (std::abs(first) + std::abs(static_cast<double>(onward)));
                            const bool unknown =
                                step == result::SkimField::missing || std::isnan(static_cast<double>(onward));
                            right = unknown ? std::isnan(static_cast<double>(value))
                                            : std::abs(static_cast<double>(value) - sum) <= slack;
                        }
                        verifier.expect(right, [&] {
                            return format("{} from {} to {} is not the sum along the path", skim.scale.name,
                                          verifier.id(from), verifier.id(to));
                        });
                    }
                }
            },
            skim.values);
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
                return std::string("the arcs or their costs differ from those the table was solved from");
            })) {
            return verifier.take();
        }
    }
    check_nodes(verifier, table, network);
    verifier.check_diagonal();
    verifier.check_rows();
    verifier.check_columns();
    verifier.check_arcs_bound();
    if (table.has_next_hops()) {
        check_attributes(verifier, table.arcs(), problem.graph().arcs);
        if (!table.skims().empty()) check_skims(verifier, table, problem.graph().arcs);
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
        throw InvalidArgument(format(
            "the table's costs have {} decimal digits and unit '{}', but column '{}' of the network has {} and '{}'",
            table.scale().digits, table.scale().unit, costs.scale.name, costs.scale.digits, costs.scale.unit));
    }
    return with_cost_type(table.type(), [&]<class T>() { return verify_network<T>(table, network, costs, options); });
}

}  // namespace allways
