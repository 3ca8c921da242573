// SPDX-License-Identifier: Apache-2.0
// Stands for 'allways serve' where ALLWAYS_WITH_SERVICE is OFF: whatever its options, it says so.
#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "command/command.h"
#include "command/option_rows.h"

namespace allways::command {

namespace {

std::function<ExitCode()> declare(CLI::App& app, Console&) {
    app.allow_extras();
    return []() -> ExitCode {
        throw InvalidArgument("this 'allways' was built without the service; build with ALLWAYS_WITH_SERVICE");
    };
}

}  // namespace

void add_service_rows(Flags&) {}

Command serve_command() {
    return {"serve", "Answer HTTP requests (left out of this build)", "  allways serve city.osm.pbf", declare};
}

}  // namespace allways::command
