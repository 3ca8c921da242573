// Paths between stops, from wherever the input has them, and how they are written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "allways/importers/read.h"
#include "console.h"
#include "export/output_file.h"
#include "solve_options.h"

namespace allways::tools {

// One or more paths in a row: from the first stop over the others to the last.
struct Route {
    std::vector<NodeIndex> stops;
    bool reachable = true;
    double distance = 0;  // raw; +inf where unreachable
    std::vector<PathLeg> legs;
};

// A solved table or matrix answers from the table; a network by searches of its own, without a table.
class RouteSource {
public:
    virtual ~RouteSource() = default;
    virtual const IdTable& node_ids() const = 0;
    virtual CostType type() const = 0;
    virtual const CostScale& scale() const = 0;
    virtual const TableArcs& arcs() const = 0;  // empty for a matrix
    virtual Path path(NodeIndex from, NodeIndex to) const = 0;

    Route route(std::vector<NodeIndex> stops) const;
};

// Throws InputError for a table without next hops. Solves where the input is a matrix.
std::unique_ptr<RouteSource> make_route_source(Input input, const std::string& source, const SolveArguments& arguments,
                                               Console& console);

void write_routes_text(OutputFile& out, const RouteSource& source, const std::vector<Route>& routes);
void write_routes_csv(OutputFile& out, const RouteSource& source, const std::vector<Route>& routes);
void write_routes_json(OutputFile& out, const RouteSource& source, const std::vector<Route>& routes);

}  // namespace allways::tools
