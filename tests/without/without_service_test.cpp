// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>
#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "command/command.h"

namespace allways::command {
namespace {

TEST(WithoutService, TheVerbSaysSoWhateverItsOptions) {
    CLI::App app;
    Console console;
    const auto run = serve_command().declare(app, console);
    app.parse("city.osm.pbf --port 8080");
    try {
        run();
        FAIL() << "nothing was refused";
    } catch (const InvalidArgument& error) {
        EXPECT_STREQ(error.what(), "this 'allways' was built without the service; build with ALLWAYS_WITH_SERVICE");
    }
}

}  // namespace
}  // namespace allways::command
