// SPDX-License-Identifier: Apache-2.0
// Standard input and other pipes as files, for readers that must read a file more than once.
#pragma once

#include <string>

#include "allways/base/api.h"
#include "allways/base/error.h"

namespace allways::tools {

// Returns true if the path is a pipe, such as a shell's <(command): its content can be read only once.
ALLWAYS_API bool is_pipe(const std::string& path);

// The name of a file or a pipe in messages: "standard input" for "-".
ALLWAYS_API std::string source_name(const std::string& path);

// The content of a pipe in a temporary file that lives as long as this object.
class ALLWAYS_API PipeCopy {
public:
    explicit PipeCopy(const std::string& pipe);  // "-" is standard input. Throws InputError.
    ~PipeCopy();
    PipeCopy(const PipeCopy&) = delete;
    PipeCopy& operator=(const PipeCopy&) = delete;
    const std::string& path() const { return path_; }
    const std::string& name() const { return name_; }  // the pipe's: "standard input", "/dev/fd/63"

private:
    std::string name_;
    std::string path_;
};

// Calls read(path of the copy). Errors name the pipe instead of the copy.
template <class Read>
auto read_pipe(const std::string& pipe, const Read& read) {
    const PipeCopy copy(pipe);
    try {
        return read(copy.path());
    } catch (const InputError& error) {
        const std::string text = error.what();  // "file:line: message"
        throw InputError(copy.name(), error.line(), text.substr(text.find(": ", copy.path().size()) + 2));
    }
}

// Calls read(path), with the path of a copy for pipes and for standard input, "-".
template <class Read>
auto read_file_or_pipe(const std::string& path, const Read& read) {
    return path == "-" || is_pipe(path) ? read_pipe(path, read) : read(path);
}

}  // namespace allways::tools
