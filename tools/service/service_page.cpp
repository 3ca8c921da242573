// SPDX-License-Identifier: Apache-2.0
#include "service/service_page.h"

#include <algorithm>

#include "service/embedded_page.h"
#include "service/http/service_error.h"

namespace allways::tools {

bool is_page(const Url& url) {
    return url.parts.empty() || url.parts[0] == "page";
}

ServiceAnswer answer_page(const Url& url) {
    const std::string name = url.parts.empty() ? "page.html" : url.parts.size() == 2 ? url.parts[1] : "";
    const auto& files = page::embedded_files();
    const auto file = std::ranges::find(files, name, &EmbeddedFile::name);
    if (file == files.end()) throw ServiceError("InvalidUrl", "The page has no such file", 404);
    const auto type = [&] {
        if (name.ends_with(".js")) return "text/javascript; charset=UTF-8";
        return name.ends_with(".css") ? "text/css; charset=UTF-8" : "text/html; charset=UTF-8";
    };
    ServiceAnswer answer;
    answer.content_type = type();
    answer.body = file->text;
    answer.service = "page";
    return answer;
}

}  // namespace allways::tools
