// SPDX-License-Identifier: Apache-2.0
// Routes as one JSON document.
#include "export/files/output_file.h"

#include <nlohmann/json.hpp>
#include "allways/export/json.h"
#include "allways/routes/route_formats.h"
#include "routes/formats.h"
#include "routes/values.h"

namespace allways::tools {

namespace {

void write_json(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    using Json = nlohmann::ordered_json;
    const RouteValues values(source, output.unit, {});
    Json json{{"cost", source.scale().name}, {"unit", values.scale().unit()}, {"paths", Json::array()}};
    for (const Route& route : routes) {
        report(output.progress, "write", json["paths"].size(), routes.size());
        json["paths"].push_back(values.of(route, output, json["paths"].size()));
    }
    if (!source.attribution().empty()) json["attribution"] = source.attribution();
    OutputFile out(output.path, output.overwrite);
    out.put(json_text(json, 2) + "\n");
    out.commit();
}

}  // namespace

RouteFormat route_json() {
    return {.name = "json", .suffixes = {".json"}, .write = write_json};
}

}  // namespace allways::tools
