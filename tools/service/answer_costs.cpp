// SPDX-License-Identifier: Apache-2.0
// POST /costs: rows of live speeds or costs → a report of the update.
#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/stopwatch.h"
#include "allways/importers/cost_updates.h"
#include "base/text.h"
#include "service/answers.h"
#include "service/http/answer_writer.h"
#include "service/http/service_error.h"

namespace allways::tools {

namespace {

void write_report(AnswerWriter& json, const CostUpdateReport& report) {
    const auto count = [&](std::string_view name, std::uint64_t value) {
        json.key(name).integer(static_cast<std::int64_t>(value));
    };
    count("rows", report.rows);
    count("applied", report.applied);
    count("parts", report.parts);
    count("repeated", report.repeated);
    count("rates", report.rates);
    count("arcs", report.arcs);
    count("closed", report.closed);
    count("not_found", report.not_found);
    json.key("examples").begin_array();
    for (const auto& example : report.examples) {
        json.begin_object().key("line").integer(static_cast<std::int64_t>(example.line));
        json.key("row").string(example.row).key("why").string(example.why).end_object();
    }
    json.end_array();
}

}  // namespace

std::string answer_costs(const RoutingService& service, const ServiceRequest& asked, const std::string& profile) {
    if (!service.options().allow_updates) {
        throw ServiceError("NotAllowed", "Costs may not be changed: the service runs without --allow-updates", 403);
    }
    // A page of another origin can send this content type only after a CORS preflight request.
    if (lower_case(trimmed(asked.content_type.substr(0, asked.content_type.find(';')))) != "text/csv") {
        throw ServiceError("InvalidQuery", "Content-Type must be text/csv", 415);
    }
    const Stopwatch watch;
    CostUpdateReport report;
    try {
        report = service.update(parse_cost_updates(asked.body, "costs"), profile);
    } catch (const InputError& error) {
        throw ServiceError("InvalidValue", error.what());
    } catch (const InvalidArgument& error) {
        throw ServiceError("InvalidOptions", error.what());
    }
    AnswerWriter json;
    json.begin_object().key("code").string("Ok");
    write_report(json, report);
    json.key("seconds").number(watch.seconds(), 6).end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
