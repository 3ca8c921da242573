// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "allways/importers/read.h"

namespace allways::command {

// The import report, for `info --json` and --report.
nlohmann::ordered_json to_json(const ImportReport& report);

// Writes the same to a file, or to standard output for "-".
void write_import_report(const ImportReport& report, const std::string& path, bool overwrite);

}  // namespace allways::command
