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

// Published figures in the digits they were published in.
std::string published_text(const std::optional<double>& value) {
    return value ? format("{}", *value) : "-";
}

std::string cell_text(const ExperimentResult& result, const Cell& cell) {
    if (!cell.seconds) return cell.note.empty() ? "-" : "not run";
    return number_text(*cell.seconds) + (cell.runs < result.runs ? "*" : "");
}

// Lines of at most `width` characters; the first begins with `head`, the others with as many blanks.
std::string wrapped(const std::string& head, const std::string& text) {
    const auto count = [](std::string_view part) {  // characters, not bytes
        return static_cast<std::size_t>(std::count_if(
            part.begin(), part.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
    };
    const std::string indent(count(head), ' ');
    std::string lines;
    std::string line = head;
    std::size_t used = count(head);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (used > count(head) && used + 1 + count(word) > width) {
            lines += line + "\n";
            line = indent;
            used = count(head);
        } else if (used > count(head)) {
            line += ' ';
            ++used;
        }
        line += word;
        used += count(word);
        begin = end + 1;
    }
    return lines + line + "\n";
}

// Letters of the published columns, by position: [a], [b], …
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
        speed_ups();
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

    // Ours, a bar, and what was published. A size or a published column that has nothing here is left out.
    void table(const std::string& title, Rows measured, const std::string& group, Quantity quantity) {
        std::vector<bool> is_used(result_.sizes.size(), false);
        for (std::size_t i = 0; i < is_used.size(); ++i) {
            for (std::size_t j = 1; j < measured[i + 1].size(); ++j)
                is_used[i] = is_used[i] || measured[i + 1][j] != "-";
        }
        std::vector<std::vector<std::string>> shown;
        for (std::size_t p = 0; p < result_.published.size(); ++p) {
            const Published& column = result_.published[p];
            const bool has_values = std::any_of(column.values.begin(), column.values.end(),
                                                [](const auto& value) { return value.has_value(); });
            if (column.quantity != quantity || column.group != group || !has_values) continue;
            const std::string name = quantity == Quantity::seconds ? column.name : column.name + " / " + column.over;
            if (measured[0].back() != "│") {
                for (auto& row : measured) row.emplace_back("│");
                break_at_ = measured[0].size();
            }
            shown.push_back({name + " " + mark(p)});
            for (std::size_t i = 0; i < column.values.size(); ++i) {
                shown.back().push_back(published_text(column.values[i]));
                is_used[i] = is_used[i] || column.values[i].has_value();
            }
        }
        for (const auto& column : shown) {
            for (std::size_t i = 0; i < measured.size(); ++i) measured[i].push_back(column[i]);
        }
        Rows rows{measured[0]};
        for (std::size_t i = 0; i < is_used.size(); ++i) {
            if (is_used[i]) rows.push_back(measured[i + 1]);
        }
        if (rows.size() > 1)
            text_ += "\n" + title + (shown.empty() ? "" : ", and │ as published") + "\n" + text_table(rows, 0);
    }

    void seconds(const std::string& group) {
        Rows rows(result_.sizes.size() + 1);
        rows[0] = {"n"};
        for (std::size_t i = 0; i < result_.sizes.size(); ++i) rows[i + 1] = {std::to_string(result_.sizes[i])};
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
        table(group.empty() ? "Seconds" : group + ", seconds", std::move(rows), group, Quantity::seconds);
    }

    void speed_ups() {
        Rows rows(result_.sizes.size() + 1);
        rows[0] = {"n"};
        for (std::size_t i = 0; i < result_.sizes.size(); ++i) rows[i + 1] = {std::to_string(result_.sizes[i])};
        for (const SpeedUp& speed_up : result_.speed_ups) {
            rows[0].push_back(speed_up.method + " / " + speed_up.baseline);
            const auto values = speed_up_values(result_, speed_up);
            for (std::size_t i = 0; i < values.size(); ++i) rows[i + 1].push_back(optional_text(values[i]));
        }
        table("Speed-ups, method / baseline", std::move(rows), {}, Quantity::speed_up);
    }

    void reasons() {
        std::vector<std::pair<std::string, std::string>> found;  // reason, cells
        for (const Column& column : result_.columns) {
            for (std::size_t i = 0; i < column.cells.size(); ++i) {
                const std::string& reason = column.cells[i].note;
                if (reason.empty()) continue;
                const std::string cell = format("{} at n = {}", column.name, result_.sizes[i]);
                const auto same =
                    std::find_if(found.begin(), found.end(), [&](const auto& f) { return f.first == reason; });
                if (same == found.end()) {
                    found.emplace_back(reason, cell);
                } else {
                    same->second += "; " + cell;
                }
            }
        }
        if (!found.empty()) text_ += "\nNot run\n";
        for (const auto& [reason, cells] : found) text_ += wrapped("  - ", cells + ": " + reason);
    }

    void columns() {
        text_ += "\nColumns\n";
        for (const Column& column : result_.columns) {
            text_ += wrapped("  ", format("{}: {}. Covers {}.", column.name, column.what, column.covers));
        }
        for (const FactColumn& fact : result_.facts) text_ += wrapped("  ", format("{}: {}.", fact.name, fact.what));
    }

    void published() {
        if (!result_.published.empty()) text_ += "\nPublished\n";
        for (std::size_t p = 0; p < result_.published.size(); ++p) {
            const Published& column = result_.published[p];
            text_ += wrapped(format("  {} ", mark(p)), format("{} on {}", column.name, column.hardware));
            for (const std::string& footnote : column.footnotes) text_ += wrapped("      ! ", footnote);
        }
    }

    const ExperimentResult& result_;
    std::string text_;
    std::size_t break_at_ = 0;
};

}  // namespace

std::string result_text(const ExperimentResult& result) {
    return Text(result).whole();
}

}  // namespace allways::papers
