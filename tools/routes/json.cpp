// Routes as one JSON document.
#include "export/output_file.h"
#include "routes/route_formats.h"
#include "routes/values.h"

namespace allways::tools {

namespace {

void write(const RouteSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    using Json = nlohmann::ordered_json;
    const RoadFacts facts(source.arcs());
    Json json{{"cost", source.scale().name}, {"unit", source.scale().unit}, {"paths", Json::array()}};
    for (const Route& route : routes) {
        report(output.progress, "write", json["paths"].size(), routes.size());
        json["paths"].push_back(route_values(source, facts, route));
    }
    if (!source.attribution().empty()) json["attribution"] = source.attribution();
    OutputFile out(output.path, output.overwrite);
    out.put(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");  // names may be no UTF-8
    out.commit();
}

}  // namespace

RouteFormat route_json() {
    return {.name = "json", .suffixes = {".json"}, .write = write};
}

}  // namespace allways::tools
