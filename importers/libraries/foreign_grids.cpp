// SPDX-License-Identifier: Apache-2.0
#include "libraries/foreign_grids.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <vector>

#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <sqlite3.h>

#include "base/text.h"

namespace allways::importers::gdal {

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_system = 4096;
thread_local ForeignGridWatch* watching = nullptr;

// A character reference at the front of a text: its length, and the character if it is ASCII.
struct Escape {
    std::size_t length = 0;  // 0: none
    char character = 0;
};

Escape escape_of(std::string_view text) {
    const auto number = [&](std::size_t begin, std::size_t end, int base, std::size_t length) -> Escape {
        int code = 0;
        const auto [last, error] = std::from_chars(text.data() + begin, text.data() + end, code, base);
        const bool whole = error == std::errc() && last == text.data() + end && code > 0 && code < 0x80;
        return whole ? Escape{length, static_cast<char>(code)} : Escape{};
    };
    if (text.starts_with("\\u") && text.size() >= 6) return number(2, 6, 16, 6);
    if (text.starts_with("\\/")) return {2, '/'};
    if (text.starts_with("\\\"")) return {2, '"'};
    if (text.starts_with("&quot;")) return {6, '"'};
    const std::size_t end = text.substr(0, 16).find(';');
    if (!text.starts_with("&#") || end == text.npos) return {};
    return text.starts_with("&#x") ? number(3, end, 16, end + 1) : number(2, end, 10, end + 1);
}

// Lower case, with character references of JSON and XML resolved.
std::string plain_text(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\\&"), text.size());
        plain += text.substr(0, end);
        text.remove_prefix(end);
        if (text.empty()) break;
        const Escape escape = escape_of(text);
        plain += escape.length > 0 ? escape.character : text.front();
        text.remove_prefix(std::max<std::size_t>(escape.length, 1));
    }
    return lower_case(plain);
}

std::string path_in(const std::string& text) {
    const auto value_after = [&](std::size_t begin, std::string_view ends) {
        return text.substr(begin, text.find_first_of(ends, begin) - begin);
    };
    const auto find = [&](std::string_view key, const auto& read) -> std::string {
        for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
            if (const std::string value = read(at + key.size()); value.find_first_of("/\\") != value.npos) return value;
        }
        return "";
    };
    const auto in_proj_text = [&](std::size_t begin) { return value_after(begin, " \"<\t\n"); };
    // After the closing quotation mark of a keyword, or inside the brackets of PARAMETERFILE: the last quoted text.
    const auto in_wkt = [&](std::size_t begin) {
        const std::string rest = value_after(begin, "]<");
        const std::size_t last = rest.rfind('"');
        if (last == rest.npos || last == 0) return std::string();
        const std::size_t first = rest.rfind('"', last - 1);
        return first == rest.npos ? std::string() : rest.substr(first + 1, last - first - 1);
    };
    for (const std::string_view key : {"grids=", "+init="}) {
        if (const std::string path = find(key, in_proj_text); !path.empty()) return path;
    }
    for (const std::string_view key : {"proj4_grids\"", "parameterfile["}) {
        if (const std::string path = find(key, in_wkt); !path.empty()) return path;
    }
    return "";
}

struct FileCloser {
    void operator()(VSILFILE* file) const { VSIFCloseL(file); }
};

std::string path_in_file(const std::string& name) {
    const std::unique_ptr<VSILFILE, FileCloser> file(VSIFOpenL(name.c_str(), "rb"));
    if (!file) return "";
    std::string block;
    bool is_text = false;
    const bool is_geodatabase = lower_case(name).ends_with(".gdbtable");
    while (true) {
        const std::size_t kept = std::min(block.size(), longest_system);
        const bool first = block.empty();
        block.erase(0, block.size() - kept);
        block.resize(kept + block_bytes);
        const std::size_t got = VSIFReadL(block.data() + kept, 1, block_bytes, file.get());
        block.resize(kept + got);
        if (is_geodatabase) std::erase(block, '\0');  // texts are in UTF-8 and UTF-16
        if (first) {
            const std::size_t begin = block.find_first_not_of(" \t\r\n\x1e\xEF\xBB\xBF");
            is_text = begin != block.npos && std::string_view("{[<").find(block[begin]) != std::string_view::npos;
        }
        if (std::string path = path_in(plain_text(block)); !path.empty()) return path;
        if (got < block_bytes || !(is_text || is_geodatabase)) return "";
    }
}

}  // namespace

std::string foreign_grid(const std::string& name) {
    std::vector<std::string> files{name};
    const std::string folder = name.ends_with('/') ? name : name + "/";
    const CPLStringList listed(VSIReadDir(name.c_str()));
    for (int i = 0; i < listed.size(); ++i) {
        const std::string lower = lower_case(listed[i]);
        if (lower.ends_with(".prj") || lower.ends_with(".qpj") || lower.ends_with(".gdbtable"))
            files.push_back(folder + listed[i]);
    }
    for (const char* suffix : {"prj", "PRJ", "qpj"}) {
        const std::string beside = CPLResetExtension(name.c_str(), suffix);
        if (beside != name) files.push_back(beside);
    }
    for (const std::string& file : files) {
        if (std::string path = path_in_file(file); !path.empty()) return path;
    }
    return "";
}

ForeignGridWatch::ForeignGridWatch() {
    // Stays registered, for SQLite's list of extensions belongs to all threads: `watching` says whose turn it is.
    static const int registered = sqlite3_auto_extension(reinterpret_cast<void (*)()>(&ForeignGridWatch::on_open));
    if (registered != SQLITE_OK) throw std::bad_alloc();
    watching = this;
}

ForeignGridWatch::~ForeignGridWatch() {
    watching = nullptr;
}

int ForeignGridWatch::on_open(sqlite3* connection, char**, const void*) {
    if (watching == nullptr) return SQLITE_OK;
    const auto find = [](void* path, int count, char** values, char**) -> int {
        auto& found = *static_cast<std::string*>(path);
        for (const char* value : std::span(values, static_cast<std::size_t>(count))) {
            if (value != nullptr && found.empty()) found = path_in(plain_text(value));
        }
        return found.empty() ? 0 : 1;
    };
    // An error of the last query would be the connection's, so only tables that are there are asked.
    const auto add = [](void* queries, int, char** values, char**) -> int {
        static_cast<std::vector<std::string>*>(queries)->emplace_back(values[0]);
        return 0;
    };
    std::vector<std::string> queries;
    sqlite3_exec(connection,
                 "SELECT 'SELECT * FROM ' || lower(name) FROM sqlite_master WHERE lower(name) IN "
                 "('gpkg_spatial_ref_sys', 'spatial_ref_sys')",
                 add, &queries, nullptr);
    for (const std::string& query : queries) {
        if (watching->path_.empty()) sqlite3_exec(connection, query.c_str(), find, &watching->path_, nullptr);
    }
    return watching->path_.empty() ? SQLITE_OK : SQLITE_ERROR;
}

}  // namespace allways::importers::gdal
