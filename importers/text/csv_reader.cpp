// SPDX-License-Identifier: Apache-2.0
// Lines → records. A line without quotes is split in place; only records with quotes are copied.
#include "text/csv_reader.h"

#include <algorithm>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/counted.h"
#include "base/text.h"

namespace allways::importers {

namespace {

std::string outside_quotes(std::string_view text) {
    std::string outside;
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') quoted = !quoted;
        if (!quoted) outside += c;
    }
    return outside;
}

// Returns true for "sep=;", the first line of files from Excel.
bool states_separator(std::string_view line) {
    return line.size() >= 5 && lower_case(line.substr(0, 4)) == "sep=" && trimmed(line.substr(5)).empty();
}

}  // namespace

void Rows::require_all(const std::vector<std::string_view>& fields, const std::vector<std::string>& names) const {
    if (fields.size() == names.size()) return;
    fail(format("expected {} fields ({}), found {}", names.size(), joined(names), fields.size()));
}

std::optional<std::string> take_quoted(std::string_view& text) {
    std::string inside;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == text.front()) {
            text.remove_prefix(i + 1);
            return inside;
        }
        if (text[i] == '\\' && ++i == text.size()) break;
        inside += text[i];
    }
    return std::nullopt;
}

CsvReader::CsvReader(const std::string& path, char delimiter, const TextOptions& options,
                     std::string_view comment_marks)
    : lines_(path, options), delimiter_(delimiter), comment_marks_(comment_marks) {}

void CsvReader::fail(std::string_view message) const {
    throw InputError(path(), record_line_, message);
}

bool CsvReader::is_comment(std::string_view line) {
    if (comment_marks_.find(line.front()) == std::string::npos) return false;
    const bool is_text = line.size() < 2 || is_blank(line[1]) || comment_marks_.find(line[1]) != std::string::npos;
    if (record_line_ > 0 || !is_text) {
        if (comments_++ == 0) first_comment_ = lines_.line_number();
    }
    return true;
}

void CsvReader::log_comments(const LogCallback& callback) const {
    if (comments_ == 0) return;
    log(callback, LogLevel::loss,
        format("{}: skipped {} that {} with {}, first at line {}; below a header they are rows", path(),
               counted(comments_, "line"), by_count(comments_, "begins", "begin"), comment_marks_, first_comment_));
}

bool CsvReader::next(std::vector<std::string_view>& fields) {
    const auto is_empty = [](std::string_view field) { return field.empty(); };
    do {
        if (!read_record(fields)) return false;
    } while (skips_blank_ && std::ranges::all_of(fields, is_empty));
    return true;
}

bool CsvReader::read_record(std::vector<std::string_view>& fields) {
    fields.clear();
    std::string_view line;
    do {
        if (!lines_.next(line)) return false;
    } while (trimmed(line).empty() || (lines_.line_number() == 1 && states_separator(line)) ||
             is_comment(trimmed(line)));
    record_line_ = lines_.line_number();

    if (delimiter_ == blanks) {
        split_blanks(line, fields);
    } else if (line.find('"') != std::string_view::npos) {
        split_quoted(line, fields);
    } else {
        for (std::size_t end = line.find(delimiter_); end != std::string_view::npos; end = line.find(delimiter_)) {
            fields.push_back(trimmed(line.substr(0, end)));
            line.remove_prefix(end + 1);
        }
        fields.push_back(trimmed(line));
    }
    return true;
}

void CsvReader::split_quoted(std::string_view line, std::vector<std::string_view>& fields) {
    unquoted_.clear();
    // Bounds of the fields in unquoted_. Views are made at the end because the text may be reallocated while it grows.
    std::vector<std::pair<std::size_t, std::size_t>> bounds;
    std::size_t i = 0;
    for (;;) {
        const std::size_t first = unquoted_.size();
        while (i < line.size() && is_blank(line[i]) && line[i] != delimiter_) ++i;
        if (i < line.size() && line[i] == '"') {
            ++i;
            for (;;) {
                if (i == line.size()) {  // a line end inside the quotes
                    if (!lines_.next(line)) fail("a quote is opened in this record and never closed");
                    unquoted_ += '\n';
                    i = 0;
                } else if (line[i] != '"') {
                    unquoted_ += line[i++];
                } else if (i + 1 < line.size() && line[i + 1] == '"') {
                    unquoted_ += '"';
                    i += 2;
                } else {
                    ++i;
                    break;
                }
            }
            bounds.emplace_back(first, unquoted_.size());
            while (i < line.size() && is_blank(line[i]) && line[i] != delimiter_) ++i;
            if (i < line.size() && line[i] != delimiter_) {
                fail("text after a closing quote: a quote inside a quoted field must be doubled");
            }
        } else {
            const std::size_t end = std::min(line.find(delimiter_, i), line.size());
            unquoted_ += trimmed(line.substr(i, end - i));
            bounds.emplace_back(first, unquoted_.size());
            i = end;
        }
        if (i >= line.size()) break;
        ++i;  // skips the delimiter
    }
    for (const auto& [first, last] : bounds) {
        fields.push_back(std::string_view(unquoted_).substr(first, last - first));
    }
}

char CsvReader::guess_delimiter(const std::string& path, std::string_view comment_marks) {
    LineReader lines(path);
    std::string_view line;
    while (lines.next(line)) {
        if (lines.line_number() == 1 && states_separator(line)) return line[4];
        const std::string_view text = trimmed(line);
        if (text.empty() || comment_marks.find(text.front()) != std::string_view::npos) continue;
        const std::string unquoted = outside_quotes(text);
        char found = blanks;
        std::ptrdiff_t most = 0;
        for (const char candidate : {'\t', ';', ','}) {  // "id;lat,lon" has two fields
            const std::ptrdiff_t count = std::ranges::count(unquoted, candidate);
            if (count <= most) continue;
            most = count;
            found = candidate;
        }
        return found;
    }
    return ',';
}

}  // namespace allways::importers
