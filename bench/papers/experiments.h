// SPDX-License-Identifier: Apache-2.0
// The papers' experiments by name, one file each, and one experiment with Allways' own schedules.
#pragma once

#include <string>
#include <vector>

#include "papers/experiment.h"

namespace allways::papers {

Experiment xiao_experiment();
Experiment deng_experiment();
Experiment zuccato_experiment();
Experiment pandey_blocked_experiment();
Experiment pandey_r_kleene_experiment();
Experiment schedules_experiment();

// All experiments, in the order that help lists them.
std::vector<Experiment> experiments();

// The experiment with that name, or all for "all". Throws InvalidArgument for another name, listing the known ones.
std::vector<Experiment> chosen_experiments(const std::string& name);

}  // namespace allways::papers
