// The papers' experiments by name, one file each, and one of the product's own.
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

// All of them, in the order that help lists them.
std::vector<Experiment> experiments();

// The one of that name, or every one for "all". Throws InvalidArgument for another name, listing them.
std::vector<Experiment> chosen_experiments(const std::string& name);

}  // namespace allways::papers
