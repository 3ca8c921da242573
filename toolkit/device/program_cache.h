// SPDX-License-Identifier: Apache-2.0
// Sources of kernels → programs, kept on disk so that a second run does not compile; and the folder that keeps them and
// other things that cost time to find out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/progress.h"
#include "base/embedded_file.h"
#include "device/opencl.h"

namespace allways::device {

// FNV-1a: protects against damage and chance, not against an attacker who can write the user's cache.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325u);

// Input: a key, the text of all that the content depends on. Output: the content that was kept under it.
class CacheFolder {
public:
    // `path`: created when first needed; empty: nothing is kept. `suffix` of its files: ".program".
    CacheFolder(std::string path, std::string suffix) : path_(std::move(path)), suffix_(std::move(suffix)) {}

    bool keeps() const { return !path_.empty(); }
    const std::string& path() const { return path_; }
    std::string path_of(const std::string& key) const;

    // Returns nothing if no entry was kept, and an empty text if the file is incomplete or has another key: entries
    // whose file names collide are never confused, since a file states its key. Kept contents are never empty.
    std::optional<std::string> read(const std::string& key) const;
    // Returns false if the folder cannot be written. No reader ever sees an incomplete entry.
    bool write(const std::string& key, std::string_view content) const;

private:
    std::string path_;
    std::string suffix_;
};

// Input: source and options. Output: a program ready to use.
class ProgramCache {
public:
    // directory: the folder of binaries, created when first needed; empty: nothing is kept.
    ProgramCache(std::string directory, LogCallback log);

    // Loads the binary for that device, driver, source and options, or builds it from source and stores it. An entry
    // that is damaged, has another key, or is refused by the driver is rebuilt and overwritten. A directory that cannot
    // be written is logged once, and then nothing is stored. Throws DeviceError with the build log.
    cl::Program build(const cl::Context& context, const OpenClDevice& device, const std::string& source,
                      const std::string& options);

    // Returns the file of that entry; for tests.
    std::string path_of(const OpenClDevice& device, const std::string& source, const std::string& options) const;

private:
    CacheFolder folder_;
    LogCallback log_;
};

// The kernels and tuning tables, embedded at build time from kernels/.
const std::vector<EmbeddedFile>& embedded_files();

// Returns the text of a file in kernels/ as the compiler receives it, with every `#include "file"` of another kernel
// file expanded, each once. Throws InvalidArgument for a file that is not embedded.
std::string kernel_source(std::string_view file);

}  // namespace allways::device
