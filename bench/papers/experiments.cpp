// SPDX-License-Identifier: Apache-2.0
#include "papers/experiments.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::papers {

std::vector<Experiment> experiments() {
    return {xiao_experiment(),
            deng_experiment(),
            zuccato_experiment(),
            pandey_blocked_experiment(),
            pandey_r_kleene_experiment(),
            schedules_experiment()};
}

std::vector<Experiment> chosen_experiments(const std::string& name) {
    std::vector<Experiment> all = experiments();
    if (name == "all") return all;
    std::string names;
    for (Experiment& experiment : all) {
        if (experiment.name == name) return {std::move(experiment)};
        names += format("{}, ", experiment.name);
    }
    throw InvalidArgument(format("there is no experiment '{}'; there are {}and all", name, names));
}

}  // namespace allways::papers
