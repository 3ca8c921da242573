// SPDX-License-Identifier: Apache-2.0
// Live speeds and costs of networks and factors.
#include "allways/cost/cost_updates.h"

#include "allways/engine/factorize.h"
#include "allways/importers/cost_updates.h"
#include "allways/result/network_factor.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

void bind_updates(nb::module_& core) {
    nb::class_<CostUpdates>(core, "CostUpdates").def_prop_ro("count", [](const CostUpdates& self) {
        return self.rows.size();
    });
    core.def("parse_cost_updates",
             [](const std::string& text, const std::string& source) { return parse_cost_updates(text, source); });
    core.def("read_cost_updates", [](const std::string& path, const std::string& encoding) {
        return run({}, [&](const Callbacks& callbacks) {
            return read_cost_updates(path, callbacks.in(ReadOptions{.encoding = encoding}));
        });
    });
    core.def("update", [](const HeldNetwork& network, const std::string& cost, const CostUpdates& updates) {
        const nb::gil_scoped_release released;
        RoadNetwork other = *network;
        UpdatedCosts made = CostUpdater(other, cost).apply(updates);
        set_costs(other, std::move(made.cost));
        return std::pair(HeldNetwork(std::move(other)), std::move(made.report));
    });
    core.def("update", [](const HeldFactor& factor, const CostUpdates& updates, Progressing progress) {
        return run(std::move(progress), [&](const Callbacks& callbacks) {
            UpdatedCosts made = CostUpdater(extract_network(*factor), factor->scale.name).apply(updates);
            NetworkFactor other = Refactorizer(factor.shared()).with_costs(std::move(made.cost), callbacks.log());
            return std::pair(HeldFactor(std::move(other)), std::move(made.report));
        });
    });
}

}  // namespace allways::python
