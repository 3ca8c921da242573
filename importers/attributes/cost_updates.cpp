// SPDX-License-Identifier: Apache-2.0
// Lines → CostUpdates. The heading, or its absence, determines the kind of the rows.
#include "allways/importers/cost_updates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "cost/damaged_rows.h"
#include "text/input_file.h"

namespace allways {

namespace {

using Fields = std::vector<std::string_view>;

constexpr const char* forms = "'from,to,speed_kmh[,rate]', 'arc[,reversed],speed_kmh' or 'arc[,reversed],cost'";

constexpr const char* expected_speed = "expected km/h, such as 50, or 0 to close the road";

// A row that is damaged; its line is known to the parser.
struct DamagedRow {
    std::string message;
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, lower_case(name)) != names.end();
}

class UpdatesParser {
public:
    UpdatesParser(std::string_view text, const std::string& source) : rest_(text), damaged_(source) {
        made_.source = source;
        if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
    }

    CostUpdates parse() {
        bool is_first = true;
        while (next_line()) {
            if (std::exchange(is_first, false) && read_heading()) continue;
            take_row();
        }
        damaged_.require_none();
        return std::move(made_);
    }

private:
    // The rows after a damaged one are read, too, so that all that are damaged can be named.
    void take_row() {
        try {
            CostUpdates::Row row = made_.of == CostUpdates::Of::arcs ? arc_row() : pair_row();
            row.line = line_;
            made_.rows.push_back(std::move(row));
        } catch (DamagedRow& row) {
            damaged_.add(line_, std::move(row.message));
        }
    }

    [[noreturn]] static void fail(std::string message) { throw DamagedRow{std::move(message)}; }

    // Splits the next line that is neither blank nor a comment.
    bool next_line() {
        while (!rest_.empty()) {
            ++line_;
            std::string_view line = rest_.substr(0, rest_.find('\n'));
            rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
            line = trimmed(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
            if (line.empty() || line.front() == '#') continue;
            fields_.clear();
            for (std::size_t end = line.find(','); end != std::string_view::npos; end = line.find(',')) {
                fields_.push_back(trimmed(line.substr(0, end)));
                line.remove_prefix(end + 1);
            }
            fields_.push_back(trimmed(line));
            return true;
        }
        return false;
    }

    // Returns false if the first line is a row: its first or its third field is a number.
    bool read_heading() {
        if (is_one_of(fields_[0], {"arc", "arc_id"})) {
            has_direction_ = fields_.size() > 1 && is_one_of(fields_[1], {"reversed"});
            if (fields_.size() != (has_direction_ ? 3u : 2u)) refuse_heading();
            const bool is_cost = is_one_of(fields_.back(), {"cost"});
            if (!is_cost && !is_one_of(fields_.back(), {"speed", "speed_kmh"})) refuse_heading();
            made_.of = CostUpdates::Of::arcs;
            made_.values = is_cost ? CostUpdates::Values::costs : CostUpdates::Values::speeds;
            return true;
        }
        if (fields_.size() < 3) refuse_heading();
        if (parse_real(fields_[0]) || parse_real(fields_[2])) return false;
        const bool are_ends = lower_case(fields_[0]).starts_with("from") && lower_case(fields_[1]).starts_with("to");
        if (!are_ends || !is_one_of(fields_[2], {"speed", "speed_kmh", "edge_speed_in_km_h"})) refuse_heading();
        return true;
    }

    [[noreturn]] void refuse_heading() const {
        throw InputError(
            made_.source, line_,
            format("expected {}, found '{}' as the first field of the first line", forms, shortened(fields_[0])));
    }

    CostUpdates::Row pair_row() {
        const std::size_t given = fields_.size();
        if (given < 3) {
            fail(format("expected 'from,to,speed_kmh[,rate]', found {} field{}", given, given == 1 ? "" : "s"));
        }
        if (fields_[0].empty() || fields_[1].empty())
            fail("expected 'from,to,speed_kmh[,rate]', found an empty field for a node");
        if (given > 3 && !fields_[3].empty()) {
            if (!parse_real(fields_[3])) {
                fail(format("the rate '{}' is not a number; expected one, which has no effect, or nothing",
                            shortened(fields_[3])));
            }
            ++made_.rates;
        }
        return {0, std::string(fields_[0]), std::string(fields_[1]), {}, speed(fields_[2])};
    }

    CostUpdates::Row arc_row() {
        const bool is_cost = made_.values == CostUpdates::Values::costs;
        if (fields_.size() != (has_direction_ ? 3u : 2u) || fields_[0].empty()) {
            fail(format("expected 'arc{},{}', as in the first line, found {} field{}",
                        has_direction_ ? ",reversed" : "", is_cost ? "cost" : "speed_kmh", fields_.size(),
                        fields_.size() == 1 ? "" : "s"));
        }
        std::optional<bool> reversed;
        if (has_direction_) {
            if (fields_[1] != "0" && fields_[1] != "1") {
                fail(format("reversed: expected 0 or 1, found '{}'", shortened(fields_[1])));
            }
            reversed = fields_[1] == "1";
        }
        return {0, std::string(fields_[0]), {}, reversed, is_cost ? cost(fields_.back()) : speed(fields_.back())};
    }

    Decimal speed(std::string_view text) const {
        const auto speed = Decimal::parse(text);
        if (!speed || !std::isfinite(speed->to_double())) {
            fail(format("the speed '{}' is not a number; {}", shortened(text), expected_speed));
        }
        const double kmh = speed->to_double();
        if (kmh < 0) fail(format("the speed {} is negative; {}", shortened(text), expected_speed));
        if (kmh > 0 && kmh < 0.001) {
            fail(format("the speed {} is below 0.001; {}", shortened(text), expected_speed));
        }
        return *speed;
    }

    Decimal cost(std::string_view text) const {
        if (lower_case(text) == "inf") return Decimal::missing();
        const auto cost = Decimal::parse(text);
        if (!cost || !std::isfinite(cost->to_double()))
            fail(format("the cost '{}' is not a number; expected one of 0 or more, or 'inf'", shortened(text)));
        if (cost->to_double() < 0)
            fail(format("the cost {} is negative; expected a number of 0 or more, or 'inf'", shortened(text)));
        return *cost;
    }

    std::string_view rest_;
    std::uint64_t line_ = 0;
    Fields fields_;
    bool has_direction_ = false;
    cost::DamagedRows damaged_;
    CostUpdates made_;
};

}  // namespace

CostUpdates parse_cost_updates(std::string_view text, const std::string& source) {
    return UpdatesParser(text, source).parse();
}

CostUpdates read_cost_updates(const std::string& path) {
    importers::InputFile file(path);
    std::string text;
    constexpr std::size_t step = 1 << 20;
    for (std::size_t read = step; read == step;) {
        const std::size_t size = text.size();
        text.resize(size + step);
        read = file.read(text.data() + size, step);
        text.resize(size + read);
    }
    return parse_cost_updates(text, path);
}

}  // namespace allways
