// Standard input as a file, for readers that look at the beginning twice.
#pragma once

#include <string>

#include "allways/base/error.h"

namespace allways::tools {

// Copied to a temporary file that lives as long as this. Throws InputError.
class StandardInput {
public:
    StandardInput();
    ~StandardInput();
    StandardInput(const StandardInput&) = delete;
    StandardInput& operator=(const StandardInput&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// Calls read(path of the file, or of what "-" stands for). Errors in standard input name it instead of the copy.
template <class Read>
auto read_file_or_standard_input(const std::string& path, const Read& read) {
    if (path != "-") return read(path);
    const StandardInput input;
    try {
        return read(input.path());
    } catch (const InputError& error) {
        const std::string text = error.what();  // "file:line: message"
        throw InputError("standard input", error.line(), text.substr(text.find(": ", input.path().size()) + 2));
    }
}

}  // namespace allways::tools
