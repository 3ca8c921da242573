// SPDX-License-Identifier: Apache-2.0
#include "service/http/methods.h"

#include <algorithm>
#include <string>

#include "allways/base/format.h"
#include "service/http/answer_writer.h"

namespace allways::tools {

namespace {

bool is_among(std::string_view method, std::string_view allowed) {
    while (!allowed.empty()) {
        const std::size_t end = std::min(allowed.find(", "), allowed.size());
        if (allowed.substr(0, end) == method) return true;
        allowed.remove_prefix(std::min(end + 2, allowed.size()));
    }
    return false;
}

}  // namespace

std::optional<ServiceAnswer> answer_by_method(std::string_view method, std::string_view allowed) {
    const bool asks_for_methods = method == "OPTIONS";
    if (!asks_for_methods && is_among(method, allowed)) return {};
    ServiceAnswer answer;
    answer.allow = allowed;
    if (asks_for_methods) {
        answer.status = 204;
        answer.content_type.clear();
        return answer;
    }
    AnswerWriter json;
    json.begin_object().key("code").string("InvalidMethod");
    json.key("message").string(format("Method not allowed. Use one of {}.", allowed)).end_object();
    answer.status = 405;
    answer.body = std::move(json).take();
    return answer;
}

}  // namespace allways::tools
