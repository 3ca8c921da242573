// SPDX-License-Identifier: Apache-2.0
// POST /reload: the service reads its map again.
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "base/text.h"
#include "service/answers.h"
#include "service/http/answer_writer.h"
#include "service/http/service_error.h"

namespace allways::tools {

std::string answer_reload(const RoutingService& service, const ServiceRequest& asked) {
    const ServiceOptions& options = service.options();
    if (!options.allow_updates || !options.load) {
        throw ServiceError("NotAllowed", "The map may not be replaced: the service runs without --allow-updates", 403);
    }
    // A page of another origin can send this content type only after a CORS preflight request.
    if (lower_case(trimmed(asked.content_type.substr(0, asked.content_type.find(';')))) != "application/json") {
        throw ServiceError("InvalidQuery", "Content-Type must be application/json", 415);
    }
    const Stopwatch watch;
    try {
        service.reload();
    } catch (const Error& error) {  // the message may name files, so it is not sent
        log(options.log, LogLevel::warning, format("the map stays as it was: {}", error.what()));
        throw ServiceError("InternalError", "The map stays as it was; the service's messages say why", 500);
    }
    AnswerWriter json;
    json.begin_object().key("code").string("Ok");
    const std::string date = service.map_date();
    if (!date.empty()) json.key("map_date").string(date);
    json.key("seconds").number(watch.seconds(), 6).end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
