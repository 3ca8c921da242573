// SPDX-License-Identifier: Apache-2.0
#include "papers/result_text.h"

#include <algorithm>
#include <map>
#include <utility>

#include "allways/base/format.h"
#include "base/text_table.h"

namespace allways::papers {
namespace {

using Rows = std::vector<std::vector<std::string>>;
constexpr std::size_t width = 110;
constexpr std::size_t widest_table = 160;

// Three significant digits, without an exponent.
std::string number_text(double value) {
    int decimals = 2;
    for (double scale = 1; decimals > 0 && value >= 10 * scale; scale *= 10) --decimals;
    for (double scale = 1; decimals < 7 && value > 0 && value < scale; scale /= 10) ++decimals;
    return format("{:.{}f}", value, decimals);
}

std::string optional_text(const std::optional<double>& value) {
    return value ? number_text(*value) : "-";
}

// Published figures with the digits they were published with.
std::string published_text(const std::optional<double>& value) {
    return value ? format("{}", *value) : "-";
}

std::string cell_text(const ExperimentResult& result, const Cell& cell) {
    if (!cell.seconds) return cell.note.empty() ? "-" : "not run";
    return number_text(*cell.seconds) + (cell.runs < result.runs ? "*" : "");
}

std::size_t characters(std::string_view text) {  // not bytes
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// Breaks lines at `width` characters; the first begins with `head`, the others with as many blanks.
std::string wrapped(const std::string& head, const std::string& text) {
    const std::string indent(characters(head), ' ');
    std::string lines;
    std::string line = head;
    std::size_t used = characters(head);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (used > characters(head) && used + 1 + characters(word) > width) {
            lines += line + "\n";
            line = indent;
            used = characters(head);
        } else if (used > characters(head)) {
            line += ' ';
            ++used;
        }
        line += word;
        used += characters(word);
        begin = end + 1;
    }
    return lines + line + "\n";
}

// The mark of a published column, by position: [a], [b], …
std::string mark(std::size_t position) {
    std::string letters;
    for (std::size_t rest = position + 1; rest > 0; rest = (rest - 1) / 26) {
        letters.insert(letters.begin(), static_cast<char>('a' + (rest - 1) % 26));
    }
    return "[" + letters + "]";
}

class Text {
public:
    explicit Text(const ExperimentResult& result) : result_(result) {}

    std::string whole() {
        head();
        for (const std::string& group : groups()) seconds(group);
        for (const std::string& group : groups()) speed_ups(group);
        reasons();
        columns();
        published();
        if (!result_.remarks.empty()) text_ += "\nRemarks\n";
        for (const std::string& remark : result_.remarks) text_ += wrapped("  - ", remark);
        return text_;
    }

private:
    using Quantity = Published::Quantity;

    void head() {
        text_ += wrapped("", result_.title);
        text_ += wrapped("  source  ", result_.source);
        text_ += wrapped("  graph   ", result_.graph + format("; seed {}", result_.seed));
        text_ += wrapped("  device  ", format("{}, driver {}; Allways {}; {}", result_.device, result_.driver,
                                              result_.version, result_.date));
        text_ += wrapped("  runs    ", format("median of {} after one that warms up (* fewer, where they would pass "
                                              "the limit); limit {} s a run",
                                              result_.runs, result_.limit_seconds));
    }

    std::vector<std::string> groups() const {
        std::vector<std::string> found;
        for (const Column& column : result_.columns) {
            if (std::find(found.begin(), found.end(), column.group) == found.end()) found.push_back(column.group);
        }
        return found;
    }

    // Measured columns, a bar, and published columns; if that is too wide, one table below the other. Sizes without
    // values in a table are left out.
    void table(const std::string& title, const Rows& measured, const std::string& group, Quantity quantity) {
        const Rows published = published_rows(group, quantity);
        const bool has_published = published.front().size() > 1;
        Rows both;
        for (std::size_t i = 0; i < measured.size(); ++i) {
            both.push_back(measured[i]);
            if (!has_published) continue;
            both.back().emplace_back("│");
            both.back().insert(both.back().end(), published[i].begin() + 1, published[i].end());
        }
        const std::string beside = text_table(with_values(both), 0);
        if (!has_published || characters(beside.substr(0, beside.find('\n'))) <= widest_table) {
            if (!beside.empty())
                text_ += format("\n{}{}\n{}", title, has_published ? ", and │ as published" : "", beside);
            return;
        }
        const std::string above = text_table(with_values(measured), 0);
        if (!above.empty()) text_ += format("\n{}\n{}", title, above);
        text_ += format("\n{}, as published\n{}", title, text_table(with_values(published), 0));
    }

    // The head and the rows with values; empty if no row has any.
    static Rows with_values(const Rows& rows) {
        Rows kept{rows.front()};
        for (std::size_t i = 1; i < rows.size(); ++i) {
            if (std::any_of(rows[i].begin() + 1, rows[i].end(), [](const auto& c) { return c != "-" && c != "│"; })) {
                kept.push_back(rows[i]);
            }
        }
        return kept.size() > 1 ? kept : Rows{};
    }

