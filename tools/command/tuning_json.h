// A tuning entry as its file has it.
#pragma once

#include <string>

#include "allways/engine/tune.h"

namespace allways::command {

// "about" tells where, when and by which command the entry was measured, and the rates; "match" names the device, not
// its driver.
std::string tuning_json(const TuneResult& result, const std::string& command, const std::string& date);

// The file's name: the device's in small letters and digits, as "nvidia_h200.json".
std::string tuning_file_name(const std::string& device);

}  // namespace allways::command
