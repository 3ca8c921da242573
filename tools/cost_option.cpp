#include "cost_option.h"

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

namespace allways::tools {

void add_cost_option(CLI::App& app, std::string& cost) {
    app.add_option("--cost", cost, "Column that is the cost; else the one of --cost-field, time, cost, length or the first")
        ->type_name("FIELD");
}

}  // namespace allways::tools