    // A header row and one row per size, with the size as first cell.
    Rows rows_of_sizes() const {
        Rows rows{{"n"}};
        for (const std::size_t n : result_.sizes) rows.push_back({std::to_string(n)});
        return rows;
    }

    Rows published_rows(const std::string& group, Quantity quantity) const {
        Rows rows = rows_of_sizes();
        for (std::size_t p = 0; p < result_.published.size(); ++p) {
            const Published& column = result_.published[p];
            const bool has_values = std::any_of(column.values.begin(), column.values.end(),
                                                [](const auto& value) { return value.has_value(); });
            if (column.quantity != quantity || column.group != group || !has_values) continue;
            const bool is_ratio = quantity == Quantity::speed_up;
            rows[0].push_back(format("{}{}{} {}", column.name, is_ratio ? " / " : "", column.over, mark(p)));
            for (std::size_t i = 0; i < column.values.size(); ++i) {
                rows[i + 1].push_back(published_text(column.values[i]));
            }
        }
        return rows;
    }

    void seconds(const std::string& group) {
        Rows rows = rows_of_sizes();
        for (const Column& column : result_.columns) {
            if (column.group != group) continue;
            rows[0].push_back(column.name);
            for (std::size_t i = 0; i < column.cells.size(); ++i) {
                rows[i + 1].push_back(cell_text(result_, column.cells[i]));
            }
        }
        for (const FactColumn& fact : result_.facts) {
            if (!group.empty()) continue;
            rows[0].push_back(fact.name);
            for (std::size_t i = 0; i < fact.values.size(); ++i) {
                rows[i + 1].push_back(fact.values[i] ? format("{}", *fact.values[i]) : "-");
            }
        }
        table(group.empty() ? "Seconds" : group + ", seconds", rows, group, Quantity::seconds);
    }

    // The table that contains both columns; the main one if they are in different tables.
    std::string group_of(const SpeedUp& speed_up) const {
        const Column* method = find_column(result_, speed_up.method);
        const Column* baseline = find_column(result_, speed_up.baseline);
        return method && baseline && method->group == baseline->group ? method->group : "";
    }

    void speed_ups(const std::string& group) {
        Rows rows = rows_of_sizes();
        for (const SpeedUp& speed_up : result_.speed_ups) {
            if (group_of(speed_up) != group) continue;
            rows[0].push_back(speed_up.method + " / " + speed_up.baseline);
            const auto values = speed_up_values(result_, speed_up);
            for (std::size_t i = 0; i < values.size(); ++i) rows[i + 1].push_back(optional_text(values[i]));
        }
        table(format("{}, method / baseline", group.empty() ? "Speed-ups" : group + ", speed-ups"), rows, group,
              Quantity::speed_up);
    }

    // One line for each column and reason, with the sizes concerned.
    void reasons() {
        std::string lines;
        for (const Column& column : result_.columns) {
            std::vector<std::pair<std::string, std::string>> found;  // reason, sizes
            for (std::size_t i = 0; i < column.cells.size(); ++i) {
                const std::string& reason = column.cells[i].note;
                if (reason.empty()) continue;
                if (found.empty() || found.back().first != reason) found.emplace_back(reason, "");
                std::string& sizes = found.back().second;
                sizes += format("{}{}", sizes.empty() ? "" : ", ", result_.sizes[i]);
            }
            for (const auto& [reason, sizes] : found) {
                lines += wrapped("  - ", format("{} at n = {}: {}", column.name, sizes, reason));
            }
        }
        if (!lines.empty()) text_ += "\nNot run\n" + lines;
    }

    // Columns with the same description share a line.
    void columns() {
        text_ += "\nColumns\n";
        std::vector<std::pair<std::string, std::string>> lines;  // description, names
        for (const Column& column : result_.columns) {
            const std::string description = format("{}. Covers {}.", column.what, column.covers);
            const auto same = [&](const auto& line) { return line.first == description; };
            const auto found = std::find_if(lines.begin(), lines.end(), same);
            if (found == lines.end()) {
                lines.emplace_back(description, column.name);
            } else {
                found->second += "; " + column.name;
            }
        }
        for (const auto& [description, names] : lines) text_ += wrapped("  ", format("{}: {}", names, description));
        for (const FactColumn& fact : result_.facts) text_ += wrapped("  ", format("{}: {}.", fact.name, fact.what));
    }

    void published() {
        if (!result_.published.empty()) text_ += "\nPublished\n";
        std::map<std::string, std::string> said;  // footnotes, with the mark of the first column that has them
        for (std::size_t p = 0; p < result_.published.size(); ++p) {
            const Published& column = result_.published[p];
            text_ += wrapped(format("  {} ", mark(p)), format("{} on {}", column.name, column.hardware));
            for (const std::string& footnote : column.footnotes) {
                const auto [first, is_new] = said.emplace(footnote, mark(p));
                text_ += wrapped("      ! ", is_new ? footnote : "as " + first->second);
            }
        }
    }

    const ExperimentResult& result_;
    std::string text_;
};

}  // namespace

std::string result_text(const ExperimentResult& result) {
    return Text(result).whole();
}

}  // namespace allways::papers
