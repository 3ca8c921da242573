// SPDX-License-Identifier: Apache-2.0
#include "allways/query/verification.h"

#include <cmath>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "cost/expanded_network.h"
#include "query/path_finder.h"
#include "query/search_graph.h"
#include "query/verifier.h"
#include "result/expanded_arcs.h"
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

    NetworkProblem(const RoadNetwork& roads, const CostOptions& options)
        : expanded_(roads, options.field),
          costs_(expanded_.costs(options)),
          graph_(query::build_search_graph<Wide<T>>(expanded_.network(), costs_)),
          road_arcs_(result::expanded_arcs(expanded_, costs_)) {}

    std::size_t node_count() const { return expanded_.node_count(); }
    const IdTable& node_ids() const { return expanded_.roads().node_ids; }
    NodeIndex node_of(NodeIndex state) const { return expanded_.node_of(state); }
    bool is_passable(NodeIndex state) const { return !expanded_.network().is_no_through(state); }
    const CostScale& scale() const { return costs_.scale; }
    const Graph& graph() const { return graph_; }
    const cost::ExpandedNetwork& expanded() const { return expanded_; }
    const TableArcs& road_arcs() const { return road_arcs_; }

    Row row(NodeIndex from) const {
        const auto tree = query::search(graph_, from, query::Direction::from_root);
        Row row;
        for (const NodeIndex end : expanded_.ends()) {
            const auto reduced = tree.distance[end];
            row.distance.push_back(reduced == Graph::unreachable
                                       ? query::infinity
                                       : static_cast<double>(graph_.restored(reduced, from, end)));
            row.arcs.push_back(tree.arcs[end]);
            row.magnitude.push_back(tree.magnitude[end]);
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
        const auto& raw = std::get<SharedArray<T>>(graph_.arcs.cost);
        for (std::size_t arc = 0; arc < raw.size(); ++arc) {
            if (graph_.cost[arc] == Graph::unreachable || graph_.arcs.head[arc] >= expanded_.row_count()) continue;
            visit(graph_.tail[arc], graph_.arcs.head[arc], static_cast<double>(raw[arc]));
        }
    }

    std::uint32_t hop_of(const PathLeg& leg) const {
        return static_cast<std::uint32_t>(leg.arc - road_arcs_.first_out[leg.from]);
    }
    PathLeg step_of(NodeIndex state, std::uint32_t hop) const {
        const NodeIndex node = node_of(state);
        if (hop >= road_arcs_.first_out[node + 1] - road_arcs_.first_out[node]) return {};
        const std::uint64_t arc = graph_.arcs.first_out[state] + hop;
        const bool is_usable = graph_.cost[arc] != Graph::unreachable;
        return {state, graph_.arcs.head[arc], arc,
                is_usable ? static_cast<double>(std::get<SharedArray<T>>(graph_.arcs.cost)[arc]) : query::infinity};
    }

private:
    cost::ExpandedNetwork expanded_;
    ArcCosts costs_;  // costs of expanded_.network()
    Graph graph_;
    TableArcs road_arcs_;
};

template <class T>
bool same_arcs(const DistanceTable& table, const NetworkProblem<T>& problem) {
    const TableArcs& wanted = problem.road_arcs();
    const TableArcs& found = table.arcs();
    return table.next_hops().kind() == NextHops::Kind::arc_ordinal && found.first_out == wanted.first_out &&
           found.head == wanted.head && found.cost == wanted.cost;
}

// Checks the states of paths, and the costs of their steps, in the table against the source's turn rules.
template <class T>
bool same_states(const DistanceTable& table, const NetworkProblem<T>& problem) {
    const TableArcs& wanted = problem.road_arcs();
    const TableArcs& found = table.arcs();
    return found.states.node == wanted.states.node && found.states.next == wanted.states.next &&
           found.step_cost == wanted.step_cost;
}

