// SPDX-License-Identifier: Apache-2.0
// factor → its network without what costs do not touch → factorize → the rest again.
#include "allways/engine/factorize.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/cost_updates.h"
#include "allways/result/network_factor.h"
#include "base/text.h"
#include "engine/factor/factor_sums.h"
#include "result/factor_arrays.h"

namespace allways {

struct Refactorizer::State {
    std::shared_ptr<const NetworkFactor> factor;
    RoadNetwork network;  // without texts and lines
    SolveOptions options;

    explicit State(std::shared_ptr<const NetworkFactor> of) : factor(std::move(of)), network(extract_network(*factor)) {
        network.texts.clear();
        network.shapes = {};
        options.cost = factor->scale.name;
        options.cost_type = factor->chosen_type;
        for (const FactorSums::Sums& field : factor->arrays().sums.fields) options.skims.push_back(field.scale.name);
    }
};

namespace {

NetworkFactor factorized(const RoadNetwork& network, const SolveOptions& options) {
    try {
        return factorize(network, options);
    } catch (const engine::SumsNeedIntegers&) {
        throw InvalidArgument(format(
            "paths of the new costs '{}' do not fit int32, but this factor keeps sums of '{}', which need that type; "
            "round the costs to fewer decimals, or make the factor again without sums",
            options.cost, joined(options.skims, "', '")));
    }
}

NetworkFactor made_of(const RoadNetwork& network, const NetworkFactor& before, SolveOptions options,
                      const LogCallback& log) {
    options.log = log;
    NetworkFactor made = factorized(network, options);
    made.arcs.texts = before.arcs.texts;
    made.arcs.shapes = before.arcs.shapes;
    share_equal_arrays(made, before);
    return made;
}

}  // namespace

Refactorizer::Refactorizer(std::shared_ptr<const NetworkFactor> factor)
    : state_(std::make_unique<const State>(std::move(factor))) {}
Refactorizer::~Refactorizer() = default;
Refactorizer::Refactorizer(Refactorizer&&) noexcept = default;
Refactorizer& Refactorizer::operator=(Refactorizer&&) noexcept = default;

NetworkFactor Refactorizer::with_costs(ArcColumn cost, const LogCallback& log) const {
    const NetworkFactor& before = *state_->factor;
    if (cost.values.size() != before.arcs.size()) {
        throw InvalidArgument(format("column '{}' has {} values, but the factor has {} arcs", cost.name,
                                     cost.values.size(), before.arcs.size()));
    }
    RoadNetwork network = state_->network;
    cost.name = before.scale.name;
    set_costs(network, std::move(cost));
    return made_of(network, before, state_->options, log);
}

NetworkFactor Refactorizer::with_cost_field(const std::string& column, const LogCallback& log) const {
    SolveOptions options = state_->options;
    options.cost = column;
    return made_of(state_->network, *state_->factor, options, log);
}

}  // namespace allways
