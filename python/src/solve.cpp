// SPDX-License-Identifier: Apache-2.0
// Solving: tables of all pairs and of selected nodes, factors, and tables that are written while they are computed.
#include <nanobind/stl/tuple.h>

#include "allways/base/progress.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/engine/table_stream.h"
#include "allways/export/write_stream.h"
#include "allways/importers/read.h"
#include "allways/points/pair_lists.h"
#include "allways/points/point_table.h"
#include "allways/result/distance_table.h"
#include "allways/result/network_factor.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

namespace {

const std::string& source_of(const RoadNetwork& network) {
    return network.provenance.source;
}
const std::string& source_of(const CostMatrix& matrix) {
    return matrix.source();
}

template <class Table>
void sign(Table& table, const std::string& source, const SolveReport& report) {
    table.set_provenance(
        made_by({{"source", source}, {"schedule", report.schedule}, {"device", report.device}}, table.provenance()));
}

template <class Problem>
void bind_solve_of(nb::module_& core) {
    core.def("solve", [](const Held<Problem>& problem, const SolveOptions& options, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            Solution solution = solve_with_report(*problem, callbacks.in(options));
            sign(solution.value, source_of(*problem), solution.report);
            return std::pair(HeldTable(std::move(solution.value)), std::move(solution.report));
        });
    });
    core.def("plan", [](const Held<Problem>& problem, const SolveOptions& options, Progressing progress) {
        return run(std::move(progress),
                   [&](const Callbacks& callbacks) { return plan(*problem, callbacks.in(options)); });
    });
    // The table is whole in memory only where it has to be.
    core.def("solve_to_file", [](const Held<Problem>& problem, const SolveOptions& options, const std::string& path,
                                 const ExportOptions& output, const StreamOptions& stream, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            ExportOptions writing = callbacks.in(output);
            const auto job = make_stream(*problem, for_shard(callbacks.in(options), stream.shard), path, writing);
            TableProvenance notes;
            if (job->network() != nullptr) notes = job->network()->provenance.notes;
            const SolveReport& plan = job->report();
            writing.provenance =
                made_by({{"source", source_of(*problem)}, {"schedule", plan.schedule}, {"device", plan.device}}, notes);
            return write_stream(*job, path, writing, stream);
        });
    });
}

void bind_shards(nb::module_& core) {
    core.def("join_shards", [](const std::string& path, bool overwrite, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            return join_shards(path, callbacks.in(JoinOptions{.overwrite = overwrite}));
        });
    });
    core.def("limit_threads", limit_threads);
}

// Cells as a p × 2 array of rows and columns.
NumpyArray cell_array(const PickedCells& cells) {
    static_assert(sizeof(TableCell) == 2 * sizeof(std::uint32_t));
    const auto owner = std::make_shared<PickedCells>(cells);
    return view(owner->empty() ? nullptr : &owner->front().row, {owner->size(), 2}, owner);
}

const Input& input_of(const AnyHeld& held) {
    return std::visit([](const auto& content) -> const Input& { return *content.input(); }, held);
}

// Returns table, report, unsnapped names, and for pairs their cells and which of the pairs these are.
auto found_table(const AnyHeld& source, TableRequest request, const PairLists* pairs, const SolveOptions& options,
                 const std::string& name, Progressing progress) {
    if (!name.empty()) request.name = name;
    PickedCells cells;
    std::vector<std::uint32_t> kept;
    FoundTable found = run(std::move(progress), [&](const Callbacks& callbacks) {
        request.solve = callbacks.in(options);
        FoundTable made = find_table(input_of(source), request);
        if (made.report) sign(made.table, request.name, *made.report);
        if (pairs != nullptr) cells = picked_cells(*pairs, made, &kept);
        return made;
    });
    return std::make_tuple(HeldPart(std::move(found.table)), std::move(found.report), std::move(found.unsnapped),
                           cell_array(cells), array(std::move(kept)));
}

void bind_find_table(nb::module_& core) {
    core.def("find_table",
             [](const AnyHeld& source, nb::handle origins, const std::optional<nb::object>& destinations,
                const std::vector<std::string>& costs, const SolveOptions& options, const SnapChoice& snap,
                bool drop_unsnapped, const std::string& name, Progressing progress) {
                 TableRequest request{
                     .origins = point_list_of(origins), .snap = snap, .drop_unsnapped = drop_unsnapped, .costs = costs};
                 if (destinations) request.destinations = point_list_of(*destinations);
                 return found_table(source, std::move(request), nullptr, options, name, std::move(progress));
             });
    core.def("find_pairs", [](const AnyHeld& source, const PairLists& pairs, const std::vector<std::string>& costs,
                              const SolveOptions& options, const SnapChoice& snap, bool drop_unsnapped,
                              const std::string& name, Progressing progress) {
        TableRequest request{.origins = pairs.origins,
                             .destinations = pairs.destinations,
                             .snap = snap,
                             .drop_unsnapped = drop_unsnapped,
                             .costs = costs};
        return found_table(source, std::move(request), &pairs, options, name, std::move(progress));
    });
    // Sets options.cost as the command does. `reading`: the options with which the file was read; None if there was no
    // file.
    core.def("choose_cost", [](const AnyHeld& source, SolveOptions& options, const std::optional<ReadOptions>& reading,
                               bool complete) {
        const ReadOptions read = reading.value_or(ReadOptions{.lenient = true});
        options.cost = named_cost({options.cost, options.cost_type}, read, input_of(source));
        if (complete) require_costs(options.cost, read, input_of(source), {});  // arcs closed in Python have no cost
    });
}

}  // namespace

void bind_solve(nb::module_& core) {
    bind_shards(core);
    bind_solve_of<RoadNetwork>(core);
    bind_solve_of<CostMatrix>(core);
    bind_find_table(core);
    core.def("factorize", [](const HeldNetwork& network, const SolveOptions& options, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            Factored made = factorize_with_report(*network, callbacks.in(options));
            made.value.provenance =
                made_by({{"source", source_of(*network)}, {"order", made.report.order}}, made.value.provenance);
            return std::pair(HeldFactor(std::move(made.value)), std::move(made.report));
        });
    });
    nb::class_<HeldFactor>(core, "Factor")
        .def_prop_ro("node_count", [](const HeldFactor& self) { return self->node_count(); })
        .def_prop_ro("node_ids", [](const HeldFactor& self) { return ids(self->node_ids, self.input()); })
        .def_prop_ro("scale", [](const HeldFactor& self) { return self->scale; });
    core.def("extract_network", [](const HeldTable& table) {
        const nb::gil_scoped_release released;
        return HeldNetwork(extract_network(*table));
    });
    core.def("extract_network", [](const HeldFactor& factor) {
        const nb::gil_scoped_release released;
        return HeldNetwork(extract_network(*factor));
    });
}

}  // namespace allways::python