// int32 only: checks the rule of hop_rule.h against the table's own distances.
template <class V>
void check_hop_rule(V& verifier, const DistanceTable& table, const NetworkProblem<std::int32_t>& problem,
                    const std::vector<std::pair<NodeIndex, NodeIndex>>& pairs) {
    verifier.start("hop rule");
    const SearchGraph<std::int64_t>& graph = problem.graph();
    const query::HopRule rule(graph);
    const std::size_t n = table.node_count();
    const auto values = table.values<std::int32_t>();
    // A state that is no start has no distance in the table: its hops lead to a start, which has one.
    const auto distance_from = [&](NodeIndex state, NodeIndex to) {
        std::int64_t walked = 0;
        for (std::size_t steps = 0; steps <= table.next_hops().row_count(); ++steps) {
            if (problem.node_of(state) == to) return walked;
            if (state < n) {
                const std::int32_t value = values[state * n + to];
                return is_reachable(value) ? walked + value : graph.unreachable;
            }
            const std::uint32_t hop = table.next_hops().at(state, to);
            const PathLeg step = hop == NextHops::none ? PathLeg() : problem.step_of(state, hop);
            if (step.to == no_node || !std::isfinite(step.raw_cost)) break;
            walked += static_cast<std::int64_t>(step.raw_cost);
            state = step.to;
        }
        return graph.unreachable;
    };
    for (const auto& [from, to] : pairs) {
        if (from == to || !table.is_reachable(from, to)) continue;
        const NodeIndex end = problem.expanded().ends()[to];
        const auto distance = [&, to = to](NodeIndex state) {
            if (state >= problem.expanded().row_count()) return state == end ? 0 : graph.unreachable;
            const std::int64_t value = distance_from(state, to);
            return value == graph.unreachable ? value : graph.reduced(value, state, end);
        };
        const ArcIndex wanted = rule.next(from, end, distance);
        const std::uint32_t found = table.next_hops().at(from, to);
        verifier.expect(wanted != no_arc && found == wanted - graph.out.first_out[from], [&, from = from, to = to] {
            return format("from {} to {} the table leaves by out-arc {}, the rule by {}", verifier.id(from),
                          verifier.id(to), found,
                          wanted == no_arc ? "none" : format("{}", wanted - graph.out.first_out[from]));
        });
    }
}

// Checks a table's nodes: the no-through marks, which decide which paths exist, and coordinates.
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

