// SPDX-License-Identifier: Apache-2.0
// Declarations that paths and drawings share.
#pragma once

#include <memory>
#include <vector>

#include "allways/query/path_source.h"
#include "allways/routes/route.h"

namespace allways::python {

struct Source {
    std::shared_ptr<PathSource> paths;
};

struct Routes {
    std::shared_ptr<const PathSource> source;
    std::vector<Route> routes;
};

}  // namespace allways::python
