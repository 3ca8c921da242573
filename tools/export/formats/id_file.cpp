// SPDX-License-Identifier: Apache-2.0
#include "export/formats/id_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/export.h"
#include "export/formats/formats.h"

namespace allways::tools {

namespace fs = std::filesystem;

namespace {

constexpr const char* ids_suffix = ".ids.csv";

void put_axis(TextBlock& text, std::string_view axis, const IdTable& ids, std::uint32_t first) {
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
        text.put(axis);
        text.put_row(std::uint64_t{first} + i, ids.text(i));
    }
}

// `columns`: null if rows and columns are one list.
std::string text_of(const IdTable& rows, const IdTable* columns, std::uint32_t first) {
    TextBlock text;
    text.put(columns == nullptr ? "index,node_id\n" : "axis,index,node_id\n");
    put_axis(text, columns == nullptr ? "" : "0,", rows, first);
    if (columns != nullptr) put_axis(text, "1,", *columns, first);
    return std::string(text.text());
}

std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Another matrix file that uses `ids`; empty if there is none.
std::string other_matrix(const std::string& path, const std::string& ids) {
    const std::string stem = ids.substr(0, ids.size() - std::string_view(ids_suffix).size());
    for (const FormatWriter& format : format_writers()) {
        if (format.files == nullptr || format.folder) continue;
        for (const std::string& suffix : format.suffixes) {
            const std::string other = stem + suffix;
            std::error_code error;
            if (other == path || !fs::exists(other, error) || fs::equivalent(other, path, error)) continue;
            if (std::ranges::count(format.files(other), ids) > 0) return other;
        }
    }
    return "";
}

// Returns true if the id file of `path` may be replaced. If another matrix uses it, only the same ids may replace it:
// otherwise throws as require_ids_replaceable().
bool may_replace(const std::string& path, const std::string& ids, const std::array<std::string, 2>& texts,
                 bool overwrite) {
    std::error_code error;
    if (!fs::exists(ids, error)) return overwrite;
    if (std::ranges::count(texts, content(ids)) > 0) return overwrite || is_shared(path, ids);
    require_ids_replaceable(path, ids);
    return overwrite;
}

}  // namespace

std::string ids_path(const std::string& path, std::string_view suffix) {
    const bool has_suffix = path.ends_with(suffix);
    return path.substr(0, path.size() - (has_suffix ? suffix.size() : 0)) + ids_suffix;
}

std::unique_ptr<OutputFile> id_file(const std::string& path, std::string_view suffix, const IdTable& rows,
                                    const IdTable* columns, std::uint32_t first, bool overwrite) {
    const std::array<std::string, 2> texts{text_of(rows, columns, 0), text_of(rows, columns, 1)};
    const std::string ids = ids_path(path, suffix);
    auto file = std::make_unique<OutputFile>(ids, may_replace(path, ids, texts, overwrite));
    file->write(texts.at(first));
    return file;
}

void require_ids_replaceable(const std::string& path, const std::string& ids) {
    if (!ids.ends_with(ids_suffix)) return;
    const std::string other = other_matrix(path, ids);
    if (other.empty()) return;
    throw InputError(ids, 0,
                     format("cannot be replaced: it holds other ids, which {} may use; choose another name for the "
                            "output, or remove it",
                            fs::path(other).filename().string()));
}

bool is_shared(const std::string& path, const std::string& ids) {
    return ids.ends_with(ids_suffix) && !other_matrix(path, ids).empty();
}

void check_id_file(const std::string& path, std::string_view suffix, const TableOutline& table, bool overwrite) {
    if (path == "-" || is_null_device(path)) return;
    id_file(path, suffix, table.rows, table.one_list ? nullptr : &table.columns, 0, overwrite);
}

bool are_counted_from_1(const IdTable& ids, std::span<const std::uint32_t> order) {
    if (ids.size() == 0) return true;
    if (!ids.is_numeric()) return false;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids.numbers()[order.empty() ? i : order[i]] != static_cast<std::int64_t>(i) + 1) return false;
    }
    return true;
}

// ---- formats that cannot hold every id unchanged

void require_distinct_ids(const IdTable& nodes, const std::string& path, std::string (*written)(std::string_view)) {
    if (nodes.is_numeric()) return;
    std::map<std::string, std::string> changed;  // keys: ids as written
    for (const std::string& id : nodes.texts()) {
        const std::string text = written(id);
        if (text != id) changed.try_emplace(text, id);
    }
    if (changed.empty()) return;
    for (const std::string& id : nodes.texts()) {
        const auto same = changed.find(written(id));
        if (same == changed.end() || same->second == id) continue;
        throw InputError(
            path, 0,
            format("cannot be written: two nodes would be called '{}', because their ids differ only in bytes that the "
                   "format cannot hold; recode the input as UTF-8",
                   same->first));
    }
}

}  // namespace allways::tools
