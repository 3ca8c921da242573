#pragma once

#include <nlohmann/json.hpp>

#include "allways/importers/read.h"

namespace allways::tools {

// What reading found, for `info --json` and `solve --report`.
nlohmann::ordered_json to_json(const ImportReport& report);

}  // namespace allways::tools
