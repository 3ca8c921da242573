// SPDX-License-Identifier: Apache-2.0
// Records of a delimited text file: RFC 4180 CSV with any delimiter, or fields separated by blanks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/line_reader.h"

namespace allways::importers {

// Rows of texts from any kind of source: lines, or a layer or table that GDAL reads.
class Rows {
public:
    virtual ~Rows() = default;

    // Reads the next row's fields, valid until the next call. Returns false after the last row.
    virtual bool next(std::vector<std::string_view>& fields) = 0;
    virtual std::uint64_t line_number() const = 0;  // line at which the last row starts; 0 if there are no lines
    // Throws InputError that names the source and the last row.
    [[noreturn]] virtual void fail(std::string_view message) const = 0;
    // Fails if the last row, `fields`, has another number of fields than there are names.
    void require_all(const std::vector<std::string_view>& fields, const std::vector<std::string>& names) const;
};

// Quoted fields may contain delimiters, doubled quotes and line ends. Skips blank lines; accepts a byte-order mark,
// CRLF and a last line without a line end. Trims fields outside quotes.
class CsvReader final : public Rows {
public:
    static constexpr char blanks = ' ';  // delimiter: runs of blanks and tabs, no quotes

    // Records that start with one of the comment marks ("#%") are comments.
    explicit CsvReader(const std::string& path, char delimiter = ',', const TextOptions& options = {},
                       std::string_view comment_marks = "");
    // Below a header every line is a record.
    void end_comments() { comment_marks_.clear(); }
    // Logs a loss if a list without a header has comments that may be rows: "#1 Depot", or below the first record.
    void log_comments(const LogCallback& log) const;
    // Skips records without any text, such as ";;;", which spreadsheets write for blank rows. In a matrix they are
    // rows.
    void skip_blank_records() { skips_blank_ = true; }

    // Reads the next record's fields, valid until the next call. Returns false at the end of the file. Throws
    // InputError for a quote that is never closed or is followed by text.
    bool next(std::vector<std::string_view>& fields) override;

    std::uint64_t line_number() const override { return record_line_; }  // line at which the last record starts
    const std::string& path() const { return lines_.path(); }
    [[noreturn]] void fail(std::string_view message) const override;

    // Returns the delimiter that is most frequent outside quotes in the first line (ignoring comments): tab, ';' or
    // ','; or blanks.
    static char guess_delimiter(const std::string& path, std::string_view comment_marks);

private:
    bool is_comment(std::string_view line);
    bool read_record(std::vector<std::string_view>& fields);
    void split_quoted(std::string_view line, std::vector<std::string_view>& fields);

    LineReader lines_;
    char delimiter_;
    std::string comment_marks_;
    std::uint64_t comments_ = 0;  // that may be rows
    std::uint64_t first_comment_ = 0;
    bool skips_blank_ = false;
    std::uint64_t record_line_ = 0;
    std::string unquoted_;  // text of a record whose quotes were removed
};

// Removes the text in single or double quotes at the front, and returns it without them; a backslash stands before a
// quote or a backslash. Returns nothing, and removes nothing, if the quote is never closed.
std::optional<std::string> take_quoted(std::string_view& text);

}  // namespace allways::importers
