// The papers' experiments by name, one file each.
#pragma once

#include <vector>

#include "papers/experiment.h"

namespace allways::papers {

Experiment xiao_experiment();
Experiment deng_experiment();
Experiment zuccato_experiment();
Experiment pandey_blocked_experiment();
Experiment pandey_r_kleene_experiment();

// All of them, in the order that help lists them.
inline std::vector<Experiment> experiments() {
    return {xiao_experiment(), deng_experiment(), zuccato_experiment(), pandey_blocked_experiment(),
            pandey_r_kleene_experiment()};
}

}  // namespace allways::papers
