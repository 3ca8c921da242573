// SPDX-License-Identifier: Apache-2.0
// The page of the service: files embedded at build time.
#pragma once

#include <optional>

#include "allways/service/routing_service.h"
#include "service/http/url.h"

namespace allways::tools {

// Returns true if the path is / or begins with /page/.
bool is_page(const Url& url);
// "/" is page.html, "/page/NAME" any other file. Throws ServiceError for an unknown file.
ServiceAnswer answer_page(const Url& url);

}  // namespace allways::tools
