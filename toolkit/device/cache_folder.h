// SPDX-License-Identifier: Apache-2.0
// A folder of things that cost time to find out: compiled programs, tuned values. Input: a key, the text of all that
// the content depends on. Output: the content that was kept under it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace allways::device {

// FNV-1a: protects against damage and chance, not against an attacker who can write the user's cache.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325u);

class CacheFolder {
public:
    // `path`: created when first needed; empty: nothing is kept. `suffix` of its files: ".program".
    CacheFolder(std::string path, std::string suffix) : path_(std::move(path)), suffix_(std::move(suffix)) {}

    bool keeps() const { return !path_.empty(); }
    const std::string& path() const { return path_; }
    std::string path_of(const std::string& key) const;

    enum class Found { nothing, damaged, content };
    struct Entry {
        Found found = Found::nothing;
        std::string content;
    };
    // Entries whose file names collide are never confused: a file states its key. `damaged`: the file is incomplete or
    // has another key.
    Entry read(const std::string& key) const;
    // Returns false if the folder cannot be written. No reader ever sees an incomplete entry.
    bool write(const std::string& key, std::string_view content) const;

private:
    std::string path_;
    std::string suffix_;
};

}  // namespace allways::device
