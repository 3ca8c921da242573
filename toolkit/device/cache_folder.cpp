// SPDX-License-Identifier: Apache-2.0
// An entry is a header (magic, sizes, checksum), its key and its content.
#include "device/cache_folder.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "allways/base/format.h"

namespace allways::device {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "allways cache 1\n";

std::string pack(const std::string& key, std::string_view content) {
    std::string entry(magic);
    entry += format("{} {} {:016x}\n", key.size(), content.size(), hash_of(content, hash_of(key)));
    entry += key;
    entry += content;
    return entry;
}

std::optional<std::string> unpack(const std::string& entry, const std::string& key) {
    const std::size_t line_end = entry.find('\n', magic.size());
    if (!entry.starts_with(magic) || line_end == std::string::npos) return std::nullopt;
    std::istringstream header(entry.substr(magic.size(), line_end - magic.size()));
    std::size_t key_size = 0;
    std::size_t content_size = 0;
    std::uint64_t checksum = 0;
    if (!(header >> key_size >> content_size >> std::hex >> checksum)) return std::nullopt;
    const std::string_view body = std::string_view(entry).substr(line_end + 1);
    if (key_size != key.size() || body.size() < key_size || body.size() - key_size != content_size) return std::nullopt;
    if (body.substr(0, key_size) != key || hash_of(body) != checksum) return std::nullopt;
    return std::string(body.substr(key_size));
}

}  // namespace

std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

std::string CacheFolder::path_of(const std::string& key) const {
    return (fs::path(path_) / format("{:016x}{}", hash_of(key), suffix_)).string();
}

CacheFolder::Entry CacheFolder::read(const std::string& key) const {
    if (!keeps()) return {};
    std::ifstream file(path_of(key), std::ios::binary);
    if (!file) return {};
    std::ostringstream text;
    text << file.rdbuf();
    auto content = unpack(std::move(text).str(), key);
    if (!content) return {Found::damaged, {}};
    return {Found::content, std::move(*content)};
}

bool CacheFolder::write(const std::string& key, std::string_view content) const {
    static std::atomic<unsigned> counter{0};
    const fs::path path = path_of(key);
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const fs::path temporary = format("{}.{}.{}", path.string(), getpid(), counter++);
    {
        std::ofstream file(temporary, std::ios::binary);
        const std::string entry = pack(key, content);
        file.write(entry.data(), static_cast<std::streamsize>(entry.size()));
        if (!file.flush()) {
            fs::remove(temporary, error);
            return false;
        }
    }
    fs::rename(temporary, path, error);
    const bool renamed = !error;
    if (!renamed) fs::remove(temporary, error);
    return renamed;
}

}  // namespace allways::device