// Checks the attributes of arcs that a table keeps: ids, and the columns and texts that both have.
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
    for (const TableColumn& column : found.columns) {
        const TableColumn* source = wanted.column(column.name);
        if (source == nullptr) continue;
        for (std::size_t arc = 0; arc < wanted.size(); ++arc) {
            const Decimal a = column.values[arc];
            const Decimal b = source->values[arc];
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

struct FirstStretch {
    NodeIndex next;  // the node where it ends
    std::int64_t sum;
};

// Returns the sum of a field along the path's first arc; under turn rules, up to the next state that is a start, or to
// the end. Returns nothing if the hops do not lead there.
std::optional<FirstStretch> first_stretch(const DistanceTable& table, const TableArcs& arcs,
                                          const result::SkimField& field, NodeIndex from, NodeIndex to) {
    const TurnStates& states = arcs.states;
    std::int64_t sum = 0;
    NodeIndex state = from;
    NodeIndex node = from;
    for (std::size_t steps = 0; steps < table.next_hops().row_count(); ++steps) {
        const std::uint32_t hop = table.next_hops().at(state, to);
        if (hop >= arcs.first_out[node + 1] - arcs.first_out[node]) return std::nullopt;
        const std::uint64_t arc = arcs.first_out[node] + hop;
        sum = result::added(sum, field.values[states.empty() ? arc : states.first_step[state] + hop]);
        node = arcs.head[arc];
        state = states.empty() ? node : states.steps(state)[hop];
        if (state == no_node) return std::nullopt;
        if (node == to || state < table.node_count()) return FirstStretch{node, sum};
    }
    return std::nullopt;
}

// Checks for every pair that a skim is the value of the first arc plus the skim from its head.
template <class V>
void check_skims(V& verifier, const DistanceTable& table, const TableArcs& arcs) {
    verifier.start("skims");
    const std::size_t n = table.node_count();
    for (const Skim& skim : table.skims()) {
        const TableColumn* column = arcs.column(skim.scale.name);
        if (!verifier.expect(column != nullptr, [&] { return format("the source has no field {}", skim.scale.name); }))
            continue;
        const result::SkimField field(result::step_column(arcs, table.scale(), *column));
        if (!verifier.expect(field.scale == skim.scale, [&] {
                return format("{} has a different unit or different digits in the source", skim.scale.name);
            })) {
            continue;
        }
        const double power = std::pow(10.0, skim.scale.digits);
        std::visit(
            [&]<class T>(std::span<const T> values) {
                const bool whole = std::is_integral_v<T>;
                for (NodeIndex from = 0; from < n; ++from) {
                    for (NodeIndex to = 0; to < n; ++to) {
                        const T value = values[std::size_t{from} * n + to];
                        bool right = false;
                        if (from == to) {
                            right = value == 0;
                        } else if (!table.is_reachable(from, to)) {
                            right = value == unreachable_cost<T>;
                        } else if (const auto part = first_stretch(table, arcs, field, from, to)) {
                            const std::int64_t step = part->sum;
                            const T onward = values[std::size_t{part->next} * n + to];
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
            view(skim.values.all()));
    }
}

template <class T>
VerificationReport verify_network(const DistanceTable& table, const RoadNetwork& network,
                                  const CostOptions& cost_options, const VerifyOptions& options) {
    const NetworkProblem<T> problem(network, cost_options);
    const CostScale& scale = problem.scale();
    if (scale.digits != table.scale().digits || scale.unit != table.scale().unit) {
        throw InvalidArgument(format(
            "the table's costs have {} decimal digits and unit '{}', but column '{}' of the network has {} and '{}'",
            table.scale().digits, table.scale().unit, scale.name, scale.digits, scale.unit));
    }
    query::Verifier<T, NetworkProblem<T>> verifier(table, problem, options);
    if (!verifier.check_node_ids()) return verifier.take();
    if (table.has_next_hops()) {
        verifier.start("arcs");
        if (!verifier.expect(same_arcs(table, problem), [] {
                return std::string("the arcs or their costs differ from those the table was solved from");
            })) {
            return verifier.take();
        }
        verifier.start("turn rules");
        if (!verifier.expect(same_states(table, problem), [] {
                return std::string("the table was solved under other turn rules than those of the source");
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
        check_attributes(verifier, table.arcs(), problem.road_arcs());
        if (!table.skims().empty()) check_skims(verifier, table, problem.road_arcs());
        const auto& pairs = verifier.sample_pairs();
        verifier.check_walks();
        if constexpr (std::is_integral_v<T>) check_hop_rule(verifier, table, problem, pairs);
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
    if (network.column(cost_options.field) == nullptr && is_cost_expression(network, cost_options.field)) {
        RoadNetwork with_column = network;
        add_cost(with_column, cost_options.field);
        return verify(table, with_column, options);
    }
    return with_cost_type(table.type(),
                          [&]<class T>() { return verify_network<T>(table, network, cost_options, options); });
}

const std::vector<VerifyOptionRow>& verify_options() {
    using Verify = VerifyOptions;
    static const std::vector<VerifyOptionRow> rows{
        {"cost", &Verify::cost, "FIELD", "Column that was the cost (default: the one that the table names)"},
        {"rows", &Verify::rows, "NUMBER", "Number of rows to recompute"},
        {"pairs", &Verify::pairs, "NUMBER", "Number of paths to walk"},
        {"columns", &Verify::columns, "NUMBER", "Number of columns whose cells are compared with every arc"},
        {"seed", &Verify::seed, "NUMBER", "Seed for the choice of rows, columns and paths"},
        {"examples", &Verify::examples, "NUMBER", "Number of differences to print"},
    };
    return rows;
}

}  // namespace allways
