// SPDX-License-Identifier: Apache-2.0
// Small valid files of every format that Allways reads, and the command lines that read them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fuzz {

// A folder of files that belong together.
struct Kind {
    std::string name;
    std::string main;                // what the command is given, inside the folder; empty: the folder itself
    std::vector<std::string> lines;  // "{}" stands for it, "BASE" for the folder of undamaged networks
};

// Writes BASE and a folder for each kind into `folder`. Throws if a command that makes one fails.
std::vector<Kind> make_seeds(const std::filesystem::path& folder);

}  // namespace fuzz
