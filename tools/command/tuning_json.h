// A tuning entry as JSON.
#pragma once

#include <string>

#include "allways/engine/tune.h"

namespace allways::command {

// "about" records where, when and by which command the entry was measured, and the rates; "match" names the device but
// not its driver.
std::string tuning_json(const TuneResult& result, const std::string& command, const std::string& date);

// The file name: the device's name in lower-case letters and digits, such as "nvidia_h200.json".
std::string tuning_file_name(const std::string& device);

}  // namespace allways::command
